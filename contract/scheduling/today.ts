import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import { CalendarSession } from './sessions.ts'

/** One of today's sessions with its register. */
export const TodaysSession = Type.Object({
  ...CalendarSession.properties,
  state: Type.Union([
    Type.Literal('cancelled'),
    Type.Literal('nobody'),
    Type.Literal('done'),
    Type.Literal('coming'),
    Type.Literal('open'),
    Type.Literal('late'),
  ]),
  /** Who took the register: one coach, or several. */
  taken_by: CalendarSession.properties.coaches,
  /** When its coaches were reminded, in unix seconds. */
  reminded_ts: nullable(Type.Integer()),
})
export type TodaysSession = Static<typeof TodaysSession>

/** The registers of the club's own day, ordered by time, then name. */
export const Today = Type.Object({ date: Type.String(), sessions: Type.Array(TodaysSession) })
export type Today = Static<typeof Today>
