import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EditsReply, SavedEdits, TextClash } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import {
  changedTexts,
  editOfText,
  textAt,
  textKey,
  withoutTexts,
  writtenTexts,
} from '#domain/curriculum/edits/clashes.ts'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { node } from '../testing/author-node.ts'
import { createEditorStore, type EditorStore, type Outcome, type SentBatch, type Transport } from './editor-store.ts'

const startTree = () => treeOf([node('/a', null, 'l'), node('/b', null, 'l')])
const rename = (id: string, en: string): Edit => ({ do: 'set', id, set: { title: { en } } })

/** A model of the server, which answers texts that another author has changed meanwhile as clashes. */
class ModelServer {
  revision = 1
  tree = startTree()
  readonly batches: SavedEdits[] = []
  /** Whether pages are told to load the tree anew, as in a working copy when a text went live. */
  reloads = false
  readonly #answers = new Map<string, EditsReply>()
  /** Who wrote each text last. */
  readonly #writers = new Map<string, string>()

  send(id: string, { base, edits, replaced = [] }: SentBatch, by: string): Outcome<EditsReply> {
    const first = this.#answers.get(id)
    if (first) return { ok: true, value: first }
    const mine = new Map(writtenTexts(edits).map((text) => [textKey(text), text.now]))
    const clashes = changedTexts(this.tree, edits, replaced).flatMap((text): TextClash[] => {
      const writer = this.#writers.get(textKey(text)) ?? by
      if (writer === by) return []
      const theirs = textAt(this.tree, text)
      return [{ ...text, theirs, mine: mine.get(textKey(text)) ?? null, by_name: writer, at_ts: 0 }]
    })
    const saved = withoutTexts(edits, clashes)
    if (saved.length > 0) {
      const applied = applyEdits(this.tree, saved)
      if (!applied.ok) return { ok: false, retry: false, reason: applied }
      this.tree = applied.tree
      const revision = ++this.revision
      this.batches.push({ revision, by, byName: by, edits: saved, step: revision, forward: true })
      for (const text of writtenTexts(saved)) this.#writers.set(textKey(text), by)
    }
    const answer = { ...this.since(base), ...(clashes.length > 0 ? { clashes } : {}) }
    this.#answers.set(id, answer)
    return { ok: true, value: answer }
  }
  since(revision: number): EditsReply {
    const batches = this.batches.filter((batch) => batch.revision > revision)
    return { revision: this.revision, batches: this.reloads && batches.length > 0 ? null : batches }
  }
}

/** A tab of an author; `wait` delays each request and each answer. */
function openTab(server: ModelServer, by: string, wait: () => Promise<void> = () => Promise.resolve()): EditorStore {
  const request = async <T>(work: () => Outcome<T>): Promise<Outcome<T>> => {
    await wait()
    const outcome = work()
    await wait()
    return outcome
  }
  const transport: Transport = {
    send: (id, body) => request(() => server.send(id, body, by)),
    ownSteps: async () => ({ ok: true, value: { undo: [], redo: [] } }),
    batchesSince: (revision) => request(() => ({ ok: true, value: server.since(revision) })),
    loadTree: () => request(() => ({ ok: true, value: { revision: server.revision, tree: server.tree } })),
    impact: async () => ({ ok: true, value: { members: 0, clubs: [], levels: [] } }),
    newId: () => crypto.randomUUID(),
    pause: () => Promise.resolve(),
  }
  return createEditorStore({ revision: 1, tree: startTree(), grades: [] }, transport)
}
const titleIn = (store: EditorStore, id = '/a') => store.get().tree.nodes.get(id)?.title['en']

describe('one author on a slow network', () => {
  it('never clashes with himself, in two tabs in which he types, undoes and hears of the other at any time', async () => {
    const action = fc.record({
      tab: fc.constantFrom(0, 1),
      what: fc.constantFrom('type', 'type', 'type', 'undo', 'redo', 'hear'),
      id: fc.constantFrom('/a', '/b'),
      text: fc.constantFrom('one', 'two', 'three'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 25 }), fc.scheduler(), async (actions, schedule) => {
        const server = new ModelServer()
        const wait = () => schedule.schedule(Promise.resolve(), 'network')
        const tabs = [openTab(server, 'ann', wait), openTab(server, 'ann', wait)]
        const sequence = schedule.scheduleSequence(
          actions.map(({ tab, what, id, text }) => async () => {
            const store = tabs[tab]
            if (what === 'type') store?.edit([rename(id, text)])
            else if (what === 'undo') store?.undo()
            else if (what === 'redo') store?.redo()
            else store?.noteRevision(server.revision)
            await Promise.resolve()
          }),
        )
        await schedule.waitFor(sequence.task)
        for (const store of tabs) store.refresh()
        await schedule.waitFor(Promise.all(tabs.map((store) => store.idle())))
        for (const store of tabs) store.refresh()
        await schedule.waitFor(Promise.all(tabs.map((store) => store.idle())))
        for (const store of tabs) {
          expect(store.get()).toMatchObject({ clashes: [], discarded: [], unsavedCount: 0, state: 'saved' })
          expect(titleIn(store)).toBe(server.tree.nodes.get('/a')?.title['en'])
        }
      }),
      { numRuns: 300 },
    )
  }, 60_000)
})

describe('a text that another author has changed meanwhile', () => {
  /** Ann and Bob see the same; Bob's text is saved first. */
  async function clash({ reloads = false } = {}) {
    const server = new ModelServer()
    server.reloads = reloads
    const [ann, bob] = [openTab(server, 'ann'), openTab(server, 'bob')]
    bob.edit([rename('/a', 'Bob’s')])
    await bob.idle()
    ann.edit([rename('/a', 'A'), rename('/b', 'Ann’s')])
    // Ann types on while the first text is on its way
    ann.edit([rename('/a', 'Ann’s')])
    await ann.idle()
    return { server, ann, bob }
  }

  it.each([
    ['is not overwritten: the author keeps both, and what did not clash is saved', false],
    ['is not in a working copy either, whose tree is loaded anew', true],
  ])('%s', async (_, reloads) => {
    const { server, ann } = await clash({ reloads })
    expect(ann.get()).toMatchObject({
      state: 'held',
      unsavedCount: 1,
      clashes: [{ id: '/a', theirs: 'Bob’s', mine: 'Ann’s', by_name: 'bob' }],
      discarded: [],
    })
    expect(titleIn(ann)).toBe('Bob’s')
    expect(server.tree.nodes.get('/b')?.title['en']).toBe('Ann’s')
    // only what was saved can be undone
    ann.undo()
    await ann.idle()
    expect([titleIn(ann), titleIn(ann, '/b')]).toEqual(['Bob’s', '/b'])
  })

  it('stays when the author keeps it, and is replaced when the author keeps his own', async () => {
    const { ann } = await clash()
    const [kept] = ann.get().clashes
    if (!kept) throw new Error('no clash')
    ann.settleClash(kept)
    await ann.idle()
    expect(ann.get()).toMatchObject({ state: 'saved', unsavedCount: 0, clashes: [] })
    expect(titleIn(ann)).toBe('Bob’s')

    const other = await clash()
    const [mine] = other.ann.get().clashes
    if (!mine) throw new Error('no clash')
    other.ann.edit([editOfText(mine, mine.mine)], undefined, mine.theirs ?? '')
    other.ann.settleClash(mine)
    await other.ann.idle()
    expect(other.ann.get()).toMatchObject({ state: 'saved', clashes: [] })
    expect(other.server.tree.nodes.get('/a')?.title['en']).toBe('Ann’s')
  })

  it('keeps what the author goes on writing before choosing, and saves that', async () => {
    const { ann } = await clash()
    const [first] = ann.get().clashes
    if (!first) throw new Error('no clash')
    ann.changeClash(first, 'Both')
    expect(ann.get()).toMatchObject({ unsavedCount: 1, clashes: [{ theirs: 'Bob’s', mine: 'Both' }] })
    // chosen by the clash as it was before
    ann.settleClash(first)
    expect(ann.get().clashes).toEqual([])
  })

  it('clashes again when it was changed once more while the author compared', async () => {
    const { ann, bob, server } = await clash()
    bob.edit([rename('/a', 'Bob’s second')])
    await bob.idle()
    ann.noteRevision(server.revision)
    await ann.idle()
    const [first] = ann.get().clashes
    if (!first) throw new Error('no clash')
    ann.edit([editOfText(first, first.mine)], undefined, first.theirs ?? '')
    ann.settleClash(first)
    await ann.idle()
    expect(ann.get().clashes).toMatchObject([{ theirs: 'Bob’s second', mine: 'Ann’s' }])
  })
})

it('a step that was taken back in one tab cannot be taken back once more in another', async () => {
  const server = new ModelServer()
  const [first, second] = [openTab(server, 'ann'), openTab(server, 'ann')]
  second.edit([rename('/a', 'once')])
  await second.idle()
  // the first tab, which knows the step, takes it back
  server.batches.push({
    revision: ++server.revision,
    by: 'ann',
    byName: 'ann',
    edits: [rename('/a', '/a')],
    step: 2,
    forward: false,
  })
  expect(second.get().canUndo).toBe(true)
  second.noteRevision(server.revision)
  await second.idle()
  expect(titleIn(second)).toBe('/a')
  expect(second.get().canUndo).toBe(false)
  expect(first.get().canUndo).toBe(false)
})
