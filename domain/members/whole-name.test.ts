import { expect, it } from 'vitest'
import { peopleIn, splitName, withoutRemark } from './whole-name.ts'

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

it('a last name in capitals is one, wherever it stands and however many words it has', () => {
  const split = (text: string) => Object.values(splitName(text)).join('|')
  expect(split('JONES Bethan')).toBe('Bethan|JONES')
  expect(split("O'NEIL Ann-Marie")).toBe("Ann-Marie|O'NEIL")
  expect(split('Chloé DUPONT MARTIN')).toBe('Chloé|DUPONT MARTIN')
  expect(split('Anna de SOUZA')).toBe('Anna|de SOUZA')
  // initials, and names that are all in capitals
  expect(split('JP Smith')).toBe('JP|Smith')
  expect(split('ANN LEE')).toBe('ANN|LEE')
  expect(split('ANNA van DYKE')).toBe('ANNA|van DYKE')
})

it('a child’s name is without what else the child is called', () => {
  expect(withoutRemark('SMITH, Anna (Annie)')).toBe('SMITH, Anna')
  expect(withoutRemark('Robert "Bob" Jones')).toBe('Robert Jones')
  expect(withoutRemark("Robert 'Bob' Jones")).toBe('Robert Jones')
  expect(withoutRemark("D'Arcy O'Neil")).toBe("D'Arcy O'Neil")
  expect(withoutRemark('(Annie)')).toBe('(Annie)')
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
  expect(people('Ann Lee (mum), Mark Rees (Dad)')).toBe('Ann|Lee + Mark|Rees')
  expect(people('Nana')).toBe('Nana|')
  expect(people('')).toBe('')
})
