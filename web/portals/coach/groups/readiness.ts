import type { SavedState } from '#web/offline/saved-files.ts'

/** What a tablet needs before it can leave the network; true where the need is met. */
export interface Readiness {
  /** The last pull was today, in the club's time zone. */
  data: boolean
  /** Every curriculum of the groups is on the device. */
  curricula: boolean
  /** Either no video or file is saved, or all of them are. */
  files: boolean
  /** The portal itself is cached, so that a new tab opens without network. */
  portal: boolean
  /** There is enough storage space for marks. */
  room: boolean
  /** The session lasts for the longest working day of a coach. */
  session: boolean
}

/** Whether no file is saved or all are: saving is optional, but a coach who began it expects all of them. */
export function isAllOrNothing({ savedBytes, saved, videos, files }: SavedState): boolean {
  return savedBytes === 0 || saved === videos + files
}

/** The longest working day of a coach, 12 hours. */
const WORKING_DAY_MS = 12 * 60 * 60 * 1000

/** Whether a session that ends at this time (unix ms) lasts for a whole working day from now. */
export function lastsWorkingDay(sessionEnds: number, now: number): boolean {
  return sessionEnds - now >= WORKING_DAY_MS
}

/** The needs, ordered by what a coach should do first. */
export const NEEDS = ['session', 'data', 'curricula', 'files', 'portal', 'room'] as const

/** The needs that are not met. */
export function unmetNeeds(readiness: Readiness): (keyof Readiness)[] {
  return NEEDS.filter((need) => !readiness[need])
}
