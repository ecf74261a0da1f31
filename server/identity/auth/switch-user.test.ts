import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChangeReply, ClubUsers, LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { hashPassword } from './passwords.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** A second coach of the club. */
const dewi = crypto.randomUUID()
const PIN_OF_ANNA = '2468'
const PIN_OF_DEWI = '13570'

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  const passwordHash = await hashPassword(PASSWORD)
  await inTenant(world.db, 'one', 'write', (tx) =>
    createUser(tx, null, {
      id: dewi,
      type: 'coach',
      email: 'dewi@one.example',
      username: null,
      firstname: 'Dewi',
      lastname: 'Lloyd',
      passwordHash,
      clubIds: [one.club],
    }),
  )
  await world.owner.query(`UPDATE clients SET features = features || '{"SWITCH_USER": true}'`)
  await world.owner.query(
    `INSERT INTO group_coaches (client_id, group_id, user_id, from_date) VALUES ('one', $1, $2, '2020-01-01')`,
    [one.group, dewi],
  )
})
beforeEach(async () => {
  await world.owner.query('DELETE FROM user_pins')
  for (const [reply, pin] of [
    [await logInAsAnna(), PIN_OF_ANNA],
    [await logInAs('dewi@one.example'), PIN_OF_DEWI],
  ] as const)
    expect((await setPin(reply.token, pin)).statusCode).toBe(204)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  url: string,
  token?: string,
  payload?: object,
  host = one.host('coach'),
) =>
  world.request({
    method,
    url,
    host,
    ...(token === undefined ? {} : { token }),
    ...(payload === undefined ? {} : { payload }),
  })
const logInAsAnna = () => world.logIn(one, 'coach')
const logInAs = async (email: string) =>
  (
    await call('POST', '/v1/auth/login', undefined, { client_id: 'one', type: 'coach', email, password: PASSWORD })
  ).json<LoginReply>()
const setPin = (token: string, pin: string) => call('POST', '/v1/auth/pin', token, { pin })
const switchTo = ({ refresh_token }: { refresh_token: string }, user_uuid: string, pin: string, host?: string) =>
  call('POST', '/v1/auth/switch-user', undefined, { refresh_token, user_uuid, pin }, host)
const switchSuccessfully = async (...args: Parameters<typeof switchTo>) => {
  const reply = await switchTo(...args)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<LoginReply>()
}
/** Creates one more coach of the club. */
async function addCoach(firstname: string): Promise<{ email: string }> {
  const email = `${firstname.toLowerCase()}@one.example`
  const passwordHash = await hashPassword(PASSWORD)
  const person = { type: 'coach' as const, username: null, lastname: 'Rees', passwordHash, clubIds: [one.club] }
  await inTenant(world.db, 'one', 'write', (tx) =>
    createUser(tx, null, { ...person, id: crypto.randomUUID(), email, firstname }),
  )
  return { email }
}
const codeOf = (reply: LightMyRequestResponse) => reply.json<{ error?: string }>().error
const userIdOf = async ({ token }: { token: string }) =>
  (await call('GET', '/v1/me', token)).json<{ uuid?: string }>().uuid

describe('switching user', () => {
  test('is a choice of each club, whatever its client has [R1.4]', async () => {
    const set = (ofClient: boolean, ofClub: boolean) =>
      world.owner.query(
        `WITH client AS (UPDATE clients SET features = features || jsonb_build_object('SWITCH_USER', $1::boolean)
           WHERE client_id = 'one')
         UPDATE clubs SET features = jsonb_build_object('SWITCH_USER', $2::boolean) WHERE id = $3`,
        [ofClient, ofClub, one.club],
      )
    await set(true, false)
    const closed = await logInAsAnna()
    expect(closed.club_users).toEqual([])
    expect(codeOf(await switchTo(closed, dewi, PIN_OF_DEWI))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    await set(false, true)
    const open = await logInAsAnna()
    expect(open.club_users.map((user) => user.firstname)).toEqual(['Anna', 'Dewi'])
    expect(await userIdOf(await switchSuccessfully(open, dewi, PIN_OF_DEWI))).toBe(dewi)
    // at a coach’s second club, which has the flag that the first has not, the page of the session is open
    await set(true, false)
    const quay = crypto.randomUUID()
    await inTenant(world.db, 'one', 'write', (tx) =>
      createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
    )
    const work = [one.coach, quay]
    await world.owner.query(`INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ('one', $1, $2)`, work)
    expect((await logInAsAnna()).club_users).toHaveLength(2)
    await world.owner.query('DELETE FROM user_clubs WHERE user_id = $1 AND club_id = $2', work)
    await world.owner.query(`UPDATE clubs SET features = '{}'`)
  })

  test('continues the session as the other coach of the club with the right PIN, and back in the same way', async () => {
    const annasSession = await logInAsAnna()
    expect(annasSession.club_users.map((user) => user.firstname)).toEqual(['Anna', 'Dewi'])
    const switchedToDewi = await switchSuccessfully(annasSession, dewi, PIN_OF_DEWI)
    expect([await userIdOf(switchedToDewi), switchedToDewi.clubs.map((club) => club.id)]).toEqual([dewi, [one.club]])
    const switchedBack = await switchSuccessfully(switchedToDewi, one.coach, PIN_OF_ANNA)
    expect(await userIdOf(switchedBack)).toBe(one.coach)
    // The coach who logged in is back, with all rights.
    const reply = await call('POST', '/v1/auth/change-club', undefined, {
      refresh_token: switchedBack.refresh_token,
      club_id: one.club,
    })
    expect(reply.statusCode).toBe(200)
  })

  test('to oneself needs the PIN too, and leaves the rights of the user who logged in', async () => {
    const annasSession = await logInAsAnna()
    expect(codeOf(await switchTo(annasSession, one.coach, '1111'))).toBe('PIN_INCORRECT')
    const switchedToSelf = await switchSuccessfully(annasSession, one.coach, PIN_OF_ANNA)
    expect(await userIdOf(switchedToSelf)).toBe(one.coach)
    expect((await setPin(switchedToSelf.token, '97531')).statusCode).toBe(204)
  })

  test('lasts when the session is refreshed, and the switched user can change neither the club nor any account', async () => {
    const switchedToDewi = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
    const refreshed = (
      await call('POST', '/v1/auth/refresh', undefined, { refresh_token: switchedToDewi.refresh_token, rotate: true })
    ).json<ChangeReply>()
    expect(await userIdOf(refreshed)).toBe(dewi)
    const { refresh_token } = refreshed
    const club = await call('POST', '/v1/auth/change-club', undefined, { refresh_token, club_id: one.club })
    expect(codeOf(club)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(codeOf(await setPin(refreshed.token, '9999'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(codeOf(await call('DELETE', `/v1/users/${dewi}/pin`, refreshed.token))).toBe(
      'AUTH_USER_INSUFFICIENT_PERMISSIONS',
    )
    const mail = await call('PATCH', `/v1/users/${dewi}/unsubscribes`, refreshed.token, { award_mail: 1 })
    expect(codeOf(mail)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    const language = await call('POST', '/v1/auth/change-language', undefined, { refresh_token, language_id: 2 })
    expect(codeOf(await setPin(language.json<ChangeReply>().token, '9999'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('keeps the tokens of the previous coach valid for a return after hours without network; they end with the session', async () => {
    const switchedToDewi = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
    const switchedBack = await switchSuccessfully(switchedToDewi, one.coach, PIN_OF_ANNA)
    world.clock.now += 10 * 3_600_000
    const refresh = (refresh_token: string) =>
      call('POST', '/v1/auth/refresh', undefined, { refresh_token, rotate: true })
    const refreshedDewi = (await refresh(switchedToDewi.refresh_token)).json<ChangeReply>()
    expect(await userIdOf(refreshedDewi)).toBe(dewi)
    expect(await userIdOf((await refresh(switchedBack.refresh_token)).json<ChangeReply>())).toBe(one.coach)
    await call('POST', '/v1/auth/logout', undefined, { refresh_token: refreshedDewi.refresh_token })
    for (const { refresh_token } of [switchedBack, switchedToDewi, refreshedDewi])
      expect(codeOf(await refresh(refresh_token))).toBe('AUTH_INVALID_TOKEN')
  })

  test('is in the audit log with both coaches, and so are marks after it; without a switch only one coach is named', async () => {
    const switchedToDewi = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
    const device = new Device(world, one, switchedToDewi.token, dewi)
    const reply = await device.push(device.mark(one.members[0], '/stage-1/float', 2))
    expect(reply.outcomes).toMatchObject([{ outcome: 'applied' }])
    const entries = async (action: string) =>
      (
        await world.owner.query<object>(
          `SELECT user_id, acting_as FROM audit_entries WHERE client_id = 'one' AND action = $1 ORDER BY id DESC LIMIT 1`,
          [action],
        )
      ).rows
    expect(await entries('mark')).toEqual([{ user_id: dewi, acting_as: one.coach }])
    const { rows } = await world.owner.query(
      `SELECT entity_id, user_id FROM audit_log WHERE action = 'switch-user' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ user_id: dewi, entity_id: one.coach }])
    const annasSession = await logInAsAnna()
    const annasTablet = new Device(world, one, annasSession.token)
    await annasTablet.push(annasTablet.mark(one.members[0], '/stage-1/glide', 2))
    expect(await entries('mark')).toEqual([{ user_id: one.coach, acting_as: null }])
  })

  test('ends with the session that it continues, and when the coach who logged in is no longer active; the other coach’s own session stays', async () => {
    const annasSession = await logInAsAnna()
    const firstSwitch = await switchSuccessfully(annasSession, dewi, PIN_OF_DEWI)
    await call('POST', '/v1/auth/logout', undefined, { refresh_token: firstSwitch.refresh_token, everywhere: true })
    expect(codeOf(await call('GET', '/v1/me', firstSwitch.token))).toBe('AUTH_INVALID_TOKEN')
    const dewisOwnSession = await logInAs('dewi@one.example')
    const secondSwitch = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
    await call('POST', '/v1/auth/logout', undefined, { refresh_token: secondSwitch.refresh_token, everywhere: true })
    expect(await userIdOf(dewisOwnSession)).toBe(dewi)
    const thirdSwitch = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [one.coach])
    const refreshed = await call('POST', '/v1/auth/refresh', undefined, { refresh_token: thirdSwitch.refresh_token })
    expect(codeOf(refreshed)).toBe('AUTH_USER_DELETED')
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [one.coach])
  })

  test('ends when either coach leaves its club, and leads to no other club of the two', async () => {
    const quay = crypto.randomUUID()
    await inTenant(world.db, 'one', 'write', (tx) =>
      createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
    )
    const setLastDay = (user: string, day: string | null) =>
      world.owner.query('UPDATE user_clubs SET to_date = $3 WHERE user_id = $1 AND club_id = $2', [user, one.club, day])
    for (const leaver of [dewi, one.coach]) {
      await world.owner.query(
        `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ('one', $1, $2, '2020-01-01')`,
        [leaver, quay],
      )
      const switched = await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI)
      await setLastDay(leaver, '2020-01-01')
      for (const rotate of [false, true]) {
        const { refresh_token } = switched
        const refreshed = await call('POST', '/v1/auth/refresh', undefined, { refresh_token, rotate })
        expect.soft(codeOf(refreshed), refreshed.body).toBe('AUTH_CLUB_NOT_FOUND')
      }
      await setLastDay(leaver, null)
      await world.owner.query('DELETE FROM user_clubs WHERE club_id = $1', [quay])
    }
  })

  test('is possible only to coaches of the same club who have a PIN; all others are answered as not found', async () => {
    const annasSession = await logInAsAnna()
    for (const other of [two.coach, one.admin, crypto.randomUUID()])
      expect((await switchTo(annasSession, other, PIN_OF_ANNA)).json()).toMatchObject({
        status: 404,
        field: 'user_uuid',
      })
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE user_id = $1`, [dewi])
    expect(codeOf(await switchTo(annasSession, dewi, PIN_OF_DEWI))).toBe('NOT_FOUND')
    await world.owner.query('UPDATE user_clubs SET to_date = NULL WHERE user_id = $1', [dewi])
    const users = async () => (await call('GET', '/v1/auth/club-users', annasSession.token)).json<ClubUsers>()
    expect(await users()).toMatchObject([
      { uuid: one.coach, has_pin: true },
      { uuid: dewi, has_pin: true },
    ])
    await world.owner.query('DELETE FROM user_pins WHERE user_id = $1', [dewi])
    expect(await users()).toMatchObject([{ has_pin: true }, { has_pin: false }])
    expect(codeOf(await switchTo(annasSession, dewi, PIN_OF_DEWI))).toBe('NOT_FOUND')
  })

  test('is refused outside the coach portal, and at clients without the feature', async () => {
    const admin = await world.logIn(one, 'club')
    expect(codeOf(await switchTo(admin, dewi, PIN_OF_DEWI, one.host('club')))).toBe(
      'AUTH_USER_INSUFFICIENT_PERMISSIONS',
    )
    const annasSession = await logInAsAnna()
    const setClient = (assignment: string) =>
      world.owner.query(`UPDATE clients SET ${assignment} WHERE client_id = 'one'`)
    await setClient(`features = features || '{"SWITCH_USER": false}'`)
    expect(codeOf(await switchTo(annasSession, dewi, PIN_OF_DEWI))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect((await logInAsAnna()).club_users).toEqual([])
    await setClient(`features = features || '{"SWITCH_USER": true}'`)
    // A federated client never has the flag, whatever is configured.
    await setClient(`auth_provider = 'bg'`)
    expect(codeOf(await switchTo(annasSession, dewi, PIN_OF_DEWI))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    const federated = await logInAsAnna()
    for (const reply of [
      await call('GET', '/v1/auth/club-users', federated.token),
      await setPin(federated.token, PIN_OF_ANNA),
    ])
      expect(codeOf(reply)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    await setClient(`auth_provider = 'local'`)
    for (const token of ['', 'nothing'])
      expect(codeOf(await switchTo({ refresh_token: token }, dewi, PIN_OF_DEWI))).toBe('AUTH_INVALID_TOKEN')
  })
})

describe('a PIN', () => {
  test('is four to eight digits', async () => {
    const { token } = await logInAsAnna()
    for (const pin of ['123', '123456789', '12a4', '١٢٣٤', ' 1234', ''])
      expect((await setPin(token, pin)).json(), pin).toMatchObject({ status: 400, field: 'pin' })
    for (const pin of ['0000', '12345678']) expect((await setPin(token, pin)).statusCode, pin).toBe(204)
  })

  test('is locked after five wrong tries, simultaneous ones too, until its coach logs in with the password', async () => {
    const annasSession = await logInAsAnna()
    const codes = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => codeOf(await switchTo(annasSession, dewi, `000${n % 10}`))),
    )
    // The fifth wrong try is answered with the lock.
    expect(codes.filter((code) => code === 'PIN_INCORRECT')).toHaveLength(4)
    expect(codes.filter((code) => code === 'PIN_LOCKED')).toHaveLength(8)
    // The lock does not end by itself, not even after a day.
    world.clock.now += 24 * 3_600_000
    expect(codeOf(await switchTo(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe('PIN_LOCKED')
    await logInAs('dewi@one.example')
    expect(await userIdOf(await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe(dewi)
  })

  test('is checked five times of 200 simultaneous tries, and a colleague’s wrong tries lock it only for that colleague', async () => {
    const ceri = await addCoach('Ceri')
    const [ofAnna, ofCeri] = [await logInAsAnna(), await logInAs(ceri.email)]
    const replies = await Promise.all(Array.from({ length: 200 }, () => switchTo(ofAnna, dewi, '0000')))
    // Only the answer to a checked PIN names its field.
    const checked = replies.filter((reply) => reply.json<{ field?: string }>().field === 'pin')
    expect(checked.map(codeOf).sort()).toEqual([...Array<string>(4).fill('PIN_INCORRECT'), 'PIN_LOCKED'])
    expect(new Set(replies.map(codeOf))).toEqual(new Set(['PIN_INCORRECT', 'PIN_LOCKED']))
    // The PIN is locked for right tries too, in this session and in the next one.
    for (const session of [ofAnna, await logInAsAnna()])
      expect(codeOf(await switchTo(session, dewi, PIN_OF_DEWI))).toBe('PIN_LOCKED')
    expect(await userIdOf(await switchSuccessfully(ofCeri, dewi, PIN_OF_DEWI))).toBe(dewi)
  })

  test('is locked on one of its coach’s own tablets, and not on the other', async () => {
    const [firstTablet, secondTablet] = [await logInAs('dewi@one.example'), await logInAs('dewi@one.example')]
    const locked = await switchSuccessfully(firstTablet, one.coach, PIN_OF_ANNA)
    for (let n = 0; n < 5; n++) await switchTo(locked, dewi, '0000')
    expect(codeOf(await switchTo(locked, dewi, PIN_OF_DEWI))).toBe('PIN_LOCKED')
    const annaOnSecond = await switchSuccessfully(secondTablet, one.coach, PIN_OF_ANNA)
    expect(await userIdOf(await switchSuccessfully(annaOnSecond, dewi, PIN_OF_DEWI))).toBe(dewi)
  })

  test('is locked for everybody after fifty wrong tries of all colleagues together', async () => {
    /** Tries a wrong PIN in the session of another colleague. */
    const guess = async (n: number, times: number) => {
      const session = await logInAs((await addCoach(`Guess${n}`)).email)
      for (let wrong = 0; wrong < times; wrong++) await switchTo(session, dewi, '0000')
      return session
    }
    for (let n = 0; n < 9; n++) await guess(n, 5)
    const tenth = await guess(9, 4)
    // after forty-nine the right PIN is still accepted, and takes none of the wrong tries back
    expect(await userIdOf(await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe(dewi)
    await switchTo(tenth, dewi, '0000')
    expect(codeOf(await switchTo(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe('PIN_LOCKED')
    await logInAs('dewi@one.example')
    expect(await userIdOf(await switchSuccessfully(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe(dewi)
  })

  test('that is right clears the wrong tries before it', async () => {
    let session = await logInAsAnna()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect(codeOf(await switchTo(session, dewi, '0000'))).toBe('PIN_INCORRECT')
      session = await switchSuccessfully(session, dewi, PIN_OF_DEWI)
      session = await switchSuccessfully(session, one.coach, PIN_OF_ANNA)
    }
  })

  test('cannot be guessed from a copy of the database without the pepper', async () => {
    const { rows } = await world.owner.query<{ pin_hash: string }>(
      'SELECT pin_hash FROM user_pins WHERE user_id = $1',
      [dewi],
    )
    const stored = rows[0]?.pin_hash ?? ''
    expect(stored).toMatch(/^\$argon2id\$/)
    const { checkPassword } = await import('./passwords.ts')
    expect(await checkPassword(stored, PIN_OF_DEWI, world.pepper)).toBe(true)
    expect(await checkPassword(stored, PIN_OF_DEWI)).toBe(false)
    expect(await checkPassword(stored, PIN_OF_DEWI, new Uint8Array(32).fill(8))).toBe(false)
  })

  test('can be cleared by an administrator of the coach’s club and by the coach, and by nobody else', async () => {
    const admin = await world.logIn(one, 'club')
    const clear = (userId: string, token = admin.token, host = one.host('club')) =>
      call('DELETE', `/v1/users/${userId}/pin`, token, undefined, host)
    const foreign = await world.logIn(two, 'club')
    expect((await clear(dewi, foreign.token, two.host('club'))).statusCode).toBe(404)
    expect((await clear(crypto.randomUUID())).statusCode).toBe(404)
    expect((await clear(one.parent)).statusCode).toBe(404)
    expect((await clear('nothing')).statusCode).toBe(400)
    // for a coach another coach is like somebody who does not exist
    expect((await clear(dewi, (await logInAsAnna()).token, one.host('coach'))).statusCode).toBe(404)
    const hasPin = async () =>
      (await call('GET', '/v1/users?sort=alastname', admin.token, undefined, one.host('club')))
        .json<{ uuid: string; has_pin: number }[]>()
        .find((user) => user.uuid === dewi)?.has_pin
    expect(await hasPin()).toBe(1)
    expect((await clear(dewi)).statusCode).toBe(204)
    expect(await hasPin()).toBe(0)
    expect(codeOf(await switchTo(await logInAsAnna(), dewi, PIN_OF_DEWI))).toBe('NOT_FOUND')
    const { rows } = await world.owner.query<{ user_id: string }>(
      `SELECT user_id FROM audit_log WHERE action = 'clear-pin' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.user_id).toBe(one.admin)
    const anna = await logInAsAnna()
    expect((await clear(one.coach, anna.token, one.host('coach'))).statusCode).toBe(204)
  })
})

test('what is kept of a request that sets a PIN does not tell the PIN to who reads the database', async () => {
  const { token } = await logInAsAnna()
  const reply = await world.request({
    method: 'POST',
    url: '/v1/auth/pin',
    host: one.host('coach'),
    token,
    headers: { 'x-request-id': 'a-pin' },
    payload: { pin: PIN_OF_ANNA },
  })
  expect(reply.statusCode).toBe(204)
  const { rows } = await world.owner.query<{ fingerprint: Buffer }>(
    `SELECT fingerprint FROM requests WHERE request_id = 'a-pin'`,
  )
  expect(rows).toHaveLength(1)
  // all PINs of four digits are tried in a moment
  const guesses = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0')).filter((pin) =>
    createHash('sha256')
      .update(canonicalJson(['POST', '/v1/auth/pin', { pin }]))
      .digest()
      .equals(rows[0]?.fingerprint ?? Buffer.alloc(0)),
  )
  expect(guesses).toEqual([])
})
