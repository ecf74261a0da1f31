import { expect, test } from 'vitest'
import { reportFiltersOf } from './report-address.ts'

/** The filters of a report that can also be filtered by `group`. */
const filtersAt = (address: string) => reportFiltersOf(new URLSearchParams(address), 'group')

test('a report’s filters are read from the URL, and invalid ones are ignored', () => {
  const group = '8f46ca83-ac58-4dd7-ac92-e4c6ab3eb75c'
  expect(filtersAt(`months=6&scheme=water-safety&group=${group}`)).toEqual({
    months: '6',
    scheme: 'water-safety',
    group,
  })
  // no report is over seven months, and neither text is a slug or an id
  expect(filtersAt('months=7&scheme=No%20such&group=Seals')).toEqual(filtersAt(''))
})
