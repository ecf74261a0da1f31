import type { ClubMemberPatch, NewClubMember } from '#contract/members/club-members.ts'
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { memberProblems } from '#domain/members/member-entry.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { leaveGroups } from './leave-groups.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from './queries.ts'
import { recordMembers } from '#server/members/change-sets/change-set.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { spellingsOf } from './ability-groups.ts'
import { lockEditable, detailRevision, type Editable } from './member-detail.ts'

/** The fields that a club may change where a course provider owns the record. */
const CLUB_FIELDS: readonly (keyof Editable)[] = ['note', 'tags', 'category']

/**
 * The form in which an entry (the editable fields of a member) is stored: texts are trimmed, and empty ones are null.
 */
function normalized(entry: Editable): Editable {
  const trimmedOrNull = (value: string | null) => value?.trim() || null
  return {
    ...entry,
    firstname: entry.firstname.trim(),
    lastname: entry.lastname.trim(),
    ngo_id: trimmedOrNull(entry.ngo_id),
    medical: trimmedOrNull(entry.medical),
    note: trimmedOrNull(entry.note),
    phones: entry.phones.map((phone) => phone.trim()).filter((phone) => phone !== ''),
    guardians: entry.guardians.map((guardian) => ({
      guardian_firstname: guardian.guardian_firstname.trim(),
      guardian_lastname: guardian.guardian_lastname.trim(),
      guardian_email: trimmedOrNull(guardian.guardian_email),
    })),
  }
}

/**
 * Refuses problems of the fields that are entered now. Problems of other fields are ignored, so that a record that was
 * imported with an invalid name can still get a note. `keptTags` are the ability groups that the record had before.
 */
function refuseProblems(
  entry: Editable,
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

/** Refuses a member type that the club has not defined; a club that has defined none accepts every type. */
async function refuseUnknownType(tx: Tx, context: ClubContext, type: string | null): Promise<void> {
  if (type === null) return
  const { rows } = await tx.query<{ member_types: string[] }>('SELECT member_types FROM clubs WHERE id = $1', [
    context.clubId,
  ])
  const types = rows[0]?.member_types ?? []
  if (types.length > 0 && !types.includes(type))
    throw new Refusal('INVALID_REQUEST', { field: 'member_type', detail: 'member_type: not one of the club’s' })
}

/**
 * The key of the lock that an import takes exclusively; the check of a single member for duplicates takes it shared.
 */
export function enteringLock(clubId: string): string {
  return `entering ${clubId}`
}

/**
 * Refuses a second member with the same name and date of birth in the club. Simultaneous requests for the same child
 * wait for each other.
 */
async function refuseDuplicate(tx: Tx, context: ClubContext, entry: Editable, memberId: string): Promise<void> {
  const name = `${entry.lastname} ${entry.firstname}`
  // The first lock waits for an import, which locks the whole club; the second for another request for this child.
  await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [enteringLock(context.clubId)])
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${context.clubId} ${name} ${entry.dob}`])
  const { rowCount } = await tx.query(
    `SELECT FROM club_members
     WHERE club_id = $1 AND status IN ('active', 'inactive') AND dob = $2 AND sort_name = folded($3)
       AND member_id <> $4`,
    [context.clubId, entry.dob, name, memberId],
  )
  if (rowCount !== 0) throw new Refusal('CONFLICT_MEMBER', { field: 'lastname' })
}

/** Runs a write of a membership number; refuses a number that another member has, also with simultaneous writes. */
async function refusingTakenNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'members_ngo_id')
      throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
    throw error
  }
}

/** Replaces the guardians of a member. */
export async function writeGuardians(tx: Tx, context: ClubContext, memberId: string, entry: Editable): Promise<void> {
  await tx.query('DELETE FROM guardians WHERE member_id = $1', [memberId])
  await insertGuardians(tx, context, [{ id: memberId, entry }])
}

/** A new member: its id and its entry, which has been checked. */
interface NewEntry {
  id: string
  entry: Editable
}

async function insertGuardians(tx: Tx, context: ClubContext, members: readonly NewEntry[]): Promise<void> {
  const guardians = members.flatMap(({ id, entry }) =>
    entry.guardians.map((guardian, index) => ({ id, position: index + 1, ...guardian })),
  )
  const column = (pick: (guardian: (typeof guardians)[number]) => unknown) => guardians.map(pick)
  await tx.query(
    `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[])`,
    [
      context.clientId,
      column((guardian) => guardian.id),
      column((guardian) => guardian.position),
      column((guardian) => guardian.guardian_firstname),
      column((guardian) => guardian.guardian_lastname),
      column((guardian) => guardian.guardian_email),
    ],
  )
}

/**
 * Stores any number of members that have been checked already; returns the changed keys. `auditDetails` is added to
 * each row of the audit log.
 */
export async function insertMembers(
  tx: Tx,
  context: ClubContext,
  members: readonly NewEntry[],
  auditDetails: object = {},
): Promise<ChangedKey[]> {
  const column = (pick: (entry: Editable) => unknown) => members.map(({ entry }) => pick(entry))
  const ids = members.map(({ id }) => id)
  // Lists are passed as JSON, because the inner arrays of a PostgreSQL array must all have the same length.
  const jsonLists = (pick: (entry: Editable) => readonly string[]) => column((entry) => JSON.stringify(pick(entry)))
  const textArray = (list: string) => `ARRAY(SELECT jsonb_array_elements_text(${list}))`
  await tx.query(
    `INSERT INTO members (client_id, id, firstname, lastname, dob, ngo_id, medical, phones)
     SELECT $1, id, firstname, lastname, dob, ngo_id, medical, ${textArray('phones')}
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::text[], $7::text[], $8::jsonb[])
       added (id, firstname, lastname, dob, ngo_id, medical, phones)`,
    [
      context.clientId,
      ids,
      column((entry) => entry.firstname),
      column((entry) => entry.lastname),
      column((entry) => entry.dob),
      column((entry) => entry.ngo_id),
      column((entry) => entry.medical),
      jsonLists((entry) => entry.phones),
    ],
  )
  // Guardians come before the club's rows, so that the trigger writes the words of the search index only once.
  await insertGuardians(tx, context, members)
  await tx.query(
    `INSERT INTO club_members (client_id, club_id, member_id, status, member_type, category, tags, note, note_by,
      note_at)
     SELECT $1, $2, id, status, type, category, ${textArray('tags')}, note,
       CASE WHEN note IS NOT NULL THEN $9::uuid END, CASE WHEN note IS NOT NULL THEN $10::timestamptz END
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[])
       added (id, status, type, category, tags, note)`,
    [
      context.clientId,
      context.clubId,
      ids,
      column((entry) => entry.status),
      column((entry) => entry.member_type),
      column((entry) => entry.category),
      jsonLists((entry) => entry.tags),
      column((entry) => entry.note),
      context.userId,
      new Date(context.nowMs),
    ],
  )
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'create', 'member', id, $4 FROM unnest($3::text[]) id`,
    [context.clientId, context.userId, ids, { clubId: context.clubId, ...auditDetails }],
  )
  return ids.map((key) => ({ clubId: context.clubId, kind: 'member', key }))
}

/** Creates a new member of the club; returns the changed keys. */
export async function enterMember(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  body: NewClubMember,
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const emptyFields = {
    ngo_id: null,
    member_type: null,
    category: null,
    tags: [],
    medical: null,
    phones: [],
    note: null,
  }
  const normalizedEntry = normalized({ ...emptyFields, guardians: [], status: 'active', ...body })
  const entry = { ...normalizedEntry, tags: await inClubSpelling(tx, context, normalizedEntry.tags, memberId) }
  refuseProblems(entry, context.today, Object.keys(entry))
  await refuseUnknownType(tx, context, entry.member_type)
  await refuseDuplicate(tx, context, entry, memberId)
  return refusingTakenNumber(() => insertMembers(tx, context, [{ id: memberId, entry }]))
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
  const after = normalized({ ...before, ...patch })
  if (patch.tags) after.tags = await inClubSpelling(tx, context, patch.tags, memberId)
  if (after.member_type !== before.member_type) await refuseUnknownType(tx, context, after.member_type)
  const fields = (Object.keys(after) as (keyof Editable)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  )
  if (fields.length === 0) return []
  const providersField = fields.find((field) => !CLUB_FIELDS.includes(field))
  if (providersField !== undefined) refuseIfProviderOwns(context, providersField)
  refuseProblems(after, context.today, fields, before.tags)
  if (fields.some((field) => ['firstname', 'lastname', 'dob'].includes(field)))
    await refuseDuplicate(tx, context, after, memberId)
  await refusingTakenNumber(() =>
    tx.query(
      'UPDATE members SET firstname = $2, lastname = $3, dob = $4, ngo_id = $5, medical = $6, phones = $7 WHERE id = $1',
      [memberId, after.firstname, after.lastname, after.dob, after.ngo_id, after.medical, after.phones],
    ),
  )
  await tx.query(
    `UPDATE club_members SET member_type = $3, category = $4, tags = $5, status = $6, note = $7,
       note_by = CASE WHEN $8 THEN $9 ELSE note_by END, note_at = CASE WHEN $8 THEN $10 ELSE note_at END
     WHERE club_id = $1 AND member_id = $2`,
    [
      context.clubId,
      memberId,
      after.member_type,
      after.category,
      after.tags,
      after.status,
      after.note,
      fields.includes('note'),
      context.userId,
      new Date(context.nowMs),
    ],
  )
  if (fields.includes('guardians')) await writeGuardians(tx, context, memberId, after)
  const { status } = after
  const statusChanged = before.status !== status
  // Only the status can be undone. The former text of a note or an address is stored nowhere.
  if (statusChanged)
    await recordMembers(tx, context, changeSetId, [
      { id: memberId, before: { status: before.status }, after: { status } },
    ])
  const leftGroups =
    statusChanged && status === 'inactive' ? await leaveGroups(tx, context, changeSetId, [memberId]) : []
  // The log names the changed fields without their values, because medical notes and telephone numbers must not be
  // logged (security.md 44). In the log the change set is called `step`.
  await audit(tx, context.clientId, {
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
