import { PIN_TRIES } from '#domain/identity/pin.ts'
import { aesKey, base64Of, bytesOf, encrypt, decrypt, type AesKey } from './cipher.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase, Setting } from './database.ts'

/** PBKDF2 iterations: they slow down a search for the PIN, which with four digits has only 10,000 possible values. */
const ITERATIONS = 600_000

type CoachVault = Extract<Setting, { name: `locker/${string}` }>
type Cache = Extract<Setting, { name: 'cache' }>

/**
 * The keys that the PIN encrypts, base64: `locker` of the vault's content, `text` of the coach's free text. Stored
 * names still say "locker", the vault's former name, because tablets in use hold data under them.
 */
interface VaultKeys {
  locker: string
  text: string
}

/** What a vault holds, before it is encrypted. */
interface Content<T> {
  /** What the page stores of its user outside the database, such as the session. Tablets hold it under this name. */
  kept: T
  cache: Cache | null
  /** The rows of each cached table, in the order of `cachedTables`. */
  rows: readonly (readonly object[])[]
}

const settingName = (user: string) => `locker/${user}` as const

async function updateVault(db: CoachDatabase, user: string, fields: Partial<CoachVault>): Promise<void> {
  await db.settings.where({ name: settingName(user) }).modify((vault) => void Object.assign(vault, fields))
}

async function pinKey(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<AesKey> {
  const rawPin = new TextEncoder().encode(pin)
  const baseKey = await crypto.subtle.importKey('raw', rawPin, 'PBKDF2', /* extractable */ false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  return crypto.subtle.deriveKey(derivation, baseKey, { name: 'AES-GCM', length: 256 }, /* extractable */ false, [
    'encrypt',
    'decrypt',
  ])
}

/**
 * Makes a vault for the coach who uses the tablet, with a PIN that the server has accepted. `textKey` is base64. Until
 * the coach hands the tablet over, the vault has neither content nor an end (`until`).
 */
export async function makeVault(db: CoachDatabase, user: string, pin: string, textKey: string): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const keys: VaultKeys = { locker: base64Of(raw), text: textKey }
  const secret = await encrypt(await pinKey(pin, salt), keys)
  const key = await aesKey(raw)
  await db.settings.bulkPut([
    { name: settingName(user), user, tries: 0, salt, secret, content: null, until: 0 },
    { name: 'open-locker', user, key },
  ])
}

/**
 * Encrypts the cached rows of a coach who hands the tablet over; the vault can be opened until the session ends
 * (`until`, unix ms). `kept` is what the page stores of its user outside the database. For a coach without a vault
 * nothing is done: that coach can come back only with network.
 */
export async function lockVault<T>(db: CoachDatabase, user: string, kept: T, until: number): Promise<void> {
  const vaultKey = await db.setting('open-locker')
  if (vaultKey?.user !== user) return
  const tables = cachedTables(db)
  const content: Content<T> = await db.transaction('r', [...tables, db.settings], async () => {
    const cache = await db.setting('cache')
    if (cache?.user !== user) return { kept, cache: null, rows: [] }
    return { kept, cache, rows: await Promise.all(tables.map((table) => table.toArray())) }
  })
  const encrypted = await encrypt(vaultKey.key, content)
  await updateVault(db, user, { content: encrypted, until })
}

/**
 * Checks a PIN. The try is counted before the check, so that parallel tries cannot exceed the limit; the fifth wrong
 * PIN empties the vault. A coach without a vault gets `PIN_LOCKED` too.
 */
export async function tryPin(
  db: CoachDatabase,
  user: string,
  pin: string,
): Promise<VaultKeys | 'PIN_INCORRECT' | 'PIN_LOCKED'> {
  const tried = await db.transaction('rw', db.settings, async () => {
    const vault = await db.setting(settingName(user))
    if (!vault?.secret || vault.tries >= PIN_TRIES) return null
    const next: CoachVault = { ...vault, tries: vault.tries + 1 }
    await db.settings.put(next)
    return { ...next, secret: vault.secret }
  })
  if (!tried) return 'PIN_LOCKED'
  const keys = await decrypt(await pinKey(pin, tried.salt), tried.secret).catch(() => null)
  if (keys !== null) {
    await updateVault(db, user, { tries: 0 })
    return keys as VaultKeys
  }
  if (tried.tries < PIN_TRIES) return 'PIN_INCORRECT'
  await updateVault(db, user, { secret: null, content: null })
  return 'PIN_LOCKED'
}

/** Replaces the rows on the device by the content of a vault. Answers null when the vault is empty. */
export async function openVault<T>(db: CoachDatabase, user: string, keys: VaultKeys): Promise<T | null> {
  const encrypted = (await db.setting(settingName(user)))?.content
  if (!encrypted) return null
  const key = await aesKey(bytesOf(keys.locker))
  const textKey = await aesKey(bytesOf(keys.text))
  const { kept, cache, rows } = (await decrypt(key, encrypted)) as Content<T>
  const tables = cachedTables(db)
  await db.transaction('rw', [...tables, db.settings], async () => {
    await Promise.all(tables.map((table) => table.clear()))
    for (const [index, table] of tables.entries()) await table.bulkPut(rows[index] ?? [])
    await (cache ? db.settings.put(cache) : db.settings.delete('cache'))
    await db.settings.bulkPut([
      { name: 'key', user, key: textKey },
      { name: 'open-locker', user, key },
    ])
  })
  return kept
}

/** Empties the vault of the coach who uses the tablet: the session in the vault is in use again and may change. */
export async function emptyVault(db: CoachDatabase, user: string): Promise<void> {
  await updateVault(db, user, { content: null })
}

const vaultCollection = (db: CoachDatabase) => db.settings.where('name').startsWith('locker/')

async function readVaultRows(db: CoachDatabase): Promise<CoachVault[]> {
  return (await vaultCollection(db).toArray()) as CoachVault[]
}

/**
 * Empties all vaults when members are erased: they may hold the members' data, and only their owners can decrypt them.
 * Erasures that the device has met before empty nothing, because each full load names those of the last 400 days.
 */
export async function emptyVaultsOf(db: CoachDatabase, erased: ReadonlySet<string>, epoch: string): Promise<void> {
  const stored = await db.setting('erased')
  const known = stored?.epoch === epoch ? stored.members : []
  const members = [...new Set([...known, ...erased])]
  if (members.length === known.length) return
  await vaultCollection(db).modify((vault) => void Object.assign(vault, { content: null }))
  await db.settings.put({ name: 'erased', epoch, members })
}

/** Removes all vaults. Called at the end of the session, because all switched users share it. */
export async function removeVaults(db: CoachDatabase): Promise<void> {
  await Promise.all([vaultCollection(db).delete(), db.settings.delete('erased')])
}

/** Removes all vaults but those of these users, who have a PIN at this club. */
export async function removeVaultsExcept(db: CoachDatabase, users: readonly string[]): Promise<void> {
  const unwanted = (await readVaultRows(db)).filter(({ user }) => !users.includes(user))
  await db.settings.bulkDelete(unwanted.map(({ name }) => name))
}

/** The vaults of a tablet, by what their owners can do. */
export interface CoachVaults {
  /** Users who can take the tablet over without network. */
  open: ReadonlySet<string>
  /** Users who entered five wrong PINs without network. */
  locked: ReadonlySet<string>
  /**
   * The user of the tablet now, if they can come back without network; null where the tablet does not know their PIN.
   */
  current: string | null
}

export async function readVaults(db: CoachDatabase, now: number): Promise<CoachVaults> {
  const rows = await readVaultRows(db)
  const currentUser = (await db.setting('open-locker'))?.user
  const usersWith = (test: (vault: CoachVault) => boolean) => new Set(rows.filter(test).map(({ user }) => user))
  return {
    open: usersWith(({ secret, content, until }) => secret !== null && content !== null && until > now),
    locked: usersWith(({ secret }) => secret === null),
    current: rows.find(({ user, secret }) => user === currentUser && secret !== null)?.user ?? null,
  }
}
