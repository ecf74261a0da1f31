import { Type, type Static } from 'typebox'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** Why something that the course provider says could not be taken over. */
export const RosterWhy = Type.Union([
  Type.Literal('no-birthday'),
  Type.Literal('number-taken'),
  Type.Literal('no-time'),
])

/** How the rosters of the course provider stand, as the club of the session sees it. Times are unix seconds. */
export const RosterState = Type.Object({
  /** `waiting`: for its time; `again`: the last try failed and another one is on its way. */
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('again')]),
  /** When it is read next; null while it is read. */
  next: nullable(Type.Integer()),
  /** Why the last try failed; one of `EXTERNAL_*_ERROR`, or `UNKNOWN_ERROR`. */
  error: nullable(Type.String()),
  /** The last run that came to an end; null before the first. */
  last: nullable(
    Type.Object({
      ended_at: Type.Integer(),
      /** Null when everything was read. */
      error: nullable(Type.String()),
      /** What it did at this club. */
      members_new: Type.Integer(),
      members_changed: Type.Integer(),
      members_ended: Type.Integer(),
      groups_new: Type.Integer(),
      groups_changed: Type.Integer(),
      groups_ended: Type.Integer(),
      places_new: Type.Integer(),
      places_ended: Type.Integer(),
      problems: Type.Array(Type.Object({ number: Type.String(), why: RosterWhy })),
    }),
  ),
})
export type RosterState = Static<typeof RosterState>
