import { localDate } from '#domain/platform/club-time.ts'
import { birthdayProblem } from '#domain/identity/person.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { addProblem, countEffect, type RosterRun } from './run.ts'
import type { StagedUser } from './staged.ts'
import { writeChildren, type ChildToWrite, type Contact } from './write-children.ts'

/** Children per batch: few enough that the transaction does not keep others waiting for its locks. */
const CHILDREN = 200

/** A child at the provider and its member here. */
interface ChildRow {
  subject: string
  /** Null when the provider does not list the child any more. */
  said: StagedUser | null
  dob: string | null
  clubs: string[]
  contacts: (Contact & { subject: string; phones: string[] })[]
  number_taken: boolean
  member: {
    id: string
    firstname: string
    lastname: string
    dob: string
    ngo_id: string | null
    node: string | null
    phones: string[]
    guardians: Contact[]
    agents: string[]
    clubs: { id: string; status: 'active' | 'inactive' | 'merged' }[]
  } | null
}

/** SQL of the next children: what the provider says of each, and its member here. */
const ROWS = `
  WITH subjects AS (
    SELECT subject FROM roster_rows WHERE list = 'users' AND data ->> 'child' = 'true' AND subject > $1
    UNION SELECT subject FROM roster_members WHERE subject > $1 ORDER BY subject LIMIT $2)
  SELECT s.subject, u.data AS said, d.data ->> 'dob' AS dob,
    ARRAY(SELECT cl.id::text FROM clubs cl JOIN roster_rows o ON o.client_id = cl.client_id AND o.list = 'orgs' AND o.subject = cl.ngo_id
      WHERE u.subject IS NOT NULL AND cl.deleted_at IS NULL AND cl.ngo_id IN (SELECT jsonb_array_elements_text(u.data -> 'orgs')
        UNION SELECT c.data ->> 'school' FROM roster_rows e JOIN roster_rows c ON c.client_id = e.client_id AND c.list = 'classes'
          AND c.subject = e.data ->> 'class'
        WHERE e.list = 'enrollments' AND e.data ->> 'user' = s.subject AND e.data ->> 'role' = 'student'
          AND coalesce((e.data ->> 'to')::date >= current_date, true)) ORDER BY cl.id) AS clubs,
    coalesce((SELECT json_agg(json_build_object('subject', g.subject, 'firstname', g.data -> 'firstname', 'lastname', g.data -> 'lastname',
        'email', g.data -> 'email', 'phones', g.data -> 'phones') ORDER BY a.at)
      FROM jsonb_array_elements_text(u.data -> 'agents') WITH ORDINALITY a (subject, at)
      JOIN roster_rows g ON g.list = 'users' AND g.subject = a.subject), '[]') AS contacts,
    EXISTS (SELECT FROM members o WHERE o.ngo_id = u.data ->> 'number' AND o.id IS DISTINCT FROM m.id) AS number_taken,
    CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
      'ngo_id', m.ngo_id, 'node', m.current_remote_node_id, 'phones', to_json(m.phones),
      'guardians', coalesce((SELECT json_agg(json_build_object('firstname', g.firstname, 'lastname', g.lastname, 'email', g.email)
        ORDER BY g.position) FROM guardians g WHERE g.client_id = m.client_id AND g.member_id = m.id), '[]'),
      'agents', coalesce((SELECT json_agg(g.subject ORDER BY g.subject) FROM roster_guardians g
        WHERE g.client_id = m.client_id AND g.member_id = m.id), '[]'),
      'clubs', coalesce((SELECT json_agg(json_build_object('id', cm.club_id, 'status', cm.status)) FROM club_members cm
        WHERE cm.client_id = m.client_id AND cm.member_id = m.id), '[]')) END AS member
  FROM subjects s
  LEFT JOIN roster_rows u ON u.list = 'users' AND u.subject = s.subject AND u.data ->> 'child' = 'true'
  LEFT JOIN roster_rows d ON d.list = 'demographics' AND d.subject = s.subject
  LEFT JOIN roster_members rm ON rm.subject = s.subject
  LEFT JOIN members m ON m.client_id = rm.client_id AND m.id = rm.member_id
  ORDER BY s.subject`

/**
 * Enters, changes or ends the next children as the provider lists them. Returns the last child, null when none is left.
 */
export async function followChildren(
  tx: Tx,
  clientId: string,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[]; members: string[] }> {
  const { rows } = await tx.query<ChildRow>(ROWS, [run.after, CHILDREN])
  const numbers = new Set<string>()
  const children = rows.flatMap((row) => childOf(row, run, numbers, nowMs) ?? [])
  const changed = await writeChildren(tx, clientId, children, nowMs)
  return { last: rows.at(-1)?.subject ?? null, changed, members: children.map(({ id }) => id) }
}

/** What has to be written about a child; null when nothing has changed. */
function childOf(row: ChildRow, run: RosterRun, numbers: Set<string>, nowMs: number): ChildToWrite | null {
  const { said: staged, member, clubs, contacts } = row
  const clubsBefore = member?.clubs ?? []
  const statusOf = (club: string) => clubsBefore.find(({ id }) => id === club)?.status
  const places = {
    joined: clubs.filter((club) => statusOf(club) === undefined),
    back: clubs.filter((club) => statusOf(club) === 'inactive'),
    left: clubsBefore.filter(({ id, status }) => status === 'active' && !clubs.includes(id)).map(({ id }) => id),
  }
  const [firstClub = ''] = clubs
  const report = (why: 'no-birthday' | 'number-taken') =>
    addProblem(run, { club: firstClub, number: staged?.number ?? row.subject, why })
  // the check for future birthdays uses the zone that is furthest ahead, so that no day is refused that has begun
  // somewhere
  const dob =
    row.dob !== null && birthdayProblem(row.dob, localDate(nowMs, 'Pacific/Kiritimati')) === null ? row.dob : null
  if (member === null) {
    if (staged === null || clubs.length === 0) return null
    if (dob === null) {
      report('no-birthday')
      return null
    }
  }
  const number = staged?.number ?? null
  const numberTaken = number !== null && (row.number_taken || numbers.has(number))
  if (numberTaken) report('number-taken')
  if (number !== null) numbers.add(number)
  const now = {
    firstname: staged?.firstname ?? member?.firstname ?? '',
    lastname: staged?.lastname ?? member?.lastname ?? '',
    dob: dob ?? member?.dob ?? '',
    ngo_id: numberTaken || number === null ? (member?.ngo_id ?? null) : number,
    node: staged ? staged.node : (member?.node ?? null),
    phones: staged
      ? [...new Set([...staged.phones, ...contacts.flatMap(({ phones }) => phones)])].slice(0, 5)
      : (member?.phones ?? []),
  }
  const guardians = staged
    ? contacts.map(({ firstname, lastname, email }) => ({ firstname, lastname, email }))
    : (member?.guardians ?? [])
  // parents are linked only while the child belongs to a centre
  const agents = staged && clubs.length > 0 ? contacts.map(({ subject }) => subject).toSorted() : []
  const fields = member
    ? [
        ...(Object.keys(now) as (keyof typeof now)[]).filter((field) => !same(now[field], member[field])),
        ...(same(guardians, member.guardians) ? [] : ['guardians' as const]),
        ...(same(agents, member.agents.toSorted()) ? [] : ['agents' as const]),
      ]
    : []
  const moved = places.joined.length + places.back.length + places.left.length > 0
  if (member && fields.length === 0 && !moved) return null
  for (const club of [...places.joined, ...places.back]) countEffect(run, club, 'members_new')
  for (const club of places.left) countEffect(run, club, 'members_ended')
  if (fields.some((field) => field !== 'agents'))
    for (const club of clubs.filter((id) => statusOf(id) === 'active')) countEffect(run, club, 'members_changed')
  return {
    id: member?.id ?? crypto.randomUUID(),
    subject: row.subject,
    isNew: member === null,
    fields,
    now,
    guardians,
    agents,
    before: member?.agents ?? [],
    current: clubsBefore.filter(({ status }) => status !== 'merged').map(({ id }) => id),
    ...places,
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
