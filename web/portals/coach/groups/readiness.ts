import type { SavedState } from '#web/offline/saved-files.ts'

/** What a tablet needs before it leaves the network. */
export interface Readiness {
  /** The groups and marks on it are of today. */
  data: boolean
  /** Every curriculum that its groups follow is on it. */
  curricula: boolean
  /** Whoever began to save videos and files has all of them. */
  files: boolean
  /** The portal itself is on it, so that a new tab opens. */
  portal: boolean
  /** There is room for marks. */
  room: boolean
  /** The session lasts out the day. */
  session: boolean
}

/** Films are no must; half of them are worse than none. */
export function isAllOrNothing({ savedBytes, saved, videos, files }: SavedState): boolean {
  return savedBytes === 0 || saved === videos + files
}

/** A long day at the pool. */
const LONGEST_DAY_MS = 12 * 60 * 60 * 1000

export function lastsTheDay(sessionEnds: number, now: number): boolean {
  return sessionEnds - now >= LONGEST_DAY_MS
}

/** In the order in which a coach can do something about them. */
const order = ['session', 'data', 'curricula', 'files', 'portal', 'room'] as const

export function missing(readiness: Readiness): (keyof Readiness)[] {
  return order.filter((part) => !readiness[part])
}
