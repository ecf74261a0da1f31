import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle } from '#server/platform/undo-journal.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { BroughtLinks } from './report.ts'

/** Before their use is read, or what comes while this waits would not be seen. */
const LOCK_PLANS = tenantStatement(
  'flows/lock-plans-of-archive',
  'SELECT FROM lesson_plans WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
)

/** A plan that a coach has edited, shared or put on a group since has an edit. */
const PLANS = tenantStatement(
  'flows/read-plans-of-archive',
  `SELECT plan.id, EXISTS (SELECT FROM lesson_plan_edits edit
     WHERE edit.client_id = plan.client_id AND edit.plan_id = plan.id) AS is_used
   FROM lesson_plans plan WHERE plan.client_id = $1 AND plan.id = ANY($2::uuid[]) ORDER BY plan.id`,
)

const REMOVE_PLAN_LINKS = tenantStatement(
  'flows/remove-groups-of-plans-of-archive',
  'DELETE FROM lesson_plan_groups WHERE client_id = $1 AND plan_id = ANY($2::uuid[]) RETURNING group_id, plan_id',
)

const REMOVE_SHARES = tenantStatement(
  'flows/remove-shares-of-plans-of-archive',
  'DELETE FROM lesson_plan_shares WHERE client_id = $1 AND plan_id = ANY($2::uuid[])',
)

const REMOVE_PLANS = tenantStatement(
  'flows/remove-plans-of-archive',
  'DELETE FROM lesson_plans WHERE client_id = $1 AND id = ANY($2::uuid[])',
)

/** SQL: no coach has given or ended what this lane of plans is about. */
const isUntouched = (lane: string) =>
  `NOT EXISTS (SELECT FROM lesson_plan_edits edit WHERE edit.client_id = $1 AND edit.lane = ${lane})`
/** SQL condition for the row `said` of a plan and its reader. */
export const IS_SHARE_UNTOUCHED = isUntouched(`'plan-share/' || said.plan || '/' || said.reader`)
/** SQL condition for the row `said` of a plan and its group. */
export const IS_PLACE_UNTOUCHED = isUntouched(`'plan-group/' || said.group_id || '/' || said.plan`)

/** The rows stay, so that tablets delete the plans. */
const END_SHARES = tenantStatement(
  'flows/end-shares-of-archive',
  `UPDATE lesson_plan_shares SET shared = false FROM unnest($2::uuid[], $3::uuid[]) said (plan, reader)
   WHERE lesson_plan_shares.client_id = $1 AND lesson_plan_shares.plan_id = said.plan
     AND lesson_plan_shares.user_id = said.reader AND lesson_plan_shares.shared AND ${IS_SHARE_UNTOUCHED}
   RETURNING lesson_plan_shares.plan_id`,
)

const END_PLACES = tenantStatement(
  'flows/end-groups-of-plans-of-archive',
  `UPDATE lesson_plan_groups SET attached = false FROM unnest($2::uuid[], $3::uuid[]) said (plan, group_id)
   WHERE lesson_plan_groups.client_id = $1 AND lesson_plan_groups.plan_id = said.plan
     AND lesson_plan_groups.group_id = said.group_id AND lesson_plan_groups.attached AND ${IS_PLACE_UNTOUCHED}
   RETURNING lesson_plan_groups.group_id, lesson_plan_groups.plan_id`,
)

/**
 * Removes the plans that an archive has brought and nobody has used since, and ends the shares and places on groups that
 * it gave to other plans, unless a coach has said otherwise since.
 */
export async function undoPlans(
  tx: Tx,
  { clubId }: ClubContext,
  ids: readonly string[],
  { shares, groups }: BroughtLinks = { shares: [], groups: [] },
): Promise<{ changed: ChangedKey[]; kept: Obstacle[] }> {
  const linked = [...shares, ...groups].map(({ plan }) => plan)
  await execute(tx, LOCK_PLANS, [[...ids, ...linked]])
  const plans = await queryRows(tx, PLANS, [ids])
  const unused = plans.filter(({ is_used: isUsed }) => isUsed !== true).map(({ id }) => id)
  const links = await queryRows(tx, REMOVE_PLAN_LINKS, [unused])
  await execute(tx, REMOVE_SHARES, [unused])
  await execute(tx, REMOVE_PLANS, [unused])
  const shared = await queryRows(tx, END_SHARES, [shares.map(({ plan }) => plan), shares.map(({ reader }) => reader)])
  links.push(...(await queryRows(tx, END_PLACES, [groups.map(({ plan }) => plan), groups.map(({ group }) => group)])))
  return {
    kept: plans.flatMap(({ id, is_used: isUsed }): Obstacle[] => (isUsed === true ? [{ why: 'used', id }] : [])),
    changed: [...planKeys(clubId, [...unused, ...shared.map(({ plan_id: id }) => id)]), ...placeKeys(clubId, links)],
  }
}

/** The changed keys of plans, and of their readers. */
export const planKeys = (clubId: string, plans: readonly string[]): ChangedKey[] =>
  [...new Set(plans)].map((key) => ({ clubId, kind: 'plan', key }))

/** The changed keys of plans on groups. */
export const placeKeys = (clubId: string, rows: readonly { group_id: string; plan_id: string }[]): ChangedKey[] =>
  rows.flatMap(({ group_id, plan_id }): ChangedKey[] => [
    { clubId, kind: 'plan', key: plan_id },
    { clubId, kind: 'plan_group', key: `${group_id}/${plan_id}` },
    { clubId, kind: 'group', key: group_id },
  ])
