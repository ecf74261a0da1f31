import { aesKey, base64Of, bytesOf, lock, unlock, type AesKey } from './cipher.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase, Setting } from './database.ts'

/** As many as the server allows. */
const PIN_TRIES = 5
/** Makes a search for the PIN slow; a PIN of four digits stays one of ten thousand. */
const ROUNDS = 600_000

type CoachVault = Extract<Setting, { name: `locker/${string}` }>
type Cache = Extract<Setting, { name: 'cache' }>

/** What the PIN encrypts, base64. The stored names still say locker, so that tablets in use can open theirs. */
interface VaultKeys {
  locker: string
  text: string
}

interface Content<T> {
  /** What the page keeps of its user beside the database. */
  kept: T
  cache: Cache | null
  rows: readonly (readonly object[])[]
}

const nameOf = (user: string) => `locker/${user}` as const

async function change(db: CoachDatabase, user: string, to: Partial<CoachVault>): Promise<void> {
  await db.settings.where({ name: nameOf(user) }).modify((vault) => void Object.assign(vault, to))
}

async function pinKey(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<AesKey> {
  const known = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return crypto.subtle.deriveKey(how, known, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** For the user who is here, with a PIN that the server took; `text` is the key of what they write, base64. */
export async function makeVault(db: CoachDatabase, user: string, pin: string, text: string): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const keys: VaultKeys = { locker: base64Of(raw), text }
  const secret = await lock(await pinKey(pin, salt), keys)
  const key = await aesKey(raw)
  await db.settings.bulkPut([
    { name: nameOf(user), user, tries: 0, salt, secret, content: null, until: 0 },
    { name: 'open-locker', user, key },
  ])
}

/** Encrypts what the leaving coach has on this tablet, until the session ends. Without a vault they can come back only with network. */
export async function lockVault<T>(db: CoachDatabase, user: string, kept: T, until: number): Promise<void> {
  const open = await db.setting('open-locker')
  if (open?.user !== user) return
  const tables = cachedTables(db)
  const content: Content<T> = await db.transaction('r', [...tables, db.settings], async () => {
    const cache = await db.setting('cache')
    if (cache?.user !== user) return { kept, cache: null, rows: [] }
    return { kept, cache, rows: await Promise.all(tables.map((table) => table.toArray())) }
  })
  const closed = await lock(open.key, content)
  await change(db, user, { content: closed, until })
}

/** Counts a try before it is judged, so that many at once are no more than five; the fifth wrong one empties the vault. */
export async function tryPin(
  db: CoachDatabase,
  user: string,
  pin: string,
): Promise<VaultKeys | 'PIN_INCORRECT' | 'PIN_LOCKED'> {
  const tried = await db.transaction('rw', db.settings, async () => {
    const vault = await db.setting(nameOf(user))
    if (!vault?.secret || vault.tries >= PIN_TRIES) return null
    const next: CoachVault = { ...vault, tries: vault.tries + 1 }
    await db.settings.put(next)
    return { ...next, secret: vault.secret }
  })
  if (!tried) return 'PIN_LOCKED'
  const keys = await unlock(await pinKey(pin, tried.salt), tried.secret).catch(() => null)
  if (keys !== null) {
    await change(db, user, { tries: 0 })
    return keys as VaultKeys
  }
  if (tried.tries < PIN_TRIES) return 'PIN_INCORRECT'
  await change(db, user, { secret: null, content: null })
  return 'PIN_LOCKED'
}

/** Puts the content of a vault back onto the device, in place of another coach’s rows; null when it is empty. */
export async function openVault<T>(db: CoachDatabase, user: string, keys: VaultKeys): Promise<T | null> {
  const closed = (await db.setting(nameOf(user)))?.content
  if (!closed) return null
  const key = await aesKey(bytesOf(keys.locker))
  const text = await aesKey(bytesOf(keys.text))
  const { kept, cache, rows } = (await unlock(key, closed)) as Content<T>
  const tables = cachedTables(db)
  await db.transaction('rw', [...tables, db.settings], async () => {
    await Promise.all(tables.map((table) => table.clear()))
    for (const [at, table] of tables.entries()) await table.bulkPut(rows[at] ?? [])
    await (cache ? db.settings.put(cache) : db.settings.delete('cache'))
    await db.settings.bulkPut([
      { name: 'key', user, key: text },
      { name: 'open-locker', user, key },
    ])
  })
  return kept
}

/** The coach who is here continues the session in their vault, so nobody else may come back with it. */
export async function emptyVault(db: CoachDatabase, user: string): Promise<void> {
  await change(db, user, { content: null })
}

const all = (db: CoachDatabase) => db.settings.where('name').startsWith('locker/')

async function vaults(db: CoachDatabase): Promise<CoachVault[]> {
  return (await all(db).toArray()) as CoachVault[]
}

/** What others closed away may be about a child who is erased; nothing here can open it. */
export async function emptyVaults(db: CoachDatabase): Promise<void> {
  await all(db).modify((vault) => void Object.assign(vault, { content: null }))
}

/** At the end of the session that all of them are part of. */
export async function removeVaults(db: CoachDatabase): Promise<void> {
  await all(db).delete()
}

/** Removes the vaults of coaches without a PIN at this club. */
export async function keepVaults(db: CoachDatabase, users: readonly string[]): Promise<void> {
  const gone = (await vaults(db)).filter(({ user }) => !users.includes(user))
  await db.settings.bulkDelete(gone.map(({ name }) => name))
}

export interface CoachVaults {
  /** Who can take the tablet over without network. */
  open: ReadonlySet<string>
  /** Who entered five wrong PINs without network. */
  locked: ReadonlySet<string>
  /** Who is here now and can come back without network; null where the tablet does not know their PIN. */
  here: string | null
}

export async function readVaults(db: CoachDatabase, now: number): Promise<CoachVaults> {
  const rows = await vaults(db)
  const usable = (await db.setting('open-locker'))?.user
  const of = (which: (locker: CoachVault) => boolean) => new Set(rows.filter(which).map(({ user }) => user))
  return {
    open: of(({ secret, content, until }) => secret !== null && content !== null && until > now),
    locked: of(({ secret }) => secret === null),
    here: rows.find(({ user, secret }) => user === usable && secret !== null)?.user ?? null,
  }
}
