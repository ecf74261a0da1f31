import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderOfDates, readDate } from './written-date.ts'

const YEAR = 2026
const read = (text: string, order: Parameters<typeof readDate>[1] = null) => readDate(text, order, YEAR)

describe('a date of a file', () => {
  it('is read in every form that says by itself what is day and month', () => {
    for (const text of [
      '2013-04-03',
      '2013/4/3',
      '20130403',
      '2013-04-03T00:00:00Z',
      '3 Apr 2013',
      '03-Apr-13',
      '3rd of April 2013',
      'Apr 3, 2013',
      'Wednesday, April 3rd, 2013',
      '3. April 2013',
      '3.4.13',
      '03.04.2013',
      '3 Ebrill 2013',
      '3ydd o Ebrill 2013',
      'Dydd Mercher 3 EBRILL 2013',
      '2013 Apr 3',
    ])
      expect(read(text), text).toBe('2013-04-03')
    expect(read('5 Mawrth 2014')).toBe('2014-03-05')
    expect(read('Dydd Mawrth 5 Mai 2015')).toBe('2015-05-05')
    expect(read('1 Sept 2015 00:00')).toBe('2015-09-01')
  })

  it('is read where a spreadsheet left its number of days, or a remark follows', () => {
    expect(read('41367')).toBe('2013-04-03')
    expect(read('41367.0')).toBe('2013-04-03')
    expect(read('46387')).toBe('2026-12-31')
    expect(read('3 Apr 2013 (13 yrs)')).toBe('2013-04-03')
    expect(read('13/04/2013 (age 13)', 'month-first')).toBe('2013-04-13')
    for (const text of ['13/04/2013 - 13', '13/04/2013, 13 yrs', '13 Apr 2013 aged 13y'])
      expect(read(text, 'month-first'), text).toBe('2013-04-13')
    expect(read('3 - 4 - 13', 'day-first')).toBe('2013-04-03')
    // days to come and other numbers are none
    for (const text of ['46388', '9000', '4136', '413670', '41367a']) expect(read(text), text).toBe(text)
  })

  it('is read by the order where it does not say so, and not at all without one', () => {
    expect(read('03/04/2013', 'day-first')).toBe('2013-04-03')
    expect(read('03/04/2013', 'month-first')).toBe('2013-03-04')
    expect(read('03/04/2013')).toBeNull()
    expect(read('3-4-13')).toBeNull()
    expect(read('04/04/2013')).toBe('2013-04-04')
    // a day after the 12th needs no order, and keeps its reading under any
    expect(read('04/13/2013', 'day-first')).toBe('2013-04-13')
  })

  it('with a year of two digits is not in the future', () => {
    expect(read('3.4.26')).toBe('2026-04-03')
    expect(read('3.4.27')).toBe('1927-04-03')
  })

  it('stays as it is when it is none, and is refused later when the day does not exist', () => {
    for (const text of ['', 'soon', '3 Foo 2013', '2013', '1/2', '3/4/5/2013', '3/4/201', 'March May 2013'])
      expect(read(text), text).toBe(text)
    expect(read('31/02/2017')).toBe('2017-02-31')
    expect(read('45/45/2017')).toBe('2017-45-45')
  })

  it('written in either order, with any sign between, is the same date again', () => {
    const date = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.constantFrom('/', '-', ' '), fc.boolean(), (day, sign, isPadded) => {
        const iso = day.toISOString().slice(0, 10)
        const [y = '', m = '', d = ''] = iso.split('-').map((part) => (isPadded ? part : String(Number(part))))
        expect(read([d, m, y].join(sign), 'day-first')).toBe(iso)
        expect(read([m, d, y].join(sign), 'month-first')).toBe(iso)
        expect(read([y, m, d].join(sign))).toBe(iso)
      }),
    )
  })

  it('never breaks, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof (read(text) ?? '') === 'string'))
  })
})

describe('the order of a column', () => {
  it('is shown by one day after the 12th, unless another one contradicts it', () => {
    expect(orderOfDates(['03/04/2013', '23/04/2013', '', '2013-04-03'], YEAR)).toBe('day-first')
    expect(orderOfDates(['03/04/2013', '04/23/2013'], YEAR)).toBe('month-first')
    expect(orderOfDates(['03/04/2013', '05/06/2014', '3.4.2013'], YEAR)).toBeNull()
    expect(orderOfDates(['23/04/2013', '04/23/2013'], YEAR)).toBeNull()
  })
})

it('reads a moment in UTC as the day whose midnight it was where the file was written', () => {
  // midnight in British summer time, in winter, in New York, and in summer in New Zealand
  expect(readDate('2013-04-02T23:00:00.000Z', null, 2026)).toBe('2013-04-03')
  expect(readDate('2013-01-03T00:00:00.000Z', null, 2026)).toBe('2013-01-03')
  expect(readDate('2013-04-03T04:00:00Z', null, 2026)).toBe('2013-04-03')
  expect(readDate('2015-12-30T11:00:00Z', null, 2026)).toBe('2015-12-31')
  expect(readDate('2015-12-31T23:00:00Z', null, 2026)).toBe('2016-01-01')
  // a time without a zone is that of the place
  expect(readDate('2013-04-03T23:00:00', null, 2026)).toBe('2013-04-03')
  expect(readDate('2013-02-31T23:00:00Z', null, 2026)).toBe('2013-02-31')
})
