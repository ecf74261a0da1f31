import { expect, test } from 'vitest'
import { abilityGroupProblem, uniqueAbilityGroups, parseAbilityGroups } from './ability-groups.ts'

test('the signs that part several are part of no name', () => {
  expect(abilityGroupProblem('Squad A/B')).toBeNull()
  expect(abilityGroupProblem('Squad, A')).toBe('separator')
  expect(abilityGroupProblem('Squad; A')).toBe('separator')
  expect(abilityGroupProblem('x'.repeat(51))).toBe('too-long')
})

test('names that differ in case or space around them are one, spelled as it came first', () => {
  expect(uniqueAbilityGroups(['a', ' A ', '', 'B', 'b'])).toEqual(['a', 'B'])
  const spellings = new Map([['squad', 'SQUAD']])
  expect(uniqueAbilityGroups(['Squad', 'Gŵyr'], spellings)).toEqual(['SQUAD', 'Gŵyr'])
  expect(uniqueAbilityGroups(['GŴYR'], spellings)).toEqual(['Gŵyr'])
})

test('a name of long ago with a comma in it stays whole in a list, any other comma parts', () => {
  expect(parseAbilityGroups('A, B', [])).toEqual(['A', ' B'])
  expect(parseAbilityGroups('Squad, a, B , C', ['A, B', 'Squad'])).toEqual(['Squad', ' a, B ', ' C'])
  expect(parseAbilityGroups('A, B, C', ['A, B', 'A, B, C'])).toEqual(['A, B, C'])
  expect(parseAbilityGroups('A, C', ['A, B'])).toEqual(['A', ' C'])
})
