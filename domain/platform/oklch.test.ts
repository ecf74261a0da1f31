import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oklchOf, srgbOf } from './oklch.ts'

test('colours are converted as browsers convert them', () => {
  expect(srgbOf({ l: 1, c: 0, h: 0 })).toBe('#ffffff')
  expect(srgbOf({ l: 0.35, c: 0.075, h: 236 })).toBe('#00405c')
  expect(oklchOf('#ff0000').l).toBeCloseTo(0.628, 3)
  expect(oklchOf('#ff0000').c).toBeCloseTo(0.2577, 3)
  expect(oklchOf('#ff0000').h).toBeCloseTo(29.23, 1)
})

test('every sRGB colour is the same after conversion to OKLCH and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
      const colour = `#${n.toString(16).padStart(6, '0')}`
      expect(srgbOf(oklchOf(colour))).toBe(colour)
    }),
  )
})
