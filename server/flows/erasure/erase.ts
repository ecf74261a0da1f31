import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { recordsOfChildren } from '#server/flows/merges/records-of-children.ts'
import { claimRecords } from '#server/members/hold-records.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'

/** Whom the caller tells of an erasure: the devices of clubs (`changed`), and parents. */
interface Erased {
  changed: ChangedKey[]
  /** The parents who were linked to the member. Their links are erased too, so they are read before. */
  parents: ParentOf[]
}

const OWN_MEMBER = tenantStatement(
  'flows/find-member-to-erase',
  // elsewhere: the member belongs to a club that the administrator ($4) does not run today ($5)
  `SELECT member.firstname || ' ' || member.lastname AS name, EXISTS (
     SELECT FROM club_members other
     -- nobody runs a deleted club
     JOIN clubs ON clubs.client_id = other.client_id AND clubs.id = other.club_id AND clubs.deleted_at IS NULL
     WHERE other.client_id = member.client_id AND other.member_id = member.id
       AND NOT EXISTS (SELECT FROM user_clubs own
         WHERE own.client_id = other.client_id AND own.club_id = other.club_id AND own.user_id = $4
           AND own.from_date <= $5 AND (own.to_date IS NULL OR own.to_date >= $5))) AS elsewhere
   FROM members member
   JOIN club_members membership ON membership.client_id = member.client_id AND membership.member_id = member.id
   WHERE member.client_id = $1 AND member.id = $2 AND membership.club_id = $3
     -- of a merged record, the child is under the kept one
     AND membership.status <> 'merged'`,
)

/**
 * Erases a member for an administrator, who must run every club of the member. `name` is the member's name as the
 * administrator typed it to confirm the erasure.
 */
export async function eraseOwnMember(tx: Tx, context: ClubContext, memberId: string, name: string): Promise<Erased> {
  refuseIfProviderOwns(context)
  await claimRecords(tx, [memberId])
  const member = await findRow(tx, OWN_MEMBER, [memberId, context.clubId, context.userId, context.today])
  if (!member) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  if (name.trim() !== member.name)
    throw new Refusal('INVALID_REQUEST', { field: 'name', detail: 'name: not the member’s' })
  if (member.elsewhere) throw new Refusal('MEMBER_ELSEWHERE', { field: 'uuid' })
  return eraseMember(tx, context.userId, memberId)
}

const SCHEMES = tenantStatement('flows/list-ids-of-schemes', 'SELECT id FROM schemes WHERE client_id = $1')

/**
 * Copies the log entries of what coaches entered about a member, without contents, from the marks and register entries,
 * which the erasure deletes.
 */
const KEEP_LOG = tenantStatement(
  'flows/keep-log-of-edits',
  `INSERT INTO audit_log (client_id, id, at, user_id, acting_as, action, entity, entity_id, club_id)
   OVERRIDING SYSTEM VALUE
   SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, club_id
   FROM edit_entries WHERE client_id = $1 AND member_id = $2 RETURNING client_id`,
)

/**
 * Keeps what answers an operation that is delivered again. The ids are one array, which is looked up by indexes; for a
 * subselect PostgreSQL would read all operations of the client.
 */
const KEEP_OPERATIONS = tenantStatement(
  'flows/keep-operations-of-edits',
  `INSERT INTO sync_ops (client_id, op_id, author_id, payload_hash, outcome)
   SELECT $1, op_id, author_id, payload_hash, outcome FROM delivered_operations
   WHERE client_id = $1 AND op_id = ANY(ARRAY(
     SELECT op_id FROM assessments WHERE client_id = $1 AND member_id = $2
     UNION ALL
     SELECT edit.op_id FROM registers
     JOIN register_edits edit ON edit.client_id = $1 AND edit.lane = registers.lane
     WHERE registers.client_id = $1 AND registers.member_id = $2))
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** The clubs whose devices may hold the member. */
const ERASE_MEMBER = statement('flows/erase-member', 'SELECT club_id FROM erase_member($1) WHERE club_id IS NOT NULL')

/** Locks the histories of a member's record and of all that were merged into it, and returns these records. */
async function lockRecords(tx: Tx, memberId: string, locked: readonly string[] = []): Promise<string[]> {
  const records = await recordsOfChildren(tx, [memberId])
  // a merge that ended while this waited for its locks has added records
  const added = records.filter((id) => !locked.includes(id))
  if (added.length === 0) return records
  const schemes = await queryRows(tx, SCHEMES)
  await lockMemberSchemes(
    tx,
    added.flatMap((id) => schemes.map((scheme) => ({ memberId: id, schemeId: scheme.id }))),
  )
  return lockRecords(tx, memberId, records)
}

/**
 * Erases everything held about a member (security.md 42). Only ids of operations, a log without contents, and a
 * tombstone in each club whose devices may hold the member stay, of the record and of each that was merged into it: a
 * tablet that was away since before the merge, or an older backup, still has both. It waits for running pushes about the
 * member. `userId` is who erases it; null for the retention task.
 */
export async function eraseMember(tx: Tx, userId: string | null, memberId: string): Promise<Erased> {
  const records = await lockRecords(tx, memberId)
  const parents = await parentsOf(tx, records)
  const changed: ChangedKey[] = []
  for (const id of records) {
    await execute(tx, KEEP_LOG, [id])
    await execute(tx, KEEP_OPERATIONS, [id])
    const clubs = await queryRows(tx, ERASE_MEMBER, [id])
    await audit(tx, { userId, action: 'erase', entity: 'member', entityId: id })
    changed.push(...clubs.map(({ club_id: clubId }): ChangedKey => ({ clubId, kind: 'erasure', key: id })))
  }
  return { changed, parents }
}
