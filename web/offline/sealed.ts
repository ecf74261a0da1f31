import { aesKey, base64Of, bytesOf, lock, unlock, type AesKey } from './cipher.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'

/** A payload that only its author can read: AES-GCM, both base64. */
interface Sealed {
  sealed: string
  iv: string
}

/** Kinds whose payload holds what somebody wrote. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['note', 'plan'])

function isSealed(payload: unknown): payload is Sealed {
  return typeof payload === 'object' && payload !== null && 'sealed' in payload && 'iv' in payload
}

async function seal(key: AesKey, payload: unknown): Promise<Sealed> {
  const { iv, bytes } = await lock(key, payload)
  return { sealed: base64Of(new Uint8Array(bytes)), iv: base64Of(iv) }
}

function unseal(key: AesKey, { sealed, iv }: Sealed): Promise<unknown> {
  return unlock(key, { iv: bytesOf(iv), bytes: bytesOf(sealed).buffer })
}

async function keyOf(db: CoachDatabase, userUuid: string): Promise<AesKey | null> {
  const kept = await db.setting('key')
  return kept?.user === userUuid ? kept.key : null
}

/** What is written down of an edit: text is sealed as soon as its author's key is on the device. */
export async function payloadToStore(
  db: CoachDatabase,
  userUuid: string,
  { kind, payload }: { kind: string; payload: unknown },
): Promise<unknown> {
  const key = TEXT_KINDS.has(kind) ? await keyOf(db, userUuid) : null
  return key ? seal(key, payload) : payload
}

/** Operations of one author with payloads to read; those that cannot be opened without the author's key are left out. */
export async function decryptOperations(
  db: CoachDatabase,
  userUuid: string,
  ops: readonly QueuedOperation[],
): Promise<QueuedOperation[]> {
  if (!ops.some((op) => isSealed(op.payload))) return [...ops]
  const key = await keyOf(db, userUuid)
  const opened = await Promise.all(
    ops.map(async (op): Promise<QueuedOperation[]> => {
      if (!isSealed(op.payload)) return [op]
      if (!key || op.authorUuid !== userUuid) return []
      // one that is damaged stays where it is, and holds no other up
      return unseal(key, op.payload).then(
        (payload) => [{ ...op, payload }],
        () => [],
      )
    }),
  )
  return opened.flat()
}

/** Fetches the author's key once, keeps it so that nothing can export it, and seals what was written before it came. False: it was here. */
export async function fetchTextKey(
  db: CoachDatabase,
  userUuid: string,
  ask: () => Promise<{ key: string }>,
): Promise<boolean> {
  if (await keyOf(db, userUuid)) return false
  const key = await aesKey(bytesOf((await ask()).key))
  await db.settings.put({ name: 'key', user: userUuid, key })
  const open = (await db.syncs.toArray()).filter(
    (op) => op.authorUuid === userUuid && TEXT_KINDS.has(op.kind) && !isSealed(op.payload),
  )
  for (const op of open) await db.syncs.update(op.opId, { payload: await seal(key, op.payload) })
  return true
}
