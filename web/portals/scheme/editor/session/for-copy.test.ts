import { expect, test } from 'vitest'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { node } from '../testing/author-node.ts'
import { pendingForCopy } from './for-copy.ts'
import { newSession, perform, type EditSession } from './optimistic-tree.ts'

const tree = treeOf([node('/a', null, 'l'), node('/a/x', '/a', 's')])
const title = (id: string): Edit => ({ do: 'set', id, set: { title: { en: 'New' } } })
const added: Edit = { do: 'add', nodes: [node('/a/y', '/a', 's')], before: null }

function sessionWith(...batches: Edit[][]): EditSession {
  return batches.reduce<EditSession>(
    (session, edits, index) => {
      const next = perform(session, index + 1, edits)
      if ('code' in next) throw new Error(next.code)
      return next
    },
    newSession(1, tree),
  )
}

test('all pending batches go into the copy but those of texts of nodes that are live', () => {
  const forCopy = pendingForCopy(sessionWith([title('/a/x')], [added], [title('/a/y')], [title('/a')]))
  expect([...(forCopy?.keys ?? [])]).toEqual([2, 3])
  expect(forCopy?.edits).toEqual([added, title('/a/y')])
})

test('a change of the scheme’s settings goes into no copy', () => {
  const settings: Edit = { do: 'set-settings', settings: [{ what: 'language', id: 'fr-FR', was: null, now: true }] }
  expect(pendingForCopy(sessionWith([added], [settings]))).toBeNull()
})
