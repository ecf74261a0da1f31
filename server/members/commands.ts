import { GUARDIAN_FIELDS, guardianField, type GuardianEntry } from '#domain/members/guardian-fields.ts'
import { emptyValue, memberFieldsOf, type MemberFieldName, type MemberFields } from '#domain/members/member-fields.ts'
import { audit } from '#server/platform/audit.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { lockMemberSchemes } from './lock-member-schemes.ts'
import { fieldRows, fieldsOfTable } from './member-columns.ts'
import type { Tx } from '#server/platform/tenancy.ts'

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
  clientId: string
  /** Null for an operator and for an import from a provider. */
  userId: string | null
  nowMs: number
}

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
  const { clientId, userId } = writer
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
  const { table, columns, values, params } = fieldRows(
    2,
    {
      id: { type: 'uuid', values: ids },
      current_remote_node_id: { type: 'text', values: members.map(({ level }) => level) },
    },
    fieldsOfTable('members'),
    members.map(({ fields }) => fields),
  )
  await tx.query(`INSERT INTO members (client_id, ${columns}) SELECT $1, ${values} FROM ${table}`, [
    clientId,
    ...params,
  ])
  // Guardians come before the clubs' rows, so that the trigger writes the words of the search index only once.
  await insertGuardians(tx, clientId, members)
  const memberships = members.flatMap(({ id, clubIds, fields }) =>
    clubIds.map((clubId) => ({ clubId, memberId: id, fields })),
  )
  await joinClubs(tx, clientId, memberships)
  const withNote = members.filter(({ fields }) => fields.note !== null)
  if (withNote.length > 0)
    await signNotes(
      tx,
      writer,
      withNote.map(({ id }) => id),
    )
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'create', 'member', * FROM unnest($3::text[], $4::jsonb[])`,
    [
      clientId,
      userId,
      ids,
      members.map(({ clubIds }) =>
        JSON.stringify({ ...(clubIds.length === 1 ? { clubId: clubIds[0] } : { clubIds }), ...auditDetails }),
      ),
    ],
  )
  return memberships.map(({ clubId, memberId }) => ({ clubId, kind: 'member', key: memberId }))
}

/**
 * Enters members into clubs, with the fields that are a club's own; does nothing where the club has the member already.
 * Returns how many were entered.
 */
export async function joinClubs(
  tx: Tx,
  clientId: string,
  memberships: readonly { clubId: string; memberId: string; fields?: Partial<MemberFields> }[],
): Promise<number> {
  const { table, columns, values, params } = fieldRows(
    2,
    {
      club_id: { type: 'uuid', values: memberships.map(({ clubId }) => clubId) },
      member_id: { type: 'uuid', values: memberships.map(({ memberId }) => memberId) },
    },
    fieldsOfTable('club_members'),
    memberships.map(({ fields = {} }) => memberFieldsOf((name, field) => fields[name] ?? emptyValue(field))),
  )
  const { rowCount } = await tx.query(
    `INSERT INTO club_members (client_id, ${columns}) SELECT $1, ${values} FROM ${table} ON CONFLICT DO NOTHING`,
    [clientId, ...params],
  )
  return rowCount ?? 0
}

/** Changes these fields of members; of the fields that are a club's own, those at the club. */
export async function updateFields(
  tx: Tx,
  clubId: string,
  names: readonly MemberFieldName[],
  members: readonly ({ id: string } & Partial<MemberFields>)[],
): Promise<void> {
  const key = { type: 'uuid', values: members.map(({ id }) => id) } as const
  const shared = fieldsOfTable('members', names)
  if (shared.length > 0) {
    const { table, assignments, params } = fieldRows(1, { id: key }, shared, members)
    await tx.query(`UPDATE members SET ${assignments} FROM ${table} WHERE members.id = entered.id`, params)
  }
  const clubsOwn = fieldsOfTable('club_members', names)
  if (clubsOwn.length > 0) {
    const { table, assignments, params } = fieldRows(2, { member_id: key }, clubsOwn, members)
    await tx.query(
      `UPDATE club_members SET ${assignments} FROM ${table}
       WHERE club_members.club_id = $1 AND club_members.member_id = entered.member_id`,
      [clubId, ...params],
    )
  }
}

/** Stores who has written the notes of these members, and when; at all clubs, or at one. */
export async function signNotes(
  tx: Tx,
  { userId, nowMs }: Writer,
  memberIds: readonly string[],
  clubId: string | null = null,
): Promise<void> {
  await tx.query(
    `UPDATE club_members SET note_by = $2, note_at = $3
     WHERE member_id = ANY($1) AND ($4::uuid IS NULL OR club_id = $4)`,
    [memberIds, userId, new Date(nowMs), clubId],
  )
}

/** Replaces the guardians of members. */
export async function replaceGuardians(
  tx: Tx,
  clientId: string,
  members: readonly { id: string; guardians: readonly GuardianEntry[] }[],
): Promise<void> {
  await tx.query('DELETE FROM guardians WHERE member_id = ANY($1)', [members.map(({ id }) => id)])
  await insertGuardians(tx, clientId, members)
}

async function insertGuardians(
  tx: Tx,
  clientId: string,
  members: readonly { id: string; guardians: readonly GuardianEntry[] }[],
): Promise<void> {
  const guardians = members.flatMap(({ id, guardians: ofMember }) =>
    ofMember.map((guardian, index) => ({ id, position: index + 1, ...guardian })),
  )
  const columns = GUARDIAN_FIELDS.map((name) => guardianField(name).column)
  await tx.query(
    `INSERT INTO guardians (client_id, member_id, position, ${columns.join(', ')})
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], ${columns.map((_column, index) => `$${index + 4}::text[]`).join(', ')})`,
    [
      clientId,
      guardians.map(({ id }) => id),
      guardians.map(({ position }) => position),
      ...GUARDIAN_FIELDS.map((name) => guardians.map((guardian) => guardian[name])),
    ],
  )
}

/**
 * Adds a member to one more club, which shares identity and progress with the others. Does nothing when the member
 * belongs to the club already.
 */
export async function addMemberToClub(
  tx: Tx,
  clientId: string,
  actorId: string | null,
  { memberId, clubId, memberType }: { memberId: string; clubId: string; memberType: string | null },
): Promise<void> {
  const entered = await joinClubs(tx, clientId, [{ clubId, memberId, fields: { member_type: memberType } }])
  if (entered === 0) return
  await audit(tx, clientId, {
    userId: actorId,
    action: 'join-club',
    entity: 'member',
    entityId: memberId,
    after: { clubId, memberType },
  })
  await recordChanges(tx, clientId, await lockAndListMemberKeys(tx, clientId, clubId, [memberId]))
}

/**
 * The keys of everything that a club's devices hold of these members. When a member joins a group, all of it must be
 * sent again: old marks, open conflicts, badges, and what coaches of this club entered in registers except notes. Waits
 * for sync pushes about these members first, because a mark that is stored at the same time would otherwise be on no
 * change list.
 */
export async function lockAndListMemberKeys(
  tx: Tx,
  clientId: string,
  clubId: string,
  memberIds: readonly string[],
): Promise<ChangedKey[]> {
  const { rows: schemes } = await tx.query<{ id: string }>('SELECT id FROM schemes')
  const pairs = memberIds.flatMap((memberId) => schemes.map(({ id }) => ({ memberId, schemeId: id })))
  await lockMemberSchemes(tx, clientId, pairs)
  const { rows } = await tx.query<Pick<ChangedKey, 'kind' | 'key'>>(
    `SELECT 'member' AS kind, member::text AS key FROM unnest($1::uuid[]) member
     UNION ALL
     SELECT 'result', member_id || '/' || scheme_id || node_id FROM results WHERE member_id = ANY($1)
     UNION ALL
     SELECT 'conflict', member_id || '/' || id FROM conflicts WHERE member_id = ANY($1) AND settled_at IS NULL
     UNION ALL
     SELECT 'register', member_id || '/' || lane FROM registers
     WHERE member_id = ANY($1) AND (club_id = $2 OR kind = 'badge') AND kind <> 'note' AND value IS NOT NULL`,
    [memberIds, clubId],
  )
  return rows.map((row) => ({ clubId, ...row, redelivered: true }))
}
