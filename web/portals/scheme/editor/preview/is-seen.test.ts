import { expect, test } from 'vitest'
import { treeOf } from '#domain/curriculum/tree.ts'
import { node } from '../testing/author-node.ts'
import { isSeen } from './is-seen.ts'

test('coaches see nothing in a hidden or skipped group or level, parents nothing in a skipped one', () => {
  const tree = treeOf([
    node('/a', null, 'l'),
    node('/a/x', '/a', 's'),
    node('/a/g', '/a', 'sg', { hidden: true }),
    node('/a/g/y', '/a/g', 's'),
    node('/b', null, 'l', { skipped: true }),
    node('/b/g', '/b', 'sg'),
    node('/b/g/z', '/b/g', 's'),
  ])
  const nodes = [...tree.nodes.values()]
  const seenBy = (reader: 'parent' | 'staff') => nodes.filter((each) => isSeen(tree, each, reader)).map(({ id }) => id)
  expect(seenBy('staff')).toEqual(['/a', '/a/x'])
  expect(seenBy('parent')).toEqual(['/a', '/a/x', '/a/g', '/a/g/y'])
})
