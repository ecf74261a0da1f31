import type { GroupPatch, GroupDetail, NewGroupBody } from '#contract/scheduling/groups.ts'
import { groupProblems } from '#domain/scheduling/group-entry.ts'
import { maxPlacesTaken } from '#domain/scheduling/group-places.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { exceptionJson } from './queries.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of group $2 of club $1 with its coaches, members and next exceptions. $3 is today's date; those who left before
 * it are omitted.
 */
const GROUP_DETAIL = `SELECT json_build_object('id', g.id, 'name', g.name, 'ngo_id', g.ngo_id,
    'curriculum_own', NOT EXISTS (SELECT FROM roster_groups rg WHERE rg.client_id = g.client_id AND rg.group_id = g.id AND rg.names_scheme),
    'scheme_slug', (SELECT s.slug FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id),
    'levels', to_json(g.levels), 'assessment_levels', to_json(CASE WHEN g.assessment_levels <> g.levels THEN g.assessment_levels END),
    'assessment_level_limit', g.assessment_level_limit, 'is_slot', g.is_slot,
    'start_at', to_char(g.start_at, 'HH24:MI'), 'duration_minutes', g.duration_minutes, 'weekdays', to_json(g.weekdays),
    'first_date', g.first_date, 'last_date', g.last_date, 'place', g.place, 'max_size', g.max_size,
    'age_from', g.age_from, 'age_to', g.age_to,
    'coaches', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname,
        'from', gc.from_date, 'to', gc.to_date) ORDER BY gc.from_date, u.lastname, u.id)
      FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
      WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND (gc.to_date IS NULL OR gc.to_date >= $3)), '[]'),
    'exceptions', coalesce((SELECT json_agg(${exceptionJson} ORDER BY x.date) FROM (SELECT * FROM session_exceptions x
        WHERE x.client_id = g.client_id AND x.group_id = g.id AND x.date >= $3 ORDER BY x.date LIMIT 10) x), '[]'),
    'members', coalesce((SELECT json_agg(json_build_object('uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname,
        'age', extract(year FROM age($3::date, m.dob))::int, 'from', gm.from_date, 'to', gm.to_date)
        ORDER BY folded(m.lastname || ' ' || m.firstname), m.id)
      FROM group_members gm JOIN members m ON m.client_id = gm.client_id AND m.id = gm.member_id
      WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND (gm.to_date IS NULL OR gm.to_date >= $3)), '[]')) AS detail
  FROM groups g WHERE g.club_id = $1 AND g.id = $2`

type Detail = Omit<GroupDetail, 'revision'>

/** The fields of a group that its form changes, without its members. */
function entryOf(detail: Detail): NewGroupBody {
  const {
    id: _id,
    ngo_id: _ngo,
    curriculum_own: _own,
    members: _members,
    exceptions: _exceptions,
    coaches,
    ...rest
  } = detail
  return { ...rest, coaches: coaches.map(({ uuid, from, to }) => ({ uuid, from, to })) }
}

/** Reads a group of this club with its coaches and members; null for a group of another club. */
export async function readGroup(tx: Tx, context: ClubContext, groupId: string): Promise<GroupDetail | null> {
  const { rows } = await tx.query<{ detail: Detail }>(prepared(GROUP_DETAIL, [context.clubId, groupId, context.today]))
  const [row] = rows
  return row ? { ...row.detail, revision: revisionOf(entryOf(row.detail)) } : null
}

/**
 * Reads and locks a group of this club; refuses a group of another club. The lock does not block marks of the group's
 * members.
 */
export async function lockGroup(tx: Tx, context: ClubContext, groupId: string, field = 'id'): Promise<GroupDetail> {
  await tx.query('SELECT FROM groups WHERE id = $1 FOR NO KEY UPDATE', [groupId])
  const group = await readGroup(tx, context, groupId)
  if (!group) throw new Refusal('NOT_FOUND', { field })
  return group
}

/** Refuses impossible values, an unknown scheme or level, and a coach of another club; returns the scheme's id. */
async function checkEntry(tx: Tx, context: ClubContext, entry: NewGroupBody): Promise<string | null> {
  const [first] = groupProblems(entry)
  if (first) throw new Refusal('INVALID_REQUEST', { field: first.field, detail: `${first.field}: ${first.problem}` })
  const { rows: coaches } = await tx.query<{ id: string }>(
    `SELECT u.id FROM users u JOIN user_clubs uc ON uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = $1
     WHERE u.id = ANY($2) AND u.type = 'coach' AND u.status = 'current'`,
    [context.clubId, entry.coaches.map((coach) => coach.uuid)],
  )
  const unknown = entry.coaches.findIndex((coach) => !coaches.some(({ id }) => id === coach.uuid))
  if (unknown >= 0) throw new Refusal('NOT_FOUND', { field: `coaches/${unknown}/uuid` })
  return schemeOf(tx, entry)
}

type Curriculum = Pick<NewGroupBody, 'scheme_slug' | 'levels' | 'assessment_levels' | 'assessment_level_limit'>

/** The levels that can be marked: the group's own levels unless others were chosen. */
function assessmentLevels({ levels, assessment_levels: chosen = null }: Curriculum): string[] {
  const same = chosen?.length === levels.length && chosen.every((level) => levels.includes(level))
  return chosen === null || same ? levels : chosen
}

/** The scheme's id, null when the group has no scheme; refuses an unknown scheme or level. */
async function schemeOf(tx: Tx, entry: Curriculum): Promise<string | null> {
  if (entry.scheme_slug === null) return null
  const { rows } = await tx.query<{ id: string; levels: string[] }>(
    `SELECT s.id, ARRAY(SELECT n.id FROM scheme_nodes n WHERE n.client_id = s.client_id AND n.scheme_id = s.id
       AND n.id = ANY($2) AND n.t = 'l' AND n.deleted_at IS NULL) AS levels
     FROM schemes s WHERE s.slug = $1 AND s.deleted_at IS NULL`,
    [entry.scheme_slug, [...entry.levels, ...assessmentLevels(entry)]],
  )
  const [scheme] = rows
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'scheme_slug' })
  const schemeLevels = new Set(scheme.levels)
  if (!entry.levels.every((level) => schemeLevels.has(level))) throw new Refusal('NOT_FOUND', { field: 'levels' })
  if (!assessmentLevels(entry).every((level) => schemeLevels.has(level)))
    throw new Refusal('NOT_FOUND', { field: 'assessment_levels' })
  return scheme.id
}

/** Inserts a group, or updates an existing one, with its coaches. */
async function writeGroup(tx: Tx, context: ClubContext, id: string, entry: NewGroupBody): Promise<void> {
  const schemeId = await checkEntry(tx, context, entry)
  await tx.query(
    `INSERT INTO groups (client_id, id, club_id, name, scheme_id, levels, assessment_levels, assessment_level_limit, is_slot,
       start_at, duration_minutes, weekdays, first_date, last_date, place, max_size, age_from, age_to)
     VALUES ($1, $2, $3, $4, $5, $6, $18, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (client_id, id) DO UPDATE SET name = excluded.name, scheme_id = excluded.scheme_id, levels = excluded.levels,
       assessment_levels = excluded.assessment_levels, assessment_level_limit = excluded.assessment_level_limit,
       is_slot = excluded.is_slot, start_at = excluded.start_at, duration_minutes = excluded.duration_minutes,
       weekdays = excluded.weekdays, first_date = excluded.first_date, last_date = excluded.last_date,
       place = excluded.place, max_size = excluded.max_size, age_from = excluded.age_from, age_to = excluded.age_to`,
    [
      context.clientId,
      id,
      context.clubId,
      entry.name.trim(),
      schemeId,
      entry.levels,
      entry.assessment_level_limit,
      entry.is_slot,
      entry.start_at,
      entry.duration_minutes,
      [...entry.weekdays].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7)),
      entry.first_date,
      entry.last_date,
      entry.place?.trim() || null,
      entry.max_size,
      entry.age_from,
      entry.age_to,
      assessmentLevels(entry),
    ],
  )
  const [uuids, froms, tos] = [
    entry.coaches.map((c) => c.uuid),
    entry.coaches.map((c) => c.from),
    entry.coaches.map((c) => c.to),
  ]
  const leftOut = `group_id = $1 AND (user_id, from_date) NOT IN (SELECT * FROM unnest($2::uuid[], $3::date[]))`
  await tx.query(`DELETE FROM group_coaches WHERE ${leftOut} AND from_date > $4`, [id, uuids, froms, context.today])
  // as with members, the last date is yesterday, so that from now on they receive no data of the group
  await tx.query(
    `UPDATE group_coaches SET to_date = $4::date - 1 WHERE ${leftOut} AND (to_date IS NULL OR to_date >= $4)`,
    [id, uuids, froms, context.today],
  )
  await tx.query(
    `INSERT INTO group_coaches (client_id, group_id, user_id, from_date, to_date)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::date[], $5::date[])
     ON CONFLICT (client_id, group_id, user_id, from_date) DO UPDATE SET to_date = excluded.to_date`,
    [context.clientId, id, uuids, froms, tos],
  )
}

/** The fields of a course provider's group that the club may set when the provider does not. */
const CURRICULUM: readonly (keyof GroupPatch)[] = [
  'scheme_slug',
  'levels',
  'assessment_levels',
  'assessment_level_limit',
]

async function writeCurriculum(tx: Tx, id: string, entry: Curriculum): Promise<void> {
  const schemeId = await schemeOf(tx, entry)
  if (schemeId === null && entry.levels.length > 0)
    throw new Refusal('INVALID_REQUEST', { field: 'levels', detail: 'levels: needs-scheme' })
  if (entry.assessment_levels && (schemeId === null || entry.assessment_levels.length === 0))
    throw new Refusal('INVALID_REQUEST', { field: 'assessment_levels' })
  await tx.query(
    'UPDATE groups SET scheme_id = $2, levels = $3, assessment_levels = $5, assessment_level_limit = $4 WHERE id = $1',
    [id, schemeId, entry.levels, entry.assessment_level_limit, assessmentLevels(entry)],
  )
}

/** Creates a group from a form's entry, at a club that keeps its own records. */
export async function openGroup(tx: Tx, context: ClubContext, id: string, entry: NewGroupBody): Promise<ChangedKey[]> {
  refuseForeignRecords(context)
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
  const clubFields = before.curriculum_own ? CURRICULUM : []
  const providerField = (Object.keys(patch) as (keyof GroupPatch)[]).find((field) => !clubFields.includes(field))
  if (providerField !== undefined) refuseForeignRecords(context, providerField)
  matchRevision(ifMatch, before.revision)
  const { revision: _revision, ...detail } = before
  const entry = { ...entryOf(detail), ...patch }
  // levels of the old scheme do not exist in a new one
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
    before: entryOf(detail),
    after: entry,
  })
  return [{ clubId: context.clubId, kind: 'group', key: id }]
}
