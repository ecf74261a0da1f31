import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { UsersQuery } from '#contract/identity/user-list.ts'
import { narrowedBy } from './narrowed-by.ts'

it('asks for numbers and postcodes only what the server takes, whatever is typed or pasted', () => {
  expect(['SA1 8', "N'1", 'A:1', ' 1 ', '--', '\u{1f389}', ''].map(narrowedBy)).toEqual([
    'SA1 8',
    'N1',
    'A1',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  for (const text of ['9'.repeat(400), "O'@+,:x", 'Ŵ é'])
    expect(Value.Check(UsersQuery, { ngo_id: narrowedBy(text), postcode: narrowedBy(text) }), text).toBe(true)
})
