import { Type } from 'typebox'
import { GroupLessonPlan, LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import { findRow, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** SQL of a user as JSON; `user` is the name of the user's row. */
const personJson = (user: string) =>
  `json_build_object('uuid', ${user}.id, 'firstname', ${user}.firstname, 'lastname', ${user}.lastname)`

/** SQL of the content of the plan `plan` as JSON. */
const contentJson = `json_build_object('title', plan.title, 'sections', plan.sections, 'reminder', plan.reminder,
      'schemeSlug', (SELECT schemes.slug FROM schemes
        WHERE schemes.client_id = plan.client_id AND schemes.id = plan.scheme_id))`

const PLANS_OF_COACH = tenantStatement(
  'assessment/list-plans-of-coach',
  `SELECT ARRAY(SELECT id FROM lesson_plans WHERE client_id = $1 AND owner_id = $2 AND revision > 0
   UNION SELECT plan_id FROM lesson_plan_shares WHERE client_id = $1 AND user_id = $2
   UNION SELECT plan_id FROM lesson_plan_groups WHERE client_id = $1 AND group_id = ANY($3::uuid[])) AS plans`,
  { prepare: true },
)

/**
 * Ids of the plans whose changes a coach's device receives: the coach's own, those that are or were shared with the
 * coach, and those that are or were on one of the coach's groups. `CHANGED_PLANS` decides which of them the coach
 * may still read; the device deletes the others.
 */
export async function concernedPlans(tx: Tx, userId: string, groups: readonly string[]): Promise<string[]> {
  const row = await getRow(tx, PLANS_OF_COACH, [userId, groups])
  return row.plans
}

/**
 * Plans by id ($2), as a coach ($3) with these groups ($4) may read them. The data is null when the plan is
 * deleted or the coach may not read it, or no longer. The owner sees all readers of a plan, any other coach only his or
 * her own share.
 */
export const CHANGED_PLANS = tenantStatement(
  'assessment/list-changed-plans',
  `SELECT changed.key, CASE WHEN plan.id IS NOT NULL THEN json_build_object('uuid', plan.id,
     'owner', ${personJson('owner')},
     'content', ${contentJson},
     'revision', plan.revision, 'last', json_build_object('chain', plan.chain, 'seq', plan.chain_seq),
     'copyOf', plan.copy_of, 'ts', plan.ts,
     'shared', coalesce((
       SELECT json_agg(${personJson('reader')} ORDER BY reader.lastname, reader.firstname)
       FROM lesson_plan_shares share
       JOIN users reader ON reader.client_id = share.client_id AND reader.id = share.user_id
       WHERE share.client_id = plan.client_id AND share.plan_id = plan.id AND share.shared
         AND (plan.owner_id = $3 OR share.user_id = $3)), '[]')) END AS data
   FROM unnest($2::text[]) changed (key)
   LEFT JOIN lesson_plans plan ON plan.client_id = $1 AND plan.id = changed.key::uuid
     AND plan.revision > 0 AND NOT plan.deleted AND (plan.owner_id = $3
       OR EXISTS (SELECT FROM lesson_plan_shares share WHERE share.client_id = plan.client_id
         AND share.plan_id = plan.id AND share.user_id = $3 AND share.shared)
       OR EXISTS (SELECT FROM lesson_plan_groups link WHERE link.client_id = plan.client_id
         AND link.plan_id = plan.id AND link.attached AND link.group_id = ANY($4::uuid[])))
   LEFT JOIN users owner ON owner.client_id = plan.client_id AND owner.id = plan.owner_id
   WHERE changed.key IS NOT NULL`,
  { prepare: true, json: { data: LessonPlan } },
)

// one row for the group of the club
const PLANS_OF_GROUP = tenantStatement(
  'assessment/list-plans-of-group',
  `SELECT coalesce((SELECT json_agg(json_build_object('uuid', plan.id, 'owner', ${personJson('owner')},
      'content', ${contentJson}, 'ts', plan.ts) ORDER BY plan.ts DESC, plan.id)
    FROM lesson_plan_groups link
    JOIN lesson_plans plan ON plan.client_id = link.client_id AND plan.id = link.plan_id
      AND plan.revision > 0 AND NOT plan.deleted
    JOIN users owner ON owner.client_id = plan.client_id AND owner.id = plan.owner_id
    WHERE link.client_id = groups.client_id AND link.group_id = groups.id AND link.attached), '[]') AS plans
   FROM groups WHERE groups.client_id = $1 AND groups.id = $2 AND groups.club_id = $3`,
  { json: { plans: Type.Array(GroupLessonPlan) } },
)

/** The plans on a group of the club, the newest first; null when the club has no such group. */
export async function readGroupPlans(tx: Tx, clubId: string, groupId: string): Promise<GroupLessonPlan[] | null> {
  const row = await findRow(tx, PLANS_OF_GROUP, [groupId, clubId])
  return row?.plans ?? null
}

/**
 * The links of plans to groups, by their keys ($2) and the group ($4) and plan ($5) of each. The data is null when the plan is not
 * attached, or no longer, or when the group is none of the coach's ($3).
 */
export const CHANGED_PLAN_GROUPS = tenantStatement(
  'assessment/list-changed-plan-groups',
  `SELECT changed.key, CASE WHEN link.attached THEN
     json_build_object('groupId', link.group_id, 'planUuid', link.plan_id, 'ts', link.ts) END AS data
   FROM unnest($2::text[], $4::uuid[], $5::uuid[]) changed (key, group_id, plan_id)
   LEFT JOIN lesson_plan_groups link ON link.client_id = $1 AND link.group_id = changed.group_id
     AND link.plan_id = changed.plan_id AND link.group_id = ANY($3::uuid[])
   WHERE changed.key IS NOT NULL`,
  { prepare: true, json: { data: LessonPlanGroup } },
)
