import { expect, test } from 'vitest'
import { reportAsked } from './report-address.ts'

const of = (address: string) => reportAsked(new URLSearchParams(address), 'group')

test('the address of a report says what is counted, and what it says wrongly is left out', () => {
  const group = '8f46ca83-ac58-4dd7-ac92-e4c6ab3eb75c'
  expect(of(`months=6&scheme=water-safety&group=${group}`)).toEqual({ months: '6', scheme: 'water-safety', group })
  expect(of('months=7&scheme=No%20such&group=Seals')).toEqual(of(''))
})
