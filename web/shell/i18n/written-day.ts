import { isDate } from '#domain/platform/club-time.ts'

/** Day, month and year with anything usual between them, or as eight digits: `4/3/2018`, `04.03.2018`, `04032018`. */
const DAY_MONTH_YEAR = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$|^(\d{2})(\d{2})(\d{4})$/

/** A YYYY-MM-DD as people type it, `04/03/2018`: day first in both languages. Any other text stays as it is. */
export function writtenDay(day: string): string {
  return isDate(day) ? day.split('-').toReversed().join('/') : day
}

/** A typed day as YYYY-MM-DD. A text that is no day of the calendar stays as it is, so that a form can refuse it. */
export function readDay(typed: string): string {
  const text = typed.trim()
  const [, day = '', month = '', year = '', day2 = '', month2 = '', year2 = ''] = DAY_MONTH_YEAR.exec(text) ?? []
  const date = [year || year2, (month || month2).padStart(2, '0'), (day || day2).padStart(2, '0')].join('-')
  return isDate(date) ? date : text
}

/** Whether a value that is no day is a whole date all the same, such as 31/02/2018, and not the beginning of one. */
export function isWholeDate(value: string): boolean {
  return DAY_MONTH_YEAR.test(value)
}

/** The text of a field with the slash that comes next, so that digits are enough; `before` is its text so far. */
export function withSlash(text: string, before: string): string {
  // whoever deletes a slash does not get it back
  if (text.length <= before.length) return text
  return text.replace(/^(?:\d\d|\d\d?\/\d\d)$/, '$&/').replace(/\/{2,}/g, '/')
}

/** Whether a value is a day, and none before `min` or after `max`, which are YYYY-MM-DD. */
export function isDayWithin(value: string, min = '', max = '9999-12-31'): boolean {
  return isDate(value) && value >= min && value <= max
}
