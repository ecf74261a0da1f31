import type { GuardianEntry } from '#domain/members/guardian-fields.ts'
import type { MemberFieldName, MemberFields } from '#domain/members/member-fields.ts'
import { joinClubs, lockAndListMemberKeys, replaceGuardians, writeMembers } from '#server/members/commands.ts'
import { indexMembers } from '#server/members/index-members.ts'
import { enteredMembers } from '#server/members/member-columns.ts'
import { keepingNames, withStatus } from '#server/members/member-history.ts'
import { enteredJson } from '#server/platform/sql/entered-rows.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { ISSUER } from '#server/identity/providers/settings.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { linkMembers } from './external-ids.ts'

/** The fields of a member that a provider owns and sends. */
export const ROSTER_FIELDS = ['firstname', 'lastname', 'dob', 'ngo_id', 'phones'] as const satisfies MemberFieldName[]

/** A child that is new, or whose member here differs from the roster. */
export interface ChildToWrite {
  id: string
  /** The provider's id of the child. */
  subject: string
  isNew: boolean
  /** The names of the fields that differ, for a member who exists here. */
  fields: string[]
  /** The fields that the member is to have. */
  wanted: Pick<MemberFields, (typeof ROSTER_FIELDS)[number]> & {
    /** The node id of the child's level. */
    current_remote_node_id: string | null
  }
  guardians: GuardianEntry[]
  /** The provider's ids of those who look after the child now (OneRoster's agents), and of those who did so far. */
  agents: string[]
  agentsBefore: string[]
  /** The clubs that have the child's record already. */
  currentClubs: string[]
  /** The clubs that the child joins for the first time, comes back to, or leaves. */
  joined: string[]
  back: string[]
  left: string[]
}

/** Two arrays for `unnest`: each of these ids or subjects of each child, and the child's id. */
function pairsOf(
  children: readonly ChildToWrite[],
  valuesOf: (child: ChildToWrite) => readonly string[],
): [values: string[], ids: string[]] {
  const pairs = children.flatMap((child) => valuesOf(child).map((value) => [value, child.id] as const))
  return [pairs.map(([value]) => value), pairs.map(([, id]) => id)]
}

/** Writes children in one statement per table; returns the keys for the change lists. */
export async function writeChildren(tx: Tx, children: readonly ChildToWrite[], nowMs: number): Promise<ChangedKey[]> {
  if (children.length === 0) return []
  await writeRecords(tx, children, nowMs)
  const placesLeft = await writeClubs(tx, children, nowMs)
  await writeLinks(tx, children)
  await auditChanges(tx, children)
  // a club that the child joins also needs the child's older marks
  const redelivered: ChangedKey[] = []
  for (const [club, ids] of idsByJoinedClub(children.filter((child) => !child.isNew)))
    redelivered.push(...(await lockAndListMemberKeys(tx, club, ids)))
  const records = children.flatMap(({ id, joined, currentClubs }) =>
    [...joined, ...currentClubs].map((clubId): ChangedKey => ({ clubId, kind: 'member', key: id })),
  )
  return [...records, ...redelivered, ...placesLeft]
}

const { table: enteredTable } = enteredMembers('$2', { id: 'uuid', current_remote_node_id: 'text' }, ROSTER_FIELDS)
const UPDATE_MEMBERS = tenantStatement(
  'flows/update-members-of-roster',
  keepingNames(
    `SELECT id FROM ${enteredTable}`,
    `UPDATE members SET ${ROSTER_FIELDS.map((name) => `${name} = entered.${name}`).join(', ')},
       current_remote_node_id = entered.current_remote_node_id
     FROM ${enteredTable} WHERE members.client_id = $1 AND members.id = entered.id`,
  ),
  { needs: 'index-members' },
)

/** Creates members for new children, and changes the records and guardians of the others. */
async function writeRecords(tx: Tx, children: readonly ChildToWrite[], nowMs: number): Promise<void> {
  const newChildren = children.filter((child) => child.isNew)
  await writeMembers(
    tx,
    { userId: null, nowMs },
    newChildren.map(({ id, joined, guardians, wanted }) => ({ id, clubIds: joined, guardians, ...wanted })),
  )
  await linkMembers(
    tx,
    newChildren.map(({ subject }) => subject),
    newChildren.map(({ id }) => id),
  )
  const changed = children.filter(({ fields }) => fields.length > 0)
  await execute(tx, UPDATE_MEMBERS, [enteredJson(changed.map(({ id, wanted }) => ({ id, ...wanted })))])
  await indexMembers(
    tx,
    changed.map(({ id }) => id),
  )
  await replaceGuardians(
    tx,
    children.filter(({ fields }) => fields.includes('guardians')),
  )
}

const SET_STATUS = tenantStatement(
  'flows/set-status-of-members',
  `UPDATE club_members SET ${withStatus('$4', '$5')} FROM unnest($2::uuid[], $3::uuid[]) pair (club, member)
   WHERE club_members.client_id = $1 AND club_members.club_id = pair.club AND club_members.member_id = pair.member`,
)

/** $4 is now. */
const END_PLACES = tenantStatement(
  'flows/end-places-at-clubs',
  `UPDATE group_members place SET to_date = ${todayAt('club', '$4::timestamptz')} - 1
   FROM unnest($2::uuid[], $3::uuid[]) pair (club, member)
   JOIN groups ON groups.client_id = $1 AND groups.club_id = pair.club
   JOIN clubs club ON club.client_id = groups.client_id AND club.id = groups.club_id
   WHERE place.client_id = groups.client_id AND place.group_id = groups.id AND place.member_id = pair.member
     AND (place.to_date IS NULL OR place.to_date >= ${todayAt('club', '$4::timestamptz')})
   RETURNING groups.club_id, place.group_id, place.member_id`,
)

/**
 * Adds members to further clubs and sets their status. The last day in a group of a club that a child left becomes yesterday,
 * as when an administrator makes a member inactive.
 */
async function writeClubs(tx: Tx, children: readonly ChildToWrite[], nowMs: number): Promise<ChangedKey[]> {
  await joinClubs(
    tx,
    children.flatMap(({ id, isNew, joined }) => (isNew ? [] : joined.map((clubId) => ({ clubId, memberId: id })))),
    nowMs,
  )
  const left = pairsOf(children, (child) => child.left)
  const now = new Date(nowMs)
  await execute(tx, SET_STATUS, [...pairsOf(children, ({ back }) => back), 'active', now])
  await execute(tx, SET_STATUS, [...left, 'inactive', now])
  const rows = await queryRows(tx, END_PLACES, [...left, now])
  return rows.flatMap(({ club_id: clubId, group_id: group, member_id: member }): ChangedKey[] => [
    { clubId, kind: 'group_member', key: `${group}/${member}` },
    { clubId, kind: 'group', key: group },
  ])
}

const INSERT_GUARDIANS = tenantStatement(
  'flows/insert-guardians-of-roster',
  `INSERT INTO roster_guardians (client_id, subject, member_id)
   SELECT $1, subject, member FROM unnest($2::text[], $3::uuid[]) pair (subject, member) RETURNING client_id`,
)
const DELETE_GUARDIANS = tenantStatement(
  'flows/delete-guardians-of-roster',
  `DELETE FROM roster_guardians USING unnest($2::text[], $3::uuid[]) pair (subject, member)
   WHERE roster_guardians.client_id = $1 AND roster_guardians.subject = pair.subject
     AND roster_guardians.member_id = pair.member`,
)

/** SQL: joins the adult's account here to each pair; pairs whose adult has no account fall away. */
const pairWithParent = `unnest($2::text[], $3::uuid[]) pair (subject, member)
  JOIN identities parent ON parent.client_id = $1 AND parent.provider = 'coursepro' AND parent.issuer = ${ISSUER}
    AND parent.type = 'parent' AND parent.subject = pair.subject`
const LINK_PARENTS = tenantStatement(
  'flows/link-parents-of-roster',
  `WITH linked AS (INSERT INTO member_links (client_id, user_id, member_id)
     SELECT $1, parent.user_id, pair.member FROM ${pairWithParent}
     ON CONFLICT DO NOTHING RETURNING user_id, member_id)
   INSERT INTO audit_log (client_id, action, entity, entity_id, after)
   SELECT $1, 'link', 'member', member_id, jsonb_build_object('parent', user_id) FROM linked RETURNING client_id`,
)
const UNLINK_PARENTS = tenantStatement(
  'flows/unlink-parents-of-roster',
  `WITH unlinked AS (DELETE FROM member_links link USING ${pairWithParent}
     WHERE link.client_id = $1 AND link.user_id = parent.user_id AND link.member_id = pair.member
     RETURNING link.user_id, link.member_id)
   INSERT INTO audit_log (client_id, action, entity, entity_id, before)
   SELECT $1, 'unlink', 'member', member_id, jsonb_build_object('parent', user_id) FROM unlinked RETURNING client_id`,
)

/**
 * Links parents who have an account here when the provider adds them to a child, and unlinks them when it removes them.
 * A parent who unlinked a child is not linked again, because the provider's list has not changed.
 */
async function writeLinks(tx: Tx, children: readonly ChildToWrite[]): Promise<void> {
  const added = pairsOf(children, ({ agents, agentsBefore }) => agents.filter((each) => !agentsBefore.includes(each)))
  const removed = pairsOf(children, ({ agents, agentsBefore }) => agentsBefore.filter((each) => !agents.includes(each)))
  await execute(tx, INSERT_GUARDIANS, added)
  await execute(tx, DELETE_GUARDIANS, removed)
  await execute(tx, LINK_PARENTS, added)
  await execute(tx, UNLINK_PARENTS, removed)
}

const AUDIT_CHANGES = tenantStatement(
  'flows/audit-members-of-roster',
  `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
   SELECT $1, 'follow-provider', 'member', entry.id, entry.after
   FROM unnest($2::text[], $3::jsonb[]) entry (id, after) RETURNING client_id`,
)

/** Logs which fields of existing members changed, without their contents (security.md 44). */
async function auditChanges(tx: Tx, children: readonly ChildToWrite[]): Promise<void> {
  const known = children.filter((child) => !child.isNew)
  await execute(tx, AUDIT_CHANGES, [
    known.map(({ id }) => id),
    known.map(({ fields, joined, back, left }) => JSON.stringify({ fields, joined, back, left })),
  ])
}

/** Ids of children by the clubs that they join. */
function idsByJoinedClub(children: readonly ChildToWrite[]): Map<string, string[]> {
  const clubs = new Map<string, string[]>()
  for (const { id, joined } of children) for (const club of joined) clubs.set(club, [...(clubs.get(club) ?? []), id])
  return clubs
}
