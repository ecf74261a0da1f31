import type { InjectOptions } from 'fastify'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import type { ClubMember } from '#contract/members/club-members.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let worker: Worker
const errors: unknown[] = []

/** The kinds of the skills: a tick, and scales of two to five grades above the lowest. */
const KINDS = { '/stage-1/float': 3, '/stage-1/glide': 4, '/stage-1/kick': 5, '/stage-1/dive': 1, '/stage-2/turn': 2 }

/** The words of the scales; two grades of one have the same. */
const LABELS = {
  2: ['No', 'With help', 'Alone'],
  3: ['Not yet', 'Fair', 'Good', 'Pass'],
  4: ['No', 'Some', 'Some', 'Most', 'All'],
  5: ['0', '1', '2', '3', '4', '5'],
}

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  worker = createJobWorker(world, (error) => errors.push(error))
  await world.owner.query(
    `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade)
     SELECT client_id, id, '/stage-2/gone', '/stage-2', 8, 's', '{"en": "gone"}', 3 FROM schemes WHERE client_id = $1`,
    [one.id],
  )
  for (const [node, kind] of Object.entries(KINDS))
    await world.owner.query('UPDATE scheme_nodes SET grade = $2 WHERE id = $1', [node, kind])
  await setScales(one, /* pass grade of kind 3 */ 2)
  await setScales(two, 3)
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})

/** Changes the scales as an author does: their pass grades. */
async function setScales(tenant: Tenant, passOfThree: number): Promise<void> {
  const { token } = await world.logIn(tenant, 'scheme')
  const asAuthor = (options: InjectOptions) => world.request({ host: tenant.host('scheme'), token, ...options })
  const settings = (await asAuthor({ url: '/v1/schemes/swim/settings' })).json<SchemeSettings>()
  const reply = await asAuthor({
    method: 'PUT',
    url: '/v1/schemes/swim/grades',
    headers: { 'if-match': settings.grades_revision },
    payload: {
      grades: Object.entries(LABELS).map(([grade, labels]) => ({
        grade: Number(grade),
        pass: grade === '3' ? passOfThree : Number(grade) - 1,
        labels: { en: labels, cy: labels },
      })),
    },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function call(tenant: Tenant, options: InjectOptions) {
  const { token } = await world.logIn(tenant, 'club')
  return world.request({ host: tenant.host('club'), token, ...options })
}

async function exportOf(tenant: Tenant): Promise<Map<string, string>> {
  const reply = await call(tenant, { url: '/v1/club-export' })
  expect(reply.statusCode).toBe(200)
  return new Map(Object.entries(unzipSync(reply.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const rowsOf = (text: string | undefined) => parse<Record<string, string>>(text ?? '', { bom: true, columns: true })

async function upload(tenant: Tenant, payload: string): Promise<MemberImport> {
  const headers = { 'content-type': 'text/csv' }
  const reply = await call(tenant, { method: 'POST', url: '/v1/member-imports', headers, payload })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberImport>()
}
const badRows = async (tenant: Tenant, id: string) =>
  (await call(tenant, { url: `/v1/member-imports/${id}/rows?state=bad&per_page=100` })).json<ImportRow[]>()

async function change(tenant: Tenant, id: string, payload: object): Promise<MemberImport> {
  const reply = await call(tenant, { method: 'PATCH', url: `/v1/member-imports/${id}`, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<MemberImport>()
}

async function run(tenant: Tenant, id: string): Promise<MemberImport> {
  expect(await badRows(tenant, id)).toEqual([])
  const started = await call(tenant, { method: 'POST', url: `/v1/member-imports/${id}/start` })
  expect(started.statusCode, started.body).toBe(202)
  await worker.runDue(tenant.id)
  return (await call(tenant, { url: `/v1/member-imports/${id}` })).json<MemberImport>()
}

async function progressOf(tenant: Tenant, firstname: string): Promise<MemberProgress> {
  const [found] = (await call(tenant, { url: `/v1/members?search=${encodeURIComponent(firstname)}` })).json<
    ClubMember[]
  >()
  return (await call(tenant, { url: `/v1/members/${found?.uuid}/progress` })).json<MemberProgress>()
}

/** What counts of each child of a client: each skill with its grade and days, and each level with its state. */
async function standing(tenant: Tenant) {
  const { rows } = await world.owner.query<{ firstname: string; node_id: string; grade: number }>(
    `SELECT firstname, node_id, results.grade, results.pass, to_char(to_timestamp(ts) AT TIME ZONE 'Europe/London', 'YYYY-MM-DD') AS on,
       to_char(to_timestamp(since) AT TIME ZONE 'Europe/London', 'YYYY-MM-DD') AS since
     FROM members JOIN results ON results.client_id = members.client_id AND results.member_id = members.id
     WHERE members.client_id = $1 AND members.lastname = 'O''Connor' AND node_id <> '/stage-2/gone'
     ORDER BY firstname, node_id`,
    [tenant.id],
  )
  const { rows: levels } = await world.owner.query(
    `SELECT firstname, node_id, state, percent, forced, to_char(to_timestamp(completed_ts) AT TIME ZONE 'Europe/London', 'YYYY-MM-DD') AS on
     FROM members JOIN progress ON progress.client_id = members.client_id AND progress.member_id = members.id
     WHERE members.client_id = $1 AND members.lastname = 'O''Connor' ORDER BY firstname, node_id`,
    [tenant.id],
  )
  return { skills: rows, levels }
}

/** Gives a mark on the next day. */
async function give(memberId: string, nodeId: string, grade: number, pass: number, ms?: number): Promise<void> {
  world.clock.now += DAY_MS
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const payload = { assessmentPassGrade: pass }
  const { outcomes } = await device.push(device.mark(memberId, nodeId, grade, { payload, ...(ms ? { ms } : {}) }))
  expect(outcomes).toMatchObject([{ outcome: ms === undefined ? 'applied' : 'superseded' }])
}

describe('the marks of a club that leaves', () => {
  let left: Map<string, string>

  test('come back into an empty club: the same grades, days, levels and coaches, and nobody hears of it', async () => {
    await world.owner.query('UPDATE groups SET levels = $1', [['/stage-1', '/stage-2']])
    const [sian, beca] = one.members
    // by a former scale, of which the other club knows nothing: what passed by it stays passed
    await give(sian, '/stage-1/float', 2, 2)
    await setScales(one, 3)
    await give(sian, '/stage-1/glide', 3, 3)
    // passed, passed better, lost, and passed again: the pass counts from the last time
    for (const grade of [4, 5, 2, 4]) await give(sian, '/stage-1/kick', grade, 4)
    await give(sian, '/stage-1/dive', 1, 1)
    await give(sian, '/stage-2/turn', 1, 1)
    await give(sian, '/stage-2/gone', 2, 3)
    await world.owner.query(`UPDATE scheme_nodes SET deleted_at = now() WHERE id = '/stage-2/gone'`)
    await world.owner.query('UPDATE schemes SET revision = revision + 1')
    await give(sian, '/stage-2/manual', 1, 1)
    await give(beca, '/stage-1/float', 2, 3)
    await give(beca, '/stage-1/glide', 0, 3)
    await give(beca, '/stage-1/kick', 4, 4)
    // another tablet sends an older mark later
    await give(beca, '/stage-1/kick', 1, 4, world.clock.now - DAY_MS)
    await give(beca, '/stage-1/dive', 1, 1)
    await give(beca, '/stage-1/dive', -1, 1)
    await give(beca, '/stage-2/manual', 1, 1)
    await give(beca, '/stage-2/manual', -1, 1)
    left = await exportOf(one)
    expect(left.get('README.txt')).toContain('marks.csv')

    await world.owner.query(`UPDATE club_members SET status = 'merged', inactive_since = now() WHERE client_id = $1`, [
      two.id,
    ])
    await world.owner.query(`UPDATE members SET ngo_id = NULL, lastname = 'Other' WHERE client_id = $1`, [two.id])
    await world.owner.query(`UPDATE users SET email = 'x' || email WHERE client_id = $1 AND type = 'parent'`, [two.id])
    await world.owner.query('UPDATE groups SET max_size = NULL')
    const members = await run(two, (await upload(two, left.get('members.csv') ?? '')).id)
    expect(members).toMatchObject({ state: 'done', entered: 2 })
    const linked = await world.owner.query(
      `UPDATE member_links SET member_id = members.id FROM members
       WHERE member_links.client_id = $1 AND members.client_id = $1 AND members.lastname = 'O''Connor'
         AND member_links.member_id <> members.id AND members.firstname = 'Siân'
         AND member_links.member_id = $2`,
      [two.id, two.members[0]],
    )
    expect(linked.rowCount).toBe(1)
    await world.owner.query('UPDATE users SET award_mail = true')

    const marks = await upload(two, left.get('marks.csv') ?? '')
    expect(marks.columns.slice(0, 9)).toEqual([
      'firstname',
      'lastname',
      'dob',
      'ngo_id',
      'skill',
      'skill_grade',
      'skill_pass',
      'level_passed_on',
      'level_coach',
    ])
    expect(await run(two, marks.id)).toMatchObject({ state: 'done', entered: 0, levels: 17, same: 1 })
    expect(await standing(two)).toEqual(await standing(one))
    expect((await standing(two)).skills).toHaveLength(11)

    // the same history, too: who gave which grade, and when
    const comparable = (files: Map<string, string>) =>
      rowsOf(files.get('marks.csv'))
        .filter(({ skill }) => skill !== '')
        .map(({ elsewhere: _, group_number: _number, marked_in: _in, result: _word, ...mark }) => mark)
    const arrived = await exportOf(two)
    expect(comparable(arrived)).toEqual(comparable(left))
    expect(arrived.get('levels.csv')).toBe(left.get('levels.csv'))
    // the levels are there already
    expect(await upload(two, left.get('levels.csv') ?? '')).toMatchObject({ same: 2, levels_only: 0, bad: 0 })

    // a coach goes on: taking a mark back gives the one before it, by its own scale
    const [child] = (await call(two, { url: '/v1/members?search=Siân' })).json<ClubMember[]>()
    const device = new Device(world, two, (await world.logIn(two, 'coach')).token)
    await call(two, {
      method: 'POST',
      url: `/v1/groups/${two.group}/members`,
      payload: { member_uuids: [child?.uuid] },
    })
    for (const [grade, assessmentPassGrade] of [
      [3, 3],
      [2, 2],
    ] as const) {
      world.clock.now += 1000
      const mark = device.mark(child?.uuid ?? '', '/stage-1/float', grade, { payload: { assessmentPassGrade } })
      expect(await device.push(mark)).toMatchObject({ outcomes: [{ outcome: 'applied' }] })
    }

    // but only where the child's own history has that scale: the skill passes from 3 here
    const [other] = (await call(two, { url: '/v1/members?search=Beca' })).json<ClubMember[]>()
    await call(two, {
      method: 'POST',
      url: `/v1/groups/${two.group}/members`,
      payload: { member_uuids: [other?.uuid] },
    })
    world.clock.now += 1000
    const lower = device.mark(other?.uuid ?? '', '/stage-1/float', 2, { payload: { assessmentPassGrade: 2 } })
    expect(await device.push(lower)).toMatchObject({
      outcomes: [{ outcome: 'rejected', code: 'PASS_GRADE_UNKNOWN' }],
    })

    // levels of another place: no mail, and no award of this club
    const { awards } = await progressOf(two, 'Siân')
    expect(awards.map(({ node_id, brought }) => [node_id, brought])).toEqual([
      ['/stage-2', true],
      ['/stage-1', true],
    ])
    world.clock.now += 60 * 60_000
    expect(await world.mails(two)).toEqual([])
  })

  test('change nothing when the file comes again; the undo takes them back, but not what a coach has marked since', async () => {
    const again = await upload(two, left.get('marks.csv') ?? '')
    expect(again).toMatchObject({ ready: 0, levels_only: 0, bad: 0, same: again.rows })
    const before = await standing(two)
    const imports = (await call(two, { url: '/v1/member-imports' })).json<MemberImport[]>()
    const id = imports.find(({ levels }) => levels > 0)?.id ?? ''
    expect((await call(two, { method: 'POST', url: `/v1/change-sets/${id}/undo` })).statusCode).toBe(200)
    const { skills, levels } = await standing(two)
    // what the coach has marked since stays, and what was brought below a pass goes too
    expect(levels).toMatchObject([{ firstname: 'Siân', node_id: '/stage-1', state: 'started', percent: 25 }])
    const stays = skills.filter(({ node_id, firstname }) => node_id === '/stage-1/float' && firstname === 'Siân')
    expect(stays).toMatchObject([{ grade: 2, pass: 2 }])
    expect(skills).toHaveLength(before.skills.length)
    const others = skills.filter((skill) => !stays.includes(skill))
    expect(new Set(others.map(({ node_id, grade }) => [node_id.endsWith('/manual'), grade].join()))).toEqual(
      new Set(['false,-1', 'true,0']),
    )
  })
})

describe('marks of single skills in a file', () => {
  const head = 'First name,Last name,DOB,Skill,Skill result,Marked on'
  const child = 'Ffion,Filed,2017-01-02'

  test('are found by title or address, with a word of the scale or a number; what is not found is named', async () => {
    const draft = await upload(
      two,
      [
        head,
        `${child},Float,Good,03/04/2025`,
        `${child},stage-1 glide,yes,13/04/2025`,
        `${child},swim/stage-1/kick,,14/04/2025`,
        `${child},Somersault,yes,`,
        `${child},Dive,maybe,`,
      ].join('\n'),
    )
    expect(draft.columns).toEqual(['firstname', 'lastname', 'dob', 'skill', 'skill_grade', 'level_passed_on'])
    expect((await badRows(two, draft.id)).map(({ problems }) => problems)).toEqual([
      [{ field: 'skill', problem: 'unknown-skill' }],
      [{ field: 'skill_grade', problem: 'not-a-grade' }],
    ])
    await change(two, draft.id, { leave_out_bad: true })
    expect(await run(two, draft.id)).toMatchObject({ entered: 1, levels: 2 })
    const { rows } = await world.owner.query(
      `SELECT node_id, results.grade, pass, to_char(to_timestamp(ts) AT TIME ZONE 'Europe/London', 'YYYY-MM-DD') AS on FROM results
       JOIN members ON members.client_id = results.client_id AND members.id = results.member_id
       WHERE lastname = 'Filed' ORDER BY node_id`,
    )
    expect(rows).toEqual([
      { node_id: '/stage-1/float', grade: 2, pass: 3, on: '2025-04-03' },
      { node_id: '/stage-1/glide', grade: 4, pass: 3, on: '2025-04-13' },
    ])
  })

  test('stay as they are where the club has marked a skill, unless it was passed elsewhere', async () => {
    const draft = await upload(
      two,
      [head, `${child},Float,Fair,2025-05-03`, `${child},glide,Fair,2025-05-03`, `${child},float,Pass,2025-05-04`].join(
        '\n',
      ),
    )
    // the last mark of float is a pass, and glide is passed here
    expect(draft).toMatchObject({ levels_only: 2, same: 1, bad: 0 })
  })

  test('with grades that do not exist are refused with the column', async () => {
    const draft = await upload(
      two,
      [
        'firstname,lastname,dob,skill,skill_grade,skill_pass',
        'Gwen,Filed,2017-01-02,swim/stage-1/float,6,3',
        'Gwen,Filed,2017-01-02,swim/stage-1/float,2,0',
        'Gwen,Filed,2017-01-02,swim/stage-2,3,1',
      ].join('\n'),
    )
    expect((await badRows(two, draft.id)).map(({ problems }) => problems)).toEqual([
      [{ field: 'skill_grade', problem: 'not-a-number-of-grade' }],
      [expect.objectContaining({ field: 'skill_pass', problem: 'not-a-pass-grade' })],
      [expect.objectContaining({ field: 'skill_grade', problem: 'not-a-number-of-grade' })],
    ])
  })
})
