import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockTime, displayDate, plainDay, shortDay, midSentenceDay } from './dates.ts'

describe('dates', () => {
  it('show today as a word and other days as MMM Do YYYY in English [9.23]', () => {
    expect(displayDate('2026-11-20', '2026-11-20', 'en')).toBe('Today')
    expect(displayDate('2026-11-01', '2026-11-20', 'en')).toBe('Nov 1st 2026')
    expect(displayDate('2026-11-12', '2026-11-20', 'en')).toBe('Nov 12th 2026')
    expect(displayDate('2026-11-22', '2026-11-20', 'en')).toBe('Nov 22nd 2026')
    expect(displayDate('2026-11-23', '2026-11-20', 'en')).toBe('Nov 23rd 2026')
  })

  it('have the same English form with a weekday and without a year [9.23]', () => {
    expect(plainDay('2026-11-20', 'en')).toBe('Fri Nov 20th')
    expect(shortDay('2026-11-21', '2026-11-20', 'en')).toBe('Sat Nov 21st')
    expect(shortDay('2026-11-20', '2026-11-20', 'en')).toBe('Today')
  })

  it('have times as HH:mm [9.23]', () => {
    expect(clockTime(new Date(2026, 10, 20, 7, 5).getTime())).toBe('07:05')
    expect(clockTime(new Date(2026, 10, 20, 19, 30).getTime())).toBe('19:30')
  })

  it('are formatted by this module and nowhere else in the portals', () => {
    const browserFormatters = readdirSync('web', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      // `resolvedOptions` is allowed: it tells the device's time zone and formats nothing
      .filter((name) =>
        /toLocale(Date|Time)String|DateTimeFormat\((?!\)\.resolvedOptions)/.test(
          readFileSync(join('web', name), 'utf8'),
        ),
      )
    // this module itself uses none of the browser's formatters
    expect(browserFormatters).toEqual([])
  })

  it('have Welsh names, which the browser does not have', () => {
    expect(displayDate('2026-02-03', '2026-11-20', 'cy')).toBe('3 Chwef 2026')
    expect(plainDay('2026-11-20', 'cy')).toBe('Gwe 20 Tach')
    expect(shortDay('2026-11-20', '2026-11-20', 'cy')).toBe('Heddiw')
  })

  it('are written in a sentence as elsewhere, except for the word for today', () => {
    const inSentence = (date: string, language: 'en' | 'cy') =>
      midSentenceDay(shortDay(date, '2026-11-20', language), language)
    expect([inSentence('2026-11-20', 'en'), inSentence('2026-11-19', 'en')]).toEqual(['today', 'Thu Nov 19th'])
    expect([inSentence('2026-11-20', 'cy'), inSentence('2026-11-19', 'cy')]).toEqual(['heddiw', 'Iau 19 Tach'])
  })
})
