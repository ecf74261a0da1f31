import { Type } from 'typebox'
import { ClubMemberPatch, Guardian } from '#contract/members/club-members.ts'
import { nullable } from '#contract/platform/fields.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { birthdayProblem, MAX_PHONES } from '#domain/identity/person.ts'
import { fieldsJson } from '#server/members/member-columns.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { addProblem, countEffect, type RosterRun } from './run.ts'
import { StagedUser } from './staged.ts'
import { ROSTER_FIELDS, writeChildren, type ChildToWrite } from './write-children.ts'

/** Children per batch: few enough that the transaction does not keep others waiting for its locks. */
const BATCH_SIZE = 200

/** An adult who looks after a child, as the provider lists them. */
const Contact = Type.Object({ ...Guardian.properties, subject: Type.String(), phones: Type.Array(Type.String()) })

/** The child's member here. */
const MemberOfChild = Type.Object({
  ...Type.Pick(Type.Required(ClubMemberPatch), [...ROSTER_FIELDS, 'guardians']).properties,
  id: Type.String(),
  current_remote_node_id: nullable(Type.String()),
  /** The provider's ids of those who looked after the child at the last import. */
  agents: Type.Array(Type.String()),
  clubs: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.Union([Type.Literal('active'), Type.Literal('inactive'), Type.Literal('merged')]),
    }),
  ),
})

/**
 * The next $3 children after $2: what the provider says of each, which is null when it does not list the child any
 * more, and its member here. `clubs` are the clubs to which the child belongs by the roster at the moment $4,
 * `contacts` the adults who look after it, and `number_taken` says that another member here has the child's number.
 */
const NEXT_CHILDREN = tenantStatement(
  'flows/list-next-children',
  `WITH subjects AS (
    SELECT subject FROM roster_rows
      WHERE client_id = $1 AND list = 'users' AND data ->> 'child' = 'true' AND subject > $2
    UNION SELECT subject FROM roster_members WHERE client_id = $1 AND subject > $2 ORDER BY subject LIMIT $3)
  SELECT subjects.subject, child.data AS staged, demographics.data ->> 'dob' AS dob,
    -- the clubs of the child's own centres, and of the classes in which it is enrolled
    ARRAY(SELECT club.id::text FROM clubs club
      JOIN roster_rows centre ON centre.client_id = club.client_id AND centre.list = 'orgs'
        AND centre.subject = club.ngo_id
      WHERE club.client_id = $1 AND child.subject IS NOT NULL AND club.deleted_at IS NULL AND club.ngo_id IN (
        SELECT jsonb_array_elements_text(child.data -> 'orgs')
        UNION SELECT class.data ->> 'school' FROM roster_rows enrolment
          JOIN roster_rows class ON class.client_id = enrolment.client_id AND class.list = 'classes'
            AND class.subject = enrolment.data ->> 'class'
          JOIN clubs place ON place.client_id = class.client_id AND place.ngo_id = class.data ->> 'school'
        WHERE enrolment.client_id = $1 AND enrolment.list = 'enrollments'
          AND enrolment.data ->> 'user' = subjects.subject AND enrolment.data ->> 'role' = 'student'
          AND coalesce((enrolment.data ->> 'to')::date >= ${todayAt('place', '$4::timestamptz')}, true))
      ORDER BY club.id) AS clubs,
    -- in the provider's order
    coalesce((SELECT json_agg(json_build_object('subject', adult.subject,
        'guardian_firstname', adult.data -> 'firstname', 'guardian_lastname', adult.data -> 'lastname',
        'guardian_email', adult.data -> 'email', 'phones', adult.data -> 'phones') ORDER BY agent.list_position)
      FROM jsonb_array_elements_text(child.data -> 'agents') WITH ORDINALITY agent (subject, list_position)
      JOIN roster_rows adult ON adult.client_id = $1 AND adult.list = 'users'
        AND adult.subject = agent.subject), '[]') AS contacts,
    EXISTS (SELECT FROM members other WHERE other.client_id = $1
      AND other.ngo_id = child.data ->> 'number' AND other.id IS DISTINCT FROM members.id) AS number_taken,
    CASE WHEN members.id IS NOT NULL THEN json_build_object('id', members.id, ${fieldsJson(ROSTER_FIELDS)},
      'current_remote_node_id', members.current_remote_node_id,
      'agents', coalesce((SELECT json_agg(agent.subject ORDER BY agent.subject) FROM roster_guardians agent
        WHERE agent.client_id = members.client_id AND agent.member_id = members.id), '[]'),
      'clubs', coalesce((SELECT json_agg(json_build_object('id', membership.club_id, 'status', membership.status))
        FROM club_members membership
        WHERE membership.client_id = members.client_id AND membership.member_id = members.id), '[]')) END AS member
  FROM subjects
  LEFT JOIN roster_rows child ON child.client_id = $1 AND child.list = 'users' AND child.subject = subjects.subject
    AND child.data ->> 'child' = 'true'
  LEFT JOIN roster_rows demographics ON demographics.client_id = $1 AND demographics.list = 'demographics'
    AND demographics.subject = subjects.subject
  LEFT JOIN roster_members link ON link.client_id = $1 AND link.subject = subjects.subject
  LEFT JOIN members ON members.client_id = link.client_id AND members.id = link.member_id
  ORDER BY subjects.subject`,
  { json: { staged: StagedUser, contacts: Type.Array(Contact), member: MemberOfChild } },
)
type ChildRow = RowOf<typeof NEXT_CHILDREN>

/**
 * Enters, changes or ends the next children as the provider lists them. `last` is the last of these children, null when
 * none was left; `members` are those of them that were written.
 */
export async function importChildren(
  tx: Tx,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[]; members: string[] }> {
  const rows = await queryRows(tx, NEXT_CHILDREN, [run.after, BATCH_SIZE, new Date(nowMs)])
  const numbersOfBatch = new Set<string>()
  const children = rows.flatMap((row) => planChild(row, run, numbersOfBatch, nowMs) ?? [])
  const changed = await writeChildren(tx, children, nowMs)
  return { last: rows.at(-1)?.subject ?? null, changed, members: children.map(({ id }) => id) }
}

/**
 * What has to be written about a child; null when nothing has changed. `numbersOfBatch` collects the membership numbers
 * of the batch, so that two new children do not get the same one.
 */
function planChild(row: ChildRow, run: RosterRun, numbersOfBatch: Set<string>, nowMs: number): ChildToWrite | null {
  const { staged, member, clubs, contacts } = row
  const clubsBefore = member?.clubs ?? []
  const statusOf = (club: string) => clubsBefore.find(({ id }) => id === club)?.status
  const clubChanges = {
    joined: clubs.filter((club) => statusOf(club) === undefined),
    back: clubs.filter((club) => statusOf(club) === 'inactive'),
    left: clubsBefore.filter(({ id, status }) => status === 'active' && !clubs.includes(id)).map(({ id }) => id),
  }
  const [firstClub = ''] = clubs
  const report = (why: 'no-birthday' | 'number-taken') =>
    addProblem(run, { club: firstClub, number: staged?.number ?? row.subject, why })
  // the check for future birthdays uses the zone that is furthest ahead, so that no day is refused that has begun
  // somewhere
  const today = localDate(nowMs, 'Pacific/Kiritimati')
  const dob = row.dob !== null && birthdayProblem(row.dob, today) === null ? row.dob : null
  if (member === null) {
    if (staged === null || clubs.length === 0) return null
    if (dob === null) {
      report('no-birthday')
      return null
    }
  }
  const number = staged?.number ?? null
  const numberTaken = number !== null && (row.number_taken || numbersOfBatch.has(number))
  if (numberTaken) report('number-taken')
  if (number !== null) numbersOfBatch.add(number)
  // the fields that the member is to have: the provider's, or unchanged when it does not list the child any more
  const wanted = {
    firstname: staged?.firstname ?? member?.firstname ?? '',
    lastname: staged?.lastname ?? member?.lastname ?? '',
    dob: dob ?? member?.dob ?? '',
    ngo_id: numberTaken || number === null ? (member?.ngo_id ?? null) : number,
    current_remote_node_id: staged ? staged.node : (member?.current_remote_node_id ?? null),
    phones: staged
      ? [...new Set([...staged.phones, ...contacts.flatMap(({ phones }) => phones)])].slice(0, MAX_PHONES)
      : (member?.phones ?? []),
  }
  const guardians = staged
    ? contacts.map(({ guardian_firstname, guardian_lastname, guardian_email }) => ({
        guardian_firstname,
        guardian_lastname,
        guardian_email,
      }))
    : (member?.guardians ?? [])
  // parents are linked only while the child belongs to a centre
  const agents = staged && clubs.length > 0 ? contacts.map(({ subject }) => subject).toSorted() : []
  // the names of the fields that differ from the member here
  const fields = member
    ? [
        ...(Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => !isEqual(wanted[field], member[field])),
        ...(isEqual(guardians, member.guardians) ? [] : ['guardians' as const]),
        ...(isEqual(agents, member.agents.toSorted()) ? [] : ['agents' as const]),
      ]
    : []
  const clubsChanged = clubChanges.joined.length + clubChanges.back.length + clubChanges.left.length > 0
  if (member && fields.length === 0 && !clubsChanged) return null
  for (const club of [...clubChanges.joined, ...clubChanges.back]) countEffect(run, club, 'members_new')
  for (const club of clubChanges.left) countEffect(run, club, 'members_ended')
  if (fields.some((field) => field !== 'agents'))
    for (const club of clubs.filter((id) => statusOf(id) === 'active')) countEffect(run, club, 'members_changed')
  return {
    id: member?.id ?? crypto.randomUUID(),
    subject: row.subject,
    isNew: member === null,
    fields,
    wanted,
    guardians,
    agents,
    agentsBefore: member?.agents ?? [],
    currentClubs: clubsBefore.filter(({ status }) => status !== 'merged').map(({ id }) => id),
    ...clubChanges,
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
