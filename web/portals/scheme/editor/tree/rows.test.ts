import { expect, it } from 'vitest'
import { treeOf } from '#domain/curriculum/tree.ts'
import { rowCache } from './rows.ts'
import { node } from '../testing/author-node.ts'

const nodes = [
  node('/a', null, 'l'),
  node('/a/g', '/a', 'sg'),
  node('/a/g/x', '/a/g', 's'),
  node('/b', null, 'l'),
  node('/b/g', '/b', 'sg'),
  node('/c', null, 's'),
]
const top = { nodes: nodes.length, skills: { '/a': 1, '/b': 0 } }
const NOTHING: ReadonlySet<string> = new Set()

it('roots that came first are the same rows when all else is there, so that nothing is drawn again', () => {
  const rowsOf = rowCache()
  const first = rowsOf(treeOf(nodes.filter((one) => one.parentId === null)), top, NOTHING, null).roots
  expect(first.map(({ id, skills, hasChildren }) => [id, skills, hasChildren])).toEqual([
    ['/a', 1, true],
    ['/b', 0, true],
    ['/c', 0, false],
  ])
  const whole = rowsOf(treeOf(nodes), null, NOTHING, null).roots
  expect(whole.every((row, at) => row === first[at])).toBe(true)
})
