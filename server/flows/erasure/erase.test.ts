import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { mergeMembers } from '#server/flows/merges/commands.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { addMemberToClub } from '#server/members/commands.ts'

/** A word that is in every personal text of the child and its guardians, so that a search finds what is left. */
const CANARY = 'Canary'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The tokens of an administrator and a coach of the club. */
let admin = ''
let coach = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  admin = (await world.logIn(one, 'club')).token
  coach = (await world.logIn(one, 'coach')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

// Answers to requests with an id are stored for repeats, and an erasure has to delete those too.
const call = (options: InjectOptions) =>
  world.request({
    host: one.host('club'),
    token: admin,
    ...options,
    headers: { 'x-request-id': crypto.randomUUID(), ...options.headers },
  })
const erase = (id: string, name: string, token = admin, tenant = one) =>
  call({
    method: 'DELETE',
    url: `/v1/members/${id}`,
    payload: { name },
    token,
    host: tenant.host('club'),
  } as InjectOptions)

async function enterMember(fields: object = {}): Promise<MemberDetail> {
  const reply = await call({
    method: 'POST',
    url: '/v1/members',
    payload: {
      firstname: CANARY,
      lastname: 'Lloyd',
      dob: '2018-02-03',
      ngo_id: `${CANARY}-1`,
      medical: `${CANARY} has asthma`,
      phones: ['07700 900123'],
      note: `${CANARY} is shy`,
      tags: [`${CANARY}s`],
      guardians: [{ guardian_firstname: CANARY, guardian_lastname: 'Lloyd', guardian_email: `${CANARY}@home.example` }],
      ...fields,
    },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberDetail>()
}

/** The tables that have a row with the word. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(
    `SELECT pg_class.oid::regclass::text AS name FROM pg_class
     WHERE pg_class.relnamespace = 'public'::regnamespace AND pg_class.relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await world.owner.query(`SELECT FROM ${name} t WHERE t::text ILIKE $1 LIMIT 1`, [`%${word}%`])
    if (rowCount) found.push(name)
  }
  return found
}

test('nothing of an erased member is left but a tombstone, ids and a log without contents', async () => {
  const { uuid, revision } = await enterMember()
  const name = `${CANARY} Lloyd`
  const changed = await call({
    method: 'PATCH',
    url: `/v1/members/${uuid}`,
    payload: { medical: `${CANARY} has an inhaler` },
    headers: { 'if-match': `"${revision}"` },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const joined = await call({
    method: 'POST',
    url: `/v1/groups/${one.group}/members`,
    payload: { member_uuids: [uuid] },
  })
  expect(joined.statusCode, joined.body).toBeLessThan(300)
  await inTenant(world.db, one.id, 'write', (tx) =>
    tx.query('INSERT INTO member_links (client_id, user_id, member_id) VALUES ($1, $2, $3)', [
      one.id,
      one.parent,
      uuid,
    ]),
  )
  const device = new Device(world, one, coach)
  const ops = [
    ...['float', 'glide', 'kick', 'dive'].map((skill) => device.mark(uuid, `/stage-1/${skill}`, 3)),
    device.mark(uuid, '/stage-1/manual', 1),
    device.registerEntry({ kind: 'note', memberUuid: uuid }, `${CANARY} dives today`),
    device.registerEntry(
      { kind: 'family_word', memberUuid: uuid, schemeSlug: 'swim', schemeNodeId: '/stage-1' },
      `${CANARY} was brave`,
    ),
    device.registerEntry({ kind: 'move', groupId: one.group, memberUuid: uuid }, 'move'),
  ]
  const { outcomes } = await device.push(...ops)
  expect(outcomes.map((result) => result.outcome)).toEqual(Array(8).fill('applied'))
  // an import that is not started yet has a row of the same child, and one of another child
  const draft = await call({
    method: 'POST',
    url: `/v1/member-imports?file_name=${CANARY}.csv`,
    payload: `firstname,lastname,dob\n${CANARY},Lloyd,2018-02-03\nOwen,Evans,2018-02-03\n`,
    headers: { 'content-type': 'text/csv' },
  })
  expect(draft.statusCode, draft.body).toBe(201)
  expect((await tablesWith(CANARY)).length).toBeGreaterThan(5)

  world.announced.length = 0
  const reply = await erase(uuid, name)
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  expect(await tablesWith(CANARY)).toEqual([])
  expect(await tablesWith('Owen')).toContain('member_import_rows')
  const tablesWithId = await tablesWith(uuid)
  expect(tablesWithId.toSorted()).toEqual(['audit_log', 'changes'])
  const { rows: tombstones } = await world.owner.query('SELECT kind, key FROM changes WHERE key LIKE $1', [`%${uuid}%`])
  expect(tombstones).toEqual([{ kind: 'erasure', key: uuid }])
  const { rows: log } = await world.owner.query<{ action: string; user_id: string; before: unknown; after: unknown }>(
    'SELECT action, user_id, before, after FROM audit_log WHERE entity_id = $1 ORDER BY id',
    [uuid],
  )
  expect(log.map((row) => row.action)).toEqual(expect.arrayContaining(['create', 'erase']))
  expect(log.flatMap((row) => (row.action === 'mark' ? [row.user_id] : []))).toEqual(Array(5).fill(one.coach))
  expect(log.filter((row) => row.before !== null || row.after !== null)).toEqual([])
  // what was accepted before is answered as before, when the device sends it again, and stores nothing
  expect((await device.push(...ops)).outcomes.map(({ outcome }) => outcome)).toEqual(Array(8).fill('applied'))
  expect((await tablesWith(uuid)).toSorted()).toEqual(['audit_log', 'changes'])
  // a mark that arrives after the erasure is refused
  expect((await device.push(device.mark(uuid, '/stage-1/float', 1))).outcomes[0]?.code).toBe('MEMBER_ERASED')
  // the linked parent is informed
  expect(world.announced[0]?.parents).toEqual([[one.parent, uuid]])
  expect((await call({ url: `/v1/members/${uuid}` })).statusCode).toBe(404)
  expect((await erase(uuid, name)).statusCode).toBe(404)
})

/** Uploads a file of members that is not imported yet. */
const uploadImport = async (...rows: string[]) => {
  const reply = await call({
    method: 'POST',
    url: '/v1/member-imports',
    payload: ['firstname,lastname,dob,guardian_email,medical', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
}
const rename = async (uuid: string, names: object) => {
  const { revision } = (await call({ url: `/v1/members/${uuid}` })).json<MemberDetail>()
  const reply = await call({
    method: 'PATCH',
    url: `/v1/members/${uuid}`,
    payload: names,
    headers: { 'if-match': `"${revision}"` },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('rows of a waiting import are erased when they have the member’s earlier names or number, or a guardian’s address', async () => {
  const { uuid } = await enterMember()
  await rename(uuid, { firstname: 'Second', lastname: 'Morgan' })
  await rename(uuid, { firstname: 'Third', lastname: 'Morgan' })
  // The last cell of a row is searched for after the erasure: bees for the erased child, pollen for another one.
  await uploadImport(
    `${CANARY},Lloyd,2018-02-03,,Bees make one`,
    'Second,Morgan,2018-02-03,,Bees make two',
    `Unknown,Spelling,2018-02-03,${CANARY}-1,Bees make three`,
    `Third,Misspelt,2018-02-03,${CANARY.toUpperCase()}@home.example,Bees make four`,
    'Sister,Morgan,2016-02-03,,Pollen alone',
  )
  expect((await erase(uuid, 'Third Morgan')).statusCode).toBe(204)
  for (const word of [CANARY, 'Bees make']) expect(await tablesWith(word), word).toEqual([])
  expect(await tablesWith('Pollen alone')).toEqual(['member_import_rows'])
})

test('the log of downloads does not name a child who was searched for', async () => {
  const { uuid } = await enterMember({ guardians: [], tags: [] })
  for (const url of ['/v1/members/file', '/v1/groups/file', '/v1/users/file', '/v1/audit/file']) {
    const reply = await call({ url: `${url}?search=${CANARY.toLowerCase()}` })
    expect(reply.statusCode, `${url} ${reply.body}`).toBe(200)
  }
  expect((await erase(uuid, `${CANARY} Lloyd`)).statusCode).toBe(204)
  expect(await tablesWith(CANARY)).toEqual([])
})

test('the account of a guardian who was invited for the child alone and never opened it is closed; others stay', async () => {
  const [first, second] = [
    await enterMember(),
    await enterMember({ firstname: 'Second', ngo_id: 'S-2', dob: '2016-02-03' }),
  ]
  /** Creates a guardian's account that was invited for these members; `verified` once it was opened. */
  const createInvited = async (email: string, verified: boolean, members: MemberDetail[]) => {
    const id = crypto.randomUUID()
    await world.owner.query(
      `INSERT INTO users (client_id, id, type, firstname, lastname, email, password_hash, verified)
       SELECT client_id, $1, type, 'Guest', 'Guardian', $2, $3, $4 FROM users WHERE id = $5`,
      [id, email, verified ? 'x' : null, verified, one.parent],
    )
    for (const { uuid } of members)
      await world.owner.query('INSERT INTO invited_links (client_id, user_id, member_id) VALUES ($1, $2, $3)', [
        one.id,
        id,
        uuid,
      ])
    return id
  }
  const invited = await createInvited('alone@guest.example', false, [first])
  const invitedForBoth = await createInvited('both@guest.example', false, [first, second])
  const opened = await createInvited('opened@guest.example', true, [first])
  const readEmails = async () =>
    (await world.owner.query('SELECT id, email FROM users WHERE id = ANY($1)', [[invited, invitedForBoth, opened]]))
      .rows
  expect((await erase(first.uuid, `${CANARY} Lloyd`)).statusCode).toBe(204)
  expect(await readEmails()).toEqual(
    expect.arrayContaining([
      { id: invited, email: null },
      { id: invitedForBoth, email: 'both@guest.example' },
      { id: opened, email: 'opened@guest.example' },
    ]),
  )
  expect((await erase(second.uuid, 'Second Lloyd')).statusCode).toBe(204)
  expect(await readEmails()).toContainEqual({ id: invitedForBoth, email: null })
  expect(await tablesWith('alone@guest')).toEqual([])
  expect(await tablesWith('both@guest')).toEqual([])
})

test('every foreign key to a member deletes its rows with the member', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    // confdeltype 'c' is ON DELETE CASCADE; rows of the last three tables go with the member and take others with them
    `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype <> 'c'
       AND confrelid IN ('members'::regclass, 'club_members'::regclass, 'member_schemes'::regclass, 'registers'::regclass)`,
  )
  expect(rows).toEqual([])
})

test('a tablet that loads all data anew gets the erasure too', async () => {
  const { uuid } = await enterMember()
  await erase(uuid, `${CANARY} Lloyd`)
  const { changes } = (
    await world.request({ url: '/v1/sync/changes', host: one.host('coach'), token: coach })
  ).json<ChangesReply>()
  expect(changes.filter(({ kind }) => kind === 'erasure').map(({ key }) => key)).toContain(uuid)
  expect(changes.filter(({ kind, key }) => kind !== 'erasure' && key.includes(uuid))).toEqual([])
})

test('an erasure is refused without the exact name, for a member who is in a second club too, and to other users', async () => {
  const { uuid } = await enterMember()
  expect((await erase(uuid, 'canary lloyd')).json()).toMatchObject({ error: 'INVALID_REQUEST', field: 'name' })
  const empty = await call({ method: 'DELETE', url: `/v1/members/${uuid}`, payload: {} })
  expect([empty.statusCode, empty.json<{ field: string }>().field]).toEqual([400, 'name'])
  const otherClub = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, {
      id: otherClub,
      name: 'Quay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await addMemberToClub(
      tx,
      { userId: null, nowMs: Date.now() },
      { memberId: uuid, clubId: otherClub, memberType: null },
    )
  })
  expect((await erase(uuid, `${CANARY} Lloyd`)).json()).toMatchObject({ status: 409, error: 'MEMBER_ELSEWHERE' })
  const tokenOfTwo = (await world.logIn(two, 'club')).token
  expect((await erase(uuid, `${CANARY} Lloyd`, tokenOfTwo, two)).statusCode).toBe(404)
  const asCoach = await world.request({
    method: 'DELETE',
    url: `/v1/members/${uuid}`,
    payload: { name: 'x' },
    host: one.host('coach'),
    token: coach,
  })
  expect(asCoach.statusCode).toBe(403)
  expect(
    (
      await world.request({
        method: 'DELETE',
        url: `/v1/members/${uuid}`,
        payload: { name: 'x' },
        host: one.host('club'),
      })
    ).statusCode,
  ).toBe(401)
  expect((await call({ url: `/v1/members/${uuid}` })).statusCode).toBe(200)
})

test('a member whose other club was deleted is at the remaining one alone, which merges and erases the record', async () => {
  const fields = { dob: '2015-06-07', ngo_id: null, guardians: [] }
  const [kept, merged] = [
    await enterMember({ ...fields, firstname: 'Kept' }),
    await enterMember({ ...fields, firstname: 'Keptt' }),
  ]
  const closed = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, { id: closed, name: 'Cove', ngoId: null, timeZone: 'Europe/London', memberTypes: [] })
    for (const { uuid: memberId } of [kept, merged])
      await addMemberToClub(tx, { userId: null, nowMs: Date.now() }, { memberId, clubId: closed, memberType: null })
  })
  await world.owner.query(`UPDATE club_members SET status = 'inactive', inactive_since = now() WHERE club_id = $1`, [
    closed,
  ])
  await world.owner.query('UPDATE clubs SET deleted_at = now() WHERE id = $1', [closed])
  const { owners } = (await call({ url: `/v1/members/${kept.uuid}` })).json<MemberDetail>()
  expect(owners.map(({ id }) => id)).toEqual([one.club])
  const payload = { merged_uuid: merged.uuid }
  const reply = await call({ method: 'POST', url: `/v1/members/${kept.uuid}/merge`, payload })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  expect((await erase(kept.uuid, 'Kept Lloyd')).statusCode).toBe(204)
})

test('a record that is merged into a member’s while the member is erased is erased with it', async () => {
  const kept = (await enterMember({ firstname: 'Kept', ngo_id: null })).uuid
  const merged = (await enterMember({ firstname: 'Merged', ngo_id: null })).uuid
  const timeZone = 'Europe/London'
  const nowMs = world.clock.now
  const context: ClubContext = {
    clientId: one.id,
    clubId: one.club,
    userId: one.admin,
    today: localDate(nowMs, timeZone),
    timeZone,
    nowMs,
    provider: 'local',
    ownsRecords: true,
  }
  const [isMerged, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const merging = inTenant(world.db, one.id, 'write', async (tx) => {
    await mergeMembers(tx, context, world.curricula, kept, merged)
    isMerged.resolve()
    await mayCommit.promise
  })
  await isMerged.promise
  const erasing = erase(kept, 'Kept Lloyd')
  // the erasure waits for the merge
  await expect
    .poll(async () => (await world.owner.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
    .toBeGreaterThan(0)
  mayCommit.resolve()
  await merging
  expect((await erasing).statusCode).toBe(204)
  const { rows } = await world.owner.query('SELECT firstname FROM members WHERE id = ANY($1)', [[kept, merged]])
  expect(rows).toEqual([])
  // tablets that were away, and the restore of a backup, are told of both
  const pulled = await world.request({ url: '/v1/sync/changes', host: one.host('coach'), token: coach })
  const erased = pulled.json<ChangesReply>().changes.flatMap(({ kind, key }) => (kind === 'erasure' ? [key] : []))
  expect(erased).toEqual(expect.arrayContaining([kept, merged]))
  const log = await world.owner.query(
    `SELECT entity_id FROM audit_log WHERE action = 'erase' AND entity_id = ANY($1)`,
    [[kept, merged]],
  )
  expect(log.rowCount).toBe(2)
})
