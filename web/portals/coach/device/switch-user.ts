import { ApiError, connectionError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { lockVault, makeVault, readVaults, openVault, tryPin } from '#web/offline/coach-vault.ts'
import { atMost, LONGEST_SEND_MS } from '#web/shell/start/at-most.ts'
import { putBack, seenEntries } from '#web/shell/start/remembered.ts'
import type { Services } from '#web/shell/start/services.ts'
import type { StoredSession } from '#web/shell/session/session.ts'
import { readToken } from '#web/shell/session/token-payload.ts'
import { currentStore } from './current-store.ts'

/** What a coach keeps on the device beside its database. */
interface Kept {
  session: StoredSession
  seen: [key: string, text: string][]
}

type Parts = Pick<Services, 'api' | 'session' | 'forgotten'>

export async function onDevice<T>(work: (db: CoachDatabase) => Promise<T>): Promise<T> {
  const db = new CoachDatabase()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

function refused(error: 'PIN_INCORRECT' | 'PIN_LOCKED'): ApiError {
  return new ApiError({ status: 0, error, detail: error, field: 'pin' })
}

/** Without it what is here is simply removed, and comes again with the network. */
async function leave(db: CoachDatabase, session: Parts['session']): Promise<void> {
  const [stored, user] = [session.get(), session.subject()?.user_uuid]
  if (stored === null || user === undefined) return
  const kept: Kept = { session: stored, seen: await seenEntries() }
  await lockVault(db, user, kept, (readToken(stored.refresh_token)?.exp ?? 0) * 1000).catch(() => undefined)
}

/** Another coach goes on with the session; the server checks the PIN. Rejects with an ApiError. */
export async function switchOnline({ api, session, forgotten }: Parts, user: string, pin: string): Promise<void> {
  // what this coach marked goes out under this coach's name; what cannot waits for them on this tablet
  await atMost(LONGEST_SEND_MS, currentStore.get()?.syncNow())
  const refresh_token = session.refresh()
  if (refresh_token === null) return
  await onDevice(async (db) => {
    if ((await readVaults(db, Date.now())).locked.has(user)) throw refused('PIN_LOCKED')
    const reply = await api.switchUser({ refresh_token, user_uuid: user, pin })
    await leave(db, session)
    session.open(reply)
    await forgotten()
    // from now on they can come back without network too
    await api.syncKey().then(
      ({ key }) => makeVault(db, user, pin, key),
      () => undefined,
    )
  })
}

/** Sets the PIN of who logged in. From then on it brings them back to this tablet without network too. */
export async function setOwnPin({ api }: Pick<Parts, 'api'>, user: string, pin: string): Promise<void> {
  // asked for first: a PIN that is set and cannot be learnt here would leave the former one to open the vault
  const { key } = await api.syncKey()
  await api.setPin(pin)
  await onDevice((db) => makeVault(db, user, pin, key))
}

/**
 * The same with the PIN that they have already. The server checks it by letting them go on as themselves, so that a
 * mistyped one never becomes the one that opens this tablet.
 */
export async function learnOwnPin({ api, session }: Parts, user: string, pin: string): Promise<void> {
  const { key } = await api.syncKey()
  session.open(await api.switchUser({ refresh_token: session.refresh() ?? '', user_uuid: user, pin }))
  await onDevice((db) => makeVault(db, user, pin, key))
}

/** Takes over without network, for who left something on this tablet: the PIN opens it. */
export async function switchOffline({ session, forgotten }: Parts, user: string, pin: string): Promise<void> {
  await onDevice(async (db) => {
    const { open, locked } = await readVaults(db, Date.now())
    // there is nothing here that a PIN could open: only the network helps, and no try is counted
    if (!open.has(user) && !locked.has(user)) throw connectionError()
    const keys = await tryPin(db, user, pin)
    if (typeof keys === 'string') throw refused(keys)
    await leave(db, session)
    const kept = await openVault<Kept>(db, user, keys)
    if (kept === null) throw connectionError()
    await putBack(user, kept.seen)
    session.resume(kept.session)
    await forgotten()
  })
}
