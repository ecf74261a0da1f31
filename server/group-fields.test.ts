// Compares every place that holds or shows a group with the declaration of its fields (domain/scheduling/group-fields.ts).
// A new field is tested here without further code; a failing test names the place that lacks the field, or shows it
// although its declaration does not say so.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TermGroup } from '#contract/flows/term-board.ts'
import { Group, NewGroupBody, type GroupDetail } from '#contract/scheduling/groups.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import {
  EDITABLE_GROUP_FIELDS,
  GROUP_FIELDS,
  groupField,
  groupFieldsIn,
  ROSTER_GROUP_FIELDS,
  storedGroupFields,
  type EditableGroupField,
  type GroupFieldName,
  type GroupFields,
  type GroupFieldValue,
} from '#domain/scheduling/group-fields.ts'
import { updateGroups } from '#server/scheduling/groups/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** A value of the field, which differs for `n` 0 and 1. */
function sampleValue(name: GroupFieldName, n: number): GroupFieldValue {
  const field = groupField(name)
  switch (field.kind) {
    case 'name':
    case 'text':
      return `Sample ${name} ${n}`
    case 'number':
      // so that `age_to` is above `age_from`, and not everybody's places are taken
      return field.min + 10 + n + (name === 'age_to' ? 5 : 0)
    case 'time':
      return `1${n}:30`
    case 'date':
      return addDays('2020-01-01', n + (name === 'last_date' ? 5000 : 0))
    case 'weekdays':
      return n === 0 ? [1, 3] : [2, 0]
    case 'flag':
      return n === 1
    case 'scheme':
      return n === 0 ? 'swim' : null
    case 'levels':
      return n === 0 ? ['/stage-1', '/stage-2'] : []
    case 'other-levels':
      return n === 0 ? ['/stage-2'] : null
  }
}
/** Values of all fields of a group. */
const sampleOf = (n: number): GroupFields =>
  // the object has a value of its kind for each field
  Object.fromEntries(GROUP_FIELDS.map((name) => [name, sampleValue(name, n)])) as unknown as GroupFields

const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
async function read<T>(url: string, session: { host?: string; token?: string } = {}): Promise<T> {
  const reply = await world.request({ host: one.host('club'), token, url, ...session })
  expect(reply.statusCode, `${url} ${reply.body}`).toBe(200)
  return reply.json<T>()
}
const readDetail = (id: string) => read<GroupDetail>(`/v1/groups/${id}`)

/** The fields of these names, of a row that may have others. */
const pick = (names: readonly GroupFieldName[], row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.some((field) => field === name)))

/** Creates a group with all fields that the office writes. */
async function enterSample(): Promise<GroupDetail> {
  const reply = await call({ method: 'POST', url: '/v1/groups', payload: pick(EDITABLE_GROUP_FIELDS, sampleOf(0)) })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<GroupDetail>()
}

/** Creates a group with all fields, as a roster would. */
async function addSample(fields: Partial<GroupFields> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const group = {
    ...sampleOf(0),
    ...fields,
    id,
    clubId: one.club,
    coaches: [{ uuid: one.coach }],
    memberIds: one.members,
  }
  await inTenant(world.db, one.id, 'write', (tx) => addGroup(tx, group))
  return id
}

test('the database has a column for each field, and no others', async () => {
  /** Columns that are no fields, with the reason. */
  const others = ['client_id', 'id', 'club_id', 'sort_name (generated)'].map((column) => column.split(' ')[0] ?? '')
  const { rows } = await world.owner.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'groups'`,
  )
  const columns = GROUP_FIELDS.map((name) => (groupField(name).kind === 'scheme' ? 'scheme_id' : name))
  expect(rows.map((row) => row.column_name).toSorted()).toEqual([...columns, ...others].toSorted())
})

describe('the form', () => {
  test('stores each field of a new group; fields that are left out are empty', async () => {
    const { id } = await enterSample()
    expect(pick(EDITABLE_GROUP_FIELDS, await readDetail(id))).toEqual(pick(EDITABLE_GROUP_FIELDS, sampleOf(0)))
    const required = { name: 'Bare', weekdays: [1], first_date: '2020-01-01' }
    const reply = await call({ method: 'POST', url: '/v1/groups', payload: required })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(pick(GROUP_FIELDS, reply.json())).toEqual(storedGroupFields(required))
  })

  /** What must change with the field: levels have a scheme. */
  const changeOf = (name: EditableGroupField) => ({
    [name]: sampleValue(name, 1),
    ...(name === 'scheme_slug' ? { levels: [], assessment_levels: null } : {}),
  })
  test.each(EDITABLE_GROUP_FIELDS)(
    'changes %s alone, and refuses a change that is based on the state before',
    async (name) => {
      const before = await enterSample()
      const change = () =>
        call({
          method: 'PATCH',
          url: `/v1/groups/${before.id}`,
          payload: changeOf(name),
          headers: { 'if-match': before.revision },
        })
      const reply = await change()
      expect(reply.statusCode, reply.body).toBe(200)
      expect(pick(GROUP_FIELDS, reply.json())).toEqual({ ...pick(GROUP_FIELDS, before), ...changeOf(name) })
      expect((await change()).json()).toMatchObject({ error: 'EDIT_CONFLICT' })
    },
  )

  test('refuses what only the roster of a provider has', async () => {
    const refused = GROUP_FIELDS.filter((name) => !(name in NewGroupBody.properties))
    expect(refused).toEqual(GROUP_FIELDS.filter((name) => !EDITABLE_GROUP_FIELDS.some((field) => field === name)))
    for (const name of refused) {
      const reply = await call({ method: 'POST', url: '/v1/groups', payload: pick(GROUP_FIELDS, sampleOf(0)) })
      expect(reply.statusCode, name).toBe(400)
    }
  })
})

describe('the places that show fields', () => {
  test('have in the contract the fields that are declared for them', () => {
    const shown = (properties: object) =>
      Object.keys(properties).filter((name) => GROUP_FIELDS.some((field) => field === name))
    // lists and tablets have the levels that can be marked, whether or not these are the group's own
    expect(shown(Group.properties).toSorted()).toEqual([...groupFieldsIn('list'), 'assessment_levels'].toSorted())
    expect(shown(TermGroup.properties).toSorted()).toEqual(groupFieldsIn('board').toSorted())
  })

  test('show the stored values', async () => {
    const id = await addSample()
    const sample = sampleOf(0)
    const ofGroup = <T extends { id: string }>(rows: T[]) => rows.find((row) => row.id === id) ?? {}
    expect(pick(GROUP_FIELDS, await readDetail(id))).toEqual(sample)
    const listed = { ...pick(groupFieldsIn('list'), sample), assessment_levels: sample.assessment_levels }
    expect(ofGroup(await read<Group[]>('/v1/groups?per_page=100'))).toMatchObject(listed)
    const coach = await world.logIn(one, 'coach')
    const session = { host: one.host('coach'), token: coach.token }
    const { changes } = await read<ChangesReply>(`/v1/sync/changes?club_id=${one.club}&cursor=`, session)
    expect(changes.findLast(({ kind, key }) => kind === 'group' && key === id)?.data).toMatchObject(listed)
    const { groups } = await read<{ groups: TermGroup[] }>('/v1/term-board')
    expect(ofGroup(groups)).toMatchObject(pick(groupFieldsIn('board'), sample))
  })

  test('the file has the fields that are declared for it', async () => {
    const filed = { ...sampleOf(0), name: 'Filed' }
    await addSample(filed)
    const csv = (await call({ url: '/v1/groups/file?search=filed' })).body
    const [header = '', line = ''] = csv.replace(/^\u{FEFF}/u, '').split(/\r?\n/)
    expect(header.split(',')).toEqual([...groupFieldsIn('file'), 'scheme', 'levels', 'coaches', 'members'])
    const texts = Object.entries(pick(groupFieldsIn('file'), filed)).filter(([name]) => name !== 'weekdays')
    for (const [name, value] of texts) expect(line, name).toContain(String(value))
    expect(line).toContain('"mon, wed"')
  })
})

test('a roster changes its fields and leaves the others to the club', async () => {
  const id = await addSample()
  const other = { ...sampleOf(1), id, scheme_slug: 'swim', levels: ['/stage-1'] }
  await inTenant(world.db, one.id, 'write', (tx) => updateGroups(tx, ROSTER_GROUP_FIELDS, [other]))
  expect(pick(GROUP_FIELDS, await readDetail(id))).toEqual({ ...sampleOf(0), ...pick(ROSTER_GROUP_FIELDS, other) })
})
