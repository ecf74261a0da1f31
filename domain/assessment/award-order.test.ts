import { expect, test } from 'vitest'
import { compareAwards } from './award-order.ts'

test('awards are the newest day first, and on one day the higher level first', () => {
  const at = (title: string, ts: number) => ({ title, ts })
  const awards = [at('Stage 2', 86_400), at('Stage 10', 86_500), at('Stage 1', 86_600), at('Ripple', 9 * 86_400)]
  expect(awards.toSorted(compareAwards).map(({ title }) => title)).toEqual(['Ripple', 'Stage 10', 'Stage 2', 'Stage 1'])
})
