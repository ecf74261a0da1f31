import { GUARDIAN_FIELDS, guardianField, type GuardianEntry } from '#domain/members/guardian-fields.ts'
import { emptyValue, memberFieldsOf, type MemberFieldName, type MemberFields } from '#domain/members/member-fields.ts'
import { MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { audit } from '#server/platform/audit.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { indexMembers } from './index-members.ts'
import { lockMemberSchemes } from './lock-member-schemes.ts'
import { enteredMembers, fieldsOfTable } from './member-columns.ts'
import { keepingNames, withStatus } from './member-history.ts'
import { enteredJson, enteredTable } from '#server/platform/sql/entered-rows.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'

/** A member to be created. A field that is left out is empty. */
export interface NewMember extends Partial<MemberFields> {
  id: string
  firstname: string
  lastname: string
  dob: string
  /** The clubs that have the member, each with the same values of its own fields. */
  clubIds: readonly string[]
  /** The first guardian is to be called first. */
  guardians?: readonly GuardianEntry[]
  /** The node id of the level at which a course provider has the member. */
  current_remote_node_id?: string | null
}

/** Who writes, and when. */
interface Writer {
  /** Null for an operator and for an import from a provider. */
  userId: string | null
  nowMs: number
}

const newRows = enteredMembers('$2', { id: 'uuid', current_remote_node_id: 'text' }, fieldsOfTable('members'))
const INSERT_MEMBERS = tenantStatement(
  'members/insert-members',
  `INSERT INTO members (client_id, ${newRows.columns}) SELECT $1, ${newRows.columns} FROM ${newRows.table}
   RETURNING client_id`,
)

const AUDIT_CREATED = tenantStatement(
  'members/audit-created-members',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'create', 'member', created.id, created.after
   FROM unnest($3::text[], $4::jsonb[]) created (id, after) RETURNING client_id`,
)

/**
 * Creates members whose values have been checked; all or none. Form, import, roster, demo and tests create them here.
 * `auditDetails` is added to each row of the audit log. Returns the changed keys.
 */
export async function writeMembers(
  tx: Tx,
  writer: Writer,
  newMembers: readonly NewMember[],
  auditDetails: object = {},
): Promise<ChangedKey[]> {
  const { userId } = writer
  const members = newMembers.map(
    ({ id, clubIds, guardians = [], current_remote_node_id: level = null, ...entered }) => ({
      id,
      clubIds,
      guardians,
      level,
      fields: memberFieldsOf((name, field) => entered[name] ?? emptyValue(field)),
    }),
  )
  const ids = members.map(({ id }) => id)
  const rows = members.map(({ id, level, fields }) => ({ id, current_remote_node_id: level, ...fields }))
  await execute(tx, INSERT_MEMBERS, [enteredJson(rows)])
  await insertGuardians(tx, members)
  const memberships = members.flatMap(({ id, clubIds, fields }) =>
    clubIds.map((clubId) => ({ clubId, memberId: id, fields })),
  )
  await joinClubs(tx, memberships, writer.nowMs)
  const withNote = members.filter(({ fields }) => fields.note !== null)
  if (withNote.length > 0)
    await signNotes(
      tx,
      writer,
      withNote.map(({ id }) => id),
    )
  await execute(tx, AUDIT_CREATED, [
    userId,
    ids,
    members.map(({ clubIds }) =>
      JSON.stringify({ ...(clubIds.length === 1 ? { clubId: clubIds[0] } : { clubIds }), ...auditDetails }),
    ),
  ])
  return memberships.map(({ clubId, memberId }) => ({ clubId, kind: 'member', key: memberId }))
}

const newPlaces = enteredMembers('$2', { club_id: 'uuid', member_id: 'uuid' }, fieldsOfTable('club_members'))
const INSERT_CLUB_MEMBERS = tenantStatement(
  'members/insert-club-members',
  `INSERT INTO club_members (client_id, ${newPlaces.columns}, inactive_since)
   SELECT $1, ${newPlaces.columns}, CASE WHEN status <> 'active' THEN $3::timestamptz END FROM ${newPlaces.table}
   ON CONFLICT DO NOTHING RETURNING client_id`,
  { needs: 'index-members' },
)

/**
 * Enters members into clubs, with the fields that are a club's own; does nothing where the club has the member already.
 * Returns how many were entered.
 */
export async function joinClubs(
  tx: Tx,
  memberships: readonly { clubId: string; memberId: string; fields?: Partial<MemberFields> }[],
  nowMs: number,
): Promise<number> {
  const rows = memberships.map(({ clubId, memberId, fields = {} }) => ({
    club_id: clubId,
    member_id: memberId,
    ...memberFieldsOf((name, field) => fields[name] ?? emptyValue(field)),
  }))
  const entered = await execute(tx, INSERT_CLUB_MEMBERS, [enteredJson(rows), new Date(nowMs)])
  await indexMembers(
    tx,
    memberships.map(({ memberId }) => memberId),
  )
  return entered
}

/** SQL that sets those fields of a table that the array `changed` names; the others keep their values. `now` is $5. */
const assignmentsOf = (table: 'members' | 'club_members', changed: string) =>
  fieldsOfTable(table)
    .map((name) => {
      const value = `CASE WHEN '${name}' = ANY(${changed}::text[]) THEN entered.${name} ELSE ${table}.${name} END`
      return name === 'status' ? withStatus(value, '$5') : `${name} = ${value}`
    })
    .join(', ')

const newValues = enteredMembers('$2', { id: 'uuid' }, fieldsOfTable('members'))
const UPDATE_MEMBERS = tenantStatement(
  'members/update-members',
  keepingNames(
    `SELECT id FROM ${newValues.table}`,
    `UPDATE members SET ${assignmentsOf('members', '$3')} FROM ${newValues.table}
     WHERE members.client_id = $1 AND members.id = entered.id`,
  ),
  { needs: 'index-members' },
)

const UPDATE_CLUB_MEMBERS = tenantStatement(
  'members/update-club-members',
  `UPDATE club_members SET ${assignmentsOf('club_members', '$3')}
   FROM ${enteredMembers('$2', { id: 'uuid' }, fieldsOfTable('club_members')).table}
   WHERE club_members.client_id = $1 AND club_members.club_id = $4 AND club_members.member_id = entered.id`,
)

/** Changes these fields of members; of the fields that are a club's own, those at the club. */
export async function updateFields(
  tx: Tx,
  { clubId, nowMs }: { clubId: string; nowMs: number },
  names: readonly MemberFieldName[],
  members: readonly ({ id: string } & Partial<MemberFields>)[],
): Promise<void> {
  const rows = enteredJson(members)
  const shared = fieldsOfTable('members', names)
  if (shared.length > 0) {
    await execute(tx, UPDATE_MEMBERS, [rows, shared])
    await indexMembers(
      tx,
      members.map(({ id }) => id),
    )
  }
  const clubsOwn = fieldsOfTable('club_members', names)
  if (clubsOwn.length > 0) await execute(tx, UPDATE_CLUB_MEMBERS, [rows, clubsOwn, clubId, new Date(nowMs)])
}

const SIGN_NOTES = tenantStatement(
  'members/sign-notes',
  `UPDATE club_members SET note_by = $3, note_at = $4
   WHERE client_id = $1 AND member_id = ANY($2) AND ($5::uuid IS NULL OR club_id = $5)`,
)

/** Stores who has written the notes of these members, and when; at all clubs, or at one. */
export async function signNotes(
  tx: Tx,
  { userId, nowMs }: Writer,
  memberIds: readonly string[],
  clubId: string | null = null,
): Promise<void> {
  await execute(tx, SIGN_NOTES, [memberIds, userId, new Date(nowMs), clubId])
}

const DELETE_GUARDIANS = tenantStatement(
  'members/delete-guardians',
  'DELETE FROM guardians WHERE client_id = $1 AND member_id = ANY($2)',
  { needs: 'index-members' },
)

/** Replaces the guardians of members. */
export async function replaceGuardians(
  tx: Tx,
  members: readonly { id: string; guardians: readonly GuardianEntry[] }[],
): Promise<void> {
  const ids = members.map(({ id }) => id)
  await execute(tx, DELETE_GUARDIANS, [ids])
  await insertGuardians(tx, members)
  await indexMembers(tx, ids)
}

const guardianColumns = GUARDIAN_FIELDS.map((name) => guardianField(name).column).join(', ')
const INSERT_GUARDIANS = tenantStatement(
  'members/insert-guardians',
  `INSERT INTO guardians (client_id, member_id, position, ${guardianColumns})
   SELECT $1, id, position, ${GUARDIAN_FIELDS.join(', ')}
   FROM ${enteredTable('$2', {
     id: 'uuid',
     position: 'int',
     ...Object.fromEntries(GUARDIAN_FIELDS.map((name) => [name, 'text'])),
   })} RETURNING client_id`,
  { needs: 'index-members' },
)

async function insertGuardians(
  tx: Tx,
  members: readonly { id: string; guardians: readonly GuardianEntry[] }[],
): Promise<void> {
  const guardians = members.flatMap(({ id, guardians: ofMember }) =>
    ofMember.map((guardian, index) => ({ id, position: index + 1, ...guardian })),
  )
  await execute(tx, INSERT_GUARDIANS, [enteredJson(guardians)])
}

/**
 * Adds a member to one more club, which shares identity and progress with the others. Does nothing when the member
 * belongs to the club already.
 */
export async function addMemberToClub(
  tx: Tx,
  { userId, nowMs }: Writer,
  { memberId, clubId, memberType }: { memberId: string; clubId: string; memberType: string | null },
): Promise<void> {
  const entered = await joinClubs(tx, [{ clubId, memberId, fields: { member_type: memberType } }], nowMs)
  if (entered === 0) return
  await audit(tx, {
    userId,
    action: 'join-club',
    entity: 'member',
    entityId: memberId,
    after: { clubId, memberType },
  })
  await recordChanges(tx, await lockAndListMemberKeys(tx, clubId, [memberId]))
}

const SCHEMES = tenantStatement('members/list-scheme-ids', 'SELECT id FROM schemes WHERE client_id = $1')

/** SQL of today's date at the club `$3`. It depends on no row. */
const TODAY = `(SELECT ${todayAt('club')} FROM clubs club WHERE club.client_id = $1 AND club.id = $3)`
const KEYS_OF_MEMBERS = tenantStatement(
  'members/list-keys-of-members',
  `SELECT 'member' AS kind, member::text AS key FROM unnest($2::uuid[]) member WHERE member IS NOT NULL
   UNION ALL
   SELECT 'result', member_id || '/' || scheme_id || node_id FROM results WHERE client_id = $1 AND member_id = ANY($2)
   UNION ALL
   SELECT 'conflict', member_id || '/' || id FROM conflicts
   WHERE client_id = $1 AND member_id = ANY($2) AND settled_at IS NULL
   UNION ALL
   SELECT 'register', member_id || '/' || lane FROM registers
   WHERE client_id = $1 AND member_id = ANY($2) AND (club_id = $3 OR kind = 'badge') AND kind <> 'note'
     AND value IS NOT NULL AND (date IS NULL OR date >= ${TODAY} - ${MAX_PAST_DAYS})`,
)

/**
 * The keys of everything that a club's devices hold of these members. When a member joins a group, all of it must be
 * sent again: old marks, open conflicts, badges, and what coaches of this club entered in registers except notes, but no
 * attendance that is too old for any device. Waits for sync pushes about these members first, because a mark that is
 * stored at the same time would otherwise be on no change list.
 */
export async function lockAndListMemberKeys(
  tx: Tx,
  clubId: string,
  memberIds: readonly string[],
): Promise<ChangedKey[]> {
  const schemes = await queryRows(tx, SCHEMES)
  const pairs = memberIds.flatMap((memberId) => schemes.map(({ id }) => ({ memberId, schemeId: id })))
  await lockMemberSchemes(tx, pairs)
  const rows = await queryRows(tx, KEYS_OF_MEMBERS, [memberIds, clubId])
  return rows.map((row) => ({ clubId, ...row, redelivered: true }))
}
