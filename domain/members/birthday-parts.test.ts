import { describe, expect, it } from 'vitest'
import { joinBirthday, withPartHeadings } from './birthday-parts.ts'
import { guessColumns, rememberedColumns } from './guess-columns.ts'
import { childrenOfRow } from './children-of-row.ts'
import { holdsSame, missingFields } from './import-columns.ts'

const guess = (headings: string, remembered = {}) => guessColumns(headings.split('|'), remembered)
const [DAY, MONTH, YEAR] = ['dob_day', 'dob_month', 'dob_year']

describe('a birthday in three columns', () => {
  it.each([
    ['Birth Day|Birth Month|Birth Year', [DAY, MONTH, YEAR]],
    ['DOB MM|DOB DD|DOB YYYY', [MONTH, DAY, YEAR]],
    ['Date of birth (day)|Date of birth (month)|Date of birth (year)', [DAY, MONTH, YEAR]],
    ['Child’s birth year|Child’s birth month|Child’s birth day', [YEAR, MONTH, DAY]],
    ['Birthday|Month of birth|Year of birth', [DAY, MONTH, YEAR]],
    ['Diwrnod geni|Mis geni|Blwyddyn geni', [DAY, MONTH, YEAR]],
    ['Geburtstag|Geburtsmonat|Geburtsjahr', [DAY, MONTH, YEAR]],
    ['Day|Month|Year', [DAY, MONTH, YEAR]],
  ])('is found by its headings: %s', (headings, columns) => {
    expect(guess(headings)).toEqual(columns)
  })

  it.each([
    ['DOB|Birth month|Birth year', ['dob', null, null]],
    ['Birth year|DOB', [null, 'dob']],
    ['Birthday', ['dob']],
    ['Name|DOB|Day|Month|Year', ['name', 'dob', null, null, null]],
    ['Day|Time|Month|Year', [null, null, null, null]],
    ['Day|Year|Class', [null, null, 'groups']],
  ])('is none beside a whole one, or where a part is missing: %s', (headings, columns) => {
    expect(guess(headings)).toEqual(columns)
  })

  it('is remembered as three parts only, because one heading may be a whole date elsewhere', () => {
    const header = ['Birthday', 'Birth month', 'Birth year']
    const remembered = rememberedColumns(header, [DAY, MONTH, YEAR].map(String))
    expect(guess('Birthday|Birth month|Birth year', remembered)).toEqual([DAY, MONTH, YEAR])
    expect(guess('Birthday|Class', remembered)).toEqual(['dob', 'groups'])
    expect(guess('Birthday|Birth month|Birth year', { birthday: 'dob' })).toEqual([DAY, MONTH, YEAR])
    // what somebody has chosen by hand
    expect(guess('A|B|C', { a: 'dob_year', b: 'dob_month', c: 'dob_day' })).toEqual([YEAR, MONTH, DAY])
  })

  it('lacks the parts that have no column, and excludes a whole birthday', () => {
    expect(missingFields(['name', 'dob_day', 'dob_year'])).toEqual(['dob_month'])
    expect(missingFields(['name', 'dob_day', 'dob_month', 'dob_year'])).toEqual([])
    expect(missingFields(['name'])).toEqual(['dob'])
    expect(holdsSame('dob_day', 'dob_month_first')).toBe(true)
    expect(holdsSame('dob_day', 'dob_month')).toBe(false)
  })

  it('may be that of each child of a family', () => {
    const header = ['Child 1 name', 'Child 1 birth day', 'Child 1 birth month', 'Child 1 birth year']
    const both = [...header, ...header.map((heading) => heading.replace('1', '2'))]
    expect(guessColumns(childrenOfRow(both)?.header ?? [])).toEqual(['name', DAY, MONTH, YEAR])
  })

  it('is joined, whatever is written for the month; a whole date among the days counts alone', () => {
    expect(joinBirthday('3', '4', '13')).toBe('3.4.13')
    expect(joinBirthday('3rd', 'April', '2013')).toBe('3rd April 2013')
    expect(joinBirthday('03/04/2013', '4', '2013')).toBe('03/04/2013')
    expect(joinBirthday('', '', '')).toBe('')
    expect(joinBirthday('3', '', '2013')).toBe('3..2013')
  })

  it('under one heading is named by its cells', () => {
    const header = ['Name', 'Date of birth', '', '', 'Class']
    const name = (...rows: string[][]) => withPartHeadings(header, rows).slice(1, 4)
    expect(name(['Ann', '3', '4', '2013'], ['Bo', '21', '12', '2014'])).toEqual(
      ['DD', 'MM', 'YYYY'].map((part) => `Date of birth ${part}`),
    )
    expect(name(['Ann', '3', '4', '2013'], ['Bo', '12', '21', '2014'])[0]).toBe('Date of birth MM')
    expect(name(['Ann', '2013', '4', '3'])[0]).toBe('Date of birth YYYY')
    expect(name(['Ann', '3/4/2013', '', ''])).toEqual(['Date of birth', '', ''])
  })
})
