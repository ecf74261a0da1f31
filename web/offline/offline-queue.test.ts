import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { rememberAuthor } from './authors.ts'
import { correctDay, discard, exportDead, openOfflineQueue, readQueue, tryAgain } from './offline-queue.ts'
import { enqueue as enqueueEdits, markEdit, pendingOf, recordOutcomes, type NewEdit } from './outbox.ts'
import { ANNA, enqueue, mark, ME, newDevice, NOW } from './testing/queue.ts'
import { readView } from './device-view.ts'

const me = ME.userUuid

function attendanceOn(date: string, timestamp: number): NewEdit {
  const { memberUuid, groupId } = mark()
  const lane = attendanceLane({ groupId, date, memberUuid })
  return { kind: 'attendance', lane, payload: { memberUuid, groupId, date, value: 'present', timestamp } }
}

describe('the queue on the offline page', () => {
  test('lists waiting changes, the newest first, and refused ones with their code, but no acknowledged ones', async () => {
    const db = newDevice()
    const [accepted = '', refused = '', first = '', second = ''] = await enqueue(db, ME, 4)
    await recordOutcomes(db, [{ opId: accepted, outcome: 'applied' }], NOW)
    await recordOutcomes(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    const view = await readQueue(db, me)
    // `enqueue` makes one mark a second, and the refused one was the second
    expect(view.waiting.map(({ opId }) => opId)).toEqual([second, first])
    expect(view.dead).toMatchObject([{ opId: refused, code: 'NOT_ASSIGNED', createdAt: NOW + 1000 }])
    expect(view.waiting[0]?.mark?.schemeNodeId).toBe('/stage-1/skill-3')
  })

  test('shows only the names of other coaches and how many changes each has on the device', async () => {
    const db = newDevice()
    await rememberAuthor(db, { uuid: ANNA.userUuid, firstname: 'Anna' })
    const [refused = ''] = await enqueue(db, ANNA, 3)
    await recordOutcomes(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    const view = await readQueue(db, me)
    expect(view).toEqual({
      waiting: [],
      dead: [],
      others: [{ userUuid: ANNA.userUuid, firstname: 'Anna', count: 3 }],
    })
    expect((await readQueue(db, ANNA.userUuid)).waiting).toHaveLength(2)
  })

  test('keeps an entry of a kind that it does not know', async () => {
    const db = newDevice()
    const [opId = ''] = await enqueue(db, ME, 1)
    await db.syncs.update(opId, { kind: 'from-a-later-version' })
    expect((await readQueue(db, me)).waiting).toMatchObject([{ opId, mark: null }])
  })
})

describe('a refused change', () => {
  test('of a skill that was deleted keeps its title, which no curriculum has any more', async () => {
    const db = newDevice()
    const [opId = ''] = await enqueue(db, ME, 1)
    const title = { en: 'Glides', cy: 'Gleidio' }
    await recordOutcomes(db, [{ opId, outcome: 'rejected', code: 'UNKNOWN_NODE', title, grade_kind: 2 }], NOW)
    expect((await readQueue(db, me)).dead).toMatchObject([
      { opId, code: 'UNKNOWN_NODE', goneSkill: { title, kind: 2 } },
    ])
  })

  test('returns to the queue under its own id when its author tries it again', async () => {
    const db = newDevice()
    const [opId = ''] = await enqueue(db, ME, 1)
    const before = await db.syncs.get(opId)
    await recordOutcomes(db, [{ opId, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    expect(await tryAgain(db, me, [opId])).toBe(true)
    expect(await pendingOf(db, me)).toEqual([before])
  })

  test('can be tried again together with all others of its author', async () => {
    const db = newDevice()
    const ownIds = await enqueue(db, ME, 3)
    const [annasId = ''] = await enqueue(db, ANNA, 1)
    const refused = [...ownIds, annasId].map((opId) => ({ opId, outcome: 'rejected' as const, code: 'NOT_ASSIGNED' }))
    await recordOutcomes(db, refused, NOW)
    expect(await tryAgain(db, me, [...ownIds, annasId])).toBe(true)
    expect((await pendingOf(db, me)).map(({ opId }) => opId)).toEqual(ownIds)
    expect(await db.syncs.get(annasId)).toMatchObject({ state: 'dead' })
  })

  test('can be discarded by its author alone, and a waiting change cannot be discarded', async () => {
    const db = newDevice()
    const [waiting = ''] = await enqueue(db, ME, 1)
    const [annasId = ''] = await enqueue(db, ANNA, 1)
    await recordOutcomes(db, [{ opId: annasId, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    expect(await discard(db, me, waiting)).toBe(false)
    expect(await discard(db, me, annasId)).toBe(false)
    expect(await tryAgain(db, me, [annasId])).toBe(false)
    expect(await db.syncs.count()).toBe(2)
    expect(await discard(db, ANNA.userUuid, annasId)).toBe(true)
    expect((await db.syncs.toArray()).map(({ opId }) => opId)).toEqual([waiting])
  })

  test('is exported completely, without changes of other coaches', async () => {
    const db = newDevice()
    const ownIds = await enqueue(db, ME, 2)
    const annasIds = await enqueue(db, ANNA, 1)
    await recordOutcomes(
      db,
      [...ownIds, ...annasIds].map((opId) => ({ opId, outcome: 'rejected' as const, code: 'DATE_NOT_ALLOWED' })),
      NOW,
    )
    const file = await exportDead(db, me, NOW)
    expect(file.exportedAt).toBe('2026-11-21T10:04:00.000Z')
    expect(file.operations.map(({ opId }) => opId)).toEqual(ownIds)
    expect(JSON.parse(JSON.stringify(file)).operations[0]).toMatchObject({
      kind: 'mark',
      code: 'DATE_NOT_ALLOWED',
      payload: { schemeNodeId: '/stage-1/skill-0', assessmentGrade: 3 },
    })
  })
})

test('an open queue shows what another tab changes', async () => {
  const db = newDevice()
  const [opId = ''] = await enqueue(db, ME, 1)
  const [firstTab, secondTab] = await Promise.all([openOfflineQueue(me, db.name), openOfflineQueue(me, db.name)])
  await recordOutcomes(db, [{ opId, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
  const notified = new Promise<void>((done) => secondTab.subscribe(done))
  await firstTab.tryAgain([opId])
  await notified
  expect(secondTab.snapshot().waiting).toMatchObject([{ opId }])
  expect(secondTab.snapshot().dead).toEqual([])
  firstTab.close()
  secondTab.close()
})

test('an edit that was refused for its date is sent again with the day that its author states', async () => {
  const db = newDevice()
  const club = { today: '2026-11-23', timeZone: 'Europe/London' }
  const nowMs = Date.UTC(2026, 10, 23, 10)
  const old = { assessmentDate: '2024-11-21', timestamp: Date.UTC(2024, 10, 21) / 1000 }
  const operations = await enqueueEdits(db, ME, [markEdit(mark(old)), attendanceOn('2024-11-21', old.timestamp)], NOW)
  const refuseAll = (code: string) =>
    recordOutcomes(
      db,
      operations.map(({ opId }) => ({ opId, outcome: 'rejected' as const, code })),
      NOW,
    )
  await refuseAll('NOT_ASSIGNED')
  expect(await correctDay(db, ME.userUuid, operations[0]?.opId ?? '', '2026-11-21', club, nowMs)).toBe(false)
  // makes them wait again, so that they can be refused for their date
  await db.syncs.toCollection().modify({ state: 'pending' })
  await refuseAll('DATE_NOT_ALLOWED')
  // another coach may not correct it
  expect(await correctDay(db, ANNA.userUuid, operations[0]?.opId ?? '', '2026-11-21', club, nowMs)).toBe(false)
  for (const { opId } of operations)
    expect(await correctDay(db, ME.userUuid, opId, '2026-11-21', club, nowMs)).toBe(true)
  const queue = await db.syncs.orderBy('seq').toArray()
  const noonOfCorrectedDay = Date.UTC(2026, 10, 21, 12) / 1000
  expect(queue).toMatchObject([
    { kind: 'mark', state: 'pending', payload: { assessmentDate: '2026-11-21', timestamp: noonOfCorrectedDay } },
    {
      kind: 'attendance',
      state: 'pending',
      lane: `attendance/${mark().groupId}/2026-11-21/${mark().memberUuid}`,
      payload: { date: '2026-11-21', timestamp: noonOfCorrectedDay },
    },
  ])
  // a corrected edit is a new operation
  expect(queue.map((op) => op.opId)).not.toContain(operations[0]?.opId)
})

test('a lane is shown as refused while its newest edit is a refused one', async () => {
  const db = newDevice()
  const owner = { user: ME.userUuid, club: ME.club, timeZone: 'Europe/London' }
  await db.settings.put({
    name: 'cache',
    user: ME.userUuid,
    club: ME.club,
    cursor: 'c',
    rev: 1,
    loadedAt: NOW,
    syncedAt: NOW,
  })
  const [refused = ''] = await enqueue(db, ME, 1)
  // a newer edit of a colleague on the same tablet says nothing about this coach's own
  await enqueueEdits(db, ANNA, [markEdit(mark())], NOW)
  await recordOutcomes(db, [{ opId: refused, outcome: 'rejected', code: 'MEMBER_MERGED' }], NOW)
  const lane = (await db.syncs.get(refused))?.lane ?? ''
  expect([...(await readView(db, owner)).refused]).toEqual([[lane, 'MEMBER_MERGED']])
  await enqueue(db, ME, 1)
  expect((await readView(db, owner)).refused.size).toBe(0)
})
