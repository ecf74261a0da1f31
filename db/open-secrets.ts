import { exportJWK, generateKeyPair } from 'jose'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { PEPPER_KEY } from '#server/platform/pepper.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { MIGRATION_LOCK } from './migrate.ts'

/**
 * The columns that hold secrets, with the key columns of their tables. Each table has a check constraint `…_sealed` that
 * refuses unencrypted values. It is marked as validated once the values stored before it are encrypted too.
 */
export const SECRET_COLUMNS = [
  { table: 'signing_keys', column: 'private_jwk', keyColumns: ['kid'] },
  { table: 'second_factors', column: 'secret', keyColumns: ['client_id', 'user_id'] },
  { table: 'identity_providers', column: 'oauth_client_secret', keyColumns: ['client_id'] },
  { table: 'text_keys', column: 'key', keyColumns: ['client_id', 'user_id'] },
  { table: 'installation', column: 'pepper', keyColumns: ['one'] },
] as const

/**
 * Opens the secrets of the migrated database at `ownerUrl`. It encrypts those that an older version stored in clear,
 * creates the first signing key and the pepper, and throws when the database was written with neither `SECRET` nor
 * `SECRET_OTHER`.
 */
export async function openSecrets(
  ownerUrl: string,
  secret: Uint8Array,
  otherSecret: Uint8Array | null = null,
): Promise<SecretBox> {
  const box = new SecretBox(secret, otherSecret)
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    await db.query('BEGIN')
    await db.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sealClearRows(db, box)
    const isNew = await ensureSigningKey(db, box)
    await refuseOtherSecret(db, box)
    await ensurePepper(db, box, () => (isNew ? randomBytes(32) : secretOfKeys(db, secret, otherSecret)))
    await db.query('COMMIT')
  } finally {
    // After an error this ends the transaction too.
    await db.end()
  }
  return box
}

/** Encrypts the secrets that an older version stored in clear. A table whose check is validated has none. */
async function sealClearRows(db: pg.Client, box: SecretBox): Promise<void> {
  const { rows: unvalidated } = await db.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conname = ANY($1) AND NOT convalidated`,
    [SECRET_COLUMNS.map(({ table }) => `${table}_sealed`)],
  )
  for (const { table, column, keyColumns } of SECRET_COLUMNS) {
    if (!unvalidated.some(({ conname }) => conname === `${table}_sealed`)) continue
    const keySql = `ARRAY[${keyColumns.map((name) => `${name}::text`).join(', ')}]`
    const isTenantTable = table !== 'signing_keys'
    // Forced row-level security would hide all rows from an owner that is no superuser.
    if (isTenantTable) await db.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
    const { rows } = await db.query<{ plain: string; key: string[] }>(
      `SELECT ${column} AS plain, ${keySql} AS key FROM ${table}`,
    )
    for (const { plain, key } of rows)
      await db.query(`UPDATE ${table} SET ${column} = $1 WHERE ${keySql} = $2`, [
        box.seal([`${table}.${column}`, ...key], plain),
        key,
      ])
    if (isTenantTable) await db.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
    await db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_sealed`)
  }
}

/**
 * Creates the key that signs access and refresh tokens, if there is none, and returns whether it did. All processes of a
 * database share it.
 */
async function ensureSigningKey(db: pg.Client, box: SecretBox): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM signing_keys')
  if (rowCount === 0) await addSigningKey(db, box)
  return rowCount === 0
}

/** Stores the pepper, if there is none. */
async function ensurePepper(
  db: pg.Client,
  box: SecretBox,
  firstPepper: () => Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM installation WHERE pepper IS NULL')
  if (rowCount === 0) return
  const pepper = Buffer.from(await firstPepper()).toString('base64')
  await db.query('UPDATE installation SET pepper = $1', [box.seal(PEPPER_KEY, pepper)])
}

/** The secret with which an older version wrote the database, and which was the pepper of its PINs. */
async function secretOfKeys(db: pg.Client, secret: Uint8Array, otherSecret: Uint8Array | null): Promise<Uint8Array> {
  if (!otherSecret) return secret
  return refuseOtherSecret(db, new SecretBox(secret)).then(
    () => secret,
    () => otherSecret,
  )
}

/** Adds a key that signs tokens once every process has read it, and returns its id. */
export async function addSigningKey(db: pg.Client, box: SecretBox): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'EdDSA' }
  await db.query('INSERT INTO signing_keys (kid, private_jwk) VALUES ($1, $2)', [
    kid,
    box.seal(['signing_keys.private_jwk', kid], JSON.stringify(jwk)),
  ])
  return kid
}

/** Throws when the secrets cannot decrypt the signing keys, of which there is always one. */
export async function refuseOtherSecret(db: pg.Client, box: SecretBox): Promise<void> {
  const { rows } = await db.query<{ kid: string; private_jwk: string }>('SELECT kid, private_jwk FROM signing_keys')
  try {
    for (const { kid, private_jwk } of rows) box.open(['signing_keys.private_jwk', kid], private_jwk)
  } catch {
    throw new Error('SECRET is not the one this database was written with')
  }
}
