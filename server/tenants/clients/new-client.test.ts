import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Client } from '#contract/tenants/client.ts'
import { rungsOn, refused } from '#server/testing/rungs.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Runs `rungs client create`. */
const create = (...args: string[]) => rungsOn(database)('client', 'create', ...args)

const USAGE = expect.stringMatching(/^rungs: use: rungs client create ID NAME --domain DOMAIN/) as string

test('a client is created with four portals and its languages', async () => {
  expect(await create('brook', 'Brook Swim', '--domain', 'Brook.test', '--language', 'cy-GB')).toEqual({
    code: 0,
    out: `Brook Swim is made, with portals at parent.brook.test, coach.brook.test, club.brook.test, scheme.brook.test.
Next: rungs invite brook ngo E-MAIL FIRSTNAME LASTNAME`,
    error: '',
  })
  for (const portal of ['parent', 'coach', 'club', 'scheme'] as const) {
    const host = `${portal}.brook.test`
    const reply = await world.request({ host, url: `/v1/client?hostname=${host}` })
    const found = reply.json<Client>()
    expect(found).toMatchObject({
      id: 'brook',
      name: 'Brook Swim',
      portal,
      login: 'email',
      theme_url: '/themes/rungs.css',
    })
    expect(found.languages.filter(({ active }) => active === 1).map(({ language }) => language)).toEqual(['cy-GB'])
  }
  const { rows } = await world.owner.query(`SELECT action FROM audit_log WHERE client_id = 'brook'`)
  expect(rows).toEqual([{ action: 'create' }])
})

test.each([
  ['local', 'local', 'email', 'rungs invite made-local ngo E-MAIL FIRSTNAME LASTNAME'],
  ['username', 'local', 'username', 'rungs invite made-username ngo E-MAIL FIRSTNAME LASTNAME --username NAME'],
  ['openid', 'bg', 'federated', 'rungs provider made-openid FILE.json'],
  ['course-provider', 'coursepro', 'course_provider', 'rungs provider made-course-provider FILE.json'],
])(
  'a client with --login %s asks for that login, and the command says the next step',
  async (kind, provider, login, next) => {
    const id = `made-${kind}`
    const { code, out } = await create(id, 'Made', '--domain', `${id}.test`, '--login', kind)
    expect({ code, next: out.split('\n')[1] }).toEqual({ code: 0, next: `Next: ${next}` })
    const host = `coach.${id}.test`
    const reply = await world.request({ host, url: `/v1/client?hostname=${host}` })
    expect(reply.json()).toMatchObject({ id, auth_provider: provider, login })
  },
)

const LONG_DOMAIN = `${'b.'.repeat(122)}test`

test.each([
  [['one', 'Again', '--domain', 'again.test'], refused('there is a client "one" already')],
  [['thief', 'Thief', '--domain', 'one.test'], refused('club.one.test is another client’s')],
  [['B r', 'Brook', '--domain', 'b.test'], refused('"B r": an id has letters a to z, digits and hyphens, 40 at most')],
  [['all', 'All', '--domain', 'all.test'], refused('"all" means every client in other commands; choose another id')],
  [['b', 'Brook', '--domain', 'b_.test'], refused('"b_.test" is not a domain')],
  [['b', 'Brook', '--domain', 'b-.test'], refused('"b-.test" is not a domain')],
  // a host name has 253 characters at most, and the portals stand before the domain
  [['b', 'Brook', '--domain', LONG_DOMAIN], refused(`"parent.${LONG_DOMAIN}" is not a host name`)],
  [['b', 'Brook', '--domain', 'b.test', '--language', 'xx'], refused('"xx": there are en-GB, cy-GB, fr-FR, de-DE')],
  [
    ['b', 'Brook', '--domain', 'b.test', '--login', 'card'],
    refused('--login card: there are local, username, openid, course-provider'),
  ],
  [['b', ' ', '--domain', 'b.test'], { code: 2, out: '', error: USAGE }],
  [['b', 'Brook'], { code: 2, out: '', error: USAGE }],
  [['b', 'Brook', '--theme', 'x'], { code: 2, out: '', error: expect.stringContaining('--theme') as string }],
])('the command with %j is refused, and no client is created', async (args, expected) => {
  const count = async () => (await world.owner.query('SELECT FROM clients')).rowCount
  const before = await count()
  expect(await create(...args)).toEqual(expected)
  expect(await count()).toBe(before)
})
