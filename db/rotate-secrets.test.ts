import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#cli/serve.ts'
import type { EnrolReply, LoginReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { ApiTokenSecret } from '#contract/identity/api-tokens.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { readProvider, setProvider } from '#server/identity/providers/settings.ts'
import type { Running } from '#server/main.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld, PASSWORD, SECRET, type Tenant, type World } from '#server/testing/world.ts'
import { migrate } from './migrate.ts'
import { allowAppRole, createEmptyDatabase, type TestDatabase } from './testing.ts'

const OLD = Buffer.from(SECRET).toString()
const NEW = 'the new secret of this installation'
const PIN = '4711'

let database: TestDatabase
let world: World
let one: Tenant
let dataDir = ''
const running = new Set<Running>()

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await allowAppRole(database)
  world = await createWorld(database)
  one = world.tenants[0]
  // row-level security is forced for the owner too
  await world.owner.query(`SELECT set_config('app.client', $1, false)`, [one.id])
  dataDir = await mkdtemp(join(tmpdir(), 'rungs-rotate-'))
})
afterAll(async () => {
  for (const server of running) await server.close()
  await world.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a server with these secrets, as `rungs serve` does. */
async function start(secrets: { SECRET: string; SECRET_OTHER?: string }): Promise<Running> {
  const vars = { PORT: '0', LOG_LEVEL: 'silent', STOP_DELAY: '0', DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl }
  const server = (await openServer(readEnv({ ...vars, ...secrets }), database.ownerUrl, /* demo */ false, dataDir))
    .running
  running.add(server)
  return server
}

/** Sends a request; without `body` it is a GET, and a text is a form. */
async function call<T>(
  { port }: Running,
  portal: Portal,
  path: string,
  token: string | null,
  body?: object | string,
): Promise<{ status: number | undefined; json: T }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; json: T }>()
  const headers = {
    host: one.host(portal),
    'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  request({ hostname: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', agent: false, headers }, (reply) => {
    text(reply).then(
      (answer) => resolve({ status: reply.statusCode, json: (answer ? JSON.parse(answer) : null) as T }),
      reject,
    )
  })
    .on('error', reject)
    .end(typeof body === 'string' ? body : body && JSON.stringify(body))
  return promise
}

const PROVIDER = {
  issuer: 'https://id.example',
  oauthClientId: 'rungs',
  oauthClientSecret: 'the-client-secret-of-one',
  scope: 'openid',
  clubClaim: null,
  typeClaim: null,
  rosterUrl: null,
  editUrl: null,
}

/** Everything that depends on the secret, made at one server. */
async function makeSecrets(server: Running) {
  const { owner, db, secrets } = world
  await owner.query(`UPDATE clients SET features = features || '{"SWITCH_USER": true}'`)
  // as an older version left it: PINs are hashed with SECRET itself
  await owner.query('INSERT INTO user_pins (client_id, user_id, pin_hash) VALUES ($1, $2, $3)', [
    one.id,
    one.coach,
    await hashPassword(PIN, SECRET),
  ])
  const logIn = (portal: 'coach' | 'club' | 'scheme', type: string) =>
    call<LoginReply>(server, portal, '/v1/auth/login', null, {
      client_id: one.id,
      type,
      email: `${type}@${one.id}.example`,
      password: PASSWORD,
    })
  const coach = (await logIn('coach', 'coach')).json
  const admin = (await logIn('club', 'admin')).json
  const author = (await logIn('scheme', 'ngo')).json
  const factor = (await call<EnrolReply>(server, 'club', '/v1/auth/second-factor/enrol', admin.token, {})).json.secret
  const code = codeOf(factor)
  expect((await call(server, 'club', '/v1/auth/second-factor/confirm', admin.token, { code })).status).toBe(200)
  const { key } = (await call<{ key: string }>(server, 'coach', '/v1/sync/key', coach.token, {})).json
  const apiUser = crypto.randomUUID()
  await inTenant(db, one.id, 'write', async (tx) => {
    await setProvider(tx, secrets, one.id, PROVIDER)
    const unnamed = { email: null, username: null, passwordHash: null, clubIds: [] }
    await createUser(tx, null, { ...unnamed, id: apiUser, type: 'api', firstname: 'Booking', lastname: 'system' })
  })
  const wanted = { name: 'Nightly', scopes: ['members:read'], club_id: one.club, per_minute: 60, expires_in_days: 30 }
  const api = (await call<ApiTokenSecret>(server, 'scheme', `/v1/users/${apiUser}/tokens`, author.token, wanted)).json
  const tenant = { clientId: one.id, portal: 'parent' } as const
  // the link of a mail that was sent before
  const link = await world.tokens.sign(tenant, 'unsubscribe', one.parent, crypto.randomUUID(), 3_600)
  return { coach, factor, key, apiSecret: api.secret, link }
}
type Made = Awaited<ReturnType<typeof makeSecrets>>

/** What the authenticator app shows. */
const codeOf = (base32: string) => new TOTP({ secret: Secret.fromBase32(base32) }).generate()

/** What users meet at a server. */
async function experience(server: Running, made: Made) {
  const me = await call(server, 'coach', '/v1/me', made.coach.token)
  const pin = { refresh_token: made.coach.refresh_token, user_uuid: one.coach, pin: PIN }
  const switched = await call<LoginReply>(server, 'coach', '/v1/auth/switch-user', null, pin)
  if (switched.status === 200) made.coach = switched.json
  const wrongPin = { ...pin, refresh_token: made.coach.refresh_token, pin: '0000' }
  const refused = await call<{ error: string }>(server, 'coach', '/v1/auth/switch-user', null, wrongPin)
  const textKey = await call<{ key: string }>(server, 'coach', '/v1/sync/key', made.coach.token, {})
  const login = await call<{ challenge: string }>(server, 'club', '/v1/auth/login', null, {
    client_id: one.id,
    type: 'admin',
    email: `admin@${one.id}.example`,
    password: PASSWORD,
  })
  // as if the code had not been used yet: it is accepted once
  await world.owner.query('UPDATE second_factors SET last_step = 0')
  const factor = await call(server, 'club', '/v1/auth/second-factor', null, {
    challenge: login.json.challenge,
    code: codeOf(made.factor),
  })
  const api = await call(server, 'club', '/v1/members', made.apiSecret)
  const link = await call(server, 'parent', `/v1/unsubscribe?token=${made.link}`, null, 'List-Unsubscribe=One-Click')
  return {
    session: me.status,
    pin: switched.status,
    wrongPin: refused.json.error,
    textKeyIsSame: textKey.json.key === made.key,
    secondFactor: factor.status,
    apiToken: api.status,
    link: link.status,
  }
}
const ALL_WELL = {
  session: 200,
  pin: 200,
  wrongPin: 'PIN_INCORRECT',
  textKeyIsSame: true,
  secondFactor: 200,
  apiToken: 200,
  link: 204,
}
const CANNOT = 'SECRET is not the one this database was written with'

test('SECRET rotates under running servers: PINs, second factors, sessions, links, API tokens and provider go on', async () => {
  const rungs = (SECRET_: string, SECRET_OTHER = '') => rungsOn(database, { SECRET: SECRET_, SECRET_OTHER })
  await world.owner.query('UPDATE installation SET pepper = NULL')
  const first = await start({ SECRET: OLD })
  const made = await makeSecrets(first)
  expect(await experience(first, made)).toEqual(ALL_WELL)
  expect((await rungs(OLD)('secret', 'rotate')).error).toMatch(/SECRET_OTHER is not set/)
  await expect(start({ SECRET: NEW })).rejects.toThrow(CANNOT)

  // every server knows both before the first one encrypts with the new one
  const reader = await start({ SECRET: OLD, SECRET_OTHER: NEW })
  const writer = await start({ SECRET: NEW, SECRET_OTHER: OLD })
  expect(await experience(writer, made)).toEqual(ALL_WELL)
  expect((await rungs(NEW, OLD)('doctor')).out).toMatch(/^warn +secrets +\d of \d are encrypted with SECRET_OTHER$/m)
  const rotated = await rungs(NEW, OLD)('secret', 'rotate')
  expect(rotated).toMatchObject({ code: 0, error: '' })
  // signing key, second factor, provider, text key and pepper
  expect(rotated.out).toMatch(/^5 values are encrypted anew\./)
  expect((await rungs(NEW, OLD)('secret', 'rotate')).out).toMatch(/^0 values/)
  expect((await rungs(NEW, OLD)('doctor')).out).toMatch(/SECRET_OTHER is no longer needed/)
  expect(await experience(reader, made)).toEqual(ALL_WELL)
  expect(await experience(writer, made)).toEqual(ALL_WELL)

  // without the old one
  const last = await start({ SECRET: NEW })
  expect(await experience(last, made)).toEqual(ALL_WELL)
  expect((await rungs(NEW)('doctor')).out).toMatch(/^ok +secrets +all 5 can be decrypted$/m)
  const provider = await inTenant(world.db, one.id, 'read', (tx) =>
    readProvider(tx, new SecretBox(Buffer.from(NEW)), one.id),
  )
  expect(provider.settings?.oauthClientSecret).toBe(PROVIDER.oauthClientSecret)
  await expect(start({ SECRET: OLD })).rejects.toThrow(CANNOT)
})

test('a value that neither secret decrypts does not keep the others from being rotated, and is named', async () => {
  await world.owner.query(`UPDATE text_keys SET key = 'v1:' || repeat('A', 80) WHERE user_id = $1`, [one.coach])
  const { code, error } = await rungsOn(database, { SECRET: OLD, SECRET_OTHER: NEW })('secret', 'rotate')
  expect(code).toBe(1)
  expect(error).toBe(`rungs: 4 values are encrypted anew, but neither secret decrypts text_keys ${one.id}/${one.coach}`)
})
