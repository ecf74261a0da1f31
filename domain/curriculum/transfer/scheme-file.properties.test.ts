import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitContent, fitNodes } from './scheme-file.ts'
import { outlineOf, readOutline } from './outline.ts'
import { htmlOfText } from './outline-text.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { inTreeOrder, treeOf, type AuthorNode } from '#domain/curriculum/tree.ts'

const id = fc.constantFrom('/a', '/a/b', '/a/b/c', '/d', '/e', '/f', 'bad', '/x/manual')
const kind = fc.constantFrom('l', 'sg', 's') as fc.Arbitrary<AuthorNode['t']>
const words = fc.constantFrom(
  { en: 'Float' },
  { en: 'Kick', cy: 'Cic' },
  { cy: 'Plymio <da> & "hir"' },
  {},
  { en: ' ' },
)

const node: fc.Arbitrary<AuthorNode> = fc.record({
  id,
  parentId: fc.option(id, { nil: null, freq: 2 }),
  t: kind,
  title: words,
  grade: fc.constantFrom(null, 3, 5),
  group: fc.constantFrom(null, 'Front'),
  completion: fc.option(fc.record({ ids: fc.array(id, { maxLength: 3 }), count: fc.integer({ min: 0, max: 3 }) })),
  completionType: fc.constantFrom('automated', 'manual'),
  required: fc.array(id, { maxLength: 2 }),
  hidden: fc.boolean(),
  skipped: fc.boolean(),
  starred: fc.boolean(),
  content: fc.array(
    fc.record({
      key: fc.constantFrom('s-1', 's-2'),
      type: fc.constantFrom('text', 'tags'),
      of: fc.constantFrom(null, 1),
      title: fc.constant({}),
      value: words,
    }),
    { maxLength: 3 },
  ),
  videos: fc.constant([]),
})
/** Nodes as they may stand in a file: with invalid and repeated ids, missing parents and impossible rules. */
const nodes = fc.array(node, { maxLength: 14 })

describe('nodes of a file', () => {
  it('that fit form a tree, and all others are reported', () => {
    fc.assert(
      fc.property(nodes, (fileNodes) => {
        const { nodes: fitted, problems } = fitNodes(fileNodes)
        if (fitted.length > 0)
          expect(applyEdits(treeOf([]), [{ do: 'add', nodes: fitted, before: null }])).toMatchObject({ ok: true })
        for (const node of fileNodes)
          if (!fitted.includes(node)) expect(problems.map((problem) => problem.at)).toContain(node.id)
        if (problems.length === 0) expect(fitted).toEqual(fileNodes)
      }),
      { numRuns: 500 },
    )
  })

  it('that fit are unchanged when they are fitted again', () => {
    fc.assert(
      fc.property(nodes, (fileNodes) => {
        const { nodes: fitted } = fitNodes(fileNodes)
        expect(fitNodes(fitted)).toEqual({ nodes: fitted, problems: [] })
      }),
    )
  })

  it('keep only content that is allowed', () => {
    const { nodes: withTextOnly, problems } = fitContent(
      fc.sample(nodes, { numRuns: 20, seed: 1 }).flat(),
      ({ type }) => type === 'text',
    )
    expect(withTextOnly.every((node) => node.content.every(({ type }) => type === 'text'))).toBe(true)
    expect(problems.length).toBeGreaterThan(0)
  })
})

describe('an outline', () => {
  it('that is read again gives the same tree, titles, kinds, grades and texts', () => {
    fc.assert(
      fc.property(nodes, (fileNodes) => {
        const tree = treeOf(fitNodes(fileNodes).nodes)
        const rows = outlineOf(inTreeOrder(tree), ['en', 'cy'])
        const read = readOutline(rows, 'en', null)
        // a random level or group may have a grade, which only a skill can have
        expect(read.problems.filter(({ code }) => code !== 'UNKNOWN_GRADE')).toEqual([])
        expect(outlineOf(read.nodes, ['en'])).toEqual(rows)
      }),
    )
  })

  it('finds parents by id or by the nearest title above, and reports rows that cannot be nodes', () => {
    const { nodes: read, problems } = readOutline(
      [
        { title: 'Stage 1', type: 'Level' },
        { parent: 'Stage 1', title: 'Front', type: 'group', text: 'One\n\nTwo & three' },
        { parent: 'front', title: 'Kick', type: 's', grade: '3' },
        { parent: 'Kick', title: 'Under', type: 's' },
        { parent: 'Nowhere', title: 'Lost', type: 's' },
        { parent: 'Front', title: '', type: 's' },
        { parent: 'Front', title: 'Odd', type: 'thing' },
        { parent: 'Front', title: 'Nine', type: 's', grade: '9' },
      ],
      'en',
      null,
    )
    expect(read.map((node) => [node.id, node.parentId, node.grade])).toEqual([
      ['/stage-1', null, null],
      ['/stage-1/front', '/stage-1', null],
      ['/stage-1/front/kick', '/stage-1/front', 3],
      ['/stage-1/front/nine', '/stage-1/front', null],
    ])
    expect(read[1]?.content[0]?.value).toEqual({ en: '<p>One</p><p>Two &amp; three</p>' })
    expect(problems).toEqual([
      { at: '5', code: 'UNDER_SKILL', what: 'Kick' },
      { at: '6', code: 'UNKNOWN_PARENT', what: 'Nowhere' },
      { at: '7', code: 'NO_TITLE', what: '' },
      { at: '8', code: 'UNKNOWN_TYPE', what: 'thing' },
      { at: '9', code: 'UNKNOWN_GRADE', what: '9' },
    ])
  })

  it('reports titles and texts that are too long by their row; a text comes as far as it fits', () => {
    const [longTitle, longText] = ['t'.repeat(201), 'x'.repeat(20_000)]
    const rows = [
      { title: longTitle, type: 'level' },
      { title: 't'.repeat(200), type: 'level', text: 'x'.repeat(19_993) },
      { title: 'Long', type: 'level', text: longText },
    ]
    const { nodes: read, problems } = readOutline(rows, 'en', null)
    expect(problems).toEqual([
      { at: '2', code: 'TITLE_TOO_LONG', what: 't'.repeat(50) },
      { at: '4', code: 'TEXT_TOO_LONG', what: 'Long' },
    ])
    expect(read.map((node) => node.content[0]?.value)).toEqual(Array(2).fill({ en: `<p>${'x'.repeat(19_993)}</p>` }))
    // a text that the scheme has already is not cut, however long it is
    const present = read.map((node) => ({
      ...node,
      content: [{ key: 's-1', type: 'text', of: null, title: {}, value: { en: htmlOfText(longText) } }],
    }))
    const again = readOutline(rows.slice(2), 'en', null, {
      nodes: new Map(present.map((node) => [node.id, node])),
      gone: new Map(),
      languages: ['en'],
    })
    expect(again).toMatchObject({ problems: [], nodes: present.slice(1) })
  })
})
