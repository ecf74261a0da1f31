import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'

/** What an erasure has to be announced to. */
interface Erased {
  changed: ChangedKey[]
  /** The parents who were linked, which is not stored any more after the erasure. */
  parents: ParentOf[]
}

/**
 * Erases a member for an administrator, who must run every club of the member. `name` is the member's name as the
 * administrator typed it to confirm the erasure.
 */
export async function eraseOwnMember(tx: Tx, context: ClubContext, memberId: string, name: string): Promise<Erased> {
  refuseForeignRecords(context)
  const { rows } = await tx.query<{ name: string; elsewhere: boolean }>(
    `SELECT m.firstname || ' ' || m.lastname AS name, EXISTS (
       SELECT FROM club_members o WHERE o.client_id = m.client_id AND o.member_id = m.id AND NOT EXISTS (
         SELECT FROM user_clubs uc WHERE uc.client_id = o.client_id AND uc.club_id = o.club_id AND uc.user_id = $3
           AND uc.from_date <= $4 AND (uc.to_date IS NULL OR uc.to_date >= $4))) AS elsewhere
     FROM members m JOIN club_members cm ON cm.client_id = m.client_id AND cm.member_id = m.id
     WHERE m.id = $1 AND cm.club_id = $2`,
    [memberId, context.clubId, context.userId, context.today],
  )
  const [member] = rows
  if (!member) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  if (name.trim() !== member.name)
    throw new Refusal('INVALID_REQUEST', { field: 'name', detail: 'name: not the member’s' })
  if (member.elsewhere) throw new Refusal('MEMBER_ELSEWHERE', { field: 'uuid' })
  return eraseMember(tx, context.clientId, context.userId, memberId)
}

/**
 * Erases everything held about a member (security.md 42). Only ids of operations, a log without contents, and a
 * tombstone in each club whose devices may hold the member stay. It waits for pushes about the member that are running.
 */
export async function eraseMember(tx: Tx, clientId: string, by: string | null, memberId: string): Promise<Erased> {
  const { rows: schemes } = await tx.query<{ id: string }>('SELECT id FROM schemes')
  await lockMemberSchemes(
    tx,
    clientId,
    schemes.map(({ id }) => ({ memberId, schemeId: id })),
  )
  const parents = await parentsOf(tx, [memberId])
  const { rows: clubs } = await tx.query<{ club_id: string }>('SELECT club_id FROM erase_member($1)', [memberId])
  await audit(tx, clientId, { userId: by, action: 'erase', entity: 'member', entityId: memberId })
  return { changed: clubs.map(({ club_id: clubId }) => ({ clubId, kind: 'erasure', key: memberId })), parents }
}
