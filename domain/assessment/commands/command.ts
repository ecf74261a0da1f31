import type { CommandState } from './state.ts'

/** Why an edit is rejected; `docs/errors.md` explains each. */
export type RejectionCode =
  | 'UNKNOWN_KIND'
  | 'INVALID_PAYLOAD'
  | 'HASH_MISMATCH'
  | 'OP_ID_REUSED'
  | 'WRONG_LANE'
  | 'WRONG_AUTHOR'
  | 'UNKNOWN_MEMBER_OR_GROUP'
  | 'MEMBER_EXISTS'
  | 'MEMBER_MERGED'
  | 'MEMBER_ERASED'
  | 'NOT_ASSIGNED'
  | 'UNKNOWN_NODE'
  | 'NOT_IN_LEVELS'
  | 'PASS_GRADE_UNKNOWN'
  | 'DATE_NOT_ALLOWED'
  | 'FEATURE_OFF'
  | 'UNKNOWN_PLAN'
  | 'NOT_PLAN_OWNER'
  | 'PLAN_CHANGED'
  | 'UNKNOWN_COLLEAGUE'

/** One edit that a coach made on a device. */
export interface Edit<P> {
  payload: P
  /** The club's change counter that the device had reached at the time of the edit; null = not known. */
  baseRev: number | null
}

/** The payload to store, in which nothing is later than `nowMs`, or why the edit is rejected. */
export type Decision<P> = { ok: true; payload: P } | { ok: false; code: RejectionCode }

/**
 * What a coach can do with one kind of thing. A device runs it when the coach taps, to show the edit or the reason why
 * it cannot be made; the server runs it again on what it knows, and that decides.
 */
export interface Command<P> {
  /** The lane of the edit: of all edits in a lane one counts. `club` is the id of the club. */
  lane: (payload: P, club: string) => string
  /** False for a payload that its schema allows, but that has no meaning. */
  isValid: (payload: P) => boolean
  /** Judges an edit at the time `nowMs`. What is missing is told first, then what is not allowed, then the date. */
  decide: (state: CommandState, edit: Edit<P>, nowMs: number) => Decision<P>
}

export function reject(code: RejectionCode): { ok: false; code: RejectionCode } {
  return { ok: false, code }
}
