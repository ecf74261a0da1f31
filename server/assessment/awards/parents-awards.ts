/** A pass that was a slip of the finger is taken back by then: for parents it is no award before, nor sent by mail [R7.15]. */
export const AWARD_AFTER_MS = 15 * 60_000

const after = `interval '${AWARD_AFTER_MS / 60_000} minutes'`
/** What stood, or was missing, for less than this leaves no trace with parents. */
const NO_TRACE = `interval '1 day'`

/** SQL: the award `r` stands and parents may know of it; `at` is the parameter with the time of asking. */
export const standsForParents = (r: string, at: string) =>
  `${r}.ended_at IS NULL AND ${r}.given_at <= ${at}::timestamptz - ${after}`

/** SQL: the award `r` stands, but not for parents yet. */
export const waitsForParents = (r: string, at: string) =>
  `${r}.ended_at IS NULL AND ${r}.given_at > ${at}::timestamptz - ${after}`

/** SQL: the award `r` was taken back, and parents read of it in the history: not when it was soon given again for good. */
export const endedForParents = (r: string) => `${r}.ended_at >= ${r}.given_at + ${NO_TRACE}
  AND NOT EXISTS (SELECT FROM awards later WHERE later.client_id = ${r}.client_id AND later.member_id = ${r}.member_id
    AND later.scheme_id = ${r}.scheme_id AND later.node_id = ${r}.node_id AND later.id <> ${r}.id
    AND later.given_at >= ${r}.ended_at AND later.given_at < ${r}.ended_at + ${NO_TRACE}
    AND (later.ended_at IS NULL OR later.ended_at >= later.given_at + ${NO_TRACE}))`
