import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { done, refused, rungsOn } from '#server/testing/rungs.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let rungs: ReturnType<typeof rungsOn>

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  rungs = rungsOn(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** A server's cache of host names ends after a minute. */
const AFTER_CACHE_MS = 60_001
/** The status of an answer at a host of a portal, once servers have learned of a change. */
async function statusAt(host: string): Promise<number> {
  world.clock.now += AFTER_CACHE_MS
  return (await world.request({ host, url: `/v1/client?hostname=${host}` })).statusCode
}
/** What the log of a client has of operators' changes to the client. */
async function logOf(clientId: string): Promise<object[]> {
  const { rows } = await world.owner.query<{ entry: object }>(
    `SELECT json_build_object('action', action, 'before', before, 'after', after) AS entry FROM audit_log
     WHERE client_id = $1 AND entity = 'client' AND user_id IS NULL AND action <> 'create' ORDER BY id`,
    [clientId],
  )
  return rows.map(({ entry }) => entry)
}
const wrong = (start: string) => ({ code: 2, out: '', error: expect.stringMatching(`^rungs: use: ${start}`) as string })

describe('rungs host', () => {
  test('shows a portal at any host name and takes it away again, in the log of the client', async () => {
    expect(await statusAt('poolside.example.org')).toBe(404)
    expect(await rungs('host', 'add', 'one', 'coach', 'Poolside.example.org')).toEqual(
      done('poolside.example.org shows the coach portal of one; running servers follow within a minute.'),
    )
    expect(await statusAt('poolside.example.org')).toBe(200)
    expect(await rungs('host', 'list', 'one')).toEqual(
      done(`CLIENT  PORTAL  HOST
one     club    club.one.test
one     coach   coach.one.test
one     coach   poolside.example.org
one     parent  parent.one.test
one     scheme  scheme.one.test`),
    )
    expect(await rungs('host', 'remove', 'poolside.example.org')).toEqual(
      done('poolside.example.org shows nothing any more; running servers follow within a minute.'),
    )
    expect(await statusAt('poolside.example.org')).toBe(404)
    const host = { hostname: 'poolside.example.org', portal: 'coach' }
    expect(await logOf('one')).toEqual([
      { action: 'add-host', before: null, after: host },
      { action: 'remove-host', before: host, after: null },
    ])
  })

  test('lists the host names of all clients for programs', async () => {
    const { code, out } = await rungs('host', 'list', '--json')
    const hosts = JSON.parse(out) as { client: string; portal: string; hostname: string }[]
    expect(code).toBe(0)
    expect(hosts).toHaveLength(8)
    expect(hosts[0]).toEqual({ client: 'one', portal: 'club', hostname: 'club.one.test' })
  })

  test('refuses a name that is taken, is none, or is the last of a client', async () => {
    expect(await rungs('host', 'add', 'two', 'coach', 'coach.one.test')).toEqual(
      refused('coach.one.test is taken: it shows the coach portal of one'),
    )
    for (const name of ['under_score.test', 'two..test', 'a-.test', 'a.test:4000', `${'a'.repeat(64)}.test`])
      expect(await rungs('host', 'add', 'two', 'coach', name)).toEqual(refused(`"${name}" is not a host name`))
    expect(await rungs('host', 'add', 'nobody', 'coach', 'a.test')).toEqual(refused('no client "nobody"'))
    expect(await rungs('host', 'remove', 'a.test')).toEqual(refused('no host name "a.test"'))
    for (const portal of ['parent', 'coach', 'club']) await rungs('host', 'remove', `${portal}.two.test`)
    expect(await rungs('host', 'remove', 'scheme.two.test')).toEqual(
      refused('scheme.two.test is the last host name of two; rungs client close two'),
    )
    for (const portal of ['parent', 'coach', 'club']) await rungs('host', 'add', 'two', portal, `${portal}.two.test`)
    for (const args of [[], ['add', 'one', 'pool', 'a.test'], ['add', 'one', 'coach'], ['remove'], ['rename', 'a']])
      expect(await rungs('host', ...args)).toEqual(wrong('rungs host add'))
  })
})

describe('rungs client', () => {
  test('lists the clients and shows one, for people and for programs', async () => {
    expect(await rungs('client', 'list')).toEqual(
      done(`ID   NAME        LOGIN  CLUBS  USERS  STATE
one  Client one  local  1      4      open
two  Client two  local  1      4      open`),
    )
    expect(await rungs('client', 'show', 'two')).toEqual(
      done(`id         two
name       Client two
login      local
provider   none
languages  en-GB, cy-GB
hosts      club.two.test (club), coach.two.test (coach), parent.two.test (parent), scheme.two.test (scheme)
clubs      1
users      4`),
    )
    const shown = JSON.parse((await rungs('client', 'show', 'two', '--json')).out) as object
    expect(shown).toEqual({
      id: 'two',
      name: 'Client two',
      login: 'local',
      provider: null,
      languages: ['en-GB', 'cy-GB'],
      hosts: ['club', 'coach', 'parent', 'scheme'].map((portal) => ({ hostname: `${portal}.two.test`, portal })),
      clubs: 1,
      users: 4,
    })
    const list = JSON.parse((await rungs('client', 'list', '--json')).out) as object[]
    expect(list).toHaveLength(2)
    expect(list[1]).toEqual(shown)
    expect(await rungs('client', 'show', 'nobody')).toEqual(refused('no client "nobody"'))
  })

  test('renames a client, whose portals show the name, in the log', async () => {
    const before = (await logOf('two')).length
    expect(await rungs('client', 'rename', 'two', 'Two Rivers')).toEqual(done('two is named Two Rivers.'))
    // the same name again changes nothing
    await rungs('client', 'rename', 'two', 'Two Rivers')
    const host = 'coach.two.test'
    world.clock.now += AFTER_CACHE_MS
    expect((await world.request({ host, url: `/v1/client?hostname=${host}` })).json()).toMatchObject({
      name: 'Two Rivers',
    })
    expect((await logOf('two')).slice(before)).toEqual([
      { action: 'rename', before: { name: 'Client two' }, after: { name: 'Two Rivers' } },
    ])
    expect(await rungs('client', 'rename', 'nobody', 'X')).toEqual(refused('no client "nobody"'))
    expect(await rungs('client', 'rename', 'two', ' ')).toEqual(wrong('rungs client create'))
  })

  test('refuses names of clients and clubs that the API would refuse', async () => {
    for (const [what, maxLength, argv] of [
      ['the name of a client', 100, (text: string) => ['client', 'create', 'odd', text, '--domain', 'odd.test']],
      ['the name of a client', 100, (text: string) => ['client', 'rename', 'two', text]],
      ['the name of a club', 100, (text: string) => ['club', 'add', 'two', text]],
      ['the number of a club', 50, (text: string) => ['club', 'add', 'two', 'Pool', '--number', text]],
    ] as const)
      for (const text of ['x'.repeat(maxLength + 1), 'two\nlines', 'a\u0000b'])
        expect(await rungs(...argv(text)), `${argv(text).join(' ')}`).toEqual(
          refused(`${what} is one line of at most ${maxLength} characters`),
        )
    expect(await rungs('client', 'rename', 'two', ` ${'x'.repeat(100)} `)).toMatchObject({ code: 0 })
    expect(await rungs('client', 'rename', 'two', 'Two Rivers')).toMatchObject({ code: 0 })
  })

  test('changes how users log in only while nobody could be locked out', async () => {
    expect(await rungs('client', 'set', 'one', '--login', 'openid')).toEqual(
      refused('one has 4 accounts, which could not log in any more'),
    )
    await rungs('client', 'create', 'fresh', 'Fresh', '--domain', 'fresh.test')
    expect(await rungs('client', 'set', 'fresh', '--login', 'username')).toEqual(
      done(`The users of fresh log in by username.
Next: rungs invite fresh ngo E-MAIL FIRSTNAME LASTNAME --username NAME`),
    )
    expect(await logOf('fresh')).toEqual([
      { action: 'update', before: { login: 'local' }, after: { login: 'username' } },
    ])
    const host = 'coach.fresh.test'
    expect((await world.request({ host, url: `/v1/client?hostname=${host}` })).json()).toMatchObject({
      login: 'username',
    })
    expect(await rungs('client', 'set', 'fresh')).toEqual(wrong('rungs client create'))
    expect(await rungs('client', 'set', 'nobody', '--login', 'local')).toEqual(refused('no client "nobody"'))
  })

  test('closes a client and says how it is opened again; its sessions go on then', async () => {
    const { token } = await world.logIn(world.tenants[1], 'coach')
    expect(await rungs('client', 'close', 'two')).toEqual(
      done(`two is closed: running servers follow within a minute, and its data stays. This opens it again:
rungs host add two club club.two.test
rungs host add two coach coach.two.test
rungs host add two parent parent.two.test
rungs host add two scheme scheme.two.test`),
    )
    expect(await statusAt('coach.two.test')).toBe(404)
    expect((await rungs('client', 'show', 'two')).out).toContain('none: the client is closed')
    expect((await rungs('client', 'list')).out).toMatch(/^two .* closed$/m)
    expect(await rungs('client', 'close', 'two')).toEqual(refused('two is closed already'))
    expect(await rungs('client', 'close', 'nobody')).toEqual(refused('no client "nobody"'))
    expect((await logOf('two')).at(-1)).toMatchObject({ action: 'close-client', after: null })
    await rungs('host', 'add', 'two', 'coach', 'coach.two.test')
    expect(await statusAt('coach.two.test')).toBe(200)
    expect((await world.request({ host: 'coach.two.test', token, url: '/v1/me' })).statusCode).toBe(200)
  })

  test('knows no other verbs', async () => {
    for (const args of [[], ['delete', 'one'], ['show'], ['close'], ['list', 'one']])
      expect(await rungs('client', ...args)).toEqual(wrong('rungs client create'))
  })
})

describe('rungs club', () => {
  test('adds a club with the number that a provider names, in the log, and refuses what is none', async () => {
    await rungs('client', 'create', 'ford', 'Ford', '--domain', 'ford.test', '--login', 'openid')
    expect(await rungs('club', 'add', 'ford', 'Brook Pool', '--number', 'BP-1')).toEqual(
      done('Brook Pool is a club of ford with the number BP-1.'),
    )
    const { rows } = await world.owner.query(`SELECT name, ngo_id, time_zone FROM clubs WHERE client_id = 'ford'`)
    expect(rows).toEqual([{ name: 'Brook Pool', ngo_id: 'BP-1', time_zone: 'Europe/London' }])
    const log = `SELECT action FROM audit_log WHERE client_id = 'ford' AND entity = 'club'`
    expect((await world.owner.query(log)).rows).toEqual([{ action: 'create' }])
    expect(await rungs('club', 'add', 'nobody', 'Pool')).toEqual(refused('no client "nobody"'))
    expect(await rungs('club', 'add', 'ford', 'Pool', '--time-zone', 'Mars')).toEqual(
      refused('"Mars" is no time zone, such as Europe/London'),
    )
    for (const args of [[], ['add', 'ford'], ['remove', 'ford', 'Pool']])
      expect(await rungs('club', ...args)).toEqual(wrong('rungs club add'))
  })
})
