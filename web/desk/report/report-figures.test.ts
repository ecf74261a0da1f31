import { describe, expect, test } from 'vitest'
import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { percentOf } from '#domain/reports/percent-of.ts'
import { highestParts, lowestShares, MANY_ROWS, pageOfRows, shares } from './report-figures.ts'

/** A row of a report with two columns; all its numbers are in the first. */
const row = (id: string, part: number, whole: number): ReportRow => ({
  id,
  name: id,
  about: null,
  part,
  whole,
  days: 0,
  last: null,
  parts: [part, 0],
  wholes: [whole, 0],
})
const report: Report = {
  from: '2026-08-22',
  to: '2026-11-21',
  scheme: null,
  part: 11,
  whole: 20,
  children: null,
  columns: [],
  rows: [row('a', 9, 10), row('b', 2, 10), row('none', 0, 0)],
}

describe('figures of a report', () => {
  test('are whole percent, and null when the whole is 0', () => {
    expect([percentOf({ part: 1, whole: 8 }), percentOf({ part: 0, whole: 0 })]).toEqual([13, null])
    expect(shares(row('a', 9, 10))).toEqual([90, null])
  })

  test('name the lowest shares and the highest numbers, without rows that have none', () => {
    expect(lowestShares(report).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(highestParts(report, 1).map(({ id }) => id)).toEqual(['a'])
  })
})

describe('rows of a table', () => {
  /** One row more than is shown without pages: 51 are called Afon with an even number, 50 Môr with an odd one. */
  const clubs = Array.from({ length: MANY_ROWS + 1 }, (_, index) => ({
    ...row(`${index}`, 0, 0),
    name: `${index % 2 ? 'Môr' : 'Afon'} ${index}`,
  }))
  const pageAt = (search: string, page: number) => pageOfRows(clubs, { search, page, size: 25 })

  test('are all shown while they are few, whatever the search and page', () => {
    expect(pageOfRows(clubs.slice(1), { search: 'none', page: 3, size: 25 })).toMatchObject({
      total: MANY_ROWS,
      page: 0,
    })
  })

  test('are paged when they are many', () => {
    expect(pageAt('', 1).rows.map(({ id }) => id)).toEqual(clubs.slice(25, 50).map(({ id }) => id))
    expect(pageAt('', 4)).toEqual({ rows: clubs.slice(100), total: MANY_ROWS + 1, page: 4 })
  })

  test('are found by a part of their name, ignoring accents and case', () => {
    expect(pageAt('MOR', 0)).toMatchObject({ total: 50, page: 0 })
    expect(pageAt('mor 9', 0).rows.map(({ name }) => name)).toEqual([
      'Môr 9',
      ...[91, 93, 95, 97, 99].map((index) => `Môr ${index}`),
    ])
  })

  test('of a page beyond the last one are those of the last one', () => {
    expect(pageAt('mor', 7)).toMatchObject({ page: 1, total: 50 })
    expect(pageAt('nowhere', 7)).toEqual({ rows: [], total: 0, page: 0 })
  })
})
