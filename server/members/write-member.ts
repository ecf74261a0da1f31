import type { ClubMemberPatch, NewClubMember } from '#contract/members/club-members.ts'
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { memberProblems, normalizedEntry, type MemberEntry } from '#domain/members/member-entry.ts'
import { emptyValue, memberField, memberFieldsOf, MEMBER_FIELDS } from '#domain/members/member-fields.ts'
import { audit } from '#server/platform/audit.ts'
import { LOCK_TEXT } from '#server/identity/users/invite.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { joinClubs, replaceGuardians, signNotes, updateFields, writeMembers } from './commands.ts'
import { leaveGroups } from './leave-groups.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from './queries.ts'
import { recordMembers } from '#server/members/change-sets/change-set.ts'
import { execute, findRow, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { spellingsOf } from './ability-groups.ts'
import { lockEditable, detailRevision } from './member-detail.ts'

const ENTRY_FIELDS: readonly (keyof MemberEntry)[] = [...MEMBER_FIELDS, 'guardians']

/** Whether a club may change the field where a course provider owns the record. */
function isClubsOwn(field: keyof MemberEntry): boolean {
  return field !== 'guardians' && memberField(field).clubsOwn === true
}

/**
 * Refuses problems of the fields that are entered now. Problems of other fields are ignored, so that a record that was
 * imported with an invalid name can still get a note. `keptTags` are the ability groups that the record had before.
 */
function refuseProblems(
  entry: MemberEntry,
  today: string,
  enteredFields: readonly string[],
  keptTags: readonly string[] = [],
): void {
  // A problem may name an element of a list, such as `guardians/0/guardian_email`.
  const firstProblem = memberProblems(entry, today, keptTags).find(({ field }) =>
    enteredFields.includes(field.split('/')[0] ?? ''),
  )
  if (!firstProblem) return
  const { field, problem } = firstProblem
  if (problem === 'twice') throw new Refusal('CONFLICT_GUARDIAN', { field })
  if (problem === 'not-an-email') throw new Refusal('ERROR_INVALID_EMAIL', { field })
  throw new Refusal('INVALID_REQUEST', { field, detail: `${field}: ${problem}` })
}

/** The names of ability groups in the spelling of the club's other members. */
async function inClubSpelling(
  tx: Tx,
  context: ClubContext,
  tags: readonly string[],
  memberId: string,
): Promise<string[]> {
  return tags.length === 0 ? [] : uniqueAbilityGroups(tags, await spellingsOf(tx, context.clubId, memberId))
}

const TYPES_OF_CLUB = tenantStatement(
  'members/read-types-of-club',
  'SELECT member_types FROM clubs WHERE client_id = $1 AND id = $2',
)

/** Refuses a member type that the club has not defined; a club that has defined none accepts every type. */
async function refuseUnknownType(tx: Tx, context: ClubContext, type: string | null): Promise<void> {
  if (type === null) return
  const club = await findRow(tx, TYPES_OF_CLUB, [context.clubId])
  const types = club?.member_types ?? []
  if (types.length > 0 && !types.includes(type))
    throw new Refusal('INVALID_REQUEST', { field: 'member_type', detail: 'member_type: not one of the club’s' })
}

/**
 * The key of the lock that an import takes exclusively; the check of a single member for duplicates takes it shared.
 */
export function enteringLock(clubId: string): string {
  return `entering ${clubId}`
}

const LOCK_CLUB = statement(
  'members/lock-club-for-entering',
  'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
)

const DUPLICATE = tenantStatement(
  'members/find-duplicate',
  `SELECT FROM club_members
   WHERE client_id = $1 AND club_id = $2 AND status IN ('active', 'inactive') AND dob = $3
     AND sort_name = folded($4) AND member_id <> $5`,
)

/**
 * Refuses a second member with the same name and date of birth in the club. Simultaneous requests for the same child
 * wait for each other.
 */
async function refuseDuplicate(tx: Tx, context: ClubContext, entry: MemberEntry, memberId: string): Promise<void> {
  const name = `${entry.lastname} ${entry.firstname}`
  // The first lock waits for an import, which locks the whole club; the second for another request for this child.
  await execute(tx, LOCK_CLUB, [enteringLock(context.clubId)])
  await execute(tx, LOCK_TEXT, [`${context.clubId} ${name} ${entry.dob}`])
  const duplicates = await execute(tx, DUPLICATE, [context.clubId, entry.dob, name, memberId])
  if (duplicates !== 0) throw new Refusal('CONFLICT_MEMBER', { field: 'lastname' })
}

/** Runs a write of a membership number; refuses a number that another member has, also with simultaneous writes. */
export async function refusingTakenNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'members_ngo_id')
      throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
    throw error
  }
}

/** A new member of the club as it is stored; refuses what is wrong, and a child who is a member already. */
async function checkedEntry(tx: Tx, context: ClubContext, memberId: string, body: NewClubMember): Promise<MemberEntry> {
  refuseIfProviderOwns(context)
  const entry = normalizedEntry({
    ...memberFieldsOf((_name, field) => emptyValue(field)),
    guardians: [],
    ...body,
  })
  entry.tags = await inClubSpelling(tx, context, entry.tags, memberId)
  refuseProblems(entry, context.today, Object.keys(entry))
  await refuseUnknownType(tx, context, entry.member_type)
  await refuseDuplicate(tx, context, entry, memberId)
  return entry
}

/** Creates a new member of the club; returns the changed keys. */
export async function enterMember(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  body: NewClubMember,
): Promise<ChangedKey[]> {
  const entry = await checkedEntry(tx, context, memberId, body)
  return refusingTakenNumber(() => writeMembers(tx, context, [{ ...entry, id: memberId, clubIds: [context.clubId] }]))
}

/** Makes a child whom a coach entered at a session, and who has a record but no club, a member of the club. */
export async function enterGuest(tx: Tx, context: ClubContext, memberId: string, body: NewClubMember): Promise<void> {
  const { clubId, userId } = context
  const entry = await checkedEntry(tx, context, memberId, body)
  const shared = MEMBER_FIELDS.filter((field) => memberField(field).table === 'members')
  await refusingTakenNumber(() => updateFields(tx, context, shared, [{ ...entry, id: memberId }]))
  await replaceGuardians(tx, [{ ...entry, id: memberId }])
  await joinClubs(tx, [{ clubId, memberId, fields: entry }], context.nowMs)
  if (entry.note !== null) await signNotes(tx, context, [memberId], clubId)
  await audit(tx, { userId, action: 'create', entity: 'member', entityId: memberId, after: { clubId } })
}

/** Changes the given fields of a member of the club. A member who becomes inactive leaves the club's groups. */
export async function changeMember(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberId: string,
  patch: ClubMemberPatch,
  ifMatch: string,
): Promise<ChangedKey[]> {
  const before = await lockEditable(tx, context, memberId)
  if (!before) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  matchRevision(ifMatch, detailRevision(before))
  const after = normalizedEntry({ ...before, ...patch })
  if (patch.tags) after.tags = await inClubSpelling(tx, context, patch.tags, memberId)
  if (after.member_type !== before.member_type) await refuseUnknownType(tx, context, after.member_type)
  const fields = ENTRY_FIELDS.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]))
  if (fields.length === 0) return []
  const providersField = fields.find((field) => !isClubsOwn(field))
  if (providersField !== undefined) refuseIfProviderOwns(context, providersField)
  refuseProblems(after, context.today, fields, before.tags)
  if (fields.some((field) => ['firstname', 'lastname', 'dob'].includes(field)))
    await refuseDuplicate(tx, context, after, memberId)
  const columns = fields.filter((field) => field !== 'guardians')
  await refusingTakenNumber(() => updateFields(tx, context, columns, [{ ...after, id: memberId }]))
  if (columns.includes('note')) await signNotes(tx, context, [memberId], context.clubId)
  if (fields.includes('guardians')) await replaceGuardians(tx, [{ ...after, id: memberId }])
  const { status } = after
  const statusChanged = before.status !== status
  // Only the status can be undone. The former text of a note or an address is stored nowhere.
  if (statusChanged)
    await recordMembers(tx, changeSetId, [{ id: memberId, before: { status: before.status }, after: { status } }])
  const leftGroups =
    statusChanged && status === 'inactive' ? await leaveGroups(tx, context, changeSetId, [memberId]) : []
  // The log names the changed fields without their values, because medical notes and telephone numbers must not be
  // logged (security.md 44). In the log the change set is called `step`.
  await audit(tx, {
    userId: context.userId,
    action: 'change',
    entity: 'member',
    entityId: memberId,
    before: { status: before.status },
    after: { clubId: context.clubId, fields, status, ...(statusChanged ? { step: changeSetId } : {}) },
  })
  const clubs = await clubsOfMembers(tx, [memberId])
  return [...clubs.map(({ club_id }) => ({ clubId: club_id, kind: 'member' as const, key: memberId })), ...leftGroups]
}
