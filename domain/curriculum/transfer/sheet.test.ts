import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Section } from '#domain/curriculum/content.ts'
import { readOutline } from './outline.ts'
import { guessReading, type SheetRow } from './sheet-columns.ts'
import { readSheet } from './sheet.ts'

/** A table of lines whose cells are separated by bars. */
const table = (text: string): SheetRow[] =>
  text
    .split('\n')
    .map((line, index) => ({ row: index + 1, cells: line.split('|') }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))

/** The nodes that a table becomes as it is read without anybody's help: `depth kind title external id`. */
function read(text: string, scale: number | null = 3) {
  const rows = table(text)
  const reading = guessReading(rows)
  const { rows: outline, leftOut } = readSheet(rows, reading)
  const { nodes, problems, scaled } = readOutline(outline, 'en', scale)
  const depths = new Map<string, number>()
  const tree = nodes.map(({ id, parentId, t, title, externalId }) => {
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1
    depths.set(id, depth)
    return [depth, t, title['en'], ...(externalId === undefined ? [] : [externalId])].join(' ')
  })
  return { reading, tree, leftOut, problems, scaled, nodes }
}

const TREE = ['0 l Stage 1', '1 sg Front', '2 s Kick', '2 s Glide', '0 l Stage 2']
const withIds = (...ids: string[]) => TREE.map((node, index) => `${node} ${ids[index] ?? ''}`)

describe('a curriculum of another program', () => {
  it('is put together by the ids of parents, also when they stand further down', () => {
    const { reading, tree, problems } = read(
      'Identifier|Parent identifier|Name\nK-1|F-1|Kick\nS-1||Stage 1\nF-1|S-1|Front\nG-1|F-1|Glide\nS-2||Stage 2',
    )
    expect(reading.structure).toBe('parent')
    expect(tree).toEqual(withIds('S-1', 'F-1', 'K-1', 'G-1', 'S-2'))
    expect(problems).toEqual([])
  })

  it('may have its headings in Welsh', () => {
    const { reading, tree, nodes } = read(
      'Cyfeirnod|Cod rhiant|Teitl|Math o eitem|Meini prawf llwyddiant\n' +
        'A||Cam 1|Lefel|\nB|A|Blaen|Grŵp|\nC|B|Cicio|Sgìl|Coesau syth\nD|A|Gleidio|Sgil|',
    )
    expect(reading.columns).toEqual(['id', 'parent', 'title', 'type', 'text'])
    expect(tree).toEqual(['0 l Cam 1 A', '1 sg Blaen B', '2 s Cicio C', '1 s Gleidio D'])
    expect(nodes).toHaveLength(4)
    expect(read('Uned|Thema|Sgìl\nDŵr|Arnofio|Seren\nDŵr|Arnofio|Pêl').tree).toEqual([
      '0 l Dŵr',
      '1 sg Arnofio',
      '2 s Seren',
      '2 s Pêl',
    ])
  })

  it('is put together by the numbers of levels', () => {
    const { reading, tree } = read('Level|Skill\n1|Stage 1\n2|Front\n3|Kick\n3|Glide\n1|Stage 2')
    expect(reading.structure).toBe('level')
    expect(tree).toEqual(TREE)
  })

  it('is put together by a numbering in its own column, and in the titles', () => {
    const codes = read('Code|Title\n1|Stage 1\n1.2|Front\n1.2.1|Kick\n1.2.2.|Glide\n2|Stage 2')
    expect(codes.reading.structure).toBe('number')
    expect(codes.tree).toEqual(withIds('1', '1.2', '1.2.1', '1.2.2.', '2'))
    const titles = read('Title\n1 Stage 1\n1.2 Front\n1.2.1 Kick\n1.2.2 Glide\n2 Stage 2')
    expect(titles.reading.structure).toBe('number')
    expect(titles.tree).toEqual(withIds('1', '1.2', '1.2.1', '1.2.2', '2'))
  })

  it('is put together by the indentation of titles', () => {
    const { reading, tree } = read('Title\nStage 1\n  Front\n    Kick\n    Glide\nStage 2')
    expect(reading.structure).toBe('indent')
    expect(tree).toEqual(TREE)
    expect(read('Title\nStage 1\n- Front\n-- Kick\n-- Glide\nStage 2').tree).toEqual(TREE)
  })

  it('is put together from one column of titles for each level, in steps and filled in', () => {
    const steps = read('Stage|Strand|Skill\nStage 1||\n|Front|\n||Kick\n||Glide\nStage 2||')
    expect(steps.reading.structure).toBe('columns')
    expect(steps.tree).toEqual(TREE)
    expect(read('Stage|Strand|Skill\nStage 1|Front|Kick\nStage 1|Front|Glide\nStage 2||').tree).toEqual(TREE)
  })

  it('keeps out what only describes a title: a class of a school, a year after the statement', () => {
    const { reading, tree, leftOut } = read('Strand|Statement|Grade|Year\nWater|Float|3|2026\nWater|Kick|4|2026')
    expect(reading.columns).toEqual(['title', 'title', null, null])
    expect(tree).toEqual(['0 l Water', '1 s Float', '1 s Kick'])
    expect(leftOut.map(({ name }) => name)).toEqual(['Grade', 'Year'])
  })

  it('has no row refused for its ids, which stay with the nodes', () => {
    const ids = ['a6d3…', '{0f9c}', 'ACELA/1429', '12', 'x y', 'ø']
    const rows = ids.map((id) => `${id}|Skill ${id}`)
    const { tree, problems } = read(`ID|Title\n${rows.join('\n')}`)
    expect(problems).toEqual([])
    expect(tree).toEqual(ids.map((id) => `0 s Skill ${id} ${id}`))
  })

  it('gets the usual scale for skills that name none, and says for how many', () => {
    const { nodes, scaled } = read('Level|Skill|Scale\n1|Stage 1|\n2|Kick|\n2|Glide|5\n2|Talk|none')
    expect(nodes.map(({ grade }) => grade)).toEqual([null, 3, 5, null])
    expect(scaled).toBe(1)
  })

  it('leaves out what is above the headings, headings that come twice and totals, and says so', () => {
    const { tree, leftOut, problems } = read(
      'Swimming curriculum 2026||\n||\nCode|Title|Weight\nCod|Teitl|\n1|Stage 1|3\n1.1|Kick|2\nCode|Title|Weight\n1.2|Glide|1\nTotal||6',
    )
    expect(tree).toEqual(['0 l Stage 1 1', '1 s Kick 1.1', '1 s Glide 1.2'])
    expect(problems).toEqual([])
    expect(leftOut).toEqual([
      { what: 'above', name: '', count: 1 },
      { what: 'headings', name: '', count: 2 },
      { what: 'totals', name: '', count: 1 },
      { what: 'column', name: 'Weight', count: 3 },
    ])
  })

  it('keeps the whole of a long statement in the text', () => {
    const long = 'Float on the back '.repeat(20).trim()
    const { nodes, leftOut } = read(`Title|Description\n${long}|Breathe`)
    expect(nodes[0]?.title['en']).toMatch(/^Float on .*…$/)
    expect(nodes[0]?.content[0]?.value['en']).toBe(`<p>${long}</p><p>Breathe</p>`)
    expect(leftOut).toEqual([{ what: 'long-titles', name: '', count: 1 }])
  })
})

describe('a curriculum of another shape', () => {
  it('has codes whose parts dashes, slashes, or letters and digits divide, with gaps and dots at the end', () => {
    for (const codes of ['SW-1,SW-1-2,SW-1-2-1,SW-1-2-4,SW-3', 'A,A1,A1a,A1c,C', 'S/1,S/1/2,S/1/2/1,S/1/2/9,S/4']) {
      const rows = TREE.map((node, index) => `${codes.split(',')[index]}|${node.replace(/^\d \w+ /, '')}`)
      const { reading, tree } = read(`Ref|Outcome\n${rows.join('\n')}`)
      expect(reading.structure, codes).toBe('number')
      expect(tree, codes).toEqual(withIds(...codes.split(',')))
    }
    // ids that only look alike are no numbering
    expect(read('ID|Title\nkick|Kick\nkick-2|Kick again\nfloat|Float\nglide|Glide').reading.structure).toBe('flat')
  })

  it('is put together by numbers and letters before the titles, which stay in them', () => {
    const { reading, tree } = read(
      '1. Water|\na) Enter|\n(i) Slide|\n(ii) Jump|\nb) Exit|\n2. Float|\na) Back|\nh) Front|\ni) Side|',
    )
    expect(reading.structure).toBe('number')
    expect(tree).toEqual([
      '0 l 1. Water',
      '1 sg a) Enter',
      '2 s (i) Slide',
      '2 s (ii) Jump',
      '1 s b) Exit',
      '0 l 2. Float',
      '1 s a) Back',
      '1 s h) Front',
      '1 s i) Side',
    ])
  })

  it('has its titles shifted by empty cells, with a heading for each level, for the first, or for none', () => {
    const rows = 'Stage 1||\n|Front|\n||Kick\n||Glide\nStage 2||'
    for (const header of [
      '',
      'Title||\n',
      'Level 1|Level 2|Level 3\n',
      'Stage name|Strand title|Skill name\n',
      'Stages|Strands|Skills\n',
    ]) {
      const { reading, tree } = read(header + rows)
      expect(reading.structure, header).toBe('columns')
      expect(tree, header).toEqual(TREE)
    }
  })

  it('is put together by the headings and bullets of a text', () => {
    const { reading, tree } = read('# Stage 1\n## Front\n- Kick\n- Glide\n# Stage 2')
    expect(reading).toMatchObject({ header: 0, structure: 'indent' })
    expect(tree).toEqual(TREE)
  })

  it('is put together by words for kinds of rows, of which those that mean nothing here are named', () => {
    const { reading, tree, leftOut, problems } = read(
      'Item type|Title\nAward|Stage 1\nStrand|Front\nSkill|Kick\nSkill|Glide\nAward|Stage 2',
    )
    expect(reading.structure).toBe('type')
    expect(tree).toEqual(TREE)
    expect(problems).toEqual([])
    expect(leftOut).toEqual([
      { what: 'types', name: 'Award', count: 2 },
      { what: 'types', name: 'Strand', count: 1 },
    ])
  })

  it('is a plain list in which the lines that name a level are above the others', () => {
    const levels = ['0 l Stage 1: Water', '1 s Float', '1 s 2. Kick', '0 l Stage 2', '1 s Glide']
    const { reading, tree } = read('Stage 1: Water\nFloat\n2. Kick\n\nStage 2\nGlide')
    expect(reading).toMatchObject({ header: 0, structure: 'indent' })
    expect(tree).toEqual(levels)
    // one such line, or nothing but such lines, says nothing
    expect(read('Stage 1\nFloat\nKick').reading.structure).toBe('flat')
    expect(read('Stage 1\nStage 2').reading.structure).toBe('flat')
  })

  it('has a column for each level, whether its headings are levels, in French or German, or in any language', () => {
    const rows = 'Stage 1|Front|Kick\n||Glide\nStage 2|Back|Kick'
    const tree = ['0 l Stage 1', '1 sg Front', '2 s Kick', '2 s Glide', '0 l Stage 2', '1 sg Back', '2 s Kick']
    for (const heads of ['Level 1|Level 2|Level 3', 'Stufe|Bereich|Fertigkeit', 'Niveau|Domaine|Compétence', 'ا|ب|ج'])
      expect(read(`${heads}\n${rows}`).tree, heads).toEqual(tree)
    const { reading, leftOut } = read(`ا|ب|ج|د\n${rows.replaceAll('Glide', 'Glide|long')}`)
    expect(reading).toMatchObject({ header: 1, columns: ['title', 'title', 'title', null], structure: 'columns' })
    expect(leftOut).toEqual([{ what: 'column', name: 'د', count: 1 }])
  })

  it('has the columns of OpenSALT, numbers that begin anew in each level, and titles of several lines', () => {
    expect(read('Identifier|Full Statement|Human Coding Scheme|Is Child Of\na|Stage 1||\nb|Kick|S1|a').tree).toEqual([
      '0 l Stage 1 a',
      '1 s Kick b',
    ])
    const { tree, problems, leftOut } = read('Stage|No|Skill\nStage 1|1|Kick\nStage 1|2|Glide\nStage 2|1|Turn')
    expect([tree, problems]).toEqual([['0 l Stage 1', '1 s Kick', '1 s Glide', '0 l Stage 2', '1 s Turn'], []])
    expect(leftOut).toEqual([{ what: 'column', name: 'No', count: 3 }])
    const rows = [
      { row: 1, cells: ['Stage', 'Skill'] },
      { row: 2, cells: ['Stage 1', 'Push and glide\nfrom the wall'] },
    ]
    expect(readSheet(rows, guessReading(rows)).rows.map(({ title }) => title)).toEqual([
      'Stage 1',
      'Push and glide from the wall',
    ])
  })

  it('has parents under other headings, words for none, its own id as parent, and a column with the order', () => {
    for (const none of ['0', 'NULL', '-', 'root', '']) {
      const { reading, tree, problems } = read(
        `uuid|parent_uuid|name|sort_order\n7|7|Stage 2|2\n1|${none}|Stage 1|1\n3|2|Glide|20\n4|2|Kick|3\n2|1|Front|1`,
      )
      expect(reading.columns, none).toEqual(['id', 'parent', 'title', 'order'])
      expect(tree, none).toEqual(withIds('1', '2', '4', '3', '7'))
      expect(problems, none).toEqual([])
    }
  })

  it('names each row whose parent is nowhere, and each of a circle', () => {
    const { tree, problems } = read('ID|Parent ID|Title\na||Stage 1\nb|a|Kick\nc|zz|Lost\nd|e|Round\ne|d|And round')
    expect(tree).toEqual(['0 l Stage 1 a', '1 s Kick b'])
    expect(problems).toEqual([
      { at: '4', code: 'UNKNOWN_PARENT', what: 'zz' },
      { at: '5', code: 'UNKNOWN_PARENT', what: 'e' },
      { at: '6', code: 'UNKNOWN_PARENT', what: 'd' },
    ])
  })
})

describe('a table of levels and skills', () => {
  it('may be a grid: levels side by side, with skills below each, and a strand before them', () => {
    const { reading, tree, problems } = read(
      'Progression||\nStrand|Stage 1|Stage 2\nFront|Kick, glide|Dive\n|Breathe out|\nBack|- Float|Turn',
    )
    expect(reading).toEqual({ header: 2, columns: ['strand', 'title', 'title'], structure: 'grid' })
    expect(problems).toEqual([])
    expect(tree).toEqual([
      '0 l Stage 1',
      '1 sg Front',
      '2 s Kick, glide',
      '2 s Breathe out',
      '1 sg Back',
      '2 s Float',
      '0 l Stage 2',
      '1 sg Front',
      '2 s Dive',
      '1 sg Back',
      '2 s Turn',
    ])
    expect(read('Bronze|Silver\nRoll|Jump\nHop|').tree).toEqual([
      '0 l Bronze',
      '1 s Roll',
      '1 s Hop',
      '0 l Silver',
      '1 s Jump',
    ])
  })

  it('has a column between two of titles as a level of its own where it repeats words', () => {
    const { reading, tree } = read('Badge|Area|Skill|Minutes\n8|Floor|Roll|5\n8|Floor|Bridge|5\n8|Vault|Jump|5')
    expect(reading.columns).toEqual(['title', 'title', 'title', null])
    expect(tree).toEqual(['0 l 8', '1 sg Floor', '2 s Roll', '2 s Bridge', '1 sg Vault', '2 s Jump'])
  })

  it('has statements as its skills where the other columns are the same in many rows', () => {
    const rows = [
      'hop on one foot with a friend',
      'jump and land on both feet',
      'throw a ball at a target',
      'catch a ball with both hands',
    ]
    const { reading, tree } = read(
      `Year|Strand|Wording\n${rows.map((text, row) => `1|${row < 2 ? 'Move' : 'Play'}|${text}`).join('\n')}`,
    )
    expect(reading.columns).toEqual(['title', 'title', 'title'])
    expect(tree).toEqual([
      '0 l 1',
      '1 sg Move',
      `2 s ${rows[0]}`,
      `2 s ${rows[1]}`,
      '1 sg Play',
      `2 s ${rows[2]}`,
      `2 s ${rows[3]}`,
    ])
  })
})

describe('several columns of texts', () => {
  const FILE =
    'Stage|Skill|Description|Success criteria|Equipment|Watch for|Minutes\n' +
    'Stage 1|Float|Lie on the back|Five seconds|Noodle|The chin drops towards the chest|10\n' +
    'Stage 1|Kick||Ten metres||Knees that bend out of the water|5'
  const textsOf = (content: readonly Section[]) =>
    content.map(({ title, value }) => [title['en'] ?? '', value['en']].join(': '))

  it('are the text and sections under their headings, also where a heading is not known', () => {
    const { reading, nodes, leftOut, problems } = read(FILE)
    expect(reading.columns).toEqual(['title', 'title', 'text', 'section', 'section', 'section', null])
    expect(problems).toEqual([])
    expect(nodes.map(({ content }) => textsOf(content))).toEqual([
      [],
      [
        ': <p>Lie on the back</p>',
        'Success criteria: <p>Five seconds</p>',
        'Equipment: <p>Noodle</p>',
        'Watch for: <p>The chin drops towards the chest</p>',
      ],
      ['Success criteria: <p>Ten metres</p>', 'Watch for: <p>Knees that bend out of the water</p>'],
    ])
    expect(leftOut).toEqual([{ what: 'column', name: 'Minutes', count: 2 }])
  })

  it('change nothing when they are read again, and only their own section when one of them is another', () => {
    const before = read(FILE).nodes
    const scheme = { nodes: new Map(before.map((node) => [node.id, node])), gone: new Map(), languages: ['en'] }
    const readAgain = (text: string) => {
      const rows = table(text)
      return readOutline(readSheet(rows, guessReading(rows)).rows, 'en', 3, scheme).nodes
    }
    expect(readAgain(FILE)).toEqual(before)
    const after = readAgain(FILE.replace('Noodle', 'Woggle').replace('Kick||', 'Kick|On the back|'))
    expect(after[1]?.content).toEqual(
      before[1]?.content.map((section) =>
        section.title['en'] === 'Equipment' ? { ...section, value: { en: '<p>Woggle</p>' } } : section,
      ),
    )
    expect(textsOf(after[2]?.content ?? [])).toContain(': <p>On the back</p>')
    expect(after[2]?.content).toEqual(expect.arrayContaining([...(before[2]?.content ?? [])]))
  })

  it('of which one is called a scale but has words is no grade', () => {
    const { reading, problems } = read(
      'Skill|Assessment\nFloat|Teacher watches the whole group\nKick|Peers watch each other',
    )
    expect(reading.columns).toEqual(['title', 'text'])
    expect(problems).toEqual([])
  })
})

/** Random trees as the depths of their nodes, each at most one deeper than the node above. */
const depths = fc
  .array(fc.nat(3), { minLength: 2, maxLength: 20 })
  .map((wanted) => wanted.reduce<number[]>((list, depth) => [...list, Math.min(depth, (list.at(-1) ?? -1) + 1)], []))
const letters = fc.constantFrom('Float', 'Kick, glide', '=Dive', 'שחייה', '👍 Swim', 'Nofio; cic')

/** The rows of a tree: of each node its depth, title, number such as `1.2` and parent's number. */
function rowsOf(tree: readonly number[], titles: readonly string[]) {
  const counts: number[] = []
  return tree.map((depth, index) => {
    counts.length = depth + 1
    counts[depth] = (counts[depth] ?? 0) + 1
    const parts = counts.map(String)
    return { depth, title: titles[index] ?? 'Skill', code: parts.join('.'), parent: parts.slice(0, -1).join('.') }
  })
}

it('a tree is the same whichever way a table says what is below what, and in whichever order parents come', () => {
  fc.assert(
    fc.property(depths, fc.array(letters, { minLength: 20, maxLength: 20 }), (tree, titles) => {
      const rows = rowsOf(tree, titles)
      const isFlat = rows.every(({ depth }) => depth === 0)
      fc.pre(!isFlat)
      const expected = rows.map(({ depth, title }) => `${depth} ${title}`)
      const shown = (lines: string[]) => {
        const result = read(lines.join('\n'))
        expect(result.problems).toEqual([])
        return result.tree.map((node) => node.replace(/^(\d) \w+ /, '$1 '))
      }
      expect(shown(['Level|Title', ...rows.map(({ depth, title }) => `${depth + 1}|${title}`)])).toEqual(expected)
      expect(shown(['Title', ...rows.map(({ depth, title }) => `${'  '.repeat(depth)}${title}`)])).toEqual(expected)
      const withCodes = rows.map(({ depth, title, code }) => `${depth} ${title} ${code}`)
      expect(shown(['Code|Title', ...rows.map(({ title, code }) => `${code}|${title}`)])).toEqual(withCodes)
      const byParent = rows.map(({ title, code, parent }) => `${code}|${parent}|${title}`)
      expect(shown(['Id|Parent id|Title', ...byParent])).toEqual(withCodes)
      expect(shown(['Id|Parent id|Title', ...byParent.toReversed()]).toSorted()).toEqual(withCodes.toSorted())
    }),
    { numRuns: 200 },
  )
})
