import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SavedEdits } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { engineRoots, newNodeId, treeOf, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { createEditorStore, type EditorStore, type Outcome, type Transport } from './editor-store.ts'
import { node } from '../testing/author-node.ts'

const GRADES = [{ grade: 4, pass: 4 }]
const planted = () =>
  treeOf([
    node('/a', null, 'l'),
    node('/a/g', '/a', 'sg'),
    node('/a/g/x', '/a/g', 's'),
    node('/a/g/y', '/a/g', 's'),
    node('/b', null, 'l', { completion: { ids: ['/a/g'], count: 1 } }),
    node('/b/z', '/b', 's'),
  ])

/** The server's rules: one revision a batch, a repeat is answered as the first time, never saved twice. */
class ModelServer {
  revision = 1
  tree = planted()
  /** `made`: the very edits as their author's page made them. */
  readonly log: { id: string; made: readonly Edit[]; batch: SavedEdits }[] = []
  readonly #answers = new Map<string, Outcome<{ revision: number; batches: SavedEdits[] | null }>>()

  send(id: string, body: { base: number; edits: readonly Edit[] }, by: string) {
    const known = this.#answers.get(id)
    if (known) return known
    const done = applyEdits(this.tree, body.edits)
    if (!done.ok) return { ok: false as const, retry: false as const, reason: done }
    this.tree = done.tree
    this.revision++
    this.log.push({ id, made: body.edits, batch: { revision: this.revision, by, byName: by, edits: [...body.edits] } })
    const answer = { ok: true as const, value: this.since(body.base) }
    this.#answers.set(id, answer)
    return answer
  }
  since(revision: number) {
    const batches = this.log.map((one) => one.batch).filter((batch) => batch.revision > revision)
    return { revision: this.revision, batches: batches.length > 25 ? null : batches }
  }
}

/** Nodes and their order; maps are compared by what they hold. */
function plain(tree: Tree) {
  return { nodes: [...tree.nodes].sort(), gone: [...tree.gone].sort(), shape: engineRoots(tree) }
}

interface Act {
  who: 0 | 1
  what: 'add' | 'rename' | 'move' | 'remove' | 'undo' | 'redo' | 'rule'
  at: number
  to: number
}
const acts = fc.array(
  fc.record<Act>({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom('add', 'add', 'rename', 'move', 'remove', 'undo', 'redo', 'rule'),
    at: fc.nat(50),
    to: fc.nat(50),
  }),
  { minLength: 1, maxLength: 30 },
)

function act(store: EditorStore, { what, at, to }: Act, name: string): void {
  const { tree } = store.get()
  const ids = [...tree.nodes.keys()].sort()
  const [one, other] = [ids[at % ids.length] ?? '/a', ids[to % ids.length] ?? '/a']
  const homes = ids.filter((id) => tree.nodes.get(id)?.t !== 's')
  const home = homes[to % Math.max(homes.length, 1)] ?? null
  switch (what) {
    case 'add':
      // two authors may well think of the same title
      store.edit([{ do: 'add', nodes: [node(newNodeId(tree, home, `New ${at % 3}`), home, 's')], before: null }])
      return
    case 'rename':
      store.edit([{ do: 'set', id: one, set: { title: { en: `${name} ${to}` } } }])
      return
    case 'move':
      store.edit([{ do: 'move', ids: [one], parentId: home, before: at % 2 ? other : null }])
      return
    case 'remove':
      store.edit([{ do: 'remove', ids: [one] }])
      return
    case 'rule':
      store.edit([{ do: 'set', id: one, set: { completion: { ids: [other], count: 1 } } }])
      return
    case 'undo':
      store.undo()
      return
    case 'redo':
      store.redo()
  }
}

describe('two authors over a network that delays and loses', () => {
  it('end with the same tree, and what was told saved is saved once', async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.scheduler(), fc.infiniteStream(fc.nat(9)), async (list, schedule, luck) => {
        const server = new ModelServer()
        const stores: EditorStore[] = []
        let calm = false
        const chance = () => (luck.next().value ?? 0) as number
        /** A call that may be lost on its way there, or its answer on the way back. */
        const over = async <T>(work: () => Outcome<T>): Promise<Outcome<T>> => {
          await schedule.schedule(Promise.resolve(), 'there')
          if (!calm && chance() === 0) return { ok: false, retry: true }
          const outcome = work()
          await schedule.schedule(Promise.resolve(), 'back')
          return !calm && chance() === 0 ? { ok: false, retry: true } : outcome
        }
        const told: string[] = []
        let ids = 0
        const transportOf = (name: string): Transport => ({
          send: async (id, body) => {
            const before = server.log.length
            const outcome = await over(() => server.send(id, body, name))
            if (outcome.ok) told.push(id)
            // the stream tells everybody, and the own page may hear it before the answer
            if (server.log.length > before) for (const store of stores) store.noteRevision(server.revision)
            return outcome
          },
          since: (revision) => over(() => ({ ok: true, value: server.since(revision) })),
          load: () => over(() => ({ ok: true, value: { revision: server.revision, tree: server.tree } })),
          impact: () => over(() => ({ ok: true, value: { members: 0, clubs: [], levels: [] } })),
          newId: () => `${name}-${++ids}`,
          pause: () => schedule.schedule(Promise.resolve(), 'pause'),
        })
        const wronglySaved: number[] = []
        for (const name of ['ann', 'bob']) {
          const store = createEditorStore({ revision: 1, tree: planted(), grades: GRADES }, transportOf(name))
          store.subscribe(() => {
            const { state, waiting } = store.get()
            if (state === 'saved' && waiting > 0) wronglySaved.push(waiting)
          })
          stores.push(store)
        }
        const batches = schedule.scheduleSequence(
          list.map((one) => async () => {
            const store = stores[one.who]
            if (store) act(store, one, one.who === 0 ? 'ann' : 'bob')
            await Promise.resolve()
          }),
        )
        await schedule.waitFor(batches.task)
        calm = true
        for (const store of stores) store.mayHaveMissed()
        await schedule.waitFor(Promise.all(stores.map((store) => store.idle())))
        for (const store of stores) store.mayHaveMissed()
        await schedule.waitFor(Promise.all(stores.map((store) => store.idle())))
        for (const store of stores) {
          expect(store.get()).toMatchObject({ waiting: 0, revision: server.revision, state: 'saved' })
          expect(plain(store.get().tree)).toEqual(plain(server.tree))
        }
        expect(wronglySaved).toEqual([])
        const saved = server.log.map((one) => one.id)
        expect(new Set(server.log.map((one) => one.made)).size).toBe(saved.length)
        expect([...new Set(told)].filter((id) => !saved.includes(id))).toEqual([])
      }),
      { numRuns: 200 },
    )
  }, 60_000)
})

const gain = {
  members: 2,
  clubs: [{ name: 'Harbour', gained: 2, lost: 0 }],
  levels: [{ id: '/a', gained: 2, lost: 0 }],
}

function transportTo(server: ModelServer, more: Partial<Transport> = {}): Transport {
  return {
    send: async (id, body) => server.send(id, body, 'ann'),
    since: async (revision) => ({ ok: true, value: server.since(revision) }),
    load: async () => ({ ok: true, value: { revision: server.revision, tree: server.tree } }),
    impact: async () => ({ ok: true, value: gain }),
    newId: () => crypto.randomUUID(),
    pause: () => Promise.resolve(),
    ...more,
  }
}
const openOn = (transport: Transport) => createEditorStore({ revision: 1, tree: planted(), grades: GRADES }, transport)

describe('a batch that would change levels', () => {
  const skip: Edit = { do: 'set', id: '/a/g/x', set: { skipped: true } }
  const rename: Edit = { do: 'set', id: '/a', set: { title: { en: 'A!' } } }

  it('waits until the author has read who gains and who loses', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'held', held: { impact: gain }, waiting: 1 })
    expect(server.log).toEqual([])
    store.confirmHeld()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', held: null, waiting: 0 })
    expect(server.tree.nodes.get('/a/g/x')?.skipped).toBe(true)
  })

  it('is told of when it goes out, once, and not at all when it was taken back', async () => {
    const store = openOn(transportTo(new ModelServer()))
    const told: string[] = []
    store.edit([rename], () => told.push('renamed'))
    await store.idle()
    expect(told).toEqual(['renamed'])
    store.edit([skip], () => told.push('skipped'))
    await store.idle()
    expect(store.get().state).toBe('held')
    expect(told).toEqual(['renamed'])
    store.discardHeld()
    store.edit([skip], () => told.push('skipped again'))
    await store.idle()
    store.confirmHeld()
    await store.idle()
    expect(told).toEqual(['renamed', 'skipped again'])
  })

  it('can be taken back, and what else waits goes on', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    store.edit([rename])
    await store.idle()
    store.discardHeld()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', waiting: 0, discarded: [] })
    expect(server.log.map((one) => one.batch.edits)).toEqual([[rename]])
  })

  it('is undone without a word to the server', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    await store.idle()
    store.undo()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', held: null, waiting: 0, canRedo: true })
    expect(server.log).toEqual([])
  })

  it('is not asked about when it changes words only', async () => {
    const server = new ModelServer()
    let asked = 0
    const store = openOn(
      transportTo(server, {
        impact: async () => {
          asked++
          return { ok: true, value: gain }
        },
      }),
    )
    store.edit([rename])
    await store.idle()
    expect([asked, store.get().state]).toEqual([0, 'saved'])
  })
})

describe('without a network', () => {
  it('what was done waits, says so, and goes out once', async () => {
    const server = new ModelServer()
    let down = 3
    const states: string[] = []
    const ids = new Set<string>()
    const store = openOn(
      transportTo(server, {
        send: async (id, body) => {
          ids.add(id)
          if (down-- > 0) return { ok: false, retry: true }
          return server.send(id, body, 'ann')
        },
      }),
    )
    store.subscribe(() => states.push(store.get().state))
    store.edit([{ do: 'set', id: '/a', set: { title: { en: 'kept' } } }])
    await store.idle()
    expect(states).toContain('offline')
    expect(store.get()).toMatchObject({ state: 'saved', waiting: 0 })
    expect([ids.size, server.log.length]).toEqual([1, 1])
  })
})

it('a batch the server refuses is taken back with its reason, and the next one still goes', async () => {
  const server = new ModelServer()
  server.send('other', { base: 1, edits: [{ do: 'remove', ids: ['/b/z'] }] }, 'bob')
  const store = openOn(transportTo(server))
  store.edit([{ do: 'set', id: '/b/z', set: { title: { en: 'gone' } } }])
  store.edit([{ do: 'set', id: '/a', set: { title: { en: 'fine' } } }])
  await store.idle()
  expect(store.get().discarded).toMatchObject([{ reason: { code: 'NODE_NOT_FOUND', id: '/b/z' } }])
  expect(store.get().tree.nodes.get('/a')?.title['en']).toBe('fine')
  expect(store.get().tree.nodes.has('/b/z')).toBe(false)
})
