import { expect, test } from 'vitest'
import { mayTeach, stateObstacle } from './scheme-state.ts'

const unused = { marks: false, groups: false, published: false }

test('a draft is released, a released scheme retired and a retired one released again', () => {
  expect(stateObstacle('draft', 'released', unused)).toBeNull()
  expect(stateObstacle('released', 'retired', unused)).toBeNull()
  expect(stateObstacle('retired', 'released', unused)).toBeNull()
  expect(stateObstacle('draft', 'retired', unused)).toBe('IS_DRAFT')
})

test('only a scheme that nobody uses becomes a draft again', () => {
  expect(stateObstacle('released', 'draft', unused)).toBeNull()
  expect(stateObstacle('retired', 'draft', { ...unused, marks: true, groups: true })).toBe('HAS_MARKS')
  expect(stateObstacle('released', 'draft', { ...unused, groups: true })).toBe('HAS_GROUPS')
  expect(stateObstacle('released', 'draft', { ...unused, published: true })).toBe('IS_PUBLISHED')
})

test('a group takes up a released scheme only, and keeps a retired one', () => {
  expect(mayTeach('released', false)).toBe(true)
  expect(mayTeach('retired', false)).toBe(false)
  expect(mayTeach('retired', true)).toBe(true)
  expect(mayTeach('draft', true)).toBe(false)
})
