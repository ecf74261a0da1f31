import type { Results } from './engine.ts'
import { manualPassOf, type EngineNode } from '#domain/curriculum/scheme.ts'

/**
 * The device of marks that no coach made: they say that a child passed a level or skill elsewhere, before this club used the
 * portals. Such a mark wins and loses as any other; no badge of this club belongs to it, and parents hear nothing of it.
 */
export const BROUGHT_DEVICE = '0b7049b7-0000-4000-8000-000000000000'

/**
 * The device of marks that this club gave and that an archive of everything has brought back. They count as given here.
 */
export const RETURNED_DEVICE = '0b7049b7-0000-4000-8000-000000000001'

/** Whether a mark was written by an import or by hand, and not by a coach's device. */
export const isOfImport = (deviceId: string): boolean => deviceId === BROUGHT_DEVICE || deviceId === RETURNED_DEVICE

/** The time of a level of which nobody knows when it was passed, unix seconds. */
export const BEFORE_TS = 0
/** The day of such a level. */
export const BEFORE_DAY = '1970-01-01'

/** Whether the mark that counts says that a level was passed elsewhere. */
export function isBrought(mark: { stamp: { deviceId: string } } | undefined): boolean {
  return mark?.stamp.deviceId === BROUGHT_DEVICE
}

/**
 * Whether a passed level was passed elsewhere: itself, or the skills and levels below it, the last of them there. A coach
 * may have marked some again since; what was passed all the time counts as it did before.
 */
export function isPassedElsewhere(
  level: EngineNode,
  results: Results,
  isFromElsewhere: (nodeId: string) => boolean,
): boolean {
  const passOf = ({ id, t }: EngineNode) => {
    const nodeId = t === 's' ? id : manualPassOf(id)
    const result = results.get(nodeId)
    if (result === undefined || !passes(result)) return []
    const since = result.since ?? result.ts
    const isElsewhere = isFromElsewhere(nodeId) || since === BEFORE_TS
    // a pass that goes on since an earlier mark did not begin here
    return [{ since, isElsewhere, isHere: !isElsewhere && since === result.ts }]
  }
  const [own] = passOf(level)
  if (own) return own.isElsewhere
  const below = (node: EngineNode): EngineNode[] => node.children.flatMap((child) => [child, ...below(child)])
  const passesBelow = below(level).flatMap(passOf)
  const newest = Math.max(...passesBelow.map(({ since }) => since))
  const last = passesBelow.filter(({ since }) => since === newest)
  return last.some((pass) => pass.isElsewhere) && !last.some((pass) => pass.isHere)
}

interface LevelPlace {
  key: string
  /** The scheme and the node above the level: levels of one place follow each other. */
  schemeId: string
  parentId: string | null
}

/** A level that a child has passed; `on` is YYYY-MM-DD, or null where nobody knows the day. */
export interface PassedLevel {
  key: string
  on: string | null
  /** The id of the coach who passed it, where that is known. */
  by?: string
}

/** A mark that a child got elsewhere for a skill, or for a level that a coach decided. */
export interface MarkElsewhere extends PassedLevel {
  grade: number
  /**
   * The grade from which marks passed on its day. Such a mark is one of a history, in which several may be of one skill;
   * without it a mark says what holds, by the scale of today.
   */
  pass?: number
}

/** The grade of a mark and the grade from which it passes. */
interface Graded {
  grade: number
  pass: number
}

export const passes = ({ grade, pass }: Graded): boolean => pass > 0 && grade >= pass

/**
 * Whether a mark from elsewhere, the last one of its skill, is taken: what is passed here stays, and so does what a coach
 * has marked here, unless it was passed elsewhere.
 */
export function isTaken(last: Graded, isPassedHere: boolean, isMarkedHere: boolean): boolean {
  return !isPassedHere && (passes(last) || !isMarkedHere)
}

/** What is known of a child's levels. */
interface KnownLevels {
  /** The last level that was passed, the day and the coach. */
  passed: string | null
  passedOn: string | null
  by?: string | null
  /** The level at which the child works. */
  at: string | null
  /** Levels of which each is named; nothing follows for those before them. */
  single?: readonly PassedLevel[]
}

/**
 * All levels that a child has passed of whom only the last one is known, or the one at which it works: the levels before
 * it are passed too. `levels` are in the order of their trees.
 */
export function passedBefore(
  levels: readonly LevelPlace[],
  { passed, passedOn, by = null, at, single = [] }: KnownLevels,
): PassedLevel[] {
  const before = (key: string) => {
    const index = levels.findIndex((level) => level.key === key)
    const last = levels[index]
    return levels
      .slice(0, Math.max(index, 0))
      .filter((level) => level.schemeId === last?.schemeId && level.parentId === last.parentId)
      .map((level) => level.key)
  }
  const days = new Map<string, string | null>()
  for (const key of [...(at === null ? [] : before(at)), ...(passed === null ? [] : before(passed))])
    days.set(key, null)
  for (const { key, on } of single) days.set(key, on ?? days.get(key) ?? null)
  if (passed !== null) days.set(passed, passedOn ?? days.get(passed) ?? null)
  return [...days].map(([key, on]) => ({ key, on, ...(key === passed && by !== null ? { by } : {}) }))
}
