import { exactDays } from '#server/platform/sql/exact-days.ts'

/**
 * Parents see an award, and get a mail about it, only after this time [R7.15]: a coach who passed a level by mistake
 * takes it back before.
 */
export const AWARD_AFTER_MS = 15 * 60_000

/** AWARD_AFTER_MS as an interval of SQL. */
const AWARD_AFTER = `interval '${AWARD_AFTER_MS / 60_000} minutes'`
/** Parents do not read of an award that stood for less than this, nor of an interruption that was shorter than this. */
const MIN_SHOWN_TIME = exactDays(1)

/** SQL condition: an award stands; one of a level that was passed elsewhere is none of this club's. `award`: its row. */
export const awardStands = (award: string) => `NOT ${award}.brought AND ${award}.ended_at IS NULL`

/** SQL condition: an award stands and parents may see it. `now` is the parameter with the time of the request. */
export const awardShownToParents = (award: string, now: string) =>
  `${awardStands(award)} AND ${award}.given_at <= ${now}::timestamptz - ${AWARD_AFTER}`

/** SQL condition: an award stands, but parents may not see it yet. */
export const awardPendingForParents = (award: string, now: string) =>
  `${awardStands(award)} AND ${award}.given_at > ${now}::timestamptz - ${AWARD_AFTER}`

/**
 * SQL condition: an award ended and parents read of that in the history. They do not when the level was passed again
 * soon afterwards and stayed passed.
 */
export const endedAwardShownToParents = (
  award: string,
) => `NOT ${award}.brought AND ${award}.ended_at >= ${award}.given_at + ${MIN_SHOWN_TIME}
  AND NOT EXISTS (SELECT FROM awards later WHERE later.client_id = ${award}.client_id
    AND later.member_id = ${award}.member_id AND later.scheme_id = ${award}.scheme_id
    AND later.node_id = ${award}.node_id AND later.id <> ${award}.id
    AND later.given_at >= ${award}.ended_at AND later.given_at < ${award}.ended_at + ${MIN_SHOWN_TIME}
    AND (later.ended_at IS NULL OR later.ended_at >= later.given_at + ${MIN_SHOWN_TIME}))`
