import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { ImportRow, ImportValues, MemberImport } from '#contract/flows/member-imports.ts'
import type { ClubMember } from '#contract/members/club-members.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''
let worker: Worker
const errors: unknown[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  token = (await world.logIn(one, 'club')).token
  worker = createJobWorker(world, (error) => errors.push(error))
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
const urlOf = (id: string, path = '') => `/v1/member-imports/${id}${path}`

async function createDraft(...lines: string[]): Promise<MemberImport> {
  const headers = { 'content-type': 'text/csv' }
  const reply = await call({ method: 'POST', url: '/v1/member-imports', headers, payload: lines.join('\n') })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberImport>()
}
const change = async (id: string, payload: object) => {
  const reply = await call({ method: 'PATCH', url: urlOf(id), payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<MemberImport>()
}
const valuesOf = async (id: string) => (await call({ url: urlOf(id, '/values') })).json<ImportValues>()
const rowsOf = async (id: string) => (await call({ url: urlOf(id, '/rows?per_page=100') })).json<ImportRow[]>()
async function run(id: string): Promise<MemberImport> {
  const reply = await call({ method: 'POST', url: urlOf(id, '/start') })
  expect(reply.statusCode, reply.body).toBe(202)
  await worker.runDue(one.id)
  return (await call({ url: urlOf(id) })).json<MemberImport>()
}
const undo = (id: string) => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })
const groupsOf = async (search: string) => {
  const found = (await call({ url: `/v1/members?search=${search}&with_groups=1&sort=alastname` })).json<ClubMember[]>()
  return Object.fromEntries(found.map(({ firstname, groups }) => [firstname, (groups ?? []).map(({ name }) => name)]))
}
const progressOf = async (search: string) => {
  const [found] = (await call({ url: `/v1/members?search=${search}` })).json<ClubMember[]>()
  return (await call({ url: `/v1/members/${found?.uuid}/progress` })).json<MemberProgress>()
}

describe('groups of a file', () => {
  test('are the club’s by name; others are made on request, and taken back by the undo', async () => {
    const group = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
    const draft = await createDraft(
      'First name,Last name,Date of birth,Status,Class,Second class,Class',
      `Ada,Grouped,2016-01-02,active,${group.name.toUpperCase()},,`,
      'Bea,Grouped,2016-01-03,active,Monday 4pm,,Squad; Monday 4PM',
      'Cal,Grouped,2016-01-04,inactive,Monday 4pm,,',
      'Dee,Grouped,2016-01-05,active,Old class,,None',
    )
    expect(draft.columns).toEqual(['firstname', 'lastname', 'dob', 'status', 'groups', null, 'groups'])
    expect(draft).toMatchObject({ ready: 1, bad: 3 })
    const values = await valuesOf(draft.id)
    expect(values.find(({ field }) => field === 'groups')?.texts).toEqual([
      { key: 'monday 4pm', text: 'Monday 4pm', count: 3, means: null },
      { key: group.name.toLowerCase(), text: group.name.toUpperCase(), count: 1, means: one.group },
      { key: 'squad', text: 'Squad', count: 1, means: null },
      { key: 'old class', text: 'Old class', count: 1, means: null },
    ])
    const chosen = { 'monday 4pm': '+', squad: '+', 'old class': '' }
    expect(await change(draft.id, { choices: { groups: chosen } })).toMatchObject({ ready: 4, bad: 0 })
    expect(await run(draft.id)).toMatchObject({ state: 'done', entered: 4 })
    expect(await groupsOf('Grouped')).toEqual({
      Ada: [group.name],
      Bea: ['Monday 4pm', 'Squad'],
      Cal: [],
      Dee: [],
    })
    // the same file again: what was chosen is remembered, and nothing is left to bring
    const again = await createDraft(
      'First name,Last name,Date of birth,Status,Class',
      'Bea,Grouped,2016-01-03,active,Squad',
      'Dee,Grouped,2016-01-05,active,Squad',
    )
    expect(again).toMatchObject({ ready: 0, same: 1, levels_only: 1, bad: 0 })
    const joined = await run(again.id)
    // what was added to a child who was here is not counted as if nothing came
    expect(joined).toMatchObject({ state: 'done', entered: 0, same: 1, levels_only: 1, places: 1 })
    expect((await groupsOf('Grouped'))['Dee']).toEqual(['Squad'])
    expect((await undo(joined.id)).statusCode).toBe(200)
    expect(await groupsOf('Grouped')).toMatchObject({ Bea: ['Monday 4pm', 'Squad'], Dee: [] })

    // another import has worked with Dee since
    expect((await undo(draft.id)).json()).toMatchObject({ kept: [{ name: 'Dee Grouped', why: 'changed' }] })
    expect(await groupsOf('Grouped')).toEqual({ Dee: [] })
    const { rows } = await world.owner.query(
      `SELECT name FROM groups WHERE name IN ('Monday 4pm', 'Squad') AND last_date IS NULL`,
    )
    expect(rows).toEqual([])
  })

  test('that an import has made stay when the office has worked with them since, and the undo says so', async () => {
    const draft = await createDraft(
      'First name,Last name,Date of birth,Group',
      'Ivy,Worked,2016-01-02,Herons',
      'Jan,Worked,2016-01-03,Kites',
    )
    await change(draft.id, { choices: { groups: { herons: '+', kites: '+' } } })
    expect(await run(draft.id)).toMatchObject({ state: 'done', entered: 2 })
    const [herons] = (await call({ url: '/v1/groups?search=Herons' })).json<GroupDetail[]>()
    const { revision } = (await call({ url: `/v1/groups/${herons?.id}` })).json<GroupDetail>()
    const changed = await call({
      method: 'PATCH',
      url: `/v1/groups/${herons?.id}`,
      headers: { 'if-match': `"${revision}"` },
      payload: { weekdays: [1], start_at: '16:00' },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const undone = await undo(draft.id)
    expect(undone.json(), undone.body).toMatchObject({ kept: [{ why: 'used', id: herons?.id, name: 'Herons' }] })
    expect(await groupsOf('Worked')).toEqual({})
    const { rows } = await world.owner.query(
      `SELECT name FROM groups WHERE name IN ('Herons', 'Kites') AND last_date IS NULL`,
    )
    expect(rows).toEqual([{ name: 'Herons' }])
  })

  test('come back from the file of members whatever signs their names have', async () => {
    const group = { name: 'U8; beginners | pool A', weekdays: [1], first_date: '2020-01-01' }
    const { id } = (await call({ method: 'POST', url: '/v1/groups', payload: group })).json<GroupDetail>()
    const entered = await call({
      method: 'POST',
      url: '/v1/members',
      payload: { firstname: 'Kit', lastname: 'Signs', dob: '2016-01-02' },
    })
    const members = { member_uuids: [entered.json<ClubMember>().uuid] }
    await call({ method: 'POST', url: `/v1/groups/${id}/members`, payload: members })
    const { body } = await call({ url: '/v1/members/file?search=Signs' })
    const draft = await createDraft(body)
    expect(await rowsOf(draft.id)).toMatchObject([{ problems: [] }])
    expect(draft).toMatchObject({ same: 1, bad: 0 })
    await call({ method: 'DELETE', url: urlOf(draft.id) })
  })

  test('are what was chosen for their names also when the file is read in another way', async () => {
    const { id } = await createDraft(
      'First name,Last name,Date of birth,Group',
      'Given name,Family name,DOB,Class',
      'Eve,Reread,2016-01-02,Newts',
    )
    await change(id, { choices: { groups: { newts: '+' } } })
    const reread = await call({ method: 'PUT', url: urlOf(id, '/reading'), payload: { header_row: 2 } })
    expect(reread.json()).toMatchObject({ columns: ['firstname', 'lastname', 'dob', 'groups'], ready: 1, bad: 0 })
    await call({ method: 'DELETE', url: urlOf(id) })
  })

  test('stay with a child who has a mark there since; the places of a group are not exceeded', async () => {
    await world.owner.query('UPDATE groups SET max_size = 3 WHERE id = $1', [one.group])
    const { name } = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
    const draft = await createDraft(
      'First name,Last name,Date of birth,Group',
      `Eli,Placed,2016-01-02,${name}`,
      `Fay,Placed,2016-01-03,${name}`,
    )
    expect(draft).toMatchObject({ ready: 1, bad: 1 })
    expect((await rowsOf(draft.id))[1]?.problems).toEqual([{ field: 'groups', problem: 'group-full' }])
    await change(draft.id, { leave_out_bad: true })
    const done = await run(draft.id)
    expect(await groupsOf('Placed')).toEqual({ Eli: [name] })
    const [eli] = (await call({ url: '/v1/members?search=Placed' })).json<ClubMember[]>()
    await world.owner.query(
      `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
       VALUES ($1, 'eli', 'attendance', $2, $3, $4, '2026-11-20', '"present"', $5, 1)`,
      [one.id, one.club, eli?.uuid, one.group, one.coach],
    )
    expect((await undo(done.id)).json()).toMatchObject({ obstacles: [{ why: 'marks' }] })
    expect(await groupsOf('Placed')).toEqual({ Eli: [name] })
    await world.owner.query('UPDATE groups SET max_size = NULL WHERE id = $1', [one.group])
  })

  test('in one cell are divided by commas where each stands alone elsewhere, or somebody says so', async () => {
    const heads = 'firstname,lastname,dob,group'
    const known = await createDraft(
      heads,
      'A,Comma,2016-01-02,Squad A',
      'B,Comma,2016-01-03,"Squad A, Squad B"',
      'C,Comma,2016-01-04,Squad B',
    )
    expect(
      (await valuesOf(known.id)).map(({ field, texts }) => [
        field,
        texts.map(({ text, count, means }) => [text, count, means]),
      ]),
    ).toEqual([
      ['groups_comma', [['Squad A, Squad B', 1, 'divides']]],
      [
        'groups',
        [
          ['Squad A', 2, null],
          ['Squad B', 2, null],
        ],
      ],
    ])
    const draft = await createDraft(
      heads,
      'D,Comma,2016-01-05,"Otters, Mon 4pm"',
      'E,Comma,2016-01-06,"Otters, Tue 4pm"',
    )
    const [question, asked] = await valuesOf(draft.id)
    expect(question?.texts[0]?.means).toBe(null)
    expect(asked?.texts.map(({ text }) => text)).toEqual(['Otters, Mon 4pm', 'Otters, Tue 4pm'])
    const groups = Object.fromEntries(['otters', 'mon 4pm', 'tue 4pm'].map((key) => [key, '+']))
    expect(await change(draft.id, { choices: { groups_comma: { ',': 'divides' }, groups } })).toMatchObject({
      ready: 2,
    })
    await run(draft.id)
    expect(await groupsOf('Comma')).toEqual({ D: ['Mon 4pm', 'Otters'], E: ['Otters', 'Tue 4pm'] })
  })

  test('that are not known, or longer than a name may be, are refused with their column', async () => {
    const draft = await createDraft('First name,Last name,Date of birth,Group', `Gus,Long,2016-01-02,${'x'.repeat(51)}`)
    expect((await rowsOf(draft.id))[0]?.problems).toEqual([{ field: 'groups', problem: 'unknown-group' }])
    await change(draft.id, { choices: { groups: { ['x'.repeat(51)]: '+' } } })
    expect((await rowsOf(draft.id))[0]?.problems).toEqual([{ field: 'groups', problem: 'too-long' }])
    const foreign = { choices: { groups: { a: world.tenants[1].group } } }
    expect((await call({ method: 'PATCH', url: urlOf(draft.id), payload: foreign })).json()).toMatchObject({
      status: 400,
      field: 'choices/groups',
    })
  })
})

describe('a table of children and levels', () => {
  test('says of each level whether it is passed, and when; nothing follows for others', async () => {
    const draft = await createDraft(
      'Swimmer,DOB,stage-1,Stage 2 date,Stage 2 pool',
      'Hal Table,2016-01-02,,21/05/2025,x',
      'Ivy Table,2016-01-03,✓,not yet,x',
      'Jon Table,2016-01-04,maybe,2099-01-01,x',
    )
    expect(draft.columns).toEqual(['name', 'dob', 'passed:swim/stage-1', 'passed:swim/stage-2', null])
    expect((await rowsOf(draft.id)).map(({ levels, problems }) => [levels, problems])).toEqual([
      [[{ title: 'stage-2', level: null, on: '2025-05-21' }], []],
      [[{ title: 'stage-1', level: null, on: null }], []],
      [
        [],
        [
          { field: 'passed:swim/stage-1', problem: 'not-a-pass' },
          { field: 'passed:swim/stage-2', problem: 'future' },
        ],
      ],
    ])
    const corrected = await change(draft.id, { alike: { column: 2, text: 'maybe', put: 'no' } })
    expect(corrected).toMatchObject({ bad: 1 })
    await change(draft.id, { leave_out_bad: true })
    await run(draft.id)
    expect((await progressOf('Hal')).awards).toMatchObject([{ node_id: '/stage-2', brought: true }])
    const columns = draft.columns.with(2, 'passed:swim/stage-9')
    const refused = await createDraft('Swimmer,DOB,a,b,c', 'Kim Table,2016-01-02,,,')
    expect((await call({ method: 'PATCH', url: urlOf(refused.id), payload: { columns } })).json()).toMatchObject({
      status: 400,
      field: 'columns/2',
    })
  })

  test('of levels below levels has them in the order of the tree, and those before a passed one in its place', async () => {
    await world.owner.query(
      `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title)
       SELECT $1, id, node, parent, place, 'l', jsonb_build_object('en', title) FROM schemes,
         (VALUES ('/a', NULL, 7, 'Phase A'), ('/a/1', '/a', 1, 'A one'), ('/a/2', '/a', 2, 'A two'),
           ('/b', NULL, 8, 'Phase B'), ('/b/1', '/b', 1, 'B one'), ('/b/2', '/b', 2, 'B two')) level (node, parent, place, title)
       WHERE client_id = $1 AND slug = 'swim'`,
      [one.id],
    )
    const draft = await createDraft('Name,DOB,Level passed,Passed on', 'Ned Nested,2016-01-02,B two,2025-05-21')
    const options = (await valuesOf(draft.id)).find(({ field }) => field === 'level_passed')?.options ?? []
    const own = ['Phase A', 'A one', 'A two', 'Phase B', 'B one', 'B two']
    expect(options.map(({ words }) => words).filter((words) => own.includes(words ?? ''))).toEqual(own)
    expect((await rowsOf(draft.id))[0]?.levels).toEqual([
      { title: 'B one', level: null, on: null },
      { title: 'B two', level: null, on: '2025-05-21' },
    ])
    await world.owner.query(`UPDATE scheme_nodes SET deleted_at = now() WHERE id ~ '^/[ab]'`)
  })

  test('may stand in one cell with the day, or say that the child still works at it; each is asked about once', async () => {
    const draft = await createDraft(
      'Swimmer,DOB,Award,Level',
      'Ann Words,2016-01-02,Stage 1 passed 25/03/2025,Working towards Stage 2',
      'Bea Words,2016-01-03,Stage 2 (12 Mar 2025),Stage 3 (in progress)',
      'Cai Words,2016-01-04,Old badge - 3 May 2025,',
      'Dai Words,2016-01-05,Old badge - 4 May 2025,',
    )
    const [award] = (await valuesOf(draft.id)).filter(({ field }) => field === 'level_passed')
    expect(award?.texts.map(({ text, count, means }) => [text, count, means])).toEqual([
      ['Old badge', 2, null],
      ['Stage 1', 1, 'swim/stage-1'],
      ['Stage 2', 1, 'swim/stage-2'],
    ])
    await change(draft.id, { choices: { level_passed: { 'old badge': '' } } })
    expect((await rowsOf(draft.id)).map(({ levels }) => levels.map(({ title, on }) => `${title} ${on}`))).toEqual([
      ['stage-1 2025-03-25'],
      ['stage-1 null', 'stage-2 2025-03-12'],
      [],
      [],
    ])
  })

  test('names the coach who passed a level, whom the history then shows', async () => {
    const draft = await createDraft(
      'Name,DOB,Level,Passed on,Group,Coach',
      'Lou Coached,2016-01-02,Stage 2,21/05/2025,,anna pritchard',
      'Max Coached,2016-01-03,Stage 1,,,J. Smith',
    )
    expect(draft.columns).toEqual(['name', 'dob', 'level_passed', 'level_passed_on', 'groups', 'level_coach'])
    const coaches = (await valuesOf(draft.id)).find(({ field }) => field === 'level_coach')
    expect(coaches?.options).toContainEqual({ value: one.coach, words: 'Anna Pritchard', scheme: null })
    expect(coaches?.texts).toEqual([
      { key: 'anna pritchard', text: 'anna pritchard', count: 1, means: one.coach },
      { key: 'j smith', text: 'J. Smith', count: 1, means: null },
    ])
    expect(await change(draft.id, { choices: { level_coach: { 'j smith': '' } } })).toMatchObject({ ready: 2, bad: 0 })
    await run(draft.id)
    const { rows } = await world.owner.query<{ node_id: string; author_id: string }>(
      `SELECT mark.node_id, mark.author_id FROM assessments mark JOIN members ON members.id = mark.member_id
       WHERE members.lastname = 'Coached' ORDER BY members.firstname, mark.node_id`,
    )
    expect(rows.map(({ node_id, author_id }) => [node_id, author_id === one.coach])).toEqual([
      ['/stage-1/manual', false],
      ['/stage-2/manual', true],
      ['/stage-1/manual', false],
    ])
  })
})

describe('a table of children and skills', () => {
  const [sian, beca] = ["Siân,O'Connor,2017-05-06", "Beca,O'Connor,2017-05-06"]
  const marksOf = async (id: string) => {
    const { rows } = await world.owner.query<{ node_id: string; grade: number }>(
      `SELECT node_id, grade FROM results WHERE member_id = $1 ORDER BY node_id`,
      [id],
    )
    return Object.fromEntries(rows.map(({ node_id, grade }) => [node_id, grade]))
  }

  test('becomes marks of another place: a level follows, without a mail; a coach goes on, and the undo restores', async () => {
    const [id] = one.members
    await world.owner.query('UPDATE users SET award_mail = true')
    await world.owner.query(
      `UPDATE scheme_nodes SET title = '{"en": "dive", "cy": "plymio"}' WHERE client_id = $1 AND id = '/stage-2/turn'`,
      [one.id],
    )
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(id, '/stage-1/glide', 2, { ms: ++world.clock.now }))
    world.clock.now += 1000
    const draft = await createDraft(
      'First name,Last name,DOB,Float,stage-1: glide,Stage 1 kick passed on,Dive',
      `${sian},Yes,✓,21/05/2025,Pass`,
      `${beca},x,Fair,n/a,not yet`,
      'Cai,Skilled,2016-01-04,maybe,,,',
      'Dai,Skilled,2016-01-05,maybe,,,',
    )
    const skills = ['float', 'glide', 'kick'].map((skill) => `passed:swim/stage-1/${skill}`)
    expect(draft.columns).toEqual(['firstname', 'lastname', 'dob', ...skills, null])
    // two levels have a skill of this name
    const fields = ['passed:swim/stage-1/dive', 'passed:swim/stage-2/turn']
    expect(draft.asked).toEqual([{ column: 6, fields }])
    const matched = await change(draft.id, { columns: draft.columns.with(6, fields[0] ?? null) })
    expect(matched).toMatchObject({ asked: [], levels_only: 2, bad: 2 })
    const brought = (title: string, on: string | null = null) => ({ title, level: 'stage-1', on })
    const unknown = [{ field: 'passed:swim/stage-1/float', problem: 'not-a-grade' }]
    expect((await rowsOf(draft.id)).map(({ levels, problems }) => [levels, problems])).toMatchObject([
      [[brought('float'), brought('glide'), brought('kick', '2025-05-21'), brought('dive')], []],
      [[brought('float')], []],
      [expect.anything(), unknown],
      [expect.anything(), unknown],
    ])
    await change(draft.id, { alike: { column: 3, text: 'maybe', put: 'good' } })
    world.announced.length = 0
    expect(await run(draft.id)).toMatchObject({ state: 'done', entered: 2, levels: 5 })
    const told = () => world.announced.flatMap(({ parents }) => parents)
    expect(told()).toContainEqual([one.parent, id])

    const all = { '/stage-1/float': 3, '/stage-1/glide': 3, '/stage-1/kick': 3, '/stage-1/dive': 3 }
    expect(await marksOf(id)).toEqual(all)
    const [child] = (await call({ url: '/v1/members?search=Siân' })).json<ClubMember[]>()
    expect(child?.uuid).toBe(id)
    expect((await progressOf('Siân')).awards).toMatchObject([{ node_id: '/stage-1', brought: true }])
    expect((await progressOf('Beca')).progress['swim']?.['/stage-1']).toMatchObject({ state: 'started', percent: 25 })
    expect(
      await marksOf((await call({ url: '/v1/members?search=Skilled' })).json<ClubMember[]>()[0]?.uuid ?? ''),
    ).toEqual({})
    world.clock.now += 60 * 60_000
    expect(await world.mails(one)).toEqual([])

    const later = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await later.push(later.mark(id, '/stage-1/float', 1, { ms: ++world.clock.now }))
    token = (await world.logIn(one, 'club')).token
    expect((await progressOf('Siân')).progress['swim']?.['/stage-1']?.state).not.toBe('passed')
    world.announced.length = 0
    expect((await undo(draft.id)).statusCode).toBe(200)
    expect(told()).toContainEqual([one.parent, id])
    // the coach's marks stand, before the import and after it
    expect(await marksOf(id)).toEqual({
      '/stage-1/float': 1,
      '/stage-1/glide': 2,
      '/stage-1/kick': -1,
      '/stage-1/dive': -1,
    })
  })

  test('of a child who has passed them already brings nothing', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(one.members[1], '/stage-1/kick', 3, { ms: ++world.clock.now }))
    token = (await world.logIn(one, 'club')).token
    expect(await createDraft('First name,Last name,DOB,Kick', `${beca},yes`)).toMatchObject({ same: 1, levels_only: 0 })
  })
})

describe('a file from a spreadsheet', () => {
  test('may have merged cells: a row without a name goes on with the child above, and brings a group or level', async () => {
    const draft = await createDraft(
      'First name,Last name,Date of birth,Telephone,Class,Level passed,Passed on',
      'Pia,Merged,2016-01-02,029 2087 4000,Robins,Stage 1,13/04/2025',
      ',,,,Wrens,Stage 2,14/05/2025',
      'Quin,Merged,2016-01-03,,Robins,,',
      ',,,029 2087 4001,Wrens,,',
    )
    const ready = await change(draft.id, { choices: { groups: { robins: '+', wrens: '+' } } })
    expect(ready).toMatchObject({ ready: 2, levels_only: 1, bad: 1 })
    // a row with something else of its own is shown, and not taken for the child above
    expect((await rowsOf(draft.id))[3]?.problems).toContainEqual({ field: 'firstname', problem: 'required' })
    await change(draft.id, { leave_out_bad: true })
    await run(draft.id)
    expect(await groupsOf('Merged')).toEqual({ Pia: ['Robins', 'Wrens'], Quin: ['Robins'] })
    expect((await progressOf('Pia')).awards.map(({ node_id }) => node_id)).toEqual(['/stage-2', '/stage-1'])
  })

  test('may have headings in two rows under a title, and sums and notes under the table', async () => {
    const draft = await createDraft(
      'Sunnydale members,,,,',
      ',Child,,Parent,',
      'No.,Forename,Surname,Name,D.O.B.',
      'SD-1,Ria,Titled,Ann Titled,2016-01-02',
      'Total,,,,1',
      'Printed by the office,,,,',
    )
    expect(draft.header).toEqual(['No.', 'Child Forename', 'Child Surname', 'Parent Name', 'D.O.B.'])
    expect(draft.columns).toEqual(['ngo_id', 'firstname', 'lastname', 'guardian_name', 'dob'])
    expect(draft).toMatchObject({ rows: 3, ready: 1, out: 2 })
  })
})

describe('medical notes in a file', () => {
  test('are noted in the log when somebody reads rows with them, and never stand there', async () => {
    const entries = async () => {
      const { rows } = await world.owner.query<{ entry: string }>(
        `SELECT entry::text FROM audit_log entry WHERE action = 'read-medical' AND entity = 'member-import'`,
      )
      return rows.map(({ entry }) => entry)
    }
    const draft = await createDraft(
      'First name,Last name,Date of birth,Medical,Shoes',
      'Nia,Noted,2016-01-02,Wasp stings,31',
      'Owen,Noted,2016-01-03,,32',
    )
    expect(await entries()).toEqual([])
    await rowsOf(draft.id)
    expect(await entries()).toHaveLength(1)
    await call({ url: urlOf(draft.id, '/preview') })
    expect(await entries()).toHaveLength(2)
    expect((await entries()).join()).toContain(draft.id)
    expect((await entries()).join()).not.toContain('Wasp')
    // a page without such a note
    await change(draft.id, { alike: { column: 3, text: 'x', put: 'y' } })
    const reply = await call({ url: urlOf(draft.id, '/rows?per_page=1&page=1') })
    expect(reply.json<ImportRow[]>()).toMatchObject([{ cells: ['Owen', 'Noted', '2016-01-03', '', '32'] }])
    expect(await entries()).toHaveLength(2)
  })
})
