import { Secret, TOTP } from 'otpauth'
import { exportJWK, generateKeyPair } from 'jose'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EnrolReply } from '#contract/identity/auth.ts'
import { readProvider, setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, SECRET, type World } from '#server/testing/world.ts'
import { openSecrets } from './open-secrets.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const settings = {
  issuer: 'https://id.example',
  oauthClientId: 'rungs',
  oauthClientSecret: 'the-client-secret-of-one',
  scope: 'openid',
  clubClaim: null,
  typeClaim: null,
  rosterUrl: null,
  editUrl: null,
}
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const TEXT_KEY = Buffer.alloc(32, 5)

let database: TestDatabase
let world: World | null = null

beforeEach(async () => {
  database = await createTestDatabase()
  world = null
})
afterEach(async () => {
  await world?.close()
  await database.drop()
})

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

const post = async (world: World, url: string, token: string, payload: object) =>
  world.request({ method: 'POST', url, host: world.tenants[0].host('club'), token, payload })

/** The code that an authenticator app shows at a time, unix ms. */
const codeOf = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** All rows of all tables as one text. */
async function dumpDatabase(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const { rows: values } = await owner.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)
    texts.push(...values.map(({ row }) => row))
  }
  return texts.join('\n')
}

test('no table holds the secret of a signing key, second factor, text key or provider in clear', async () => {
  world = await createWorld(database)
  const [one] = world.tenants
  const club = (await world.logIn(one, 'club')).token
  const enrolment = (await post(world, '/v1/auth/second-factor/enrol', club, {})).json<EnrolReply>()
  const code = codeOf(enrolment.secret, world.clock.now)
  expect((await post(world, '/v1/auth/second-factor/confirm', club, { code })).statusCode).toBe(200)
  const coach = (await world.logIn(one, 'coach')).token
  const { key } = (await world.request({ method: 'POST', url: '/v1/sync/key', token: coach })).json<{ key: string }>()
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  const { secrets } = world
  await inTenant(world.db, one.id, 'write', (tx) => setProvider(tx, secrets, one.id, settings))
  const text = await dumpDatabase(world.owner)
  expect(text).toContain('https://id.example')
  const hex = Buffer.from(key, 'base64').toString('hex')
  // `d` is the private part of a signing key as a JSON Web Key; in a text column its quotes are escaped
  for (const secret of [enrolment.secret, key, hex, settings.oauthClientSecret, '"d":', '\\"d\\"'])
    expect(text).not.toContain(secret)
})

test('the database refuses a secret in clear once a server has started', async () => {
  await openSecrets(database.ownerUrl, SECRET)
  await asOwner(async (owner) => {
    await expect(owner.query(`INSERT INTO signing_keys (kid, private_jwk) VALUES ('k', '{"d":"x"}')`)).rejects.toThrow(
      'signing_keys_sealed',
    )
    const { rows } = await owner.query<{ conname: string; convalidated: boolean; forced: boolean }>(
      `SELECT conname, convalidated, relforcerowsecurity AS forced
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE conname LIKE '%\\_sealed' ORDER BY 1`,
    )
    expect(rows).toEqual([
      { conname: 'identity_providers_sealed', convalidated: true, forced: true },
      { conname: 'installation_sealed', convalidated: true, forced: false },
      { conname: 'second_factors_sealed', convalidated: true, forced: true },
      { conname: 'signing_keys_sealed', convalidated: true, forced: false },
      { conname: 'text_keys_sealed', convalidated: true, forced: true },
    ])
  })
})

test('secrets that an older version stored in clear are encrypted at the next start and still work', async () => {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'old', alg: 'EdDSA' }
  world = await createWorld(database)
  const [one] = world.tenants
  const SECRET_TABLES = ['signing_keys', 'second_factors', 'identity_providers', 'text_keys']
  // What the migration leaves in a database of an older version: secrets in clear, and checks not validated yet.
  await asOwner(async (owner) => {
    const { rows } = await owner.query<{ conname: string; table_name: string; rule: string }>(
      `SELECT conname, conrelid::regclass::text AS table_name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
       WHERE conname = ANY($1)`,
      [SECRET_TABLES.map((table) => `${table}_sealed`)],
    )
    expect(rows).toHaveLength(SECRET_TABLES.length)
    for (const { conname, table_name } of rows)
      await owner.query(`ALTER TABLE ${table_name} DROP CONSTRAINT ${conname}`)
    await owner.query('DELETE FROM signing_keys')
    await owner.query('INSERT INTO signing_keys (kid, private_jwk) VALUES ($1, $2)', ['old', JSON.stringify(jwk)])
    await owner.query(
      'INSERT INTO second_factors (client_id, user_id, secret, confirmed_at) VALUES ($1, $2, $3, now())',
      [one.id, one.admin, TOTP_SECRET],
    )
    await owner.query(
      `INSERT INTO identity_providers (client_id, issuer, oauth_client_id, oauth_client_secret, scope) VALUES ($1, 'https://id.example', 'rungs', $2, 'openid')`,
      [one.id, settings.oauthClientSecret],
    )
    await owner.query('INSERT INTO text_keys (client_id, user_id, key) VALUES ($1, $2, $3)', [
      one.id,
      one.coach,
      TEXT_KEY.toString('base64'),
    ])
    for (const { conname, table_name, rule } of rows)
      await owner.query(`ALTER TABLE ${table_name} ADD CONSTRAINT ${conname} ${rule} NOT VALID`)
  })
  const coach = (await world.logIn(one, 'coach')).token

  const secrets = await openSecrets(database.ownerUrl, SECRET)
  // A second start changes nothing.
  await openSecrets(database.ownerUrl, SECRET)

  const text = await dumpDatabase(world.owner)
  for (const secret of [TOTP_SECRET, TEXT_KEY.toString('base64'), settings.oauthClientSecret, jwk.d ?? ''])
    expect(text).not.toContain(secret)
  const { rows } = await world.owner.query<{ private_jwk: string }>('SELECT private_jwk FROM signing_keys')
  expect(JSON.parse(secrets.open(['signing_keys.private_jwk', 'old'], rows[0]?.private_jwk ?? ''))).toEqual(jwk)
  expect((await world.request({ method: 'POST', url: '/v1/sync/key', token: coach })).json()).toEqual({
    key: TEXT_KEY.toString('base64'),
  })
  const read = await inTenant(world.db, one.id, 'read', (tx) => readProvider(tx, secrets, one.id))
  expect(read.settings?.oauthClientSecret).toBe(settings.oauthClientSecret)
  const login = await world.request({
    method: 'POST',
    url: '/v1/auth/login',
    host: one.host('club'),
    payload: { client_id: one.id, type: 'admin', email: `admin@${one.id}.example`, password: PASSWORD },
  })
  const { challenge } = login.json<{ challenge: string }>()
  const code = codeOf(TOTP_SECRET, world.clock.now)
  const completed = await world.request({
    method: 'POST',
    url: '/v1/auth/second-factor',
    host: one.host('club'),
    payload: { challenge, code },
  })
  expect(completed.statusCode).toBe(200)
})

test('a SECRET that is not the one of the database is refused, and nothing changes', async () => {
  await openSecrets(database.ownerUrl, SECRET)
  const before = await asOwner(dumpDatabase)
  const otherSecret = new Uint8Array(32).fill(8)
  await expect(openSecrets(database.ownerUrl, otherSecret)).rejects.toThrow(
    'SECRET is not the one this database was written with',
  )
  expect(await asOwner(dumpDatabase)).toBe(before)
})

test('several processes that start at once create only one signing key', async () => {
  await Promise.all(Array.from({ length: 4 }, () => openSecrets(database.ownerUrl, SECRET)))
  expect((await asOwner((owner) => owner.query('SELECT FROM signing_keys'))).rowCount).toBe(1)
})
