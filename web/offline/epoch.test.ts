import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { ChangesReply, Operation, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { settle } from './outbox.ts'
import { syncOnce, type SyncApi } from './sync-loop.ts'
import { enqueue, ME, newDevice, NOW } from './testing/queue.ts'

const owner = { user: ME.userUuid, club: ME.club }
const DAY = 86_400_000

/** A server that accepts everything; changing its epoch makes it a restored one. */
function server() {
  const taken: Operation[] = []
  const asked: string[] = []
  const state = { epoch: 'first', brings: [] as ChangesReply['changes'] }
  const api: SyncApi = {
    push: async (body: PushBody): Promise<PushReply> => {
      taken.push(...body.operations)
      const outcomes = body.operations.map(({ opId }) => ({ opId, outcome: 'applied' as const }))
      return { outcomes, serverTime: NOW, epoch: state.epoch }
    },
    changes: async ({ cursor }): Promise<ChangesReply> => {
      asked.push(cursor)
      const known = cursor === '' || cursor === state.epoch
      const page = { from: cursor, rev: 1, more: !known, reload: !known, changes: state.brings, serverTime: NOW }
      return { ...page, cursor: known ? state.epoch : '', epoch: state.epoch }
    },
  }
  return { api, taken, asked, state }
}

test('a server restored from a backup receives everything again that it had acknowledged before', async () => {
  const db = newDevice()
  const { api, taken, state } = server()
  const ids = await enqueue(db, ME, 3)
  await syncOnce(db, api, owner, () => NOW)
  expect(taken.map((op) => op.opId)).toEqual(ids)
  await syncOnce(db, api, owner, () => NOW)
  expect(taken).toHaveLength(3)
  state.epoch = 'second'
  await syncOnce(db, api, owner, () => NOW)
  expect(taken.slice(3).map((op) => op.opId)).toEqual(ids)
  expect(await db.syncs.where({ state: 'acknowledged' }).count()).toBe(3)
  await syncOnce(db, api, owner, () => NOW)
  expect(taken).toHaveLength(6)
})

test('a sync loads everything anew once a calendar day and on request, and otherwise only what changed', async () => {
  const db = newDevice()
  const { api, asked } = server()
  await syncOnce(db, api, owner, () => NOW)
  await syncOnce(db, api, owner, () => NOW + 60_000)
  expect(asked).toEqual(['', 'first'])
  await syncOnce(db, api, owner, () => NOW + 120_000, true)
  await syncOnce(db, api, owner, () => NOW + DAY)
  await syncOnce(db, api, owner, () => NOW + DAY + 1)
  expect(asked.slice(2)).toEqual(['', '', 'first'])
})

test('everything is loaded anew from midnight on, and not a millisecond earlier', async () => {
  const db = newDevice()
  const { api, asked } = server()
  // the day is that of the device's time zone
  const at = (...time: [hour: number, minute: number, second: number, ms: number]) =>
    new Date(2026, 10, 21, ...time).getTime()
  await syncOnce(db, api, owner, () => at(0, 0, 0, 0))
  await syncOnce(db, api, owner, () => at(23, 59, 59, 999))
  expect(asked).toEqual(['', 'first'])
  await syncOnce(db, api, owner, () => at(24, 0, 0, 0))
  expect(asked.slice(2)).toEqual([''])
})

test('a full load removes what the server no longer has, and a failed load removes nothing', async () => {
  const db = newDevice()
  const { api, state } = server()
  state.brings = [{ kind: 'group', key: 'left', data: { id: 'left', name: 'Left' } as never }]
  await syncOnce(db, api, owner, () => NOW)
  const groups = async () => (await db.groups.toArray()).map(({ id }) => id)
  const cut: SyncApi = { ...api, changes: () => Promise.reject(Object.assign(new Error('cut'), { status: 0 })) }
  for (const [forced, now] of [
    [true, NOW],
    [false, NOW + DAY],
  ] as const)
    await expect(syncOnce(db, cut, owner, () => now, forced)).rejects.toMatchObject({ status: 0 })
  expect(await groups()).toEqual(['left'])
  state.brings = []
  await syncOnce(db, api, owner, () => NOW, true)
  expect(await groups()).toEqual([])
})

test('changes made without network are sent when it returns, before everything is loaded anew', async () => {
  const db = newDevice()
  const { api, asked, taken } = server()
  await syncOnce(db, api, owner, () => NOW)
  const ids = await enqueue(db, ME, 2)
  const cut = () => Promise.reject(Object.assign(new Error('cut'), { status: 0 }))
  await expect(syncOnce(db, { push: cut, changes: cut }, owner, () => NOW, true)).rejects.toMatchObject({ status: 0 })
  expect(await db.syncs.where({ state: 'pending' }).count()).toBe(2)
  const sentBefore: number[] = []
  const changes: SyncApi['changes'] = (query) => {
    sentBefore.push(taken.length)
    return api.changes(query)
  }
  await syncOnce(db, { ...api, changes }, owner, () => NOW, true)
  expect(taken.map(({ opId }) => opId)).toEqual(ids)
  expect([sentBefore, asked.slice(1)]).toEqual([[2], ['']])
  expect(await db.syncs.where({ state: 'pending' }).count()).toBe(0)
})

test('a sync reports whether it may have changed what the device holds', async () => {
  const db = newDevice()
  const { api, state } = server()
  const changes = async () => {
    let told = false
    await syncOnce(
      db,
      api,
      owner,
      () => NOW,
      false,
      () => (told = true),
    )
    return told
  }
  expect(await changes()).toBe(true)
  expect(await changes()).toBe(false)
  await enqueue(db, ME, 1)
  expect(await changes()).toBe(true)
  expect(await changes()).toBe(false)
  state.brings = [{ kind: 'group', key: 'g1', data: null }]
  expect(await changes()).toBe(true)
})

test('acknowledged changes are deleted after a week, and refused ones stay', async () => {
  const db = newDevice()
  const { api } = server()
  await enqueue(db, ME, 2)
  await syncOnce(db, api, owner, () => NOW)
  const [refused = ''] = await enqueue(db, ME, 1)
  await settle(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
  await syncOnce(db, api, owner, () => NOW + 6 * DAY)
  expect(await db.syncs.count()).toBe(3)
  await syncOnce(db, api, owner, () => NOW + 8 * DAY)
  expect((await db.syncs.toArray()).map((op) => op.opId)).toEqual([refused])
})

test('the data of a club that the coach has left are deleted from the device, and what waits to be sent stays', async () => {
  const db = newDevice()
  const { api, state } = server()
  const gwen = { uuid: 'm1', firstname: 'Gwen', medical: 'Asthma' }
  state.brings = [{ kind: 'member', key: 'm1', data: gwen } as ChangesReply['changes'][number]]
  await syncOnce(db, api, owner, () => NOW)
  expect(await db.members.count()).toBe(1)
  await enqueue(db, ME, 1)
  const refused: SyncApi = {
    push: () => Promise.reject({ status: 0 } as unknown as Error),
    changes: () => Promise.reject({ status: 404 } as unknown as Error),
  }
  await expect(syncOnce(db, refused, owner, () => NOW)).rejects.toMatchObject({ status: 0 })
  expect(await db.members.count()).toBe(1)
  await expect(syncOnce(db, { ...refused, push: api.push }, owner, () => NOW)).rejects.toMatchObject({ status: 404 })
  expect(await db.members.count()).toBe(0)
  expect(await db.setting('cache')).toBeUndefined()
  expect(await db.syncs.count()).toBe(1)
})
