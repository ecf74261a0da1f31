// Compares every place that holds or shows a member or a guardian with the declaration of its fields
// (domain/members/member-fields.ts and guardian-fields.ts).
// A new field is tested here without further code; a failing test names the place that lacks the field, or shows it
// although its declaration does not say so.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientMember } from '#contract/members/client-members.ts'
import { ClubMember, type MemberDetail } from '#contract/members/club-members.ts'
import { Member as LinkedMember } from '#contract/assessment/linked-member.ts'
import { CoachMember, type ChangesReply } from '#contract/assessment/sync.ts'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { GUARDIAN_FIELDS, guardianField, guardianOf } from '#domain/members/guardian-fields.ts'
import { memberCells } from '#domain/members/member-cells.ts'
import {
  fieldsIn,
  memberField,
  memberFieldsOf,
  MEMBER_FIELDS,
  type FieldPlace,
  type FieldValue,
  type MemberFieldName,
  type MemberFields,
} from '#domain/members/member-fields.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  await world.owner.query(`UPDATE clients SET features = features || '{"ADVANCED_MODE": true}'`)
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** A value of the field, which differs for each `n` where it can; names hold no digits. */
function sampleValue(name: MemberFieldName, n: number): FieldValue {
  const field = memberField(name)
  const letters = [Math.floor(n / 26), n % 26].map((index) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(index)).join('')
  switch (field.kind) {
    case 'name':
      return `Sample ${name} ${letters}`
    case 'birthday':
      return addDays('2016-01-01', n)
    case 'choice':
      return field.default ?? field.choices[n % field.choices.length] ?? null
    case 'list':
      // telephone numbers are valid entries of every list
      return [`02920870${n}`, `02920990${n}`]
    case 'text':
    case 'notes':
    case 'club-choice':
      return `${name} ${letters}`
  }
}
let samples = 0
/** Values for all fields of a member, other than those of earlier samples. */
function newSample(): MemberFields {
  const n = samples++
  return memberFieldsOf((name) => sampleValue(name, n))
}

const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
async function read<T>(url: string, session: { host?: string; token?: string } = {}): Promise<T> {
  const reply = await world.request({ host: one.host('club'), token, url, ...session })
  expect(reply.statusCode, `${url} ${reply.body}`).toBe(200)
  return reply.json<T>()
}
const readDetail = (uuid: string) => read<MemberDetail>(`/v1/members/${uuid}`)

/** Creates a member by the form. */
async function enter(fields: object): Promise<MemberDetail> {
  const reply = await call({ method: 'POST', url: '/v1/members', payload: fields })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberDetail>()
}
/** Creates a member with all fields of the sample; a new member is active. */
const enterSample = ({ status: _status, ...fields }: MemberFields) => enter(fields)

/** The fields of these names, of a row that may have others. */
const pick = (names: readonly MemberFieldName[], row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.some((field) => field === name)))

describe('the database', () => {
  /** Columns that are no fields, with the reason. */
  const otherColumns = {
    members: ['client_id', 'id', 'current_remote_node_id (by the provider)', 'sort_name (generated)'],
    club_members: [
      'client_id',
      'club_id',
      'member_id',
      'dob (copy)',
      'sort_name (copy)',
      'inactive_since (with the status)',
      'note_at (with the note)',
      'note_by (with the note)',
    ],
  }

  test.each(['members', 'club_members'] as const)('has a column for each field of %s, and no others', async (table) => {
    const { rows } = await world.owner.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1',
      [table],
    )
    const fields = MEMBER_FIELDS.filter((name) => memberField(name).table === table)
    const others = otherColumns[table].map((column) => column.split(' ')[0] ?? '')
    expect(rows.map((row) => row.column_name).toSorted()).toEqual([...fields, ...others].toSorted())
  })
})

describe('guardians', () => {
  /** A guardian with a value in every field, which differs for each letter. */
  const sampleGuardian = (letter: string) =>
    guardianOf((name) =>
      guardianField(name).kind === 'email'
        ? `guardian-${letter}@one.example`.toLowerCase()
        : `${name.replaceAll('_', ' ')} ${letter}`,
    )

  test('have a column for each field, and no others', async () => {
    const { rows } = await world.owner.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = 'guardians'`,
    )
    const columns = GUARDIAN_FIELDS.map((name) => guardianField(name).column)
    const others = ['client_id', 'member_id', 'position']
    expect(rows.map((row) => row.column_name).toSorted()).toEqual([...columns, ...others].toSorted())
  })

  test('are stored with each field, found again in the file, exported and merged', async () => {
    const guardians = [sampleGuardian('A'), sampleGuardian('B')]
    const { uuid } = await enter({ ...pick(fieldsIn('form'), newSample()), guardians })
    expect((await readDetail(uuid)).guardians).toEqual(guardians)
    const text = (await call({ url: `/v1/members/${uuid}/export` })).body
    const csv = (await call({ url: '/v1/members/file?search=guardian' })).body
    for (const value of guardians.flatMap((guardian) => Object.values(guardian))) {
      expect(text).toContain(JSON.stringify(value))
      expect(csv).toContain(value)
    }
    const payload = { method: 'POST', url: '/v1/member-imports', headers: { 'content-type': 'text/csv' } } as const
    expect((await call({ ...payload, payload: csv })).json()).toMatchObject({ rows: 1, same: 1, bad: 0 })
    const other = await enter({ ...pick(fieldsIn('form'), newSample()), guardians: [sampleGuardian('C')] })
    await call({ method: 'POST', url: `/v1/members/${other.uuid}/merge`, payload: { merged_uuid: uuid } })
    expect((await readDetail(other.uuid)).guardians).toEqual([sampleGuardian('C'), ...guardians])
  })
})

describe('the form', () => {
  test('stores each field of a new member', async () => {
    const sample = newSample()
    const { uuid } = await enterSample(sample)
    expect(pick(MEMBER_FIELDS, await readDetail(uuid))).toEqual(sample)
  })

  test.each(MEMBER_FIELDS)('changes %s alone, and refuses a change that is based on the state before', async (name) => {
    const before = await enterSample(newSample())
    const { [name]: otherValue } = newSample()
    const value = name === 'status' ? 'inactive' : otherValue
    const change = () =>
      call({
        method: 'PATCH',
        url: `/v1/members/${before.uuid}`,
        payload: { [name]: value },
        headers: { 'if-match': before.revision },
      })
    const reply = await change()
    expect(reply.statusCode, reply.body).toBe(200)
    expect(pick(MEMBER_FIELDS, reply.json())).toEqual({ ...pick(MEMBER_FIELDS, before), [name]: value })
    expect((await change()).json()).toMatchObject({ error: 'EDIT_CONFLICT' })
  })
})

describe('the places that show fields', () => {
  const places: readonly [FieldPlace[], object][] = [
    [['club-list'], ClubMember.properties],
    [['client-list'], ClientMember.properties],
    [['parent'], LinkedMember.properties],
    [['tablet', 'tablet-in-care'], CoachMember.properties],
  ]
  test.each(places)('%s have in the contract the fields that are declared for them', (names, properties) => {
    const shown = Object.keys(properties).filter((name) => MEMBER_FIELDS.some((field) => field === name))
    const declared = names.flatMap((name): MemberFieldName[] => fieldsIn(name))
    expect(shown.toSorted()).toEqual(declared.toSorted())
  })

  test('lists and files hold no medical notes and no telephone numbers (security.md 44)', () => {
    const shown = (['club-list', 'client-list', 'file', 'parent'] as const).flatMap((place): string[] =>
      fieldsIn(place),
    )
    expect(shown).not.toContain('medical')
    expect(shown).not.toContain('phones')
    expect(shown).not.toContain('note')
  })

  test('show the stored values', async () => {
    const sample = newSample()
    const { uuid } = await enterSample(sample)
    await inTenant(world.db, one.id, 'write', (tx) => linkMember(tx, null, one.parent, uuid))
    const values = (place: FieldPlace) => pick(fieldsIn(place), sample)
    const ofMember = <T extends { uuid: string }>(rows: T[]) => rows.find((row) => row.uuid === uuid) ?? {}
    expect(ofMember(await read<{ uuid: string }[]>('/v1/members?per_page=100'))).toMatchObject(values('club-list'))
    const author = await world.logIn(one, 'scheme')
    expect(
      ofMember(
        await read<{ uuid: string }[]>('/v1/client-members?per_page=100', {
          host: one.host('scheme'),
          token: author.token,
        }),
      ),
    ).toMatchObject(values('client-list'))
    const parent = await world.logIn(one, 'parent')
    expect(
      ofMember(
        await read<{ uuid: string }[]>(`/v1/users/${one.parent}/members`, {
          host: one.host('parent'),
          token: parent.token,
        }),
      ),
    ).toMatchObject(values('parent'))
  })

  test('a tablet has the fields of members in care, and others without those for members in care', async () => {
    const sample = newSample()
    const { uuid } = await enterSample(sample)
    const url = `/v1/groups/${one.group}/members`
    expect((await call({ method: 'POST', url, payload: { member_uuids: [uuid] } })).statusCode).toBe(200)
    const coach = await world.logIn(one, 'coach')
    const readRow = async () => {
      const session = { host: one.host('coach'), token: coach.token }
      const { changes } = await read<ChangesReply>(`/v1/sync/changes?club_id=${one.club}&cursor=`, session)
      return changes.findLast(({ kind, key }) => kind === 'member' && key === uuid)?.data ?? {}
    }
    const always = pick(fieldsIn('tablet'), sample)
    const inCare = pick(fieldsIn('tablet-in-care'), sample)
    expect(pick(MEMBER_FIELDS, await readRow())).toEqual({ ...always, ...inCare })
    await world.owner.query('UPDATE group_coaches SET to_date = $2 WHERE user_id = $1', [one.coach, world.today(-1)])
    const withheld = Object.entries(inCare).map(([name, value]) => [name, Array.isArray(value) ? [] : null])
    expect(pick(MEMBER_FIELDS, await readRow())).toEqual({ ...always, ...Object.fromEntries(withheld) })
  })

  test('the export of personal data holds every field', async () => {
    const sample = newSample()
    const { uuid } = await enterSample(sample)
    const text = (await call({ url: `/v1/members/${uuid}/export` })).body
    for (const [name, value] of Object.entries(sample))
      for (const part of [value].flat()) expect(text, name).toContain(JSON.stringify(part))
  })
})

describe('the file', () => {
  test('has the fields that are declared for it, and the club finds the same members in it again', async () => {
    const sample = newSample()
    await enterSample(sample)
    const csv = (await call({ url: '/v1/members/file?search=sample' })).body
    const [header = '', ...lines] = csv
      .replace(/^\u{FEFF}/u, '')
      .trim()
      .split(/\r?\n/)
    const columns = header.split(',')
    expect(columns).toEqual(expect.arrayContaining(fieldsIn('file')))
    expect(columns.filter((name) => MEMBER_FIELDS.some((field) => field === name))).toEqual(fieldsIn('file'))
    const cells = memberCells({ ...sample, guardians: [] })
    const line = lines.find((text) => text.includes(sample.lastname)) ?? ''
    for (const name of fieldsIn('file')) expect(line, name).toContain(cells.get(name) ?? name)
    const draft = await call({
      method: 'POST',
      url: '/v1/member-imports',
      headers: { 'content-type': 'text/csv' },
      payload: csv,
    })
    const { id, columns: guessed } = draft.json<MemberImport>()
    expect(guessed).toEqual(expect.arrayContaining(fieldsIn('file')))
    const rows = await read<ImportRow[]>(`/v1/member-imports/${id}/rows?per_page=100`)
    expect(rows.map(({ state, problems }) => ({ state, problems }))).toEqual(
      rows.map(() => ({ state: 'same', problems: [] })),
    )
    expect(rows.length).toBe(lines.length)
  })
})

describe('a merge', () => {
  test('keeps, fills or joins each field as it is declared, and its undo brings back the fields', async () => {
    const kept = await enter({ firstname: 'Kept', lastname: 'Record', dob: '2015-01-01' })
    const merged = await enterSample(newSample())
    await call({ method: 'POST', url: `/v1/members/${kept.uuid}/merge`, payload: { merged_uuid: merged.uuid } })
    const together = await readDetail(kept.uuid)
    for (const name of MEMBER_FIELDS)
      expect(together[name], name).toEqual(memberField(name).merge === 'kept' ? kept[name] : merged[name])
    const changeSets = await read<ChangeSet[]>('/v1/change-sets')
    const merge = changeSets.find(({ facts }) => facts.kind === 'merge' && facts.kept_uuid === kept.uuid)
    const reply = await call({ method: 'POST', url: `/v1/change-sets/${merge?.id ?? ''}/undo` })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    for (const { uuid, ...fields } of [kept, merged])
      expect(pick(MEMBER_FIELDS, await readDetail(uuid))).toEqual(pick(MEMBER_FIELDS, fields))
  })

  test('joins what both records have', async () => {
    const [kept, merged] = [await enterSample(newSample()), await enterSample(newSample())]
    await call({ method: 'POST', url: `/v1/members/${kept.uuid}/merge`, payload: { merged_uuid: merged.uuid } })
    const together = await readDetail(kept.uuid)
    for (const name of MEMBER_FIELDS.filter((field) => memberField(field).merge === 'joined'))
      for (const part of [kept[name], merged[name]].flat()) expect(together[name], name).toContain(part)
  })
})
