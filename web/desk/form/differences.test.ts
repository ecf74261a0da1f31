import { expect, it } from 'vitest'
import { differences } from './differences.ts'

it('the differences of two forms are the new values of the fields that differ; lists are compared by their items', () => {
  const before = { name: 'Seals', days: ['1'], coaches: [{ uuid: 'a' }] }
  expect(differences({ ...before, days: ['1'], coaches: [{ uuid: 'a' }] }, before)).toEqual({})
  expect(differences({ ...before, name: '', coaches: [{ uuid: 'b' }] }, before)).toEqual({
    name: '',
    coaches: [{ uuid: 'b' }],
  })
})
