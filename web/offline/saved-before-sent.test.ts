import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { openCoachStore } from './open-coach-store.ts'
import { enqueueMark } from './outbox.ts'
import { mark, ME, NO_CURRICULA, newDevice, NOW } from './testing/queue.ts'

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a mark is written under an exclusive lock, and waits for another tab that holds it', async () => {
  const db = newDevice()
  let releaseLock = () => {}
  const untilReleased = new Promise<void>((done) => (releaseLock = done))
  // the lock under which every tab writes into the outbox
  const otherTab = navigator.locks.request('rungs-outbox', () => untilReleased)
  const written = enqueueMark(db, ME, mark(), NOW)
  const waiting = async () => (await navigator.locks.query()).pending ?? []
  await vi.waitUntil(async () => (await waiting()).length > 0)
  const { held: holders = [] } = await navigator.locks.query()
  expect([...holders, ...(await waiting())].map(({ mode }) => mode)).toEqual(['exclusive', 'exclusive'])
  expect(await db.syncs.count()).toBe(0)
  releaseLock()
  await otherTab
  await written
  expect(await db.syncs.count()).toBe(1)
  db.close()
})

test('a mark is saved before it is sent, and saving does not wait for the server', async () => {
  const { name } = newDevice()
  const pushed: PushBody[] = []
  let answer: (reply: PushReply) => void = () => {}
  const api = {
    push: (body: PushBody) => {
      pushed.push(body)
      return new Promise<PushReply>((done) => (answer = done))
    },
    changes: ({ cursor }: { cursor: string }) =>
      Promise.resolve({
        from: cursor,
        cursor: 'c',
        rev: 1,
        more: false,
        reload: false,
        changes: [],
        serverTime: NOW,
        epoch: 'e',
      }),
    // any 32 bytes
    syncKey: () => Promise.resolve({ key: btoa('0123456789abcdef0123456789abcdef') }),
  }
  const store = await openCoachStore({
    api,
    user: { uuid: ME.userUuid, firstname: 'Dewi' },
    club: { id: ME.club, time_zone: 'Europe/London' },
    knowledge: NO_CURRICULA,
    name,
  })
  await store.syncNow()
  const input = {
    group: { id: mark().groupId, ngo_id: null } as never,
    memberUuid: mark().memberUuid,
    schemeSlug: 'swim',
    nodeId: '/stage-1/tread-water',
    grade: 3,
    pass: 3,
    date: '2026-11-21',
  }
  expect(await store.mark([input])).toEqual({ saved: true })
  await vi.waitFor(() => expect(pushed[0]?.operations).toHaveLength(1))
  expect(store.status()).toMatchObject({ state: 'syncing', queued: 1 })
  const [operation] = pushed[0]?.operations ?? []
  answer({ outcomes: [{ opId: operation?.opId ?? '', outcome: 'applied' }], serverTime: NOW, epoch: 'e' })
  await vi.waitFor(() => expect(store.status()).toMatchObject({ state: 'online', queued: 0 }))
  store.close()
})
