import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type {
  AttendanceEntry,
  BulkInviteReply,
  ClubMember,
  InvitePreview,
  MemberCounts,
  MemberLogEntry,
  MemberDetail,
} from '#contract/members/club-members.ts'
import type { MarkEntry } from '#contract/assessment/member-record.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''
let child = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  child = one.members[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })

async function createMember(
  firstname: string,
  guardian_email: string | null,
  fields: object = {},
): Promise<MemberDetail> {
  const reply = await asAdmin({
    method: 'POST',
    url: '/v1/members',
    payload: {
      firstname,
      lastname: 'Bulk',
      dob: '2018-02-03',
      guardians: [{ guardian_firstname: 'Pat', guardian_lastname: 'Bulk', guardian_email }],
      ...fields,
    },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberDetail>()
}

describe('the history of a member', () => {
  test('lists the attendance, newest first, with the author of each entry', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const date = world.today()
    const attendance = { kind: 'attendance' as const, groupId: one.group, date, memberUuid: child }
    expect((await device.push(device.registerEntry(attendance, 'absent'))).outcomes[0]?.outcome).toBe('applied')
    const reply = await asAdmin({ url: `/v1/members/${child}/attendance` })
    expect(reply.headers['x-total-count']).toBe('1')
    expect(reply.json<AttendanceEntry[]>()).toEqual([
      { date, group: 'Dolphins', value: 'absent', by: 'Anna Pritchard' },
    ])
    // The coach clears the entry a second later.
    await device.push(device.registerEntry(attendance, null, { ms: world.clock.now + 1_000 }))
    expect((await asAdmin({ url: `/v1/members/${child}/attendance` })).json()).toEqual([])
  })

  test('has the audit log, without the former values', async () => {
    const { revision } = (await asAdmin({ url: `/v1/members/${child}` })).json<MemberDetail>()
    await asAdmin({
      method: 'PATCH',
      url: `/v1/members/${child}`,
      headers: { 'if-match': revision },
      payload: { medical: 'Secret words' },
    })
    const reply = await asAdmin({ url: `/v1/members/${child}/log?per_page=2` })
    expect(reply.json<MemberLogEntry[]>()).toMatchObject([
      { action: 'change', by: 'Owain Price', as: null, fields: ['medical'], group: null },
      { action: 'read-medical', by: 'Owain Price', fields: [] },
    ])
    expect(Number(reply.headers['x-total-count'])).toBeGreaterThan(2)
    expect((await asAdmin({ url: `/v1/members/${child}/log?per_page=1000` })).body).not.toContain('Secret')
  })

  test('says what coaches marked, entered and handed out, with the names of skills and levels', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const date = world.today()
    const badge = { kind: 'badge' as const, memberUuid: child, schemeSlug: 'swim', schemeNodeId: '/stage-1' }
    await device.push(
      device.mark(child, '/stage-1/float', 3),
      device.registerEntry({ kind: 'attendance', groupId: one.group, date, memberUuid: child }, 'present'),
      device.registerEntry(badge, true),
      device.registerEntry({ kind: 'note', memberUuid: child }, 'Secret words'),
    )
    const reply = await asAdmin({ url: `/v1/members/${child}/log?per_page=1000` })
    const entryOf = (action: string) => reply.json<MemberLogEntry[]>().find((entry) => entry.action === action)
    expect(entryOf('mark')).toMatchObject({
      by: 'Anna Pritchard',
      mark: { scheme_slug: 'swim', node_id: '/stage-1/float', title: 'float', grade: 3 },
      entered: null,
    })
    expect(entryOf('attendance')?.entered).toEqual({ value: 'present', group: 'Dolphins', date, level: null })
    expect(entryOf('badge')?.entered).toEqual({ value: true, group: 'Dolphins', date: null, level: 'stage-1' })
    expect(entryOf('note')).toMatchObject({ mark: null, entered: null })
    expect(reply.body).not.toContain('Secret')
  })

  test('leaves out the groups and registers of another club of the member', async () => {
    const log = async () =>
      (await asAdmin({ url: `/v1/members/${child}/log?per_page=1000` }))
        .json<MemberLogEntry[]>()
        .map(({ action, mark }) => [action, mark?.title])
    const before = await log()
    expect(before.map(([action]) => action)).toEqual(expect.arrayContaining(['attendance', 'note']))
    const [bay, owner] = [crypto.randomUUID(), world.owner]
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await createClub(tx, null, { id: bay, name: 'Bay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] })
    })
    // what was done until now was done at the other club
    for (const table of ['audit_log', 'assessments', 'register_edits'])
      await owner.query(`UPDATE ${table} SET club_id = $1 WHERE client_id = $2`, [bay, one.id])
    const after = await log()
    expect(after).toEqual(before.filter(([action = '']) => !['enter-group', 'attendance', 'note'].includes(action)))
    expect(after).toContainEqual(['mark', 'float'])
    // a badge is shared, the group in which it was handed over is not
    await owner.query('UPDATE groups SET club_id = $1 WHERE id = $2', [bay, one.group])
    const shared = (await asAdmin({ url: `/v1/members/${child}/log?per_page=1000` })).json<MemberLogEntry[]>()
    expect(shared.find(({ action }) => action === 'badge')?.entered).toMatchObject({ level: 'stage-1', group: null })
    expect(JSON.stringify(shared)).not.toContain('Dolphins')
    const marks = (await asAdmin({ url: `/v1/members/${child}/marks` })).json<MarkEntry[]>()
    expect(marks).toMatchObject([{ title: 'float', by: 'Anna Pritchard', group: null }])
    await owner.query('UPDATE groups SET club_id = $1 WHERE id = $2', [one.club, one.group])
    for (const table of ['audit_log', 'assessments', 'register_edits'])
      await owner.query(`UPDATE ${table} SET club_id = $1 WHERE client_id = $2`, [one.club, one.id])
  })

  test('is refused to another client’s administrator, a coach and a request without a token', async () => {
    const coachToken = (await world.logIn(one, 'coach')).token
    const otherClientsToken = (await world.logIn(two, 'club')).token
    for (const path of ['attendance', 'log']) {
      const url = `/v1/members/${child}/${path}`
      expect((await world.request({ url, host: two.host('club'), token: otherClientsToken })).statusCode).toBe(404)
      expect((await asAdmin({ url: `/v1/members/${crypto.randomUUID()}/${path}` })).statusCode).toBe(404)
      expect((await world.request({ url, host: one.host('coach'), token: coachToken })).statusCode).toBe(403)
      expect((await world.request({ url, host: one.host('club') })).statusCode).toBe(401)
      expect((await asAdmin({ url: `${url}?per_page=0` })).json()).toMatchObject({ status: 400, field: 'per_page' })
    }
  })
})

describe('parents', () => {
  const invite = (payload: object) => asAdmin({ method: 'POST', url: '/v1/members/invites', payload })
  const preview = async (payload: object) =>
    (await asAdmin({ method: 'POST', url: '/v1/members/invites/preview', payload })).json<InvitePreview>()

  test('of all filtered members are invited at once, by one mail each, except those who are linked or invited already', async () => {
    // Alpha and Beta have one guardian, Gamma's has an account, Delta's has no address, and Epsilon is in no squad.
    await createMember('Alpha', 'first@bulk.example', { tags: ['Squad'] })
    await createMember('Beta', 'First@bulk.example', { tags: ['Squad'] })
    await createMember('Gamma', 'parent@one.example', { tags: ['Squad'] })
    await createMember('Delta', null, { tags: ['Squad'] })
    await createMember('Epsilon', 'other@bulk.example')
    expect(await preview({ matching: { tag: 'Squad' } })).toEqual({
      mails: 2,
      left_out: [{ why: 'no_email', count: 1, members: ['Delta Bulk'] }],
    })
    const reply = await invite({ matching: { tag: 'Squad' } })
    expect(reply.statusCode, reply.body).toBe(200)
    // A guardian of two children counts once, and gets one mail.
    expect(reply.json<BulkInviteReply>()).toEqual({ invited: 1, linked: 1, refused: 0 })
    expect((await world.mails(one)).map((mail) => mail.to.address).sort()).toEqual([
      'first@bulk.example',
      'parent@one.example',
    ])
    const { rows: links } = await world.owner.query(
      `SELECT FROM invited_links JOIN users ON users.id = invited_links.user_id WHERE users.email ILIKE 'first@bulk.example'`,
    )
    expect(links).toHaveLength(2)
    expect((await invite({ matching: { tag: 'Squad' } })).json()).toEqual({
      invited: 0,
      linked: 0,
      refused: 0,
    })
  })

  test('who get no mail are counted by the reason before anything is sent', async () => {
    const gone = await createMember('Zeta', 'zeta@bulk.example', { tags: ['Squad'] })
    await asAdmin({
      method: 'POST',
      url: '/v1/members/bulk',
      payload: { action: 'status', status: 'inactive', member_uuids: [gone.uuid] },
    })
    await createMember('Eta', 'eta@bulk.example', { tags: ['Squad'] })
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE email = 'parent@one.example'`)
    await createMember('Theta', 'parent@one.example', { tags: ['Squad'] })
    const before = (await world.mails(one)).length
    expect(await preview({ matching: { tag: 'Squad' } })).toEqual({
      mails: 1,
      left_out: [
        { why: 'linked', count: 1, members: ['Gamma Bulk'] },
        { why: 'invited', count: 2, members: ['Alpha Bulk', 'Beta Bulk'] },
        { why: 'closed', count: 1, members: ['Theta Bulk'] },
        { why: 'no_email', count: 1, members: ['Delta Bulk'] },
        { why: 'inactive', count: 1, members: ['Zeta Bulk'] },
      ],
    })
    expect((await world.mails(one)).length).toBe(before)
    await world.owner.query(`UPDATE users SET status = 'current' WHERE email = 'parent@one.example'`)
  })

  test('are invited only by an administrator, and only with known filters', async () => {
    expect((await invite({ member_uuids: [] })).json()).toMatchObject({ status: 400, field: 'member_uuids' })
    const coach = { host: one.host('coach'), token: (await world.logIn(one, 'coach')).token }
    const url = '/v1/members/invites'
    const all = { matching: {} }
    for (const path of [url, `${url}/preview`]) {
      expect((await world.request({ ...coach, method: 'POST', url: path, payload: all })).statusCode).toBe(403)
      const noToken = { host: one.host('club'), method: 'POST', url: path, payload: all } as const
      expect((await world.request(noToken)).statusCode).toBe(401)
      for (const payload of [{}, { ...all, member_uuids: [child] }])
        expect((await asAdmin({ method: 'POST', url: path, payload })).json()).toMatchObject({
          status: 400,
          field: 'member_uuids',
        })
    }
    await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro' WHERE client_id = 'one'`)
    expect((await invite(all)).statusCode).toBe(403)
    await world.owner.query(`UPDATE clients SET auth_provider = 'local' WHERE client_id = 'one'`)
  })
})

test('ability groups are listed and filter the members', async () => {
  const counts = (await asAdmin({ url: '/v1/members/counts' })).json<MemberCounts>()
  expect(counts.tags).toEqual(['Squad'])
  const squad = (await asAdmin({ url: '/v1/members?tag=Squad' })).json<ClubMember[]>()
  expect(squad.map((member) => member.firstname).sort()).toEqual([
    'Alpha',
    'Beta',
    'Delta',
    'Eta',
    'Gamma',
    'Theta',
    'Zeta',
  ])
})
