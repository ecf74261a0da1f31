import { aesKey, base64Of, bytesOf, encrypt, decrypt, type AesKey } from './cipher.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'

/** A payload encrypted (AES-GCM) with its author's key; both fields are base64. */
interface EncryptedPayload {
  sealed: string
  iv: string
}

/** Kinds of edits whose payload holds free text or a child's name. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['note', 'family_word', 'plan', 'guest'])

function isEncrypted(payload: unknown): payload is EncryptedPayload {
  return typeof payload === 'object' && payload !== null && 'sealed' in payload && 'iv' in payload
}

async function encryptPayload(key: AesKey, payload: unknown): Promise<EncryptedPayload> {
  const { iv, bytes } = await encrypt(key, payload)
  return { sealed: base64Of(new Uint8Array(bytes)), iv: base64Of(iv) }
}

function decryptPayload(key: AesKey, { sealed, iv }: EncryptedPayload): Promise<unknown> {
  return decrypt(key, { iv: bytesOf(iv), bytes: bytesOf(sealed).buffer })
}

async function keyOf(db: CoachDatabase, userUuid: string): Promise<AesKey | null> {
  const stored = await db.setting('key')
  return stored?.user === userUuid ? stored.key : null
}

/**
 * The payload of an edit as the outbox stores it: free text is encrypted if its author's key is already on the device.
 */
export async function payloadToStore(
  db: CoachDatabase,
  userUuid: string,
  { kind, payload }: { kind: string; payload: unknown },
): Promise<unknown> {
  const key = TEXT_KINDS.has(kind) ? await keyOf(db, userUuid) : null
  return key ? encryptPayload(key, payload) : payload
}

/** Operations with their payloads decrypted for one user; those that this user's key cannot decrypt are left out. */
export async function decryptOperations(
  db: CoachDatabase,
  userUuid: string,
  ops: readonly QueuedOperation[],
): Promise<QueuedOperation[]> {
  if (!ops.some((op) => isEncrypted(op.payload))) return [...ops]
  const key = await keyOf(db, userUuid)
  const decrypted = await Promise.all(
    ops.map(async (op): Promise<QueuedOperation[]> => {
      if (!isEncrypted(op.payload)) return [op]
      if (!key || op.authorUuid !== userUuid) return []
      // a damaged payload stays in the outbox, and the operations after it are still sent
      return decryptPayload(key, op.payload).then(
        (payload) => [{ ...op, payload }],
        () => [],
      )
    }),
  )
  return decrypted.flat()
}

/**
 * Fetches the author's key if the device does not have it, stores it so that no script can export it, and encrypts the
 * text that was saved before it came. Answers whether the key was fetched now.
 */
export async function fetchTextKey(
  db: CoachDatabase,
  userUuid: string,
  fetchKey: () => Promise<{ key: string }>,
): Promise<boolean> {
  if (await keyOf(db, userUuid)) return false
  const key = await aesKey(bytesOf((await fetchKey()).key))
  await db.settings.put({ name: 'key', user: userUuid, key })
  const unencrypted = (await db.syncs.toArray()).filter(
    (op) => op.authorUuid === userUuid && TEXT_KINDS.has(op.kind) && !isEncrypted(op.payload),
  )
  for (const op of unencrypted) await db.syncs.update(op.opId, { payload: await encryptPayload(key, op.payload) })
  return true
}
