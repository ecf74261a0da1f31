import { describe, expect, test } from 'vitest'
import { findDelimiter, findHeader, isList, isTotalRow, joinHeadings, rowsBelow } from './table-layout.ts'

const isHeading = (cell: string) => ['first name', 'last name', 'born'].includes(cell.trim().toLowerCase())

describe('the delimiter of a table', () => {
  test('is the one with which a row has the most known headings, whatever stands in the rows', () => {
    expect(findDelimiter('First name;Last name;Born\nA, B, C;D, E;F', isHeading)).toBe(';')
    expect(findDelimiter('First name\tLast name\nA;B;C\tD', isHeading)).toBe('\t')
  })

  test('is found although a quote in the heading never ends', () => {
    expect(findDelimiter('First name;"Last name;Born\nTom;Evans;2016-01-02\nBet, May;Pugh;2017-03-04', isHeading)).toBe(
      ';',
    )
    expect(findDelimiter('Vorname;"Zuname;Geboren, am\na;b;c\nd;e;f\ng;h;i')).toBe(';')
  })

  test('of unknown headings is the one that gives most lines the same number of cells', () => {
    expect(findDelimiter('a;b\n1,2;3\n4;5\n6,7,8;9')).toBe(';')
    expect(findDelimiter('a|b|c\n1|2|3')).toBe('|')
    expect(findDelimiter('"x;y;z",b\n"p;q;r",d')).toBe(',')
    expect(findDelimiter('one column\nonly')).toBe(',')
  })
})

test('a list is told from a table: commas in its lines and tabs before them are no delimiters', () => {
  expect(isList('Water\n\tEnter, with help\n\t\tSlide\n\tExit')).toBe(true)
  expect(isList('Title\nFloat; kick\nGlide\nDive')).toBe(true)
  expect(isList('List of 2026\nCode,Title\n1,Water\n2,Float')).toBe(false)
  expect(isList('Title,Notes\nFloat\nKick\nGlide')).toBe(false)
})

describe('the row with the headings', () => {
  test('is the one with the most known ones, below titles and a first row of headings', () => {
    const rows = [
      ['Riverside Club', '', ''],
      [],
      ['Child', '', 'Details'],
      ['First name', 'Last name', 'Born'],
      ['A', 'B', 'C'],
    ]
    expect(findHeader(rows, isHeading)).toBe(3)
  })

  test('of unknown ones is the first that is filled as the rows after it', () => {
    expect(
      findHeader(
        [
          ['A title', '', ''],
          ['x', 'y', 'z'],
          ['1', '2', '3'],
          ['4', '5', '6'],
        ],
        isHeading,
      ),
    ).toBe(1)
    expect(
      findHeader(
        [
          ['x', 'y'],
          ['1', '2'],
        ],
        isHeading,
      ),
    ).toBe(0)
  })
})

test('a sum below a table begins with such a word and has few cells', () => {
  for (const cells of [
    ['Total', '585'],
    ['', 'Total:', '12', ''],
    ['Cyfanswm', '3'],
  ])
    expect(isTotalRow(cells)).toBe(true)
  for (const cells of [
    ['Tom', 'Total', '2016-01-02'],
    ['Total', 'Evans', '2016-01-02', 'x'],
    ['Totally', '1'],
  ])
    expect(isTotalRow(cells), cells.join()).toBe(false)
})

describe('headings in two rows', () => {
  const known = (cell: string) =>
    ['forename', 'child forename', 'parent name', 'parent e-mail'].includes(cell.toLowerCase())

  test('are joined where that is known, or where two columns have the same heading', () => {
    expect(
      joinHeadings(
        ['', 'Child', '', 'Parent', '', 'Class'],
        ['No', 'Forename', 'Shoes', 'Name', 'E-mail', 'Name'],
        known,
      ),
    ).toEqual(['No', 'Child Forename', 'Shoes', 'Parent Name', 'Parent E-mail', 'Class Name'])
  })

  test('are joined where headings stand twice, and the row above tells all of them apart', () => {
    const header = ['Name', 'Passed', 'Date', 'Passed', 'Date']
    const joined = joinHeadings(['', 'Stage 1', '', 'Stage 2', ''], header, () => false)
    expect(joined).toEqual(['Name', 'Stage 1 Passed', 'Stage 1 Date', 'Stage 2 Passed', 'Stage 2 Date'])
    expect(joinHeadings(['', 'Stage 1', '', '', ''], header, () => false)).toEqual(header)
  })

  test('stay as they are below a title, or where nothing becomes known by it', () => {
    expect(joinHeadings(['Members', ''], ['Forename', 'Name'], known)).toEqual(['Forename', 'Name'])
    expect(joinHeadings(['Printed', '1/11/2026'], ['Forename', 'Born'], known)).toEqual(['Forename', 'Born'])
  })
})

test('sums and notes under a table are counted, however its last row looks', () => {
  const row = ['Siân', 'Rees', '2017-05-06', 'x']
  expect(rowsBelow([row, row], 4)).toBe(0)
  expect(rowsBelow([row, ['Total', '', '', '2'], ['Printed by the office', '', '', '']], 4)).toBe(2)
  expect(rowsBelow([row, ['', '', '', 'only one']], 4)).toBe(1)
  // a narrow table has rows with one cell
  expect(
    rowsBelow(
      [
        ['Siân', ''],
        ['Beca', ''],
      ],
      2,
    ),
  ).toBe(0)
  expect(rowsBelow([['Total', '']], 4)).toBe(1)
})
