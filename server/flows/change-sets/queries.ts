import type { ChangeSet } from '#contract/flows/change-sets.ts'
import { exactDays } from '#server/platform/sql/exact-days.ts'
import { getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { kindOf, undoKinds } from './kinds.ts'

const DAY_SECONDS = 86_400

/** SQL conditions of the change sets of club $2 that can still be undone at the time $3 (ms). */
const isOpen = `change_sets.client_id = $1 AND change_sets.club_id = $2 AND change_sets.undone_at IS NULL AND (
  ${Object.entries(undoKinds)
    .map(([kind, { days, isLeft }]) => {
      const isInTime =
        days === null ? 'true' : `change_sets.at > to_timestamp($3::bigint / 1000.0) - ${exactDays(days)}`
      return `change_sets.kind = '${kind}' AND ${isInTime} AND ${isLeft}`
    })
    .join('\n  OR ')})`

const LIST = tenantStatement(
  'flows/list-change-sets',
  `SELECT change_sets.id, change_sets.kind, floor(extract(epoch FROM change_sets.at))::int AS at,
     administrator.firstname || ' ' || administrator.lastname AS by
   FROM change_sets JOIN users administrator ON administrator.client_id = change_sets.client_id
     AND administrator.id = change_sets.user_id
   WHERE ${isOpen} ORDER BY change_sets.at DESC, change_sets.id LIMIT $4 OFFSET $5`,
)
const COUNT = tenantStatement(
  'flows/count-change-sets',
  `SELECT count(*)::int AS total FROM change_sets WHERE ${isOpen}`,
)

/** What can be undone at the club, newest first. */
export async function listChangeSets(
  tx: Tx,
  context: ClubContext,
  page: number,
  perPage: number,
): Promise<{ changeSets: ChangeSet[]; total: number }> {
  const { clubId, nowMs } = context
  const rows = await queryRows(tx, LIST, [clubId, nowMs, perPage, page * perPage])
  const { total } = await getRow(tx, COUNT, [clubId, nowMs])
  const facts = new Map<string, ChangeSet['facts']>()
  for (const [kind, { describe }] of Object.entries(undoKinds)) {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.id)
    if (ids.length > 0) for (const [id, described] of await describe(tx, context, ids)) facts.set(id, described)
  }
  const changeSets = rows.flatMap(({ id, kind, by, at }): ChangeSet[] => {
    const described = facts.get(id)
    const days = kindOf(kind)?.days ?? null
    return described ? [{ id, by, at, until: days === null ? null : at + days * DAY_SECONDS, facts: described }] : []
  })
  return { changeSets, total }
}
