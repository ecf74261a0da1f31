import { ApiError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { lockAway, makeLocker, readLockers, takeOut, tryPin } from '#web/offline/locker.ts'
import { atMost, LONGEST_SEND_MS } from '#web/shell/at-most.ts'
import { putBack, seenEntries } from '#web/shell/remembered.ts'
import type { Services } from '#web/shell/services.ts'
import type { StoredSession } from '#web/shell/session.ts'
import { readToken } from '#web/shell/token-payload.ts'
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
  await lockAway(db, user, kept, (readToken(stored.refresh_token)?.exp ?? 0) * 1000).catch(() => undefined)
}

/** Another coach goes on with the session; the server checks the PIN. Rejects with an ApiError. */
export async function takeOverOnline({ api, session, forgotten }: Parts, user: string, pin: string): Promise<void> {
  // what this coach marked goes out under this coach's name; what cannot waits for them on this tablet
  await atMost(LONGEST_SEND_MS, currentStore.get()?.syncNow())
  const refresh_token = session.refresh()
  if (refresh_token === null) return
  await onDevice(async (db) => {
    if ((await readLockers(db, Date.now())).locked.has(user)) throw refused('PIN_LOCKED')
    const reply = await api.switchUser({ refresh_token, user_uuid: user, pin })
    await leave(db, session)
    session.open(reply)
    await forgotten()
    // from now on they can come back without network too
    await api.syncKey().then(
      ({ key }) => makeLocker(db, user, pin, key),
      () => undefined,
    )
  })
}

/** A new PIN opens the locker of who has one here. */
export async function renewLocker(api: Parts['api'], user: string, pin: string): Promise<void> {
  await onDevice(async (db) => {
    if ((await db.setting('open-locker'))?.user !== user) return
    const { key } = await api.syncKey()
    await makeLocker(db, user, pin, key)
  })
}

/** The same without network, for who switched here before: the PIN opens what they left here. */
export async function takeOverOffline({ session, forgotten }: Parts, user: string, pin: string): Promise<void> {
  await onDevice(async (db) => {
    const keys = await tryPin(db, user, pin)
    if (typeof keys === 'string') throw refused(keys)
    await leave(db, session)
    const kept = await takeOut<Kept>(db, user, keys)
    if (kept === null) throw refused('PIN_LOCKED')
    await putBack(user, kept.seen)
    session.resume(kept.session)
    await forgotten()
  })
}
