import { Type, type Static } from 'typebox'
import { DateText, nullable, strict, Uuid } from '#contract/platform/fields.ts'

/** Names by two-letter language. */
const Names = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ maxLength: 100 }), strict)
const TermKind = Type.Union([Type.Literal('term'), Type.Literal('holiday')])
const Person = Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })

const termFields = { kind: TermKind, name: Names, first_date: DateText, last_date: DateText } as const

/** A term or a holiday to save. */
export const TermBody = Type.Object(termFields, strict)
export type TermBody = Static<typeof TermBody>

/** A term or a holiday as a part of a group, whose sessions depend on it. */
export const ClubTerm = Type.Object(termFields)
export type ClubTerm = Static<typeof ClubTerm>

export const Term = Type.Object({
  id: Type.String(),
  /** Changes when the term is changed; for `If-Match`. */
  revision: Type.String(),
  ...termFields,
})
export type Term = Static<typeof Term>

/** What is different about a group's session on one date. */
export const SessionException = Type.Object({
  date: Type.String(),
  cancelled: Type.Boolean(),
  /** Why the session is cancelled. */
  reason: nullable(Type.String()),
  /** The coach who takes the session in the place of the group's coaches. */
  cover: nullable(Person),
  /** The date to which this session was moved. */
  moved_to: nullable(Type.String()),
  /** The date of the session that was moved to this day. */
  moved_from: nullable(Type.String()),
  /** `HH:mm` at which it starts on this day only. */
  start_at: nullable(Type.String()),
  /** True when the cover took the session and may give it back, false when an administrator named the cover. */
  taken: Type.Boolean(),
})
export type SessionException = Static<typeof SessionException>

/** Sets everything about a dated session, so that repeating the request changes nothing. */
export const SessionBody = Type.Object(
  {
    cancelled: Type.Boolean(),
    /** Why it is cancelled; coaches and parents read it. */
    reason: nullable(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*$' })),
    /** The coach who takes it in the place of the group's coaches. */
    cover_uuid: nullable(Uuid),
    /** Another date, another time, or both; a session moved to another date is neither cancelled nor covered. */
    moved: nullable(Type.Object({ date: DateText, start_at: nullable(Type.String({ maxLength: 5 })) }, strict)),
  },
  strict,
)
export type SessionBody = Static<typeof SessionBody>

/** One dated session with its register. */
export const DatedSession = Type.Object({
  date: Type.String(),
  /** Changes when the session is cancelled, restored, moved or covered; for `If-Match`. */
  revision: Type.String(),
  group: Type.Object({
    id: Type.String(),
    name: Type.String(),
    place: nullable(Type.String()),
    start_at: nullable(Type.String()),
    duration_minutes: Type.Integer(),
    /** How many members the group has places for; null for no limit. */
    max_size: nullable(Type.Integer()),
  }),
  /** The group's own coaches on that day. */
  coaches: Type.Array(Person),
  cancelled: Type.Boolean(),
  reason: nullable(Type.String()),
  cover: nullable(Person),
  moved_to: nullable(Type.String()),
  moved_from: nullable(Type.String()),
  /** `HH:mm` at which it starts on this day only, or on the day to which it was moved. */
  moved_start: nullable(Type.String()),
  members: Type.Array(
    Type.Object({
      uuid: Type.String(),
      firstname: Type.String(),
      lastname: Type.String(),
      attendance: nullable(Type.Union([Type.Literal('present'), Type.Literal('absent')])),
    }),
  ),
})
export type DatedSession = Static<typeof DatedSession>

export const CalendarQuery = Type.Object(
  {
    /** The first and the last day, both included, at most six weeks. */
    from: DateText,
    to: DateText,
    coach_uuid: Type.Optional(Uuid),
    place: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** The most sessions to return for each day; the counts are of all. */
    per_day: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
  },
  strict,
)
export type CalendarQuery = Static<typeof CalendarQuery>

/** A session on its day of the calendar. `members` is the number of the group's members on that day. */
export const CalendarSession = Type.Object({
  group_id: Type.String(),
  name: Type.String(),
  place: nullable(Type.String()),
  start_at: nullable(Type.String()),
  duration_minutes: Type.Integer(),
  coaches: Type.Array(Person),
  cancelled: Type.Boolean(),
  reason: nullable(Type.String()),
  cover: nullable(Person),
  moved_from: nullable(Type.String()),
  members: Type.Integer(),
  /** How many members the group has places for; null for no limit. */
  max_size: nullable(Type.Integer()),
  /** The counts of the register. */
  present: Type.Integer(),
  absent: Type.Integer(),
})
export type CalendarSession = Static<typeof CalendarSession>

/** One day of the calendar. `total`, `cancelled` and `covered` are numbers of sessions on that day. */
export const CalendarDay = Type.Object({
  date: Type.String(),
  /** The names of the term and of the holiday in which the day lies. */
  term: nullable(Names),
  holiday: nullable(Names),
  /** A holiday, or a day between two terms, on which no group meets. */
  closed: Type.Boolean(),
  total: Type.Integer(),
  cancelled: Type.Integer(),
  covered: Type.Integer(),
  /** Ordered by time, then name. */
  sessions: Type.Array(CalendarSession),
})
export type CalendarDay = Static<typeof CalendarDay>

export const Calendar = Type.Object({
  days: Type.Array(CalendarDay),
  /** All places at which groups of the club meet. */
  places: Type.Array(Type.String()),
})
export type Calendar = Static<typeof Calendar>
