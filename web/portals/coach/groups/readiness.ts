import type { SavedState } from '#web/offline/saved-files.ts'

/** What a tablet needs before it can leave the network; true where the need is met. */
export interface Readiness {
  /** Groups and marks were pulled today. */
  data: boolean
  /** Every curriculum of the groups is on the device. */
  curricula: boolean
  /** Either no video or file is saved, or all of them are. */
  files: boolean
  /** The portal itself is cached, so that a new tab opens without network. */
  portal: boolean
  /** There is enough storage space for marks. */
  room: boolean
  /** The session does not end within the day. */
  session: boolean
}

/** Whether no file is saved or all are: saving is optional, but a coach who began it expects all of them. */
export function isAllOrNothing({ savedBytes, saved, videos, files }: SavedState): boolean {
  return savedBytes === 0 || saved === videos + files
}

/** The longest working day of a coach. */
const WORKING_DAY_MS = 12 * 60 * 60 * 1000

export function lastsWorkingDay(sessionEnds: number, now: number): boolean {
  return sessionEnds - now >= WORKING_DAY_MS
}

/** The needs, ordered by what a coach should do first. */
export const NEEDS = ['session', 'data', 'curricula', 'files', 'portal', 'room'] as const

/** The needs that are not met. */
export function unmetNeeds(readiness: Readiness): (keyof Readiness)[] {
  return NEEDS.filter((part) => !readiness[part])
}
