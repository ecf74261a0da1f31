import type { Locator } from 'playwright-core'
import { writtenDay } from '#web/shell/i18n/written-day.ts'

/** Types a date, given as YYYY-MM-DD, into a field as users do: day, month and year. */
export function fillDay(field: Locator, date: string): Promise<void> {
  return field.fill(writtenDay(date))
}
