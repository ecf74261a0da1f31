import { Type, type Static } from 'typebox'
import { DateText, strict, Uuid } from '#contract/platform/fields.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const Names = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ maxLength: 100 }), strict)
const TermKind = Type.Union([Type.Literal('term'), Type.Literal('holiday')])
const Person = Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })

const termFields = { kind: TermKind, name: Names, first_date: DateText, last_date: DateText } as const

/** A term or a holiday, as who enters it says; names by two-letter language. */
export const TermBody = Type.Object(termFields, strict)
export type TermBody = Static<typeof TermBody>

/** The same as a group carries it: its dates depend on it. */
export const ClubTerm = Type.Object(termFields)
export type ClubTerm = Static<typeof ClubTerm>

export const Term = Type.Object({ id: Type.String(), ...termFields })
export type Term = Static<typeof Term>

/** What is different at one date of a group. */
export const SessionException = Type.Object({
  date: Type.String(),
  cancelled: Type.Boolean(),
  reason: nullable(Type.String()),
  cover: nullable(Person),
  /** On which day this session takes place instead. */
  moved_to: nullable(Type.String()),
  /** Which session takes place here instead. */
  moved_from: nullable(Type.String()),
  /** Of this day alone. */
  start_at: nullable(Type.String()),
  /** By the cover themselves, who may give it back; else the office named them. */
  taken: Type.Boolean(),
})
export type SessionException = Static<typeof SessionException>

/** How a dated session is to be: all of it, so that the same twice does nothing twice. */
export const SessionBody = Type.Object(
  {
    cancelled: Type.Boolean(),
    /** Why it is cancelled; coaches and parents read it. */
    reason: nullable(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*$' })),
    /** The coach who takes it instead of the group's own. */
    cover_uuid: nullable(Uuid),
    /** Where it takes place instead: on another day, at another hour of its own, or both; then neither cancelled nor covered here. */
    moved: nullable(Type.Object({ date: DateText, start_at: nullable(Type.String({ maxLength: 5 })) }, strict)),
  },
  strict,
)
export type SessionBody = Static<typeof SessionBody>

/** One dated session with its register. */
export const DatedSession = Type.Object({
  date: Type.String(),
  group: Type.Object({
    id: Type.String(),
    name: Type.String(),
    place: nullable(Type.String()),
    start_at: nullable(Type.String()),
    duration_minutes: Type.Integer(),
  }),
  /** The group's own on that day. */
  coaches: Type.Array(Person),
  cancelled: Type.Boolean(),
  reason: nullable(Type.String()),
  cover: nullable(Person),
  moved_to: nullable(Type.String()),
  moved_from: nullable(Type.String()),
  /** Of this day alone, or of the day it is moved to. */
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
    /** Both within, and at most six weeks. */
    from: DateText,
    to: DateText,
    coach_uuid: Type.Optional(Uuid),
    place: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** How many sessions of each day are answered; the counts are of all. */
    per_day: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
  },
  strict,
)
export type CalendarQuery = Static<typeof CalendarQuery>

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
  /** Of the register. */
  present: Type.Integer(),
  absent: Type.Integer(),
})
export type CalendarSession = Static<typeof CalendarSession>

export const CalendarDay = Type.Object({
  date: Type.String(),
  term: nullable(Names),
  holiday: nullable(Names),
  /** A holiday, or between two terms: no group meets. */
  closed: Type.Boolean(),
  total: Type.Integer(),
  cancelled: Type.Integer(),
  covered: Type.Integer(),
  /** By time, then name. */
  sessions: Type.Array(CalendarSession),
})
export type CalendarDay = Static<typeof CalendarDay>

export const Calendar = Type.Object({
  days: Type.Array(CalendarDay),
  /** Where any group of the club meets. */
  places: Type.Array(Type.String()),
})
export type Calendar = Static<typeof Calendar>
