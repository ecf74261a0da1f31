import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportClient } from '#cli/client/client-export.ts'
import { importClient } from '#cli/client/client-import.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { countExport } from './queries.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
const tokens = new Map<Tenant, string>()
let worker: Worker
const errors: unknown[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  worker = createJobWorker(world, (error) => errors.push(error))
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  for (const tenant of [one, two]) tokens.set(tenant, (await world.logIn(tenant, 'club')).token)
})

const call = (tenant: Tenant, options: InjectOptions) =>
  world.request({ host: tenant.host('club'), token: tokens.get(tenant) ?? '', ...options })

async function exportOf(tenant: Tenant): Promise<Map<string, string>> {
  const reply = await call(tenant, { url: '/v1/club-export' })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="club-\d{4}-\d\d-\d\d\.zip"$/)
  const files = unzipSync(reply.rawPayload)
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

async function importFile(
  tenant: Tenant,
  text: string,
  groups: Readonly<Record<string, string>>,
): Promise<MemberImport> {
  const headers = { 'content-type': 'text/csv' }
  const reply = await call(tenant, { method: 'POST', url: '/v1/member-imports', headers, payload: text })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json<MemberImport>()
  const url = `/v1/member-imports/${id}`
  const chosen = await call(tenant, { method: 'PATCH', url, payload: { choices: { groups } } })
  expect(chosen.statusCode, chosen.body).toBe(200)
  const bad = (await call(tenant, { url: `${url}/rows?state=bad&per_page=100` })).json<ImportRow[]>()
  expect(bad).toEqual([])
  expect((await call(tenant, { method: 'POST', url: `${url}/start` })).statusCode).toBe(202)
  await worker.runDue(tenant.id)
  return (await call(tenant, { url })).json<MemberImport>()
}

/** A row of marks.csv. */
interface Mark {
  firstname: string
  skill: string
  result: string
  skill_grade: string
  skill_pass: string
}

/** Texts of any kind that a member can hold: formulas, quotes, newlines, separators, emoji, right-to-left. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=1+1',
        '+44',
        '-',
        '@sum',
        "'",
        '"',
        '""',
        ';',
        ',',
        '\n',
        '\t',
        '|',
        '👧🏽',
        'עברית',
        'ŵ',
        '"a',
        '\\',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  // a text that says nothing, such as `-`, is read as an empty cell
  .map((parts) => `${parts.join('').replaceAll(/[^\P{Cc}\t\n]/gu, '')} x`.trim())

const member = fc.record({
  dob: fc.date({ min: new Date('2008-01-01'), max: new Date('2022-01-01'), noInvalidDate: true }),
  medical: fc.option(text),
  note: fc.option(text),
  phones: fc.uniqueArray(fc.constantFrom('+44 29 2087 4000', '029/20874000', '(029) 2087-4000'), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.constantFrom('Squad', 'a/b', '"x"', '=1', '–'), { maxLength: 3 }),
  category: fc.option(fc.constantFrom('pre-school', 'early-start')),
  ngo_id: fc.constantFrom('=1+1', '+44', "'=a", 'a,b', 'a"b', 'plain'),
  guardians: fc.uniqueArray(
    fc.record({
      guardian_firstname: fc.constantFrom('Ana', "D'Arcy", 'Siân-Mai'),
      guardian_lastname: fc.constantFrom('Evans', "O'Connor"),
      guardian_email: fc.constantFrom(null),
    }),
    { maxLength: 6, selector: (guardian) => guardian.guardian_firstname + guardian.guardian_lastname },
  ),
})

describe('everything of a club', () => {
  test('comes back into an empty club: members, guardians, groups and levels are the same', async () => {
    await world.owner.query('UPDATE groups SET max_size = NULL')
    for (const [index, { dob, ngo_id, ...fields }] of fc.sample(member, { numRuns: 40, seed: 30 }).entries()) {
      const firstname = `Leaving ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index >= 26 ? 'x' : ''}`
      const payload = {
        ...fields,
        firstname,
        lastname: 'Round',
        dob: dob.toISOString().slice(0, 10),
        ngo_id: `${ngo_id} ${index}`,
      }
      const reply = await call(one, { method: 'POST', url: '/v1/members', payload })
      expect(reply.statusCode, reply.body).toBe(201)
      const { uuid } = reply.json<{ uuid: string }>()
      if (index % 2 === 0) {
        const place = {
          method: 'POST',
          url: `/v1/groups/${one.group}/members`,
          payload: { member_uuids: [uuid] },
        } as const
        expect((await call(one, place)).statusCode).toBe(200)
      }
      if (index % 3 === 0) {
        const level = {
          method: 'POST',
          url: `/v1/members/${uuid}/starts-at`,
          payload: { level: 'swim/stage-2' },
        } as const
        expect((await call(one, level)).statusCode).toBe(204)
      }
    }
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(one.members[0], '/stage-2/manual', 1))
    const { name } = (await call(one, { url: `/v1/groups/${one.group}` })).json<GroupDetail>()

    // nobody is in the second club
    await world.owner.query(`UPDATE club_members SET status = 'merged', inactive_since = now() WHERE client_id = $1`, [
      two.id,
    ])
    await world.owner.query('UPDATE members SET ngo_id = NULL WHERE client_id = $1', [two.id])
    await world.owner.query(`UPDATE users SET email = 'x' || email WHERE client_id = $1 AND type = 'parent'`, [two.id])
    await world.owner.query(`UPDATE groups SET name = 'Others' WHERE client_id = $1`, [two.id])
    const left = await exportOf(one)
    expect([...left.keys()]).toEqual([
      'README.txt',
      'members.csv',
      'marks.csv',
      'guest-marks.csv',
      'levels.csv',
      'registers.csv',
      'group-members.csv',
      'parents.csv',
      'groups.csv',
      'group-coaches.csv',
      'sessions.csv',
      'terms.csv',
      'staff.csv',
      'guests.csv',
      'lesson-plans.csv',
      'lesson-plan-shares.csv',
      'lesson-plan-groups.csv',
      'schemes/swim.json',
    ])
    const members = await importFile(two, left.get('members.csv') ?? '', { [name.toLowerCase()]: '+' })
    expect(members).toMatchObject({ state: 'done', entered: 42 })
    const levels = await importFile(two, left.get('levels.csv') ?? '', {})
    expect(levels).toMatchObject({ state: 'done', entered: 0, levels: 15 })

    const arrived = await exportOf(two)
    expect(arrived.get('members.csv')).toBe(left.get('members.csv'))
    expect(arrived.get('levels.csv')).toBe(left.get('levels.csv'))
    // the scheme is there already; its file is the same but for the fingerprints of its other id
    const schemeOf = (files: Map<string, string>) => {
      const { marks: _, ...scheme } = JSON.parse(files.get('schemes/swim.json') ?? '{}') as Record<string, unknown>
      return scheme
    }
    expect(schemeOf(arrived)).toEqual(schemeOf(left))
  })

  test('is counted beforehand and described; whose medical notes were read stands in the log', async () => {
    const counts = (await call(one, { url: '/v1/club-export/counts' })).json<Record<string, number>>()
    expect(counts).toMatchObject({ members: 42, levels: 15, groups: 1 })
    const { marks = 0, attendance = 0 } = counts
    const countedTo = (most: number) => inTenant(world.db, one.id, 'read', (tx) => countExport(tx, one.club, most))
    // no more rows are read than are counted
    for (const most of [marks - 1, marks, marks + 1])
      expect(await countedTo(most)).toEqual({
        ...counts,
        marks: Math.min(marks, most),
        attendance: Math.min(attendance, most),
      })
    await world.owner.query('UPDATE members SET medical = NULL WHERE client_id = $1 AND id = $2', [
      one.id,
      one.members[1],
    ])
    await world.owner.query('UPDATE members SET medical = $3 WHERE client_id = $1 AND id = $2', [
      one.id,
      one.members[0],
      'Bee stings',
    ])
    const { rows: before } = await world.owner.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_log')
    const files = await exportOf(one)
    expect(files.get('README.txt')).toContain(`42 members, 15 levels reached, ${counts['marks']} marks`)
    expect(files.get('members.csv')).toContain('Bee stings')
    const { rows } = await world.owner.query<{ action: string; entity: string; entity_id: string; after: string }>(
      'SELECT action, entity, entity_id, after::text FROM audit_log WHERE id > $1',
      [before[0]?.id],
    )
    expect(rows).toContainEqual({
      action: 'download',
      entity: 'club',
      entity_id: one.club,
      after: expect.stringContaining('"rows": 42') as string,
    })
    const read = rows.filter(({ action }) => action === 'read-medical').map(({ entity_id }) => entity_id)
    expect(read).toContain(one.members[0])
    expect(read).not.toContain(one.members[1])
    expect(JSON.stringify(rows)).not.toContain('Bee stings')
    // history is there to read
    expect(files.get('marks.csv')).toContain('swim/stage-2,1,1,')
    expect(files.get('groups.csv')).toContain('swim')
  })

  test('stands in one folder with the client’s schemes, words and users, when an operator exports the client', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'rungs-export-'))
    const folder = join(parent, 'left')
    const said = await exportClient([one.id, folder], database.ownerUrl, () => Promise.resolve(world.files))
    expect(said).toContain('1 clubs, schemes, words, users and uploads')
    const files = (await readdir(folder, { recursive: true })).sort()
    expect(files).toEqual(
      expect.arrayContaining(['client.json', 'clubs.csv', 'users.csv', 'schemes/swim.json', 'clubs']),
    )
    const members = files.find((file) => file.endsWith('members.csv') && !file.includes('group')) ?? ''
    const text = await readFile(join(folder, members), 'utf8')
    expect(text).toBe(`\uFEFF${(await exportOf(one)).get('members.csv')}`)
    // what comes back, and what does not, is said beforehand
    const about = await readFile(join(folder, 'README.txt'), 'utf8')
    for (const part of ['schemes/*.json', 'clubs.csv', 'clubs/*/', 'client.json', 'words/*.json', 'users.csv'])
      expect(about).toContain(part)
    const users = await readFile(join(folder, 'users.csv'), 'utf8')
    expect(users).toContain('Anna,Pritchard')
    expect(users).not.toContain('argon2')
    expect((await stat(join(folder, members))).mode & 0o777).toBe(0o600)
    await expect(exportClient([one.id, folder], database.ownerUrl, () => Promise.resolve(world.files))).rejects.toThrow(
      'is not empty',
    )
    await expect(
      exportClient(['nobody', join(parent, 'x')], database.ownerUrl, () => Promise.resolve(world.files)),
    ).rejects.toThrow('no client "nobody"')
    await rm(parent, { recursive: true })
  })

  test('is no export that an import takes when it was stopped before its end', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'rungs-export-'))
    const folder = join(parent, 'left')
    const openStore = async () => {
      // something in the way stops the export at one of the last files of the only club
      await mkdir(join(folder, 'clubs', '1-harbour', 'terms.csv'), { recursive: true })
      return world.files
    }
    await expect(exportClient([one.id, folder], database.ownerUrl, openStore)).rejects.toThrow('EEXIST')
    expect(await readdir(join(folder, 'clubs', '1-harbour'))).toContain('members.csv')
    await expect(importClient([two.id, folder], database.ownerUrl, openStore)).rejects.toThrow(
      'is no whole export of a client',
    )
    await rm(parent, { recursive: true })
  })

  test('says what each mark was called on the scale of its day, which an import reads as the same grade', async () => {
    const author = (await world.logIn(one, 'scheme')).token
    const asAuthor = (options: InjectOptions) => world.request({ host: one.host('scheme'), token: author, ...options })
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const [, rhys] = one.members
    /** Gives a mark some seconds later. */
    const give = async (nodeId: string, grade: number, assessmentPassGrade?: number) => {
      world.clock.now += 10_000
      const payload = assessmentPassGrade === undefined ? {} : { assessmentPassGrade }
      const { outcomes } = await device.push(device.mark(rhys, nodeId, grade, { payload }))
      expect(outcomes).toMatchObject([{ outcome: 'applied' }])
    }
    await give('/stage-1/float', 3)
    world.clock.now += 10_000
    const settings = (await asAuthor({ url: '/v1/schemes/swim/settings' })).json<SchemeSettings>()
    const labels = { en: ['No', 'Begun', 'Nearly, but good', 'Yes'], cy: ['Na', 'Dechrau', 'Bron', 'Ie'] }
    const changed = await asAuthor({
      method: 'PUT',
      url: '/v1/schemes/swim/grades',
      headers: { 'if-match': settings.grades_revision },
      payload: { grades: [{ grade: 3, pass: 2, labels }] },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    await give('/stage-1/glide', 2, 2)
    await give('/stage-1/kick', 3, 2)
    await give('/stage-1/dive', 1, 2)
    await give('/stage-2/manual', 1)
    await give('/stage-2/manual', -1)
    await give('/stage-1/dive', -1, 2)
    const rows = parse((await exportOf(one)).get('marks.csv') ?? '', { bom: true, columns: true }) as Mark[]
    const { rows: names } = await world.owner.query<{ firstname: string }>(
      'SELECT firstname FROM members WHERE client_id = $1 AND id = $2',
      [one.id, rhys],
    )
    const marks = rows.filter(({ firstname }) => firstname === names[0]?.firstname)
    // those of a skill in their order
    expect(marks.map((mark) => [mark.skill, mark.result, mark.skill_grade, mark.skill_pass])).toEqual([
      ['swim/stage-1/dive', 'Begun', '1', '2'],
      ['swim/stage-1/dive', '', "'-1", '2'],
      ['swim/stage-1/float', 'Pass', '3', '3'],
      ['swim/stage-1/glide', 'Nearly, but good', '2', '2'],
      ['swim/stage-1/kick', 'Yes', '3', '2'],
      ['swim/stage-2', 'passed', '1', '1'],
      ['swim/stage-2', 'not passed', "'-1", '1'],
    ])
    const passed = marks.slice(2, 5)
    const table = stringify([
      ['firstname', 'lastname', 'dob', ...passed.map(({ skill }) => skill)],
      ['Read', 'Back', '2016-02-03', ...passed.map(({ result }) => result)],
    ])
    expect(await importFile(one, table, {})).toMatchObject({ state: 'done', entered: 1 })
    const { rows: read } = await world.owner.query<{ node_id: string; grade: number }>(
      `SELECT node_id, grade FROM assessments JOIN members ON members.client_id = assessments.client_id
         AND members.id = assessments.member_id AND members.lastname = 'Back'
       WHERE assessments.client_id = $1 ORDER BY array_position($2::text[], node_id)`,
      [one.id, passed.map(({ skill }) => skill.replace('swim', ''))],
    )
    expect(read).toEqual(
      passed.map(({ skill, skill_grade }) => ({ node_id: skill.replace('swim', ''), grade: Number(skill_grade) })),
    )
  })

  test('names the groups in which the children are today, not those that have ended or are entered later', async () => {
    const enter = async (name: string, dates: object) => {
      const group = { name, weekdays: [1], first_date: '2020-01-01', ...dates }
      const { id } = (await call(one, { method: 'POST', url: '/v1/groups', payload: group })).json<GroupDetail>()
      const payload = { member_uuids: [one.members[0]] }
      const reply = await call(one, { method: 'POST', url: `/v1/groups/${id}/members`, payload })
      expect(reply.statusCode, reply.body).toBe(200)
      return id
    }
    const over = await enter('Over', {})
    await world.owner.query(`UPDATE groups SET last_date = '2020-12-31' WHERE id = $1`, [over])
    await enter('To come', { first_date: '2999-01-01' })
    await enter('Of today', {})
    const rows = parse((await exportOf(one)).get('members.csv') ?? '', { bom: true, columns: true }) as {
      firstname: string
      groups: string
    }[]
    const groups = rows.find(({ firstname }) => firstname === 'Siân')?.groups.split('; ')
    expect(groups).toContain('Of today')
    expect(groups).not.toContain('Over')
    expect(groups).not.toContain('To come')
  })

  test('is an administrator’s own club’s only', async () => {
    for (const url of ['/v1/club-export', '/v1/club-export/counts']) {
      expect((await call(one, { url, headers: { authorization: 'Bearer x' } })).statusCode).toBe(401)
      for (const portal of ['coach', 'scheme', 'parent'] as const) {
        const { token } = await world.logIn(one, portal)
        expect((await world.request({ host: one.host(portal), token, url })).statusCode, portal).toBe(403)
      }
      expect((await call(one, { url: `${url}?club=${two.club}` })).statusCode).toBe(400)
    }
    expect((await exportOf(two)).get('members.csv')).not.toContain('Bee stings')
  })
})
