import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requirementCycle } from './scheme.ts'
import {
  applyEdits,
  engineRoots,
  inOrder,
  isNodeId,
  newNodeId,
  treeOf,
  type AuthorNode,
  type Edit,
  type NodeFields,
  type Tree,
} from './tree.ts'

const plain: Omit<AuthorNode, 'id' | 'parentId' | 't' | 'title'> = {
  grade: null,
  group: null,
  completion: null,
  completionType: 'automated',
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  content: [],
  videos: [],
}

/** What a random author wants to do; which nodes it is about is settled by the tree of the moment. */
interface Wish {
  kind: 'add' | 'set' | 'rule' | 'move' | 'remove' | 'convert'
  a: number
  b: number
  c: number
  title: string
}

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'set', 'rule', 'move', 'move', 'remove', 'convert'),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  c: fc.nat(1_000),
  title: fc.constantFrom(
    'Float',
    'Kick',
    'Plymio',
    'ŵy',
    'плавать',
    'manual',
    ' - ',
    'A very long title of a skill indeed',
  ),
})
const wishes = fc.array(wish, { maxLength: 40 })

function editOf(tree: Tree, { kind, a, b, c, title }: Wish): Edit {
  const ids = [...tree.nodes.keys(), null]
  const pick = (n: number) => ids[n % ids.length] ?? null
  const node = (n: number) => ids[n % Math.max(ids.length - 1, 1)] ?? '/none'
  switch (kind) {
    case 'add': {
      const parentId = pick(a)
      const t = (['l', 'sg', 's'] as const)[b % 3] ?? 's'
      const id = newNodeId(tree, parentId, title)
      const words = { en: title, ...(c % 2 ? { cy: title } : {}) }
      return { do: 'add', nodes: [{ ...plain, id, parentId, t, title: words }], before: pick(c) }
    }
    case 'set': {
      const fields: NodeFields[] = [
        { title: { en: title } },
        { title: { cy: c % 3 ? title : null } },
        { hidden: true, starred: c % 2 === 0 },
        { skipped: c % 2 === 0 },
        { content: [{ type: 'text', title: {}, value: { en: title } }] },
      ]
      return { do: 'set', id: node(a), set: fields[b % fields.length] ?? {} }
    }
    case 'rule': {
      const named = [...new Set([node(b), node(c), node(b + c)])]
      return c % 4 === 0
        ? { do: 'set', id: node(a), set: { required: named } }
        : { do: 'set', id: node(a), set: { completion: { ids: named, count: (c % 4) + 1 } } }
    }
    case 'move':
      return {
        do: 'move',
        ids: [...new Set([node(a), node(b)])].slice(0, (c % 2) + 1),
        parentId: pick(c),
        before: pick(b),
      }
    case 'remove':
      return { do: 'remove', ids: [node(a)] }
    case 'convert':
      return { do: 'set', id: node(a), set: { t: (['l', 'sg', 's'] as const)[b % 3] ?? 'l' } }
  }
}

/** Everything one wish after the other; the refused ones change nothing. */
function play(start: Tree, list: readonly Wish[]): { tree: Tree; undo: Edit[][]; done: Edit[] } {
  let tree = start
  const [undo, done]: [Edit[][], Edit[]] = [[], []]
  for (const one of list) {
    const edit = editOf(tree, one)
    const result = applyEdits(tree, [edit])
    if (!result.ok) continue
    tree = result.tree
    undo.push(result.undo)
    done.push(edit)
  }
  return { tree, undo, done }
}

const empty = treeOf([])
/** What counts of a tree: nodes with their fields, in their order. */
const shape = (tree: Tree) => inOrder(tree)

describe('any sequence of edits', () => {
  it('keeps the tree a tree and its rules acyclic', () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const { tree } = play(empty, list)
        const reached = inOrder(tree)
        expect(new Set(reached.map((n) => n.id))).toEqual(new Set(tree.nodes.keys()))
        expect(reached).toHaveLength(tree.nodes.size)
        for (const [parentId, children] of tree.children)
          for (const id of children) expect(tree.nodes.get(id)?.parentId).toBe(parentId)
        for (const node of reached) {
          expect(isNodeId(node.id)).toBe(true)
          expect(tree.gone.has(node.id)).toBe(false)
          if (node.parentId !== null) expect(tree.nodes.get(node.parentId)?.t).not.toBe('s')
          for (const id of [...(node.completion?.ids ?? []), ...node.required]) expect(tree.nodes.has(id)).toBe(true)
        }
        expect(requirementCycle(engineRoots(tree))).toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  it('is taken back by undoing all, and done again by undoing that', () => {
    fc.assert(
      fc.property(wishes, wishes, (first, second) => {
        const start = play(empty, first).tree
        const { tree, undo } = play(start, second)
        let back = start === tree ? start : tree
        const redo: Edit[][] = []
        for (const edits of undo.toReversed()) {
          const result = applyEdits(back, edits)
          if (!result.ok) throw new Error(`undo refused: ${JSON.stringify(result)} ${JSON.stringify(edits)}`)
          back = result.tree
          redo.push(result.undo)
        }
        expect(shape(back)).toEqual(shape(start))
        for (const edits of redo.toReversed()) {
          const result = applyEdits(back, edits)
          if (!result.ok) throw new Error(`redo refused: ${JSON.stringify(result)}`)
          back = result.tree
        }
        expect(shape(back)).toEqual(shape(tree))
      }),
      { numRuns: 400 },
    )
  })

  it('never gives an id twice, also after deletion', () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const { done } = play(empty, list)
        const given = done.flatMap((edit) => (edit.do === 'add' ? edit.nodes.map((n) => n.id) : []))
        expect(new Set(given).size).toBe(given.length)
      }),
      { numRuns: 200 },
    )
  })

  it('changes nothing of the tree it was made from', () => {
    fc.assert(
      fc.property(wishes, wishes, (first, second) => {
        const start = play(empty, first).tree
        const before = JSON.stringify([shape(start), [...start.gone]])
        play(start, second)
        expect(JSON.stringify([shape(start), [...start.gone]])).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

describe('an edit is refused', () => {
  const node = (
    id: string,
    parentId: string | null,
    t: AuthorNode['t'],
    more: Partial<AuthorNode> = {},
  ): AuthorNode => ({
    ...plain,
    id,
    parentId,
    t,
    title: { en: id },
    ...more,
  })
  const tree = treeOf([
    node('/a', null, 'l'),
    node('/a/g', '/a', 'sg', { completion: { ids: ['/a/g/s'], count: 1 } }),
    node('/a/g/s', '/a/g', 's'),
    node('/b', null, 'l', { required: ['/a'] }),
  ])
  const cases: [string, Edit, string][] = [
    ['a move under itself', { do: 'move', ids: ['/a'], parentId: '/a', before: null }, 'UNDER_ITSELF'],
    ['a move under what is below', { do: 'move', ids: ['/a'], parentId: '/a/g', before: null }, 'UNDER_ITSELF'],
    ['a move under a skill', { do: 'move', ids: ['/b'], parentId: '/a/g/s', before: null }, 'UNDER_SKILL'],
    ['a move of nothing', { do: 'move', ids: ['/x'], parentId: '/a', before: null }, 'NODE_NOT_FOUND'],
    ['a move to nowhere', { do: 'move', ids: ['/b'], parentId: '/x', before: null }, 'PARENT_NOT_FOUND'],
    ['deleting what a list names', { do: 'remove', ids: ['/a/g/s'] }, 'DEPENDED_ON'],
    ['deleting what is required', { do: 'remove', ids: ['/a'] }, 'DEPENDED_ON'],
    ['a rule that needs itself', { do: 'set', id: '/a', set: { required: ['/a'] } }, 'CYCLE'],
    ['a rule that closes a circle', { do: 'set', id: '/a', set: { required: ['/b'] } }, 'CYCLE'],
    ['a move that closes a circle', { do: 'move', ids: ['/b'], parentId: '/a', before: null }, 'CYCLE'],
    [
      'more than the list has',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/a/g/s'], count: 2 } } },
      'INVALID_COMPLETION',
    ],
    [
      'none of a list',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/a/g/s'], count: 0 } } },
      'INVALID_COMPLETION',
    ],
    [
      'a list of unknown nodes',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/x'], count: 1 } } },
      'INVALID_COMPLETION',
    ],
    ['no title', { do: 'set', id: '/a', set: { title: { en: ' ' } } }, 'TITLE_MISSING'],
    ['a level made a skill', { do: 'set', id: '/a', set: { t: 's' } }, 'KIND_NOT_ALLOWED'],
    ['an id that was given', { do: 'add', nodes: [node('/b', null, 'l')], before: null }, 'ID_TAKEN'],
    ['an id with other letters', { do: 'add', nodes: [node('/ŵ', null, 'l')], before: null }, 'INVALID_ID'],
    ['the reserved id', { do: 'add', nodes: [node('/a/manual', '/a', 's')], before: null }, 'INVALID_ID'],
  ]
  it.each(cases)('%s', (_name, edit, code) => {
    expect(applyEdits(tree, [edit])).toMatchObject({ ok: false, code })
  })

  it('and says who depends on it, or the way round', () => {
    expect(applyEdits(tree, [{ do: 'remove', ids: ['/a'] }])).toMatchObject({ ids: ['/b'] })
    const round = applyEdits(tree, [{ do: 'set', id: '/a', set: { required: ['/b'] } }])
    expect(round.ok ? [] : round.ids).toEqual(['/a', '/b', '/a'])
  })

  it('all or none of a batch, whose steps may lean on each other', () => {
    const edits: Edit[] = [
      { do: 'set', id: '/b', set: { required: [] } },
      { do: 'remove', ids: ['/a'] },
    ]
    expect(applyEdits(tree, edits)).toMatchObject({ ok: true })
    expect(applyEdits(tree, edits.toReversed())).toMatchObject({ ok: false, code: 'DEPENDED_ON' })
  })
})
