import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { done, refused, rungsOn } from '#server/testing/rungs.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let rungs: ReturnType<typeof rungsOn>

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  rungs = rungsOn(database)
  for (const kind of ['openid', 'username'])
    await rungs('client', 'create', kind, kind, '--domain', `${kind}.test`, '--login', kind)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Sets the password by a printed link; returns the answer. */
const setPassword = (link: string) => {
  const { hostname, hash } = new URL(link)
  return world.request({
    method: 'POST',
    url: '/v1/auth/set-password',
    host: hostname,
    payload: { token: hash.replace('#token=', ''), password: PASSWORD },
  })
}
const queuedInvites = async () =>
  (await world.owner.query(`SELECT FROM mails WHERE client_id = 'one' AND kind = 'invite'`)).rowCount

describe('rungs invite', () => {
  test('prints the link in place of a mail, once usable, at the portal of the account', async () => {
    const { code, out } = await rungs('invite', 'one', 'ngo', 'ann@one.example', 'Ann', 'Lee', '--print-link')
    const [said, link = ''] = out.split('\n')
    expect({ code, said }).toEqual({
      code: 0,
      said: 'ann@one.example is invited. This link works once, for 7 days:',
    })
    expect(link).toMatch(/^https:\/\/scheme\.one\.test\/set-password#token=[\w-]{43}$/)
    expect(await queuedInvites()).toBe(0)
    const reply = await setPassword(link)
    expect(reply.statusCode, reply.body).toBe(200)
    const me = await world.request({ url: '/v1/me', host: one.host('scheme'), token: reply.json<LoginReply>().token })
    expect(me.json()).toMatchObject({ email: 'ann@one.example', type: 'ngo' })
    expect((await setPassword(link)).statusCode).toBe(409)
    const { rows } = await world.owner.query(
      `SELECT action FROM audit_log WHERE client_id = 'one' AND entity = 'user'
         AND entity_id = (SELECT id::text FROM users WHERE client_id = 'one' AND email = 'ann@one.example')
         AND user_id IS NULL ORDER BY id`,
    )
    expect(rows).toEqual([{ action: 'create' }, { action: 'invite' }])
  })

  test('sends the mail without that option, and prints a link for a parent and a coach too', async () => {
    expect(await rungs('invite', 'one', 'coach', 'cai@one.example', 'Cai', 'Lee', '--club', 'Harbour')).toEqual(
      done('cai@one.example is invited.'),
    )
    expect(await queuedInvites()).toBe(1)
    const again = await rungs('invite', 'one', 'coach', 'cai@one.example', 'Cai', 'Lee', '--print-link')
    expect(again.out).toContain('https://coach.one.test/set-password#token=')
    const parent = ['parent', 'mam@one.example', 'Mam', 'Lee', '--member', 'AQ-2', '--print-link']
    expect((await rungs('invite', 'one', ...parent)).out).toContain('https://parent.one.test/set-password#token=')
    expect(await queuedInvites()).toBe(1)
  })

  test('says that a parent with an account is linked', async () => {
    await rungs('client', 'show', 'one')
    const { code, out } = await rungs(
      'invite',
      'two',
      'parent',
      'mam@two.example',
      'Mam',
      'Lee',
      '--member',
      'AQ-1',
      '--print-link',
    )
    expect(code).toBe(0)
    await setPassword(out.split('\n')[1] ?? '')
    expect(
      await rungs('invite', 'two', 'parent', 'mam@two.example', 'Mam', 'Lee', '--member', 'AQ-2', '--print-link'),
    ).toEqual(done('mam@two.example has an account, and is linked to the children.'))
  })

  test.each([
    [['one', 'ngo', 'ngo@one.example', 'Ann', 'Lee'], 'The e-mail address is in use'],
    [['one', 'parent', 'p@one.example', 'Ann', 'Lee', '--member', 'X-1'], 'no such members: X-1'],
    [['one', 'coach', 'c@one.example', 'Ann', 'Lee', '--club', 'Nowhere'], 'no such clubs: Nowhere'],
    [['one', 'ngo', 'ann', 'Ann', 'Lee'], '"ann" is not an e-mail address'],
    [['nobody', 'ngo', 'a@a.example', 'Ann', 'Lee'], 'no client "nobody"'],
    [
      ['openid', 'ngo', 'a@a.example', 'Ann', 'Lee'],
      'nobody is invited to openid: whoever logs in at its provider has an account',
    ],
    [['username', 'ngo', 'a@a.example', 'Ann', 'Lee'], 'the users of username log in by user name: --username NAME'],
  ])('refuses %j', async (args, message) => {
    expect(await rungs('invite', ...args)).toEqual(refused(message))
  })

  test('does not know a club that was deleted, and names the other one of its name', async () => {
    const [closed, open] = [crypto.randomUUID(), crypto.randomUUID()]
    await world.owner.query(
      `INSERT INTO clubs (client_id, id, name, time_zone, deleted_at)
       VALUES ('one', $1, 'Old Baths', 'UTC', now()), ('one', $2, 'New Baths', 'UTC', NULL),
         ('one', $3, 'New Baths', 'UTC', now())`,
      [closed, open, crypto.randomUUID()],
    )
    expect(await rungs('invite', 'one', 'coach', 'cy@one.example', 'Cy', 'Lee', '--club', 'Old Baths')).toEqual(
      refused('no such clubs: Old Baths'),
    )
    expect(await rungs('invite', 'one', 'coach', 'cy@one.example', 'Cy', 'Lee', '--club', 'New Baths')).toEqual(
      done('cy@one.example is invited.'),
    )
    const { rows } = await world.owner.query(
      `SELECT club_id FROM user_clubs JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_id
       WHERE users.client_id = 'one' AND email = 'cy@one.example'`,
    )
    expect(rows).toEqual([{ club_id: open }])
  })

  test('does not choose between two clubs of one name', async () => {
    for (let club = 0; club < 2; club++) expect((await rungs('club', 'add', 'one', 'Twin Baths')).code).toBe(0)
    expect(await rungs('invite', 'one', 'coach', 'di@one.example', 'Di', 'Lee', '--club', 'Twin Baths')).toEqual(
      refused('several clubs are named Twin Baths: rename all but one'),
    )
  })

  test('makes the first author of a client with user names, who logs in by that name', async () => {
    const { out } = await rungs(
      'invite',
      'username',
      'ngo',
      'a@a.example',
      'Ann',
      'Lee',
      '--username',
      'annlee',
      '--print-link',
    )
    await setPassword(out.split('\n')[1] ?? '')
    const login = { client_id: 'username', type: 'ngo', username: 'annlee', password: PASSWORD }
    const reply = await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      host: 'scheme.username.test',
      payload: login,
    })
    expect(reply.statusCode, reply.body).toBe(200)
  })
})

describe('rungs user', () => {
  test('lists the accounts of a type, or all for programs', async () => {
    expect(await rungs('user', 'list', 'two', 'coach')).toEqual(
      done(`TYPE   NAME            E-MAIL OR USER NAME  STATE    LAST LOGIN
coach  Anna Pritchard  coach@two.example    current  never`),
    )
    const { code, out } = await rungs('user', 'list', 'two', '--json')
    const users = JSON.parse(out) as object[]
    expect(code).toBe(0)
    expect(users).toContainEqual({
      id: world.tenants[1].admin,
      type: 'admin',
      email: 'admin@two.example',
      username: null,
      firstname: 'Owain',
      lastname: 'Price',
      status: 'current',
      verified: true,
      last_login: null,
      deletion_asked: null,
    })
    expect((await rungs('user', 'list', 'one', 'coach')).out).toMatch(
      /^coach +Cai Lee +cai@one\.example +invited +never$/m,
    )
  })

  test('deactivates a coach, who is logged out, leaves the groups and cannot log in', async () => {
    const { token } = await world.logIn(one, 'coach')
    expect(await rungs('user', 'deactivate', 'one', 'coach', 'Coach@one.example')).toEqual(
      done('Coach@one.example cannot log in any more, and is logged out everywhere.'),
    )
    expect((await world.request({ url: '/v1/me', host: one.host('coach'), token })).statusCode).toBe(401)
    await expect(world.logIn(one, 'coach')).rejects.toThrow('AUTH_USER_DELETED')
    const { rows } = await world.owner.query(
      `SELECT action, before, after FROM audit_log
       WHERE client_id = 'one' AND entity_id = $1 AND user_id IS NULL ORDER BY id DESC LIMIT 1`,
      [one.coach],
    )
    expect(rows).toEqual([{ action: 'change', before: { status: 'current' }, after: { status: 'lapsed' } }])
    const { rows: groups } = await world.owner.query(
      `SELECT to_date < $2 AS left FROM group_coaches WHERE client_id = 'one' AND user_id = $1`,
      [one.coach, world.today()],
    )
    expect(groups).toEqual([{ left: true }])
  })

  test('takes a deactivated coach out of each group as of yesterday at its club', async () => {
    // at any time of the day, one of the two has another date than UTC
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const leftOf = async (timeZone: string) => {
      await world.owner.query(`UPDATE clubs SET time_zone = $1 WHERE client_id = 'two'`, [timeZone])
      await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [two.coach])
      await world.owner.query('UPDATE group_coaches SET to_date = NULL WHERE user_id = $1', [two.coach])
      await rungs('user', 'deactivate', 'two', 'coach', 'coach@two.example')
      const { rows } = await world.owner.query(
        `SELECT DISTINCT (now() AT TIME ZONE $2)::date - to_date AS days FROM group_coaches WHERE user_id = $1`,
        [two.coach, timeZone],
      )
      return rows
    }
    for (const timeZone of zones) expect.soft(await leftOf(timeZone), timeZone).toEqual([{ days: 1 }])
    await world.owner.query(`UPDATE clubs SET time_zone = 'Europe/London' WHERE client_id = 'two'`)
  })

  test('shows which parent asks for deletion, and closes the account for good; the child stays', async () => {
    const { token } = await world.logIn(one, 'parent')
    const asked = await world.request({
      method: 'POST',
      url: `/v1/users/${one.parent}/deletion-request`,
      host: one.host('parent'),
      token,
    })
    expect(asked.statusCode).toBe(200)
    expect((await rungs('user', 'list', 'one', 'parent')).out).toMatch(
      /^parent +.+ parent@one\.example +asked for deletion on \d{4}-\d\d-\d\d /m,
    )
    const membersOf = () => world.owner.query(`SELECT id FROM members WHERE client_id = 'one' ORDER BY id`)
    const { rows: members } = await membersOf()
    expect(await rungs('user', 'close', 'one', 'parent', 'parent@one.example')).toEqual(
      done('The account of parent@one.example is closed for good. Its children stay members of their clubs.'),
    )
    expect((await membersOf()).rows).toEqual(members)
    expect((await world.request({ url: '/v1/me', host: one.host('parent'), token })).statusCode).toBe(401)
    await expect(world.logIn(one, 'parent')).rejects.toThrow('AUTH_INVALID_CREDENTIALS')
    expect((await rungs('user', 'list', 'one', 'parent')).out).not.toContain('parent@one.example')
    const { rows: links } = await world.owner.query('SELECT FROM member_links WHERE user_id = $1', [one.parent])
    expect(links).toEqual([])
    const { rows: log } = await world.owner.query(
      `SELECT action, count(*)::int AS times FROM audit_log
       WHERE action IN ('unlink', 'close-account') AND (entity_id = $1 OR before ->> 'parent' = $1) GROUP BY action
       ORDER BY action`,
      [one.parent],
    )
    expect(log).toEqual([
      { action: 'close-account', times: 1 },
      // of two children
      { action: 'unlink', times: 2 },
    ])
    expect(await rungs('user', 'close', 'one', 'parent', one.parent)).toEqual(
      refused(`one has no parent "${one.parent}"`),
    )
    expect((await rungs('user', 'close', 'one', 'coach', 'coach@one.example')).code).toBe(2)
  })

  test('refuses an account that is not there or not active, and wrong forms', async () => {
    expect(await rungs('user', 'deactivate', 'one', 'coach', one.coach)).toEqual(refused(`${one.coach} is not active`))
    expect(await rungs('user', 'deactivate', 'one', 'admin', 'coach@one.example')).toEqual(
      refused('one has no admin "coach@one.example"'),
    )
    expect(await rungs('user', 'list', 'nobody')).toEqual(refused('no client "nobody"'))
    for (const args of [[], ['list'], ['list', 'one', 'person'], ['deactivate', 'one', 'coach'], ['delete', 'one']])
      expect(await rungs('user', ...args)).toEqual({
        code: 2,
        out: '',
        error: expect.stringMatching('^rungs: use: rungs user list') as string,
      })
  })
})
