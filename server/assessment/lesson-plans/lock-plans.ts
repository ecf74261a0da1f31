import type { LaneEdit } from '#domain/assessment/lane.ts'
import type { PlanSection, StoredPlan } from '#domain/assessment/lesson-plan.ts'
import type { PlanKind } from '#domain/assessment/commands/commands.ts'
import type { CheckedOf } from '#server/assessment/sync/check-operations.ts'
import { coversNow } from '#server/assessment/sync/session-cover-sql.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

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

interface PlanRow {
  id: string
  owner_id: string
  scheme_id: string | null
  slug: string | null
  title: string | null
  sections: PlanSection[] | null
  reminder: string | null
  revision: number
  deleted: boolean
  copy_of: string | null
  chain: string | null
  chain_seq: number | null
}

interface LinkRow {
  lane: string
  op_id: string
  value: boolean
  ts: number
  superseded_by_own_edit: boolean
  stamp_ms: number
  stamp_counter: number
  stamp_device: string
  stamp_seq: number
}

/** Groups rows by key, and takes the value of each row. */
function groupRows<R, V>(rows: readonly R[], key: (row: R) => string, value: (row: R) => V): Map<string, V[]> {
  return new Map([...Map.groupBy(rows, key)].map(([sharedKey, matching]) => [sharedKey, matching.map(value)]))
}

/**
 * Inserts a row for each new plan, locks all plans in the order of their ids, and reads their state; the statements are
 * sent together. The lock on a plan covers its copies too, because only edits of the plan make them.
 */
export async function lockPlans(
  tx: Tx,
  clientId: string,
  authorId: string,
  edits: readonly CheckedPlan[],
): Promise<LockedPlans> {
  if (edits.length === 0)
    return {
      plans: new Map(),
      schemes: new Map(),
      links: new Map(),
      clubsByPlan: new Map(),
      clubsByUser: new Map(),
      groupsByPlan: new Map(),
    }
  const { plans, readable, links, planClubs, userClubs, planGroups } = await lockAndRead(tx, clientId, authorId, edits)
  const mayRead = new Set(readable.rows.map((row) => row.plan_id))
  return {
    plans: new Map(
      plans.rows.map((row) => [
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
      plans.rows.flatMap((row) => (row.slug !== null && row.scheme_id !== null ? [[row.slug, row.scheme_id]] : [])),
    ),
    links: groupRows(
      links.rows,
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
      planClubs.rows,
      (row) => row.plan_id,
      (row) => row.club_id,
    ),
    clubsByUser: groupRows(
      userClubs.rows,
      (row) => row.user_id,
      (row) => row.club_id,
    ),
    groupsByPlan: groupRows(
      planGroups.rows,
      (row) => row.plan_id,
      (row) => ({ groupId: row.group_id, clubId: row.club_id }),
    ),
  }
}

/** The statements of `lockPlans`, in this order on one connection: the inserts and the lock come before the reads. */
async function lockAndRead(tx: Tx, clientId: string, authorId: string, edits: readonly CheckedPlan[]) {
  const savedIds = edits.flatMap((edit) =>
    edit.kind === 'plan' && edit.payload.content ? [edit.payload.planUuid] : [],
  )
  // the id of an edit's chain is that of the copy which the edit may become
  const idsOf = (edit: CheckedPlan) =>
    edit.kind === 'plan' ? [edit.payload.planUuid, edit.payload.chain] : [edit.payload.planUuid]
  const ids = [...new Set(edits.flatMap(idsOf))]
  const lanes = edits.flatMap((edit) => (edit.kind === 'plan' ? [] : [edit.op.lane]))
  const userIds = [authorId, ...edits.flatMap((edit) => (edit.kind === 'plan_share' ? [edit.payload.userUuid] : []))]
  // a device receives changes until 30 days after its coach has left, as for groups (`changes.ts`)
  const worksOrLatelyWorked = '(user_clubs.to_date IS NULL OR user_clubs.to_date >= current_date - 30)'
  const [, plans, readable, links, planClubs, userClubs, planGroups] = await Promise.all([
    tx.query(
      prepared(
        `INSERT INTO lesson_plans (client_id, owner_id, id)
         SELECT $1, $2, id FROM unnest($3::uuid[]) id ORDER BY id ON CONFLICT DO NOTHING`,
        [clientId, authorId, [...new Set(savedIds)]],
      ),
    ),
    tx.query<PlanRow>(
      prepared(
        `SELECT id, owner_id, scheme_id, title, sections, reminder, revision, deleted, copy_of, chain, chain_seq,
           (SELECT schemes.slug FROM schemes
            WHERE schemes.client_id = lesson_plans.client_id AND schemes.id = lesson_plans.scheme_id) AS slug
         FROM lesson_plans WHERE id = ANY($1) ORDER BY id FOR UPDATE OF lesson_plans`,
        [ids],
      ),
    ),
    tx.query<{ plan_id: string }>(
      prepared(
        // the plans that are shared with the author, or are on a group that the author coaches or covers
        `SELECT plan_id FROM lesson_plan_shares WHERE plan_id = ANY($1) AND user_id = $2 AND shared
         UNION SELECT link.plan_id FROM lesson_plan_groups link
           JOIN group_coaches ON group_coaches.client_id = link.client_id AND group_coaches.group_id = link.group_id
           WHERE link.plan_id = ANY($1) AND link.attached AND group_coaches.user_id = $2
             AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= current_date - 30)
         UNION SELECT link.plan_id FROM lesson_plan_groups link
           JOIN session_exceptions exception ON exception.client_id = link.client_id
             AND exception.group_id = link.group_id
           WHERE link.plan_id = ANY($1) AND link.attached AND ${coversNow('$2')}`,
        [ids, authorId],
      ),
    ),
    tx.query<LinkRow>(prepared('SELECT * FROM lesson_plan_edits WHERE lane = ANY($1)', [lanes])),
    tx.query<{ plan_id: string; club_id: string }>(
      prepared(
        // the clubs of each plan's owner, of its readers and of its groups
        `SELECT plan.id AS plan_id, user_clubs.club_id FROM lesson_plans plan
           JOIN user_clubs ON user_clubs.client_id = plan.client_id AND user_clubs.user_id = plan.owner_id
             AND ${worksOrLatelyWorked}
           WHERE plan.id = ANY($1)
         UNION SELECT share.plan_id, user_clubs.club_id FROM lesson_plan_shares share
           JOIN user_clubs ON user_clubs.client_id = share.client_id AND user_clubs.user_id = share.user_id
             AND ${worksOrLatelyWorked}
           WHERE share.plan_id = ANY($1)
         UNION SELECT link.plan_id, groups.club_id FROM lesson_plan_groups link
           JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
           WHERE link.plan_id = ANY($1)`,
        [ids],
      ),
    ),
    tx.query<{ user_id: string; club_id: string }>(
      prepared(`SELECT user_id, club_id FROM user_clubs WHERE user_id = ANY($1) AND ${worksOrLatelyWorked}`, [userIds]),
    ),
    tx.query<{ plan_id: string; group_id: string; club_id: string }>(
      prepared(
        `SELECT link.plan_id, link.group_id, groups.club_id FROM lesson_plan_groups link
         JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
         WHERE link.plan_id = ANY($1) AND link.attached`,
        [ids],
      ),
    ),
  ])
  return { plans, readable, links, planClubs, userClubs, planGroups }
}
