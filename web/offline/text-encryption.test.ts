import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Operation, PushBody } from '#contract/assessment/sync.ts'
import { forgetCoachData } from './forget.ts'
import { readQueue } from './offline-queue.ts'
import { enqueue } from './outbox.ts'
import { decryptOperations, fetchTextKey } from './text-encryption.ts'
import { syncOnce, type SyncApi } from './sync-loop.ts'
import { ANNA, ME, newDevice, NOW } from './testing/queue.ts'

const WORDS = 'Nervous since the accident'
const note = (text = WORDS) => ({
  kind: 'note' as const,
  lane: 'note/c/m',
  payload: { memberUuid: 'm', groupId: 'g', value: text, timestamp: 1 },
})
/** Any 32 bytes. */
const fetchKey = async () => ({ key: btoa('0123456789abcdef0123456789abcdef') })

/** A server that accepts everything and has nothing new. */
function server() {
  const received: Operation[] = []
  const api: SyncApi = {
    push: async ({ operations }: PushBody) => {
      received.push(...operations)
      return {
        outcomes: operations.map(({ opId }) => ({ opId, outcome: 'applied' as const })),
        serverTime: NOW,
        epoch: 'e',
      }
    },
    changes: async ({ cursor }) => ({
      from: cursor,
      cursor: 'e',
      rev: 1,
      more: false,
      reload: false,
      changes: [],
      serverTime: NOW,
      epoch: 'e',
    }),
  }
  return { api, received }
}

test('a coach’s text is encrypted on the device and sent in plain text', async () => {
  const db = newDevice()
  await fetchTextKey(db, ME.userUuid, fetchKey)
  const [op] = await enqueue(db, ME, [note()], NOW)
  expect(JSON.stringify(await db.syncs.toArray())).not.toContain(WORDS)
  expect((await readQueue(db, ME.userUuid)).waiting[0]?.register?.payload.value).toBe(WORDS)
  const { api, received } = server()
  await syncOnce(db, api, { user: ME.userUuid, club: ME.club }, () => NOW)
  expect(received).toMatchObject([{ opId: op?.opId, payload: note().payload, payloadHash: op?.payloadHash }])
})

test('after the session nobody can decrypt the text until its author logs in again; then it is sent', async () => {
  const db = newDevice()
  await fetchTextKey(db, ME.userUuid, fetchKey)
  await enqueue(db, ME, [note()], NOW)
  await forgetCoachData(/* end of session */ null, db.name)
  await fetchTextKey(db, ANNA.userUuid, async () => ({ key: btoa('another-key-for-another-person-!') }))
  const stored = await db.syncs.toArray()
  expect(JSON.stringify(stored)).not.toContain(WORDS)
  expect(await decryptOperations(db, ANNA.userUuid, stored)).toEqual([])
  const { api, received } = server()
  await syncOnce(db, api, { user: ANNA.userUuid, club: ANNA.club }, () => NOW)
  expect(received).toEqual([])
  await fetchTextKey(db, ME.userUuid, fetchKey)
  await syncOnce(db, api, { user: ME.userUuid, club: ME.club }, () => NOW)
  expect(received).toMatchObject([{ payload: { value: WORDS } }])
})

test('text that was saved without a key is encrypted when the key arrives, and is not sent without it', async () => {
  const db = newDevice()
  await enqueue(db, ME, [note('Before the key')], NOW)
  await fetchTextKey(db, ME.userUuid, fetchKey)
  expect(JSON.stringify(await db.syncs.toArray())).not.toContain('Before the key')
  await db.settings.delete('key')
  const { api, received } = server()
  await syncOnce(db, api, { user: ME.userUuid, club: ME.club }, () => NOW)
  expect(received).toEqual([])
  expect(await db.syncs.count()).toBe(1)
})

test('a damaged entry does not stop the entries after it', async () => {
  const db = newDevice()
  await fetchTextKey(db, ME.userUuid, fetchKey)
  const [damaged] = await enqueue(db, ME, [note('Lost')], NOW)
  // a text that no key decrypts, with an initialization vector of the right length
  await db.syncs.update(damaged?.opId ?? '', { payload: { sealed: btoa('nonsense'), iv: btoa('twelve bytes') } })
  await enqueue(db, ME, [{ ...note(), lane: 'note/c/n' }], NOW)
  const { api, received } = server()
  await syncOnce(db, api, { user: ME.userUuid, club: ME.club }, () => NOW)
  expect(received).toMatchObject([{ payload: { value: WORDS } }])
  expect(await db.syncs.where({ state: 'pending' }).count()).toBe(1)
})
