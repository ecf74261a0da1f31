import type { LaneEdit } from '#domain/assessment/lane.ts'
import type { PlanSection, StoredPlan } from '#domain/assessment/lesson-plan.ts'
import { coversNow } from '#server/assessment/sync/session-cover-sql.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { CheckedPlan } from './check-plans.ts'

/** A stored plan with its owner, and whether the author of the batch may read it. */
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
  /** By plan: the clubs where somebody's device may hold it. */
  clubs: ReadonlyMap<string, readonly string[]>
  /** By user: the clubs of the author, and of everybody with whom this batch shares a plan. */
  clubsOf: ReadonlyMap<string, readonly string[]>
  /** By plan: the groups that it is attached to, with their clubs. */
  groups: ReadonlyMap<string, readonly { groupId: string; clubId: string }[]>
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

function grouped<R, V>(rows: readonly R[], key: (row: R) => string, value: (row: R) => V): Map<string, V[]> {
  return new Map([...Map.groupBy(rows, key)].map(([name, matching]) => [name, matching.map(value)]))
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
      clubs: new Map(),
      clubsOf: new Map(),
      groups: new Map(),
    }
  const { plans, readable, links, clubs, clubsOf, groups } = await lockAndRead(tx, clientId, authorId, edits)
  const mayRead = new Set(readable.rows.map((row) => row.plan_id))
  return {
    plans: new Map(
      plans.rows.map((row) => [
        row.id,
        {
          id: row.id,
          ownerId: row.owner_id,
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
    links: grouped(
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
    clubs: grouped(
      clubs.rows,
      (row) => row.plan_id,
      (row) => row.club_id,
    ),
    clubsOf: grouped(
      clubsOf.rows,
      (row) => row.user_id,
      (row) => row.club_id,
    ),
    groups: grouped(
      groups.rows,
      (row) => row.plan_id,
      (row) => ({ groupId: row.group_id, clubId: row.club_id }),
    ),
  }
}

async function lockAndRead(tx: Tx, clientId: string, authorId: string, edits: readonly CheckedPlan[]) {
  const saves = edits.flatMap((e) => (e.kind === 'plan' && e.payload.content ? [e.payload.planUuid] : []))
  const ids = [...new Set(edits.flatMap((e) => [e.payload.planUuid, ...(e.kind === 'plan' ? [e.payload.chain] : [])]))]
  const lanes = edits.flatMap((e) => (e.kind === 'plan' ? [] : [e.op.lane]))
  const people = [authorId, ...edits.flatMap((e) => (e.kind === 'plan_share' ? [e.payload.userUuid] : []))]
  const recently = '(uc.to_date IS NULL OR uc.to_date >= current_date - 30)'
  const [, plans, readable, links, clubs, clubsOf, groups] = await Promise.all([
    tx.query(
      prepared(
        `INSERT INTO lesson_plans (client_id, owner_id, id) SELECT $1, $2, id FROM unnest($3::uuid[]) id ORDER BY id ON CONFLICT DO NOTHING`,
        [clientId, authorId, [...new Set(saves)]],
      ),
    ),
    tx.query<PlanRow>(
      prepared(
        `SELECT p.id, owner_id, scheme_id, title, sections, reminder, revision, deleted, copy_of, chain, chain_seq,
           (SELECT s.slug FROM schemes s WHERE s.client_id = p.client_id AND s.id = p.scheme_id) AS slug
         FROM lesson_plans p WHERE p.id = ANY($1) ORDER BY p.id FOR UPDATE OF p`,
        [ids],
      ),
    ),
    tx.query<{ plan_id: string }>(
      prepared(
        `SELECT plan_id FROM lesson_plan_shares WHERE plan_id = ANY($1) AND user_id = $2 AND shared
         UNION SELECT pg.plan_id FROM lesson_plan_groups pg JOIN group_coaches gc ON gc.client_id = pg.client_id AND gc.group_id = pg.group_id
         WHERE pg.plan_id = ANY($1) AND pg.attached AND gc.user_id = $2 AND (gc.to_date IS NULL OR gc.to_date >= current_date - 30)
         UNION SELECT pg.plan_id FROM lesson_plan_groups pg JOIN session_exceptions x ON x.client_id = pg.client_id AND x.group_id = pg.group_id
         WHERE pg.plan_id = ANY($1) AND pg.attached AND ${coversNow('$2')}`,
        [ids, authorId],
      ),
    ),
    tx.query<LinkRow>(prepared('SELECT * FROM lesson_plan_edits WHERE lane = ANY($1)', [lanes])),
    tx.query<{ plan_id: string; club_id: string }>(
      prepared(
        `SELECT p.id AS plan_id, uc.club_id FROM lesson_plans p
           JOIN user_clubs uc ON uc.client_id = p.client_id AND uc.user_id = p.owner_id AND ${recently} WHERE p.id = ANY($1)
         UNION SELECT r.plan_id, uc.club_id FROM lesson_plan_shares r
           JOIN user_clubs uc ON uc.client_id = r.client_id AND uc.user_id = r.user_id AND ${recently} WHERE r.plan_id = ANY($1)
         UNION SELECT pg.plan_id, g.club_id FROM lesson_plan_groups pg
           JOIN groups g ON g.client_id = pg.client_id AND g.id = pg.group_id WHERE pg.plan_id = ANY($1)`,
        [ids],
      ),
    ),
    tx.query<{ user_id: string; club_id: string }>(
      prepared(`SELECT user_id, club_id FROM user_clubs uc WHERE user_id = ANY($1) AND ${recently}`, [people]),
    ),
    tx.query<{ plan_id: string; group_id: string; club_id: string }>(
      prepared(
        `SELECT pg.plan_id, pg.group_id, g.club_id FROM lesson_plan_groups pg
         JOIN groups g ON g.client_id = pg.client_id AND g.id = pg.group_id WHERE pg.plan_id = ANY($1) AND pg.attached`,
        [ids],
      ),
    ),
  ])
  return { plans, readable, links, clubs, clubsOf, groups }
}
