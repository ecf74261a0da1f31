// What the columns of a file without headings hold, by their cells.
import type { Columns } from '#domain/members/import-columns.ts'
import { readDate } from '#domain/members/written-date.ts'
import { isEmail } from '#domain/platform/email.ts'

/** Nearly all cells of a column are of its kind. */
const NEARLY_ALL = 0.8

const isDay = (cell: string) => /^\d{4}-\d\d-\d\d$/.test(readDate(cell, 'day-first', 2099) ?? '') && /\D/.test(cell)
const isPhone = (cell: string) => /^[+\d(][\d\s()./-]{6,}$/.test(cell) && !isDay(cell)
const isWholeName = (cell: string) => /^(?:\d+[.)]\s*)?\p{L}[\p{L}'’.-]*,?(?:\s\p{L}[\p{L}'’.-]*)+$/u.test(cell)

/**
 * The columns that their cells show: a birthday, an address, telephone numbers, and a whole name. Of two columns with one
 * name each nothing says which is the last name.
 */
export function columnsByCells(rows: readonly (readonly string[])[]): Columns {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const are = (column: number, is: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
    return cells.length > 0 && cells.filter(is).length >= cells.length * NEARLY_ALL
  }
  const columns: (string | null)[] = Array.from({ length: width }, () => null)
  const take = (field: string, is: (cell: string) => boolean) => {
    const found = columns.findIndex((column, index) => column === null && are(index, is))
    if (found >= 0) columns[found] = field
  }
  take('dob', isDay)
  take('guardian_email', isEmail)
  take('phones', isPhone)
  take('name', isWholeName)
  return columns
}
