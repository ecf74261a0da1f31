import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { InjectOptions } from 'fastify'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create } from '#cli/client/client-create.ts'
import { exportClient } from '#cli/client/client-export.ts'
import { importClient } from '#cli/client/client-import.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangeSet, Undone } from '#contract/flows/change-sets.ts'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { form, mp4, pdf, picture } from '#server/testing/sample-files.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call(tenant: Tenant, options: InjectOptions) {
  const { token } = await world.logIn(tenant, 'club')
  return world.request({ host: tenant.host('club'), token, ...options })
}

/** The files of an archive, as text or, of a picture, a character for each byte. */
type Files = Map<string, string>
const isBinary = (name: string) => name.startsWith('logo.')

async function exportOf(tenant: Tenant): Promise<Files> {
  const reply = await call(tenant, { url: '/v1/club-export' })
  expect(reply.statusCode, reply.body).toBe(200)
  return new Map(
    Object.entries(unzipSync(reply.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes, isBinary(name))]),
  )
}

const archiveOf = (files: Files) =>
  Buffer.from(zipSync(Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text, isBinary(name))]))))

const send = (tenant: Tenant, payload: Buffer, path = '') =>
  call(tenant, {
    method: 'POST',
    url: `/v1/club-return${path}`,
    headers: { 'content-type': 'application/zip' },
    payload,
  })

async function takeBack(tenant: Tenant, files: Files, path = ''): Promise<ClubReturn> {
  const reply = await send(tenant, archiveOf(files), path)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<ClubReturn>()
}

const rowsOf = (files: Files, name: string) =>
  parse<Record<string, string>>(files.get(name) ?? '', { bom: true, columns: true })

/** The rows of a file without who administers the second club. */
const comparable = (files: Files, name: string) =>
  rowsOf(files, name).filter(({ email = '' }) => !email.includes('two'))

/** Gives the first club what every file of its export has. */
async function fill(): Promise<void> {
  const [sian, beca] = one.members
  const planning = { ENABLE_SESSION_PLANNING: true, CAN_ADD_SESSION_PLAN_GROUP: true }
  await world.owner.query('UPDATE clients SET features = features || $2 WHERE client_id = $1', [one.id, planning])
  const office = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object, headers = {}) =>
    call(one, { method, url, payload, headers }).then((reply) => {
      expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
      return reply
    })
  // two groups of one name, and one that has ended
  for (const start_at of ['17:15', '18:00'])
    await office('POST', '/v1/groups', {
      name: '=Squad; "A", b',
      weekdays: [3, 1],
      first_date: '2020-01-06',
      start_at,
      duration_minutes: 45,
      place: 'Pool – ŵ',
      max_size: 12,
      age_from: 6,
      age_to: 9,
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      assessment_levels: ['/stage-1', '/stage-2'],
      assessment_level_limit: true,
      coaches: [{ uuid: one.coach, from: '2020-02-01', to: start_at === '18:00' ? '2020-03-01' : null }],
    })
  await office('POST', '/v1/groups', {
    name: 'Ended',
    weekdays: [6],
    first_date: '2019-01-01',
    last_date: '2019-06-01',
  })
  await office('POST', '/v1/terms', {
    kind: 'term',
    name: { en: 'Spring, "1"', cy: 'Gwanwyn' },
    first_date: '2020-01-06',
    last_date: '2020-04-01',
  })
  await office('POST', '/v1/terms', {
    kind: 'holiday',
    name: { en: 'Half term' },
    first_date: '2020-02-17',
    last_date: '2020-02-21',
  })
  // who has left, and a parent who is invited
  await world.owner.query(
    `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
     SELECT client_id, id, $2, '2019-01-03', '2019-05-30' FROM groups WHERE client_id = $1 AND name = 'Ended'`,
    [one.id, sian],
  )
  await office('POST', '/v1/users', {
    type: 'coach',
    firstname: 'Gwen',
    lastname: "O'Left",
    email: 'gwen@one.test',
  })
  await world.owner.query(
    `UPDATE user_clubs SET to_date = '2020-01-01' FROM users
     WHERE users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id AND email = 'gwen@one.test'`,
  )
  await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE email = 'gwen@one.test'`)

  const { payload, type } = form({ name: 'our own.png', type: 'image/png', bytes: await picture(40, 20) })
  const headers = { 'content-type': type }
  const logo = (await office('POST', '/v1/uploads/club-logo', payload, headers)).json<{ id: string }>().id
  const { revision } = (await call(one, { url: `/v1/clubs/${one.club}` })).json<{ revision: string }>()
  await office('PATCH', `/v1/clubs/${one.club}`, { logo_file_id: logo }, { 'if-match': `"${revision}"` })

  // a level that the child passed elsewhere; the other one gets a level here
  await office('POST', `/v1/members/${sian}/starts-at`, { level: 'swim/stage-2' })
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const today = world.today()
  const stage = { schemeSlug: 'swim', schemeNodeId: '/stage-1' }
  const guest = crypto.randomUUID()
  const plan = crypto.randomUUID()
  const content = {
    title: '=Glide; "long"',
    schemeSlug: 'swim',
    sections: [
      {
        id: crypto.randomUUID(),
        title: 'Main part',
        blocks: [{ id: crypto.randomUUID(), type: 'skills' as const, nodes: ['/stage-1/glide'] }],
      },
    ],
    reminder: 'Bring floats\nand “noodles”',
  }
  const entries = [
    device.guest(guest, { firstname: 'Lily' }),
    device.registerEntry({ kind: 'attendance', memberUuid: guest, date: today }, 'present'),
    device.mark(guest, '/stage-1/float', 2),
    device.mark(sian, '/stage-1/glide', 1),
    device.plan({ kind: 'plan', planUuid: plan, chain: crypto.randomUUID(), base: 0, content }),
    device.plan({ kind: 'plan_group', planUuid: plan, groupId: one.group, value: true }),
    device.registerEntry({ kind: 'attendance', memberUuid: sian, date: today }, 'present'),
    device.registerEntry({ kind: 'attendance', memberUuid: beca, date: today }, 'absent'),
    device.registerEntry({ kind: 'note', memberUuid: sian }, '=Swims "well"\nnow; but 👧🏽'),
    device.registerEntry({ kind: 'badge', memberUuid: sian, ...stage }, true),
    device.registerEntry({ kind: 'family_word', memberUuid: sian, ...stage }, 'Well done!'),
    device.registerEntry({ kind: 'move', memberUuid: beca }, 'stay'),
    device.mark(sian, '/stage-1/float', 3),
    device.mark(beca, '/stage-1/manual', 1),
  ]
  const { outcomes } = await device.push(...entries)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(entries.map(() => 'applied'))
  await world.owner.query(
    `INSERT INTO lesson_plan_shares (client_id, plan_id, user_id, shared, ts)
     SELECT client_id, $2, id, true, 1700000000 FROM users WHERE client_id = $1 AND email = 'gwen@one.test'`,
    [one.id, plan],
  )
}

/** Leaves nothing in the second club but its people and its curriculum. */
async function empty(): Promise<void> {
  const tables = `changes change_set_places change_set_links change_sets guests lesson_plan_groups lesson_plan_shares
    lesson_plans session_covers session_exceptions terms register_edits registers group_members group_coaches awards
    progress results assessments member_links invited_links guardians groups member_schemes club_members members`
  for (const table of tables.split(/\s+/))
    await world.owner.query(`DELETE FROM ${table} WHERE client_id = $1`, [two.id])
}

/** Leaves nobody in the second club but its administrator. */
async function removePeople(): Promise<void> {
  await world.owner.query(`DELETE FROM user_clubs WHERE client_id = $1 AND user_id <> $2`, [two.id, two.admin])
  await world.owner.query(`DELETE FROM users WHERE client_id = $1 AND type IN ('coach', 'parent')`, [two.id])
}

describe('the archive of a club', () => {
  let left: Files

  test('comes back into an empty club: every file is the same but for what is named here', async () => {
    await fill()
    await empty()
    await removePeople()
    // a scheme in which a child was looked at, but never marked, is none that the club uses
    const unused = crypto.randomUUID()
    const sql = `INSERT INTO schemes (client_id, id, slug, name, languages, state)
      VALUES ($1, $2, 'unused', '{"en": "Unused"}', '{en-GB}', 'released')`
    await world.owner.query(sql, [one.id, unused])
    await world.owner.query(`INSERT INTO member_schemes (client_id, member_id, scheme_id) VALUES ($1, $2, $3)`, [
      one.id,
      one.members[0],
      unused,
    ])
    left = await exportOf(one)
    expect([...left.keys()].filter((name) => name.startsWith('schemes/'))).toEqual(['schemes/swim.json'])
    const tried = await takeBack(two, left, '/trial')
    expect(tried).toMatchObject({ done: false, left: [], left_count: 0 })
    expect(rowsOf(await exportOf(two), 'members.csv')).toEqual([])
    const stored = await world.files.disk.listAll(`${two.id}/`, { recursive: true })
    expect([...stored.objects].filter((object) => object.isFile)).toEqual([])

    const { done, files, left: leftOut } = await takeBack(two, left)
    expect(done).toBe(true)
    expect(leftOut).toEqual([])
    expect(files).toEqual(tried.files)
    expect(Object.fromEntries(files.map(({ file, taken }) => [file, taken]))).toMatchObject({
      'members.csv': 2,
      'groups.csv': 4,
      'group-members.csv': 3,
      'registers.csv': 7,
      'marks.csv': 4,
      'guests.csv': 1,
      'guest-marks.csv': 1,
      'lesson-plans.csv': 1,
      'lesson-plan-shares.csv': 1,
      'lesson-plan-groups.csv': 1,
    })

    const arrived = await exportOf(two)
    expect([...arrived.keys()]).toEqual([...left.keys()])
    expect(arrived.get('logo.png')).toBe(left.get('logo.png'))
    for (const name of left.keys())
      if (name.endsWith('.csv')) expect(comparable(arrived, name), name).toEqual(comparable(left, name))
    world.clock.now += 60 * 60_000
    expect(await world.mails(two)).toEqual([])
    // what was passed here counts as passed here, and what was passed elsewhere does not
    const awardsOf = async ({ id }: Tenant) => {
      const sql = `SELECT firstname, node_id, brought FROM awards JOIN members ON members.client_id = awards.client_id
        AND members.id = awards.member_id WHERE awards.client_id = $1 AND ended_at IS NULL ORDER BY firstname, node_id`
      return (await world.owner.query(sql, [id])).rows
    }
    expect(await awardsOf(two)).toEqual([
      { firstname: 'Beca', node_id: '/stage-1', brought: false },
      { firstname: 'Siân', node_id: '/stage-1', brought: true },
    ])
    expect(await awardsOf(one)).toEqual(await awardsOf(two))
  })

  test('changes nothing when it comes again, and nothing that a coach has entered since', async () => {
    // the coach is invited; the password comes by the link
    await world.owner.query(
      `UPDATE users SET verified = true, password_hash = (SELECT password_hash FROM users WHERE client_id = $1 AND id = $2)
       WHERE client_id = $1 AND email = 'coach@one.example'`,
      [two.id, two.admin],
    )
    const { rows } = await world.owner.query<{ member_id: string; group_id: string; date: string; author_id: string }>(
      `SELECT member_id, group_id, date::text, author_id FROM registers WHERE client_id = $1 AND present = false`,
      [two.id],
    )
    const { member_id: memberUuid = '', group_id: groupId = '', date = '', author_id: coach } = rows[0] ?? {}
    const device = new Device(world, two, (await world.logIn(two, 'coach', 'coach@one.example')).token, coach)
    const came = device.registerEntry({ kind: 'attendance', memberUuid, date }, 'present', { groupId })
    expect(await device.push(came)).toMatchObject({ outcomes: [{ outcome: 'applied' }] })
    const before = await exportOf(two)
    expect(before.get('registers.csv')).not.toContain('absent')
    const again = await takeBack(two, left)
    expect(again.files.filter(({ taken }) => taken > 0)).toEqual([])
    expect(again.left).toEqual([])
    expect(await exportOf(two)).toEqual(before)
  })
})

describe('the undo of an archive', () => {
  const undo = (id: string, path = '') => call(two, { method: 'POST', url: `/v1/change-sets/${id}/undo${path}` })
  const archiveId = async () => {
    const sets = (await call(two, { url: '/v1/change-sets' })).json<ChangeSet[]>()
    return sets.find(({ facts }) => facts.kind === 'return')?.id ?? ''
  }
  /** What the archive brings, but accounts and a logo, which stay. */
  const counts = async () => {
    const tables = [
      'members',
      'groups',
      'registers',
      'terms',
      'guests',
      'lesson_plans',
      'group_members',
      'invited_links',
    ]
    const found: Record<string, number | null> = {}
    for (const table of tables)
      found[table] = (await world.owner.query(`SELECT FROM ${table} WHERE client_id = $1`, [two.id])).rowCount
    return found
  }
  let left: Files

  test('removes what nobody has used, says so beforehand, and lets the archive come again', async () => {
    await empty()
    left = await exportOf(one)
    const before = await counts()
    await takeBack(two, left)
    const after = await exportOf(two)
    expect(await counts()).not.toEqual(before)
    // the parts of the archive are not listed by themselves
    const sets = (await call(two, { url: '/v1/change-sets' })).json<ChangeSet[]>()
    expect(sets.map(({ facts }) => facts)).toEqual([{ kind: 'return', entered: 2, groups: 4 }])

    const tried = await undo(await archiveId(), '/trial')
    expect(tried.json(), tried.body).toMatchObject({ repeated: false, kept: [] })
    expect(await exportOf(two)).toEqual(after)
    const undone = await undo(await archiveId())
    expect(undone.json(), undone.body).toMatchObject({ repeated: false, kept: [] })
    expect(await counts()).toEqual(before)

    await takeBack(two, left)
    expect(await exportOf(two)).toEqual(after)
  })

  test('leaves what somebody has worked with since, and says so beforehand and afterwards', async () => {
    await world.owner.query(
      `UPDATE users SET verified = true, password_hash = (SELECT password_hash FROM users WHERE client_id = $1 AND id = $2)
       WHERE client_id = $1 AND email = 'coach@one.example'`,
      [two.id, two.admin],
    )
    const { rows } = await world.owner.query<{ member_id: string; group_id: string; author_id: string; date: string }>(
      `SELECT member_id, group_id, author_id, date::text FROM registers WHERE client_id = $1 AND present = false`,
      [two.id],
    )
    const { member_id: beca = '', group_id: groupId = '', author_id: coach, date = '' } = rows[0] ?? {}
    const device = new Device(world, two, (await world.logIn(two, 'coach', 'coach@one.example')).token, coach)
    world.clock.now += 1000
    const came = device.registerEntry({ kind: 'attendance', memberUuid: beca, date }, 'present', { groupId })
    expect(await device.push(came)).toMatchObject({ outcomes: [{ outcome: 'applied' }] })
    const kept = [
      { why: 'marks', id: beca, by: 'Anna Pritchard' },
      { why: 'used', id: groupId, name: expect.any(String) as string },
    ]
    const id = await archiveId()
    expect((await undo(id, '/trial')).json<Undone>().kept).toMatchObject(kept)
    expect((await undo(id)).json<Undone>().kept).toMatchObject(kept)
    // the child keeps its history; the other one is gone, with groups in which nobody is any more
    expect(await counts()).toMatchObject({ members: 1, groups: 1, guests: 0, lesson_plans: 0 })
    const rest = await exportOf(two)
    expect(rowsOf(rest, 'registers.csv').map(({ kind, value }) => [kind, value])).toEqual([
      ['move', '"stay"'],
      ['attendance', '"present"'],
    ])
    expect(rowsOf(rest, 'group-members.csv')).toHaveLength(1)
    // the application may delete what an archive has brought, and nothing that a coach has entered
    const edits = () =>
      world.owner.query('SELECT op_id, brought_by IS NOT NULL AS brought FROM register_edits WHERE client_id = $1', [
        two.id,
      ])
    const before = await edits()
    expect(new Set(before.rows.map(({ brought }) => brought))).toEqual(new Set([true, false]))
    await inTenant(world.db, two.id, 'write', (tx) => tx.query('DELETE FROM register_edits'))
    expect((await edits()).rows).toEqual(before.rows.filter(({ brought }) => brought === false))
  })
  describe('about groups that the club had', () => {
    let coach = ''
    /** The files of which an archive changes groups that are there. */
    const groupFiles = async () => {
      const files = await exportOf(two)
      return ['groups.csv', 'group-coaches.csv', 'sessions.csv'].map((name) => rowsOf(files, name))
    }
    const post = async (url: string, payload: object) => {
      const reply = await call(two, { method: 'POST', url, payload })
      expect(reply.statusCode, reply.body).toBeLessThan(300)
      return reply.json<{ id: string; uuid: string }>()
    }
    /** A club with two groups, of which one has no weekday, and an archive of more about them. */
    const prepare = async (name: string) => {
      // each archive has its own second, because what can be undone is in the order of the times
      world.clock.now += 1000
      const email = `${name.toLowerCase()}@two.test`
      coach = (await post('/v1/users', { type: 'coach', firstname: name, lastname: 'Rees', email })).uuid
      const group = { name: `${name} 1`, weekdays: [1], first_date: '2024-01-01' }
      const full = (await post('/v1/groups', group)).id
      const [bare] = await inTenant(world.db, two.id, 'write', async (tx) => {
        const { rows } = await tx.query<{ id: string }>(
          `INSERT INTO groups (client_id, id, club_id, name, weekdays, first_date)
           VALUES ($1, gen_random_uuid(), $2, $3, '{}', '2024-01-01') RETURNING id`,
          [two.id, two.club, `${name} 2`],
        )
        return rows.map(({ id }) => id)
      })
      const account = `coach,${email},`
      const archive: Files = new Map([
        [
          'groups.csv',
          `group_number,name,weekdays,first_date,place\n1,${name} 1,tue,2023-01-01,\n2,${name} 2,fri,2023-01-01,Pool`,
        ],
        [
          'group-coaches.csv',
          `group_number,group,coach,type,email,username,from,to\n1,${name} 1,${name} Rees,${account},2024-02-01,`,
        ],
        [
          'sessions.csv',
          [
            'group_number,group,date,cancelled,reason,moved_to,moved_from,start_at,taken,cover,type,email,username',
            `1,${name} 1,2024-02-05,yes,Flood,,,,,,,,`,
            `1,${name} 1,2024-02-12,,,,,,,${name} Rees,${account}`,
          ].join('\n'),
        ],
      ])
      return { full, bare, archive }
    }

    test('gives them back as they were', async () => {
      const { archive } = await prepare('Gwil')
      const before = await groupFiles()
      const covers = () => world.owner.query('SELECT FROM session_covers WHERE user_id = $1', [coach])
      await takeBack(two, archive)
      const after = await groupFiles()
      expect(after.map(({ length }) => length)).toEqual(before.map(({ length }, n) => length + n))
      expect(await covers()).toMatchObject({ rowCount: 1 })
      const undone = await undo(await archiveId())
      expect(undone.json(), undone.body).toMatchObject({ repeated: false, kept: [] })
      expect(await groupFiles()).toEqual(before)
      expect(await covers()).toMatchObject({ rowCount: 0 })
      world.clock.now += 1000
      await takeBack(two, archive)
      expect(await groupFiles()).toEqual(after)
    })

    test('keeps what somebody has changed since, and says so', async () => {
      const { full, bare, archive } = await prepare('Hari')
      await takeBack(two, archive)
      const { revision } = (await call(two, { url: `/v1/groups/${bare}` })).json<{ revision: string }>()
      const headers = { 'if-match': `"${revision}"` }
      await call(two, { method: 'PATCH', url: `/v1/groups/${bare}`, payload: { place: 'Lake' }, headers })
      await world.owner.query(`UPDATE session_exceptions SET reason = 'Storm' WHERE group_id = $1 AND cancelled`, [
        full,
      ])
      await world.owner.query(`UPDATE group_coaches SET to_date = '2024-03-01' WHERE group_id = $1`, [full])
      const before = await groupFiles()
      const undone = await undo(await archiveId())
      // nothing goes, so there is nothing to undo
      expect(undone.statusCode, undone.body).toBe(409)
      expect(undone.json<{ obstacles: object[] }>().obstacles).toMatchObject([
        { why: 'used', id: full, name: 'Hari 1' },
        { why: 'used', id: bare, name: 'Hari 2' },
      ])
      expect(await groupFiles()).toEqual(before)
    })
  })
})

/** The texts of all files of a folder, by path. */
async function textsOf(folder: string): Promise<Files> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]),
  )
  return new Map(texts.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)) as [string, string][])
}

describe('an archive', () => {
  test('whose rows name nobody here says which and why, and takes the others', async () => {
    const entry = (...cells: string[]) => `${cells.join(',')},,,,`
    const nia = ['Nia', 'New', '2016-01-01', '']
    const files = new Map([
      [
        'groups.csv',
        'group_number,name,weekdays,first_date,max_size\n1,Sharks,mon,2024-01-01,x\n2,Rays,tue,2024-01-02,\n',
      ],
      ['members.csv', 'firstname,lastname,dob\nNia,New,2016-01-01\n,Nameless,2016-01-02\n'],
      [
        'marks.csv',
        [
          'firstname,lastname,dob,ngo_id,skill,skill_grade,skill_pass,marked_on,marked_by',
          ...['glide', 'kick'].map((skill) => `No,Body,2016-01-01,,swim/stage-1/${skill},3,3,2024-01-09,`),
          'Nia,New,2016-01-01,,swim/stage-1/glide,3,3,2024-01-09,Who Else',
        ].join('\n'),
      ],
      [
        'registers.csv',
        [
          'kind,firstname,lastname,dob,ngo_id,group_number,group,date,level,value,entered_at,coach,type,email,username',
          entry('attendance', ...nia, '2', 'Rays', '2024-01-09', '', 'p', 'T').replace(
            /,,,,$/,
            ',Who Else,coach,w@e.test,',
          ),
          entry('attendance', 'No', 'Body', '2016-01-01', '', '2', 'Rays', '2024-01-09', '', 'p', 'T'),
          entry('attendance', ...nia, '9', 'Gone', '2024-01-09', '', 'p', 'T'),
          entry('attendance', ...nia, '2', 'Rays', '2024-01-16', '', 'maybe', 'T'),
          entry('badge', ...nia, '2', 'Rays', '', 'run/stage-1', 'true', 'T'),
          // escapes of characters that the database does not store
          entry('family_word', ...nia, '2', 'Rays', '', 'swim/stage-1', String.raw`"""a\u0000b"""`, 'T'),
          entry('family_word', ...nia, '2', 'Rays', '', 'swim/stage-1', String.raw`"""a\ud800"""`, 'T'),
        ]
          .join('\n')
          .replaceAll(',p,T', ',"""present""",2024-01-09T17:00:00Z')
          .replaceAll(',T', ',2024-01-09T17:00:00Z'),
      ],
    ])
    files.set('logo.png', 'no picture')
    await world.owner.query('UPDATE clubs SET logo_file_id = NULL WHERE client_id = $1', [two.id])
    const { files: counts, left } = await takeBack(two, files)
    expect(counts).toEqual([
      { file: 'groups.csv', taken: 1, same: 0 },
      { file: 'members.csv', taken: 1, same: 0 },
      { file: 'marks.csv', taken: 1, same: 0 },
      { file: 'registers.csv', taken: 1, same: 0 },
    ])
    expect(left).toEqual([
      { file: 'groups.csv', line: 2, why: 'value', text: 'Sharks: max_size' },
      { file: 'members.csv', line: 3, why: 'value', text: 'Nameless: firstname' },
      { file: 'logo.png', line: null, why: 'file', text: 'logo.png' },
      { file: 'marks.csv', line: 2, why: 'child', text: 'No Body' },
      { file: 'marks.csv', line: 3, why: 'child', text: 'No Body' },
      { file: 'marks.csv', line: 4, why: 'coach', text: 'Who Else' },
      { file: 'registers.csv', line: 2, why: 'coach', text: 'Who Else' },
      { file: 'registers.csv', line: 3, why: 'child', text: 'No Body' },
      { file: 'registers.csv', line: 4, why: 'group', text: 'Gone' },
      { file: 'registers.csv', line: 5, why: 'value', text: 'attendance 2024-01-16 maybe' },
      { file: 'registers.csv', line: 6, why: 'level', text: 'run/stage-1' },
      { file: 'registers.csv', line: 7, why: 'value', text: String.raw`family_word  "a\u0000b"` },
      { file: 'registers.csv', line: 8, why: 'value', text: String.raw`family_word  "a\ud800"` },
    ])
  })

  test('brings children as they were, also with a type that the club removed and an address of two guardians', async () => {
    const members = [
      'firstname,lastname,dob,ngo_id,member_type,guardian_firstname,guardian_lastname,guardian_email,note,medical,phones',
      'Old,Type,2016-02-01,R-1,Removed,Mum,Shared,shared@e.test,early,None known,01970612345/07700900123',
      'Other,Guardian,2016-02-02,R-2,Present,Dad,Differs,shared@e.test,late,,',
    ]
    const marks = [
      'firstname,lastname,dob,ngo_id,skill,skill_grade,skill_pass,marked_on,marked_by',
      'Old,Type,2016-02-01,R-1,swim/stage-1/glide,3,3,2024-01-09,',
    ]
    const files = new Map([
      ['members.csv', members.join('\n')],
      ['marks.csv', marks.join('\n')],
    ])
    // what an earlier file of the club meant by a heading and a text is no matter here
    await world.owner.query(
      `UPDATE clubs SET member_types = '{Present}', import_columns = '{"note": "tags"}',
         import_choices = '{"member_type": {"removed": "Present"}}' WHERE client_id = $1 AND id = $2`,
      [two.id, two.club],
    )
    expect(await takeBack(two, files)).toMatchObject({
      left: [],
      files: [
        { file: 'members.csv', taken: 2 },
        { file: 'marks.csv', taken: 1 },
      ],
    })
    const exported = rowsOf(await exportOf(two), 'members.csv').filter(({ ngo_id }) => ngo_id?.startsWith('R-'))
    expect(exported).toMatchObject([
      { firstname: 'Other', member_type: 'Present', guardian_firstname: 'Dad', note: 'late', tags: '' },
      {
        firstname: 'Old',
        member_type: 'Removed',
        guardian_firstname: 'Mum',
        note: 'early',
        tags: '',
        medical: 'None known',
        phones: '01970612345/07700900123',
      },
    ])
    await world.owner.query(
      `UPDATE clubs SET member_types = '{}', import_columns = '{}', import_choices = '{}' WHERE client_id = $1`,
      [two.id],
    )
  })

  test('brings two children of one name and birthday, whom the club had told apart, and their marks by number', async () => {
    const mark = (number: string, skill: string) =>
      `Same,Name,2016-03-01,${number},swim/stage-1/${skill},3,3,2024-01-09,`
    const files = new Map([
      ['members.csv', 'firstname,lastname,dob,ngo_id\nSame,Name,2016-03-01,S-1\nSame,Name,2016-03-01,S-2\n'],
      [
        'marks.csv',
        [
          'firstname,lastname,dob,ngo_id,skill,skill_grade,skill_pass,marked_on,marked_by',
          mark('S-1', 'glide'),
          mark('S-2', 'kick'),
        ].join('\n'),
      ],
    ])
    const taken = await takeBack(two, files)
    expect(taken).toMatchObject({ left: [], files: [{ taken: 2 }, { file: 'marks.csv', taken: 2 }] })
    const marks = rowsOf(await exportOf(two), 'marks.csv').filter(({ lastname }) => lastname === 'Name')
    expect(marks.map(({ ngo_id, skill }) => [ngo_id, skill]).sort()).toEqual([
      ['S-1', 'swim/stage-1/glide'],
      ['S-2', 'swim/stage-1/kick'],
    ])
    await takeBack(two, files)
    const { rows } = await world.owner.query(`SELECT FROM members WHERE lastname = 'Name' AND dob = '2016-03-01'`)
    expect(rows).toHaveLength(2)
  })

  test('that a computer has unpacked and somebody has packed again is read in its folder', async () => {
    const terms = 'kind,first_date,last_date,name_en\nterm,2031-01-06,2031-03-28,Spring\n'
    const packed = new Map([
      ['Aquila export/terms.csv', terms],
      ['__MACOSX/Aquila export/._terms.csv', 'what a Mac adds'],
    ])
    expect(await takeBack(two, packed, '/trial')).toMatchObject({ files: [{ file: 'terms.csv', taken: 1 }] })
    // the folders of several clubs are not one archive
    const several = new Map([
      ['one/terms.csv', terms],
      ['two/terms.csv', terms],
    ])
    const refused = await send(two, archiveOf(several), '/trial')
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([400, 'no file of an export'])
  })

  test('that is none is refused with a word, and only an administrator of the club takes one back', async () => {
    const refused = async (payload: Buffer) => {
      const reply = await send(two, payload)
      return [reply.statusCode, reply.json<{ error: string; detail: string }>().detail]
    }
    expect(await refused(Buffer.from('firstname,lastname\n'))).toEqual([400, 'no archive'])
    expect(await refused(archiveOf(new Map([['photo.csv', 'x']])))).toEqual([400, 'no file of an export'])
    expect(await refused(archiveOf(new Map([['terms.csv', 'kind,first_date\n"term,2024']])))).toEqual([
      400,
      expect.stringContaining('terms.csv: Quote Not Closed') as string,
    ])
    const nul = 'group_number,name,weekdays,first_date\n1,Sea\0ls,mon,2024-01-01\n'
    expect(await refused(archiveOf(new Map([['groups.csv', nul]])))).toEqual([400, 'groups.csv: not a text'])
    const bomb = archiveOf(new Map([['registers.csv', 'kind\n']]))
    // the size that the directory of the archive states
    bomb.writeUInt32LE(400 * 1024 * 1024, bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    expect(await refused(bomb)).toEqual([400, expect.stringContaining('unpacked') as string])
    const payload = archiveOf(new Map([['terms.csv', 'kind,first_date,last_date,name_en\n']]))
    const post = { method: 'POST', url: '/v1/club-return', payload } as const
    const headers = { 'content-type': 'application/zip' }
    for (const url of [post.url, `${post.url}/trial`]) {
      const authorization = 'Bearer x'
      expect((await call(two, { ...post, url, headers: { ...headers, authorization } })).statusCode).toBe(401)
      expect((await call(two, { ...post, url, headers: { 'content-type': 'text/csv' } })).statusCode).toBe(415)
      for (const portal of ['coach', 'scheme', 'parent'] as const) {
        const { token } = await world.logIn(one, portal)
        const reply = await world.request({ host: one.host(portal), token, ...post, url, headers })
        expect(reply.statusCode, portal).toBe(403)
      }
    }
  })
})

/** Uploads files of each purpose, and uses them: the client's logo, a picture and a video of a skill, and a document. */
async function fillFiles(): Promise<void> {
  const withMedia = (isOn: boolean) =>
    world.owner.query('UPDATE clients SET features = features || $2 WHERE client_id = $1', [
      one.id,
      { ENABLE_RICH_MEDIA: isOn, DOCUMENTS_PAGE: isOn },
    ])
  await withMedia(true)
  const author = (await world.logIn(one, 'scheme')).token
  const asAuthor = async (url: string, payload: object | Buffer, headers = {}) => {
    const options = { host: one.host('scheme'), token: author, method: 'POST', url, payload, headers } as const
    const reply = await world.request(options)
    expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
    return reply.json<{ id: string }>()
  }
  const upload = async (purpose: string, name: string, type: string, bytes: Buffer) => {
    const { payload, type: formType } = form({ name, type, bytes })
    return (await asAuthor(`/v1/uploads/${purpose}`, payload, { 'content-type': formType })).id
  }
  const photo = await upload('curriculum-file', 'Siân’s float, 1.jpg', 'image/jpeg', await picture(900, 500, 'jpeg'))
  const film = await upload('curriculum-video', 'kick.mp4', 'video/mp4', mp4)
  const policy = await upload('document', '=Policy; A, ŵ.pdf', 'application/pdf', pdf)
  const newest = await upload('document', 'Policy 2.pdf', 'application/pdf', pdf)
  await asAuthor('/v1/schemes/swim/videos', { name: 'Kick', file: film, poster: photo })
  const document = { folder: 'document-policy', description: '=Safe; "guarding"', club_ids: [one.club] }
  const { id } = await asAuthor('/v1/files', { ...document, file_id: policy })
  await asAuthor('/v1/notifications', {
    heading: 'Gala, "Sunday"',
    description: '=All clubs;\nbring caps',
    start: '2026-01-01',
    end: '2026-12-31',
    global: false,
    club_ids: [one.club],
  })
  const section = { key: 's-1', type: 'files', of: null, title: {}, value: { en: `/files/${photo}/float.jpg` } }
  const sql: [string, unknown[]][] = [
    [
      `UPDATE scheme_nodes SET content = $2, videos = '{1}' WHERE client_id = $1 AND id = '/stage-1/float'`,
      [one.id, JSON.stringify([section])],
    ],
    [
      `INSERT INTO file_uses (client_id, file_id, kind, key)
       SELECT client_id, $2, 'node', id || '/stage-1/float' FROM schemes WHERE client_id = $1`,
      [one.id, photo],
    ],
    [
      `INSERT INTO document_versions (client_id, document_id, version, file_id, created_by, created_at)
       SELECT client_id, document_id, 2, $3, created_by, created_at FROM document_versions
       WHERE client_id = $1 AND document_id = $2`,
      [one.id, id, newest],
    ],
    [`INSERT INTO file_uses (client_id, file_id, kind, key) VALUES ($1, $3, 'document', $2)`, [one.id, id, newest]],
    [`UPDATE documents SET version = 2 WHERE client_id = $1 AND id = $2`, [one.id, id]],
    [
      `INSERT INTO document_reads (client_id, document_id, version, club_id, user_id, read_at)
       VALUES ($1, $2, 1, $3, $4, '2026-03-01T10:00:00Z')`,
      [one.id, id, one.club, one.admin],
    ],
  ]
  const logo = await upload('client-logo', 'logo.png', 'image/png', await picture(40, 20))
  sql.push([`UPDATE clients SET logo_file_id = $2 WHERE client_id = $1`, [one.id, logo]])
  sql.push([`INSERT INTO file_uses (client_id, file_id, kind, key) VALUES ($1, $2, 'client', $1)`, [one.id, logo]])
  for (const [text, values] of sql) await world.owner.query(text, values)
  // content stays where a client may not add any more
  await withMedia(false)
}

describe('everything of a client', () => {
  test('comes back into a new client by the command line: every file is the same but for what is named here', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rungs-return-'))
    const openStore = () => Promise.resolve(world.files)
    const author = (await world.logIn(one, 'scheme')).token
    const asAuthor = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
      const reply = await world.request({
        host: one.host('scheme'),
        token: author,
        method,
        url,
        ...(payload ? { payload } : {}),
      })
      expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
      return reply
    }
    const [english] = (await asAuthor('GET', '/v1/client-languages')).json<{ language_id: number }[]>()
    await asAuthor('PATCH', `/v1/client-languages/${english?.language_id}/words`, {
      texts: { 'mail.award.subject': 'Well done, "{{child}}"; =1', 'nav.members': 'Dolphins' },
    })
    await asAuthor('POST', '/v1/tags', { name: '=Water; safety' })
    await world.owner.query(
      `UPDATE clubs SET features = '{"PARENT_REQUESTS": false}', parent_portal = false, member_types = $2
       WHERE client_id = $1`,
      [one.id, ['Junior; "a"', 'Senior']],
    )
    await world.owner.query(`UPDATE users SET postcode = 'CF10', award_mail = true WHERE client_id = $1`, [one.id])
    // a child of two clubs
    const second = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', (tx) =>
      createClub(tx, null, { id: second, name: 'Second', ngoId: '=2', timeZone: 'Europe/Paris', memberTypes: [] }),
    )
    await world.owner.query(
      `INSERT INTO club_members (client_id, club_id, member_id, status, inactive_since, category, note, sort_name, dob)
       SELECT client_id, $3, id, 'inactive', now(), 'pre-school', 'Also here', sort_name, dob FROM members
       WHERE client_id = $1 AND id = $2`,
      [one.id, one.members[0], second],
    )
    // it has no number; a mark that the second club gave in its group, and one that came from elsewhere
    await world.owner.query('UPDATE members SET ngo_id = NULL WHERE client_id = $1 AND id = $2', [
      one.id,
      one.members[0],
    ])
    await world.owner.query(
      `WITH own AS (INSERT INTO groups (client_id, id, club_id, name, weekdays, first_date)
         VALUES ($1, gen_random_uuid(), $3, 'Second group', '{2}', '2020-01-01') RETURNING id),
       work AS (INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ($1, $4, $3, '2020-01-01'))
       UPDATE assessments SET club_id = $3, group_id = own.id FROM own
       WHERE client_id = $1 AND member_id = $2 AND node_id = '/stage-1/glide'`,
      [one.id, one.members[0], second, one.coach],
    )
    await fillFiles()
    await exportClient([one.id, join(folder, 'left')], database.ownerUrl, openStore)
    const url = database.ownerUrl
    await create(['three', 'Three', '--domain', 'three.example', '--language', 'cy-GB'], url)
    const said = await importClient(['three', join(folder, 'left')], url, openStore)
    expect(said).toBe('three has 2 clubs, 2 schemes and 5 accounts more. Nobody got a mail; invite whom you like.')
    await exportClient(['three', join(folder, 'arrived')], url, openStore)
    const [left, arrived] = [await textsOf(join(folder, 'left')), await textsOf(join(folder, 'arrived'))]
    expect([...arrived.keys()]).toEqual([...left.keys()])
    for (const name of left.keys()) {
      if (name.startsWith('schemes/') || name.includes('/schemes/')) {
        // its fingerprints say of which scheme it is
        const scheme = (files: Files) => ({ ...(JSON.parse(files.get(name) ?? '{}') as object), marks: null })
        expect(scheme(arrived)).toEqual(scheme(left))
      } else if (name === 'client.json') {
        // a new client has its own name, and the languages and flags that the product has today
        const { languages, ...settings } = JSON.parse(left.get(name) ?? '{}') as { languages: unknown[] }
        expect(JSON.parse(arrived.get(name) ?? '{}')).toMatchObject({
          ...settings,
          name: 'Three',
          languages: expect.arrayContaining(languages) as unknown,
        })
      } else expect(arrived.get(name), name).toBe(left.get(name))
    }
    expect(rowsOf(left, 'clubs/2-second/marks.csv').map(({ elsewhere }) => elsewhere)).toEqual(['yes', '', 'yes'])
    // two members, of whom one is in both clubs, and a guest
    const { rows: members } = await world.owner.query(`SELECT FROM members WHERE client_id = 'three'`)
    expect(members).toHaveLength(3)
    const { rows: mails } = await world.owner.query(`SELECT FROM mails WHERE client_id = 'three'`)
    expect(mails).toEqual([])
    // what shows the files keeps them, with their smaller copies
    const { rows: uses } = await world.owner.query<{ kind: string; uses: number; copies: number }>(
      `SELECT kind, count(*)::int AS uses, sum(cardinality(variants))::int AS copies FROM file_uses
       JOIN files ON files.client_id = file_uses.client_id AND files.id = file_id
       WHERE file_uses.client_id = 'three' GROUP BY kind ORDER BY kind`,
    )
    expect(uses).toEqual([
      { kind: 'client', uses: 1, copies: 0 },
      { kind: 'club', uses: 1, copies: 0 },
      { kind: 'document', uses: 2, copies: 0 },
      { kind: 'node', uses: 1, copies: 2 },
      { kind: 'video', uses: 2, copies: 2 },
    ])
    // one file is damaged and one is gone: both are named, and the rest goes on
    const photo = rowsOf(left, 'files.csv').find(({ filename }) => filename?.endsWith('.jpg'))?.['file']
    const film = rowsOf(left, 'files.csv').find(({ filename }) => filename === 'kick.mp4')?.['file']
    await truncate(join(folder, 'left', 'files', `${photo}.jpg`), 1000)
    await rm(join(folder, 'left', 'files', `${film}.mp4`))
    await create(['four', 'Four', '--domain', 'four.example'], url)
    const told = await importClient(['four', join(folder, 'left')], url, openStore)
    expect(told.split('\n').slice(1)).toEqual([
      'Not taken (file, line, why):',
      expect.stringMatching(/^files.csv \d file Siân’s float, 1.jpg$/),
      expect.stringMatching(/^files.csv \d file kick.mp4$/),
    ])
    const { rows: kept } = await world.owner.query(`SELECT FROM files WHERE client_id = 'four'`)
    expect(kept).toHaveLength(4)
    // a second time it would double the clubs
    await expect(importClient(['three', join(folder, 'left')], url, openStore)).rejects.toThrow('has clubs already')
    await rm(folder, { recursive: true })
  })
})
