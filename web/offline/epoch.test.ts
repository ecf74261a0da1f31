import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { ChangesReply, Operation, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { recordOutcomes } from './outbox.ts'
import { syncOnce, type SyncApi } from './sync-loop.ts'
import { enqueue, ME, newDevice, NOW } from './testing/queue.ts'

// When a device loads everything anew (new epoch, new day, on request), and which of its data are deleted then.

const owner = { user: ME.userUuid, club: ME.club }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The error of a missing network has the status 0. */
const noNetwork = () => Promise.reject(Object.assign(new Error('cut'), { status: 0 }))

/** A server that accepts everything. Changing `state.epoch` makes it one that was restored from a backup. */
function server() {
  const received: Operation[] = []
  const requestedCursors: string[] = []
  const state = { epoch: 'first', changes: [] as ChangesReply['changes'] }
  const api: SyncApi = {
    push: async (body: PushBody): Promise<PushReply> => {
      received.push(...body.operations)
      const outcomes = body.operations.map(({ opId }) => ({ opId, outcome: 'applied' as const }))
      return { outcomes, serverTime: NOW, epoch: state.epoch }
    },
    changes: async ({ cursor }): Promise<ChangesReply> => {
      requestedCursors.push(cursor)
      // cursors are named by their epoch; after one of another epoch the device has to load everything from the start
      const matches = cursor === '' || cursor === state.epoch
      const page = { from: cursor, rev: 1, more: !matches, reload: !matches, changes: state.changes, serverTime: NOW }
      return { ...page, cursor: matches ? state.epoch : '', epoch: state.epoch }
    },
  }
  return { api, received, requestedCursors, state }
}

test('a server restored from a backup receives everything again that it had acknowledged before', async () => {
  const db = newDevice()
  const { api, received, state } = server()
  const ids = await enqueue(db, ME, 3)
  await syncOnce(db, api, owner, () => NOW)
  expect(received.map((op) => op.opId)).toEqual(ids)
  await syncOnce(db, api, owner, () => NOW)
  expect(received).toHaveLength(3)
  state.epoch = 'second'
  await syncOnce(db, api, owner, () => NOW)
  expect(received.slice(3).map((op) => op.opId)).toEqual(ids)
  expect(await db.syncs.where({ state: 'acknowledged' }).count()).toBe(3)
  await syncOnce(db, api, owner, () => NOW)
  expect(received).toHaveLength(6)
})

test('a sync loads everything anew once a calendar day and on request, and otherwise only what changed', async () => {
  const db = newDevice()
  const { api, requestedCursors } = server()
  await syncOnce(db, api, owner, () => NOW)
  await syncOnce(db, api, owner, () => NOW + MINUTE)
  expect(requestedCursors).toEqual(['', 'first'])
  await syncOnce(db, api, owner, () => NOW + 2 * MINUTE, { loadAll: true })
  await syncOnce(db, api, owner, () => NOW + DAY)
  await syncOnce(db, api, owner, () => NOW + DAY + 1)
  expect(requestedCursors.slice(2)).toEqual(['', '', 'first'])
})

test('everything is loaded anew from midnight on, and not a millisecond earlier', async () => {
  const db = newDevice()
  const { api, requestedCursors } = server()
  // the day is that of the device's time zone
  const timeOfDay = (...time: [hour: number, minute: number, second: number, ms: number]) =>
    new Date(2026, 10, 21, ...time).getTime()
  await syncOnce(db, api, owner, () => timeOfDay(0, 0, 0, 0))
  await syncOnce(db, api, owner, () => timeOfDay(23, 59, 59, 999))
  expect(requestedCursors).toEqual(['', 'first'])
  await syncOnce(db, api, owner, () => timeOfDay(24, 0, 0, 0))
  expect(requestedCursors.slice(2)).toEqual([''])
})

test('a full load removes what the server no longer has, and a failed load removes nothing', async () => {
  const db = newDevice()
  const { api, state } = server()
  state.changes = [{ kind: 'group', key: 'dolphins', data: { id: 'dolphins', name: 'Dolphins' } as never }]
  await syncOnce(db, api, owner, () => NOW)
  const groupIds = async () => (await db.groups.toArray()).map(({ id }) => id)
  const failingApi: SyncApi = { ...api, changes: noNetwork }
  const onRequest = syncOnce(db, failingApi, owner, () => NOW, { loadAll: true })
  await expect(onRequest).rejects.toMatchObject({ status: 0 })
  const onNextDay = syncOnce(db, failingApi, owner, () => NOW + DAY)
  await expect(onNextDay).rejects.toMatchObject({ status: 0 })
  expect(await groupIds()).toEqual(['dolphins'])
  state.changes = []
  await syncOnce(db, api, owner, () => NOW, { loadAll: true })
  expect(await groupIds()).toEqual([])
})

test('changes made without network are sent when it returns, before everything is loaded anew', async () => {
  const db = newDevice()
  const { api, requestedCursors, received } = server()
  await syncOnce(db, api, owner, () => NOW)
  const ids = await enqueue(db, ME, 2)
  const withoutNetwork = syncOnce(db, { push: noNetwork, changes: noNetwork }, owner, () => NOW, { loadAll: true })
  await expect(withoutNetwork).rejects.toMatchObject({ status: 0 })
  expect(await db.syncs.where({ state: 'pending' }).count()).toBe(2)
  /** How many operations the server had received at each pull. */
  const receivedAtPull: number[] = []
  const changes: SyncApi['changes'] = (query) => {
    receivedAtPull.push(received.length)
    return api.changes(query)
  }
  await syncOnce(db, { ...api, changes }, owner, () => NOW, { loadAll: true })
  expect(received.map(({ opId }) => opId)).toEqual(ids)
  expect([receivedAtPull, requestedCursors.slice(1)]).toEqual([[2], ['']])
  expect(await db.syncs.where({ state: 'pending' }).count()).toBe(0)
})

test('a sync reports whether it may have changed what the device holds', async () => {
  const db = newDevice()
  const { api, state } = server()
  const syncReportsChange = async () => {
    let reported = false
    await syncOnce(db, api, owner, () => NOW, { onChange: () => (reported = true) })
    return reported
  }
  expect(await syncReportsChange()).toBe(true)
  expect(await syncReportsChange()).toBe(false)
  await enqueue(db, ME, 1)
  expect(await syncReportsChange()).toBe(true)
  expect(await syncReportsChange()).toBe(false)
  state.changes = [{ kind: 'group', key: 'g1', data: null }]
  expect(await syncReportsChange()).toBe(true)
})

test('acknowledged changes are deleted after a week, and refused ones stay', async () => {
  const db = newDevice()
  const { api } = server()
  await enqueue(db, ME, 2)
  await syncOnce(db, api, owner, () => NOW)
  const [refused = ''] = await enqueue(db, ME, 1)
  await recordOutcomes(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
  await syncOnce(db, api, owner, () => NOW + 7 * DAY)
  expect(await db.syncs.count()).toBe(3)
  await syncOnce(db, api, owner, () => NOW + 7 * DAY + 1, { loadAll: true })
  expect((await db.syncs.toArray()).map((op) => op.opId)).toEqual([refused])
})

test('changes are sent fifty at a time, in their order', async () => {
  const db = newDevice()
  const { api, received } = server()
  const sizes: number[] = []
  const push: SyncApi['push'] = (body) => {
    sizes.push(body.operations.length)
    return api.push(body)
  }
  const ids = await enqueue(db, ME, 120)
  await syncOnce(db, { ...api, push }, owner, () => NOW)
  expect(sizes).toEqual([50, 50, 20])
  expect(received.map(({ opId }) => opId)).toEqual(ids)
})

test('a change that the server asks to send again is sent ten times, and then waits for a person [R7.26]', async () => {
  const db = newDevice()
  const { api } = server()
  let sent = 0
  const push: SyncApi['push'] = async ({ operations }) => {
    sent += operations.length
    const outcomes = operations.map(({ opId }) => ({ opId, outcome: 'retry' as const }))
    return { outcomes, serverTime: NOW, epoch: 'first' }
  }
  await enqueue(db, ME, 1)
  const states: (string | undefined)[] = []
  for (let sync = 1; sync <= 11; sync++) {
    await syncOnce(db, { ...api, push }, owner, () => NOW)
    states.push((await db.syncs.toArray())[0]?.state)
  }
  expect(states).toEqual([...Array<string>(9).fill('pending'), 'dead', 'dead'])
  expect(sent).toBe(10)
})

test('the data of a club that the coach has left are deleted from the device, and the outbox stays', async () => {
  const db = newDevice()
  const { api, state } = server()
  const gwen = { uuid: 'm1', firstname: 'Gwen', medical: 'Asthma' }
  state.changes = [{ kind: 'member', key: 'm1', data: gwen } as ChangesReply['changes'][number]]
  await syncOnce(db, api, owner, () => NOW)
  expect(await db.members.count()).toBe(1)
  await enqueue(db, ME, 1)
  /** The server's calls for a club that the coach has left. */
  const leftClub: SyncApi = {
    push: noNetwork,
    changes: () => Promise.reject({ status: 404 } as unknown as Error),
  }
  // a push without network says nothing about the club, so the data stay
  await expect(syncOnce(db, leftClub, owner, () => NOW)).rejects.toMatchObject({ status: 0 })
  expect(await db.members.count()).toBe(1)
  await expect(syncOnce(db, { ...leftClub, push: api.push }, owner, () => NOW)).rejects.toMatchObject({ status: 404 })
  expect(await db.members.count()).toBe(0)
  expect(await db.setting('cache')).toBeUndefined()
  expect(await db.syncs.count()).toBe(1)
})
