import { Type, type Static } from 'typebox'
import { GroupDetail, type GroupPatch, type NewGroupBody } from '#contract/scheduling/groups.ts'
import { groupProblems, type GroupEntry } from '#domain/scheduling/group-entry.ts'
import {
  CLUBS_OWN_GROUP_FIELDS,
  EDITABLE_GROUP_FIELDS,
  storedGroupFields,
  type EditableGroupField,
  type GroupFields,
} from '#domain/scheduling/group-fields.ts'
import { maxPlacesTaken } from '#domain/scheduling/group-places.ts'
import { mayTeach } from '#domain/curriculum/scheme-state.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { placeKeys } from '#server/members/leave-groups.ts'
import { updateGroups, writeGroups } from './commands.ts'
import { groupFieldsJson } from './group-columns.ts'
import { exceptionJson } from './queries.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const { revision: _stored, ...detailFields } = GroupDetail.properties
const Detail = Type.Object(detailFields)
type Detail = Static<typeof Detail>

/**
 * Group $3 of club $2 with its coaches and members, without those who left before today ($4), and with its next ten
 * exceptions. `curriculum_own` says that the club chooses scheme and levels, because no roster names a scheme.
 */
const GROUP_DETAIL = tenantStatement(
  'scheduling/read-group',
  `SELECT json_build_object('id', groups.id, ${groupFieldsJson()},
    'curriculum_own', NOT EXISTS (SELECT FROM roster_groups
      WHERE roster_groups.client_id = groups.client_id AND roster_groups.group_id = groups.id
        AND roster_groups.names_scheme),
    'coaches', coalesce((SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
      'lastname', users.lastname,
        'from', group_coaches.from_date, 'to', group_coaches.to_date)
          ORDER BY group_coaches.from_date, users.lastname, users.id)
      FROM group_coaches JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
      WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
        AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)), '[]'),
    'exceptions', coalesce((SELECT json_agg(${exceptionJson} ORDER BY exception.date)
      FROM (SELECT * FROM session_exceptions exception
        WHERE exception.client_id = groups.client_id AND exception.group_id = groups.id AND exception.date >= $4
          ORDER BY exception.date LIMIT 10) exception), '[]'),
    'members', coalesce((SELECT json_agg(json_build_object('uuid', members.id, 'firstname', members.firstname,
      'lastname', members.lastname,
        'age', extract(year FROM age($4::date, members.dob))::int, 'from', group_members.from_date,
          'to', group_members.to_date)
        ORDER BY folded(members.lastname || ' ' || members.firstname), members.id)
      FROM group_members JOIN members ON members.client_id = group_members.client_id
        AND members.id = group_members.member_id
      WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
        AND (group_members.to_date IS NULL OR group_members.to_date >= $4)), '[]')) AS detail
  FROM groups WHERE groups.client_id = $1 AND groups.club_id = $2 AND groups.id = $3`,
  { json: { detail: Detail }, prepare: true },
)

/** What the club's office writes of a group; the revision is computed from it. */
type Entry = Pick<GroupFields, EditableGroupField> & Pick<GroupEntry, 'coaches'>

/** The entry of these fields as it is stored. */
function entryOf(fields: Partial<GroupFields>, coaches: GroupEntry['coaches']): Entry {
  const stored = storedGroupFields(fields)
  return {
    // the object has each of the fields that the office writes
    ...(Object.fromEntries(EDITABLE_GROUP_FIELDS.map((name) => [name, stored[name]])) as unknown as Entry),
    coaches: coaches.map(({ uuid, from, to }) => ({ uuid, from, to })),
  }
}

/** Reads a group of this club with its coaches and members; null for a group of another club. */
export async function readGroup(tx: Tx, context: ClubContext, groupId: string): Promise<GroupDetail | null> {
  const row = await findRow(tx, GROUP_DETAIL, [context.clubId, groupId, context.today])
  return row ? { ...row.detail, revision: revisionOf(entryOf(row.detail, row.detail.coaches)) } : null
}

const LOCK_GROUP = tenantStatement(
  'scheduling/lock-group',
  'SELECT FROM groups WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE',
)

/**
 * Reads and locks a group of this club; refuses a group of another club. The lock does not block marks of the group's
 * members. `field` is the field of the request that names the group.
 */
export async function lockGroup(tx: Tx, context: ClubContext, groupId: string, field = 'id'): Promise<GroupDetail> {
  await execute(tx, LOCK_GROUP, [groupId])
  const group = await readGroup(tx, context, groupId)
  if (!group) throw new Refusal('NOT_FOUND', { field })
  return group
}

const invalid = ({ field, problem }: ReturnType<typeof groupProblems>[number]) =>
  new Refusal('INVALID_REQUEST', { field, detail: `${field}: ${problem}` })

const COACHES_FOR_GROUP = tenantStatement(
  'scheduling/list-coaches-for-group',
  `SELECT users.id FROM users
     JOIN user_clubs ON user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
       AND user_clubs.club_id = $2
   WHERE users.client_id = $1 AND users.id = ANY($3) AND users.type = 'coach' AND (
     users.status = 'current' AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= $4)
     OR EXISTS (SELECT FROM group_coaches WHERE group_coaches.client_id = users.client_id
       AND group_coaches.user_id = users.id AND group_coaches.group_id = $5
       AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)))
   ORDER BY users.id FOR SHARE OF users, user_clubs`,
)

/**
 * Refuses impossible values, an unknown or retired scheme, an unknown level, and a coach of another club or who has
 * left; locks the coaches, because who leaves a club leaves the groups that name them by then. A coach who has left but is still in the group may stay, because a login provider ends the work at a club only.
 */
async function checkEntry(
  tx: Tx,
  context: ClubContext,
  id: string,
  entry: Entry,
  present: GroupCurriculum | null,
): Promise<void> {
  const [problem] = groupProblems(entry)
  if (problem) throw invalid(problem)
  const coachIds = entry.coaches.map((coach) => coach.uuid)
  const coaches = await queryRows(tx, COACHES_FOR_GROUP, [context.clubId, coachIds, context.today, id])
  const unknownIndex = entry.coaches.findIndex((coach) => !coaches.some(({ id }) => id === coach.uuid))
  if (unknownIndex >= 0) throw new Refusal('NOT_FOUND', { field: `coaches/${unknownIndex}/uuid` })
  await checkScheme(tx, entry, present)
}

/** Which scheme and levels a group is about, and which of them its coaches may mark. */
type GroupCurriculum = Pick<GroupFields, 'scheme_slug' | 'levels' | 'assessment_levels'>

/** Keeps a scheme in its state until the transaction ends. */
const HOLD_SCHEME = tenantStatement(
  'scheduling/hold-scheme-of-group',
  'SELECT FROM schemes WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL FOR KEY SHARE',
)

const SCHEME_WITH_LEVELS = tenantStatement(
  'scheduling/find-scheme-with-levels',
  `SELECT schemes.state, ARRAY(SELECT scheme_nodes.id FROM scheme_nodes
     WHERE scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id
       AND scheme_nodes.id = ANY($3) AND scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL) AS levels
   FROM schemes WHERE schemes.client_id = $1 AND schemes.slug = $2 AND schemes.deleted_at IS NULL`,
)

/**
 * Refuses an unknown scheme or level, and a retired scheme that is not the group's present one. What the group has
 * already (`present`) may stay, because an author may have deleted it since.
 */
async function checkScheme(
  tx: Tx,
  { scheme_slug, levels, assessment_levels }: GroupCurriculum,
  present: GroupCurriculum | null,
): Promise<void> {
  if (scheme_slug === null) return
  const sameScheme = scheme_slug === present?.scheme_slug
  const had = new Set(sameScheme ? [...present.levels, ...(present.assessment_levels ?? [])] : [])
  const newLevels = levels.filter((level) => !had.has(level))
  const newOtherLevels = (assessment_levels ?? []).filter((level) => !had.has(level))
  if (sameScheme && newLevels.length + newOtherLevels.length === 0) return
  await execute(tx, HOLD_SCHEME, [scheme_slug])
  const scheme = await findRow(tx, SCHEME_WITH_LEVELS, [scheme_slug, [...newLevels, ...newOtherLevels]])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'scheme_slug' })
  if (!mayTeach(scheme.state, sameScheme))
    throw new Refusal('SCHEME_STATE', { field: 'scheme_slug', detail: 'IS_RETIRED' })
  const schemeLevels = new Set(scheme.levels)
  if (!newLevels.every((level) => schemeLevels.has(level))) throw new Refusal('NOT_FOUND', { field: 'levels' })
  if (!newOtherLevels.every((level) => schemeLevels.has(level)))
    throw new Refusal('NOT_FOUND', { field: 'assessment_levels' })
}

/** SQL condition: the entry no longer names the row of `group_coaches`. */
const isLeftOut = `client_id = $1 AND group_id = $2
  AND (user_id, from_date) NOT IN (SELECT * FROM unnest($3::uuid[], $4::date[]))`

/** An assignment that would have begun later is deleted. */
const DELETE_LATER_COACHES = tenantStatement(
  'scheduling/delete-later-coaches',
  `DELETE FROM group_coaches WHERE ${isLeftOut} AND from_date > $5`,
)

/**
 * The last date of a coach who is left out is yesterday, so that this coach's devices receive no data of the group from
 * now on.
 */
const END_LEFT_OUT_COACHES = tenantStatement(
  'scheduling/end-left-out-coaches',
  `UPDATE group_coaches SET to_date = $5::date - 1 WHERE ${isLeftOut} AND (to_date IS NULL OR to_date >= $5)`,
)

const WRITE_COACHES = tenantStatement(
  'scheduling/write-coaches',
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date, to_date)
   SELECT $1, $2, coach.id, coach.from_date, coach.to_date
   FROM unnest($3::uuid[], $4::date[], $5::date[]) coach (id, from_date, to_date)
   ON CONFLICT (client_id, group_id, user_id, from_date) DO UPDATE SET to_date = excluded.to_date RETURNING client_id`,
)

/** Writes the coaches of a group. Coaches who are left out leave it. */
async function writeCoaches(tx: Tx, today: string, id: string, coaches: Entry['coaches']): Promise<void> {
  const uuids = coaches.map((coach) => coach.uuid)
  const fromDates = coaches.map((coach) => coach.from)
  const toDates = coaches.map((coach) => coach.to)
  await execute(tx, DELETE_LATER_COACHES, [id, uuids, fromDates, today])
  await execute(tx, END_LEFT_OUT_COACHES, [id, uuids, fromDates, today])
  await execute(tx, WRITE_COACHES, [id, uuids, fromDates, toDates])
}

/** Writes the entry for an existing group, whose scheme and levels are `present` until now. */
async function writeEntry(
  tx: Tx,
  context: ClubContext,
  id: string,
  entry: Entry,
  present: GroupCurriculum,
): Promise<void> {
  if (context.ownsRecords) {
    await checkEntry(tx, context, id, entry, present)
    await updateGroups(tx, EDITABLE_GROUP_FIELDS, [{ id, ...entry }])
    await writeCoaches(tx, context.today, id, entry.coaches)
    return
  }
  // only the fields of which a club's office is asked where a provider answers for the others
  const problem = groupProblems(entry).find(({ field }) => CLUBS_OWN_GROUP_FIELDS.some((name) => name === field))
  if (problem) throw invalid(problem)
  await checkScheme(tx, entry, present)
  await updateGroups(tx, CLUBS_OWN_GROUP_FIELDS, [{ id, ...entry }])
}

/** Creates a group from a form's entry, at a club that keeps its own records. */
export async function openGroup(tx: Tx, context: ClubContext, id: string, body: NewGroupBody): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const entry = entryOf(body, body.coaches ?? [])
  await checkEntry(tx, context, id, entry, /* present */ null)
  return writeGroups(tx, context, [{ id, clubId: context.clubId, ...entry }])
}

/**
 * Places that begin with the group begin with it also when its first date becomes an earlier one, but not before today.
 * The change set that has opened such a place notes it by its new first day, so that it can still be undone.
 */
const BEGIN_EARLIER = tenantStatement(
  'scheduling/begin-places-earlier',
  `WITH moved AS (
     DELETE FROM group_members
     WHERE client_id = $1 AND group_id = $2 AND from_date > $3::date AND from_date <= $4::date
       AND (to_date IS NULL OR to_date >= from_date)
     RETURNING client_id, group_id, member_id, from_date, to_date),
   noted AS (
     DELETE FROM change_set_places place USING moved
     WHERE place.client_id = moved.client_id AND place.group_id = moved.group_id
       AND place.member_id = moved.member_id AND place.from_date = moved.from_date
     RETURNING place.*),
   renoted AS (
     INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to, after_to)
     SELECT client_id, change_set_id, group_id, member_id, $3::date, existed, before_to, after_to FROM noted
     ON CONFLICT DO NOTHING RETURNING client_id)
   INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
   SELECT client_id, group_id, member_id, $3::date, to_date FROM moved
   ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = excluded.to_date
   RETURNING group_id, member_id`,
)

/** The changed keys of the members who are in the group from an earlier day on, after its first date has changed. */
async function beginEarlier(
  tx: Tx,
  context: ClubContext,
  id: string,
  before: string,
  after: string,
): Promise<ChangedKey[]> {
  const first = after > context.today ? after : context.today
  if (first >= before) return []
  return placeKeys(context, await queryRows(tx, BEGIN_EARLIER, [id, first, before]))
}

/** Changes fields of a group; in a course provider's group, only those that are the club's own. */
export async function changeGroup(
  tx: Tx,
  context: ClubContext,
  id: string,
  patch: GroupPatch,
  ifMatch: string,
): Promise<ChangedKey[]> {
  const before = await lockGroup(tx, context, id)
  const clubFields: readonly string[] = before.curriculum_own ? CLUBS_OWN_GROUP_FIELDS : []
  const providerField = Object.keys(patch).find((field) => !clubFields.includes(field))
  if (providerField !== undefined) refuseIfProviderOwns(context, providerField)
  matchRevision(ifMatch, before.revision)
  const { scheme_slug: slug = before.scheme_slug, max_size: size = null } = patch
  // Levels of the old scheme do not exist in a new one.
  const otherLevels = slug === before.scheme_slug ? {} : { assessment_levels: null }
  const entry = entryOf({ ...before, ...otherLevels, ...patch }, patch.coaches ?? before.coaches)
  if (revisionOf(entry) === before.revision) return []
  if (size !== null && maxPlacesTaken(before.members, context.today) > size)
    throw new Refusal('GROUP_FULL', { field: 'max_size' })
  await writeEntry(tx, context, id, entry, before)
  const places = await beginEarlier(tx, context, id, before.first_date, entry.first_date)
  await audit(tx, {
    userId: context.userId,
    action: 'change',
    entity: 'group',
    entityId: id,
    before: entryOf(before, before.coaches),
    after: entry,
  })
  return [{ clubId: context.clubId, kind: 'group', key: id }, ...places]
}
