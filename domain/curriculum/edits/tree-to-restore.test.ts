import { describe, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { editsBetween } from './edits-between.ts'
import { treeBefore, treeToRestore, type Undo } from './tree-to-restore.ts'

const node = (id: string, parentId: string | null, t: AuthorNode['t']): AuthorNode => {
  return { ...defaultFields, id, parentId, t, title: { en: id } }
}
const start = treeOf([
  node('/a', null, 'l'),
  node('/a/x', '/a', 's'),
  node('/a/y', '/a', 's'),
  node('/b', null, 'l'),
  node('/b/z', '/b', 's'),
])

/** The tree after batches, and the edits that take them back, the newest first. */
function after(...batches: Edit[][]): { tree: Tree; undos: Undo[] } {
  let tree: Tree = start
  const undos: Undo[] = []
  for (const edits of batches) {
    const applied = applyEdits(tree, edits)
    if (!applied.ok) throw new Error(applied.code)
    tree = applied.tree
    undos.unshift({ undo: applied.undo, linked: false })
  }
  return { tree, undos }
}
const rename = (id: string, en: string): Edit => ({ do: 'set', id, set: { title: { en } } })
function restored(tree: Tree, old: Tree | null, ids: readonly string[] | null): Tree {
  if (!old) throw new Error('no old tree')
  const applied = applyEdits(tree, editsBetween(tree, treeToRestore(tree, old, ids)))
  if (!applied.ok) throw new Error(applied.code)
  return applied.tree
}
const titles = (tree: Tree) => [...tree.nodes.values()].map(({ title }) => title['en']).toSorted()

describe('restoring', () => {
  const { tree, undos } = after(
    [rename('/b', 'B')],
    [{ do: 'move', ids: ['/a/x'], parentId: '/b', before: '/b/z' }],
    [{ do: 'remove', ids: ['/a'] }],
    [rename('/b/z', 'Z')],
  )
  const old = treeBefore(tree, undos)

  test('the whole tree makes it what it was, in its order', () => {
    const whole = restored(tree, old, null)
    expect(titles(whole)).toEqual(titles(start))
    expect(whole.children).toEqual(start.children)
  })

  test('a deleted level brings back it and what was below it, and leaves the rest as it is', () => {
    const level = restored(tree, old, ['/a'])
    expect(level.children.get('/a')).toEqual(['/a/x', '/a/y'])
    expect(level.nodes.get('/b')?.title['en']).toBe('B')
    expect(level.nodes.get('/b/z')?.title['en']).toBe('Z')
  })

  test('one node leaves all others as they are', () => {
    const one = restored(tree, old, ['/b/z'])
    expect(one.nodes.get('/b/z')?.title['en']).toBe('/b/z')
    expect(one.nodes.get('/b')?.title['en']).toBe('B')
    expect(one.nodes.has('/a')).toBe(false)
  })

  test('is not possible when the tree was changed otherwise in between', () => {
    const { nodes } = tree
    const others = treeOf([...nodes.values()].filter(({ id }) => id !== '/b/z'))
    expect(treeBefore(others, undos)).toBeNull()
  })
})
