import { ApiError, connectionError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { lockVault, makeVault, readVaults, openVault, tryPin } from '#web/offline/coach-vault.ts'
import { waitAtMost, LONGEST_SEND_MS } from '#web/shell/start/wait-at-most.ts'
import { restoreEntries, storedEntries } from '#web/shell/start/stored-answers.ts'
import type { Services } from '#web/shell/start/services.ts'
import type { StoredSession } from '#web/shell/session/session.ts'
import { readToken } from '#web/shell/session/token-payload.ts'
import { currentStore } from './current-store.ts'

/** What a coach's vault holds besides the database: the session, and the server's answers stored for offline use. */
interface VaultExtras {
  session: StoredSession
  /** The stored answers. Vaults in use hold them under this name. */
  seen: [key: string, text: string][]
}

type SwitchServices = Pick<Services, 'api' | 'session' | 'forgotten'>

/** Runs `work` with the device's database, and closes it again. */
export async function onDevice<T>(work: (db: CoachDatabase) => Promise<T>): Promise<T> {
  const db = new CoachDatabase()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** The error of a PIN that was checked on this tablet, as the server names it; status 0, because no server answered. */
function pinError(error: 'PIN_INCORRECT' | 'PIN_LOCKED'): ApiError {
  return new ApiError({ status: 0, error, detail: error, field: 'pin' })
}

/** The refresh token, by which the server switches; refuses when the session is over, as the server would. */
function liveRefreshToken(session: SwitchServices['session']): string {
  const token = session.refresh()
  if (token === null) throw new ApiError({ status: 0, error: 'AUTH_INVALID_TOKEN', detail: 'AUTH_INVALID_TOKEN' })
  return token
}

/**
 * Stores the current coach's data in their vault. If that fails, the coach can come back only with network, because the
 * data is removed from the tablet in any case.
 */
async function lockCurrentVault(db: CoachDatabase, session: SwitchServices['session']): Promise<void> {
  const [stored, user] = [session.get(), session.subject()?.user_uuid]
  if (stored === null || user === undefined) return
  const extras: VaultExtras = { session: stored, seen: await storedEntries() }
  await lockVault(db, user, extras, (readToken(stored.refresh_token)?.exp ?? 0) * 1000).catch(() => undefined)
}

/** Continues the session as another coach; the server checks the PIN. Rejects with an ApiError. */
export async function switchOnline(
  { api, session, forgotten }: SwitchServices,
  user: string,
  pin: string,
): Promise<void> {
  // the current coach's edits must be sent in their own name; unsent ones wait on this tablet until they are back
  await waitAtMost(LONGEST_SEND_MS, currentStore.get()?.syncNow())
  const refresh_token = liveRefreshToken(session)
  await onDevice(async (db) => {
    if ((await readVaults(db, Date.now())).locked.has(user)) throw pinError('PIN_LOCKED')
    const reply = await api.switchUser({ refresh_token, user_uuid: user, pin })
    await lockCurrentVault(db, session)
    session.open(reply)
    // resolves when the former coach's rows and keys are removed from the tablet
    await forgotten()
    // with a vault the new coach can come back without network later
    await api.syncKey().then(
      ({ key }) => makeVault(db, user, pin, key),
      () => undefined,
    )
  })
}

/**
 * Sets the PIN of the coach who logged in, and makes a vault that it opens, so that they can come back without network.
 */
export async function setOwnPin({ api }: Pick<SwitchServices, 'api'>, user: string, pin: string): Promise<void> {
  // the key is fetched before the PIN is set: if fetching failed afterwards, the old PIN would still open the vault
  const { key } = await api.syncKey()
  await api.setPin(pin)
  await onDevice((db) => makeVault(db, user, pin, key))
}

/**
 * As `setOwnPin`, with the PIN that they already have. The server checks it by a switch to the same user, so that a
 * mistyped PIN never becomes the one of the vault.
 */
export async function addExistingPin({ api, session }: SwitchServices, user: string, pin: string): Promise<void> {
  const { key } = await api.syncKey()
  session.open(await api.switchUser({ refresh_token: liveRefreshToken(session), user_uuid: user, pin }))
  await onDevice((db) => makeVault(db, user, pin, key))
}

/** Switches to a coach without network: the PIN opens the vault that they left on this tablet. */
export async function switchOffline({ session, forgotten }: SwitchServices, user: string, pin: string): Promise<void> {
  await onDevice(async (db) => {
    const { open, locked } = await readVaults(db, Date.now())
    // without a vault no PIN can help, so no try is counted
    if (!open.has(user) && !locked.has(user)) throw connectionError()
    const keys = await tryPin(db, user, pin)
    if (typeof keys === 'string') throw pinError(keys)
    await lockCurrentVault(db, session)
    const extras = await openVault<VaultExtras>(db, user, keys)
    if (extras === null) throw connectionError()
    await restoreEntries(user, extras.seen)
    session.resume(extras.session)
    await forgotten()
  })
}
