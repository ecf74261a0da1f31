import { expect, it } from 'vitest'
import { splitName } from './whole-name.ts'

it('a whole name is split before its last word, or at a comma after the last name', () => {
  expect(splitName("Siân O'Connor")).toEqual({ firstname: 'Siân', lastname: "O'Connor" })
  expect(splitName(' Mary  Jane van Dyke ')).toEqual({ firstname: 'Mary Jane van', lastname: 'Dyke' })
  expect(splitName('van Dyke , Mary Jane')).toEqual({ firstname: 'Mary Jane', lastname: 'van Dyke' })
  expect(splitName('Siân')).toEqual({ firstname: 'Siân', lastname: '' })
  expect(splitName('')).toEqual({ firstname: '', lastname: '' })
})
