import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/tenancy.ts'

/** The user's key for text that waits on a device, base64; made when it is first asked for. */
export async function textKey(tx: Tx, clientId: string, userId: string): Promise<string> {
  await tx.query('INSERT INTO text_keys (client_id, user_id, key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    clientId,
    userId,
    randomBytes(32),
  ])
  const { rows } = await tx.query<{ key: Buffer }>('SELECT key FROM text_keys WHERE user_id = $1', [userId])
  return rows[0]?.key.toString('base64') ?? ''
}
