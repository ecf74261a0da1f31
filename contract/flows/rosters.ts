import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'

/**
 * Why a member or class of the course provider could not be imported: it has no date of birth, its membership number
 * belongs to another member here, or it has no weekly time.
 */
export const RosterProblemReason = Type.Union([
  Type.Literal('no-birthday'),
  Type.Literal('number-taken'),
  Type.Literal('no-time'),
])

/** The state of the roster import from the course provider, for the club of the session. Times are unix seconds. */
export const RosterState = Type.Object({
  /** `waiting`: the import waits for the next run. `again`: the last try failed, and another one will follow. */
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('again')]),
  /** The time of the next run; null while one is running. */
  next: nullable(Type.Integer()),
  /** Why the last try failed: one of `EXTERNAL_*_ERROR`, or `UNKNOWN_ERROR`; else null. */
  error: nullable(Type.String()),
  /** The last run that ended; null before the first. */
  last: nullable(
    Type.Object({
      ended_at: Type.Integer(),
      /** Null when everything was read. */
      error: nullable(Type.String()),
      /** The effects at this club (`ROSTER_EFFECTS`). */
      members_new: Type.Integer(),
      members_changed: Type.Integer(),
      members_ended: Type.Integer(),
      groups_new: Type.Integer(),
      groups_changed: Type.Integer(),
      groups_ended: Type.Integer(),
      places_new: Type.Integer(),
      places_ended: Type.Integer(),
      /** Members and classes that could not be imported, by their number at the provider. */
      problems: Type.Array(Type.Object({ number: Type.String(), why: RosterProblemReason })),
    }),
  ),
})
export type RosterState = Static<typeof RosterState>
