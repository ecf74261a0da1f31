import { expect, test } from 'vitest'
import { abilityGroupProblem, uniqueAbilityGroups, parseAbilityGroups } from './ability-groups.ts'

test('the name of an ability group has neither comma nor semicolon, which separate names in lists', () => {
  expect(abilityGroupProblem('Squad A/B')).toBeNull()
  expect(abilityGroupProblem('Squad, A')).toBe('separator')
  expect(abilityGroupProblem('Squad; A')).toBe('separator')
  expect(abilityGroupProblem('x'.repeat(51))).toBe('too-long')
})

test('names that differ only in case or surrounding space are one, in the spelling that came first', () => {
  expect(uniqueAbilityGroups(['a', ' A ', '', 'B', 'b'])).toEqual(['a', 'B'])
  const spellings = new Map([['squad', 'SQUAD']])
  expect(uniqueAbilityGroups(['Squad', 'Gŵyr'], spellings)).toEqual(['SQUAD', 'Gŵyr'])
  expect(uniqueAbilityGroups(['GŴYR'], spellings)).toEqual(['Gŵyr'])
})

test('a known old name with a comma stays whole in a list, and any other comma separates names', () => {
  expect(parseAbilityGroups('A, B', [])).toEqual(['A', ' B'])
  expect(parseAbilityGroups('Squad, a, B , C', ['A, B', 'Squad'])).toEqual(['Squad', ' a, B ', ' C'])
  expect(parseAbilityGroups('A, B, C', ['A, B', 'A, B, C'])).toEqual(['A, B, C'])
  expect(parseAbilityGroups('A, C', ['A, B'])).toEqual(['A', ' C'])
})
