import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isName, sameName } from './name.ts'

describe('a name', () => {
  it.each(["O'Connor", 'O’Connor', 'Siân', 'ap Rhys', 'Anne-Marie', 'St. John', 'Łukasz', '李', 'é'])(
    'is %s',
    (name) => {
      expect(isName(name)).toBe(true)
    },
  )

  it.each(['', ' ', '-', 'R2D2', '<b>', 'a@b', 'x'.repeat(51), 'Eve\r\nBcc'])('is not %j', (name) => {
    expect(isName(name)).toBe(false)
  })
})

describe('two names', () => {
  it.each([
    ['siân', 'SIÂN'],
    ['Sia\u0302n', 'Siân'],
    ["O'Connor", 'O’Connor'],
    ['Anne-Marie', ' Anne  Marie '],
    ['علي', '\u2068علي\u2069'],
  ])('are the same: %s and %s', (a, b) => {
    expect(sameName(a, b)).toBe(true)
  })

  it.each([
    ['Siân', 'Sian'],
    ['Anna', 'Ann'],
    ['', 'A'],
  ])('differ: %s and %s', (a, b) => {
    expect(sameName(a, b)).toBe(false)
  })

  it('are compared alike in either order, and every name is the same as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(sameName(a, b)).toBe(sameName(b, a))
        expect(sameName(a, a)).toBe(true)
      }),
    )
  })
})
