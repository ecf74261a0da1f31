import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionEdits, type Section } from './content.ts'
import { requirementCycle } from './scheme.ts'
import { defaultFields, applySeeds, textSection, editSeeds } from '#domain/testing/author.ts'
import { applyEdits } from './edits/apply-edits.ts'
import {
  engineRoots,
  inTreeOrder,
  isNodeId,
  skillCounts,
  subtree,
  treeOf,
  type AuthorNode,
  type Edit,
  type Tree,
} from './tree.ts'

const emptyTree = treeOf([])

it('has at most 20,000 nodes [R5.9]', () => {
  const node = (n: number): AuthorNode => ({
    ...defaultFields,
    id: `/n-${n}`,
    parentId: null,
    t: 's',
    title: { en: 'A skill' },
  })
  const add = (tree: Tree, n: number) => applyEdits(tree, [{ do: 'add', nodes: [node(n)], before: null }])
  const full = add(treeOf(Array.from({ length: 19_999 }, (_, n) => node(n))), 19_999)
  if (!full.ok) throw new Error(full.code)
  expect(full.tree.nodes.size).toBe(20_000)
  expect(add(full.tree, 20_000)).toMatchObject({ ok: false, code: 'TOO_MANY_NODES' })
})

describe('any sequence of edits of a tree', () => {
  it('keeps every node reachable from a root and the rules acyclic', () => {
    fc.assert(
      fc.property(editSeeds, (seeds) => {
        const { tree } = applySeeds(emptyTree, seeds)
        const reached = inTreeOrder(tree)
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

  it('leaves a tree whose skill counts include all depths below each node', () => {
    fc.assert(
      fc.property(editSeeds, (seeds) => {
        const { tree } = applySeeds(emptyTree, seeds)
        const counts = skillCounts(tree)
        for (const id of tree.nodes.keys()) {
          // the first node of a subtree is the node itself
          const [, ...below] = subtree(tree, id)
          expect(counts.get(id) ?? 0).toBe(below.filter((node) => node.t === 's').length)
        }
      }),
    )
  })

  it('is reverted by its undo edits, and repeated by the undo of those', () => {
    fc.assert(
      fc.property(editSeeds, editSeeds, (first, second) => {
        const start = applySeeds(emptyTree, first).tree
        const { tree, undo } = applySeeds(start, second)
        let current = tree
        const redo: Edit[][] = []
        for (const edits of undo.toReversed()) {
          const result = applyEdits(current, edits)
          if (!result.ok) throw new Error(`undo refused: ${JSON.stringify(result)} ${JSON.stringify(edits)}`)
          current = result.tree
          redo.push(result.undo)
        }
        expect(inTreeOrder(current)).toEqual(inTreeOrder(start))
        for (const edits of redo.toReversed()) {
          const result = applyEdits(current, edits)
          if (!result.ok) throw new Error(`redo refused: ${JSON.stringify(result)}`)
          current = result.tree
        }
        expect(inTreeOrder(current)).toEqual(inTreeOrder(tree))
      }),
      { numRuns: 400 },
    )
  })

  it('never reuses an id, not even after its node was deleted', () => {
    fc.assert(
      fc.property(editSeeds, (seeds) => {
        const { applied } = applySeeds(emptyTree, seeds)
        const givenIds = applied.flatMap((edit) => (edit.do === 'add' ? edit.nodes.map((n) => n.id) : []))
        expect(new Set(givenIds).size).toBe(givenIds.length)
      }),
      { numRuns: 200 },
    )
  })

  it('does not change the tree that it was applied to', () => {
    fc.assert(
      fc.property(editSeeds, editSeeds, (first, second) => {
        const start = applySeeds(emptyTree, first).tree
        const before = JSON.stringify([inTreeOrder(start), [...start.gone]])
        applySeeds(start, second)
        expect(JSON.stringify([inTreeOrder(start), [...start.gone]])).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the edits of two authors at the same time', () => {
  /** Applies the edits in this order, as the server does: an edit that does not fit any more is refused. */
  const applyAll = (start: Tree, edits: readonly Edit[]) =>
    edits.reduce((tree, edit) => {
      const result = applyEdits(tree, [edit])
      return result.ok ? result.tree : tree
    }, start)

  it('keep both authors’ changes when they edit different sections of one node, in any order', () => {
    /** Edits of one author, whose sections have keys that begin with the author's name. */
    const editsOf = (author: string): fc.Arbitrary<Edit[]> => {
      const key = fc.constantFrom('a', 'b', 'c', 'd').map((letter) => `${author}${letter}`)
      const newSection = (sectionKey: string) => ({ ...textSection(author), key: `${sectionKey}-new` })
      return fc.array(
        fc.oneof(
          key.map((k): Edit => ({ do: 'set-section', id: '/n', key: k, set: { value: { en: author } } })),
          key.map((k): Edit => ({ do: 'set-section', id: '/n', key: k, set: { title: { cy: author } } })),
          key.map((k): Edit => ({ do: 'add-section', id: '/n', section: newSection(k), before: null })),
          key.map((k): Edit => ({ do: 'remove-section', id: '/n', key: k })),
        ),
        { maxLength: 12 },
      )
    }
    const startSections = (author: string) =>
      ['a', 'b', 'c', 'd'].map((letter) => ({ ...textSection('start'), key: `${author}${letter}` }))
    const start = treeOf([
      {
        ...defaultFields,
        id: '/n',
        parentId: null,
        t: 's',
        title: { en: 'N' },
        content: [...startSections('ann'), ...startSections('bob')],
      },
    ])
    const sectionsOf = (tree: Tree, author: string) =>
      (tree.nodes.get('/n')?.content ?? []).filter((section) => section.key.startsWith(author))
    fc.assert(
      fc.property(editsOf('ann'), editsOf('bob'), fc.array(fc.boolean(), { maxLength: 24 }), (ann, bob, turns) => {
        // each turn says whose next edit arrives; edits that are left when the turns end arrive last
        const [waitingOfAnn, waitingOfBob] = [[...ann], [...bob]]
        const mixed = turns.flatMap((isAnn) => (isAnn ? waitingOfAnn : waitingOfBob).splice(0, 1))
        const end = applyAll(start, [...mixed, ...waitingOfAnn, ...waitingOfBob])
        expect(sectionsOf(end, 'ann')).toEqual(sectionsOf(applyAll(start, ann), 'ann'))
        expect(sectionsOf(end, 'bob')).toEqual(sectionsOf(applyAll(start, bob), 'bob'))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the edits from one list of sections to another', () => {
  it('give exactly the second list, and are none between equal lists', () => {
    const sections = fc.uniqueArray(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        // `text` is named twice so that it occurs more often
        type: fc.constantFrom('text', 'text', 'link'),
        of: fc.constantFrom(null, 1),
        title: fc.constantFrom({}, { en: 'T' }),
        value: fc.constantFrom({}, { en: 'V' }, { en: 'W', cy: 'Y' }),
      }),
      { selector: (section) => section.key },
    )
    fc.assert(
      fc.property(sections, sections, (first, second) => {
        const fields = { ...defaultFields, id: '/n', parentId: null, t: 's' as const, title: { en: 'N' } }
        const start = treeOf([{ ...fields, content: first }])
        const edited = applyEdits(start, sectionEdits('/n', first, second))
        if (!edited.ok) throw new Error(edited.code)
        expect(edited.tree.nodes.get('/n')?.content).toEqual(second)
        expect(sectionEdits('/n', second, second)).toEqual([])
      }),
    )
  })
})

describe('an edit', () => {
  const node = (
    id: string,
    parentId: string | null,
    t: AuthorNode['t'],
    more: Partial<AuthorNode> = {},
  ): AuthorNode => ({
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: id },
    ...more,
  })
  const section: Section = { ...textSection('Words'), key: 'k' }
  const tree = treeOf([
    node('/a', null, 'l'),
    node('/a/g', '/a', 'sg', { completion: { ids: ['/a/g/s'], count: 1 } }),
    node('/a/g/s', '/a/g', 's'),
    node('/b', null, 'l', { required: ['/a'] }),
  ])
  const cases: [string, Edit, string][] = [
    ['a move of a node under itself', { do: 'move', ids: ['/a'], parentId: '/a', before: null }, 'UNDER_ITSELF'],
    [
      'a move of a node under a node below it',
      { do: 'move', ids: ['/a'], parentId: '/a/g', before: null },
      'UNDER_ITSELF',
    ],
    ['a move under a skill', { do: 'move', ids: ['/b'], parentId: '/a/g/s', before: null }, 'UNDER_SKILL'],
    ['a move of an unknown node', { do: 'move', ids: ['/x'], parentId: '/a', before: null }, 'NODE_NOT_FOUND'],
    ['a move under an unknown node', { do: 'move', ids: ['/b'], parentId: '/x', before: null }, 'PARENT_NOT_FOUND'],
    ['deleting a node that a list names', { do: 'remove', ids: ['/a/g/s'] }, 'DEPENDED_ON'],
    ['deleting a required node', { do: 'remove', ids: ['/a'] }, 'DEPENDED_ON'],
    ['a rule that requires its own node', { do: 'set', id: '/a', set: { required: ['/a'] } }, 'CYCLE'],
    ['a rule that closes a cycle', { do: 'set', id: '/a', set: { required: ['/b'] } }, 'CYCLE'],
    ['a move that closes a cycle', { do: 'move', ids: ['/b'], parentId: '/a', before: null }, 'CYCLE'],
    [
      'a rule that needs more nodes than its list has',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/a/g/s'], count: 2 } } },
      'INVALID_COMPLETION',
    ],
    [
      'a rule that needs no node of its list',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/a/g/s'], count: 0 } } },
      'INVALID_COMPLETION',
    ],
    [
      'a rule with a list of unknown nodes',
      { do: 'set', id: '/a/g', set: { completion: { ids: ['/x'], count: 1 } } },
      'INVALID_COMPLETION',
    ],
    [
      'a node with two sections of one key',
      { do: 'add', nodes: [node('/c', null, 's', { content: [section, section] })], before: null },
      'SECTION_TAKEN',
    ],
    ['new words for an unknown section', { do: 'set-section', id: '/a', key: 'x', set: {} }, 'SECTION_NOT_FOUND'],
    ['deleting a section of an unknown node', { do: 'remove-section', id: '/x', key: 'x' }, 'NODE_NOT_FOUND'],
    ['an empty title', { do: 'set', id: '/a', set: { title: { en: ' ' } } }, 'TITLE_MISSING'],
    ['turning a level with nodes below it into a skill', { do: 'set', id: '/a', set: { t: 's' } }, 'KIND_NOT_ALLOWED'],
    [
      'adding a node with an id that is in use',
      { do: 'add', nodes: [node('/b', null, 'l')], before: null },
      'ID_TAKEN',
    ],
    [
      'adding a node whose id has a letter with an accent',
      { do: 'add', nodes: [node('/ŵ', null, 'l')], before: null },
      'INVALID_ID',
    ],
    [
      'adding a node with the id reserved for manual passes',
      { do: 'add', nodes: [node('/a/manual', '/a', 's')], before: null },
      'INVALID_ID',
    ],
  ]
  it.each(cases)('is refused: %s', (_name, edit, code) => {
    expect(applyEdits(tree, [edit])).toMatchObject({ ok: false, code })
  })

  it('is refused with the ids of the nodes that depend on a deleted one, or of the cycle', () => {
    expect(applyEdits(tree, [{ do: 'remove', ids: ['/a'] }])).toMatchObject({ ids: ['/b'] })
    const cyclic = applyEdits(tree, [{ do: 'set', id: '/a', set: { required: ['/b'] } }])
    expect(cyclic.ok ? [] : cyclic.ids).toEqual(['/a', '/b', '/a'])
  })

  it('may need an earlier edit of its batch, and its refusal refuses the whole batch', () => {
    const edits: Edit[] = [
      { do: 'set', id: '/b', set: { required: [] } },
      { do: 'remove', ids: ['/a'] },
    ]
    expect(applyEdits(tree, edits)).toMatchObject({ ok: true })
    expect(applyEdits(tree, edits.toReversed())).toMatchObject({ ok: false, code: 'DEPENDED_ON' })
  })

  it('that deletes several nodes is undone to their old positions, in whatever order they were chosen', () => {
    const before = treeOf([
      node('/a', null, 'l'),
      node('/a/b', '/a', 's'),
      node('/c', null, 'l'),
      node('/d', null, 'l'),
    ])
    for (const ids of [
      ['/a/b', '/a'],
      ['/c', '/a'],
      ['/c', '/a/b', '/a'],
    ]) {
      const removed = applyEdits(before, [{ do: 'remove', ids }])
      const undone = removed.ok ? applyEdits(removed.tree, removed.undo) : removed
      expect(undone.ok && inTreeOrder(undone.tree)).toEqual(inTreeOrder(before))
    }
  })
})
