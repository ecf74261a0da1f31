import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import { MAX_TEXT } from '#domain/curriculum/content.ts'
import { OUTLINE, outlineOf, readOutline } from '#domain/curriculum/transfer/outline.ts'
import { htmlOfText, textOfHtml } from '#domain/curriculum/transfer/outline-text.ts'
import { defaultFields } from '#domain/testing/author.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { outlineFile } from './outline-file.ts'
import { parseTable, readOutlineTable } from './read-outline.ts'

/** Texts of characters that have a meaning in CSV files or spreadsheets. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ',',
        ';',
        '\t',
        '"',
        '""',
        "'",
        '=',
        '+',
        '-',
        '@',
        '|',
        '\\',
        '\ufeff',
        '＝',
        ' ',
        '<',
        '&',
        '&amp;',
        '\u00a0',
        '\u2028',
        '\r',
      ),
      fc.constantFrom('Float', 'é', '1', '👍🏽', '👨‍👩‍👧', 'שחייה', '\u202eسباحة', 'none'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
/** Texts of one to three lines. */
const lines = fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => texts.join('\n'))
/** Titles keep blanks at their ends. */
const title = text.filter((words) => words.trim() !== '' && words.length <= 200)
/** What a node of the outline has; `tree` makes the first a level, and the others its skills. */
const node = fc.record({ title, words: lines, grade: fc.constantFrom(1, 3, 8) })

const tree = (nodes: { title: string; words: string; grade: number }[]): AuthorNode[] =>
  nodes.map(({ title: en, words, grade }, k) => ({
    ...defaultFields,
    id: `/n${k}`,
    parentId: k === 0 ? null : '/n0',
    t: k === 0 ? 'l' : 's',
    title: { en },
    grade: k === 0 ? null : grade,
    content: [{ key: 's-1', type: 'text', of: null, title: {}, value: { en: htmlOfText(words) } }],
  }))

describe('an outline as CSV', () => {
  test('has the same rows when it is read again, whatever characters are in its texts', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), (nodes) => {
        const rows = outlineOf(tree(nodes), ['en'])
        const read = readOutlineTable(parseTable(outlineFile(tree(nodes), ['en'])))
        expect(read.problems).toEqual([])
        expect(read.outline).toMatchObject(rows)
        const secondTree = readOutline(read.outline, 'en', null)
        expect(secondTree.problems).toEqual([])
        expect(outlineOf(secondTree.nodes, ['en'])).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })

  test('has the same cells in a spreadsheet that separates at semicolons and tabs as well', () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), (nodes) => {
        const csv = outlineFile(tree(nodes), ['en'])
        const separatedAtAll: string[][] = parse(csv, { bom: true, delimiter: [',', ';', '\t'] })
        expect(separatedAtAll).toEqual(parse(csv, { bom: true }))
      }),
    )
  })

  test('keeps a text of the length that a scheme may hold, and says which longer one it cuts', () => {
    const longest = 'a'.repeat(MAX_TEXT - '<p></p>'.length)
    const read = (words: string) => {
      const { outline } = readOutlineTable(parseTable(`parent,title,type,text\n,Float,level,"${words}"\n`))
      const { nodes, problems } = readOutline(outline, 'en', null)
      return { text: nodes[0]?.content[0]?.value['en'] ?? '', codes: problems.map(({ code }) => code) }
    }
    expect(read(longest)).toEqual({ text: `<p>${longest}</p>`, codes: [] })
    // an ampersand takes five characters as HTML, and an emoji is never cut in half
    for (const words of [`${longest}a`, '&'.repeat(6_000), '👍'.repeat(15_000)]) {
      const { text: kept, codes } = read(words)
      expect(codes).toEqual(['TEXT_TOO_LONG'])
      expect(kept.length).toBeLessThanOrEqual(MAX_TEXT)
      expect(kept.length).toBeGreaterThan(MAX_TEXT - 10)
      expect(words.startsWith(textOfHtml(kept)) && kept.isWellFormed()).toBe(true)
    }
  })

  test('names each row that has more cells than the header, whose rest would be cut off', () => {
    const csv = 'parent;title;type;text\n;Float;level;Lie back; and breathe;; slowly\n;Kick;level;\n'
    expect(readOutlineTable(parseTable(csv)).problems).toEqual([
      { at: '2', code: 'MORE_CELLS', what: 'and breathe; slowly' },
    ])
  })

  test('is read with the separator of its header', () => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 4 }), fc.constantFrom(',', ';', '\t'), (texts, delimiter) => {
        const rows = texts.map((cell, k) => ['', `Title ${k}`, 'level', cell])
        const csv = stringify([['parent', 'title', 'type', 'text'], ...rows], {
          delimiter,
          record_delimiter: 'windows',
          quoted: true,
        })
        // reading removes an apostrophe at the beginning of a cell, because writing puts one before a formula
        fc.pre(!texts.some((cell) => cell.trim().startsWith("'")))
        expect(readOutlineTable(parseTable(csv)).outline).toMatchObject(
          rows.map(([parent, title, type, cell = '']) => ({ parent, title, type, text: cell.trim() })),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('is refused when it exceeds a limit, and the limit is named', () => {
    const header = OUTLINE.join(',')
    for (const [csv, detail] of [
      [`${header}\n${','.repeat(5_000_000)}`, 'columns: more than 200'],
      [`${header}\n${'\n'.repeat(1_000_001)}`, 'lines: more than 1000000'],
      [`${header}\n${'a,b,c\n'.repeat(50_001)}`, 'rows: more than 50001'],
      [`${header}\n"${'a\n'.repeat(60_000)}"`, 'row 2: a cell of more than 100000 characters'],
    ] as const)
      expect(() => readOutlineTable(parseTable(csv)), detail).toThrow(
        expect.objectContaining({ code: 'CSV_TOO_LONG', detail }),
      )
  })
})
