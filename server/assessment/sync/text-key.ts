import { randomBytes } from 'node:crypto'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The column for which a key is sealed: a value that was sealed for another column cannot be opened as a key. */
const COLUMN = 'text_keys.key'

/**
 * The user's key, in base64, with which a device encrypts the text of operations that wait to be sent. It is created at
 * the first call.
 */
export async function textKey(tx: Tx, secrets: SecretBox, clientId: string, userId: string): Promise<string> {
  await tx.query('INSERT INTO text_keys (client_id, user_id, key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    clientId,
    userId,
    secrets.seal([COLUMN, clientId, userId], randomBytes(32).toString('base64')),
  ])
  const { rows } = await tx.query<{ key: string }>('SELECT key FROM text_keys WHERE user_id = $1', [userId])
  return openTextKey(secrets, clientId, userId, rows[0]?.key ?? '')
}

/** Opens a stored key; returns it in base64. */
export function openTextKey(secrets: SecretBox, clientId: string, userId: string, sealed: string): string {
  return secrets.open([COLUMN, clientId, userId], sealed)
}
