import { describe, expect, test } from 'vitest'
import type { ReportRow } from '#contract/reports/reports.ts'
import { percentOf } from '#domain/reports/percent-of.ts'
import { shares } from './report-figures.ts'

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
describe('figures of a report', () => {
  test('are whole percent, and null when the whole is 0', () => {
    expect([percentOf({ part: 1, whole: 8 }), percentOf({ part: 0, whole: 0 })]).toEqual([13, null])
    expect(shares(row('a', 9, 10))).toEqual([90, null])
  })
})
