import { describe, expect, test } from 'vitest'
import type { ReportRow } from '#contract/reports/reports.ts'
import { allRowsOf, askedRows } from './report-rows.ts'

const row = (id: string, part: number, whole: number, name = id): ReportRow => ({
  id,
  name,
  about: null,
  part,
  whole,
  days: 0,
  last: null,
  parts: [],
  wholes: [],
})
const ids = (rows: readonly ReportRow[]) => rows.map(({ id }) => id)

test('the lowest shares and the highest numbers are those of all rows, without rows that have none', () => {
  const all = allRowsOf([row('a', 9, 10), row('b', 2, 10), row('c', 0, 10), row('none', 0, 0)])
  expect([all.count, all.counted, ids(all.lowest), ids(all.highest)]).toEqual([4, 2, ['c', 'b', 'a'], ['a', 'b']])
  const many = Array.from({ length: 20 }, (_, index) => row(`${index}`, index, 20))
  expect(ids(allRowsOf(many).lowest)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})

describe('rows that are asked for', () => {
  /** 51 rows are called Afon with an even number, 50 Môr with an odd one. */
  const clubs = Array.from({ length: 101 }, (_, index) =>
    row(`${index}`, 0, 0, `${index % 2 ? 'Môr' : 'Afon'} ${index}`),
  )

  test('are all of them without a page, and else those of the page', () => {
    expect(askedRows(clubs, {})).toEqual({ rows: clubs, found: 101 })
    expect(askedRows(clubs, { page: '1', per_page: '25' })).toEqual({ rows: clubs.slice(25, 50), found: 101 })
    expect(askedRows(clubs, { page: '4', per_page: '25' })).toEqual({ rows: clubs.slice(100), found: 101 })
    expect(askedRows(clubs, { page: '5', per_page: '25' })).toEqual({ rows: [], found: 101 })
  })

  test('are found by a part of their name, ignoring accents and case', () => {
    expect(askedRows(clubs, { search: 'MOR', per_page: '25' })).toMatchObject({ found: 50 })
    expect(askedRows(clubs, { search: 'mor 9', per_page: '25' }).rows.map(({ name }) => name)).toEqual([
      'Môr 9',
      ...[91, 93, 95, 97, 99].map((index) => `Môr ${index}`),
    ])
  })
})
