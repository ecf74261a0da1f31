import { Type, type Static } from 'typebox'
import { GroupDetail, type GroupPatch, type NewGroupBody } from '#contract/scheduling/groups.ts'
import { mondayFirst } from '#domain/platform/club-time.ts'
import { groupProblems } from '#domain/scheduling/group-entry.ts'
import { maxPlacesTaken } from '#domain/scheduling/group-places.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
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
  `SELECT json_build_object('id', groups.id, 'name', groups.name, 'ngo_id', groups.ngo_id,
    'curriculum_own', NOT EXISTS (SELECT FROM roster_groups
      WHERE roster_groups.client_id = groups.client_id AND roster_groups.group_id = groups.id
        AND roster_groups.names_scheme),
    'scheme_slug', (SELECT schemes.slug FROM schemes
      WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id),
    'levels', to_json(groups.levels),
    'assessment_levels', to_json(
      CASE WHEN groups.assessment_levels <> groups.levels THEN groups.assessment_levels END),
    'assessment_level_limit', groups.assessment_level_limit, 'is_slot', groups.is_slot,
    'start_at', to_char(groups.start_at, 'HH24:MI'), 'duration_minutes', groups.duration_minutes,
      'weekdays', to_json(groups.weekdays),
    'first_date', groups.first_date, 'last_date', groups.last_date, 'place', groups.place,
      'max_size', groups.max_size,
    'age_from', groups.age_from, 'age_to', groups.age_to,
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

/** The fields of a group that its form changes; the revision is computed from them. */
function editableFields(detail: Detail): NewGroupBody {
  const {
    id: _id,
    ngo_id: _ngo,
    curriculum_own: _own,
    members: _members,
    exceptions: _exceptions,
    coaches,
    ...fields
  } = detail
  return { ...fields, coaches: coaches.map(({ uuid, from, to }) => ({ uuid, from, to })) }
}

/** Reads a group of this club with its coaches and members; null for a group of another club. */
export async function readGroup(tx: Tx, context: ClubContext, groupId: string): Promise<GroupDetail | null> {
  const row = await findRow(tx, GROUP_DETAIL, [context.clubId, groupId, context.today])
  return row ? { ...row.detail, revision: revisionOf(editableFields(row.detail)) } : null
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

const COACHES_FOR_GROUP = tenantStatement(
  'scheduling/list-coaches-for-group',
  `SELECT users.id FROM users
     JOIN user_clubs ON user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
       AND user_clubs.club_id = $2
   WHERE users.client_id = $1 AND users.id = ANY($3) AND users.type = 'coach' AND (
     users.status = 'current' AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= $4)
     OR EXISTS (SELECT FROM group_coaches WHERE group_coaches.client_id = users.client_id
       AND group_coaches.user_id = users.id AND group_coaches.group_id = $5
       AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)))`,
)

/**
 * Refuses impossible values, an unknown scheme or level, and a coach of another club or who has left; returns the
 * scheme's id. A coach who has left but is still in the group may stay, because a login provider ends the work at a
 * club only.
 */
async function checkEntry(tx: Tx, context: ClubContext, id: string, entry: NewGroupBody): Promise<string | null> {
  const [problem] = groupProblems(entry)
  if (problem)
    throw new Refusal('INVALID_REQUEST', { field: problem.field, detail: `${problem.field}: ${problem.problem}` })
  const coachIds = entry.coaches.map((coach) => coach.uuid)
  const coaches = await queryRows(tx, COACHES_FOR_GROUP, [context.clubId, coachIds, context.today, id])
  const unknownIndex = entry.coaches.findIndex((coach) => !coaches.some(({ id }) => id === coach.uuid))
  if (unknownIndex >= 0) throw new Refusal('NOT_FOUND', { field: `coaches/${unknownIndex}/uuid` })
  return schemeOf(tx, entry)
}

/** Which scheme and levels a group is about, and which of them its coaches may mark. */
type GroupCurriculum = Pick<NewGroupBody, 'scheme_slug' | 'levels' | 'assessment_levels' | 'assessment_level_limit'>

/** The levels that can be marked: the group's own levels unless others were chosen. */
function assessmentLevels({ levels, assessment_levels: chosen = null }: GroupCurriculum): string[] {
  const isSame = chosen?.length === levels.length && chosen.every((level) => levels.includes(level))
  return chosen === null || isSame ? levels : chosen
}

const SCHEME_WITH_LEVELS = tenantStatement(
  'scheduling/find-scheme-with-levels',
  `SELECT schemes.id, ARRAY(SELECT scheme_nodes.id FROM scheme_nodes
     WHERE scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id
       AND scheme_nodes.id = ANY($3) AND scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL) AS levels
   FROM schemes WHERE schemes.client_id = $1 AND schemes.slug = $2 AND schemes.deleted_at IS NULL`,
)

/** The scheme's id, null when the group has no scheme; refuses an unknown scheme or level. */
async function schemeOf(tx: Tx, entry: GroupCurriculum): Promise<string | null> {
  if (entry.scheme_slug === null) return null
  const levels = [...entry.levels, ...assessmentLevels(entry)]
  const scheme = await findRow(tx, SCHEME_WITH_LEVELS, [entry.scheme_slug, levels])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'scheme_slug' })
  const schemeLevels = new Set(scheme.levels)
  if (!entry.levels.every((level) => schemeLevels.has(level))) throw new Refusal('NOT_FOUND', { field: 'levels' })
  if (!assessmentLevels(entry).every((level) => schemeLevels.has(level)))
    throw new Refusal('NOT_FOUND', { field: 'assessment_levels' })
  return scheme.id
}

const WRITE_GROUP = tenantStatement(
  'scheduling/write-group',
  `INSERT INTO groups (client_id, id, club_id, name, scheme_id, levels, assessment_levels, assessment_level_limit,
     is_slot, start_at, duration_minutes, weekdays, first_date, last_date, place, max_size, age_from, age_to)
   VALUES ($1, $2, $3, $4, $5, $6, $18, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
   ON CONFLICT (client_id, id) DO UPDATE SET name = excluded.name, scheme_id = excluded.scheme_id,
     levels = excluded.levels,
     assessment_levels = excluded.assessment_levels, assessment_level_limit = excluded.assessment_level_limit,
     is_slot = excluded.is_slot, start_at = excluded.start_at, duration_minutes = excluded.duration_minutes,
     weekdays = excluded.weekdays, first_date = excluded.first_date, last_date = excluded.last_date,
     place = excluded.place, max_size = excluded.max_size, age_from = excluded.age_from, age_to = excluded.age_to`,
)

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
   ON CONFLICT (client_id, group_id, user_id, from_date) DO UPDATE SET to_date = excluded.to_date`,
)

/** Inserts a group, or updates an existing one, with its coaches. Coaches who are left out leave the group. */
async function writeGroup(tx: Tx, context: ClubContext, id: string, entry: NewGroupBody): Promise<void> {
  const schemeId = await checkEntry(tx, context, id, entry)
  await execute(tx, WRITE_GROUP, [
    id,
    context.clubId,
    entry.name.trim(),
    schemeId,
    entry.levels,
    entry.assessment_level_limit,
    entry.is_slot,
    entry.start_at,
    entry.duration_minutes,
    mondayFirst(entry.weekdays),
    entry.first_date,
    entry.last_date,
    entry.place?.trim() || null,
    entry.max_size,
    entry.age_from,
    entry.age_to,
    assessmentLevels(entry),
  ])
  const [uuids, fromDates, toDates] = [
    entry.coaches.map((coach) => coach.uuid),
    entry.coaches.map((coach) => coach.from),
    entry.coaches.map((coach) => coach.to),
  ]
  await execute(tx, DELETE_LATER_COACHES, [id, uuids, fromDates, context.today])
  await execute(tx, END_LEFT_OUT_COACHES, [id, uuids, fromDates, context.today])
  await execute(tx, WRITE_COACHES, [id, uuids, fromDates, toDates])
}

/** The fields of a course provider's group that the club may set when the provider does not. */
const CURRICULUM_FIELDS: readonly (keyof GroupPatch)[] = [
  'scheme_slug',
  'levels',
  'assessment_levels',
  'assessment_level_limit',
]

const WRITE_CURRICULUM = tenantStatement(
  'scheduling/write-curriculum',
  `UPDATE groups SET scheme_id = $3, levels = $4, assessment_levels = $6, assessment_level_limit = $5
   WHERE client_id = $1 AND id = $2`,
)

/**
 * Writes the scheme and levels of a course provider's group. It checks only these, because the provider answers for the
 * other fields.
 */
async function writeCurriculum(tx: Tx, id: string, entry: GroupCurriculum): Promise<void> {
  const schemeId = await schemeOf(tx, entry)
  if (schemeId === null && entry.levels.length > 0)
    throw new Refusal('INVALID_REQUEST', { field: 'levels', detail: 'levels: needs-scheme' })
  if (entry.assessment_levels && (schemeId === null || entry.assessment_levels.length === 0))
    throw new Refusal('INVALID_REQUEST', { field: 'assessment_levels' })
  const { levels, assessment_level_limit: limit } = entry
  await execute(tx, WRITE_CURRICULUM, [id, schemeId, levels, limit, assessmentLevels(entry)])
}

/** Creates a group from a form's entry, at a club that keeps its own records. */
export async function openGroup(tx: Tx, context: ClubContext, id: string, entry: NewGroupBody): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  await writeGroup(tx, context, id, entry)
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'create',
    entity: 'group',
    entityId: id,
    after: { clubId: context.clubId, ...entry },
  })
  return [{ clubId: context.clubId, kind: 'group', key: id }]
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
  const clubFields = before.curriculum_own ? CURRICULUM_FIELDS : []
  const providerField = (Object.keys(patch) as (keyof GroupPatch)[]).find((field) => !clubFields.includes(field))
  if (providerField !== undefined) refuseIfProviderOwns(context, providerField)
  matchRevision(ifMatch, before.revision)
  const { revision: _revision, ...detail } = before
  const entry = { ...editableFields(detail), ...patch }
  // Levels of the old scheme do not exist in a new one.
  if (entry.scheme_slug !== before.scheme_slug && patch.assessment_levels === undefined) entry.assessment_levels = null
  if (revisionOf(entry) === before.revision) return []
  if (
    patch.max_size !== undefined &&
    patch.max_size !== null &&
    maxPlacesTaken(before.members, context.today) > patch.max_size
  )
    throw new Refusal('GROUP_FULL', { field: 'max_size' })
  if (context.ownsRecords) await writeGroup(tx, context, id, entry)
  else await writeCurriculum(tx, id, entry)
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'change',
    entity: 'group',
    entityId: id,
    before: editableFields(detail),
    after: entry,
  })
  return [{ clubId: context.clubId, kind: 'group', key: id }]
}
