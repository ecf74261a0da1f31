import { expect, test } from 'vitest'
import { widestWord } from './word-width.ts'

/** Widths in em, measured in Chromium in Figtree, the wider of our typefaces, at weight 780. */
const measured = {
  Excellent: 4.28,
  Independently: 6.75,
  Rhagorol: 4.18,
  Gweddol: 4.17,
  Llwyddo: 4.01,
  Commended: 5.96,
  Cymwys: 4.11,
  Distinction: 5.09,
  Consistently: 5.89,
  berthnasol: 4.96,
  Outstanding: 5.81,
}

test.each(Object.entries(measured))(
  '%s is estimated at least as wide as it is, and at most a quarter wider',
  (word, width) => {
    expect(widestWord([word])).toBeGreaterThanOrEqual(width)
    expect(widestWord([word])).toBeLessThan(width * 1.25)
  },
)

test('labels break at spaces and hyphens, so the widest part counts', () => {
  expect(widestWord(['N/A', 'Needs practice', 'Pass'])).toBe(widestWord(['practice']))
  expect(widestWord(['Nearly-there'])).toBe(widestWord(['Nearly']))
  expect(widestWord([])).toBe(0)
})
