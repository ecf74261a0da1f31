import { memberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { ISSUER } from '#server/identity/providers/settings.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A guardian as the provider sends it. */
export interface Contact {
  firstname: string
  lastname: string
  email: string | null
}

/** A child that is new, or whose member here differs from the roster. */
export interface ChildToWrite {
  id: string
  subject: string
  isNew: boolean
  /** The names of the fields that differ, for a member who exists here. */
  fields: string[]
  now: {
    firstname: string
    lastname: string
    dob: string
    ngo_id: string | null
    node: string | null
    phones: string[]
  }
  guardians: Contact[]
  /** Who looks after the child at the provider now, and who did so far (`before`). */
  agents: string[]
  before: string[]
  /** The clubs that have the child's record. */
  current: string[]
  joined: string[]
  back: string[]
  left: string[]
}

/** Writes children in one statement per table; returns the keys for the change lists. */
export async function writeChildren(
  tx: Tx,
  clientId: string,
  children: readonly ChildToWrite[],
  nowMs: number,
): Promise<ChangedKey[]> {
  if (children.length === 0) return []
  await writeRecords(tx, clientId, children)
  await writeContacts(tx, clientId, children)
  const left = await writeClubs(tx, clientId, children, nowMs)
  await writeLinks(tx, clientId, children)
  await auditChildren(tx, clientId, children)
  const redelivered: ChangedKey[] = []
  // a club that the child joins also needs the child's older marks
  for (const [club, ids] of byClub(
    children.filter((child) => !child.isNew),
    ({ joined }) => joined,
  ))
    redelivered.push(...(await memberKeys(tx, clientId, club, ids)))
  const own = children.flatMap(({ id, joined, current }) =>
    [...joined, ...current].map((clubId): ChangedKey => ({ clubId, kind: 'member', key: id })),
  )
  return [...own, ...redelivered, ...left]
}

async function writeRecords(tx: Tx, clientId: string, children: readonly ChildToWrite[]): Promise<void> {
  // lists are passed as JSON, because PostgreSQL requires the lists of an array of arrays to be of equal length
  const columns = (some: readonly ChildToWrite[]) => [
    some.map(({ id }) => id),
    some.map(({ now }) => now.firstname),
    some.map(({ now }) => now.lastname),
    some.map(({ now }) => now.dob),
    some.map(({ now }) => now.ngo_id),
    some.map(({ now }) => now.node),
    some.map(({ now }) => JSON.stringify(now.phones)),
  ]
  const arrays = `unnest($1::uuid[], $2::text[], $3::text[], $4::date[], $5::text[], $6::text[], $7::jsonb[])
    t (id, firstname, lastname, dob, number, node, phones)`
  const phones = 'ARRAY(SELECT jsonb_array_elements_text(t.phones))'
  const entering = children.filter((child) => child.isNew)
  await tx.query(
    `INSERT INTO members (client_id, id, firstname, lastname, dob, ngo_id, current_remote_node_id, phones)
     SELECT $8, t.id, t.firstname, t.lastname, t.dob, t.number, t.node, ${phones} FROM ${arrays}`,
    [...columns(entering), clientId],
  )
  await tx.query(
    `INSERT INTO roster_members (client_id, subject, member_id) SELECT $1, * FROM unnest($2::text[], $3::uuid[])`,
    [clientId, entering.map(({ subject }) => subject), entering.map(({ id }) => id)],
  )
  await tx.query(
    `UPDATE members m SET firstname = t.firstname, lastname = t.lastname, dob = t.dob, ngo_id = t.number,
       current_remote_node_id = t.node, phones = ${phones} FROM ${arrays} WHERE m.id = t.id`,
    columns(children.filter(({ fields }) => fields.length > 0)),
  )
}

async function writeContacts(tx: Tx, clientId: string, children: readonly ChildToWrite[]): Promise<void> {
  const some = children.filter(({ isNew, fields }) => isNew || fields.includes('guardians'))
  const guardians = some.flatMap(({ id, guardians: contacts }) =>
    contacts.map((contact, index) => ({ id, position: index + 1, ...contact })),
  )
  await tx.query('DELETE FROM guardians WHERE member_id = ANY($1)', [some.map(({ id }) => id)])
  await tx.query(
    `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[])`,
    [
      clientId,
      guardians.map(({ id }) => id),
      guardians.map(({ position }) => position),
      guardians.map(({ firstname }) => firstname),
      guardians.map(({ lastname }) => lastname),
      guardians.map(({ email }) => email),
    ],
  )
}

/**
 * Adds children to clubs and sets their status. Those who left a club end in its groups yesterday, as when an
 * administrator makes a member inactive.
 */
async function writeClubs(
  tx: Tx,
  clientId: string,
  children: readonly ChildToWrite[],
  nowMs: number,
): Promise<ChangedKey[]> {
  const pairs = (clubsOf: (child: ChildToWrite) => string[]) => {
    const all = children.flatMap((child) => clubsOf(child).map((club) => [club, child.id] as const))
    return [all.map(([club]) => club), all.map(([, id]) => id)]
  }
  await tx.query(
    `INSERT INTO club_members (client_id, club_id, member_id) SELECT $1, * FROM unnest($2::uuid[], $3::uuid[])`,
    [clientId, ...pairs(({ joined }) => joined)],
  )
  const write = `UPDATE club_members cm SET status = $3 FROM unnest($1::uuid[], $2::uuid[]) t (club, member)
    WHERE cm.club_id = t.club AND cm.member_id = t.member`
  await tx.query(write, [...pairs(({ back }) => back), 'active'])
  await tx.query(write, [...pairs(({ left }) => left), 'inactive'])
  const { rows } = await tx.query<{ club_id: string; group_id: string; member_id: string }>(
    `UPDATE group_members gm SET to_date = ($3::timestamptz AT TIME ZONE cl.time_zone)::date - 1
     FROM unnest($1::uuid[], $2::uuid[]) t (club, member) JOIN groups g ON g.club_id = t.club
     JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
     WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.member_id = t.member
       AND (gm.to_date IS NULL OR gm.to_date >= ($3::timestamptz AT TIME ZONE cl.time_zone)::date)
     RETURNING g.club_id, gm.group_id, gm.member_id`,
    [...pairs(({ left }) => left), new Date(nowMs)],
  )
  return rows.flatMap(({ club_id: clubId, group_id: group, member_id: member }): ChangedKey[] => [
    { clubId, kind: 'group_member', key: `${group}/${member}` },
    { clubId, kind: 'group', key: group },
  ])
}

/**
 * Links parents who have an account here when the provider adds them to a child, and unlinks them when it removes them.
 * A parent who unlinked a child is not linked again, because the provider's list has not changed.
 */
async function writeLinks(tx: Tx, clientId: string, children: readonly ChildToWrite[]): Promise<void> {
  const pairs = (subjectsOf: (child: ChildToWrite) => string[]) => {
    const all = children.flatMap((child) => subjectsOf(child).map((subject) => [subject, child.id] as const))
    return [all.map(([subject]) => subject), all.map(([, id]) => id)]
  }
  const added = pairs(({ agents, before }) => agents.filter((subject) => !before.includes(subject)))
  const removed = pairs(({ agents, before }) => before.filter((subject) => !agents.includes(subject)))
  await tx.query(
    `INSERT INTO roster_guardians (client_id, subject, member_id) SELECT $1, * FROM unnest($2::text[], $3::uuid[])`,
    [clientId, ...added],
  )
  await tx.query(
    `DELETE FROM roster_guardians g USING unnest($1::text[], $2::uuid[]) t (subject, member) WHERE g.subject = t.subject AND g.member_id = t.member`,
    removed,
  )
  const parent = `JOIN identities i ON i.provider = 'coursepro' AND i.issuer = ${ISSUER} AND i.type = 'parent' AND i.subject = t.subject`
  await tx.query(
    `WITH linked AS (INSERT INTO member_links (client_id, user_id, member_id)
       SELECT $1, i.user_id, t.member FROM unnest($2::text[], $3::uuid[]) t (subject, member) ${parent} ON CONFLICT DO NOTHING
       RETURNING user_id, member_id)
     INSERT INTO audit_log (client_id, action, entity, entity_id, after)
     SELECT $1, 'link', 'member', member_id, jsonb_build_object('parent', user_id) FROM linked`,
    [clientId, ...added],
  )
  await tx.query(
    `WITH unlinked AS (DELETE FROM member_links l USING unnest($2::text[], $3::uuid[]) t (subject, member) ${parent}
       WHERE l.user_id = i.user_id AND l.member_id = t.member RETURNING l.user_id, l.member_id)
     INSERT INTO audit_log (client_id, action, entity, entity_id, before)
     SELECT $1, 'unlink', 'member', member_id, jsonb_build_object('parent', user_id) FROM unlinked`,
    [clientId, ...removed],
  )
}

/** Logs which fields changed, without their contents (security.md 44). */
async function auditChildren(tx: Tx, clientId: string, children: readonly ChildToWrite[]): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
     SELECT $1, t.action, 'member', t.id, t.after FROM unnest($2::text[], $3::text[], $4::jsonb[]) t (action, id, after)`,
    [
      clientId,
      children.map(({ isNew }) => (isNew ? 'create' : 'follow-provider')),
      children.map(({ id }) => id),
      children.map(({ fields, joined, back, left }) => JSON.stringify({ fields, joined, back, left })),
    ],
  )
}

/** Ids of children by club. */
function byClub(
  children: readonly ChildToWrite[],
  clubsOf: (child: ChildToWrite) => readonly string[],
): Map<string, string[]> {
  const clubs = new Map<string, string[]>()
  for (const child of children)
    for (const club of clubsOf(child)) clubs.set(club, [...(clubs.get(club) ?? []), child.id])
  return clubs
}
