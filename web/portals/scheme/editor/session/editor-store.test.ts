import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnSteps } from '#contract/curriculum/history.ts'
import type { SavedEdits } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { engineRoots, newNodeId, treeOf, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { createEditorStore, type EditorStore, type Outcome, type SentBatch, type Transport } from './editor-store.ts'
import type { RefusalReason } from './optimistic-tree.ts'
import { node } from '../testing/author-node.ts'

/** Nothing to undo or redo from before the session. */
const NO_STEPS = { ok: true, value: { undo: [], redo: [] } } as const satisfies Outcome<OwnSteps>
/** Skills of grade kind 4 are passed at grade 4. */
const GRADES = [{ grade: 4, pass: 4 }]
const startTree = () =>
  treeOf([
    node('/a', null, 'l'),
    node('/a/g', '/a', 'sg'),
    node('/a/g/x', '/a/g', 's'),
    node('/a/g/y', '/a/g', 's'),
    node('/b', null, 'l', { completion: { ids: ['/a/g'], count: 1 } }),
    node('/b/z', '/b', 's'),
  ])

/** A model of the server: each batch makes one revision, and a retried request gets the first answer and saves nothing. */
class ModelServer {
  revision = 1
  tree = startTree()
  /** `sent` is the array of the author's store itself, by whose identity the test finds batches that were saved twice. */
  readonly log: { id: string; sent: readonly Edit[]; batch: SavedEdits }[] = []
  readonly #answers = new Map<string, Outcome<{ revision: number; batches: SavedEdits[] | null }>>()

  send(id: string, body: { base: number; edits: readonly Edit[] }, by: string) {
    const firstAnswer = this.#answers.get(id)
    if (firstAnswer) return firstAnswer
    const applied = applyEdits(this.tree, body.edits)
    if (!applied.ok) return { ok: false as const, retry: false as const, reason: applied }
    this.tree = applied.tree
    this.revision++
    const { revision } = this
    const batch = { revision, by, byName: by, edits: [...body.edits], step: revision, forward: true }
    this.log.push({ id, sent: body.edits, batch })
    const answer = { ok: true as const, value: this.batchesSince(body.base) }
    this.#answers.set(id, answer)
    return answer
  }
  batchesSince(revision: number) {
    const batches = this.log.map((entry) => entry.batch).filter((batch) => batch.revision > revision)
    // null makes the author's store load the whole tree; the limit is so low that some runs exceed it
    return { revision: this.revision, batches: batches.length > 25 ? null : batches }
  }
}

/** A tree as plain sorted data, which can be compared. */
function plain(tree: Tree) {
  return { nodes: [...tree.nodes].sort(), gone: [...tree.gone].sort(), shape: engineRoots(tree) }
}

/** One action of one of two authors. The numbers choose nodes of the tree that the author sees at that time. */
interface AuthorAction {
  author: 0 | 1
  command: 'add' | 'rename' | 'move' | 'remove' | 'undo' | 'redo' | 'rule'
  node: number
  target: number
}
const anyActions = fc.array(
  fc.record<AuthorAction>({
    author: fc.constantFrom(0, 1),
    command: fc.constantFrom('add', 'add', 'rename', 'move', 'remove', 'undo', 'redo', 'rule'),
    node: fc.nat(50),
    target: fc.nat(50),
  }),
  { minLength: 1, maxLength: 30 },
)

function perform(store: EditorStore, action: AuthorAction, authorName: string): void {
  const { command, node: nodeNumber, target: targetNumber } = action
  const { tree } = store.get()
  const ids = [...tree.nodes.keys()].sort()
  const id = ids[nodeNumber % ids.length] ?? '/a'
  const targetId = ids[targetNumber % ids.length] ?? '/a'
  const parents = ids.filter((id) => tree.nodes.get(id)?.t !== 's')
  const parent = parents[targetNumber % Math.max(parents.length, 1)] ?? null
  switch (command) {
    case 'add': {
      // the few different titles make two authors often choose the same one
      const newId = newNodeId(tree, parent, `New ${nodeNumber % 3}`)
      store.edit([{ do: 'add', nodes: [node(newId, parent, 's')], before: null }])
      return
    }
    case 'rename':
      store.edit([{ do: 'set', id, set: { title: { en: `${authorName} ${targetNumber}` } } }])
      return
    case 'move':
      store.edit([{ do: 'move', ids: [id], parentId: parent, before: nodeNumber % 2 ? targetId : null }])
      return
    case 'remove':
      store.edit([{ do: 'remove', ids: [id] }])
      return
    case 'rule':
      store.edit([{ do: 'set', id, set: { completion: { ids: [targetId], count: 1 } } }])
      return
    case 'undo':
      store.undo()
      return
    case 'redo':
      store.redo()
  }
}

describe('two authors whose network delays and loses requests', () => {
  it('end with the same tree, and each batch that was reported as saved is saved once', async () => {
    await fc.assert(
      fc.asyncProperty(anyActions, fc.scheduler(), fc.infiniteStream(fc.nat(9)), async (actions, schedule, digits) => {
        const server = new ModelServer()
        const stores: EditorStore[] = []
        let networkIsReliable = false
        /** One request or answer of ten is lost. */
        const isLost = () => !networkIsReliable && (digits.next().value ?? 0) === 0
        /** A request that may be lost, or whose answer may be lost. */
        const request = async <T>(work: () => Outcome<T>): Promise<Outcome<T>> => {
          await schedule.schedule(Promise.resolve(), 'request')
          if (isLost()) return { ok: false, retry: true }
          const outcome = work()
          await schedule.schedule(Promise.resolve(), 'answer')
          return isLost() ? { ok: false, retry: true } : outcome
        }
        /** Ids of the requests that were answered as saved. */
        const reported: string[] = []
        let lastId = 0
        const transportOf = (name: string): Transport => ({
          send: async (id, body) => {
            const savedBefore = server.log.length
            const outcome = await request(() => server.send(id, body, name))
            if (outcome.ok) reported.push(id)
            // all stores get the event, and the sender's may get it before the answer
            if (server.log.length > savedBefore) for (const store of stores) store.noteRevision(server.revision)
            return outcome
          },
          ownSteps: async () => NO_STEPS,
          batchesSince: (revision) => request(() => ({ ok: true, value: server.batchesSince(revision) })),
          loadTree: () => request(() => ({ ok: true, value: { revision: server.revision, tree: server.tree } })),
          impact: () => request(() => ({ ok: true, value: { members: 0, clubs: [], levels: [] } })),
          newId: () => `${name}-${++lastId}`,
          pause: () => schedule.schedule(Promise.resolve(), 'pause'),
        })
        /** How many batches were unsaved each time when a store had the state `saved`. */
        const wronglySaved: number[] = []
        for (const name of ['ann', 'bob']) {
          const store = createEditorStore({ revision: 1, tree: startTree(), grades: GRADES }, transportOf(name))
          store.subscribe(() => {
            const { state, unsavedCount } = store.get()
            if (state === 'saved' && unsavedCount > 0) wronglySaved.push(unsavedCount)
          })
          stores.push(store)
        }
        const sequence = schedule.scheduleSequence(
          actions.map((action) => async () => {
            const store = stores[action.author]
            if (store) perform(store, action, action.author === 0 ? 'ann' : 'bob')
            await Promise.resolve()
          }),
        )
        await schedule.waitFor(sequence.task)
        networkIsReliable = true
        // the first round sends what is pending; the second fetches what the other author sent in the first
        for (const store of stores) store.refresh()
        await schedule.waitFor(Promise.all(stores.map((store) => store.idle())))
        for (const store of stores) store.refresh()
        await schedule.waitFor(Promise.all(stores.map((store) => store.idle())))
        for (const store of stores) {
          expect(store.get()).toMatchObject({ unsavedCount: 0, revision: server.revision, state: 'saved' })
          expect(plain(store.get().tree)).toEqual(plain(server.tree))
        }
        expect(wronglySaved).toEqual([])
        const saved = server.log.map((entry) => entry.id)
        expect(new Set(server.log.map((entry) => entry.sent)).size).toBe(saved.length)
        expect([...new Set(reported)].filter((id) => !saved.includes(id))).toEqual([])
      }),
      { numRuns: 200 },
    )
  }, 60_000)
})

/** The impact that the model server computes for every change of levels. */
const gain = {
  members: 2,
  clubs: [{ name: 'Harbour', gained: 2, lost: 0 }],
  levels: [{ id: '/a', gained: 2, lost: 0 }],
}

function transportTo(server: ModelServer, overrides: Partial<Transport> = {}): Transport {
  return {
    send: async (id, body) => server.send(id, body, 'ann'),
    ownSteps: async () => NO_STEPS,
    batchesSince: async (revision) => ({ ok: true, value: server.batchesSince(revision) }),
    loadTree: async () => ({ ok: true, value: { revision: server.revision, tree: server.tree } }),
    impact: async () => ({ ok: true, value: gain }),
    newId: () => crypto.randomUUID(),
    pause: () => Promise.resolve(),
    ...overrides,
  }
}
const openOn = (transport: Transport) =>
  createEditorStore({ revision: 1, tree: startTree(), grades: GRADES }, transport)

describe('a batch that would change levels', () => {
  const skip: Edit = { do: 'set', id: '/a/g/x', set: { skipped: true } }
  const rename: Edit = { do: 'set', id: '/a', set: { title: { en: 'A!' } } }

  it('is held until the author confirms its impact', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'held', held: { impact: gain }, unsavedCount: 1 })
    expect(server.log).toEqual([])
    store.confirmHeld()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', held: null, unsavedCount: 0 })
    expect(server.tree.nodes.get('/a/g/x')?.skipped).toBe(true)
  })

  it('calls back once when it may be sent, and never when it was discarded', async () => {
    const store = openOn(transportTo(new ModelServer()))
    const sent: string[] = []
    store.edit([rename], () => sent.push('renamed'))
    await store.idle()
    expect(sent).toEqual(['renamed'])
    store.edit([skip], () => sent.push('skipped'))
    await store.idle()
    expect(store.get().state).toBe('held')
    expect(sent).toEqual(['renamed'])
    store.discardHeld()
    store.edit([skip], () => sent.push('skipped again'))
    await store.idle()
    store.confirmHeld()
    await store.idle()
    expect(sent).toEqual(['renamed', 'skipped again'])
  })

  it('can be discarded, and the other pending batches are sent', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    store.edit([rename])
    await store.idle()
    store.discardHeld()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', unsavedCount: 0, discarded: [] })
    expect(server.log.map((entry) => entry.batch.edits)).toEqual([[rename]])
  })

  it('can be undone before the server knows of it', async () => {
    const server = new ModelServer()
    const store = openOn(transportTo(server))
    store.edit([skip])
    await store.idle()
    store.undo()
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', held: null, unsavedCount: 0, canRedo: true })
    expect(server.log).toEqual([])
  })

  it('is not held when nobody has marks that would make a difference', async () => {
    const server = new ModelServer()
    const nobody = { members: 0, clubs: [], levels: [] }
    const store = openOn(transportTo(server, { impact: async () => ({ ok: true, value: nobody }) }))
    store.edit([skip])
    await store.idle()
    expect(store.get()).toMatchObject({ state: 'saved', held: null })
    expect(server.tree.nodes.get('/a/g/x')?.skipped).toBe(true)
  })

  it('is not held when it changes only titles', async () => {
    const server = new ModelServer()
    let impactRequests = 0
    const store = openOn(
      transportTo(server, {
        impact: async () => {
          impactRequests++
          return { ok: true, value: gain }
        },
      }),
    )
    store.edit([rename])
    await store.idle()
    expect([impactRequests, store.get().state]).toEqual([0, 'saved'])
  })
})

describe('without a network', () => {
  it('edits are kept, the state is offline, and they are saved once', async () => {
    const server = new ModelServer()
    let failuresLeft = 3
    const states: string[] = []
    const ids = new Set<string>()
    const store = openOn(
      transportTo(server, {
        send: async (id, body) => {
          ids.add(id)
          if (failuresLeft-- > 0) return { ok: false, retry: true }
          return server.send(id, body, 'ann')
        },
      }),
    )
    store.subscribe(() => states.push(store.get().state))
    store.edit([{ do: 'set', id: '/a', set: { title: { en: 'kept' } } }])
    await store.idle()
    expect(states).toContain('offline')
    expect(store.get()).toMatchObject({ state: 'saved', unsavedCount: 0 })
    // all attempts had the same id
    expect([ids.size, server.log.length]).toEqual([1, 1])
  })
})

it('a batch that the server refuses is discarded with its reason, and the next one is still sent', async () => {
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

describe('what the author did before the session', () => {
  const rename = (en: string): Edit => ({ do: 'set', id: '/a', set: { title: { en } } })
  /** A store on a server that knows one step to undo, and the steps that its batches were sent as. */
  async function openWithStep(refusal?: RefusalReason) {
    const server = new ModelServer()
    const sentSteps: SentBatch['step'][] = []
    const store = openOn(
      transportTo(server, {
        send: async (id, body) => {
          sentSteps.push(body.step)
          return refusal ? { ok: false, retry: false, reason: refusal } : server.send(id, body, 'ann')
        },
        ownSteps: async () => ({ ok: true, value: { undo: [{ step: 1, edits: [rename('before')] }], redo: [] } }),
      }),
    )
    store.refresh()
    await store.idle()
    return { store, sentSteps }
  }

  it('is undone and redone as the step that it was', async () => {
    const { store, sentSteps } = await openWithStep()
    expect(store.get().canUndo).toBe(true)
    store.undo()
    await store.idle()
    expect(store.get().tree.nodes.get('/a')?.title['en']).toBe('before')
    store.redo()
    await store.idle()
    expect(store.get().tree.nodes.get('/a')?.title['en']).toBe('/a')
    expect(sentSteps).toEqual([
      { revision: 1, forward: false },
      { revision: 1, forward: true },
    ])
  })

  it('is not undone when it was taken back elsewhere meanwhile: the author is told why, and the step is off the stack', async () => {
    const { store } = await openWithStep({ code: 'STEP_CHANGED', id: '', ids: [] })
    store.undo()
    await store.idle()
    expect(store.get().discarded).toMatchObject([{ reason: { code: 'STEP_CHANGED' } }])
    expect(store.get()).toMatchObject({ canUndo: false, canRedo: false, unsavedCount: 0 })
    expect(store.get().tree.nodes.get('/a')?.title['en']).toBe('/a')
  })

  it('is undone after what was done in the session, whose steps begin with the revisions they made', async () => {
    const { store, sentSteps } = await openWithStep()
    store.edit([rename('now')])
    await store.idle()
    store.undo()
    await store.idle()
    store.undo()
    await store.idle()
    expect(store.get().tree.nodes.get('/a')?.title['en']).toBe('before')
    expect(sentSteps).toEqual([undefined, { revision: 2, forward: false }, { revision: 1, forward: false }])
    expect(store.get().canUndo).toBe(false)
  })
})

it('a batch is taken back although others were made after it', async () => {
  const server = new ModelServer()
  const noImpact = { members: 0, clubs: [], levels: [] }
  const store = openOn(transportTo(server, { impact: async () => ({ ok: true, value: noImpact }) }))
  let batch = 0
  store.edit([{ do: 'remove', ids: ['/a/g/x'] }], (key) => (batch = key))
  store.edit([{ do: 'set', id: '/b', set: { title: { en: 'Later' } } }])
  await store.idle()
  expect(store.takeBack(batch)).toBeNull()
  await store.idle()
  expect(server.tree.nodes.has('/a/g/x')).toBe(true)
  expect(server.tree.nodes.get('/b')?.title['en']).toBe('Later')
})
