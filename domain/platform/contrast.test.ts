import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableOn, themePairs } from './contrast.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('the contrast of two colours is the ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2)
})

test('contrast is symmetric, and the text colour chosen for any background has a contrast of at least 4.2', () => {
  // on a few colours neither dark nor light text reaches the 4.5 of WCAG
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      expect(contrast(one, other)).toBe(contrast(other, one))
      expect(contrast(one, readableOn(one))).toBeGreaterThanOrEqual(4.2)
    }),
  )
})

test('colours of a theme without enough contrast are named by their fields', () => {
  const failing = (theme: Parameters<typeof themePairs>[0]) =>
    themePairs(theme).flatMap(({ field, ratio, least }) => (ratio < least ? [field] : []))
  expect(failing({ brand: '#00405c', accent: '#6fe3e9', action: '#055c83' })).toEqual([])
  expect(failing({ brand: '#00405c', accent: '#103050', action: '#9fd0e0' })).toEqual(['accent', 'action'])
})
