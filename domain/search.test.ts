import { describe, expect, test } from 'vitest'
import { searchAllowed, searchTerm, type SearchRule } from './search.ts'

describe('a search box takes', () => {
  const cases: readonly [text: string, taken: Record<SearchRule, boolean>][] = [
    ['', { group: true, special: true, name: true, text: true }],
    ['Dolphins', { group: true, special: true, name: true, text: true }],
    ['Siân', { group: true, special: true, name: true, text: true }],
    ['Ŵyn', { group: true, special: true, name: true, text: true }],
    ['Крапива', { group: true, special: true, name: true, text: true }],
    ['Patel-Jones', { group: true, special: false, name: true, text: true }],
    ['Lane 4', { group: true, special: true, name: false, text: false }],
    ['Lane4', { group: true, special: true, name: false, text: true }],
    ['lane_4', { group: true, special: true, name: false, text: true }],
    ['10 m, back', { group: false, special: true, name: false, text: false }],
    ['10m,back', { group: false, special: true, name: false, text: true }],
    ["O'Connor", { group: false, special: true, name: false, text: false }],
    ['O’Connor', { group: false, special: true, name: false, text: false }],
    ['1.5:2', { group: false, special: true, name: false, text: true }],
    ['a;b<c=d>e?f@g', { group: false, special: true, name: false, text: false }],
    ['a+b', { group: false, special: false, name: false, text: false }],
    ['50%', { group: false, special: false, name: false, text: false }],
    ['a/b', { group: false, special: false, name: false, text: false }],
    ['a(b)', { group: false, special: false, name: false, text: false }],
    ['"a"', { group: false, special: false, name: false, text: false }],
    ['🐬', { group: false, special: false, name: false, text: false }],
  ]
  test.each(cases)('%j: by its rule', (text, taken) => {
    const rules = ['group', 'special', 'name', 'text'] as const
    expect(Object.fromEntries(rules.map((rule) => [rule, searchAllowed(rule, text)]))).toEqual(taken)
  })
})

describe('a search', () => {
  test('is applied when empty or at least two characters', () => {
    expect(searchTerm('group', '')).toBe('')
    expect(searchTerm('group', '   ')).toBe('')
    expect(searchTerm('group', 'D')).toBeNull()
    expect(searchTerm('group', ' D ')).toBeNull()
    expect(searchTerm('group', 'Do')).toBe('Do')
    expect(searchTerm('group', ' Dol ')).toBe('Dol')
  })

  test('with a sign that is not allowed leaves the list as it is', () => {
    expect(searchTerm('group', 'Do!')).toBeNull()
    expect(searchTerm('special', 'Do!')).toBeNull()
  })
})
