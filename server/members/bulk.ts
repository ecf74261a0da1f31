import { abilityGroupKey, abilityGroupProblem, uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { MAX_TAGS } from '#domain/identity/person.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { leaveGroups } from './leave-groups.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { recordMembers, restoreMembers, type MemberChange } from '#server/members/change-sets/change-set.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from './queries.ts'
import { execute, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { spellingsOf } from './ability-groups.ts'

const LOCK_MEMBERS = tenantStatement(
  'members/lock-members-of-club',
  `SELECT member_id AS id, CASE WHEN status = 'inactive' THEN 'inactive' ELSE 'active' END AS status, tags
   FROM club_members
   WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3) AND status <> 'merged'
   ORDER BY member_id FOR NO KEY UPDATE`,
)
type LockedMember = RowOf<typeof LOCK_MEMBERS>

/** Locks members of the club in the order of their ids; refuses when one does not belong to the club. */
async function lockMembers(tx: Tx, context: ClubContext, ids: readonly string[]): Promise<LockedMember[]> {
  const rows = await queryRows(tx, LOCK_MEMBERS, [context.clubId, ids])
  if (rows.length < ids.length) throw new Refusal('NOT_FOUND', { field: 'member_uuids' })
  return rows
}

/** Sets the status of members. Those who become inactive leave the club's groups [4.26]. */
export async function setMembersActive(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  ids: readonly string[],
  status: 'active' | 'inactive',
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const changes = (await lockMembers(tx, context, ids))
    .filter((member) => member.status !== status)
    .map((member) => ({ id: member.id, before: { status: member.status }, after: { status } }))
  const changed = await writeChanges(tx, context, changeSetId, changes, { fields: ['status'], status })
  const changedIds = changes.map(({ id }) => id)
  return status === 'inactive' ? [...changed, ...(await leaveGroups(tx, context, changeSetId, changedIds))] : changed
}

/** Adds an ability group with the name `enteredName` to members, or removes it from them when `isAdding` is false. */
export async function tagMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  ids: readonly string[],
  enteredName: string,
  isAdding: boolean,
): Promise<ChangedKey[]> {
  const key = abilityGroupKey(enteredName)
  // An ability group whose name is no longer allowed can still be removed.
  const nameProblem = isAdding ? abilityGroupProblem(enteredName) : null
  const problem = key === '' ? 'required' : nameProblem
  if (problem !== null) throw new Refusal('INVALID_REQUEST', { field: 'tag', detail: `tag: ${problem}` })
  const members = await lockMembers(tx, context, ids)
  const [name = ''] = uniqueAbilityGroups([enteredName], await spellingsOf(tx, context.clubId))
  const withoutTag = (tags: readonly string[]) => tags.filter((tag) => abilityGroupKey(tag) !== key)
  const hasTag = (tags: readonly string[]) => withoutTag(tags).length < tags.length
  const changes = members
    .filter(({ tags }) => hasTag(tags) !== isAdding)
    .map(({ id, tags }) => ({ id, before: { tags }, after: { tags: isAdding ? [...tags, name] : withoutTag(tags) } }))
  if (changes.some(({ after }) => after.tags.length > MAX_TAGS))
    throw new Refusal('INVALID_REQUEST', { field: 'tag', detail: `tag: at most ${MAX_TAGS} for a member` })
  return writeChanges(tx, context, changeSetId, changes, { fields: ['tags'] })
}

const AUDIT_CHANGES = tenantStatement(
  'members/audit-bulk-changes',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'change', 'member', id, $4 FROM unnest($3::text[]) id RETURNING client_id`,
)

/** Writes the changes, under the change set's id (the log's `step`), with an entry in the audit log for each member. */
async function writeChanges(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  changes: readonly MemberChange[],
  details: object,
): Promise<ChangedKey[]> {
  await recordMembers(tx, changeSetId, changes)
  const ids = changes.map(({ id }) => id)
  // Brings the rows into the state `after`, which `recordMembers` has just recorded.
  await restoreMembers(tx, context, changeSetId, ids, 'after')
  const after = { clubId: context.clubId, step: changeSetId, ...details }
  await execute(tx, AUDIT_CHANGES, [context.userId, ids, after])
  const clubs = await clubsOfMembers(tx, ids)
  return clubs.map(({ club_id, member_id }) => ({ clubId: club_id, kind: 'member', key: member_id }))
}
