import { readFile } from 'node:fs/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { ChangeSetFacts, type ChangeSet, type Undone } from '#contract/flows/change-sets.ts'
import type { TermBoard, TermDraft } from '#contract/flows/term-board.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { ClubMember, MemberDetail } from '#contract/members/club-members.ts'
import type { UndoReason } from '#contract/platform/undo.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { createUser } from '#server/identity/users/commands.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { undoKinds } from './kinds.ts'

// Whatever the journal holds can be undone after later edits of other things, or says why not [R9.4].

const SECOND_ADMIN = 'second@one.example'

let database: TestDatabase
let world: World
let one: Tenant
let worker: Worker
/** The tokens of the administrator who does and undoes everything, and of the one who edits in between. */
let token = ''
let secondToken = ''
let device: Device

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  token = (await world.logIn(one, 'club')).token
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const passwordHash = await hashPassword(PASSWORD)
  await inTenant(world.db, one.id, 'write', (tx) =>
    createUser(tx, null, {
      id: crypto.randomUUID(),
      type: 'admin',
      email: SECOND_ADMIN,
      username: null,
      firstname: 'Mared',
      lastname: 'Hughes',
      passwordHash,
      clubIds: [one.club],
    }),
  )
  const credentials = { client_id: one.id, type: 'admin', email: SECOND_ADMIN, password: PASSWORD }
  const login = await world.request({
    method: 'POST',
    url: '/v1/auth/login',
    host: one.host('club'),
    payload: credentials,
  })
  secondToken = login.json<LoginReply>().token
  worker = createJobWorker(world, (error) => void Promise.reject(error))
})
afterAll(async () => {
  await worker.close()
  await world.close()
  await database.drop()
})

/** Calls the club's API and expects success. */
async function call(options: InjectOptions, by = token): Promise<LightMyRequestResponse> {
  const reply = await world.request({ host: one.host('club'), token: by, ...options })
  expect(reply.statusCode, `${options.method} ${JSON.stringify(options.url)}: ${reply.body}`).toBeLessThan(300)
  return reply
}
const post = (url: string, payload: object, by = token) => call({ method: 'POST', url, payload }, by)
const undo = (id: string) =>
  world.request({ method: 'POST', url: `/v1/change-sets/${id}/undo`, host: one.host('club'), token })
const listChangeSets = async () => (await call({ url: '/v1/change-sets?per_page=100' })).json<ChangeSet[]>()

/** What a case is about: a child who is in the first of two groups, and another child who is in none. */
interface Setting {
  child: string
  other: string
  first: string
  second: string
}

let settings = 0
/** New children and groups for each run of a case. */
async function newSetting(): Promise<Setting> {
  const letter = String.fromCharCode(97 + settings++)
  const enterMember = async (firstname: string) =>
    (await post('/v1/members', { firstname, lastname: `Case ${letter}`, dob: '2017-01-02' })).json<MemberDetail>().uuid
  const createGroup = async (name: string) => {
    const fields = { name: `${name} ${letter}`, scheme_slug: 'swim', levels: ['/stage-1'], first_date: '2020-01-01' }
    const times = { start_at: '16:00', duration_minutes: 30, weekdays: [0, 1, 2, 3, 4, 5, 6], last_date: null }
    const limits = { place: null, max_size: 4, age_from: null, age_to: null, assessment_level_limit: false }
    const coaches = [{ uuid: one.coach, from: '2020-01-01', to: null }]
    return (await post('/v1/groups', { ...fields, ...times, ...limits, is_slot: false, coaches })).json<GroupDetail>()
      .id
  }
  const setting = {
    child: await enterMember('Non'),
    other: await enterMember('Ali'),
    first: await createGroup('First'),
    second: await createGroup('Second'),
  }
  await enterGroup(setting.first, setting.child)
  // the child has been in the group for a month
  await world.owner.query('UPDATE group_members SET from_date = from_date - 30 WHERE member_id = $1', [setting.child])
  return setting
}

const enterGroup = async (group: string, member: string, by = token) =>
  undoOf(await post(`/v1/groups/${group}/members`, { member_uuids: [member] }, by))
const changeMany = async (member: string, action: object, by = token) =>
  undoOf(await post('/v1/members/bulk', { ...action, member_uuids: [member] }, by))
const undoOf = (reply: LightMyRequestResponse) => reply.json<{ undo: string }>().undo
const move = async (member: string, from: string, to: string, by = token) =>
  undoOf(await post(`/v1/groups/${from}/members/${member}/move`, { group_id: to }, by))
async function change(member: string, patch: object, by = token): Promise<string> {
  const { revision } = (await call({ url: `/v1/members/${member}` })).json<MemberDetail>()
  const headers = { 'if-match': `"${revision}"` }
  return undoOf(await call({ method: 'PATCH', url: `/v1/members/${member}`, headers, payload: patch }, by))
}
async function takeRegister(group: string, memberUuid: string): Promise<void> {
  const date = world.today()
  const { outcomes } = await device.push(
    device.registerEntry({ kind: 'attendance', groupId: group, date, memberUuid }, 'present', { groupId: group }),
  )
  expect(outcomes).toMatchObject([{ outcome: 'applied' }])
}
/** Applies a board that moves one member and notes that another stays. */
async function applyBoard({ child, other, first, second }: Setting): Promise<string> {
  const decisions = [
    { group_id: first, member_uuid: child, decision: 'move', to_group_id: second },
    { group_id: first, member_uuid: other, decision: 'stay' },
  ]
  const draft = await call({ method: 'PATCH', url: '/v1/term-board', payload: { decisions } })
  // what the board notes must be newer than what coaches have noted
  world.clock.now += 1000
  const headers = { 'if-match': `"${draft.json<TermDraft>().revision}"` }
  await call({ method: 'POST', url: '/v1/term-board/apply', headers })
  return (await call({ url: '/v1/term-board' })).json<TermBoard>().applied?.id ?? ''
}
const importName = (group: string) => `Imported${group.replaceAll(/[^a-f]/g, '')}`
/** Imports one member from a file. */
async function importMember({ first }: Setting): Promise<string> {
  const headers = { 'content-type': 'text/csv' }
  const payload = `First name,Last name,Date of birth\nNia,${importName(first)},2016-02-03`
  const { id } = (await call({ method: 'POST', url: '/v1/member-imports', headers, payload })).json<MemberImport>()
  await call({ method: 'POST', url: `/v1/member-imports/${id}/start` })
  await worker.runDue(one.id)
  return id
}
async function changeImported({ first }: Setting): Promise<void> {
  const [imported] = (await call({ url: `/v1/members?search=${importName(first)}` })).json<ClubMember[]>()
  await change(imported?.uuid ?? '', { phones: ['0800 1'] }, secondToken)
}
/** Imports the archive of a club with one member. */
async function importArchive({ first }: Setting): Promise<string> {
  const members = strToU8(`firstname,lastname,dob\nNia,${importName(first)},2016-02-03`)
  const payload = Buffer.from(zipSync({ 'members.csv': members }))
  const headers = { 'content-type': 'application/zip' }
  await call({ method: 'POST', url: '/v1/club-return', headers, payload })
  return (await listChangeSets()).find(({ facts }) => facts.kind === 'return')?.id ?? ''
}
/** Gives the second record what a merge brings to the first: a group, fields, a mark and an attendance. */
async function fillOther({ other, second }: Setting): Promise<void> {
  await enterGroup(second, other)
  await change(other, { phones: ['07700 900'], medical: 'Nuts' })
  const { outcomes } = await device.push(device.mark(other, '/stage-1/float', 3, { payload: { groupId: second } }))
  expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  await takeRegister(second, other)
}
async function merge({ child, other }: Setting): Promise<string> {
  await post(`/v1/members/${child}/merge`, { merged_uuid: other })
  return (await listChangeSets()).find(({ facts }) => facts.kind === 'merge' && facts.kept_uuid === child)?.id ?? ''
}

interface Case {
  /** What is listed as done. */
  facts: Partial<ChangeSetFacts> & Pick<ChangeSetFacts, 'kind'>
  /** What has to be there before. */
  arrange?: (setting: Setting) => Promise<unknown>
  /** Does it through the API, and returns the id of the change set. */
  act: (setting: Setting) => Promise<string>
  /** A later edit that the undo would spoil. */
  related: (setting: Setting) => Promise<unknown>
  /** Why the undo is refused then, and who is named as the author. */
  why: UndoReason
  by?: string
}

const squad = { action: 'tag', tag: 'Squad', on: 1 }

const cases: Record<string, Case> = {
  'making a member inactive': {
    facts: { kind: 'members', did: 'inactive', count: 1 },
    act: ({ child }) => changeMany(child, { action: 'status', status: 'inactive' }),
    related: ({ child }) => changeMany(child, { action: 'status', status: 'active' }, secondToken),
    why: 'changed',
  },
  'making a member inactive in the detail view': {
    facts: { kind: 'members', did: 'inactive', count: 1 },
    act: ({ child }) => change(child, { status: 'inactive' }),
    related: ({ child }) => change(child, { status: 'active' }, secondToken),
    why: 'changed',
  },
  'making a member active': {
    facts: { kind: 'members', did: 'active', left: [], entered: [] },
    arrange: ({ other }) => changeMany(other, { action: 'status', status: 'inactive' }),
    act: ({ other }) => changeMany(other, { action: 'status', status: 'active' }),
    related: ({ other }) => changeMany(other, { action: 'status', status: 'inactive' }, secondToken),
    why: 'changed',
  },
  'giving an ability group': {
    facts: { kind: 'members', did: 'tag', tag: 'Squad' },
    act: ({ child }) => changeMany(child, squad),
    related: ({ child }) => changeMany(child, { ...squad, tag: 'Masters' }, secondToken),
    why: 'changed',
  },
  'taking an ability group': {
    facts: { kind: 'members', did: 'untag', tag: 'Squad' },
    arrange: ({ child }) => changeMany(child, squad),
    act: ({ child }) => changeMany(child, { ...squad, on: 0 }),
    related: ({ child }) => changeMany(child, squad, secondToken),
    why: 'changed',
  },
  'putting a member into a group': {
    facts: { kind: 'members', did: 'enter', left: [] },
    act: ({ second, other }) => enterGroup(second, other),
    related: ({ second, other }) => takeRegister(second, other),
    why: 'marks',
    by: 'Anna Pritchard',
  },
  'taking a member out of a group': {
    facts: { kind: 'members', did: 'leave', entered: [] },
    act: async ({ first, child }) =>
      undoOf(await call({ method: 'DELETE', url: `/v1/groups/${first}/members/${child}` })),
    related: ({ first, child }) => enterGroup(first, child, secondToken),
    why: 'changed',
  },
  'moving a member to another group': {
    facts: { kind: 'members', did: 'move', count: 1 },
    act: ({ child, first, second }) => move(child, first, second),
    related: ({ child, first, second }) => move(child, second, first, secondToken),
    why: 'changed',
  },
  'applying the end-of-term board': {
    facts: { kind: 'term-board', moves: 1, stays: 1 },
    arrange: ({ first, other }) => enterGroup(first, other),
    act: applyBoard,
    related: ({ child, second }) =>
      call({ method: 'DELETE', url: `/v1/groups/${second}/members/${child}` }, secondToken),
    why: 'changed',
  },
  'importing members': {
    facts: { kind: 'import', entered: 1 },
    act: importMember,
    related: changeImported,
    why: 'changed',
  },
  'importing an archive': {
    facts: { kind: 'return', entered: 1, groups: 0 },
    act: importArchive,
    related: changeImported,
    why: 'changed',
  },
  'merging two records': {
    facts: { kind: 'merge', kept: expect.stringMatching(/^Non Case/) as string },
    arrange: fillOther,
    act: merge,
    related: async ({ child }) => {
      const { lastname } = (await call({ url: `/v1/members/${child}` })).json<MemberDetail>()
      const third = await post('/v1/members', { firstname: 'Nonna', lastname, dob: '2017-01-02' })
      await post(`/v1/members/${third.json<MemberDetail>().uuid}/merge`, { merged_uuid: child }, secondToken)
    },
    why: 'merged',
  },
}

/** All that the actions may change about the children of a setting and the members of an import. */
async function readState({ child, other, first }: Setting): Promise<unknown> {
  const ids = [child, other]
  const state: Record<string, string[]> = {}
  for (const [name, sql] of Object.entries({
    places: 'SELECT group_id, member_id, from_date::text, to_date::text FROM group_members WHERE member_id = ANY($1)',
    status: 'SELECT member_id, status, tags FROM club_members WHERE member_id = ANY($1)',
    members: 'SELECT id, firstname, ngo_id, medical, phones FROM members WHERE id = ANY($1)',
    guardians: 'SELECT member_id, firstname, lastname, email FROM guardians WHERE member_id = ANY($1)',
    parents: 'SELECT member_id, user_id FROM member_links WHERE member_id = ANY($1)',
    marks: 'SELECT op_id, member_id FROM assessments WHERE member_id = ANY($1)',
    results: 'SELECT member_id, node_id, grade FROM results WHERE member_id = ANY($1)',
    progress: 'SELECT member_id, node_id, state FROM progress WHERE member_id = ANY($1)',
    // an entry that was taken back has the value null in JSON
    registers: `SELECT lane, value FROM registers WHERE member_id = ANY($1) AND value <> 'null'`,
  }))
    state[name] = (await world.owner.query(sql, [ids])).rows.map((row) => JSON.stringify(row)).sort()
  const { rows } = await world.owner.query('SELECT FROM members WHERE lastname = $1', [importName(first)])
  return { ...state, imported: rows.length }
}

/** Edits that have nothing to do with what was done, though they touch the same groups and children. */
async function editOthers({ child, first, second }: Setting): Promise<void> {
  await change(child, { note: 'Shy' }, secondToken)
  const names = { firstname: 'Cai', lastname: `Bystander ${String.fromCharCode(97 + settings)}` }
  const bystander = await post('/v1/members', { ...names, dob: '2017-01-02' }, secondToken)
  const { uuid } = bystander.json<MemberDetail>()
  for (const group of [first, second]) {
    await enterGroup(group, uuid, secondToken)
    await takeRegister(group, uuid)
  }
  const { outcomes } = await device.push(device.mark(uuid, '/stage-1/kick', 3, { payload: { groupId: first } }))
  expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  await changeMany(uuid, { action: 'status', status: 'inactive' }, secondToken)
  // the other children of the world too, and things that are undone before
  const [sian] = one.members
  const place = await enterGroup(second, sian, secondToken)
  expect((await undo(place)).statusCode).toBe(200)
}

describe.each(Object.entries(cases))('%s', (_title, { facts, arrange, act, related, why, by = 'Mared Hughes' }) => {
  test('is listed with who did it, and undone after edits of other things as if it had not been done', async () => {
    const setting = await newSetting()
    await arrange?.(setting)
    const before = await readState(setting)
    const id = await act(setting)
    expect(await readState(setting)).not.toEqual(before)
    const listed = (await listChangeSets()).find((changeSet) => changeSet.id === id)
    const days = undoKinds[facts.kind].days
    const at = Math.floor(world.clock.now / 1000)
    const until = days === null ? null : at + days * 86_400
    expect(listed).toEqual({ id, by: 'Owain Price', at, until, facts: expect.objectContaining(facts) as object })

    world.clock.now += 1000
    await editOthers(setting)
    world.clock.now += 1000
    const reply = await undo(id)
    expect(reply.json(), reply.body).toEqual({
      repeated: false,
      by: 'Owain Price',
      at: Math.floor(world.clock.now / 1000),
      kept: [],
    })
    expect(await readState(setting)).toEqual(before)
    expect((await listChangeSets()).map((changeSet) => changeSet.id)).not.toContain(id)
    const { rows } = await world.owner.query(
      `SELECT user_id, after ->> 'kind' AS kind FROM audit_log WHERE entity = 'change-set' AND entity_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ user_id: one.admin, kind: facts.kind }])

    // a repeat changes nothing, whatever was done since
    const later = await act(setting)
    const done = await readState(setting)
    expect((await undo(id)).json<Undone>()).toMatchObject({ repeated: true, by: 'Owain Price' })
    expect(await readState(setting)).toEqual(done)
    expect((await undo(later)).statusCode).toBe(200)
  })

  test('is not undone after a later edit of the same thing, which the refusal names', async () => {
    const setting = await newSetting()
    await arrange?.(setting)
    const id = await act(setting)
    world.clock.now += 1000
    await related(setting)
    const before = await readState(setting)
    const reply = await undo(id)
    expect(reply.json(), reply.body).toMatchObject({ status: 409, error: 'UNDO_STATE', obstacles: [{ why, by }] })
    const [obstacle] = reply.json<{ obstacles: { name: string; at: number }[] }>().obstacles
    expect(obstacle?.name).toMatch(/^(Non|Ali|Nia) /)
    expect(obstacle?.at).toBeGreaterThan(0)
    expect(await readState(setting)).toEqual(before)
    expect((await listChangeSets()).map((changeSet) => changeSet.id)).toContain(id)
  })
})

test('every kind of change set, and everything that one of the office can be, has a case', () => {
  const kinds = Object.values(cases).map(({ facts }) => facts.kind)
  expect(new Set(kinds)).toEqual(new Set(Object.keys(undoKinds)))
  const { anyOf } = ChangeSetFacts.anyOf[0].properties.did
  const done = Object.values(cases).flatMap(({ facts }) => ('did' in facts ? facts.did : []))
  expect(new Set(done)).toEqual(new Set(anyOf.map((literal) => literal.const)))
})

test('an undo sends tablets again what a child has whose place is back, and of others only the child', async () => {
  const { child, other, first } = await newSetting()
  const toldBy = async (undone: string) => {
    const { rows: counters } = await world.owner.query<{ rev: string }>(
      'SELECT rev FROM club_counters WHERE client_id = $1 AND club_id = $2',
      [one.id, one.club],
    )
    expect((await undo(undone)).statusCode).toBe(200)
    const { rows } = await world.owner.query<{ kind: string; key: string }>(
      `SELECT kind, key FROM changes WHERE client_id = $1 AND club_id = $2 AND rev > $3 AND position($4 IN key) > 0
       ORDER BY kind`,
      [one.id, one.club, counters[0]?.rev, child],
    )
    return rows.map(({ kind }) => kind)
  }
  await takeRegister(first, child)
  expect(await toldBy(await changeMany(child, { action: 'tag', tag: 'Squad', on: 1 }))).toEqual(['member'])
  expect(await toldBy(await enterGroup(first, other))).toEqual([])
  const makeInactive = () => changeMany(child, { action: 'status', status: 'inactive' })
  const back = ['group_member', 'member']
  expect(await toldBy(await makeInactive())).toEqual([...back, 'register'])
  const setDaysAgo = (days: number) =>
    world.owner.query('UPDATE registers SET date = $2::date - $3::int WHERE member_id = $1', [
      child,
      world.today(),
      days,
    ])
  await setDaysAgo(MAX_PAST_DAYS)
  expect(await toldBy(await makeInactive())).toEqual([...back, 'register'])
  // too old for any tablet
  await setDaysAgo(MAX_PAST_DAYS + 1)
  expect(await toldBy(await makeInactive())).toEqual(back)
})

test('what an older version has noted in its own tables is copied into the journal once, and undone from there', async () => {
  const setting = await newSetting()
  await enterGroup(setting.first, setting.other)
  const before = await readState(setting)
  const board = await applyBoard(setting)
  const imported = await importMember(setting)
  // as the older version left them
  await world.owner.query(
    `INSERT INTO term_applications (client_id, id, club_id, user_id, at, moves, stays, holds_from)
     SELECT client_id, id, club_id, user_id, at, 1, 1, (details ->> 'on')::date FROM change_sets WHERE id = $1`,
    [board],
  )
  for (const [to, from] of [
    ['term_places', 'change_set_places'],
    ['term_stays', 'change_set_stays'],
  ]) {
    await world.owner.query(`INSERT INTO ${to} SELECT * FROM ${from} WHERE change_set_id = $1`, [board])
    await world.owner.query(`DELETE FROM ${from} WHERE change_set_id = $1`, [board])
  }
  await world.owner.query('DELETE FROM change_sets WHERE id = ANY($1)', [[board, imported]])
  expect((await undo(board)).statusCode).toBe(404)

  const migration = await readFile('db/migrations/000080_undo_journal.sql', 'utf8')
  const copy = migration.slice(migration.indexOf('DO $$'))
  for (let run = 0; run < 2; run++) await world.owner.query(copy)
  const listed = await listChangeSets()
  expect(listed.find(({ id }) => id === board)?.facts).toMatchObject({ kind: 'term-board', moves: 1, stays: 1 })
  expect(listed.find(({ id }) => id === imported)?.facts).toMatchObject({ kind: 'import', entered: 1 })
  world.clock.now += 1000
  for (const id of [imported, board])
    expect((await undo(id)).json<Undone>()).toMatchObject({ repeated: false, kept: [] })
  expect(await readState(setting)).toEqual(before)
})
