import { expect, test } from 'vitest'
import { nextKind } from './node-kinds.ts'

test('a group is one step from a skill and from a level', () => {
  expect(nextKind('s', 1)).toBe('sg')
  expect(nextKind('l', -1)).toBe('sg')
})

test('the kinds go round in both directions', () => {
  expect(nextKind('l', 1)).toBe('s')
  expect(nextKind('s', -1)).toBe('l')
})
