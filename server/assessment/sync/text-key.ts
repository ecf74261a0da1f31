import { randomBytes } from 'node:crypto'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The column for which a key is sealed: a value that was sealed for another column cannot be opened as a key. */
const COLUMN = 'text_keys.key'

const INSERT_TEXT_KEY = tenantStatement(
  'assessment/insert-text-key',
  'INSERT INTO text_keys (client_id, user_id, key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
)

const TEXT_KEY = tenantStatement(
  'assessment/find-text-key',
  'SELECT key FROM text_keys WHERE client_id = $1 AND user_id = $2',
)

/**
 * The user's key, in base64, with which a device encrypts the text of operations that wait to be sent. It is created at
 * the first call.
 */
export async function textKey(tx: Tx, secrets: SecretBox, clientId: string, userId: string): Promise<string> {
  await execute(tx, INSERT_TEXT_KEY, [
    userId,
    secrets.seal([COLUMN, clientId, userId], randomBytes(32).toString('base64')),
  ])
  const row = await findRow(tx, TEXT_KEY, [userId])
  return openTextKey(secrets, clientId, userId, row?.key ?? '')
}

/** Opens a stored key; returns it in base64. */
export function openTextKey(secrets: SecretBox, clientId: string, userId: string, sealed: string): string {
  return secrets.open([COLUMN, clientId, userId], sealed)
}
