import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { ApiError, connectionError } from '#web/api/api-error.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { readVaults, tryPin } from '#web/offline/coach-vault.ts'
import { ANNA, ME as DEWI } from '#web/offline/testing/queue.ts'
import { createSession, type Session } from '#web/shell/session/session.ts'
import { addExistingPin, onDevice, setOwnPin, switchOffline, switchOnline } from './switch-user.ts'

// slow by intent: each PIN that is tried costs hundreds of milliseconds
vi.setConfig({ testTimeout: 30_000 })

/** A token as the portals read it: only its middle part counts, and it is valid for another hour. */
const token = (user: string) => {
  const payload = { exp: Math.floor(Date.now() / 1000) + 3600, sub: JSON.stringify({ user_uuid: user }) }
  return `x.${btoa(JSON.stringify(payload))}.x`
}
const reply = (user: string): LoginReply => ({
  token: token(user),
  refresh_token: token(user),
  clubs: [],
  club_users: [],
})
/** One more than the five wrong PINs that lock a vault. */
const MORE_THAN_ALL_TRIES = 6
const pins = new Map([
  [ANNA.userUuid, '2468'],
  [DEWI.userUuid, '1357'],
])

// the setting `locker/<user's uuid>` of the device holds a coach's vault
let session: Session
let offline: boolean
/** A server that knows both PINs, unless there is no network (`offline`). */
const api = {
  switchUser: ({ user_uuid, pin }: { user_uuid: string; pin: string }) => {
    if (offline) return Promise.reject(connectionError())
    if (pins.get(user_uuid) === pin) return Promise.resolve(reply(user_uuid))
    return Promise.reject(new ApiError({ status: 400, error: 'PIN_INCORRECT', detail: 'PIN_INCORRECT' }))
  },
  setPin: () => (offline ? Promise.reject(connectionError()) : Promise.resolve(undefined)),
  syncKey: () =>
    offline ? Promise.reject(connectionError()) : Promise.resolve({ key: btoa('0123456789abcdef0123456789abcdef') }),
}
/** What switching needs. `forgotten` resolves when the former coach's data is removed from the device, here at once. */
const services = () => ({ api: api as never, session, forgotten: () => Promise.resolve() })
const currentUser = () => session.subject()?.user_uuid
const errorCodeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.detail : String(error)),
  )

beforeEach(async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  offline = false
  await new CoachDatabase().delete()
  session = createSession()
  session.open(reply(ANNA.userUuid))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['sets a PIN', () => setOwnPin(services(), ANNA.userUuid, '2468')],
  ['enters the PIN that they have', () => addExistingPin(services(), ANNA.userUuid, '2468')],
])('a coach who logged in and %s comes back without network', async (_, addPin) => {
  await addPin()
  await switchOnline(services(), DEWI.userUuid, '1357')
  expect(currentUser()).toBe(DEWI.userUuid)
  offline = true
  expect(await errorCodeOf(switchOffline(services(), ANNA.userUuid, '0000'))).toBe('PIN_INCORRECT')
  await switchOffline(services(), ANNA.userUuid, '2468')
  expect(currentUser()).toBe(ANNA.userUuid)
})

test('a PIN that the server did not accept opens no vault', async () => {
  expect(await errorCodeOf(addExistingPin(services(), ANNA.userUuid, '1111'))).toBe('PIN_INCORRECT')
  offline = true
  expect(await errorCodeOf(setOwnPin(services(), ANNA.userUuid, '2468'))).toBe('ERROR_FETCH')
  expect(await onDevice((db) => db.setting(`locker/${ANNA.userUuid}`))).toBeUndefined()
})

test('without network a coach without a vault gets a network error, not a wrong PIN', async () => {
  await switchOnline(services(), DEWI.userUuid, '1357')
  offline = true
  for (let n = 0; n < MORE_THAN_ALL_TRIES; n++)
    expect(await errorCodeOf(switchOffline(services(), ANNA.userUuid, '2468'))).toBe('ERROR_FETCH')
})

test('a PIN that cannot be sent because the network fails costs no try, neither on the server nor on this tablet', async () => {
  await addExistingPin(services(), ANNA.userUuid, '2468')
  await switchOnline(services(), DEWI.userUuid, '1357')
  offline = true
  for (let n = 0; n < MORE_THAN_ALL_TRIES; n++)
    expect(await errorCodeOf(switchOnline(services(), ANNA.userUuid, '2468'))).toBe('ERROR_FETCH')
  expect((await onDevice((db) => db.setting(`locker/${ANNA.userUuid}`)))?.tries).toBe(0)
  await switchOffline(services(), ANNA.userUuid, '2468')
  expect(currentUser()).toBe(ANNA.userUuid)
})

test('a session that is over is said, and neither a try nor what is on the tablet is lost', async () => {
  await addExistingPin(services(), ANNA.userUuid, '2468')
  const [ended, kept] = [`x.${btoa(JSON.stringify({ exp: 1, sub: '' }))}.x`, session.get()]
  session.store({ token: token(ANNA.userUuid), refresh_token: ended })
  const switched = () => errorCodeOf(switchOnline(services(), DEWI.userUuid, '1357'))
  for (let n = 0; n < MORE_THAN_ALL_TRIES; n++) expect(await switched()).toBe('AUTH_INVALID_TOKEN')
  expect(await errorCodeOf(addExistingPin(services(), ANNA.userUuid, '2468'))).toBe('AUTH_INVALID_TOKEN')
  expect(currentUser()).toBe(ANNA.userUuid)
  // after a login everything goes on
  if (kept !== null) session.resume(kept)
  expect(await switched()).toBeNull()
  await switchOffline(services(), ANNA.userUuid, '2468')
})

test('an emptied vault costs no try and gives a network error, not a wrong PIN', async () => {
  await addExistingPin(services(), ANNA.userUuid, '2468')
  await switchOnline(services(), DEWI.userUuid, '1357')
  await onDevice((db) =>
    db.settings.where({ name: `locker/${ANNA.userUuid}` }).modify((row) => void Object.assign(row, { content: null })),
  )
  offline = true
  for (let n = 0; n < MORE_THAN_ALL_TRIES; n++)
    expect(await errorCodeOf(switchOffline(services(), ANNA.userUuid, '0000'))).toBe('ERROR_FETCH')
  expect((await onDevice((db) => db.setting(`locker/${ANNA.userUuid}`)))?.tries).toBe(0)
})

test('five wrong PINs without network lock the vault', async () => {
  await addExistingPin(services(), ANNA.userUuid, '2468')
  await switchOnline(services(), DEWI.userUuid, '1357')
  const codes: (string | null)[] = []
  for (let n = 0; n < MORE_THAN_ALL_TRIES; n++)
    codes.push(await errorCodeOf(switchOffline(services(), ANNA.userUuid, '0000')))
  expect(codes).toEqual([...Array.from({ length: 4 }, () => 'PIN_INCORRECT'), 'PIN_LOCKED', 'PIN_LOCKED'])
  expect((await onDevice((db) => readVaults(db, Date.now()))).locked).toEqual(new Set([ANNA.userUuid]))
  expect(await onDevice((db) => tryPin(db, ANNA.userUuid, '2468'))).toBe('PIN_LOCKED')
})
