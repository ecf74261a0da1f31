import { exportJWK, generateKeyPair } from 'jose'
import pg from 'pg'
import { SecretBox } from '#server/platform/secret-box.ts'
import { LOCK } from './migrate.ts'

/** Where secrets stand, and the key of each row; each table has a check `…_sealed` that is valid once all are encrypted. */
const COLUMNS = [
  { table: 'signing_keys', column: 'private_jwk', key: ['kid'] },
  { table: 'second_factors', column: 'secret', key: ['client_id', 'user_id'] },
  { table: 'identity_providers', column: 'oauth_client_secret', key: ['client_id'] },
  { table: 'text_keys', column: 'key', key: ['client_id', 'user_id'] },
] as const

/**
 * What opens the secrets of the migrated database at `ownerUrl`. Encrypts those that stand in clear from before, makes the
 * first signing key, and refuses a `SECRET` that is not the one the database was written with.
 */
export async function openSecrets(ownerUrl: string, secret: Uint8Array): Promise<SecretBox> {
  const box = new SecretBox(secret)
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    await db.query('BEGIN')
    await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await sealClearRows(db, box)
    await ensureSigningKey(db, box)
    await refuseOtherSecret(db, box)
    await db.query('COMMIT')
  } finally {
    // an open transaction ends with its connection
    await db.end()
  }
  return box
}

/** Once in the life of a database: afterwards its checks let no clear value in. */
async function sealClearRows(db: pg.Client, box: SecretBox): Promise<void> {
  const { rows: open } = await db.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conname = ANY($1) AND NOT convalidated`,
    [COLUMNS.map(({ table }) => `${table}_sealed`)],
  )
  for (const { table, column, key } of COLUMNS) {
    if (!open.some(({ conname }) => conname === `${table}_sealed`)) continue
    const place = `ARRAY[${key.map((name) => `${name}::text`).join(', ')}]`
    const tenants = table !== 'signing_keys'
    // an owner that is no superuser would see no row of any client
    if (tenants) await db.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
    const { rows } = await db.query<{ clear: string; row: string[] }>(
      `SELECT ${column} AS clear, ${place} AS row FROM ${table}`,
    )
    for (const { clear, row } of rows)
      await db.query(`UPDATE ${table} SET ${column} = $1 WHERE ${place} = $2`, [
        box.seal([`${table}.${column}`, ...row], clear),
        row,
      ])
    if (tenants) await db.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
    await db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_sealed`)
  }
}

/** Access and refresh tokens need one key from the start; all processes of a database share it. */
async function ensureSigningKey(db: pg.Client, box: SecretBox): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM signing_keys')
  if (rowCount !== 0) return
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'EdDSA' }
  await db.query('INSERT INTO signing_keys (kid, private_jwk) VALUES ($1, $2)', [
    kid,
    box.seal(['signing_keys.private_jwk', kid], JSON.stringify(jwk)),
  ])
}

/** The signing keys are sealed like everything else, and there is always one. */
async function refuseOtherSecret(db: pg.Client, box: SecretBox): Promise<void> {
  const { rows } = await db.query<{ kid: string; private_jwk: string }>('SELECT kid, private_jwk FROM signing_keys')
  try {
    for (const { kid, private_jwk } of rows) box.open(['signing_keys.private_jwk', kid], private_jwk)
  } catch {
    throw new Error('SECRET is not the one this database was written with')
  }
}
