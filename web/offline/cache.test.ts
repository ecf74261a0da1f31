import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '#contract/assessment/sync.ts'
import { applyPage, replaceCache } from './cache.ts'
import { enqueueMark } from './outbox.ts'
import { ME, mark, newDevice, NOW } from './testing/queue.ts'

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

/** A page with which a device comes from the cursor `from` to `cursor`. */
const pageOf = (changes: Change[], from = '', cursor = '1') => {
  return { from, cursor, rev: 1, more: false, reload: false, changes, serverTime: NOW, epoch: 'e' }
}

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
  expect(await replaceCache(db, owner, undefined, [pageOf(changes)], [], NOW)).toBe(true)
  expect((await db.members.toArray()).map(({ uuid, firstname }) => [uuid, firstname])).toEqual([[TOM, 'Thomas']])
  expect((await db.results.toArray()).map(({ key, grade }) => [key, grade])).toEqual([[`${TOM}/swim/glide`, 3]])
})

const anyMember = fc.constantFrom(MIA, TOM)
const anyChange = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ member: anyMember, name: fc.constantFrom('A', 'B') }).map((m) => member(m.member, m.name)),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ member: anyMember, grade: fc.constantFrom(1, 2, null) })
      .map((m) => result(m.member, m.grade)),
  },
  { weight: 1, arbitrary: anyMember.map(erasure) },
)

/** The keys and rows that changes come to, one after the other. */
function rowsAfter(changes: readonly Change[], before: ReadonlyMap<string, unknown> = new Map()) {
  const rows = new Map(before)
  for (const { kind, key, data } of changes) {
    if (kind === 'erasure') {
      for (const other of rows.keys()) if (other.startsWith(key)) rows.delete(other)
    } else if (data === null) rows.delete(key)
    else rows.set(key, kind === 'result' ? { ...data, key } : data)
  }
  return rows
}

test('a full load and the pages after it leave what their changes come to, and no edit of an erased child', async () => {
  const changes = fc.array(anyChange, { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(changes, changes, changes, async (first, second, page) => {
      const db = newDevice()
      const stored = async () => {
        const rows = [...(await db.members.toArray()), ...(await db.results.toArray())]
        return new Map(rows.map((row) => ['key' in row ? row.key : row.uuid, row]))
      }
      await replaceCache(db, owner, undefined, [pageOf(first)], [], NOW)
      expect(await stored()).toEqual(rowsAfter(first))
      for (const memberUuid of [MIA, TOM]) await enqueueMark(db, ME, mark({ memberUuid }), NOW)
      // the second load comes in two pages
      const pages = [pageOf(second.slice(0, 3)), pageOf(second.slice(3))]
      await replaceCache(db, owner, '1', pages, [], NOW)
      expect(await stored()).toEqual(rowsAfter(second))
      await applyPage(db, owner, pageOf(page, '1', '2'), [], NOW)
      expect(await stored()).toEqual(rowsAfter(page, rowsAfter(second)))
      const isErased = (uuid: string) =>
        [...second, ...page].some(({ kind, key }) => kind === 'erasure' && key === uuid)
      const waiting = await db.syncs.orderBy('seq').toArray()
      expect(waiting.map(({ payload }) => (payload as { memberUuid: string }).memberUuid)).toEqual(
        [MIA, TOM].filter((uuid) => !isErased(uuid)),
      )
      await db.delete()
    }),
    { numRuns: 60 },
  )
})

test('a full load writes only the rows that differ from those on the device', async () => {
  const db = newDevice()
  const before = [member(MIA, 'Mia'), member(TOM, 'Tom'), result(MIA, 1), result(TOM, 1)]
  await replaceCache(db, owner, undefined, [pageOf(before)], [], NOW)
  const written: unknown[] = []
  for (const table of [db.members, db.results]) {
    table.hook('creating', (key) => void written.push(['created', key]))
    table.hook('updating', (_changes, key) => void written.push(['changed', key]))
    table.hook('deleting', (key) => void written.push(['deleted', key]))
  }
  const after = [member(MIA, 'Mia'), member(TOM, 'Thomas'), result(MIA, 1)]
  await replaceCache(db, owner, '1', [pageOf(after)], [], NOW)
  expect(written).toEqual([
    ['changed', TOM],
    ['deleted', `${TOM}/swim/glide`],
  ])
})
