import { Type } from 'typebox'
import { GroupDetail } from '#contract/scheduling/groups.ts'
import { Term } from '#contract/scheduling/sessions.ts'
import { BEFORE_DAY, BROUGHT_DEVICE } from '#domain/assessment/brought.ts'
import { ClubMemberPatch } from '#contract/members/club-members.ts'
import type { GuardianEntry } from '#domain/members/guardian-fields.ts'
import type { MemberFields } from '#domain/members/member-fields.ts'
import { GROUP_FIELDS, type GroupFields } from '#domain/scheduling/group-fields.ts'
import { fieldsJson } from '#server/members/member-columns.ts'
import { groupFieldsJson } from '#server/scheduling/groups/group-columns.ts'
import { execute, findRow, getRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

// $3 is the most marks and entries of attendance that are counted
const COUNTS = tenantStatement(
  'flows/count-rows-of-club-export',
  `WITH own AS MATERIALIZED (SELECT member_id FROM club_members
     WHERE client_id = $1 AND club_id = $2 AND status <> 'merged')
   SELECT (SELECT count(*) FROM own) AS members,
     (SELECT count(*) FROM awards JOIN own ON own.member_id = awards.member_id
       WHERE awards.client_id = $1 AND awards.ended_at IS NULL) AS levels,
     (SELECT count(*) FROM (SELECT FROM assessments JOIN own ON own.member_id = assessments.member_id
       WHERE assessments.client_id = $1 AND NOT assessments.superseded_by_own_edit LIMIT $3) counted) AS marks,
     (SELECT count(*) FROM groups WHERE groups.client_id = $1 AND groups.club_id = $2) AS groups,
     (SELECT count(*) FROM (SELECT FROM registers WHERE registers.client_id = $1 AND registers.club_id = $2
       AND registers.kind = 'attendance' AND registers.present IS NOT NULL LIMIT $3) counted) AS attendance`,
)

/** How much an export of the club holds; at most `mostEntries` marks and entries of attendance are counted. */
export async function countExport(tx: Tx, clubId: string, mostEntries: number): Promise<RowOf<typeof COUNTS>> {
  return getRow(tx, COUNTS, [clubId, mostEntries])
}

const MEMBER_IDS = tenantStatement(
  'flows/list-members-of-club-export',
  `SELECT member_id AS id FROM club_members WHERE client_id = $1 AND club_id = $2 AND status <> 'merged'
   ORDER BY sort_name, dob, member_id`,
)

export async function listMemberIds(tx: Tx, clubId: string): Promise<string[]> {
  return (await queryRows(tx, MEMBER_IDS, [clubId])).map(({ id }) => id)
}

const Member = Type.Unsafe<MemberFields & { guardians: GuardianEntry[] }>(Type.Required(ClubMemberPatch))

/** SQL of the rows of the members $3 of club $2, in this order. */
const fromMembers = `FROM unnest($3::uuid[]) WITH ORDINALITY listed (id, number)
   JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = $2
     AND club_members.member_id = listed.id AND club_members.status <> 'merged'
   JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id`

const GUEST_IDS = tenantStatement(
  'flows/list-guests-of-club-export',
  'SELECT member_id AS id FROM guests WHERE client_id = $1 AND club_id = $2 ORDER BY from_date, entered_at, member_id',
)

/** The children about whom the office has not decided, in the order in which they came. */
export async function listGuestIds(tx: Tx, clubId: string): Promise<string[]> {
  return (await queryRows(tx, GUEST_IDS, [clubId])).map(({ id }) => id)
}

/** SQL of the rows of the children $3 of club $2, members and guests, in this order; `own.guest` is null of a member. */
const fromChildren = `FROM unnest($3::uuid[]) WITH ORDINALITY listed (id, number)
   JOIN (SELECT member_id AS id, NULL::uuid AS guest FROM club_members
       WHERE client_id = $1 AND club_id = $2 AND status <> 'merged' AND member_id = ANY($3)
     UNION ALL SELECT member_id, member_id FROM guests
       WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3)) own ON own.id = listed.id
   JOIN members ON members.client_id = $1 AND members.id = own.id`

/**
 * SQL of the groups of the club $2 with their numbers in its files, by which groups of one name are told apart; the
 * numbers are the same after the files were taken back.
 */
export const numberedGroups = `groups_of_club AS MATERIALIZED (SELECT id, name,
    (row_number() OVER (ORDER BY sort_name, name, first_date, weekdays, start_at, last_date, id))::int AS number
  FROM groups WHERE client_id = $1 AND club_id = $2)`

/** The members with everything that a file of members can hold, and the groups in which they are today ($4). */
const MEMBERS = tenantStatement(
  'flows/read-members-of-club-export',
  `SELECT json_build_object(${fieldsJson()}) AS member,
     ARRAY(SELECT groups.name FROM group_members place
       JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id AND groups.club_id = $2
       WHERE place.client_id = $1 AND place.member_id = members.id AND place.from_date <= $4
         AND (place.to_date IS NULL OR place.to_date >= $4) AND ${isRunning('$4')}
       ORDER BY groups.sort_name) AS groups
   ${fromMembers} ORDER BY listed.number`,
  { json: { member: Member } },
)

export async function readMembers(
  tx: Tx,
  clubId: string,
  ids: readonly string[],
  today: string,
): Promise<RowOf<typeof MEMBERS>[]> {
  return queryRows(tx, MEMBERS, [clubId, ids, today])
}

const AUDIT_MEDICAL = tenantStatement(
  'flows/audit-medical-notes-of-club-export',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id)
   SELECT $1, $2, 'read-medical', 'member', members.id::text FROM members
   JOIN club_members ON club_members.client_id = members.client_id AND club_members.member_id = members.id
   WHERE members.client_id = $1 AND club_members.club_id = $3 AND club_members.status <> 'merged'
     AND members.medical IS NOT NULL RETURNING client_id`,
)

/** Notes in the log of each member with medical notes that they were read. */
export async function auditMedicalNotes(tx: Tx, userId: string | null, clubId: string): Promise<void> {
  await execute(tx, AUDIT_MEDICAL, [userId, clubId])
}

/** The levels that the members hold, by key; `completed_ts` is 0 where nobody knows when. */
const LEVELS = tenantStatement(
  'flows/read-levels-of-club-export',
  `SELECT members.firstname, members.lastname, members.dob, members.ngo_id,
     coalesce((SELECT json_agg(json_build_object('key', schemes.slug || award.node_id, 'ts', award.completed_ts))
       FROM awards award JOIN schemes ON schemes.client_id = award.client_id AND schemes.id = award.scheme_id
       WHERE award.client_id = $1 AND award.member_id = members.id AND award.ended_at IS NULL), '[]') AS levels
   ${fromMembers} ORDER BY listed.number`,
  { json: { levels: Type.Array(Type.Object({ key: Type.String(), ts: Type.Integer() })) } },
)

export async function readMemberLevels(
  tx: Tx,
  clubId: string,
  ids: readonly string[],
): Promise<RowOf<typeof LEVELS>[]> {
  return queryRows(tx, LEVELS, [clubId, ids])
}

/** SQL of a name that only the own club's file has: a row of another club leaves it empty. */
export const nameOf = (user: string) => `trim(${user}.firstname || ' ' || ${user}.lastname)`

/**
 * The history of marks, each skill's in their order, the one that counts last; without those that never counted, because
 * a later one of their device had arrived before them. `key` is the level or skill as a file names it, and null where it
 * no longer exists; the day is null where nobody knows it. Coach and group only of marks that this club gave; those of
 * other clubs are from elsewhere.
 */
const MARKS = tenantStatement(
  'flows/read-marks-of-club-export',
  `WITH ${numberedGroups}
   SELECT members.id AS member_id, own.guest, members.firstname, members.lastname, members.dob, members.ngo_id,
     CASE WHEN mark.date <> '${BEFORE_DAY}' THEN mark.date END AS date,
     schemes.slug || regexp_replace(mark.node_id, '/manual$', '') AS key,
     mark.scheme_id, mark.node_id AS node, coalesce(${wordsIn('node.title', '$4')}, '') AS title,
     node.grade AS kind, mark.grade, mark.pass, mark.entered_ts::int AS ts,
     groups.number AS group_number, groups.name AS group,
     CASE WHEN mark.club_id = $2 AND coach.type = 'coach' THEN ${nameOf('coach')} END AS coach,
     mark.club_id <> $2 OR mark.stamp_device = '${BROUGHT_DEVICE}' AS elsewhere
   ${fromChildren}
   JOIN assessments mark ON mark.client_id = $1 AND mark.member_id = members.id AND NOT mark.superseded_by_own_edit
   JOIN schemes ON schemes.client_id = mark.client_id AND schemes.id = mark.scheme_id
   LEFT JOIN results ON results.client_id = mark.client_id AND results.member_id = mark.member_id
     AND results.scheme_id = mark.scheme_id AND results.node_id = mark.node_id
     AND results.stamp_device = mark.stamp_device AND results.stamp_seq = mark.stamp_seq
   LEFT JOIN scheme_nodes node ON node.client_id = mark.client_id AND node.scheme_id = mark.scheme_id
     AND node.id = regexp_replace(mark.node_id, '/manual$', '')
   LEFT JOIN groups_of_club groups ON groups.id = mark.group_id
   JOIN users coach ON coach.client_id = mark.client_id AND coach.id = mark.author_id
   ORDER BY listed.number, schemes.slug, mark.node_id, results.member_id IS NOT NULL, mark.stamp_ms, mark.stamp_counter,
     mark.stamp_device, mark.stamp_seq`,
)

export async function readMarks(
  tx: Tx,
  clubId: string,
  ids: readonly string[],
  language: string,
): Promise<RowOf<typeof MARKS>[]> {
  return queryRows(tx, MARKS, [clubId, ids, language])
}

/** What coaches wrote into registers at the club: attendance, badges that were handed over, notes, who moves on. */
const ENTRIES = tenantStatement(
  'flows/read-registers-of-club-export',
  `WITH ${numberedGroups}
   SELECT register.kind, own.guest, members.firstname, members.lastname, members.dob, members.ngo_id,
     groups.number AS group_number, groups.name AS group, register.date, schemes.slug || register.node_id AS level,
     register.value::text AS value, register.ts::int AS ts, ${nameOf('coach')} AS coach, coach.type, coach.email,
     coach.username
   ${fromChildren}
   JOIN registers register ON register.client_id = $1 AND register.club_id = $2 AND register.member_id = members.id
     AND register.value <> 'null'
   JOIN groups_of_club groups ON groups.id = register.group_id
   LEFT JOIN schemes ON schemes.client_id = register.client_id AND schemes.id = register.scheme_id
   JOIN users coach ON coach.client_id = register.client_id AND coach.id = register.author_id
   ORDER BY listed.number, register.ts, register.kind, groups.number, register.date, level`,
)

export async function readRegisters(tx: Tx, clubId: string, ids: readonly string[]): Promise<RowOf<typeof ENTRIES>[]> {
  return queryRows(tx, ENTRIES, [clubId, ids])
}

/** The stays in groups of the members, past ones too. */
const PLACES = tenantStatement(
  'flows/read-places-of-club-export',
  `WITH ${numberedGroups}
   SELECT groups.number AS group_number, groups.name AS group, members.firstname, members.lastname, members.dob,
     members.ngo_id, place.from_date, place.to_date
   ${fromMembers}
   JOIN group_members place ON place.client_id = $1 AND place.member_id = members.id
   JOIN groups_of_club groups ON groups.id = place.group_id
   ORDER BY listed.number, place.from_date, groups.number`,
)

export async function readPlaces(tx: Tx, clubId: string, ids: readonly string[]): Promise<RowOf<typeof PLACES>[]> {
  return queryRows(tx, PLACES, [clubId, ids])
}

/** When children were in a group who are on no list, and who entered them. */
const GUESTS = tenantStatement(
  'flows/read-guests-of-club-export',
  `WITH ${numberedGroups}
   SELECT guests.member_id AS guest, members.firstname, members.lastname, groups.number AS group_number,
     groups.name AS group, guests.from_date, guests.to_date,
     floor(extract(epoch FROM guests.entered_at))::int AS ts, ${nameOf('coach')} AS coach, coach.type, coach.email,
     coach.username
   FROM guests JOIN members ON members.client_id = guests.client_id AND members.id = guests.member_id
   JOIN groups_of_club groups ON groups.id = guests.group_id
   JOIN users coach ON coach.client_id = guests.client_id AND coach.id = guests.author_id
   WHERE guests.client_id = $1 AND guests.club_id = $2
   ORDER BY guests.from_date, guests.entered_at, guests.member_id`,
)

const GROUPS = tenantStatement(
  'flows/read-groups-of-club-export',
  `WITH ${numberedGroups}
   SELECT numbered.number, json_build_object(${groupFieldsJson()}) AS fields
   FROM groups_of_club numbered JOIN groups ON groups.client_id = $1 AND groups.id = numbered.id
   ORDER BY numbered.number`,
  { json: { fields: Type.Unsafe<GroupFields>(Type.Pick(GroupDetail, GROUP_FIELDS)) } },
)

const COACHES = tenantStatement(
  'flows/read-group-coaches-of-club-export',
  `WITH ${numberedGroups}
   SELECT groups.number AS group_number, groups.name AS group, ${nameOf('users')} AS coach, users.type, users.email,
     users.username, work.from_date, work.to_date
   FROM groups_of_club groups JOIN group_coaches work ON work.client_id = $1 AND work.group_id = groups.id
   JOIN users ON users.client_id = work.client_id AND users.id = work.user_id
   ORDER BY groups.number, work.from_date, users.sort_name, users.email, users.id`,
)

const STAFF = tenantStatement(
  'flows/read-staff-of-club-export',
  `SELECT users.type, users.firstname, users.lastname, users.email, users.username, users.ngo_id, users.status,
     work.from_date, work.to_date
   FROM user_clubs work JOIN users ON users.client_id = work.client_id AND users.id = work.user_id
   WHERE work.client_id = $1 AND work.club_id = $2 AND users.type IN ('coach', 'admin') AND users.status <> 'anonymised'
   ORDER BY users.type, users.sort_name, users.email, users.id`,
)

/** The parents of the members: those who are linked, and those who are once they accept their invitation. */
const PARENTS = tenantStatement(
  'flows/read-parents-of-club-export',
  `SELECT members.firstname, members.lastname, members.dob, members.ngo_id,
     parent.firstname AS parent_firstname, parent.lastname AS parent_lastname, parent.email, parent.username
   ${fromMembers}
   JOIN (SELECT user_id, member_id FROM member_links WHERE client_id = $1 UNION
     SELECT user_id, member_id FROM invited_links WHERE client_id = $1) link ON link.member_id = members.id
   JOIN users parent ON parent.client_id = $1 AND parent.id = link.user_id AND parent.status <> 'anonymised'
   ORDER BY listed.number, parent.sort_name, parent.email, parent.id`,
)

export async function readParents(tx: Tx, clubId: string, ids: readonly string[]): Promise<RowOf<typeof PARENTS>[]> {
  return queryRows(tx, PARENTS, [clubId, ids])
}

const SESSIONS = tenantStatement(
  'flows/read-sessions-of-club-export',
  `WITH ${numberedGroups}
   SELECT groups.number AS group_number, groups.name AS group, session.date, session.cancelled, session.reason,
     session.moved_to, session.moved_from, to_char(session.start_at, 'HH24:MI') AS start_at, session.taken,
     ${nameOf('cover')} AS cover, cover.type, cover.email, cover.username
   FROM groups_of_club groups JOIN session_exceptions session ON session.client_id = $1 AND session.group_id = groups.id
   LEFT JOIN users cover ON cover.client_id = session.client_id AND cover.id = session.cover_id
   ORDER BY session.date, groups.number`,
)

const TERMS = tenantStatement(
  'flows/read-terms-of-club-export',
  `SELECT kind, name, first_date, last_date FROM terms WHERE client_id = $1 AND club_id = $2
   ORDER BY first_date, kind, last_date, id`,
  { json: { name: Term.properties.name } },
)

/** The schemes that the club's groups, the marks of its children, or lesson plans on its groups use. */
const SCHEMES = tenantStatement(
  'flows/list-schemes-of-club-export',
  `WITH own AS MATERIALIZED (
     SELECT member_id FROM club_members WHERE client_id = $1 AND club_id = $2 AND status <> 'merged'
     UNION ALL SELECT member_id FROM guests WHERE client_id = $1 AND club_id = $2)
   SELECT schemes.slug FROM schemes WHERE schemes.client_id = $1 AND schemes.deleted_at IS NULL AND (
     EXISTS (SELECT FROM groups WHERE groups.client_id = $1 AND groups.club_id = $2 AND groups.scheme_id = schemes.id)
     OR EXISTS (SELECT FROM own JOIN results ON results.client_id = $1 AND results.member_id = own.member_id
       WHERE results.scheme_id = schemes.id)
     OR EXISTS (SELECT FROM groups
       JOIN lesson_plan_groups link ON link.client_id = groups.client_id AND link.group_id = groups.id AND link.attached
       JOIN lesson_plans plan ON plan.client_id = link.client_id AND plan.id = link.plan_id AND NOT plan.deleted
       WHERE groups.client_id = $1 AND groups.club_id = $2 AND plan.scheme_id = schemes.id))
   ORDER BY schemes.slug`,
)

/** What the club has besides its members. */
export async function readClub(tx: Tx, clubId: string) {
  return {
    groups: await queryRows(tx, GROUPS, [clubId]),
    coaches: await queryRows(tx, COACHES, [clubId]),
    staff: await queryRows(tx, STAFF, [clubId]),
    sessions: await queryRows(tx, SESSIONS, [clubId]),
    terms: await queryRows(tx, TERMS, [clubId]),
    guests: await queryRows(tx, GUESTS, [clubId]),
    schemes: (await queryRows(tx, SCHEMES, [clubId])).map(({ slug }) => slug),
  }
}

const LOGO = tenantStatement(
  'flows/find-logo-of-club-export',
  `SELECT files.id, files.filename FROM clubs
   JOIN files ON files.client_id = clubs.client_id AND files.id = clubs.logo_file_id
   WHERE clubs.client_id = $1 AND clubs.id = $2`,
)

/** The file of the club's own logo. */
export async function findLogo(tx: Tx, clubId: string): Promise<RowOf<typeof LOGO> | undefined> {
  return findRow(tx, LOGO, [clubId])
}
