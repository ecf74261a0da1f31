import { Type } from 'typebox'
import { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import { queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { nameOf, numberedGroups } from './queries.ts'

/** SQL condition on `plan`: it is on a group of the club $2, or of any club where $2 is null. */
const isOfClub = `plan.revision > 0 AND NOT plan.deleted AND ($2::uuid IS NULL OR EXISTS (
  SELECT FROM lesson_plan_groups link JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
  WHERE link.client_id = plan.client_id AND link.plan_id = plan.id AND link.attached AND groups.club_id = $2))`

/** The plans on groups of the club, which are those that its administrators may read [R10]; of a client all plans. */
const PLANS = tenantStatement(
  'flows/read-plans-of-export',
  `SELECT plan.id AS plan, ${nameOf('coach')} AS coach, coach.type, coach.email, coach.username,
     schemes.slug AS scheme, plan.title, plan.sections, plan.reminder, plan.copy_of, plan.ts::int AS ts
   FROM lesson_plans plan
   JOIN users coach ON coach.client_id = plan.client_id AND coach.id = plan.owner_id
   JOIN schemes ON schemes.client_id = plan.client_id AND schemes.id = plan.scheme_id
   WHERE plan.client_id = $1 AND ${isOfClub} ORDER BY plan.ts, plan.id`,
  { json: { sections: Type.Index(LessonPlan.properties.content, ['sections']) } },
)

/** Who may read these plans; a club's file names its own coaches only. */
const SHARES = tenantStatement(
  'flows/read-plan-shares-of-export',
  `SELECT plan.id AS plan, ${nameOf('coach')} AS coach, coach.type, coach.email, coach.username, share.ts::int AS ts
   FROM lesson_plans plan
   JOIN lesson_plan_shares share ON share.client_id = plan.client_id AND share.plan_id = plan.id AND share.shared
   JOIN users coach ON coach.client_id = share.client_id AND coach.id = share.user_id
   WHERE plan.client_id = $1 AND ${isOfClub} AND ($2::uuid IS NULL OR EXISTS (SELECT FROM user_clubs work
     WHERE work.client_id = share.client_id AND work.user_id = share.user_id AND work.club_id = $2))
   ORDER BY plan.ts, plan.id, coach.sort_name, coach.email, coach.id`,
)

const LINKS = tenantStatement(
  'flows/read-plan-groups-of-export',
  `WITH ${numberedGroups}
   SELECT plan.id AS plan, groups.number AS group_number, groups.name AS group, ${nameOf('coach')} AS coach, coach.type,
     coach.email, coach.username, link.ts::int AS ts
   FROM groups_of_club groups
   JOIN lesson_plan_groups link ON link.client_id = $1 AND link.group_id = groups.id AND link.attached
   JOIN lesson_plans plan ON plan.client_id = link.client_id AND plan.id = link.plan_id AND plan.revision > 0
     AND NOT plan.deleted
   JOIN users coach ON coach.client_id = link.client_id AND coach.id = link.author_id
   ORDER BY plan.ts, plan.id, groups.number`,
)

export interface ExportedPlans {
  plans: RowOf<typeof PLANS>[]
  shares: RowOf<typeof SHARES>[]
}

/** The lesson plans on groups of a club with their readers, or all of the client. */
export async function readPlans(tx: Tx, clubId: string | null): Promise<ExportedPlans> {
  return { plans: await queryRows(tx, PLANS, [clubId]), shares: await queryRows(tx, SHARES, [clubId]) }
}

/** On which groups of a club lesson plans are. */
export async function readPlanGroups(tx: Tx, clubId: string): Promise<RowOf<typeof LINKS>[]> {
  return queryRows(tx, LINKS, [clubId])
}
