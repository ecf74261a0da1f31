import { expect, it } from 'vitest'
import { peopleIn, splitName } from './whole-name.ts'

it('a whole name is split before its last word and what belongs to it, or at a comma after the last name', () => {
  expect(splitName("Siân O'Connor")).toEqual({ firstname: 'Siân', lastname: "O'Connor" })
  expect(splitName(' Mary  Jane van Dyke ')).toEqual({ firstname: 'Mary Jane', lastname: 'van Dyke' })
  expect(splitName('Anna van der Berg')).toEqual({ firstname: 'Anna', lastname: 'van der Berg' })
  expect(splitName('Dafydd ap Rhys')).toEqual({ firstname: 'Dafydd', lastname: 'ap Rhys' })
  expect(splitName('de Souza')).toEqual({ firstname: 'de', lastname: 'Souza' })
  expect(splitName('van Dyke , Mary Jane')).toEqual({ firstname: 'Mary Jane', lastname: 'van Dyke' })
  expect(splitName('Siân')).toEqual({ firstname: 'Siân', lastname: '' })
  expect(splitName('')).toEqual({ firstname: '', lastname: '' })
})

it('several persons in a cell are told apart, and who has no last name has that of the others', () => {
  const people = (text: string) =>
    peopleIn(text)
      .map(({ firstname, lastname }) => `${firstname}|${lastname}`)
      .join(' + ')
  expect(people('Ann Lee')).toBe('Ann|Lee')
  expect(people("O'Connor, Siân")).toBe("Siân|O'Connor")
  expect(people('Sarah & Tom Jones')).toBe('Sarah|Jones + Tom|Jones')
  expect(people('Mr & Mrs Lee')).toBe('Mr|Lee + Mrs|Lee')
  expect(people('Ann Lee, Mark Rees')).toBe('Ann|Lee + Mark|Rees')
  expect(people('Jones, Sarah and Tom')).toBe('Sarah|Jones + Tom|Jones')
  expect(people('Ann Lee/Mark Rees')).toBe('Ann|Lee + Mark|Rees')
  expect(people('Huw ac Elin Rees')).toBe('Huw|Rees + Elin|Rees')
  expect(people('Grandad (Jim)')).toBe('Grandad|Jim')
  expect(people('Nana')).toBe('Nana|')
  expect(people('')).toBe('')
})
