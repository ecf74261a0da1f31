import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { FoldedPlans } from './fold-plans.ts'
import type { LockedPlans } from './lock-plans.ts'

/**
 * Writes the plans as they are after the batch, the history of their edits, their shares, their links to groups, and
 * the audit log.
 */
export async function writePlans(tx: Tx, authorId: string, { written, links, schemes }: FoldedPlans): Promise<void> {
  if (written.length === 0 && links.length === 0) return
  // only the last state of each plan in this batch is stored
  const latest = [...new Map(written.map((text) => [text.plan.id, text])).values()]
  const edits = storedEdits(written, links)
  const shares = links.flatMap((link) => (link.kind === 'plan_share' ? [link] : []))
  const groups = links.flatMap((link) => (link.kind === 'plan_group' ? [link] : []))
  await Promise.all([
    latest.length > 0 && upsertPlans(tx, authorId, latest, schemes),
    insertEdits(tx, authorId, edits),
    shares.length > 0 && upsertShares(tx, shares),
    groups.length > 0 && upsertGroups(tx, authorId, groups),
    auditEdits(tx, authorId, edits),
  ])
}

type Written = FoldedPlans['written'][number]
type Link = FoldedPlans['links'][number]

/** The rows of the history (`lesson_plan_edits`): one for each edit of a plan's text, a share or a link to a group. */
function storedEdits(written: readonly Written[], links: readonly Link[]) {
  return [
    ...written.map(({ edit, plan, stamp, ts }) => ({
      kind: 'plan',
      opId: edit.op.opId,
      lane: edit.op.lane,
      planId: plan.id,
      revision: plan.revision,
      // only shares and links to groups have a value: whether they stand
      value: null as boolean | null,
      ts,
      stamp,
      clubId: edit.op.club,
      clamped: stamp.ms !== edit.op.stamp.ms,
      supersededByOwnEdit: false,
    })),
    ...links.flatMap(({ kind, lane, payload, fold, clamped, clubId }) =>
      fold.stored.map((edit) => ({
        ...edit,
        kind,
        lane,
        planId: payload.planUuid,
        revision: null,
        clubId,
        clamped: clamped.has(edit.opId),
      })),
    ),
  ]
}

type StoredEdits = ReturnType<typeof storedEdits>

const WRITE_PLANS = tenantStatement(
  'assessment/write-plans',
  `INSERT INTO lesson_plans (client_id, owner_id, id, scheme_id, title, sections, reminder, revision, chain,
     chain_seq, copy_of, deleted, ts)
   SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::jsonb[], $7::text[], $8::int[],
     $9::uuid[], $10::bigint[], $11::uuid[], $12::boolean[], $13::bigint[])
   ON CONFLICT (client_id, id) DO UPDATE SET scheme_id = excluded.scheme_id, title = excluded.title,
     sections = excluded.sections, reminder = excluded.reminder, revision = excluded.revision,
     chain = excluded.chain, chain_seq = excluded.chain_seq, copy_of = excluded.copy_of,
     deleted = excluded.deleted, ts = excluded.ts RETURNING client_id`,
  { prepare: true },
)

function upsertPlans(tx: Tx, authorId: string, latest: readonly Written[], schemes: FoldedPlans['schemes']) {
  return execute(tx, WRITE_PLANS, [
    authorId,
    latest.map(({ plan }) => plan.id),
    latest.map(({ plan }) => schemes.get(plan.content.schemeSlug) ?? null),
    latest.map(({ plan }) => plan.content.title),
    latest.map(({ plan }) => JSON.stringify(plan.content.sections)),
    latest.map(({ plan }) => plan.content.reminder),
    latest.map(({ plan }) => plan.revision),
    latest.map(({ plan }) => plan.last.chain),
    latest.map(({ plan }) => plan.last.seq),
    latest.map(({ plan }) => plan.copyOf),
    latest.map(({ plan }) => plan.deleted),
    latest.map(({ ts }) => ts),
  ])
}

const INSERT_EDITS = tenantStatement(
  'assessment/insert-plan-edits',
  `INSERT INTO lesson_plan_edits (client_id, author_id, op_id, lane, plan_id, revision, value, ts, stamp_ms,
     stamp_counter, stamp_device, stamp_seq, clamped, superseded_by_own_edit)
   SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::int[], $7::jsonb[], $8::bigint[],
     $9::bigint[], $10::int[], $11::uuid[], $12::bigint[], $13::boolean[], $14::boolean[]) RETURNING client_id`,
  { prepare: true },
)

function insertEdits(tx: Tx, authorId: string, edits: StoredEdits) {
  return execute(tx, INSERT_EDITS, [
    authorId,
    edits.map((edit) => edit.opId),
    edits.map((edit) => edit.lane),
    edits.map((edit) => edit.planId),
    edits.map((edit) => edit.revision),
    edits.map((edit) => (edit.value === null ? null : JSON.stringify(edit.value))),
    edits.map((edit) => edit.ts),
    edits.map((edit) => edit.stamp.ms),
    edits.map((edit) => edit.stamp.counter),
    edits.map((edit) => edit.stamp.deviceId),
    edits.map((edit) => edit.stamp.deviceSeq),
    edits.map((edit) => edit.clamped),
    edits.map((edit) => edit.supersededByOwnEdit),
  ])
}

const WRITE_SHARES = tenantStatement(
  'assessment/write-plan-shares',
  `INSERT INTO lesson_plan_shares (client_id, plan_id, user_id, shared, ts)
   SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::bigint[])
   ON CONFLICT (client_id, plan_id, user_id) DO UPDATE SET shared = excluded.shared, ts = excluded.ts
   RETURNING client_id`,
  { prepare: true },
)

function upsertShares(tx: Tx, shares: readonly Extract<Link, { kind: 'plan_share' }>[]) {
  return execute(tx, WRITE_SHARES, [
    shares.map((share) => share.payload.planUuid),
    shares.map((share) => share.payload.userUuid),
    shares.map((share) => share.fold.winner.value),
    shares.map((share) => share.fold.winner.ts),
  ])
}

const WRITE_GROUPS = tenantStatement(
  'assessment/write-plan-groups',
  `INSERT INTO lesson_plan_groups (client_id, author_id, group_id, plan_id, attached, ts)
   SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::boolean[], $6::bigint[])
   ON CONFLICT (client_id, group_id, plan_id) DO UPDATE
     SET attached = excluded.attached, ts = excluded.ts, author_id = excluded.author_id RETURNING client_id`,
  { prepare: true },
)

function upsertGroups(tx: Tx, authorId: string, groups: readonly Extract<Link, { kind: 'plan_group' }>[]) {
  return execute(tx, WRITE_GROUPS, [
    authorId,
    groups.map((link) => link.payload.groupId),
    groups.map((link) => link.payload.planUuid),
    groups.map((link) => link.fold.winner.value),
    groups.map((link) => link.fold.winner.ts),
  ])
}

const AUDIT_EDITS = tenantStatement(
  'assessment/audit-plan-edits',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after, club_id)
   SELECT $1, $2, edit.kind, 'lesson_plan', edit.plan,
     jsonb_strip_nulls(jsonb_build_object('op', edit.op, 'revision', edit.revision, 'value', edit.value)),
       edit.club
   FROM unnest($3::text[], $4::text[], $5::uuid[], $6::int[], $7::jsonb[], $8::uuid[])
     edit (kind, plan, op, revision, value, club) RETURNING client_id`,
  { prepare: true },
)

function auditEdits(tx: Tx, authorId: string, edits: StoredEdits) {
  return execute(tx, AUDIT_EDITS, [
    authorId,
    edits.map((edit) => edit.kind),
    edits.map((edit) => edit.planId),
    edits.map((edit) => edit.opId),
    edits.map((edit) => edit.revision),
    edits.map((edit) => (edit.value === null ? null : JSON.stringify(edit.value))),
    edits.map((edit) => edit.clubId),
  ])
}

/**
 * The keys of what this batch changed, for the change list of every club where a device may hold the plan, the link to
 * a group, or the group that names the plan.
 */
export function changedPlans({ written, links }: FoldedPlans, locked: LockedPlans): ChangedKey[] {
  const changed: ChangedKey[] = []
  const addPlan = (id: string, clubs: readonly string[]) => {
    for (const clubId of new Set(clubs)) changed.push({ clubId, kind: 'plan', key: id })
  }
  for (const { edit, plan } of written) {
    const authorClubs = locked.clubsByUser.get(edit.op.authorUuid) ?? []
    addPlan(plan.id, [...authorClubs, ...(locked.clubsByPlan.get(plan.id) ?? [])])
    // a group's data names its newest plan, which may be another one after the deletion
    if (plan.deleted)
      for (const { groupId, clubId } of locked.groupsByPlan.get(plan.id) ?? [])
        changed.push({ clubId, kind: 'group', key: groupId })
  }
  for (const link of links) {
    const { planUuid } = link.payload
    const clubs = locked.clubsByPlan.get(planUuid) ?? []
    if (link.kind === 'plan_share') {
      addPlan(planUuid, [...clubs, ...(locked.clubsByUser.get(link.payload.userUuid) ?? [])])
    } else {
      const { clubId } = link
      const { groupId } = link.payload
      // every coach of the group may read a plan that is attached to it
      addPlan(planUuid, [...clubs, clubId])
      changed.push(
        { clubId, kind: 'plan_group', key: `${groupId}/${planUuid}` },
        { clubId, kind: 'group', key: groupId },
      )
    }
  }
  return changed
}
