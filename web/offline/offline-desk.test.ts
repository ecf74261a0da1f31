import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { rememberAuthor } from './authors.ts'
import { discard, exportDead, openOfflineDesk, readQueue, tryAgain } from './offline-desk.ts'
import { pendingOf, settle } from './outbox.ts'
import { ANNA, enqueue, ME, newDevice, NOW } from './testing/queue.ts'

const me = ME.userUuid

describe('the queue on the offline page', () => {
  test('has what waits, newest first, and what was refused with its code; not what the server took', async () => {
    const db = newDevice()
    const [taken = '', refused = '', first = '', second = ''] = await enqueue(db, ME, 4)
    await settle(db, [{ opId: taken, outcome: 'applied' }], NOW)
    await settle(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    const view = await readQueue(db, me)
    expect(view.waiting.map(({ opId }) => opId)).toEqual([second, first])
    expect(view.dead).toMatchObject([{ opId: refused, code: 'NOT_ASSIGNED', createdAt: NOW + 1000 }])
    expect(view.waiting[0]?.mark?.schemeNodeId).toBe('/stage-1/skill-3')
  })

  test('says of others whose changes wait and how many, and nothing of what they are', async () => {
    const db = newDevice()
    await rememberAuthor(db, { uuid: ANNA.userUuid, firstname: 'Anna' })
    const [refused = ''] = await enqueue(db, ANNA, 3)
    await settle(db, [{ opId: refused, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    const view = await readQueue(db, me)
    expect(view).toEqual({
      waiting: [],
      dead: [],
      others: [{ userUuid: ANNA.userUuid, firstname: 'Anna', count: 3 }],
    })
    expect((await readQueue(db, ANNA.userUuid)).waiting).toHaveLength(2)
  })

  test('keeps an entry whose content it does not understand', async () => {
    const db = newDevice()
    const [opId = ''] = await enqueue(db, ME, 1)
    await db.syncs.update(opId, { kind: 'from-a-later-version' })
    expect((await readQueue(db, me)).waiting).toMatchObject([{ opId, mark: null }])
  })
})

describe('a refused change', () => {
  test('tried again waits under its own id, to be judged afresh', async () => {
    const db = newDevice()
    const [opId = ''] = await enqueue(db, ME, 1)
    const before = await db.syncs.get(opId)
    await settle(db, [{ opId, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    expect(await tryAgain(db, me, [opId])).toBe(true)
    expect(await pendingOf(db, me)).toEqual([before])
  })

  test('is tried again with all others at once, but not with somebody else’s', async () => {
    const db = newDevice()
    const mine = await enqueue(db, ME, 3)
    const [hers = ''] = await enqueue(db, ANNA, 1)
    const refused = [...mine, hers].map((opId) => ({ opId, outcome: 'rejected' as const, code: 'NOT_ASSIGNED' }))
    await settle(db, refused, NOW)
    expect(await tryAgain(db, me, [...mine, hers])).toBe(true)
    expect((await pendingOf(db, me)).map(({ opId }) => opId)).toEqual(mine)
    expect(await db.syncs.get(hers)).toMatchObject({ state: 'dead' })
  })

  test('goes only by its author’s hand, and a waiting change not at all', async () => {
    const db = newDevice()
    const [waiting = ''] = await enqueue(db, ME, 1)
    const [hers = ''] = await enqueue(db, ANNA, 1)
    await settle(db, [{ opId: hers, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
    expect(await discard(db, me, waiting)).toBe(false)
    expect(await discard(db, me, hers)).toBe(false)
    expect(await tryAgain(db, me, [hers])).toBe(false)
    expect(await db.syncs.count()).toBe(2)
    expect(await discard(db, ANNA.userUuid, hers)).toBe(true)
    expect((await db.syncs.toArray()).map(({ opId }) => opId)).toEqual([waiting])
  })

  test('is exported whole, with nobody else’s beside it', async () => {
    const db = newDevice()
    const mine = await enqueue(db, ME, 2)
    const hers = await enqueue(db, ANNA, 1)
    await settle(
      db,
      [...mine, ...hers].map((opId) => ({ opId, outcome: 'rejected' as const, code: 'DATE_NOT_ALLOWED' })),
      NOW,
    )
    const file = await exportDead(db, me, NOW)
    expect(file.exportedAt).toBe('2026-11-21T10:04:00.000Z')
    expect(file.operations.map(({ opId }) => opId)).toEqual(mine)
    expect(JSON.parse(JSON.stringify(file)).operations[0]).toMatchObject({
      kind: 'mark',
      code: 'DATE_NOT_ALLOWED',
      payload: { schemeNodeId: '/stage-1/skill-0', assessmentGrade: 3 },
    })
  })
})

test('an open desk follows what another tab changes', async () => {
  const db = newDevice()
  const [opId = ''] = await enqueue(db, ME, 1)
  const [here, there] = await Promise.all([openOfflineDesk(me, db.name), openOfflineDesk(me, db.name)])
  await settle(db, [{ opId, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
  const heard = new Promise<void>((done) => there.subscribe(done))
  await here.tryAgain([opId])
  await heard
  expect(there.snapshot().waiting).toMatchObject([{ opId }])
  expect(there.snapshot().dead).toEqual([])
  here.close()
  there.close()
})
