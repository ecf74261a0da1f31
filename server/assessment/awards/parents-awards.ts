/**
 * Parents see an award, and get a mail about it, only after this time [R7.15]: a coach who passed a level by mistake
 * takes it back before.
 */
export const AWARD_AFTER_MS = 15 * 60_000

const after = `interval '${AWARD_AFTER_MS / 60_000} minutes'`
/** Parents do not read of an award that stood for less than this, nor of an interruption that was shorter than this. */
const NO_TRACE = `interval '1 day'`

/** SQL condition: the award `r` stands and parents may see it. `at` is the parameter with the time of the request. */
export const awardShownToParents = (r: string, at: string) =>
  `${r}.ended_at IS NULL AND ${r}.given_at <= ${at}::timestamptz - ${after}`

/** SQL condition: the award `r` stands, but parents may not see it yet. */
export const awardPendingForParents = (r: string, at: string) =>
  `${r}.ended_at IS NULL AND ${r}.given_at > ${at}::timestamptz - ${after}`

/**
 * SQL condition: the award `r` ended and parents read of that in the history. They do not when the level was passed
 * again soon afterwards and stayed passed.
 */
export const endedAwardShownToParents = (r: string) => `${r}.ended_at >= ${r}.given_at + ${NO_TRACE}
  AND NOT EXISTS (SELECT FROM awards later WHERE later.client_id = ${r}.client_id AND later.member_id = ${r}.member_id
    AND later.scheme_id = ${r}.scheme_id AND later.node_id = ${r}.node_id AND later.id <> ${r}.id
    AND later.given_at >= ${r}.ended_at AND later.given_at < ${r}.ended_at + ${NO_TRACE}
    AND (later.ended_at IS NULL OR later.ended_at >= later.given_at + ${NO_TRACE}))`
