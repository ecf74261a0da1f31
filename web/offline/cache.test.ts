import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Change } from '#contract/assessment/sync.ts'
import { replaceCache } from './cache.ts'
import { ME, newDevice, NOW } from './testing/queue.ts'

const MIA = '5f0c0000-0000-4000-8000-0000000000a1'
const TOM = '5f0c0000-0000-4000-8000-0000000000a2'
const owner = { user: ME.userUuid, club: ME.club }

const member = (uuid: string, firstname: string) =>
  ({ kind: 'member', key: uuid, data: { uuid, firstname } }) as unknown as Change
const result = (uuid: string, grade: number | null) =>
  ({
    kind: 'result',
    key: `${uuid}/swim/glide`,
    data: grade === null ? null : { memberUuid: uuid, nodeId: '/glide', grade },
  }) as unknown as Change
const erasure = (memberUuid: string): Change => ({ kind: 'erasure', key: memberUuid, data: { memberUuid } })

test('of a page’s changes of one row the last counts, and an erasure takes what came before it', async () => {
  const db = newDevice()
  const changes = [
    member(MIA, 'Mia'),
    result(MIA, 1),
    result(TOM, 1),
    member(TOM, 'Tom'),
    result(TOM, null),
    erasure(MIA),
    member(TOM, 'Thomas'),
    result(TOM, 2),
    result(TOM, 3),
  ]
  const page = { from: '', cursor: '1', rev: 1, more: false, reload: false, changes, serverTime: NOW, epoch: 'e' }
  expect(await replaceCache(db, owner, undefined, [page], [], NOW)).toBe(true)
  expect((await db.members.toArray()).map(({ uuid, firstname }) => [uuid, firstname])).toEqual([[TOM, 'Thomas']])
  expect((await db.results.toArray()).map(({ key, grade }) => [key, grade])).toEqual([[`${TOM}/swim/glide`, 3]])
})
