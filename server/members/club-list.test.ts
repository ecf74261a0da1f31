import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ClubMember, MemberCounts } from '#contract/members/club-members.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { fieldsIn } from '#domain/members/member-fields.ts'
import { joinClubs } from './commands.ts'
import { indexMembers } from './index-members.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor (AQ-1, AQ-2). */
let one: Tenant
let two: Tenant
let token = ''
const otherClub = crypto.randomUUID()
const ids = { noah: crypto.randomUUID(), llyr: crypto.randomUUID(), zoe: crypto.randomUUID() }
const memberOfOtherClub = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, {
      id: otherClub,
      name: 'Bay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    const member = { clubIds: [one.club] }
    const guardian = {
      guardian_firstname: 'Ngozi',
      guardian_lastname: 'Okafor',
      guardian_email: 'ngozi@example.com',
    }
    await enterMembers(tx, one.id, [
      { ...member, id: ids.noah, firstname: 'Noah', lastname: 'Évans', dob: '2014-01-02', guardians: [guardian] },
      { ...member, id: ids.llyr, firstname: 'Llŷr', lastname: 'ap Rhys', dob: '2019-12-31', category: 'pre-school' },
      // Her last name and her guardian's address begin as formulas of a spreadsheet do.
      {
        ...member,
        id: ids.zoe,
        firstname: 'Zoë',
        lastname: '-Zed',
        dob: '2010-06-01',
        guardians: [{ ...guardian, guardian_email: '=cmd@example.com' }],
      },
      {
        id: memberOfOtherClub,
        clubIds: [otherClub],
        firstname: 'Siân',
        lastname: 'Elsewhere',
        dob: '2014-01-02',
        guardians: [guardian],
      },
    ])
  })
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const get = (path: string, accessToken = token, host = one.host('club')) =>
  world.request({ url: path, host, token: accessToken })

async function list(query = ''): Promise<ClubMember[]> {
  const reply = await get(`/v1/members?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<ClubMember[]>()
}
const names = async (query: string) => (await list(query)).map((member) => member.firstname)

describe('the members list', () => {
  test('has the members of the own club by last name, ignoring accents, with the total', async () => {
    const reply = await get('/v1/members')
    expect(reply.headers['x-total-count']).toBe('5')
    expect(reply.json<ClubMember[]>().map((m) => m.lastname)).toEqual([
      '-Zed',
      'ap Rhys',
      'Évans',
      "O'Connor",
      "O'Connor",
    ])
  })

  test('is paged, and sorted either way', async () => {
    expect(await names('per_page=2&page=1')).toEqual(['Noah', 'Beca'])
    expect(await names('per_page=2&page=9')).toEqual([])
    expect(await names('sort=dlastname&per_page=1')).toEqual(['Siân'])
    expect(await names('sort=adob')).toEqual(['Zoë', 'Noah', expect.anything(), expect.anything(), 'Llŷr'])
    expect((await names('sort=ddob'))[0]).toBe('Llŷr')
  })

  test('finds the beginnings of names, numbers and guardians, ignoring accents and punctuation', async () => {
    expect(await names('search=evans')).toEqual(['Noah'])
    expect(await names('search=Ll%C5%B7r%20rh')).toEqual(['Llŷr'])
    expect(await names('search=O%E2%80%99Con')).toEqual(['Beca', 'Siân'])
    expect(await names('search=AQ-2')).toEqual(['Beca'])
    expect(await names('search=ngozi%40ex')).toEqual(['Noah'])
    expect(await names('search=okafor')).toEqual(['Zoë', 'Noah'])
    expect(await names('search=vans')).toEqual([])
    expect(await names('search=--')).toEqual([])
  })

  test('filters by age, group, status, category, level and guardian', async () => {
    // Noah's twelfth birthday.
    world.clock.now = Date.parse('2026-01-02T12:00Z')
    expect(await names('age_from=12')).toEqual(['Zoë', 'Noah'])
    expect(await names('age_from=12&age_to=13')).toEqual(['Noah'])
    expect(await names('age_to=12')).not.toContain('Noah')
    // nobody is at least so old and younger at once
    expect(await names('age_from=12&age_to=12')).toEqual([])
    world.clock.now = Date.parse('2026-01-01T12:00Z')
    expect(await names('age_from=12')).toEqual(['Zoë'])
    expect(await names('age_to=12')).toContain('Noah')
    expect(await names('group=none&age_to=10')).toEqual(['Llŷr'])
    world.clock.now = Date.now()
    expect(await names(`group=${one.group}`)).toEqual(['Beca', 'Siân'])
    expect(await names('category=pre-school')).toEqual(['Llŷr'])
    expect(await names('status=inactive')).toEqual([])
    expect(await names('guardian_email=0')).toEqual(['Llŷr', 'Beca', 'Siân'])
    expect(await names('level=swim/stage-1')).toEqual([])
    const coach = await world.logIn(one, 'coach')
    const device = new Device(world, one, coach.token)
    await device.push(device.mark(one.members[0], '/stage-1/float', 2), device.mark(one.members[1], '/stage-2/turn', 3))
    expect(await names('level=swim/stage-1')).toEqual(['Siân'])
    // Stage 2 is passed only by a coach's decision; with its only skill passed it is complete and waits for that.
    expect(await names('ready=1')).toEqual(['Beca'])
    expect(await names('level=nothing/stage-1')).toEqual([])
  })

  test('includes groups and scores on request, and never medical notes', async () => {
    const [sian] = await list('search=sian&with_groups=1&with_scores=1')
    expect(sian).toMatchObject({
      groups: [{ id: one.group, name: 'Dolphins', scheme_slug: 'swim', levels: ['/stage-1'] }],
      scores: { swim: { '/stage-1/float': { grade: 2, pass: 3 } } },
    })
    expect((await get('/v1/members?with_groups=1&with_scores=1')).body).not.toContain('Asthma')
  })

  test('counts what each view shows', async () => {
    expect((await get('/v1/members/counts')).json<MemberCounts>()).toEqual({
      active: 5,
      inactive: 0,
      no_group: 3,
      no_guardian_email: 3,
      ready: 1,
      tags: [],
    })
  })

  test('finds members by a changed name and a new guardian', async () => {
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await tx.query(`UPDATE members SET lastname = 'Ågren' WHERE id = $1`, [ids.llyr])
      await tx.query(
        `INSERT INTO guardians (client_id, member_id, position, firstname, lastname) VALUES ($1, $2, 1, 'Ieuan', 'Ødegård')`,
        [one.id, ids.llyr],
      )
      await indexMembers(tx, [ids.llyr])
    })
    expect(await names('search=agren')).toEqual(['Llŷr'])
    expect(await names('search=odegard')).toEqual(['Llŷr'])
    expect(await names('search=rhys')).toEqual([])
  })

  test('refuses an unknown filter or value, and names the field', async () => {
    for (const [query, field] of [
      ['sort=lastname', 'sort'],
      ['sort=a%27%3B--', 'sort'],
      ['per_page=1001', 'per_page'],
      ['page=-1', 'page'],
      ['search=x', 'search'],
      ['search=%25%25', 'search'],
      ['group=1', 'group'],
      ['level=swim', 'level'],
      ['age_from=x', 'age_from'],
      ['club_id=1', 'club_id'],
    ]) {
      const reply = await get(`/v1/members?${query}`)
      expect([reply.statusCode, reply.json<{ field: string }>().field], query).toEqual([400, field])
    }
  })

  test('is refused to coaches, parents, authors and without a token', async () => {
    for (const portal of ['coach', 'parent', 'scheme'] as const) {
      const login = await world.logIn(one, portal)
      for (const path of ['/v1/members', '/v1/members/counts', '/v1/members/file'])
        expect((await get(path, login.token, one.host(portal))).statusCode, `${portal} ${path}`).toBe(403)
    }
    expect((await world.request({ url: '/v1/members', host: one.host('club') })).statusCode).toBe(401)
  })

  test('shows no members of another club or client', async () => {
    expect(JSON.stringify(await list('per_page=1000'))).not.toContain(memberOfOtherClub)
    const otherAdmin = await world.logIn(two, 'club')
    const reply = await get('/v1/members', otherAdmin.token, two.host('club'))
    expect(reply.headers['x-total-count']).toBe('2')
    expect(reply.body).not.toContain(one.members[0])
  })

  test('is refused at once to an administrator who was removed from the club', async () => {
    const otherAdmin = await world.logIn(two, 'club')
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE client_id = 'two' AND user_id = $1`, [
      two.admin,
    ])
    expect((await get('/v1/members', otherAdmin.token, two.host('club'))).json()).toMatchObject({
      status: 403,
      error: 'AUTH_CLUB_NOT_FOUND',
    })
  })
})

describe('the file of members', () => {
  test('has the columns that an import reads, the filtered members, no formula and no medical notes', async () => {
    const reply = await get('/v1/members/file?search=okafor')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, ...rows] = reply.body.replace('\u{FEFF}', '').trim().split('\n')
    const otherColumns = ['guardian_firstname', 'guardian_lastname', 'guardian_email', 'age', 'groups']
    expect(header?.split(',')).toEqual([...fieldsIn('file'), ...otherColumns])
    expect(rows[0]).toMatch(/^Zoë,'-Zed,.*2010-06-01,.*,Ngozi,Okafor,'=cmd@example.com,\d+,$/)
    expect(rows[1]).toMatch(/^Noah,Évans,2014-01-02,/)
    expect((await get('/v1/members/file')).body).not.toContain('Asthma')
  })

  test('has the named members in their order, or nothing when one is not the club’s', async () => {
    const post = (member_uuids: string[]) =>
      world.request({
        method: 'POST',
        url: '/v1/members/file',
        host: one.host('club'),
        token,
        payload: { member_uuids },
      })
    const [first, second] = one.members
    const reply = await post([second, first])
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [header, ...rows] = reply.body.replace('\u{FEFF}', '').trim().split('\n')
    expect(header?.split(',').slice(0, 3)).toEqual(fieldsIn('file').slice(0, 3))
    const { rows: names } = await world.owner.query<{ firstname: string }>(
      'SELECT firstname FROM members WHERE id = ANY($1) ORDER BY array_position($1, id)',
      [[second, first]],
    )
    expect(rows.map((row) => row.split(',')[0])).toEqual(names.map(({ firstname }) => firstname))
    expect((await post([first, two.members[0]])).json()).toMatchObject({ status: 404, field: 'member_uuids' })
    expect((await post([])).json()).toMatchObject({ status: 400, field: 'member_uuids' })
  })

  test('is recorded in the audit log with its reader', async () => {
    const { rows } = await world.owner.query(
      `SELECT user_id, after FROM audit_log WHERE client_id = 'one' AND action = 'download' ORDER BY id LIMIT 1`,
    )
    expect(rows).toMatchObject([{ user_id: one.admin, after: { rows: 2, filters: { search: '…' } } }])
  })

  test('of more members than one batch has each member, in the order of the list', async () => {
    // A batch has 1,000 members.
    const letterOf = (n: number) => String.fromCodePoint('a'.charCodeAt(0) + (n % 26))
    /** Three letters, different for each member, because a name holds no digits. */
    const threeLetters = (n: number) => [n, Math.floor(n / 26), Math.floor(n / 26 ** 2)].map(letterOf).join('')
    await inTenant(world.db, one.id, 'write', (tx) =>
      enterMembers(
        tx,
        one.id,
        Array.from({ length: 1_205 }, (_, index) => ({
          clubIds: [one.club],
          id: crypto.randomUUID(),
          firstname: 'Piece',
          lastname: `Xylo ${threeLetters(index)}`,
          dob: '2015-01-01',
        })),
      ),
    )
    const [, ...rows] = (await get('/v1/members/file?search=xylo')).body.trim().split('\n')
    expect(rows).toHaveLength(1_205)
    const listedNames: string[] = []
    for (const page of [0, 1])
      listedNames.push(...(await list(`search=xylo&per_page=1000&page=${page}`)).map((found) => found.lastname))
    expect(rows.map((row) => row.split(',')[1]?.replaceAll('"', ''))).toEqual(listedNames)
  })
})

describe('the export of a member', () => {
  test('is the whole record for its club, without another club’s notes, and is logged', async () => {
    const membership = { clubId: otherClub, memberId: one.members[0], fields: { note: 'canary-of-the-bay' } }
    await inTenant(world.db, one.id, 'write', (tx) => joinClubs(tx, [membership], Date.now()))
    const reply = await get(`/v1/members/${one.members[0]}/export`)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="member.json"')
    for (const held of ['Siân', 'AQ-1', 'Asthma', one.group]) expect(reply.body).toContain(held)
    expect(reply.body).not.toContain('canary-of-the-bay')
    const { rows } = await world.owner.query(
      `SELECT user_id FROM audit_log WHERE client_id = 'one' AND action = 'export' AND entity_id = $1`,
      [one.members[0]],
    )
    expect(rows).toEqual([{ user_id: one.admin }])
  })

  test('of another club or client is not found, and a coach is refused', async () => {
    for (const id of [memberOfOtherClub, two.members[0], crypto.randomUUID()])
      expect((await get(`/v1/members/${id}/export`)).json()).toMatchObject({ status: 404, field: 'uuid' })
    const coach = await world.logIn(one, 'coach')
    const reply = await get(`/v1/members/${one.members[0]}/export`, coach.token, one.host('coach'))
    expect(reply.statusCode).toBe(403)
  })
})

test('a list of more than ten members has ten on a page unless another size is requested [9.8]', async () => {
  await inTenant(world.db, one.id, 'write', (tx) =>
    enterMembers(
      tx,
      one.id,
      Array.from({ length: 11 }, (_, n) => ({
        clubIds: [one.club],
        id: crypto.randomUUID(),
        firstname: 'Page',
        lastname: `Turner ${'ABCDEFGHIJK'[n] ?? ''}`,
        dob: '2015-01-01',
      })),
    ),
  )
  const search = 'search=Turner'
  const firstPage = await get(`/v1/members?${search}`)
  expect([firstPage.json<ClubMember[]>().length, firstPage.headers['x-total-count']]).toEqual([10, '11'])
  expect(await list(`${search}&page=1`)).toHaveLength(1)
  expect(await list(`${search}&per_page=25`)).toHaveLength(11)
})
