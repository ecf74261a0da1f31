import { describe, expect, it } from 'vitest'
import { treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import {
  applyAnswer,
  applyOthersBatches,
  newSession,
  perform,
  visibleTree,
  undoOrRedo,
  withoutBatches,
  type EditSession,
} from './optimistic-tree.ts'
import { node } from '../testing/author-node.ts'

const startTree = () =>
  treeOf([node('/a', null, 'l'), node('/a/x', '/a', 's'), node('/a/y', '/a', 's'), node('/b', null, 'l')])
const renameTo = (id: string, en: string): Edit => ({ do: 'set', id, set: { title: { en } } })
const titleIn = (tree: Tree, id: string) => tree.nodes.get(id)?.title['en']

/** No batch is on its way to the server. */
const NONE_SENT = null

/** Applies edits as a batch that the tree must allow. */
function performOrThrow(session: EditSession, key: number, ...edits: Edit[]): EditSession {
  const next = perform(session, key, edits)
  if ('code' in next) throw new Error(next.code)
  return next
}
/**
 * A batch as the server reports it. Where it is the author's own, the tests leave out its edits: `applyAnswer` takes them
 * from the pending batch.
 */
const savedBatch = (revision: number, ...edits: Edit[]) => {
  return { revision, by: 'u', byName: 'U', edits, step: revision, forward: true }
}

describe('pending batches', () => {
  it('are visible at once and pending until they are answered', () => {
    const session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a', 'A!'))
    expect(titleIn(visibleTree(session), '/a')).toBe('A!')
    expect(titleIn(session.base, '/a')).toBe('/a')
    const next = applyAnswer(session, { revision: 2, batches: [savedBatch(2, renameTo('/a', 'A!'))] })
    expect(next?.session).toMatchObject({ revision: 2, pending: [] })
    expect(titleIn(next?.session.base ?? startTree(), '/a')).toBe('A!')
  })

  it('are applied after earlier batches of others, and undo restores the state of the others', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a', 'mine'))
    session =
      applyAnswer(session, { revision: 3, batches: [savedBatch(2, renameTo('/a', 'theirs')), savedBatch(3)] })
        ?.session ?? session
    expect(titleIn(visibleTree(session), '/a')).toBe('mine')
    session = undoOrRedo(session, 'undo', 2, NONE_SENT)?.session ?? session
    expect(titleIn(visibleTree(session), '/a')).toBe('theirs')
  })

  it('are discarded with the reason when others made them impossible, and later ones stay', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a/x', 'X'))
    session = performOrThrow(session, 2, renameTo('/b', 'B'))
    const next = applyOthersBatches(session, { revision: 2, batches: [savedBatch(2, { do: 'remove', ids: ['/a/x'] })] })
    expect(next?.discarded).toMatchObject([{ batch: { key: 1 }, reason: { code: 'NODE_NOT_FOUND', id: '/a/x' } }])
    expect(titleIn(visibleTree(next?.session ?? session), '/b')).toBe('B')
    expect(next?.session.undoStack.map((entry) => entry.key)).toEqual([2])
  })

  it('stay as they are when nothing new was saved', () => {
    const session = performOrThrow(newSession(5, startTree()), 1, renameTo('/a', 'A!'))
    expect(applyOthersBatches(session, { revision: 5, batches: [] })?.session).toBe(session)
  })

  it('need the tree to be loaded again when too much was saved meanwhile', () => {
    const session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a', 'A!'))
    expect(applyOthersBatches(session, { revision: 900, batches: null })).toBeNull()
    expect(applyAnswer(session, { revision: 900, batches: null })).toBeNull()
  })
})

describe('undo and redo', () => {
  it('drop a batch that was not sent, and apply it again', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a', 'A!'))
    session = undoOrRedo(session, 'undo', 2, NONE_SENT)?.session ?? session
    expect(session.pending).toEqual([])
    expect(titleIn(visibleTree(session), '/a')).toBe('/a')
    session = undoOrRedo(session, 'redo', 3, NONE_SENT)?.session ?? session
    expect(titleIn(visibleTree(session), '/a')).toBe('A!')
    expect(undoOrRedo(session, 'redo', 4, NONE_SENT)).toBeNull()
  })

  it('reverse a batch that may have been sent by a new batch', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, { do: 'remove', ids: ['/a'] })
    const sentKey = 1
    session = undoOrRedo(session, 'undo', 2, sentKey)?.session ?? session
    expect(session.pending.map((batch) => batch.key)).toEqual([1, 2])
    expect([...visibleTree(session).nodes.keys()].sort()).toEqual(['/a', '/a/x', '/a/y', '/b'])
    expect(visibleTree(session).children.get(null)).toEqual(['/a', '/b'])
  })

  it('leave nothing to redo after a new batch', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a', 'A!'))
    session = undoOrRedo(session, 'undo', 2, NONE_SENT)?.session ?? session
    session = performOrThrow(session, 3, renameTo('/b', 'B!'))
    expect(session.redoStack).toEqual([])
  })

  it('are refused when others made them impossible, and the entry is removed', () => {
    let session = performOrThrow(newSession(1, startTree()), 1, renameTo('/a/x', 'X'))
    session = applyAnswer(session, { revision: 2, batches: [savedBatch(2)] })?.session ?? session
    session =
      applyOthersBatches(session, { revision: 3, batches: [savedBatch(3, { do: 'remove', ids: ['/a/x'] })] })
        ?.session ?? session
    const undone = undoOrRedo(session, 'undo', 2, NONE_SENT)
    expect(undone?.refused).toMatchObject({ code: 'NODE_NOT_FOUND' })
    expect(undone?.session.undoStack).toEqual([])
  })
})

it('a discarded batch can no longer be undone', () => {
  const added: AuthorNode = node('/b/z', '/b', 's')
  let session = performOrThrow(newSession(1, startTree()), 1, { do: 'add', nodes: [added], before: null })
  session = performOrThrow(session, 2, renameTo('/b/z', 'Z'))
  const next = withoutBatches(session, new Set([1]))
  // batch 2 changes the node that batch 1 added, so it is discarded too
  expect(next.discarded.map(({ batch }) => batch.key)).toEqual([2])
  expect(next.session).toMatchObject({ pending: [], undoStack: [] })
})
