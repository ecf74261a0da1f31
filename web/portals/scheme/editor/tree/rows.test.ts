import { expect, it } from 'vitest'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import { rowCache } from './rows.ts'
import { node } from '../testing/author-node.ts'

const tree = treeOf([
  node('/a', null, 'l'),
  node('/a/g', '/a', 'sg'),
  node('/a/g/x', '/a/g', 's'),
  node('/b', null, 'l'),
  node('/b/g', '/b', 'sg'),
  node('/c', null, 's'),
])
const NONE_EXPANDED: ReadonlySet<string> = new Set()
const NO_DRAFT = null

it('rows that an edit does not change stay the same objects, so that only changed ones are drawn again', () => {
  const rowsOf = rowCache()
  const rowsBefore = rowsOf(tree, NONE_EXPANDED, NO_DRAFT).roots
  expect(rowsBefore.map(({ id, skills, hasChildren }) => [id, skills, hasChildren])).toEqual([
    ['/a', 1, true],
    ['/b', 0, true],
    ['/c', 0, false],
  ])
  const edited = applyEdits(tree, [{ do: 'set', id: '/b', set: { title: { en: 'Second' } } }])
  if (!edited.ok) throw new Error(edited.code)
  const rowsAfter = rowsOf(edited.tree, NONE_EXPANDED, NO_DRAFT).roots
  expect(rowsAfter.map((row, index) => row === rowsBefore[index])).toEqual([true, false, true])
})
