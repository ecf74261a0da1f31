import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { UsersQuery } from '#contract/identity/user-list.ts'
import { filterValue } from './filter-value.ts'

it('a typed or pasted text becomes a filter value that the server accepts, or no value', () => {
  expect(['SA1 8', "N'1", 'A:1', ' 1 ', '--', '\u{1f389}', ''].map(filterValue)).toEqual([
    'SA1 8',
    'N1',
    'A1',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  for (const text of ['9'.repeat(400), "O'@+,:x", 'Ŵ é'])
    expect(Value.Check(UsersQuery, { ngo_id: filterValue(text), postcode: filterValue(text) }), text).toBe(true)
})
