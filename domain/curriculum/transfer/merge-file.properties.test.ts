import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { mergeFile } from './merge-file.ts'
import type { PreferredSide } from './merge-node.ts'
import { outlineOf, readOutline } from './outline.ts'
import { fingerprintsOf, partsOf } from './scheme-fingerprints.ts'
import { defaultFields, applySeeds, textSection, editSeeds } from '#domain/testing/author.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** All nodes in tree order, without translation pins, which follow from the texts. */
const nodesOf = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)
const prefer = fc.constantFrom<PreferredSide>('here', 'file')
/** A scheme at its export (`base`), and as it was edited since then in the client (`here`) and in the file. */
const exportedScheme = fc.tuple(editSeeds, editSeeds, editSeeds).map(([first, here, file]) => {
  const base = applySeeds(treeOf([]), first).tree
  return { base, here: applySeeds(base, here).tree, file: applySeeds(base, file).tree }
})

describe('a file that is merged into its scheme', () => {
  it('changes nothing when it was not edited', () => {
    fc.assert(
      fc.property(editSeeds, prefer, fc.boolean(), (seeds, side, withFingerprints) => {
        const { tree } = applySeeds(treeOf([]), seeds)
        const merged = mergeFile(tree, inTreeOrder(tree), withFingerprints ? fingerprintsOf(tree) : null, side)
        expect(merged.conflicts).toEqual([])
        expect(editsBetween(tree, merged.tree)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('changes nothing when it was exported as an outline and not edited, with ids or with titles only', () => {
    fc.assert(
      fc.property(editSeeds, fc.constantFrom('en', 'cy'), (seeds, language) => {
        const { tree } = applySeeds(treeOf([]), seeds)
        const languages = [language, 'en', 'cy']
        const rows = outlineOf(inTreeOrder(tree), languages)
        const scheme = { nodes: tree.nodes, gone: tree.gone, languages }
        // the edits of the import of these rows
        const editsOf = (fileRows: typeof rows) => {
          // the rows begin in line 2, below the headings
          const read = readOutline(fileRows, language, null, scheme)
          // a random level or group may have a grade, which only a skill can have
          const problems = read.problems.filter(({ code }) => code !== 'UNKNOWN_GRADE')
          return { problems, edits: editsBetween(tree, mergeFile(tree, read.nodes, null, 'here').tree) }
        }
        expect(editsOf(rows)).toEqual({ problems: [], edits: [] })
        // without ids, rows of siblings with the same title would be reported as ambiguous
        const paths = rows.map(({ title, parent }) => `${parent} ${title.trim().toLowerCase()}`)
        fc.pre(new Set(paths).size === paths.length)
        expect(editsOf(rows.map((row) => ({ ...row, id: '' })))).toEqual({ problems: [], edits: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('is taken over completely, deletions too, when the scheme has not changed since the export', () => {
    fc.assert(
      fc.property(exportedScheme, prefer, ({ base, file }, side) => {
        const merged = mergeFile(base, inTreeOrder(file), fingerprintsOf(base), side)
        expect(merged.conflicts).toEqual([])
        expect(nodesOf(merged.tree)).toEqual(nodesOf(file))
      }),
      { numRuns: 300 },
    )
  })

  it('becomes one edit batch that can be undone', () => {
    let appliedBatches = 0
    fc.assert(
      fc.property(exportedScheme, prefer, fc.boolean(), ({ base, here, file }, side, withFingerprints) => {
        const merged = mergeFile(here, inTreeOrder(file), withFingerprints ? fingerprintsOf(base) : null, side)
        const result = applyEdits(here, editsBetween(here, merged.tree))
        // changes of both sides together can form a cycle of rules, which refuses the whole batch
        if (!result.ok) {
          expect(result.code).toBe('CYCLE')
          return
        }
        appliedBatches++
        expect(nodesOf(result.tree)).toEqual(nodesOf(merged.tree))
        const undone = applyEdits(result.tree, result.undo)
        expect(undone.ok && inTreeOrder(undone.tree)).toEqual(inTreeOrder(here))
      }),
      { numRuns: 600 },
    )
    // at least half of the batches form no cycle
    expect(appliedBatches).toBeGreaterThan(300)
  })

  it('keeps all changes of the scheme since the export, and reports each change of the file that is not taken over', () => {
    fc.assert(
      fc.property(exportedScheme, ({ base, here, file }) => {
        const { tree, conflicts } = mergeFile(here, inTreeOrder(file), fingerprintsOf(base), 'here')
        const reported = new Set(conflicts.map(({ at }) => at))
        const partsIn = (source: Tree, id: string) => {
          const node = source.nodes.get(id)
          return node ? partsOf(node) : {}
        }
        for (const id of new Set([...base.nodes.keys(), ...here.nodes.keys(), ...file.nodes.keys()])) {
          const [was, mine, theirs, now] = [base, here, file, tree].map((source) => partsIn(source, id)) as [
            Record<string, string>,
            Record<string, string>,
            Record<string, string>,
            Record<string, string>,
          ]
          for (const part of Object.keys({ ...was, ...mine, ...theirs })) {
            // the list of sections is merged from both sides
            if (part === 'sections') continue
            if (mine[part] !== was[part]) expect(now[part]).toBe(mine[part])
            else if (!reported.has(id)) expect(now[part]).toBe(theirs[part])
          }
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('a file without fingerprints', () => {
  const node = (id: string, parentId: string | null, t: AuthorNode['t'], more: Partial<AuthorNode> = {}) => ({
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: id, cy: `${id} cy` },
    ...more,
  })
  const tree = treeOf([
    node('/a', null, 'l'),
    node('/a/x', '/a', 's', { content: [{ key: 'k', ...textSection('here') }] }),
    node('/a/y', '/a', 's'),
    node('/b', null, 'l', { required: ['/a'] }),
  ])

  it('changes the nodes that it has, and leaves all others as they are', () => {
    const file = [node('/a', null, 'l', { title: { en: 'New' } }), node('/a/z', '/a', 's'), node('/a/x', '/a', 's')]
    const { tree: merged, conflicts } = mergeFile(tree, file, null, 'here')
    expect(conflicts).toEqual([])
    expect(merged.children.get('/a')).toEqual(['/a/z', '/a/x', '/a/y'])
    expect(merged.nodes.get('/a')?.title).toEqual({ en: 'New', cy: '/a cy' })
    expect(merged.nodes.get('/a/x')?.content).toHaveLength(1)
    expect([...merged.nodes.keys()].toSorted()).toEqual(['/a', '/a/x', '/a/y', '/a/z', '/b'])
  })

  it('reports what cannot be merged: a skill that became a level, nodes below a skill, linked and deleted nodes', () => {
    const linked = { ...node('/l', null, 'l'), origin: { scheme: 's', id: '/l', root: '/l', languages: ['en'] } }
    const start = treeOf([...inTreeOrder(tree), linked], [node('/gone', null, 'l')])
    const file = [
      node('/a/x', null, 'l'),
      node('/a/x/new', '/a/x', 's'),
      node('/l', null, 'l', { title: { en: 'Mine' } }),
      node('/l/new', '/l', 's'),
      node('/gone', null, 'l', { title: { en: 'Again' } }),
    ]
    const { tree: merged, conflicts } = mergeFile(start, file, null, 'here')
    expect(conflicts.map(({ at, code }) => `${at} ${code}`)).toEqual([
      '/gone DELETED_HERE',
      '/a/x KIND_DIFFERS',
      '/l NOT_OWNER',
      '/a/x/new PARENT_GONE',
      '/l/new NOT_OWNER',
    ])
    expect(merged.nodes.has('/gone')).toBe(false)
    expect(mergeFile(start, file, null, 'file').tree.nodes.get('/gone')?.title['en']).toBe('Again')
  })
})
