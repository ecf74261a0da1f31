/**
 * The device of marks that no coach made: they say that a child passed a level elsewhere, before this club used the
 * portals. Such a mark wins and loses as any other; no badge of this club belongs to it, and parents hear nothing of it.
 */
export const BROUGHT_DEVICE = '0b7049b7-0000-4000-8000-000000000000'

/** The time of a level of which nobody knows when it was passed, unix seconds. */
export const BEFORE_TS = 0
/** The day of such a level. */
export const BEFORE_DAY = '1970-01-01'

/** Whether the mark that counts says that a level was passed elsewhere. */
export function isBrought(mark: { stamp: { deviceId: string } } | undefined): boolean {
  return mark?.stamp.deviceId === BROUGHT_DEVICE
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
}

/**
 * All levels that a child has passed of whom only the last one is known, or the one at which it works: the levels before
 * it are passed too. `levels` are in the order of their trees.
 */
export function passedBefore(
  levels: readonly LevelPlace[],
  { passed, passedOn, at }: { passed: string | null; passedOn: string | null; at: string | null },
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
  if (passed !== null) days.set(passed, passedOn)
  return [...days].map(([key, on]) => ({ key, on }))
}
