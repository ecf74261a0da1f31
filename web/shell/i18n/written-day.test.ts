import { describe, expect, it } from 'vitest'
import { isDayWithin, isWholeDate, readDay, withSlash, writtenDay } from './written-day.ts'

describe('a typed day', () => {
  it('is read day first, with any separator or none', () => {
    for (const typed of ['04/03/2018', '4/3/2018', '4.3.2018', '04-03-2018', '4 3 2018', ' 04032018 ', '2018-03-04'])
      expect(readDay(typed), typed).toBe('2018-03-04')
  })

  it('stays as it was typed where it is no day of the calendar', () => {
    for (const typed of ['31/02/2018', '29/02/2019', '3/2018', '4/3/18', '2018-02-31', 'soon', ''])
      expect(readDay(typed), typed).toBe(typed)
    expect(readDay('29/02/2020')).toBe('2020-02-29')
  })

  it('is told apart from the beginning of one', () => {
    expect(['31/02/2018', '31.2.2018', '31022018'].map(isWholeDate)).toEqual([true, true, true])
    expect(['31/02', '31/02/', '31/02/20', '31/02/201', ''].some(isWholeDate)).toBe(false)
  })

  it('is written day first', () => {
    expect(writtenDay('2018-03-04')).toBe('04/03/2018')
    expect([writtenDay(''), writtenDay('31/02/2018')]).toEqual(['', '31/02/2018'])
  })

  it('gets its slashes while digits are typed, and loses them for whoever deletes', () => {
    let text = ''
    for (const digit of '04032018') text = withSlash(text + digit, text)
    expect(text).toBe('04/03/2018')
    expect(withSlash('04//', '04/')).toBe('04/')
    expect(withSlash('4/03', '4/0')).toBe('4/03/')
    expect(withSlash('04', '04/')).toBe('04')
    expect(withSlash('2018-03-04', '')).toBe('2018-03-04')
  })

  it('is checked against the first and last allowed day', () => {
    const within = (day: string) => isDayWithin(day, '2026-11-20', '2026-11-30')
    expect(['2026-11-19', '2026-11-20', '2026-11-30', '2026-12-01'].map(within)).toEqual([false, true, true, false])
    expect([within('2026-11-31'), within('21/13/2026'), within('')]).toEqual([false, false, false])
    expect(isDayWithin('2031-01-06')).toBe(true)
  })
})
