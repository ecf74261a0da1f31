import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'

/** A number of months; null = kept until somebody deletes it. */
const Months = Type.Union([Type.Integer({ minimum: 3, maximum: 240 }), Type.Null()])

/** How long a client keeps records that nobody needs any more [R9.6]. */
export const RetentionPeriods = Type.Object(
  {
    /** After this time, children who are active in no club are erased. */
    members: Months,
    /** After this time since they were last there, guests about whom no office has decided are erased. */
    guests: Months,
    /** After this time, unused accounts of parents without a child and of staff without a club are closed. */
    accounts: Months,
    /** After this time, records of mails, of background tasks and of page views are deleted. */
    records: Months,
  },
  strict,
)
export type RetentionPeriods = Static<typeof RetentionPeriods>

/** Periods to be set. Pages from before guests had one do not name it; it stays as it is. */
export const RetentionChange = Type.Object({ ...RetentionPeriods.properties, guests: Type.Optional(Months) }, strict)
export type RetentionChange = Static<typeof RetentionChange>

/** A client's periods and their effect. */
export const Retention = Type.Object({
  periods: RetentionPeriods,
  /** How many members, guests, accounts and records would be removed now, by the name of the period. */
  due: Type.Record(Type.String(), Type.Integer()),
  /** The names of periods that cannot be set, because a course provider owns these records. */
  shut: Type.Array(Type.String()),
  /** The time of the next removal, unix seconds; null when no period is set. */
  next_ts: Type.Union([Type.Integer(), Type.Null()]),
  revision: Type.String(),
})
export type Retention = Static<typeof Retention>

/** 3 to 240, as in `Months`. */
const MonthsText = Type.Optional(Type.String({ pattern: '^([3-9]|[1-9]\\d|1\\d\\d|2[0-3]\\d|240)$' }))
/** The periods for which to count what would be removed. A period that is left out is the saved one. */
export const RetentionQuery = Type.Object(
  { members: MonthsText, guests: MonthsText, accounts: MonthsText, records: MonthsText },
  strict,
)
