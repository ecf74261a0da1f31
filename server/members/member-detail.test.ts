import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MarkEntry, MemberProgress } from '#contract/assessment/member-record.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { CoachMember, ChangesReply } from '#contract/assessment/sync.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
/** The clients of `createWorld`. Each has the children Siân and Beca O'Connor (AQ-1, AQ-2) and the parent Ffion. */
let one: Tenant
let two: Tenant
let token = ''
let coachToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  coachToken = (await world.logIn(one, 'coach')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => {
  world.announced.length = 0
})

const newMember = { firstname: 'Noah', lastname: 'Evans', dob: '2018-02-03' }
const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })

async function readDetail(id = one.members[0]): Promise<MemberDetail> {
  const reply = await asAdmin({ url: `/v1/members/${id}` })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<MemberDetail>()
}
const changeMember = (id: string, revision: string, payload: object) =>
  asAdmin({ method: 'PATCH', url: `/v1/members/${id}`, payload, headers: { 'if-match': `"${revision}"` } })
const createMember = (payload: object) => asAdmin({ method: 'POST', url: '/v1/members', payload })
const pull = async (cursor = '') =>
  (
    await world.request({ url: `/v1/sync/changes${cursor && `?cursor=${cursor}`}`, token: coachToken })
  ).json<ChangesReply>()
const auditEntries = async (action: string) =>
  (
    await world.owner.query<{ user_id: string; entity_id: string; after: unknown }>(
      `SELECT user_id, entity_id, after FROM audit_log WHERE client_id = 'one' AND action = $1 ORDER BY id`,
      [action],
    )
  ).rows

describe('a member’s detail', () => {
  test('has everything that the club stores, and reading medical notes is logged', async () => {
    const before = (await auditEntries('read-medical')).length
    expect(await readDetail()).toMatchObject({
      firstname: 'Siân',
      medical: 'Asthma',
      status: 'active',
      groups: [{ name: 'Dolphins', coaches: ['Anna Pritchard'], start_at: '16:30' }],
      links: [{ firstname: 'Ffion' }],
      owners: [{ name: 'Harbour' }],
      guardians: [],
      phones: [],
      tags: [],
    })
    expect((await auditEntries('read-medical')).slice(before)).toMatchObject([
      { user_id: one.admin, entity_id: one.members[0] },
    ])
    await readDetail(one.members[1])
    expect(await auditEntries('read-medical')).toHaveLength(before + 1)
  })

  test('carries its revision as ETag too', async () => {
    const reply = await asAdmin({ url: `/v1/members/${one.members[0]}` })
    expect(reply.headers.etag).toBe(`"${reply.json<MemberDetail>().revision}"`)
  })

  test('has progress, an award that has ended, and every mark', async () => {
    const device = new Device(world, one, coachToken)
    const allSkillMarks = ['float', 'glide', 'kick', 'dive'].map((skill) =>
      device.mark(one.members[1], `/stage-1/${skill}`, 3),
    )
    await device.push(...allSkillMarks)
    // Grade 1 is below the pass point, so the award of the level ends.
    await device.push(device.mark(one.members[1], '/stage-1/dive', 1, { ms: world.clock.now + 1_000 }))
    const reply = await asAdmin({ url: `/v1/members/${one.members[1]}/progress` })
    const memberProgress = reply.json<MemberProgress>()
    expect(memberProgress.scores['swim']?.['/stage-1/dive']).toMatchObject({ grade: 1, pass: 3 })
    expect(memberProgress.progress['swim']?.['/stage-1']).toMatchObject({ state: 'started' })
    expect(memberProgress.awards).toMatchObject([{ title: 'stage-1', ended_ts: expect.any(Number) as number }])
    const marks = await asAdmin({ url: `/v1/members/${one.members[1]}/marks?per_page=2` })
    expect(marks.headers['x-total-count']).toBe('5')
    expect(marks.json<MarkEntry[]>()[0]).toMatchObject({
      scheme_slug: 'swim',
      title: 'dive',
      grade: 1,
      by: 'Anna Pritchard',
      group: 'Dolphins',
    })
  })
})

describe('a new member', () => {
  test('is created with all fields, normalised, audited without their values, and announced', async () => {
    const reply = await createMember({
      ...newMember,
      firstname: ' Noah ',
      ngo_id: 'AQ-9',
      category: 'pre-school',
      tags: ['Squad', ' Squad ', 'SQUAD'],
      medical: 'Nuts',
      phones: ['029 2087 4000'],
      note: 'Shy',
      guardians: [{ guardian_firstname: 'Lowri', guardian_lastname: 'Evans', guardian_email: 'lowri@example.com' }],
    })
    expect(reply.statusCode, reply.body).toBe(201)
    const created = reply.json<MemberDetail>()
    expect(created).toMatchObject({
      firstname: 'Noah',
      ngo_id: 'AQ-9',
      status: 'active',
      tags: ['Squad'],
      medical: 'Nuts',
      note: 'Shy',
      note_by: 'Owain Price',
      note_at: expect.any(Number) as number,
      guardians: [{ guardian_email: 'lowri@example.com' }],
    })
    expect((await asAdmin({ url: '/v1/members?search=lowri' })).headers['x-total-count']).toBe('1')
    const [log] = (await auditEntries('create')).filter((row) => row.entity_id === created.uuid)
    expect(log).toMatchObject({ user_id: one.admin })
    expect(JSON.stringify(log)).not.toContain('Nuts')
    expect(world.announced).toMatchObject([{ clientId: 'one', clubs: [[one.club, expect.any(Number)]] }])
  })

  test('is created once however often the same request is sent', async () => {
    const creation = { method: 'POST' as const, url: '/v1/members', payload: { ...newMember, firstname: 'Once' } }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => asAdmin({ ...creation, headers: { 'x-request-id': 'once' } })),
    )
    expect(new Set(replies.map((reply) => reply.json<MemberDetail>().uuid)).size).toBe(1)
  })

  test('with the number, or the name and birthday, of another is refused, also at the same moment', async () => {
    expect((await createMember({ ...newMember, firstname: 'Other', ngo_id: 'AQ-1' })).json()).toMatchObject({
      status: 409,
      error: 'CONFLICT_NGO_ID',
      field: 'ngo_id',
    })
    const replies = await Promise.all([1, 2].map(() => createMember({ ...newMember, firstname: 'Twin' })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409])
    expect((await createMember({ ...newMember, firstname: 'TWÎN' })).json()).toMatchObject({ error: 'CONFLICT_MEMBER' })
    expect((await createMember({ ...newMember, firstname: 'Twin', dob: '2018-02-04' })).statusCode).toBe(201)
    const numbers = await Promise.all(
      ['Ann', 'Bea'].map((firstname) => createMember({ ...newMember, firstname, ngo_id: 'AQ-77' })),
    )
    expect(numbers.map((reply) => reply.statusCode).sort()).toEqual([201, 409])
  })

  test('with a wrong field is refused, and the reply names the field', async () => {
    const guardian = { guardian_firstname: 'A', guardian_lastname: 'B', guardian_email: 'a@b.cd' }
    for (const [payload, field, error] of [
      [{ ...newMember, firstname: '' }, 'firstname', 'INVALID_REQUEST'],
      [{ ...newMember, firstname: 'x'.repeat(51) }, 'firstname', 'INVALID_REQUEST'],
      [{ ...newMember, lastname: 'R2D2' }, 'lastname', 'INVALID_REQUEST'],
      [{ firstname: 'A', lastname: 'B' }, 'dob', 'INVALID_REQUEST'],
      [{ ...newMember, dob: '2018-02-31' }, 'dob', 'INVALID_REQUEST'],
      [{ ...newMember, dob: '2999-01-01' }, 'dob', 'INVALID_REQUEST'],
      [{ ...newMember, dob: 5 }, 'dob', 'INVALID_REQUEST'],
      [
        { ...newMember, guardians: [{ ...guardian, guardian_email: 'a@b' }] },
        'guardians/0/guardian_email',
        'ERROR_INVALID_EMAIL',
      ],
      [{ ...newMember, guardians: [guardian, guardian] }, 'guardians/1/guardian_lastname', 'CONFLICT_GUARDIAN'],
      [{ ...newMember, phones: ['call'] }, 'phones/0', 'INVALID_REQUEST'],
      [{ ...newMember, tags: ['Squad', 'A, B'] }, 'tags/1', 'INVALID_REQUEST'],
      [{ ...newMember, tags: ['A; B'] }, 'tags/0', 'INVALID_REQUEST'],
      [{ ...newMember, status: 'inactive' }, 'status', 'INVALID_REQUEST'],
      [{ ...newMember, uuid: one.members[0] }, 'uuid', 'INVALID_REQUEST'],
      [{ ...newMember, category: 'x' }, 'category', 'INVALID_REQUEST'],
    ] as const) {
      const reply = await createMember(payload)
      expect(reply.json(), JSON.stringify(payload)).toMatchObject({ field, error })
      expect(reply.statusCode).toBeLessThan(500)
    }
  })
})

describe('a change', () => {
  test('reaches the coach’s device and the parent', async () => {
    const { cursor } = await pull()
    const { revision } = await readDetail()
    const reply = await changeMember(one.members[0], revision, {
      medical: 'Asthma: blue inhaler',
      phones: ['0123 456'],
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers.etag).toBe(`"${reply.json<MemberDetail>().revision}"`)
    const { changes } = await pull(cursor)
    expect(changes).toMatchObject([{ kind: 'member', key: one.members[0], data: { medical: 'Asthma: blue inhaler' } }])
    expect(world.announced).toMatchObject([{ parents: [[one.parent, one.members[0]]] }])
    expect(JSON.stringify((await auditEntries('change')).at(-1))).not.toContain('inhaler')
  })

  test('based on an older revision is refused and writes nothing', async () => {
    const { revision } = await readDetail()
    expect((await changeMember(one.members[0], revision, { note: 'First' })).statusCode).toBe(200)
    const lateReply = await changeMember(one.members[0], revision, { note: 'Second' })
    expect(lateReply.json()).toMatchObject({ status: 412, error: 'EDIT_CONFLICT' })
    expect((await readDetail()).note).toBe('First')
    const replyWithoutRevision = await asAdmin({
      method: 'PATCH',
      url: `/v1/members/${one.members[0]}`,
      payload: { note: 'x' },
    })
    expect(replyWithoutRevision.json()).toMatchObject({ status: 400, field: 'if-match' })
  })

  test('succeeds for one of two simultaneous requests, and the other gets a conflict', async () => {
    const { revision } = await readDetail()
    const replies = await Promise.all(['A', 'B'].map((note) => changeMember(one.members[0], revision, { note })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 412])
  })

  test('keeps an old ability group with a comma in its name, and accepts no new one', async () => {
    const [id] = one.members
    await world.owner.query(`UPDATE club_members SET tags = '{"A, B"}' WHERE member_id = $1`, [id])
    const setTags = async (tags: readonly string[]) => changeMember(id, (await readDetail(id)).revision, { tags })
    expect((await setTags(['A, B', 'Friday'])).json<MemberDetail>()).toMatchObject({ tags: ['A, B', 'Friday'] })
    expect((await setTags(['A, B', 'C, D'])).json()).toMatchObject({ status: 400, field: 'tags/1' })
    expect((await setTags([])).json<MemberDetail>()).toMatchObject({ tags: [] })
  })

  test('without any difference writes nothing', async () => {
    const { revision, note } = await readDetail()
    const before = (await auditEntries('change')).length
    expect((await changeMember(one.members[0], revision, { note })).statusCode).toBe(200)
    expect(await auditEntries('change')).toHaveLength(before)
  })

  test('to inactive takes the member out of the club’s groups, on devices too; earlier marks of the day still count', async () => {
    const { cursor } = await pull()
    const [, member] = one.members
    const { revision } = await readDetail(member)
    const reply = await changeMember(member, revision, { status: 'inactive' })
    expect(reply.json()).toMatchObject({ status: 'inactive', groups: [] })
    const { changes } = await pull(cursor)
    const endedMembership = changes.find((c) => c.kind === 'group_member')
    const yesterday = world.today(-1)
    expect(endedMembership).toMatchObject({ key: `${one.group}/${member}`, data: { to: yesterday } })
    expect(changes.find((c) => c.kind === 'member')?.data as CoachMember).toMatchObject({ status: 'inactive' })
    // A coach whose tablet has not pulled the change yet still marks the member today.
    const device = new Device(world, one, coachToken)
    const { outcomes } = await device.push(device.mark(member, '/stage-2/turn', 2))
    expect(outcomes).toMatchObject([{ outcome: 'applied' }])
    expect((await asAdmin({ url: '/v1/members?status=inactive' })).headers['x-total-count']).toBe('1')
  })
})

describe('access to a member', () => {
  test('of another client is answered exactly like access to a missing one, for reading and for writing', async () => {
    const ids = [two.members[0], crypto.randomUUID()]
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['GET', '/progress', undefined],
      ['GET', '/marks', undefined],
      ['PATCH', '', { note: 'x' }],
    ] as const) {
      const replies = await Promise.all(
        ids.map((id) =>
          asAdmin({
            method,
            url: `/v1/members/${id}${path}`,
            headers: { 'if-match': 'x' },
            ...(payload ? { payload } : {}),
          }),
        ),
      )
      expect(
        replies.map((reply) => reply.statusCode),
        method + path,
      ).toEqual([404, 404])
      expect(replies[0]?.body).toBe(replies[1]?.body)
    }
  })

  test('is refused to coaches, parents and authors', async () => {
    for (const portal of ['coach', 'parent', 'scheme'] as const) {
      const login = await world.logIn(one, portal)
      const asUser = { host: one.host(portal), token: login.token }
      const id = one.members[0]
      const replies = await Promise.all([
        world.request({ ...asUser, url: `/v1/members/${id}` }),
        world.request({ ...asUser, url: `/v1/members/${id}/progress` }),
        world.request({ ...asUser, url: `/v1/members/${id}/marks` }),
        world.request({ ...asUser, method: 'POST', url: '/v1/members', payload: newMember }),
        world.request({
          ...asUser,
          method: 'PATCH',
          url: `/v1/members/${id}`,
          payload: { note: 'x' },
          headers: { 'if-match': 'x' },
        }),
      ])
      expect(
        replies.map((reply) => reply.statusCode),
        portal,
      ).toEqual([403, 403, 403, 403, 403])
    }
  })
})

test('an administrator’s note stays when a coach’s older one arrives late, and is replaced by a newer one', async () => {
  const [member] = one.members
  const device = new Device(world, one, coachToken)
  const noteOperation = (text: string, ms: number) =>
    device.registerEntry({ kind: 'note', memberUuid: member }, text, { ms })
  const now = world.clock.now
  const { revision } = await readDetail()
  expect((await changeMember(member, revision, { note: 'From the office' })).statusCode).toBe(200)
  await device.push(noteOperation('Written before, sent after', now - 3_600_000))
  expect((await readDetail()).note).toBe('From the office')
  world.clock.now = now + 60_000
  await device.push(noteOperation('Newer', now + 60_000))
  expect(await readDetail()).toMatchObject({ note: 'Newer', note_by: 'Anna Pritchard' })
  world.clock.now = now
})

test('where a course provider owns a member’s record, the club changes only its own note, ability groups and category', async () => {
  const otherAdminToken = (await world.logIn(two, 'club')).token
  const asOtherAdmin = { host: two.host('club'), token: otherAdminToken }
  const memberUrl = `/v1/members/${two.members[0]}`
  await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro' WHERE client_id = 'two'`)
  const { revision } = (await world.request({ ...asOtherAdmin, url: memberUrl })).json<MemberDetail>()
  const patch = (payload: object) =>
    world.request({ ...asOtherAdmin, method: 'PATCH', url: memberUrl, payload, headers: { 'if-match': revision } })
  for (const [field, value] of Object.entries({
    firstname: 'X',
    status: 'inactive',
    medical: 'x',
    guardians: [{ guardian_firstname: 'A', guardian_lastname: 'B', guardian_email: null }],
  }))
    expect((await patch({ [field]: value })).json(), field).toMatchObject({ status: 403, field })
  expect(
    (await world.request({ ...asOtherAdmin, method: 'POST', url: '/v1/members', payload: newMember })).statusCode,
  ).toBe(403)
  const members = `/v1/groups/${two.group}/members`
  const replies = await Promise.all([
    world.request({ ...asOtherAdmin, method: 'POST', url: members, payload: { member_uuids: [two.members[0]] } }),
    world.request({ ...asOtherAdmin, method: 'DELETE', url: `${members}/${two.members[0]}` }),
  ])
  expect(replies.map((reply) => reply.statusCode)).toEqual([403, 403])
  expect((await patch({ note: 'Ours', tags: ['Squad'], category: 'pre-school' })).statusCode).toBe(200)
})
