import { expect, test } from 'vitest'
import { localDate } from '../platform/club-time.ts'
import { compareAwards } from './award-order.ts'

const at = (title: string, ts: number) => ({ title, ts })
const ordered = (timeZone: string, awards: readonly { title: string; ts: number }[]) =>
  awards.toSorted(compareAwards((ms) => localDate(ms, timeZone))).map(({ title }) => title)

test('awards are the newest day first, and on one day the higher level first', () => {
  const awards = [at('Stage 2', 86_400), at('Stage 10', 86_500), at('Stage 1', 86_600), at('Ripple', 9 * 86_400)]
  expect(ordered('UTC', awards)).toEqual(['Ripple', 'Stage 10', 'Stage 2', 'Stage 1'])
})

test('the day of an award is the local one, on either side of midnight', () => {
  const seconds = (time: string) => Date.parse(time) / 1000
  // the first minute of 6 June in London, where UTC still has 5 June
  const early = at('Stage 3', seconds('2026-06-05T23:00:00Z'))
  const noon = at('Stage 2', seconds('2026-06-06T12:00:00Z'))
  expect(ordered('Europe/London', [noon, early])).toEqual(['Stage 3', 'Stage 2'])
  // the last minute of 5 June there
  const late = at('Stage 3', seconds('2026-06-05T22:59:59Z'))
  expect(ordered('Europe/London', [late, noon])).toEqual(['Stage 2', 'Stage 3'])
})
