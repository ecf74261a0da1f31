import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { RosterState } from '#contract/flows/rosters.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Handler } from '#demo/peers/authorization-server.ts'
import { COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from '#demo/peers/course-provider.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import type { PeerBooking, PeerChild, PeerRosters } from '#demo/peers/rosters.ts'
import { Random } from '#demo/random.ts'
import { addDays, localDate, localMinutes } from '#domain/platform/club-time.ts'
import { findOrCreateUser } from '#server/identity/auth/identities.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { importRostersNow } from './nights.ts'

let database: TestDatabase
let world: World
let one: Tenant
let peer: Listening
/** The simulated course provider that answers as it should. */
let courseProvider: Handler
/** The provider's server; tests replace `answer` to make it fail. */
const peerServer: { answer: Handler } = { answer: () => {} }
let workerDeps: Parameters<typeof createWorker>[0]
const errors: unknown[] = []
/** How far tests have moved the clock forward, in milliseconds. */
let aheadMs = 0
/** The pause before a failed import is tried again for the first time (`RETRY_AT_PROVIDER_MS`). */
const FIRST_RETRY_MS = 60_000
/** The token of the club’s administrator, who logged in before the client had a provider. */
let admin: string

const fourDigits = (n: number) => String(n).padStart(4, '0')
const clubOf = (n: number) => (n % 2 === 0 ? 'riverside' : 'quay')
/** With the children below they fill five pages of the provider's list of users, each of 100. */
const people: PeerPerson[] = Array.from({ length: 250 }, (_, n) => ({
  subject: `roster-${fourDigits(n)}`,
  login: `user${n}`,
  password: 'Peer-word-1',
  firstname: 'Callum',
  lastname: 'Brennan',
  email: `user${n}@course.example`,
  // every fifth is a guardian, whose account is created at the first login
  type: n % 5 === 4 ? 'parent' : n % 5 === 3 ? 'admin' : 'coach',
  clubs: [clubOf(n)],
}))
// the clock starts at noon of the present day, which is today for the database too, so that the tests can move it on by
// hours without leaving that day
const today = localDate(Date.now(), 'Europe/London')
const noon = Date.parse(`${today}T12:00:00Z`)
/** The date a number of days after today, or before it. */
const inDays = (days: number) => addDays(today, days)

const rosters: PeerRosters = {
  contacts: [
    { subject: 'contact', firstname: 'Nain', lastname: 'Puw', email: 'nain@home.example', phone: '01792 555 123' },
  ],
  children: Array.from({ length: 230 }, (_, n) => ({
    subject: `child-${fourDigits(n)}`,
    // a member of the sample data has the same name and birthday, and is another child
    firstname: 'Siân',
    lastname: "O'Connor",
    number: `TW-${n}`,
    dob: '2017-05-06',
    clubs: [clubOf(n)],
    agents: n === 0 ? ['roster-0004', 'contact'] : ['roster-0009'],
  })),
  classes: [
    {
      subject: 'rockets',
      name: 'Rockets',
      club: 'riverside',
      place: 'Hall 1',
      periods: ['TU 16:45-17:30', 'TH 16:45-17:30', 'SA 09:00-10:00'],
      scheme: 'swim',
      // an unknown level is left out of the group
      levels: ['stage-1', 'no-such-level'],
      terms: ['autumn'],
    },
    {
      subject: 'comets',
      name: 'Comets',
      club: 'quay',
      place: 'Hall 2',
      periods: ['MO 16:00-16:30'],
      scheme: null,
      levels: [],
    },
    {
      subject: 'lane',
      name: 'Lane 4',
      club: 'quay',
      place: '',
      periods: ['SU 10:00-10:30'],
      slot: true,
      scheme: null,
      levels: [],
    },
  ],
  // an `end` is the day after the last one
  terms: [{ subject: 'autumn', first: inDays(-60), end: inDays(31) }],
  bookings: [
    { subject: 'b1', user: 'child-0000', role: 'student', class: 'rockets', from: inDays(-60) },
    { subject: 'b2', user: 'child-0002', role: 'student', class: 'rockets', from: inDays(-30), end: inDays(11) },
    { subject: 'b3', user: 'child-0001', role: 'student', class: 'comets' },
    { subject: 'b4', user: 'roster-0000', role: 'teacher', class: 'rockets', from: inDays(-60) },
    // the child belongs to this centre by its booking only
    { subject: 'b5', user: 'child-0004', role: 'student', class: 'comets', from: inDays(5) },
  ],
}

const now = () => world.clock.now + aheadMs
const worker = () => createWorker(workerDeps)

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  world.clock.now = noon
  one = world.tenants[0]
  peer = await listen(peerServer, 'provider.localhost')
  const client = peerClient(one.host('coach'))
  courseProvider = await createCoursePeer(peer.issuer, client, people, () => rosters)
  peerServer.answer = courseProvider
  workerDeps = {
    files: world.files,
    db: world.db,
    curricula: world.curricula,
    providers: new Providers(world.db, world.secrets, { demo: true, now }),
    now,
    announce: (announcement) => world.announced.push(announcement),
    onError: (error) => errors.push(error),
  }
  admin = (await world.logIn(one, 'club')).token
  await world.owner.query(
    `UPDATE clients SET auth_provider = 'coursepro', login = 'course_provider' WHERE client_id = 'one'`,
  )
  await world.owner.query(`UPDATE clubs SET ngo_id = 'riverside', name = 'Old name' WHERE client_id = 'one'`)
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await setProvider(tx, world.secrets, one.id, {
      issuer: peer.issuer,
      oauthClientId: client.id,
      oauthClientSecret: client.secret,
      scope: COURSE_SCOPE,
      clubClaim: null,
      typeClaim: null,
      rosterUrl: peer.issuer + ROSTER_PATH,
      editUrl: `${peer.issuer}/account`,
    })
  })
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

const rows = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await world.owner.query<T>(sql, values)).rows
/** The newest import that has run or is due. */
const readNewestImport = async () =>
  (
    await rows<{ state: string; done: number; error: string | null }>(
      `SELECT state, done, error FROM tasks WHERE kind = 'import-roster' AND (tries > 0 OR due_at <= $1)
       ORDER BY created_at DESC, due_at DESC LIMIT 1`,
      [new Date(now())],
    )
  )[0]
/** Makes an import of the rosters due now and runs it, or its first try if that fails. */
async function runImport(): Promise<void> {
  // each import has its own time, because `readNewestImport` sorts by it
  aheadMs += 1
  await inTenant(world.db, one.id, 'write', (tx) => importRostersNow(tx, now()))
  await worker().runDue(one.id)
}
/** How many users the imports have created, by type. */
const countStaff = async () =>
  (
    await rows<{ type: string; n: number }>(
      `SELECT users.type, count(*)::int AS n FROM identities JOIN users ON users.id = identities.user_id
       WHERE identities.client_id = 'one' GROUP BY 1 ORDER BY 1`,
    )
  ).map(({ type, n }) => [type, n])

/** All rows of the tables that an import writes, as text. */
async function readWrittenTables(): Promise<string> {
  const tables = [
    'clubs',
    'users',
    'user_clubs',
    'identities',
    'members',
    'club_members',
    'guardians',
    'member_links',
    'groups',
    'group_members',
    'group_coaches',
    'roster_members',
    'roster_guardians',
    'roster_groups',
    'club_counters',
  ]
  const tableRows = tables.map(
    (table) => `(SELECT jsonb_agg(to_jsonb(t) ORDER BY to_jsonb(t)) FROM ${table} t WHERE client_id = 'one')`,
  )
  const [row] = await rows<{ all: unknown }>(
    `SELECT jsonb_build_array(${tableRows.join(', ')}, (SELECT count(*) FROM audit_log WHERE client_id = 'one')) AS all`,
  )
  return JSON.stringify(row?.all)
}

/** The memberships of children that have not ended, as `class child` in the provider's ids. */
const readOpenMemberships = async () =>
  (
    await rows<{ membership: string }>(
      `SELECT DISTINCT roster_groups.subject || ' ' || roster_members.subject AS membership FROM group_members
       JOIN roster_groups ON roster_groups.client_id = group_members.client_id
         AND roster_groups.group_id = group_members.group_id
       JOIN roster_members ON roster_members.client_id = group_members.client_id
         AND roster_members.member_id = group_members.member_id
       WHERE group_members.to_date IS NULL OR group_members.to_date >= $1 ORDER BY 1`,
      [today],
    )
  ).map(({ membership }) => membership)

// The column `roster_groups.slot` numbers the times of day of a class, from 1; queries read it as `time_no`. It has
// nothing to do with `is_slot`, which marks a group that a parent books for one child.

test('when the provider fails in the middle, nothing has changed yet, and the run continues from there', async () => {
  const before = await readWrittenTables()
  let requestedPages = 0
  // the second page of the list of users is cut off
  peerServer.answer = (request, reply) => {
    if (request.url?.includes('/users?') === true && ++requestedPages === 2) return void request.socket.destroy()
    courseProvider(request, reply)
  }
  await runImport()
  expect(await readNewestImport()).toMatchObject({ state: 'queued', error: 'EXTERNAL_CONNECTION_ERROR' })
  expect(await readWrittenTables()).toBe(before)
  aheadMs += FIRST_RETRY_MS
  // from here on no page is the second one, so the provider answers them all
  requestedPages = 2
  await worker().runDue(one.id)
  expect(await readNewestImport()).toMatchObject({ state: 'done', error: null })
  expect(requestedPages).toBeGreaterThan(2)
  // the failure was reported
  expect(errors).toHaveLength(1)
  // the table holds what was read from the provider; it is emptied after the import
  expect(await rows('SELECT FROM roster_rows')).toEqual([])
})

test('centres and staff are created from the rosters before anybody has logged in', async () => {
  expect(await countStaff()).toEqual([
    ['admin', 50],
    ['coach', 150],
  ])
  const clubs = await rows(`SELECT name, ngo_id, time_zone FROM clubs WHERE client_id = 'one' ORDER BY ngo_id`)
  expect(clubs).toEqual([
    { name: 'Quay Centre', ngo_id: 'quay', time_zone: 'Europe/London' },
    { name: 'Riverside Centre', ngo_id: 'riverside', time_zone: 'Europe/London' },
  ])
  const staffClubs = await rows(
    `SELECT DISTINCT clubs.ngo_id FROM identities JOIN user_clubs ON user_clubs.user_id = identities.user_id
     JOIN clubs ON clubs.id = user_clubs.club_id
     WHERE identities.subject = 'roster-0001'`,
  )
  expect(staffClubs).toEqual([{ ngo_id: 'quay' }])
  expect(await rows(`SELECT FROM users WHERE client_id = 'two' AND email LIKE '%course.example'`)).toEqual([])
})

test('children are matched by the provider’s id only: a member with the same name and birthday is another', async () => {
  const [count] = await rows<{ n: number }>(
    `SELECT count(*)::int AS n FROM members WHERE client_id = 'one' AND firstname = 'Siân' AND dob = '2017-05-06'`,
  )
  // the 230 children of the rosters and the member of the sample data
  expect(count?.n).toBe(231)
  const [child] = await rows(
    `SELECT members.ngo_id, members.phones,
       array_agg(guardians.firstname || ' ' || guardians.email ORDER BY guardians.position) AS guardians
     FROM roster_members JOIN members ON members.id = roster_members.member_id
     JOIN guardians ON guardians.member_id = members.id
     WHERE roster_members.subject = 'child-0000' GROUP BY 1, 2`,
  )
  expect(child).toEqual({
    ngo_id: 'TW-0',
    phones: ['01792 555 123'],
    guardians: ['Callum user4@course.example', 'Nain nain@home.example'],
  })
  const clubs = await rows<{ subject: string; clubs: string[] }>(
    `SELECT roster_members.subject, array_agg(clubs.ngo_id ORDER BY clubs.ngo_id) AS clubs FROM roster_members
     JOIN club_members ON club_members.member_id = roster_members.member_id
     JOIN clubs ON clubs.id = club_members.club_id
     WHERE roster_members.subject IN ('child-0001', 'child-0004') AND club_members.status = 'active'
     GROUP BY 1 ORDER BY 1`,
  )
  // the second child belongs to riverside, and to quay by its booking
  expect(clubs.map((row) => row.clubs)).toEqual([['quay'], ['quay', 'riverside']])
})

test('a class becomes a group for each of its times of day; a slot that nobody booked becomes one too', async () => {
  const groups = await rows(
    `SELECT roster_groups.subject, roster_groups.slot AS time_no, groups.name,
       to_char(groups.start_at, 'HH24:MI') AS start, groups.duration_minutes AS minutes, groups.weekdays,
       groups.is_slot, groups.levels,
       groups.first_date, groups.last_date, groups.place,
       (SELECT count(*)::int FROM group_members WHERE group_members.group_id = groups.id) AS members,
       (SELECT count(*)::int FROM group_coaches WHERE group_coaches.group_id = groups.id) AS coaches
     FROM roster_groups JOIN groups ON groups.id = roster_groups.group_id ORDER BY 1, 2`,
  )
  const term = { first_date: inDays(-60), last_date: inDays(30) }
  // a class without a term begins today and has no end
  const withoutTerm = { first_date: today, last_date: null, levels: [] }
  expect(groups).toEqual([
    {
      subject: 'comets',
      time_no: 1,
      name: 'Comets',
      start: '16:00',
      minutes: 30,
      weekdays: [1],
      is_slot: false,
      place: 'Hall 2',
      members: 2,
      coaches: 0,
      ...withoutTerm,
    },
    {
      subject: 'lane',
      time_no: 1,
      name: 'Lane 4',
      start: '10:00',
      minutes: 30,
      weekdays: [0],
      is_slot: true,
      place: null,
      members: 0,
      coaches: 0,
      ...withoutTerm,
    },
    {
      subject: 'rockets',
      time_no: 1,
      name: 'Rockets',
      start: '16:45',
      minutes: 45,
      weekdays: [2, 4],
      is_slot: false,
      place: 'Hall 1',
      levels: ['/stage-1'],
      members: 2,
      coaches: 1,
      ...term,
    },
    {
      subject: 'rockets',
      time_no: 2,
      name: 'Rockets',
      start: '09:00',
      minutes: 60,
      weekdays: [6],
      is_slot: false,
      place: 'Hall 1',
      levels: ['/stage-1'],
      members: 2,
      coaches: 1,
      ...term,
    },
  ])
  // of each class the group of its first time only
  const memberships = await rows(
    `SELECT roster_members.subject, group_members.from_date, group_members.to_date FROM group_members
     JOIN roster_groups ON roster_groups.group_id = group_members.group_id
     JOIN roster_members ON roster_members.member_id = group_members.member_id WHERE roster_groups.slot = 1 ORDER BY 1`,
  )
  expect(memberships).toEqual([
    { subject: 'child-0000', from_date: inDays(-60), to_date: null },
    { subject: 'child-0001', from_date: today, to_date: null },
    { subject: 'child-0002', from_date: inDays(-30), to_date: inDays(10) },
    { subject: 'child-0004', from_date: inDays(5), to_date: null },
  ])
})

test('an end on the first day of all days, which some providers write for none, is none', async () => {
  rosters.bookings.push({ subject: 'b6', user: 'child-0006', role: 'student', class: 'rockets', end: '0001-01-01' })
  await runImport()
  expect(await readNewestImport()).toMatchObject({ state: 'done' })
  const places = `SELECT group_members.to_date FROM group_members
    JOIN roster_members ON roster_members.member_id = group_members.member_id WHERE roster_members.subject = 'child-0006'`
  expect(await rows(places)).toEqual([{ to_date: null }, { to_date: null }])
  rosters.bookings.pop()
  await runImport()
})

test('a second import writes only what has changed, and disables the accounts of users whom the provider has disabled', async () => {
  const before = await readWrittenTables()
  await runImport()
  expect(await readNewestImport()).toMatchObject({ state: 'done' })
  expect(await readWrittenTables()).toBe(before)
  const [first, second] = people
  if (!first || !second) throw new Error('nobody')
  first.left = true
  second.lastname = 'Novák'
  await runImport()
  const readAccounts = () =>
    rows<{ status: string; lastname: string }>(
      `SELECT users.status, users.lastname FROM identities JOIN users ON users.id = identities.user_id
       WHERE identities.subject IN ('roster-0000', 'roster-0001') ORDER BY identities.subject`,
    )
  // `lapsed` is the status of a disabled account
  expect(await readAccounts()).toEqual([
    { status: 'lapsed', lastname: 'Brennan' },
    { status: 'current', lastname: 'Novák' },
  ])
  first.left = false
  second.lastname = 'Brennan'
  await runImport()
  expect((await readAccounts()).map(({ status }) => status)).toEqual(['current', 'current'])
  // an account that the club has disabled is not enabled again
  await world.owner.query(
    `UPDATE users SET status = 'lapsed' WHERE id = (SELECT user_id FROM identities WHERE subject = 'roster-0001')`,
  )
  await runImport()
  expect((await readAccounts()).map(({ status }) => status)).toEqual(['current', 'lapsed'])
})

describe('guardians', () => {
  const readLinkedChildren = async (userId: string) =>
    (
      await rows<{ subject: string }>(
        `SELECT roster_members.subject FROM member_links
         JOIN roster_members ON roster_members.member_id = member_links.member_id
         WHERE member_links.user_id = $1 ORDER BY 1`,
        [userId],
      )
    ).map(({ subject }) => subject)
  const guardianOf = (n: number) => ({
    subject: `roster-${fourDigits(n)}`,
    firstname: 'Callum',
    lastname: 'Brennan',
    email: null,
    types: ['parent' as const],
    clubs: [],
  })
  /** Does what the login of a guardian does here; returns the id of the account. */
  const logIn = (n: number) =>
    inTenant(world.db, one.id, 'write', (tx) =>
      findOrCreateUser(tx, one.id, { kind: 'coursepro', issuer: peer.issuer }, 'parent', guardianOf(n), Date.now()),
    )
  const setAgents = (child: PeerChild | undefined, subjects: string[]) => {
    if (child) child.agents = subjects
  }

  test('are linked to their children at the first login, to later ones by the rosters, and to no others', async () => {
    const parent = await logIn(4)
    expect(await readLinkedChildren(parent)).toEqual(['child-0000'])
    setAgents(rosters.children[7], ['roster-0004'])
    world.announced.length = 0
    await runImport()
    expect(await readLinkedChildren(parent)).toEqual(['child-0000', 'child-0007'])
    expect(world.announced.flatMap(({ parents }) => parents.map(([user]) => user))).toContain(parent)
    setAgents(rosters.children[0], ['contact'])
    await runImport()
    expect(await readLinkedChildren(parent)).toEqual(['child-0007'])
    const [firstChild] = await rows(
      `SELECT array_agg(guardians.firstname) AS guardians FROM guardians
       JOIN roster_members ON roster_members.member_id = guardians.member_id
       WHERE roster_members.subject = 'child-0000'`,
    )
    expect(firstChild).toEqual({ guardians: ['Nain'] })
  })

  test('who unlinked a child stay unlinked, and a link that they made by its number stays', async () => {
    const parent = await logIn(4)
    await world.owner.query('DELETE FROM member_links WHERE user_id = $1', [parent])
    await world.owner.query(`INSERT INTO member_links (client_id, user_id, member_id) VALUES ('one', $1, $2)`, [
      parent,
      one.members[0],
    ])
    await runImport()
    expect(await readLinkedChildren(parent)).toEqual([])
    // the link to the member, who is no child of the rosters
    expect(await rows('SELECT FROM member_links WHERE user_id = $1', [parent])).toHaveLength(1)
  })
})

test('a child, booking or class that disappears at the provider ends here, and its data stays', async () => {
  const [membership] = await rows<{ member_id: string; group_id: string }>(
    `SELECT group_members.member_id, group_members.group_id FROM group_members
     JOIN roster_groups ON roster_groups.group_id = group_members.group_id
     JOIN roster_members ON roster_members.member_id = group_members.member_id
     WHERE roster_members.subject = 'child-0002' AND roster_groups.slot = 1`,
  )
  if (!membership) throw new Error('nobody in a group')
  const child = rosters.children.find(({ subject }) => subject === 'child-0002')
  if (!child) throw new Error('no child')
  child.left = true
  const rockets = rosters.classes.splice(0, 1)
  await runImport()
  expect(await readOpenMemberships()).toEqual(['comets child-0001', 'comets child-0004'])
  const [ended] = await rows(
    `SELECT club_members.status, group_members.to_date, group_members.from_date, groups.last_date
     FROM club_members JOIN group_members ON group_members.member_id = club_members.member_id
     JOIN groups ON groups.id = group_members.group_id WHERE club_members.member_id = $1 AND group_members.group_id = $2`,
    [membership.member_id, membership.group_id],
  )
  expect(ended).toEqual({ status: 'inactive', to_date: inDays(-1), from_date: inDays(-30), last_date: inDays(-1) })
  const tablesBefore = await readWrittenTables()
  await runImport()
  expect(await readWrittenTables()).toBe(tablesBefore)
  // when the provider lists the child again, it is the same member
  child.left = false
  rosters.classes.unshift(...rockets)
  await runImport()
  expect(await readOpenMemberships()).toContain('rockets child-0002')
  const reopenedMemberships = await rows(
    `SELECT member_id, group_id FROM group_members WHERE member_id = $1 AND group_id = $2`,
    [membership.member_id, membership.group_id],
  )
  expect(reopenedMemberships).toHaveLength(1)
})

test('a class that moved to another centre ends there and becomes a new group', async () => {
  const moving = {
    subject: 'moving',
    name: 'Moving',
    club: 'riverside',
    place: 'Hall 5',
    periods: ['FR 17:00-17:30'],
    scheme: null,
    levels: [],
  }
  rosters.classes.push(moving)
  await runImport()
  const readGroups = () =>
    rows<{ id: string; club: string; last_date: string | null; linked: boolean }>(
      `SELECT groups.id, clubs.name AS club, groups.last_date, roster_groups.subject IS NOT NULL AS linked
       FROM groups JOIN clubs ON clubs.id = groups.club_id
       LEFT JOIN roster_groups ON roster_groups.group_id = groups.id
       WHERE groups.name = 'Moving' ORDER BY groups.last_date`,
    )
  const [before] = await readGroups()
  moving.club = 'quay'
  await runImport()
  const [ended, opened, ...others] = await readGroups()
  expect(others).toEqual([])
  expect(ended).toEqual({ id: before?.id, club: before?.club, last_date: inDays(-1), linked: false })
  expect(opened).toMatchObject({ last_date: null, linked: true })
  expect(opened?.club).not.toBe(before?.club)
  rosters.classes.pop()
  await runImport()
})

test('a booking lasts until its last day at the club, whatever day it is elsewhere', async () => {
  const setZone = (zone: string) =>
    world.owner.query(`UPDATE clubs SET time_zone = $1 WHERE client_id = 'one' AND ngo_id = 'quay'`, [zone])
  const clubsOfChild = async () => {
    await runImport()
    const clubs = await rows<{ ngo_id: string }>(
      `SELECT clubs.ngo_id FROM roster_members JOIN club_members ON club_members.member_id = roster_members.member_id
       JOIN clubs ON clubs.id = club_members.club_id
       WHERE roster_members.subject = 'child-0006' AND club_members.status = 'active' ORDER BY 1`,
    )
    return clubs.map((row) => row.ngo_id)
  }
  const booking: PeerBooking = { subject: 'b6', user: 'child-0006', role: 'student', class: 'comets' }
  rosters.bookings.push(booking)
  // at noon in London it is tomorrow there
  await setZone('Pacific/Kiritimati')
  try {
    booking.end = inDays(2)
    expect(await clubsOfChild()).toEqual(['quay', 'riverside'])
    booking.end = inDays(1)
    expect(await clubsOfChild()).toEqual(['riverside'])
  } finally {
    await setZone('Europe/London')
    rosters.bookings.pop()
  }
  await runImport()
})

test('what cannot be imported is reported, and does not hold up the rest', async () => {
  rosters.children.push(
    {
      subject: 'new-1',
      firstname: 'Eira',
      lastname: 'Lloyd',
      number: 'TW-900',
      dob: null,
      clubs: ['riverside'],
      agents: [],
    },
    {
      subject: 'new-2',
      firstname: 'Efa',
      lastname: 'Lloyd',
      // the number of a member of the sample data
      number: 'AQ-1',
      dob: '2016-01-02',
      clubs: ['riverside'],
      agents: [],
    },
  )
  rosters.classes.push({
    subject: 'odd',
    name: 'Odd times',
    club: 'riverside',
    place: '',
    periods: ['1'],
    scheme: null,
    levels: [],
  })
  await runImport()
  const [lastImport] = await rows<{ position: { problems: object[]; done: Record<string, object> } }>(
    `SELECT position FROM tasks WHERE kind = 'import-roster' AND state = 'done' ORDER BY ended_at DESC LIMIT 1`,
  )
  expect(lastImport?.position.problems).toEqual([
    { club: one.club, number: 'TW-900', why: 'no-birthday' },
    { club: one.club, number: 'AQ-1', why: 'number-taken' },
    { club: one.club, number: 'Odd times', why: 'no-time' },
  ])
  // the second child is entered without the number
  expect(lastImport?.position.done).toEqual({ [one.club]: { members_new: 1 } })
  expect(
    await rows(
      `SELECT members.ngo_id FROM members JOIN roster_members ON roster_members.member_id = members.id
       WHERE roster_members.subject = 'new-2'`,
    ),
  ).toEqual([{ ngo_id: null }])
  rosters.children.splice(-2)
  rosters.classes.pop()
})

test('a text that ends within a character, or has one that the database does not store, holds up nothing', async () => {
  rosters.classes.push({
    subject: 'cut',
    name: 'Stars \ud83d',
    club: 'riverside',
    place: 'Hall\0 3',
    periods: ['FR 16:00-16:30'],
    scheme: null,
    levels: [],
  })
  await runImport()
  expect(await readNewestImport()).toMatchObject({ state: 'done', error: null })
  expect(
    await rows(
      `SELECT groups.name, groups.place FROM groups JOIN roster_groups ON roster_groups.group_id = groups.id
       WHERE roster_groups.subject = 'cut'`,
    ),
  ).toEqual([{ name: 'Stars \ufffd', place: 'Hall 3' }])
  rosters.classes.pop()
})

test('a list that changes while it is read is read anew, and an empty list of children ends no membership', async () => {
  await runImport()
  const before = await readWrittenTables()
  let requestedPages = 0
  // a guardian, for whom no account is created, comes first in the list and moves all others on by one
  const addedGuardian = { ...(people[0] as PeerPerson), subject: 'aaa', type: 'parent' as const }
  peerServer.answer = (request, reply) => {
    if (request.url?.includes('/users?') === true && ++requestedPages === 2) people.unshift(addedGuardian)
    courseProvider(request, reply)
  }
  await runImport()
  people.shift()
  peerServer.answer = courseProvider
  expect(await readNewestImport()).toMatchObject({ state: 'done' })
  // more pages than the five that one reading of the list needs
  expect(requestedPages).toBeGreaterThan(5)
  expect(await readWrittenTables()).toBe(before)

  // an empty list of children is taken for a fault of the provider: the run fails and is tried again
  const children = rosters.children.splice(0)
  await runImport()
  rosters.children.push(...children)
  expect(await readNewestImport()).toMatchObject({ state: 'queued', error: 'EXTERNAL_HTTP_ERROR' })
  expect(await readWrittenTables()).toBe(before)
  aheadMs += FIRST_RETRY_MS
  await worker().runDue(one.id)
  expect(await readNewestImport()).toMatchObject({ state: 'done' })
  expect(await readWrittenTables()).toBe(before)
})

test('after any bookings and cancellations the open memberships are the booked ones, and no membership is deleted', async () => {
  // a fixed seed: every run makes the same changes
  const random = new Random(28)
  const { children, classes, bookings } = rosters
  const bookedChildren = children.slice(0, 12)
  let earlierCount = 0
  for (let round = 0; round < 8; round++) {
    for (let change = 0; change < 8; change++) {
      const child = random.pick(bookedChildren)
      const bookedClass = random.pick(classes)
      const index = bookings.findIndex(
        (candidate) => candidate.user === child.subject && candidate.class === bookedClass.subject,
      )
      const booking: PeerBooking = {
        subject: `r${round}-${change}`,
        user: child.subject,
        role: 'student',
        class: bookedClass.subject,
      }
      // a booking is cancelled, a child leaves or comes back, or a booking is added, with or without a first day
      if (index >= 0 && random.next() < 0.6) bookings.splice(index, 1)
      else if (random.next() < 0.2) child.left = child.left !== true
      else bookings.push(random.next() < 0.5 ? booking : { ...booking, from: inDays(random.below(60) - 40) })
    }
    await runImport()
    const isOfPresentChild = (booking: PeerBooking) =>
      booking.role === 'student' && children.some(({ subject, left }) => subject === booking.user && left !== true)
    const openBookings = bookings.filter(
      (candidate) => isOfPresentChild(candidate) && (candidate.end === undefined || candidate.end > today),
    )
    expect(await readOpenMemberships(), `round ${round}`).toEqual(
      [...new Set(openBookings.map((booked) => `${booked.class} ${booked.user}`))].sort(),
    )
    const [count] = await rows<{ n: number }>(`SELECT count(*)::int AS n FROM group_members WHERE client_id = 'one'`)
    expect(count?.n).toBeGreaterThanOrEqual(earlierCount)
    earlierCount = count?.n ?? 0
    const after = await readWrittenTables()
    await runImport()
    expect(await readWrittenTables(), `round ${round}, again`).toBe(after)
  }
})

test('no transaction holds the task while the provider is asked', async () => {
  /** How many tasks were running and not locked, at each request to the provider. */
  const unlockedCounts: number[] = []
  peerServer.answer = (request, reply) =>
    void rows(`SELECT id FROM tasks WHERE kind = 'import-roster' AND state = 'running' FOR UPDATE SKIP LOCKED`).then(
      (unlocked) => {
        unlockedCounts.push(unlocked.length)
        courseProvider(request, reply)
      },
    )
  await runImport()
  expect(await readNewestImport()).toMatchObject({ state: 'done' })
  expect(unlockedCounts.length).toBeGreaterThan(3)
  // at every request the running task was there and not locked
  expect(new Set(unlockedCounts)).toEqual(new Set([1]))
  peerServer.answer = courseProvider
})

describe('an administrator', () => {
  const call = (options: {
    method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    url: string
    payload?: object
    etag?: string
  }) => {
    const { etag, ...rest } = options
    const headers = etag === undefined ? {} : { 'if-match': etag }
    return world.request({ host: one.host('club'), token: admin, headers, ...rest })
  }
  const readState = async () => (await call({ url: '/v1/rosters' })).json<RosterState>()
  /** The id of the group of a class's first time of day. */
  const groupOf = async (subject: string) =>
    (
      await rows<{ id: string }>('SELECT group_id AS id FROM roster_groups WHERE subject = $1 AND slot = 1', [subject])
    )[0]?.id

  test('sees when rosters were read, what that did at this club, and when they are read next: at night', async () => {
    const child = rosters.children.find(({ left, clubs }) => left !== true && clubs[0] === 'riverside')
    if (child) child.firstname = 'Seren'
    aheadMs += 1_000
    await runImport()
    const shown = await readState()
    expect(shown).toMatchObject({
      state: 'waiting',
      error: null,
      last: { error: null, members_changed: 1, problems: [] },
    })
    expect(shown.last?.ended_at).toBe(Math.floor(now() / 1000))
    // at half past three, in minutes of the day; the longest day, on which clocks go back, has 25 hours
    const next = (shown.next ?? 0) * 1000
    expect([localMinutes(next, 'Europe/London'), next > now(), next - now() < 25 * 3_600_000]).toEqual([
      210,
      true,
      true,
    ])
    expect((await world.request({ url: '/v1/rosters', host: one.host('club') })).statusCode).toBe(401)
    const two = world.tenants[1]
    const adminOfTwo = (await world.logIn(two, 'club')).token
    // a client without a course provider has no rosters
    const byAdmin = await world.request({ url: '/v1/rosters', host: two.host('club'), token: adminOfTwo })
    expect(byAdmin.statusCode).toBe(404)
    const coachOfTwo = (await world.logIn(two, 'coach')).token
    const byCoach = await world.request({ url: '/v1/rosters', host: two.host('coach'), token: coachOfTwo })
    expect(byCoach.statusCode).toBe(403)
  })

  test('sees that a failed import is retried with growing pauses, and that the next night is planned after all', async () => {
    peerServer.answer = (request, reply) =>
      request.url?.includes('/classes?') === true ? void request.socket.destroy() : courseProvider(request, reply)
    await runImport()
    // what was read before the failure is kept for the next try: users, of whom there are 480, come before classes
    expect((await rows('SELECT FROM roster_rows')).length).toBeGreaterThan(400)
    const pauses: number[] = []
    // the import fails at the fifth try
    for (let tries = 1; tries < 5; tries++) {
      const shown = await readState()
      expect(shown).toMatchObject({ state: 'again', error: 'EXTERNAL_CONNECTION_ERROR', last: { error: null } })
      pauses.push((shown.next ?? 0) * 1000 - now())
      aheadMs += 3_600_000
      await worker().runDue(one.id)
    }
    expect(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0))).toBe(true)
    expect(await readState()).toMatchObject({
      state: 'waiting',
      error: null,
      last: { error: 'EXTERNAL_CONNECTION_ERROR' },
    })
    const [queuedImports] = await rows<{ n: number; due: Date }>(
      `SELECT count(*)::int AS n, max(due_at) AS due FROM tasks WHERE kind = 'import-roster' AND state = 'queued'`,
    )
    expect(queuedImports?.n).toBe(1)
    expect(await rows('SELECT FROM roster_rows')).toEqual([])
    peerServer.answer = courseProvider
    // a fault of this server is shown as an unknown error only
    await world.owner.query(`ALTER TABLE roster_groups RENAME TO away`)
    await runImport()
    await world.owner.query(`ALTER TABLE away RENAME TO roster_groups`)
    expect((await readState()).error).toBe('UNKNOWN_ERROR')
    // the clock moves to the planned night
    aheadMs = Math.max(aheadMs, (queuedImports?.due.getTime() ?? 0) - world.clock.now)
    await worker().runDue(one.id)
    expect(await readState()).toMatchObject({ state: 'waiting', error: null, last: { error: null } })
  })

  test('who asks for an import during a run starts no second run', async () => {
    let requests = 0
    const furtherImports: Promise<void>[] = []
    peerServer.answer = (request, reply) => {
      // at any request in the middle of the run
      if (++requests === 3) furtherImports.push(runImport(), runImport())
      courseProvider(request, reply)
    }
    const before = await rows(`SELECT id FROM tasks WHERE kind = 'import-roster'`)
    await runImport()
    await Promise.all(furtherImports)
    peerServer.answer = courseProvider
    // `runImport` brought the task of the next night forward, which was queued already; after it had run, the task of
    // the following night was queued: one more in all
    const after = await rows(`SELECT id FROM tasks WHERE kind = 'import-roster'`)
    expect(after.length - before.length).toBe(1)
    expect(await readState()).toMatchObject({ state: 'waiting', last: { error: null } })
  })

  test('cannot change what the provider keeps', async () => {
    const [child] = await rows<{ id: string; ngo_id: string }>(
      `SELECT roster_members.member_id AS id FROM roster_members
       JOIN club_members ON club_members.member_id = roster_members.member_id
       WHERE club_members.club_id = $1 AND club_members.status = 'active' LIMIT 1`,
      [one.club],
    )
    const [group, member] = [(await groupOf('rockets')) ?? '', child?.id ?? '']
    const detail = (await call({ url: `/v1/members/${member}` })).json<{
      revision: string
      lastname: string
      firstname: string
    }>()
    const groupDetail = (await call({ url: `/v1/groups/${group}` })).json<{ revision: string }>()
    const newMember = { firstname: 'New', lastname: 'Child', dob: '2018-01-01' }
    const newGroup = {
      name: 'Mine',
      scheme_slug: null,
      levels: [],
      assessment_level_limit: false,
      is_slot: false,
      start_at: null,
      duration_minutes: 30,
      weekdays: [1],
      first_date: today,
      last_date: null,
      place: null,
      max_size: null,
      age_from: null,
      age_to: null,
      coaches: [],
    }
    const calls = [
      { method: 'POST', url: '/v1/members', payload: newMember },
      ...['firstname', 'lastname'].map((field) => ({
        method: 'PATCH' as const,
        url: `/v1/members/${member}`,
        payload: { [field]: 'Other' },
        etag: detail.revision,
      })),
      ...[
        { dob: '2015-01-01' },
        { ngo_id: 'X' },
        { status: 'inactive' },
        { guardians: [{ guardian_firstname: 'A', guardian_lastname: 'B', guardian_email: null }] },
        { phones: ['020 123 4567'] },
      ].map((payload) => ({
        method: 'PATCH' as const,
        url: `/v1/members/${member}`,
        payload,
        etag: detail.revision,
      })),
      { method: 'DELETE', url: `/v1/members/${member}`, payload: { name: `${detail.firstname} ${detail.lastname}` } },
      { method: 'POST', url: '/v1/groups', payload: newGroup },
      ...[{ name: 'Mine' }, { weekdays: [1] }, { coaches: [] }, { scheme_slug: null }, { levels: [] }].map(
        (payload) => ({
          method: 'PATCH' as const,
          url: `/v1/groups/${group}`,
          payload,
          etag: groupDetail.revision,
        }),
      ),
      { method: 'POST', url: `/v1/groups/${group}/members`, payload: { member_uuids: [one.members[0]] } },
      { method: 'DELETE', url: `/v1/groups/${group}/members/${member}` },
    ] as const
    const before = await readWrittenTables()
    for (const options of calls) {
      const reply = await call(options)
      expect([reply.statusCode, reply.json<{ error: string }>().error], `${options.method} ${options.url}`).toEqual([
        403,
        'PROVIDER_OWNS',
      ])
    }
    expect(await readWrittenTables()).toBe(before)
  })

  test('chooses scheme and levels where the provider names none, and later imports do not change them', async () => {
    rosters.classes.push({
      subject: 'plain',
      name: 'Plain',
      club: 'riverside',
      place: 'Hall 3',
      periods: ['FR 16:00-16:30'],
      scheme: null,
      levels: [],
    })
    await runImport()
    const id = (await groupOf('plain')) ?? ''
    const { revision, curriculum_own } = (await call({ url: `/v1/groups/${id}` })).json<GroupDetail>()
    expect(curriculum_own).toBe(true)
    const chosen = {
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      assessment_levels: ['/stage-2'],
      assessment_level_limit: true,
    }
    const change = (payload: object, etag: string) => call({ method: 'PATCH', url: `/v1/groups/${id}`, payload, etag })
    expect((await change({ ...chosen, levels: ['/no'] }, revision)).json()).toMatchObject({
      status: 404,
      field: 'levels',
    })
    // without a scheme there are no levels to choose
    expect((await change({ levels: ['/stage-1'] }, revision)).json()).toMatchObject({ status: 400, field: 'levels' })
    for (const assessment_levels of [[], ['/stage-1']])
      expect((await change({ assessment_levels }, revision)).json()).toMatchObject({
        status: 400,
        field: 'assessment_levels',
      })
    const reply = await change(chosen, revision)
    expect(reply.json(), reply.body).toMatchObject({ ...chosen, place: 'Hall 3' })
    Object.assign(rosters.classes.at(-1) ?? {}, { place: 'Hall 4' })
    await runImport()
    expect((await call({ url: `/v1/groups/${id}` })).json()).toMatchObject({ ...chosen, place: 'Hall 4' })
    rosters.classes.pop()
  })
})
