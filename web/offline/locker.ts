import { aesKey, base64Of, bytesOf, lock, unlock, type AesKey } from './cipher.ts'
import { cached } from './cached.ts'
import type { CoachDatabase, Setting } from './database.ts'

/** As many as the server allows. */
const PIN_TRIES = 5
/** Makes a search for the PIN slow; a PIN of four digits stays one of ten thousand. */
const ROUNDS = 600_000

type Locker = Extract<Setting, { name: `locker/${string}` }>
type Cache = Extract<Setting, { name: 'cache' }>

/** What the PIN closes, base64. */
export interface LockerKeys {
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

async function change(db: CoachDatabase, user: string, to: Partial<Locker>): Promise<void> {
  await db.settings.where({ name: nameOf(user) }).modify((locker) => void Object.assign(locker, to))
}

async function pinKey(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<AesKey> {
  const known = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return crypto.subtle.deriveKey(how, known, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** For the user who is here, with a PIN that the server took; `text` is the key of what they write, base64. */
export async function makeLocker(db: CoachDatabase, user: string, pin: string, text: string): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const keys: LockerKeys = { locker: base64Of(raw), text }
  const secret = await lock(await pinKey(pin, salt), keys)
  const key = await aesKey(raw)
  await db.settings.bulkPut([
    { name: nameOf(user), user, tries: 0, salt, secret, content: null, until: 0 },
    { name: 'open-locker', user, key },
  ])
}

/** Closes away what who leaves has here, until their session's end. Without a locker they come back with the network only. */
export async function lockAway<T>(db: CoachDatabase, user: string, kept: T, until: number): Promise<void> {
  const open = await db.setting('open-locker')
  if (open?.user !== user) return
  const tables = cached(db)
  const content: Content<T> = await db.transaction('r', [...tables, db.settings], async () => {
    const cache = await db.setting('cache')
    if (cache?.user !== user) return { kept, cache: null, rows: [] }
    return { kept, cache, rows: await Promise.all(tables.map((table) => table.toArray())) }
  })
  const closed = await lock(open.key, content)
  await change(db, user, { content: closed, until })
}

/** Counts a try before it is judged, so that many at once are no more than five; the fifth wrong one empties the locker. */
export async function tryPin(
  db: CoachDatabase,
  user: string,
  pin: string,
): Promise<LockerKeys | 'PIN_INCORRECT' | 'PIN_LOCKED'> {
  const tried = await db.transaction('rw', db.settings, async () => {
    const locker = await db.setting(nameOf(user))
    if (!locker?.secret || locker.tries >= PIN_TRIES) return null
    const next: Locker = { ...locker, tries: locker.tries + 1 }
    await db.settings.put(next)
    return { ...next, secret: locker.secret }
  })
  if (!tried) return 'PIN_LOCKED'
  const keys = await unlock(await pinKey(pin, tried.salt), tried.secret).catch(() => null)
  if (keys !== null) {
    await change(db, user, { tries: 0 })
    return keys as LockerKeys
  }
  if (tried.tries < PIN_TRIES) return 'PIN_INCORRECT'
  await change(db, user, { secret: null, content: null })
  return 'PIN_LOCKED'
}

/** Puts what its owner left back onto the device, in place of what another has there; null when nothing was left. */
export async function takeOut<T>(db: CoachDatabase, user: string, keys: LockerKeys): Promise<T | null> {
  const closed = (await db.setting(nameOf(user)))?.content
  if (!closed) return null
  const key = await aesKey(bytesOf(keys.locker))
  const text = await aesKey(bytesOf(keys.text))
  const { kept, cache, rows } = (await unlock(key, closed)) as Content<T>
  const tables = cached(db)
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

/** Whoever is here uses up the session that their locker holds: nobody may come back with it. */
export async function emptyLocker(db: CoachDatabase, user: string): Promise<void> {
  await change(db, user, { content: null })
}

const all = (db: CoachDatabase) => db.settings.where('name').startsWith('locker/')

async function lockers(db: CoachDatabase): Promise<Locker[]> {
  return (await all(db).toArray()) as Locker[]
}

/** What others closed away may be about a child who is erased; nothing here can open it. */
export async function emptyLockers(db: CoachDatabase): Promise<void> {
  await all(db).modify((locker) => void Object.assign(locker, { content: null }))
}

/** At the end of the session that all of them are part of. */
export async function removeLockers(db: CoachDatabase): Promise<void> {
  await all(db).delete()
}

/** Takes away the lockers of who has no PIN at this club any more. */
export async function keepLockers(db: CoachDatabase, users: readonly string[]): Promise<void> {
  const gone = (await lockers(db)).filter(({ user }) => !users.includes(user))
  await db.settings.bulkDelete(gone.map(({ name }) => name))
}

export interface Lockers {
  /** Who can take the tablet over without network. */
  open: ReadonlySet<string>
  /** Who entered five wrong PINs without network. */
  locked: ReadonlySet<string>
  /** Who is here now and can come back without network; null where the tablet does not know their PIN. */
  here: string | null
}

export async function readLockers(db: CoachDatabase, now: number): Promise<Lockers> {
  const rows = await lockers(db)
  const usable = (await db.setting('open-locker'))?.user
  const of = (which: (locker: Locker) => boolean) => new Set(rows.filter(which).map(({ user }) => user))
  return {
    open: of(({ secret, content, until }) => secret !== null && content !== null && until > now),
    locked: of(({ secret }) => secret === null),
    here: rows.find(({ user, secret }) => user === usable && secret !== null)?.user ?? null,
  }
}
