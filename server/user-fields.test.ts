// Compares every place that holds or shows a user with the declaration of the fields (domain/identity/user-fields.ts).
// A new field is tested here without further code; a failing test names the place that lacks the field, or shows it
// although its declaration does not say so.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ListedUser } from '#contract/identity/user-list.ts'
import { NewUserBody, UserPatch, type UserDetail } from '#contract/identity/user-writes.ts'
import { Me } from '#contract/identity/users.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import {
  USER_FIELDS,
  userField,
  userFieldsIn,
  type UserFieldName,
  type UserFieldPlace,
  type UserFields,
} from '#domain/identity/user-fields.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
const tokens = { club: '', scheme: '' }

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  for (const portal of ['club', 'scheme'] as const) tokens[portal] = (await world.logIn(one, portal)).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** A value of the field, which differs for each `n`; names hold no digits. */
function sampleValue(name: UserFieldName, n: number): string {
  const letters = [Math.floor(n / 26), n % 26].map((index) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(index)).join('')
  switch (userField(name).kind) {
    case 'name':
      return `Quill ${name} ${letters}`
    case 'email':
      return `quill-${letters}@one.example`.toLowerCase()
    case 'text':
      return `${name} Quill ${letters}`.slice(-userField(name).max)
  }
}
let samples = 0
/** Values of all fields of a user, other than those of earlier samples. */
function newSample(): UserFields {
  const n = samples++
  // the object has each of the fields
  return Object.fromEntries(USER_FIELDS.map((name) => [name, sampleValue(name, n)])) as unknown as UserFields
}

type Office = 'club' | 'scheme'
const call = (office: Office, options: InjectOptions) =>
  world.request({ host: one.host(office), token: tokens[office], ...options })
async function read<T>(office: Office, url: string): Promise<T> {
  const reply = await call(office, { url })
  expect(reply.statusCode, `${url} ${reply.body}`).toBe(200)
  return reply.json<T>()
}
/** The fields of these names, of a row that may have others. */
const pick = (names: readonly UserFieldName[], row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.some((field) => field === name)))

/** Invites a coach with all fields of an office's form; returns the user and the sample. */
async function invite(office: Office): Promise<{ detail: UserDetail; sample: UserFields }> {
  const sample = newSample()
  const form: UserFieldPlace = office === 'club' ? 'club-form' : 'client-form'
  const clubs = office === 'club' ? {} : { club_ids: [one.club] }
  const payload = { type: 'coach', ...pick(userFieldsIn(form), sample), ...clubs }
  const reply = await call(office, { method: 'POST', url: '/v1/users', payload })
  expect(reply.statusCode, reply.body).toBe(201)
  const detail = await read<UserDetail>(office, `/v1/users/${reply.json<{ uuid: string }>().uuid}`)
  return { detail, sample }
}

test('the database has a column for each field, and no others', async () => {
  /** Columns that are no fields, with the reason. */
  const others = [
    'client_id',
    'id',
    'type (a change ends sessions and places)',
    'status (a change ends sessions and places)',
    'username (of the login)',
    'password_hash (of the login)',
    'verified (of the login)',
    'password_reset_required (of the login)',
    'last_login (of the login)',
    'language_id (chosen by the user)',
    'unsubscribe_operational (chosen by the user)',
    'award_mail (chosen by the user)',
    'deletion_asked_at (asked by the user)',
    'made_at (by the database)',
    'sort_name (generated)',
    'words (generated)',
  ].map((column) => column.split(' ')[0] ?? '')
  const { rows } = await world.owner.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'users'`,
  )
  expect(rows.map((row) => row.column_name).toSorted()).toEqual([...USER_FIELDS, ...others].toSorted())
})

test('the contract has in each place the fields that are declared for it', () => {
  const shown = (properties: object) => USER_FIELDS.filter((name) => name in properties)
  for (const { properties } of [ListedUser, NewUserBody, UserPatch]) expect(shown(properties)).toEqual(USER_FIELDS)
  expect(shown(Me.properties)).toEqual(userFieldsIn('self'))
})

describe('the offices', () => {
  test('store each field of a new user, and see it in list, detail and file', async () => {
    for (const office of ['club', 'scheme'] as const) {
      const { detail, sample } = await invite(office)
      const form: UserFieldPlace = office === 'club' ? 'club-form' : 'client-form'
      const stored = pick(userFieldsIn(form), sample)
      expect(pick(userFieldsIn(form), detail)).toEqual(stored)
      const search = encodeURIComponent(sample.lastname)
      const [listed] = await read<ListedUser[]>(office, `/v1/users?search=${search}`)
      expect(pick(USER_FIELDS, listed ?? {})).toEqual(pick(USER_FIELDS, detail))
      const csv = (await call(office, { url: `/v1/users/file?search=${search}` })).body
      const [header = '', line = ''] = csv.replace(/^\u{FEFF}/u, '').split(/\r?\n/)
      expect(header.split(',')).toEqual([...userFieldsIn('file'), 'type', 'status', 'last_login', 'clubs'])
      for (const name of userFieldsIn('file')) expect(line, name).toContain(sample[name])
    }
  })

  test.each(USER_FIELDS)('change %s alone, and are refused a change of the state before', async (name) => {
    for (const office of ['club', 'scheme'] as const) {
      const { detail } = await invite(office)
      const payload = { [name]: newSample()[name] }
      const url = `/v1/users/${detail.uuid}`
      const change = () =>
        call(office, { method: 'PATCH', url, payload, headers: { 'if-match': `"${detail.revision}"` } })
      const reply = await change()
      expect(reply.statusCode, reply.body).toBe(200)
      expect(pick(USER_FIELDS, reply.json())).toEqual({ ...pick(USER_FIELDS, detail), ...payload })
      expect((await change()).json()).toMatchObject({ error: 'EDIT_CONFLICT' })
    }
  })

  test('refuse fields that the form does not have: at a club the client’s, and all but the name of a program', async () => {
    const sample = newSample()
    const refusals = async (office: Office, names: readonly UserFieldName[], body: object) => {
      for (const name of names) {
        const payload = { ...body, [name]: sample[name] }
        const reply = await call(office, { method: 'POST', url: '/v1/users', payload })
        expect(reply.json(), name).toMatchObject({ error: 'INVALID_REQUEST', field: name })
      }
    }
    const ofClub: readonly UserFieldName[] = userFieldsIn('club-form')
    const coach = { type: 'coach', ...pick(ofClub, sample) }
    await refusals(
      'club',
      USER_FIELDS.filter((name) => !ofClub.includes(name)),
      coach,
    )
    const notOfPrograms = USER_FIELDS.filter((name) => userField(name).ofPrograms !== true)
    await refusals('scheme', notOfPrograms, { type: 'api', firstname: 'Booking system' })
  })
})

test('users read their own fields', async () => {
  const { token } = await world.logIn(one, 'coach')
  const url = `/v1/users/${one.coach}`
  // a new address would have to be confirmed first
  const names = USER_FIELDS.filter((name) => userField(name).kind !== 'email')
  const reply = await call('scheme', { method: 'PATCH', url, payload: pick(names, newSample()) })
  expect(reply.statusCode, reply.body).toBe(200)
  const me = await world.request({ host: one.host('coach'), token, url: '/v1/me' })
  expect(pick(USER_FIELDS, me.json())).toEqual(pick(userFieldsIn('self'), reply.json<UserDetail>()))
})

test('the export of personal data holds every field, and a closed account none', async () => {
  const { detail, sample } = await invite('scheme')
  const url = `/v1/users/${detail.uuid}`
  const { body } = await call('scheme', { url: `${url}/export` })
  for (const name of USER_FIELDS) expect(body, name).toContain(JSON.stringify(sample[name]))
  expect((await call('scheme', { method: 'DELETE', url })).statusCode).toBe(204)
  const closed = await read<UserDetail>('scheme', url)
  for (const name of USER_FIELDS) expect(closed[name], name).toBe(userField(name).kind === 'name' ? '–' : null)
})
