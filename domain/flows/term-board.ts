import { currentLevelByState } from '#domain/assessment/current-level.ts'
import type { ProgressState } from '#domain/assessment/engine.ts'

/** A group on the end-of-term board. */
export interface BoardGroup {
  id: string
  scheme_slug: string | null
  levels: readonly string[]
  max_size: number | null
  /** Whole years: members are at least `age_from` and younger than `age_to`. */
  age_from: number | null
  age_to: number | null
  /** How many members it has from the date on which the board is applied. */
  size: number
  /** The group ends before the date on which the board is applied, so that nobody can move to it. */
  over: boolean
}

/** The decision about a member of a group. */
export interface Decision {
  group_id: string
  member_uuid: string
  /** The group to which the member moves; null = the member stays. */
  to_group_id: string | null
}

/**
 * `passed`: all levels of the group are passed. `complete`: all are complete, and at least one waits for a manual pass.
 * `open`: at least one is not complete. `no-levels`: the group has no levels.
 */
type ReadyReason = 'passed' | 'complete' | 'open' | 'no-levels'

/** Whether a member is ready to move on from a group. The fields are named as in the API (`TermMember`). */
export interface Readiness {
  /** The reason. */
  why: ReadyReason
  /** The current level, among those of the group. */
  level: string | null
  /** The level that the next group should teach: the one after the group's, or the current one; null = any. */
  wanted: string | null
}

/** Whether the member is ready to move on. */
export function isReady({ why }: Readiness): boolean {
  return why === 'passed' || why === 'complete'
}

/**
 * Whether a member is ready to move on from a group, and why. `order` are all counting levels of the scheme in tree
 * order; `stateOf` returns the state of a level, undefined when the member has no marks; `remoteNodeId` is the level at
 * which the course provider has the member, if there is one.
 */
export function readiness(
  order: readonly string[],
  groupLevels: readonly string[],
  stateOf: (id: string) => ProgressState | undefined,
  remoteNodeId: string | null,
): Readiness {
  const taught = order.filter((id) => groupLevels.includes(id))
  if (taught.length === 0) return { why: 'no-levels', level: null, wanted: null }
  const level = currentLevelByState(taught, stateOf, remoteNodeId)
  const isDone = (id: string) => ['passed', 'completed'].includes(stateOf(id) ?? '')
  if (!taught.every(isDone)) return { why: 'open', level, wanted: level }
  const levelsAfter = order.slice(order.indexOf(taught.at(-1) ?? '') + 1)
  const why = taught.every((id) => stateOf(id) === 'passed') ? 'passed' : 'complete'
  return { why, level, wanted: levelsAfter.find((id) => !isDone(id)) ?? null }
}

/** The number of members of each group, by its id, after all decisions are applied. */
export function sizesAfter(groups: readonly BoardGroup[], decisions: readonly Decision[]): Map<string, number> {
  const sizes = new Map(groups.map((group) => [group.id, group.size]))
  const add = (id: string, change: number) => sizes.set(id, (sizes.get(id) ?? 0) + change)
  for (const { group_id, to_group_id } of decisions) {
    if (to_group_id === null) continue
    add(group_id, -1)
    add(to_group_id, 1)
  }
  return sizes
}

/** Ids of the groups that somebody moves to and that would then have more members than their `max_size`. */
export function overfullGroups(groups: readonly BoardGroup[], decisions: readonly Decision[]): string[] {
  const sizes = sizesAfter(groups, decisions)
  const entered = new Set(decisions.map((decision) => decision.to_group_id))
  return groups
    .filter(({ id, max_size }) => entered.has(id) && max_size !== null && (sizes.get(id) ?? 0) > max_size)
    .map((group) => group.id)
}

/** A member of a group, with the facts on which the choice of the next group depends. */
export interface BoardMember {
  member_uuid: string
  age: number
  group: Pick<BoardGroup, 'id' | 'scheme_slug'>
  /** The level that the next group should teach (`Readiness`). */
  wanted: string | null
  /** Ids of the other groups that the member is in or will move to. */
  elsewhere: readonly string[]
}

/**
 * Why a member cannot move to a group. `here`: the member is in the group already or will move to it. `over`: the group
 * ends before the board is applied. `scheme`, `level`, `age`: the group is for another scheme, other levels or other
 * ages.
 */
export type MoveObstacle = 'here' | 'over' | 'scheme' | 'level' | 'age'

/**
 * Why a member cannot move to a group, or null. Whether the group has room is not checked here, because it depends on
 * all moves together (`overfullGroups`).
 */
export function moveObstacle(target: BoardGroup, member: BoardMember): MoveObstacle | null {
  if (target.id === member.group.id || member.elsewhere.includes(target.id)) return 'here'
  if (target.over) return 'over'
  const { scheme_slug } = member.group
  if (scheme_slug !== null && target.scheme_slug !== scheme_slug) return 'scheme'
  if (member.wanted !== null && target.levels.length > 0 && !target.levels.includes(member.wanted)) return 'level'
  if (target.age_from !== null && member.age < target.age_from) return 'age'
  if (target.age_to !== null && member.age >= target.age_to) return 'age'
  return null
}
