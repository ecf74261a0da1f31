import { expect, it } from 'vitest'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { changesProgress } from './progress-effect.ts'
import { node } from './testing/author-node.ts'

/** Skills of grade kind 4, which `node` makes, are passed at grade 4. */
const grades = [{ grade: 4, pass: 4 }]
const tree = treeOf([node('/a', null, 'l'), node('/a/x', '/a', 's'), node('/a/y', '/a', 's'), node('/b', null, 'l')])

function mayChangeLevels(...edits: Edit[]): boolean {
  const applied = applyEdits(tree, edits)
  if (!applied.ok) throw new Error(applied.code)
  return changesProgress(tree, applied.tree, grades)
}

it('titles, order, visibility, empty levels and skills without grades change no member’s level', () => {
  expect(mayChangeLevels({ do: 'set', id: '/a', set: { title: { en: 'A' }, hidden: true, starred: true } })).toBe(false)
  expect(mayChangeLevels({ do: 'move', ids: ['/a/y'], parentId: '/a', before: '/a/x' })).toBe(false)
  expect(mayChangeLevels({ do: 'add', nodes: [node('/c', null, 'l')], before: null })).toBe(false)
  expect(mayChangeLevels({ do: 'add', nodes: [node('/a/n', '/a', 's', { grade: null })], before: null })).toBe(false)
})

it('rules, skipped nodes, kinds of nodes, and added, moved or removed skills may change levels', () => {
  expect(mayChangeLevels({ do: 'set', id: '/a', set: { completion: { ids: ['/a/x', '/a/y'], count: 1 } } })).toBe(true)
  expect(mayChangeLevels({ do: 'set', id: '/a', set: { completionType: 'manual' } })).toBe(true)
  expect(mayChangeLevels({ do: 'set', id: '/a', set: { t: 'sg' } })).toBe(true)
  expect(mayChangeLevels({ do: 'set', id: '/a/x', set: { skipped: true } })).toBe(true)
  expect(mayChangeLevels({ do: 'set', id: '/a/x', set: { grade: null } })).toBe(true)
  expect(mayChangeLevels({ do: 'move', ids: ['/a/x'], parentId: '/b', before: null })).toBe(true)
  expect(mayChangeLevels({ do: 'add', nodes: [node('/a/n', '/a', 's')], before: null })).toBe(true)
  expect(mayChangeLevels({ do: 'remove', ids: ['/a/x'] })).toBe(true)
})

it('an explicit list of all children changes no member’s level', () => {
  expect(mayChangeLevels({ do: 'set', id: '/a', set: { completion: { ids: ['/a/x', '/a/y'], count: 2 } } })).toBe(false)
})
