import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { subtree, treeOf, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { addEdit, copyEdits } from './new-nodes.ts'
import {
  focusAfterRemoval,
  dropRefusal,
  defaultChildKind,
  moveByOne,
  positionForNew,
  rootsOf,
  isAtPosition,
} from './tree-position.ts'
import { node } from '../testing/author-node.ts'

const tree = treeOf([
  node('/a', null, 'l', { completion: { ids: ['/a/g/x', '/a/g/y'], count: 1 }, required: ['/a/g/x'] }),
  node('/a/g', '/a', 'sg'),
  node('/a/g/x', '/a/g', 's'),
  node('/a/g/y', '/a/g', 's'),
  node('/b', null, 'l', { completion: { ids: ['/a'], count: 1 } }),
  node('/b/z', '/b', 's'),
])
const nodeAt = (id: string) => tree.nodes.get(id) ?? null

function applyOrThrow(start: Tree, ...edits: (Edit | null)[]): Tree {
  const applied = applyEdits(
    start,
    edits.flatMap((edit) => edit ?? []),
  )
  if (!applied.ok) throw new Error(applied.code)
  return applied.tree
}

describe('a new node', () => {
  it.each([
    ['s', '/a/g', { parentId: '/a/g', before: null }],
    ['s', '/a/g/x', { parentId: '/a/g', before: '/a/g/y' }],
    ['sg', '/a/g/x', { parentId: '/a', before: null }],
    ['sg', '/a', { parentId: '/a', before: null }],
    ['sg', '/b/z', { parentId: '/b', before: null }],
    ['l', '/a/g/x', { parentId: null, before: '/b' }],
    ['l', '/b', { parentId: null, before: null }],
  ] as const)('of kind %s, added while %s is focused, goes to %j', (kind, focusedId, position) => {
    expect(positionForNew(tree, nodeAt(focusedId), kind)).toEqual(position)
  })

  it('goes to the end of an empty scheme', () => {
    expect(positionForNew(treeOf([]), null, 's')).toEqual({ parentId: null, before: null })
  })

  it('gets an unused id made from its title', () => {
    const { id, edit } = addEdit(tree, 's', { parentId: '/a/g', before: '/a/g/y' }, 'Ŵyl fawr', 'cy')
    expect(id).toBe('/a/g/wyl-fawr')
    expect(applyOrThrow(tree, edit).children.get('/a/g')).toEqual(['/a/g/x', '/a/g/wyl-fawr', '/a/g/y'])
  })

  it('has the kind of its last sibling, or else is a skill', () => {
    // the node after `??` only satisfies the type: all three ids exist
    expect(
      ['/a', '/a/g', '/b'].map((id) => defaultChildKind(tree, tree.nodes.get(id) ?? node('/n', null, 'l'))),
    ).toEqual(['sg', 's', 's'])
  })
})

describe('moving by keyboard', () => {
  const childrenAfter = (edit: Edit | null, parent: string | null) => applyOrThrow(tree, edit).children.get(parent)
  it('moves nodes among siblings and out of their parent', () => {
    expect(childrenAfter(moveByOne(tree, ['/a/g/y'], 'up'), '/a/g')).toEqual(['/a/g/y', '/a/g/x'])
    expect(childrenAfter(moveByOne(tree, ['/a/g/x'], 'down'), '/a/g')).toEqual(['/a/g/y', '/a/g/x'])
    expect(childrenAfter(moveByOne(tree, ['/a/g/x'], 'out'), '/a')).toEqual(['/a/g', '/a/g/x'])
    expect(childrenAfter(moveByOne(tree, ['/a/g/x', '/a/g/y'], 'out'), '/a')).toEqual(['/a/g', '/a/g/x', '/a/g/y'])
  })
  it('stops at the ends and at skills, and moves nothing that has different parents', () => {
    expect(moveByOne(tree, ['/a'], 'up')).toBeNull()
    expect(moveByOne(tree, ['/b'], 'down')).toBeNull()
    expect(moveByOne(tree, ['/a'], 'out')).toBeNull()
    expect(moveByOne(tree, ['/a/g/y'], 'in')).toBeNull()
    expect(moveByOne(tree, ['/a/g/x', '/b'], 'up')).toBeNull()
  })
})

it('nodes that are at a position already do not move, also when the position names one of them', () => {
  const fourLevels = treeOf(['/1', '/2', '/3', '/4'].map((id) => node(id, null, 'l')))
  expect(isAtPosition(fourLevels, ['/2', '/3'], { parentId: null, before: '/4' })).toBe(true)
  expect(isAtPosition(fourLevels, ['/2', '/3'], { parentId: null, before: '/3' })).toBe(true)
  expect(isAtPosition(fourLevels, ['/3', '/4'], { parentId: null, before: null })).toBe(true)
  expect(isAtPosition(fourLevels, ['/2', '/3'], { parentId: null, before: null })).toBe(false)
  expect(isAtPosition(fourLevels, ['/2', '/4'], { parentId: null, before: null })).toBe(false)
  expect(isAtPosition(fourLevels, ['/2'], { parentId: '/1', before: null })).toBe(false)
  const moved = applyEdits(fourLevels, [{ do: 'move', ids: ['/1', '/3'], parentId: null, before: '/3' }])
  expect(moved.ok && moved.tree.children.get(null)).toEqual(['/2', '/1', '/3', '/4'])
})

it('a node is moved with its ancestor when both are selected', () => {
  expect(rootsOf(tree, ['/b', '/a/g/x', '/a', '/nowhere'])).toEqual(['/a', '/b'])
})

it('nodes cannot be dropped into a skill, into themselves or below themselves', () => {
  expect(dropRefusal(tree, new Set(['/b']), '/a/g/x')).toBe('UNDER_SKILL')
  expect(dropRefusal(tree, new Set(['/a']), '/a')).toBe('UNDER_ITSELF')
  expect(dropRefusal(tree, new Set(['/a']), '/a/g')).toBe('UNDER_ITSELF')
  expect(dropRefusal(tree, new Set(['/b']), '/a/g')).toBeNull()
  expect(dropRefusal(tree, new Set(['/a/g']), null)).toBeNull()
})

describe('a copy', () => {
  it('has new ids; its rules name the copied nodes, and still name nodes that were not copied', () => {
    const { ids, edits } = copyEdits(tree, ['/a', '/b'], { parentId: null, before: null }, ['en'])
    const after = applyOrThrow(tree, ...edits)
    expect(ids).toEqual(['/a-2', '/b-2'])
    // the copies of the level, its group and the group's two skills
    const [, , x, y] = subtree(after, '/a-2').map((copy) => copy.id)
    expect(after.nodes.get('/a-2')).toMatchObject({ completion: { ids: [x, y], count: 1 }, required: [x] })
    expect(after.nodes.get('/b-2')?.completion?.ids).toEqual(['/a-2'])
    const afterCopyOfB = applyOrThrow(tree, ...copyEdits(tree, ['/b'], { parentId: null, before: null }, ['en']).edits)
    expect(afterCopyOfB.nodes.get('/b-2')?.completion?.ids).toEqual(['/a'])
  })

  it('of a large level reads each node a few times, however many there are', () => {
    let reads = 0
    const counted = (id: string) =>
      Object.defineProperty(node(id, '/a', 's'), 'id', {
        enumerable: true,
        get: () => {
          reads++
          return id
        },
      })
    const skills = Array.from({ length: 300 }, (_, index) => counted(`/a/${index}`))
    const large = treeOf([node('/a', null, 'l'), ...skills])
    reads = 0
    copyEdits(large, ['/a'], { parentId: null, before: null }, ['en'])
    expect(reads / skills.length).toBeLessThan(10)
  })

  it('has the shape of the original, wherever it goes', () => {
    const parents = [null, '/a', '/a/g', '/b'] as const
    fc.assert(
      fc.property(
        fc.subarray([...tree.nodes.keys()], { minLength: 1 }),
        fc.constantFrom(...parents),
        (selectedIds, parentId) => {
          const { ids, edits } = copyEdits(tree, selectedIds, { parentId, before: null }, ['en'])
          const applied = applyEdits(tree, edits)
          // the rule of /b names /a, so a copy of /b inside /a would be a cycle
          if (!applied.ok) return applied.code === 'CYCLE'
          const shapes = (source: Tree, roots: readonly string[]) =>
            roots.map((id) => subtree(source, id).map((below) => [below.t, below.title]))
          expect(shapes(applied.tree, ids)).toEqual(shapes(tree, rootsOf(tree, selectedIds)))
          return true
        },
      ),
    )
  })
})

describe('the focus moves from a removed node', () => {
  it.each([
    ['to the next sibling', '/a/g/x', ['/a/g/x'], '/a/g/y'],
    ['from the last sibling to the previous one', '/a/g/y', ['/a/g/y'], '/a/g/x'],
    ['to the parent', '/a/g/x', ['/a/g/x', '/a/g/y'], '/a/g'],
    ['past removed ancestors', '/a/g/x', ['/a', '/a/g', '/a/g/x', '/a/g/y'], '/b'],
    ['nowhere when no node is left', '/b', [...tree.nodes.keys()], null],
  ])('%s', (_, id, removed, next) =>
    expect(focusAfterRemoval(tree, id, (candidate) => !removed.includes(candidate))).toBe(next),
  )
})
