import type { SecretBox } from './secret-box.ts'
import { queryRowsWithoutTenant, statement } from './sql/statement.ts'
import type { Database } from './tenancy.ts'

/** Where the pepper is stored, for `SecretBox`. */
export const PEPPER_KEY = ['installation.pepper', 'true'] as const

const PEPPER = statement('platform/read-pepper', 'SELECT pepper FROM installation')

/**
 * The pepper of this installation: the hashes of PINs depend on it, and the secrets of API tokens are derived from it.
 * It stays when `SECRET`, which encrypts it, is rotated.
 */
export async function readPepper(db: Database, secrets: SecretBox): Promise<Uint8Array> {
  const [row] = await queryRowsWithoutTenant(db, PEPPER)
  if (!row?.pepper)
    throw new Error('the database is not prepared for this version: rungs migrate, with DATABASE_URL and SECRET')
  return Buffer.from(secrets.open(PEPPER_KEY, row.pepper), 'base64')
}
