import { audit } from '#server/platform/audit.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { lockMemberSchemes } from './lock-member-schemes.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A member to be created at one club. */
export interface NewMember {
  id: string
  clubId: string
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  dob: string
  ngoId: string | null
  memberType: string | null
  medical: string | null
  note: string | null
  guardian: { firstname: string; lastname: string; email: string | null } | null
}

/**
 * Creates members of clubs, each with at most one guardian; all or none. `actorId` is the user who enters them, or null
 * for an operator and for an import from a provider.
 */
export async function createMembers(
  tx: Tx,
  clientId: string,
  actorId: string | null,
  members: readonly NewMember[],
): Promise<void> {
  const column = (pick: (member: NewMember) => unknown) => members.map(pick)
  await tx.query(
    `INSERT INTO members (client_id, id, firstname, lastname, dob, ngo_id, medical)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::text[], $7::text[])`,
    [
      clientId,
      column((member) => member.id),
      column((member) => member.firstname),
      column((member) => member.lastname),
      column((member) => member.dob),
      column((member) => member.ngoId),
      column((member) => member.medical),
    ],
  )
  await tx.query(
    `INSERT INTO club_members (client_id, club_id, member_id, member_type, note, note_by)
     SELECT $1, added.*, CASE WHEN added.note IS NULL THEN NULL ELSE $6::uuid END
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) added (club, member, type, note)`,
    [
      clientId,
      column((member) => member.clubId),
      column((member) => member.id),
      column((member) => member.memberType),
      column((member) => member.note),
      actorId,
    ],
  )
  const guardians = members.flatMap(({ id, guardian }) => (guardian ? [{ memberId: id, ...guardian }] : []))
  await tx.query(
    `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
     SELECT $1, member, 1, firstname, lastname, email
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) guardian (member, firstname, lastname, email)`,
    [
      clientId,
      guardians.map(({ memberId }) => memberId),
      guardians.map(({ firstname }) => firstname),
      guardians.map(({ lastname }) => lastname),
      guardians.map(({ email }) => email),
    ],
  )
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id)
     SELECT $1, $2, 'create', 'member', * FROM unnest($3::text[])`,
    [clientId, actorId, column((member) => member.id)],
  )
  await recordChanges(
    tx,
    clientId,
    members.map(({ clubId, id }) => ({ clubId, kind: 'member', key: id })),
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
  const { rowCount } = await tx.query(
    `INSERT INTO club_members (client_id, club_id, member_id, member_type)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [clientId, clubId, memberId, memberType],
  )
  if (rowCount === 0) return
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
