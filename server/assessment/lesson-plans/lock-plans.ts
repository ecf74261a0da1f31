import { Type } from 'typebox'
import { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { LaneEdit } from '#domain/assessment/lane.ts'
import type { StoredPlan } from '#domain/assessment/lesson-plan.ts'
import type { PlanKind } from '#domain/assessment/commands/commands.ts'
import type { CheckedOf } from '#server/assessment/sync/check-operations.ts'
import { coversNow } from '#server/assessment/sync/session-cover-sql.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAtClubOf } from '#server/tenants/clubs/today.ts'

/**
 * An edit of a plan's text, of its readers or of its groups that passed all checks but one: whether its author may use
 * the plan is judged under the plan's lock (`foldPlans`).
 */
export type CheckedPlan = CheckedOf<PlanKind>

/** A stored plan with its owner, and whether the author of the batch may read the plan. */
export interface LockedPlan extends StoredPlan {
  ownerId: string
  readable: boolean
}

/** An edit of a share, or of a plan's link to a group, as the table of plan edits stores it. */
export interface PlanLinkEdit extends LaneEdit {
  value: boolean
  ts: number
}

/** The state of all plans that a batch of edits concerns, before the batch is applied. */
export interface LockedPlans {
  plans: ReadonlyMap<string, LockedPlan>
  /** Ids of the schemes that these plans belong to, by slug. */
  schemes: ReadonlyMap<string, string>
  /** Earlier edits of shares and links to groups, by lane. */
  links: ReadonlyMap<string, PlanLinkEdit[]>
  /** By plan: the clubs where somebody's device may hold the plan. */
  clubsByPlan: ReadonlyMap<string, readonly string[]>
  /** By user: the clubs of the author, and of everybody with whom this batch shares a plan. */
  clubsByUser: ReadonlyMap<string, readonly string[]>
  /** By plan: the groups that it is attached to, with their clubs. */
  groupsByPlan: ReadonlyMap<string, readonly { groupId: string; clubId: string }[]>
}

/** Groups rows by key, and takes the value of each row. */
function groupRows<R, V>(rows: readonly R[], key: (row: R) => string, value: (row: R) => V): Map<string, V[]> {
  return new Map([...Map.groupBy(rows, key)].map(([sharedKey, matching]) => [sharedKey, matching.map(value)]))
}

/**
 * Inserts a row for each new plan, locks all plans in the order of their ids, and reads their state; the statements are
 * sent together. The lock on a plan covers its copies too, because only edits of the plan make them.
 */
export async function lockPlans(tx: Tx, authorId: string, edits: readonly CheckedPlan[]): Promise<LockedPlans> {
  if (edits.length === 0)
    return {
      plans: new Map(),
      schemes: new Map(),
      links: new Map(),
      clubsByPlan: new Map(),
      clubsByUser: new Map(),
      groupsByPlan: new Map(),
    }
  const { plans, readable, links, planClubs, userClubs, planGroups } = await lockAndRead(tx, authorId, edits)
  const mayRead = new Set(readable.map((row) => row.plan_id))
  return {
    plans: new Map(
      plans.map((row) => [
        row.id,
        {
          id: row.id,
          ownerId: row.owner_id,
          // revision 0: the row was inserted just now, and nothing has been written to the plan yet
          readable: row.revision > 0 && (row.owner_id === authorId || mayRead.has(row.id)),
          content: {
            title: row.title ?? '',
            schemeSlug: row.slug ?? '',
            sections: row.sections ?? [],
            reminder: row.reminder ?? '',
          },
          revision: row.revision,
          deleted: row.deleted,
          copyOf: row.copy_of,
          last: { chain: row.chain ?? '', seq: row.chain_seq ?? 0 },
        },
      ]),
    ),
    schemes: new Map(
      plans.flatMap((row) => (row.slug !== null && row.scheme_id !== null ? [[row.slug, row.scheme_id]] : [])),
    ),
    links: groupRows(
      links,
      (row) => row.lane,
      (row) => ({
        opId: row.op_id,
        value: row.value,
        ts: row.ts,
        supersededByOwnEdit: row.superseded_by_own_edit,
        stamp: { ms: row.stamp_ms, counter: row.stamp_counter, deviceId: row.stamp_device, deviceSeq: row.stamp_seq },
      }),
    ),
    clubsByPlan: groupRows(
      planClubs,
      (row) => row.plan_id,
      (row) => row.club_id,
    ),
    clubsByUser: groupRows(
      userClubs,
      (row) => row.user_id,
      (row) => row.club_id,
    ),
    groupsByPlan: groupRows(
      planGroups,
      (row) => row.plan_id,
      (row) => ({ groupId: row.group_id, clubId: row.club_id }),
    ),
  }
}

/** SQL: a device receives changes until 30 days after its coach has left, as for groups (`changes.ts`). */
const worksOrLatelyWorked = `(user_clubs.to_date IS NULL OR user_clubs.to_date >= ${todayAtClubOf('user_clubs')} - 30)`

const INSERT_PLANS = tenantStatement(
  'assessment/insert-plans',
  `INSERT INTO lesson_plans (client_id, owner_id, id)
   SELECT $1, $2, id FROM unnest($3::uuid[]) id ORDER BY id ON CONFLICT DO NOTHING RETURNING client_id`,
  { prepare: true },
)

const LOCK_PLANS = tenantStatement(
  'assessment/lock-plans',
  `SELECT id, owner_id, scheme_id, title, sections, reminder, revision, deleted, copy_of, chain, chain_seq,
     (SELECT schemes.slug FROM schemes
      WHERE schemes.client_id = lesson_plans.client_id AND schemes.id = lesson_plans.scheme_id) AS slug
   FROM lesson_plans WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE OF lesson_plans`,
  { prepare: true, json: { sections: LessonPlan.properties.content.properties.sections } },
)

// the plans that are shared with the author, or are on a group that the author coaches or covers
const READABLE_PLANS = tenantStatement(
  'assessment/list-readable-plans',
  `SELECT plan_id FROM lesson_plan_shares WHERE client_id = $1 AND plan_id = ANY($2) AND user_id = $3 AND shared
   UNION SELECT link.plan_id FROM lesson_plan_groups link
     JOIN group_coaches ON group_coaches.client_id = link.client_id AND group_coaches.group_id = link.group_id
     JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
     WHERE link.client_id = $1 AND link.plan_id = ANY($2) AND link.attached AND group_coaches.user_id = $3
       AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= ${todayAtClubOf('groups')} - 30)
   UNION SELECT link.plan_id FROM lesson_plan_groups link
     JOIN session_exceptions exception ON exception.client_id = link.client_id
       AND exception.group_id = link.group_id
     JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
     WHERE link.client_id = $1 AND link.plan_id = ANY($2) AND link.attached AND ${coversNow('$3', todayAtClubOf('groups'))}`,
  { prepare: true },
)

const LINK_EDITS = tenantStatement(
  'assessment/list-link-edits',
  `SELECT lane, op_id, value, ts, superseded_by_own_edit, stamp_ms, stamp_counter, stamp_device, stamp_seq
   FROM lesson_plan_edits WHERE client_id = $1 AND lane = ANY($2) AND value IS NOT NULL`,
  { prepare: true, json: { value: Type.Boolean() } },
)

// the clubs of each plan's owner, of its readers and of its groups
const CLUBS_OF_PLANS = tenantStatement(
  'assessment/list-clubs-of-plans',
  `SELECT plan.id AS plan_id, user_clubs.club_id FROM lesson_plans plan
     JOIN user_clubs ON user_clubs.client_id = plan.client_id AND user_clubs.user_id = plan.owner_id
       AND ${worksOrLatelyWorked}
     WHERE plan.client_id = $1 AND plan.id = ANY($2)
   UNION SELECT share.plan_id, user_clubs.club_id FROM lesson_plan_shares share
     JOIN user_clubs ON user_clubs.client_id = share.client_id AND user_clubs.user_id = share.user_id
       AND ${worksOrLatelyWorked}
     WHERE share.client_id = $1 AND share.plan_id = ANY($2)
   UNION SELECT link.plan_id, groups.club_id FROM lesson_plan_groups link
     JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
     WHERE link.client_id = $1 AND link.plan_id = ANY($2)`,
  { prepare: true },
)

const CLUBS_OF_USERS = tenantStatement(
  'assessment/list-clubs-of-users',
  `SELECT user_id, club_id FROM user_clubs WHERE client_id = $1 AND user_id = ANY($2) AND ${worksOrLatelyWorked}`,
  { prepare: true },
)

const GROUPS_OF_PLANS = tenantStatement(
  'assessment/list-groups-of-plans',
  `SELECT link.plan_id, link.group_id, groups.club_id FROM lesson_plan_groups link
   JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
   WHERE link.client_id = $1 AND link.plan_id = ANY($2) AND link.attached`,
  { prepare: true },
)

/** The statements of `lockPlans`, in this order on one connection: the inserts and the lock come before the reads. */
async function lockAndRead(tx: Tx, authorId: string, edits: readonly CheckedPlan[]) {
  const savedIds = edits.flatMap((edit) =>
    edit.kind === 'plan' && edit.payload.content ? [edit.payload.planUuid] : [],
  )
  // the id of an edit's chain is that of the copy which the edit may become
  const idsOf = (edit: CheckedPlan) =>
    edit.kind === 'plan' ? [edit.payload.planUuid, edit.payload.chain] : [edit.payload.planUuid]
  const ids = [...new Set(edits.flatMap(idsOf))]
  const lanes = edits.flatMap((edit) => (edit.kind === 'plan' ? [] : [edit.op.lane]))
  const userIds = [authorId, ...edits.flatMap((edit) => (edit.kind === 'plan_share' ? [edit.payload.userUuid] : []))]
  const [, plans, readable, links, planClubs, userClubs, planGroups] = await Promise.all([
    execute(tx, INSERT_PLANS, [authorId, [...new Set(savedIds)]]),
    queryRows(tx, LOCK_PLANS, [ids]),
    queryRows(tx, READABLE_PLANS, [ids, authorId]),
    queryRows(tx, LINK_EDITS, [lanes]),
    queryRows(tx, CLUBS_OF_PLANS, [ids]),
    queryRows(tx, CLUBS_OF_USERS, [userIds]),
    queryRows(tx, GROUPS_OF_PLANS, [ids]),
  ])
  return { plans, readable, links, planClubs, userClubs, planGroups }
}
