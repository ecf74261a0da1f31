import { Type, type Static } from 'typebox'
import { MAX_CLUBS } from '#domain/tenants/max-clubs.ts'
import { DateText, Flag, Line, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** A text of one or more lines, without control characters but tabs and line feeds. */
const Words = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]*$' })

/**
 * A notification as authors see it [3.19]. It is shown in the coach and club portals from `start` to `end`, both days
 * included, by the club's calendar [R2.1].
 */
export const Notification = Type.Object({
  id: Type.String(),
  heading: Type.String(),
  description: Type.String(),
  start: Type.String(),
  end: Type.String(),
  /** Whether it is for all clubs; otherwise it is for `clubs`. */
  global: Type.Boolean(),
  clubs: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  revision: Type.String(),
})
export type Notification = Static<typeof Notification>

export const NotificationSort = Type.Union([
  Type.Literal('aheading'),
  Type.Literal('dheading'),
  Type.Literal('astart'),
  Type.Literal('dstart'),
])
export type NotificationSort = Static<typeof NotificationSort>

export const NotificationsQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(NotificationSort),
    search: Type.Optional(Search),
    /** 1: only those whose last day has not passed. */
    current: Type.Optional(Flag),
  },
  strict,
)
export type NotificationsQuery = Static<typeof NotificationsQuery>

const fields = {
  heading: Line,
  description: Words,
  start: DateText,
  end: DateText,
  global: Type.Boolean(),
  /** At least one, unless it is for all clubs. */
  club_ids: Type.Array(Uuid, { maxItems: MAX_CLUBS, uniqueItems: true }),
}
export const NotificationBody = Type.Object(fields, strict)
export type NotificationBody = Static<typeof NotificationBody>

/** A notification as it is shown to a coach or an administrator. */
export const Notice = Type.Object({
  id: Type.String(),
  heading: Type.String(),
  description: Type.String(),
  start: Type.String(),
  end: Type.String(),
  /** The revision changes with the text, so that a dismissed notification is shown again. */
  revision: Type.String(),
})
export type Notice = Static<typeof Notice>
