import { describe, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { describeEdits, focusOn, isAbout, mergeDescribed } from './describe-edits.ts'
import { effective, toEntries, undoableSteps } from './steps.ts'

const node = (id: string, parentId: string | null, t: AuthorNode['t']): AuthorNode => {
  return { ...defaultFields, id, parentId, t, title: { en: id } }
}
const tree = treeOf([
  node('/five', null, 'l'),
  node('/five/tread', '/five', 's'),
  node('/six', null, 'l'),
  node('/six/dive', '/six', 's'),
])

const described = (...edits: Edit[]) => describedFrom(tree, ...edits)

function without(id: string): Tree {
  const applied = applyEdits(tree, [{ do: 'remove', ids: [id] }])
  if (!applied.ok) throw new Error(applied.code)
  return applied.tree
}

function describedFrom(start: Tree, ...edits: Edit[]) {
  const applied = applyEdits(start, edits)
  if (!applied.ok) throw new Error(applied.code)
  return describeEdits(edits, applied.undo)
}

describe('the words of a step', () => {
  test('say from where to where a node moved, and what a title was', () => {
    expect(described({ do: 'move', ids: ['/five/tread'], parentId: '/six', before: null })).toEqual([
      { what: 'moved', ids: ['/five/tread'], from: '/five', to: '/six' },
    ])
    expect(described({ do: 'set', id: '/six', set: { title: { en: 'Six' }, starred: true } })).toEqual([
      { what: 'renamed', id: '/six', language: 'en', was: '/six', now: 'Six' },
      { what: 'changed', id: '/six', fields: ['starred'] },
    ])
  })

  test('name only the topmost nodes of what came or went', () => {
    const added = [node('/seven', null, 'l'), node('/seven/roll', '/seven', 's')]
    expect(described({ do: 'add', nodes: added, before: null })).toEqual([{ what: 'added', ids: ['/seven'] }])
    expect(described({ do: 'remove', ids: ['/five'] })).toEqual([{ what: 'removed', ids: ['/five'] }])
    const places = ['/five', '/five/tread'].map((id) => ({ id, before: null }))
    expect(describedFrom(without('/five'), { do: 'restore', places })).toEqual([{ what: 'restored', ids: ['/five'] }])
  })

  test('do not say that what came is put into its order, only where it came to', () => {
    const places = [{ id: '/five', before: null }]
    const order: Edit = { do: 'move', ids: ['/five'], parentId: null, before: '/six' }
    const into: Edit = { do: 'move', ids: ['/five'], parentId: '/six', before: null }
    const gone = without('/five')
    const restored = { what: 'restored', ids: ['/five'] }
    expect(describedFrom(gone, { do: 'restore', places }, order)).toEqual([restored])
    expect(describedFrom(gone, { do: 'restore', places }, into)).toEqual([
      restored,
      { what: 'moved', ids: ['/five'], from: null, to: '/six' },
    ])
    const added: Edit = { do: 'add', nodes: [node('/seven', null, 'l')], before: null }
    expect(described(added, { do: 'move', ids: ['/seven'], parentId: null, before: '/five' })).toEqual([
      { what: 'added', ids: ['/seven'] },
    ])
  })

  test('of several steps say what was first and what is last, and nothing of a title that is as before', () => {
    const rename = (was: string, now: string) => ({ what: 'renamed', id: '/six', language: 'en', was, now }) as const
    expect(mergeDescribed([rename('a', 'b'), rename('b', 'c')])).toEqual([rename('a', 'c')])
    expect(mergeDescribed([rename('a', 'b'), rename('b', 'a')])).toEqual([])
  })
})

describe('a history that is narrowed to a node', () => {
  const about = (id: string, below: boolean, ...edits: Edit[]) =>
    described(...edits).filter((item) => isAbout(item, focusOn(tree, id, below)))
  const star = (id: string): Edit => ({ do: 'set', id, set: { starred: true } })

  test('has what was done to it, and to what is below it only on request', () => {
    expect(about('/five', false, star('/five'), star('/five/tread'), star('/six'))).toHaveLength(1)
    expect(about('/five', true, star('/five'), star('/five/tread'), star('/six'))).toHaveLength(2)
    expect(about('/five/tread', false, star('/five'))).toEqual([])
  })

  test('has what went into it or out of it, and the deletion of what is above it', () => {
    const move: Edit = { do: 'move', ids: ['/five/tread'], parentId: '/six', before: null }
    expect(about('/five', false, move)).toHaveLength(1)
    expect(about('/six', false, move)).toHaveLength(1)
    expect(about('/six/dive', true, move)).toEqual([])
    expect(about('/six/dive', false, { do: 'remove', ids: ['/six'] })).toHaveLength(1)
  })
})

describe('steps', () => {
  const move = (revision: number, step: number, forward: boolean) => ({ revision, step, forward })

  test('that were taken back have no effect, and those that were made again the one that they had first', () => {
    expect(effective([move(2, 2, true), move(3, 3, true), move(4, 2, false)])).toEqual([move(3, 3, true)])
    expect(effective([move(2, 2, true), move(3, 2, false), move(4, 2, true)])).toEqual([move(2, 2, true)])
    // taken back since: a change, although it was made before
    expect(effective([move(9, 2, false)])).toHaveLength(1)
  })

  test('can be undone in the order in which they were made, and redone until another one is made', () => {
    const [a, backB, c] = [move(2, 2, true), move(4, 3, false), move(5, 5, true)]
    expect(undoableSteps([backB, a])).toEqual({ undo: [a], redo: [backB] })
    expect(undoableSteps([backB, a, c])).toEqual({ undo: [a, c], redo: [] })
    // the one that was taken back last is made again first, also when another step is back already
    const [againA, backC] = [move(8, 2, true), move(7, 5, false)]
    expect(undoableSteps([backC, againA])).toEqual({ undo: [againA], redo: [backC] })
    const [backA, backOnlyB] = [move(5, 2, false), move(4, 3, false)]
    expect(undoableSteps([backA, backOnlyB])).toEqual({ undo: [], redo: [backOnlyB, backA] })
  })

  test('of one author within half an hour are one entry', () => {
    const at = (by: string, minutes: number, name: string | null = null) => ({ by, atMs: minutes * 60_000, name })
    const batches = [at('a', 0), at('a', 29), at('b', 30), at('a', 31), at('a', 61)]
    expect(toEntries(batches).map((entry) => entry.length)).toEqual([2, 1, 1, 1])
    // the name is that of the state after the batch, so what follows is another entry
    const named = [at('a', 0, 'Before the review'), at('a', 5), at('a', 6)]
    expect(toEntries(named).map((entry) => entry.length)).toEqual([1, 2])
    // updates of linked nodes are nobody's own changes
    const updates = [at('a', 0), { ...at('a', 1), linked: true }, { ...at('a', 2), linked: true }, at('a', 3)]
    expect(toEntries(updates).map((entry) => entry.length)).toEqual([1, 2, 1])
  })
})
