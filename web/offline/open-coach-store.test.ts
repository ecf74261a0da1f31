import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { NOT_SAVED, resultsKey, type CoachSnapshot, type CoachStore } from './coach-store.ts'
import { CoachDatabase } from './database.ts'
import { openOfflineQueue, type OfflineQueue } from './offline-queue.ts'
import { openCoachStore } from './open-coach-store.ts'
import { enqueue, enqueueMark, recordOutcomes } from './outbox.ts'
import { fetchTextKey } from './text-encryption.ts'
import { mark, ME, newDevice, NO_CURRICULA, NOW } from './testing/queue.ts'

// a busy machine needs a few seconds longer
vi.setConfig({ testTimeout: 30_000 })

type Knowledge = Parameters<typeof openCoachStore>[0]['knowledge']

let browser: EventTarget
let opened: (CoachStore | OfflineQueue)[]
beforeEach(() => {
  opened = []
  browser = new EventTarget()
  // timers never fire here, so a test sees only what happens without a pause
  vi.stubGlobal('setTimeout', () => 0)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  for (const item of opened) item.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Any 32 bytes. */
const fetchTestKey = () => Promise.resolve({ key: btoa('0123456789abcdef0123456789abcdef') })
const NO_NETWORK = { status: 0 }
const club = { id: ME.club, time_zone: 'Europe/London' }
const group = { id: mark().groupId, ngo_id: null } as never
/** A tap that passes the skill of `mark()`. */
const markInput = {
  group,
  memberUuid: mark().memberUuid,
  schemeSlug: 'swim',
  nodeId: '/stage-1/tread-water',
  grade: 3,
  pass: 3,
  date: '2026-11-21',
}

type Verdict = { outcome: 'applied' } | { outcome: 'rejected'; code: string }
const APPLIED: Verdict = { outcome: 'applied' }
const REFUSED: Verdict = { outcome: 'rejected', code: 'NOT_ASSIGNED' }

function answer({ operations }: PushBody, verdict: Verdict): PushReply {
  return { outcomes: operations.map(({ opId }) => ({ opId, ...verdict })), serverTime: NOW, epoch: 'e' }
}

/** A server with nothing new, over a network that each call can be cut from. */
function server() {
  return {
    push: vi.fn((body: PushBody) => Promise.resolve(answer(body, APPLIED))),
    changes: vi.fn(({ cursor }: { cursor: string }) => {
      const page = { from: cursor, rev: 1, more: false, reload: false, changes: [], serverTime: NOW }
      return Promise.resolve({ ...page, cursor: 'c', epoch: 'e' })
    }),
    syncKey: fetchTestKey,
  }
}

/** Waits for a state that must come although no timer fires. */
const eventually = (check: () => void) => vi.waitFor(check, 10_000)

async function open(
  api: ReturnType<typeof server>,
  name = newDevice().name,
  knowledge: Knowledge = NO_CURRICULA,
): Promise<CoachStore> {
  const store = await openCoachStore({
    api,
    user: { uuid: ME.userUuid, firstname: 'Dewi' },
    club,
    knowledge,
    name,
  })
  opened.push(store)
  return store
}

/** Status of a device that has nothing left to send. */
const SENT = { state: 'online', queued: 0, dead: 0 }

/** Waits until the device holds a first load and has nothing left to send. */
const loaded = (store: CoachStore) =>
  eventually(() => {
    expect(store.snapshot().ready).toBe(true)
    expect(store.status()).toMatchObject(SENT)
  })

test.each([
  ['the network comes back', () => void browser.dispatchEvent(new Event('online'))],
  ['a coach asks for a sync', (store: CoachStore) => void store.syncNow()],
])('when %s while one is about to fail, the next sync follows without a pause', async (_, requestSync) => {
  const api = server()
  const store = await open(api)
  await loaded(store)
  // resolves when the device sends; its value is a function that lets the sending fail
  const sending = new Promise<() => void>((begun) =>
    api.push.mockImplementationOnce(() => new Promise((_done, fail) => begun(() => fail(NO_NETWORK)))),
  )
  await store.mark([markInput])
  const failSending = await sending
  requestSync(store)
  failSending()
  await eventually(() => expect(store.status()).toMatchObject(SENT))
  expect(api.push).toHaveBeenCalledTimes(2)
})

test('an edit counts as queued from the moment it is on the screen', async () => {
  const store = await open(server())
  await loaded(store)
  const counts: number[] = []
  store.subscribe(() => counts.push(store.status().queued))
  const saving = store.mark([markInput])
  expect(store.snapshot().results.get(resultsKey(markInput.memberUuid, 'swim'))?.size).toBe(1)
  expect(store.status().queued).toBe(1)
  await saving
  expect(new Set(counts)).toEqual(new Set([1]))
  await eventually(() => expect(store.status()).toMatchObject(SENT))
})

test('a guest and their attendance are saved together or not at all, so that a second try makes no second child', async () => {
  const api = server()
  const ownGroup = { id: mark().groupId, club_id: ME.club, weekdays: [6], first_date: '2026-01-01', last_date: null }
  api.changes.mockImplementation(({ cursor }) => {
    const changes = [{ kind: 'group', key: ownGroup.id, data: ownGroup }] as never[]
    const page = { from: cursor, rev: 1, more: false, reload: false, changes, serverTime: Date.now() }
    return Promise.resolve({ ...page, cursor: 'c', epoch: 'e' })
  })
  const store = await open(api)
  await loaded(store)
  const lily = { groupId: ownGroup.id, date: localDate(Date.now(), club.time_zone), firstname: 'Lily', lastname: '' }
  const guestsOf = ({ members, registers }: CoachSnapshot) =>
    [...members.values()].map(({ uuid, firstname }) => [
      firstname,
      registers.get(attendanceLane({ ...lily, memberUuid: uuid }))?.value,
    ])
  api.push.mockRejectedValue(NO_NETWORK)

  // the disk has room for one more edit, and then for none
  const add = IDBObjectStore.prototype.add
  let room = 1
  const disk = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'syncs' && room-- <= 0) throw new DOMException('no room', 'QuotaExceededError')
    return add.apply(this, args)
  })
  expect(await store.addGuest({ ...lily, value: 'today' })).toEqual(NOT_SAVED)
  disk.mockRestore()
  expect(guestsOf(store.snapshot())).toEqual([])
  expect(await store.addGuest({ ...lily, value: 'today' })).toEqual({ saved: true })
  expect(guestsOf(store.snapshot())).toEqual([['Lily', 'present']])
})

test('a sync that finds no room deletes the saved videos, as they can be fetched again, and goes on', async () => {
  const api = server()
  const db = newDevice()
  const store = await open(api, db.name)
  await loaded(store)
  await db.open()
  await db.videos.put({ key: 'film/0', kind: 'part', data: new Blob(['film']) })
  // from the answer on, the disk has no room while it holds a video
  const { put, clear } = IDBObjectStore.prototype
  let isFull = false
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    if (this.name === 'videos') isFull = false
    return clear.apply(this)
  })
  api.push.mockImplementationOnce((body) => ((isFull = true), Promise.resolve(answer(body, APPLIED))))
  await store.mark([markInput])
  await eventually(() => expect(api.push).toHaveBeenCalled())
  await store.syncNow()
  expect([isFull, store.status()]).toMatchObject([false, SENT])
  db.close()
})

test('while only the status changes, the snapshot stays the same object, for which no screen renders again', async () => {
  const store = await open(server())
  await loaded(store)
  const shown: { state: string; snapshot: unknown }[] = []
  store.subscribe(() => shown.push({ state: store.status().state, snapshot: store.snapshot() }))
  const saving = store.mark([markInput])
  const afterTap = store.snapshot()
  await saving
  await eventually(() => expect(shown.find(({ state }) => state === 'syncing')?.snapshot).toBe(afterTap))
  await eventually(() => expect(store.status()).toMatchObject(SENT))
})

test('the next try waits as long as the server’s Retry-After says', async () => {
  const api = server()
  const store = await open(api)
  await loaded(store)
  const setTimer = vi.fn(() => 0)
  vi.stubGlobal('setTimeout', setTimer)
  api.push.mockRejectedValueOnce({ status: 429, retryAfter: 90 }).mockRejectedValueOnce(NO_NETWORK)
  await store.mark([markInput])
  await eventually(() => expect(setTimer).toHaveBeenLastCalledWith(expect.any(Function), 90_000))
  await store.syncNow()
  expect(setTimer).not.toHaveBeenLastCalledWith(expect.any(Function), 90_000)
})

test('a sync that is requested at the moment in which another one ends is run', async () => {
  const api = server()
  const store = await open(api)
  let pullsBefore = 0
  // the message to the other tabs is the last thing that a sync does
  const postMessage = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation((message) => {
    if (message !== 'changed') return
    queueMicrotask(() => {
      pullsBefore = api.changes.mock.calls.length
      void store.syncNow()
    })
  })
  await eventually(() => expect(pullsBefore).toBeGreaterThan(0))
  await eventually(() => expect(api.changes.mock.calls.length).toBeGreaterThan(pullsBefore))
  postMessage.mockRestore()
})

test('a refused mark is on the offline page even if the pull after it failed', async () => {
  const api = server()
  const { name } = newDevice()
  const store = await open(api, name)
  await loaded(store)
  const queue = await openOfflineQueue(ME.userUuid, name)
  opened.push(queue)
  api.push.mockImplementation((body) => Promise.resolve(answer(body, REFUSED)))
  api.changes.mockRejectedValue(NO_NETWORK)
  await store.mark([markInput])
  await eventually(() => expect(queue.snapshot()).toMatchObject({ waiting: [], dead: [{ code: 'NOT_ASSIGNED' }] }))
})

test('a failed sync does not tell other tabs that anything changed', async () => {
  const api = server()
  const store = await open(api)
  await loaded(store)
  await store.mark([markInput])
  await eventually(() => expect(store.status()).toMatchObject(SENT))
  const postMessage = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  api.push.mockRejectedValue(NO_NETWORK)
  await store.mark([markInput])
  await store.syncNow()
  // the one message is about the mark itself
  expect(postMessage.mock.calls.filter(([message]) => message === 'changed')).toHaveLength(1)
  postMessage.mockRestore()
})

describe('a page that opens while another tab changes something', () => {
  /** A device with an encrypted note that waits: a reading takes the waiting operations first, then the key. */
  async function deviceWithNote(): Promise<{ db: CoachDatabase; opId: string }> {
    const db = newDevice()
    const store = await open(server(), db.name)
    await loaded(store)
    store.close()
    await fetchTextKey(db, ME.userUuid, fetchTestKey)
    const payload = { memberUuid: mark().memberUuid, groupId: mark().groupId, value: 'Nervous', timestamp: NOW / 1000 }
    const [op] = await enqueue(db, ME, [{ kind: 'note', lane: 'note/c/m', payload }], NOW)
    return { db, opId: op?.opId ?? '' }
  }
  /**
   * Lets another tab make a change, and announce it, during the next reading: after the waiting operations are read
   * and before the key is.
   */
  function changeDuringReading(db: CoachDatabase, change: () => Promise<unknown>): void {
    const readSetting = CoachDatabase.prototype.setting
    async function changeAndAnnounce(): Promise<void> {
      await change()
      const channel = `rungs-store-${db.name}`
      const [sender, receiver] = [new BroadcastChannel(channel), new BroadcastChannel(channel)]
      await new Promise((resolve) => {
        receiver.onmessage = resolve
        sender.postMessage('changed')
      })
      // the page gets the message too before the reading continues
      await new Promise(setImmediate)
      for (const item of [sender, receiver]) item.close()
    }
    const settingSpy = vi.spyOn(CoachDatabase.prototype, 'setting').mockImplementation(function (
      this: CoachDatabase,
      name,
    ) {
      if (name !== 'key') return readSetting.call(this, name)
      settingSpy.mockRestore()
      return changeAndAnnounce().then(() => readSetting.call(this, name))
    })
  }

  test('shows the other tab’s change on the offline page', async () => {
    const { db, opId } = await deviceWithNote()
    changeDuringReading(db, () => recordOutcomes(db, [{ opId, ...REFUSED }], NOW))
    const queue = await openOfflineQueue(ME.userUuid, db.name)
    opened.push(queue)
    await eventually(() => expect(queue.snapshot()).toMatchObject({ waiting: [], dead: [{ opId }] }))
  })

  test('shows the other tab’s mark, even without network', async () => {
    const { db } = await deviceWithNote()
    changeDuringReading(db, () => enqueueMark(db, ME, mark(), NOW))
    const api = server()
    api.push.mockRejectedValue(NO_NETWORK)
    const store = await open(api, db.name)
    const key = resultsKey(mark().memberUuid, 'swim')
    await eventually(() => expect(store.snapshot().results.get(key)?.get(markInput.nodeId)).toMatchObject({ grade: 3 }))
  })

  test('shows the newest state even if an earlier reading takes longer', async () => {
    const { db } = await deviceWithNote()
    const api = server()
    api.push.mockRejectedValue(NO_NETWORK)
    api.changes.mockRejectedValue(NO_NETWORK)
    const store = await open(api, db.name)
    await eventually(() =>
      expect({ ...store.snapshot(), status: store.status() }).toMatchObject({
        ready: true,
        status: { state: 'offline' },
      }),
    )
    const otherTab = new BroadcastChannel(`rungs-store-${db.name}`)
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
    // the first reading waits while it decrypts the note
    const pause = Promise.withResolvers<void>()
    const decryptSpy = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...encryptedNote) => {
      await pause.promise
      return decrypt(...encryptedNote)
    })
    otherTab.postMessage('changed')
    await eventually(() => expect(decryptSpy).toHaveBeenCalled())
    await enqueueMark(db, ME, mark(), NOW)
    otherTab.postMessage('changed')
    const grade = () =>
      store.snapshot().results.get(resultsKey(mark().memberUuid, 'swim'))?.get(markInput.nodeId)?.grade
    await eventually(() => expect(grade()).toBe(3))
    pause.resolve()
    await decryptSpy.mock.results[0]?.value
    // what follows the decryption must not replace the newer state
    await new Promise(setImmediate)
    expect(grade()).toBe(3)
    decryptSpy.mockRestore()
    otherTab.close()
  })
})

describe('an undo', () => {
  const groupId = mark().groupId
  const ERASED = '5f0c0000-0000-4000-8000-0000000000e1'

  /** A store with two members, of whom one is erased by the next load. */
  async function openWithMembers(knowledge?: Knowledge): Promise<CoachStore> {
    const api = server()
    const member = { firstname: 'Mia', lastname: 'Morgan', dob: null, status: 'active', medical: null, note: null }
    const changes = [markInput.memberUuid, ERASED].map((uuid) => ({
      kind: 'member',
      key: uuid,
      data: { uuid, ...member },
    }))
    const page = { rev: 1, more: false, reload: false, serverTime: NOW, cursor: 'c', epoch: 'e' }
    api.changes.mockImplementation(({ cursor }) =>
      Promise.resolve({ ...page, from: cursor, changes: (cursor === '' ? changes : []) as never[] }),
    )
    const store = await open(api, undefined, knowledge)
    await loaded(store)
    expect(store.snapshot().members.size).toBe(2)
    api.changes.mockImplementation(({ cursor }) =>
      Promise.resolve({ ...page, from: cursor, changes: [{ kind: 'member', key: ERASED, data: null }] as never[] }),
    )
    return store
  }
  const gradeOf = (store: CoachStore, nodeId = markInput.nodeId) =>
    store.snapshot().results.get(resultsKey(markInput.memberUuid, 'swim'))?.get(nodeId)?.grade

  test('takes back its own tap, though the coach marks again while it is saved', async () => {
    const store = await openWithMembers()
    await store.mark([markInput])
    const nextMark = new Promise((marked) => {
      const unsubscribe = store.subscribe(() => {
        // the undo is on the screen and not on the disk
        if (gradeOf(store) === 3) return
        unsubscribe()
        marked(store.mark([{ ...markInput, nodeId: '/stage-1/float' }]))
      })
    })
    await store.undo(groupId)
    await nextMark
    expect(await store.undo(groupId)).toMatchObject({ undone: [{ nodeId: '/stage-1/float' }] })
    expect(store.canUndo(groupId)).toBe(false)
  })

  test('of a page takes back its mark in another group of the child', async () => {
    const store = await openWithMembers()
    const otherGroup = { id: '5f0c0000-0000-4000-8000-0000000000b2', ngo_id: null } as never
    await store.mark([markInput])
    await store.mark([{ ...markInput, group: otherGroup, nodeId: '/stage-1/float' }], groupId)
    expect(await store.undo(groupId)).toMatchObject({ undone: [{ nodeId: '/stage-1/float' }] })
    expect(await store.undo(groupId)).toMatchObject({ undone: [{ nodeId: markInput.nodeId }] })
  })

  test('passes over a later tap about members who were erased meanwhile', async () => {
    const store = await openWithMembers()
    await store.mark([markInput])
    await store.mark([{ ...markInput, memberUuid: ERASED }])
    await store.syncNow()
    await eventually(() => expect(store.snapshot().members.has(ERASED)).toBe(false))
    expect(await store.undo(groupId)).toMatchObject({ undone: [{ memberUuid: markInput.memberUuid }] })
    expect(store.canUndo(groupId)).toBe(false)
  })

  test('that the rules refuse does not keep earlier taps from being undone', async () => {
    let deleted = ''
    const store = await openWithMembers({ ...NO_CURRICULA, node: (_slug, id) => (id === deleted ? null : undefined) })
    await store.mark([markInput])
    await store.mark([{ ...markInput, nodeId: '/stage-1/float' }])
    deleted = '/stage-1/float'
    expect(await store.undo(groupId)).toMatchObject({ saved: false, code: expect.any(String) })
    expect(await store.undo(groupId)).toMatchObject({ undone: [{ nodeId: markInput.nodeId }] })
  })
})
