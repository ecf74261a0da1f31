import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change, ChangesReply, PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { resultsKey, type CoachStore } from './coach-store.ts'
import { readView } from './device-view.ts'
import { openCoachStore } from './open-coach-store.ts'
import { ME, newDevice, NO_CURRICULA } from './testing/queue.ts'

// a busy machine needs a few seconds longer
vi.setConfig({ testTimeout: 600_000 })

const club = { id: ME.club, time_zone: 'Europe/London' }
const owner = { user: ME.userUuid, club: ME.club, timeZone: club.time_zone }
const idOf = (kind: string, index: number) =>
  `5f0c0000-0000-4000-8000-${kind.padStart(8, '0')}${String(index).padStart(4, '0')}`
const MEMBERS = [0, 1, 2, 3].map((index) => idOf('a', index))
const GROUP = idOf('b', 0)
const NODES = ['/stage-1/turn', '/stage-1/dive']

let opened: CoachStore[]
beforeEach(() => {
  opened = []
  // timers never fire here, so nothing but the steps of a test starts a sync
  vi.stubGlobal('setTimeout', () => 0)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  for (const store of opened) store.close()
  vi.unstubAllGlobals()
})

const memberChange = (uuid: string, firstname = 'Mia'): Change => ({
  kind: 'member',
  key: uuid,
  data: {
    uuid,
    firstname,
    lastname: 'Morgan',
    dob: null,
    status: 'active',
    medical: null,
    note: null,
    current_remote_node_id: null,
  },
})
const stayChange = (memberUuid: string, isThere = true): Change => ({
  kind: 'group_member',
  key: `${GROUP}/${memberUuid}`,
  data: isThere ? { groupId: GROUP, memberUuid, from: '2026-01-01', to: null } : null,
})
const resultChange = (memberUuid: string, nodeId: string, grade: number, ts: number): Change => ({
  kind: 'result',
  key: `${memberUuid}/${idOf('c', 0)}${nodeId}`,
  data: {
    memberUuid,
    schemeSlug: 'swim',
    nodeId,
    grade,
    pass: 3,
    ts,
    since: ts,
    authorUuid: ME.userUuid,
    authorName: 'Dewi',
    stamp: { ms: ts, counter: 0, deviceId: idOf('d', 0), deviceSeq: 1 },
  },
})
const noResult = (memberUuid: string, nodeId: string): Change => ({
  kind: 'result',
  key: `${memberUuid}/${idOf('c', 0)}${nodeId}`,
  data: null,
})

/** A server that keeps all changes in their order, and gives three a page. Cursors are positions in that order. */
class Server {
  changesSoFar: Change[] = MEMBERS.flatMap((uuid) => [memberChange(uuid), stayChange(uuid)])
  epoch = 1
  isReachable = true
  refuses = false
  syncKey = () => Promise.resolve({ key: btoa('0123456789abcdef0123456789abcdef') })

  #check(): void {
    if (!this.isReachable) throw Object.assign(new Error('no network'), { status: 0 })
  }

  push = async ({ operations }: PushBody): Promise<PushReply> => {
    this.#check()
    if (!this.refuses)
      for (const { kind, payload } of operations) {
        if (kind !== 'mark') continue
        const { memberUuid, schemeNodeId, assessmentGrade, timestamp } = payload as MarkPayload
        this.changesSoFar.push(resultChange(memberUuid, schemeNodeId, assessmentGrade, timestamp))
      }
    const outcome = this.refuses
      ? ({ outcome: 'rejected', code: 'NOT_ASSIGNED' } as const)
      : ({ outcome: 'applied' } as const)
    return {
      outcomes: operations.map(({ opId }) => ({ opId, ...outcome })),
      serverTime: Date.now(),
      epoch: String(this.epoch),
    }
  }

  changes = async ({ cursor }: { cursor: string }): Promise<ChangesReply> => {
    this.#check()
    const [epoch, position] = cursor === '' ? [this.epoch, 0] : (cursor.split(' ').map(Number) as [number, number])
    const page = { from: cursor, rev: 1, serverTime: Date.now(), epoch: String(this.epoch) }
    if (epoch !== this.epoch) return { ...page, cursor, more: false, reload: true, changes: [] }
    const end = Math.min(position + 3, this.changesSoFar.length)
    const changes = this.changesSoFar.slice(position, end)
    return {
      ...page,
      cursor: `${this.epoch} ${end}`,
      more: end < this.changesSoFar.length,
      reload: false,
      changes,
    }
  }
}

async function open(server: Server, name: string): Promise<CoachStore> {
  const store = await openCoachStore({
    api: server,
    user: { uuid: ME.userUuid, firstname: 'Dewi' },
    club,
    knowledge: NO_CURRICULA,
    name,
  })
  opened.push(store)
  return store
}

/** Waits for a state that must come although no timer fires. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, 10_000)

const markOf = (memberUuid: string, nodeId: string, grade: number) => ({
  group: { id: GROUP, ngo_id: null } as never,
  memberUuid,
  schemeSlug: 'swim',
  nodeId,
  grade,
  pass: 3,
  date: '2026-11-21',
})

const tab = fc.nat(1)
const member = fc.constantFrom(...MEMBERS)
const node = fc.constantFrom(...NODES)
const grade = fc.integer({ min: 0, max: 3 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('mark' as const), tab, member, node, grade }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('attend' as const), tab, member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('note' as const), tab, member }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('marked elsewhere' as const), member, node, grade }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('result removed' as const), member, node }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renamed' as const), member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('group' as const), member, isThere: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erased' as const), member }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), isReachable: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), refuses: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sync' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('load anew' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(server: Server, tabs: readonly CoachStore[], taken: Step): Promise<void> {
  const store = 'tab' in taken ? tabs[taken.tab] : undefined
  switch (taken.do) {
    case 'mark':
      return void (await store?.mark([markOf(taken.member, taken.node, taken.grade)]))
    case 'undo':
      return void (await store?.undo(GROUP))
    case 'attend':
      return void (await store?.saveRegisters([
        { kind: 'attendance', memberUuid: taken.member, groupId: GROUP, date: '2026-11-21', value: 'present' },
      ]))
    case 'note':
      return void (await store?.saveRegisters([
        { kind: 'note', memberUuid: taken.member, groupId: GROUP, value: 'Nervous' },
      ]))
    case 'marked elsewhere':
      return void server.changesSoFar.push(resultChange(taken.member, taken.node, taken.grade, Date.now()))
    case 'result removed':
      return void server.changesSoFar.push(noResult(taken.member, taken.node))
    case 'renamed':
      return void server.changesSoFar.push(memberChange(taken.member, `Mia ${server.changesSoFar.length}`))
    case 'group':
      return void server.changesSoFar.push(stayChange(taken.member, taken.isThere))
    case 'erased':
      return void server.changesSoFar.push({ kind: 'erasure', key: taken.member, data: { memberUuid: taken.member } })
    case 'network':
      server.isReachable = taken.isReachable
      return
    case 'refuse':
      server.refuses = taken.refuses
      return
    case 'sync':
      return store?.syncNow()
    case 'load anew':
      return store?.loadAnew()
    case 'restore':
      server.epoch++
  }
}

test('after any steps both tabs show what the device holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const db = newDevice()
      const server = new Server()
      const tabs = [await open(server, db.name), await open(server, db.name)]
      for (const taken of steps) {
        await take(server, tabs, taken)
        // what follows a save without a pause runs beside the next step
        if (taken.do === 'sync')
          await eventually(async () => {
            const stored = await readView(db, owner)
            for (const store of tabs) expect(store.snapshot()).toEqual(stored)
          })
      }
      await Promise.all(tabs.map((store) => store.syncNow()))
      await eventually(async () => {
        const stored = await readView(db, owner)
        for (const store of tabs) expect(store.snapshot()).toEqual(stored)
      })
      for (const store of opened.splice(0)) store.close()
      await db.delete()
    }),
    { numRuns: Number(process.env['VIEW_RUNS'] ?? 25), seed: Number(process.env['VIEW_SEED'] ?? 1) },
  )
})

test('a mark and its sync read no rows of the cache anew, and leave everything else the same objects', async () => {
  const { name } = newDevice()
  const server = new Server()
  const [marked = '', other = ''] = MEMBERS
  server.changesSoFar.push(...MEMBERS.map((uuid) => resultChange(uuid, NODES[0] ?? '', 1, 1)))
  const [first, second] = [await open(server, name), await open(server, name)]
  const gradeIn = (store: CoachStore) =>
    store
      .snapshot()
      .results.get(resultsKey(marked, 'swim'))
      ?.get(NODES[0] ?? '')
  await first.syncNow()
  await eventually(async () => expect([gradeIn(first)?.grade, gradeIn(second)?.grade]).toEqual([1, 1]))
  await second.syncNow()
  const before = [first.snapshot(), second.snapshot()]
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  await first.mark([markOf(marked, NODES[0] ?? '', 3)])
  await first.syncNow()
  await eventually(async () => {
    expect([first.status().queued, second.status().queued]).toEqual([0, 0])
    expect([gradeIn(first)?.grade, gradeIn(second)?.grade]).toEqual([3, 3])
  })
  expect(readAll).not.toHaveBeenCalled()
  readAll.mockRestore()
  for (const [index, store] of [first, second].entries()) {
    const [then, now] = [before[index], store.snapshot()]
    expect(now.results.get(resultsKey(other, 'swim'))).toBe(then?.results.get(resultsKey(other, 'swim')))
    for (const field of ['groups', 'members', 'groupMembers', 'registers', 'plans', 'conflicts'] as const)
      expect(now[field]).toBe(then?.[field])
  }
})
