import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'

/** Months; null: kept until somebody takes it away. */
const Months = Type.Union([Type.Integer({ minimum: 3, maximum: 240 }), Type.Null()])

/** How long a client keeps what nobody needs any more. */
export const RetentionPeriods = Type.Object(
  {
    /** Children who are active in no club: erased with all that hangs on them. */
    members: Months,
    /** Accounts of parents without a child and of staff without a club that nobody uses: closed for good. */
    accounts: Months,
    /** What was sent and done beside the requests, and counts of visits: deleted. */
    records: Months,
  },
  strict,
)
export type RetentionPeriods = Static<typeof RetentionPeriods>

export const Retention = Type.Object({
  periods: RetentionPeriods,
  /** How many would go now. */
  due: Type.Record(Type.String(), Type.Integer()),
  /** Periods that cannot be set, because a course provider owns these records. */
  shut: Type.Array(Type.String()),
  /** When it is done next, unix seconds; null where nothing is to go. */
  next_ts: Type.Union([Type.Integer(), Type.Null()]),
  revision: Type.String(),
})
export type Retention = Static<typeof Retention>

const Asked = Type.Optional(Type.String({ pattern: '^([3-9]|[1-9]\\d|1\\d\\d|2[0-3]\\d|240)$' }))
/** With which months it is counted; without any, with those that are set. */
export const RetentionQuery = Type.Object({ members: Asked, accounts: Asked, records: Asked }, strict)
