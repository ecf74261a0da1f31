import { currentOf } from '#domain/assessment/current-level.ts'
import type { ProgressState } from '#domain/assessment/engine.ts'

/** A group as the board of a term's end sees it. */
export interface BoardGroup {
  id: string
  scheme_slug: string | null
  levels: readonly string[]
  max_size: number | null
  /** Whole years: at least, and less than. */
  age_from: number | null
  age_to: number | null
  /** How many are in it from the date of effect on. */
  size: number
  /** Its last day is before the date of effect: nobody moves there. */
  over: boolean
}

/** What is decided for a member of a group: another group, or null, to stay. */
export interface Decision {
  group_id: string
  member_uuid: string
  to_group_id: string | null
}

/** All levels of the group passed; all complete and one waits for its pass; one still open; the group is about none. */
type ReadyReason = 'passed' | 'complete' | 'open' | 'no-levels'

export interface Readiness {
  why: ReadyReason
  /** The current level, among those of the group. */
  level: string | null
  /** What the next group should be about: the level after the group's, or the current one; null = anything. */
  wanted: string | null
}

export function isReady({ why }: Readiness): boolean {
  return why === 'passed' || why === 'complete'
}

/**
 * Whether a member is ready to leave a group, and why. `order` are the levels of the scheme that count, in tree order;
 * `stateOf` tells a level's state, undefined where nothing was marked.
 */
export function readiness(
  order: readonly string[],
  groupLevels: readonly string[],
  stateOf: (id: string) => ProgressState | undefined,
  remoteNodeId: string | null,
): Readiness {
  const taught = order.filter((id) => groupLevels.includes(id))
  if (taught.length === 0) return { why: 'no-levels', level: null, wanted: null }
  const level = currentOf(taught, stateOf, remoteNodeId)
  const done = (id: string) => ['passed', 'completed'].includes(stateOf(id) ?? '')
  if (!taught.every(done)) return { why: 'open', level, wanted: level }
  const after = order.slice(order.indexOf(taught.at(-1) ?? '') + 1)
  const why = taught.every((id) => stateOf(id) === 'passed') ? 'passed' : 'complete'
  return { why, level, wanted: after.find((id) => !done(id)) ?? null }
}

/** How many each group has once all decisions are carried out. */
export function sizesAfter(groups: readonly BoardGroup[], decisions: readonly Decision[]): Map<string, number> {
  const sizes = new Map(groups.map((group) => [group.id, group.size]))
  const add = (id: string, by: number) => sizes.set(id, (sizes.get(id) ?? 0) + by)
  for (const { group_id, to_group_id } of decisions) {
    if (to_group_id === null) continue
    add(group_id, -1)
    add(to_group_id, 1)
  }
  return sizes
}

/** Groups that would have more than they hold, among those that somebody moves to. */
export function overfull(groups: readonly BoardGroup[], decisions: readonly Decision[]): string[] {
  const sizes = sizesAfter(groups, decisions)
  const entered = new Set(decisions.map((one) => one.to_group_id))
  return groups
    .filter(({ id, max_size }) => entered.has(id) && max_size !== null && (sizes.get(id) ?? 0) > max_size)
    .map((group) => group.id)
}

/** A member in a group, with what the choice of another one depends on. */
export interface BoardMember {
  member_uuid: string
  age: number
  group: Pick<BoardGroup, 'id' | 'scheme_slug'>
  wanted: string | null
  /** Groups that the member is in, or moves to from another one. */
  elsewhere: readonly string[]
}

export type MoveObstacle = 'here' | 'over' | 'scheme' | 'level' | 'age'

/** Why a group is not for a member; null when it is. Whether it has room is a question of all moves together. */
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
