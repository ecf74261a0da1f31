// Cells that say more of a level than its title: `Stage 2 passed 12/3/24`, `Working towards Stage 3`.
import { valueKey, type ValueOption } from '#domain/members/import-values.ts'
import type { Columns } from '#domain/members/import-columns.ts'
import { readDate } from '#domain/members/written-date.ts'

/** No title of a level is longer, with the day beside it. */
const LONGEST = 300

/** How a date can stand among words: in numbers, or with a month in words after the day or before it. */
const DATES = [
  /(?<![\p{L}\d])\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?![\p{L}\d])/u,
  /(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th|\.)?[ -]\p{L}{3,9}\.?,?[ -]\d{2,4}(?![\p{L}\d])/u,
  /(?<![\p{L}\d])\p{L}{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?![\p{L}\d])/u,
]
/** Whether a text is a date; in which year it is read makes no difference. */
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(readDate(text, 'day-first', 2099) ?? '')
const PASSED_WORD =
  /(?:^|[\s,;:(–-]+)(?:passed|achieved|awarded|completed?|obtained|gained|pasiwyd|wedi pasio|bestanden|obtenu|réussi)(?:\s+(?:on|in|ar|am|le))?[\s:)–-]*$/iu
const PASSED_ALONE = /^\(?(?:y|yes|x|✓|pass|passed|achieved|awarded|completed?|done)?(?: on)?[\s,;:()–-]*$/iu
const WORKING =
  /^(?:(?:currently )?working (?:on|at|towards)|yn gweithio (?:ar|at|tuag at))\s+|[\s,;:(–-]+(?:in progress|working(?: (?:on|towards))?|started|current|ar waith)\)?$/giu

/** A passed level in a cell: what is left without the date and words such as `passed`, and the date. */
export function passedLevelIn(cell: string): { title: string; on: string } {
  if (cell.length > LONGEST) return { title: cell, on: '' }
  const on = DATES.map((date) => date.exec(cell)?.[0] ?? '').find(isDate) ?? ''
  // a date alone is no level
  const rest = cell
    .replace(on, '')
    .replaceAll(/\(\s*\)/g, '')
    .trim()
  const title = rest
    .replace(PASSED_WORD, '')
    .replace(/[\s,;:@(–-]+$/u, '')
    .trim()
  return title === '' ? { title: cell, on: '' } : { title, on }
}

/** The day in a cell below the title of a level, where words such as `achieved` alone stand beside it; else the cell. */
export function passDayIn(cell: string): string {
  if (cell.length > LONGEST) return cell
  const on = DATES.map((date) => date.exec(cell)?.[0] ?? '').find(isDate) ?? ''
  return on !== '' && PASSED_ALONE.test(cell.replace(on, '').trim()) ? on : cell
}

/** The level at which a child works, without words such as `working towards`. */
export const workingLevelIn = (cell: string): string =>
  cell.length > LONGEST ? cell : cell.trim().replace(WORKING, '').trim() || cell

/** A table in which each cell of a level is its title alone. */
export interface LevelTable {
  columns: Columns
  rows: readonly (readonly string[])[]
}

/**
 * The table with the titles of `levels` alone; the dates beside those that were passed stand in a further column, where the
 * file has none for them.
 */
export function withLevelTitles(
  rows: readonly (readonly string[])[],
  columns: Columns,
  levels: readonly ValueOption[] = [],
): LevelTable {
  const titles = new Set(levels.flatMap(({ words }) => words.map(valueKey)))
  // what is the title of a level stays as it is
  const passedIn = (cell: string) => (titles.has(valueKey(cell)) ? { title: cell, on: '' } : passedLevelIn(cell))
  const workingIn = (cell: string) => (titles.has(valueKey(cell)) ? cell : workingLevelIn(cell))
  const passedAt = columns.indexOf('level_passed')
  const workingAt = columns.indexOf('level_at')
  if (passedAt < 0 && workingAt < 0) return { columns, rows }
  const hasDates =
    passedAt >= 0 &&
    !columns.includes('level_passed_on') &&
    rows.some((cells) => passedIn(cells[passedAt]?.trim() ?? '').on !== '')
  return {
    columns: hasDates ? [...columns, 'level_passed_on'] : columns,
    rows: rows.map((cells) => {
      const passed = passedIn(cells[passedAt]?.trim() ?? '')
      const own = columns.map((_, index) => {
        const cell = cells[index] ?? ''
        if (index === passedAt && (hasDates || passed.on === '')) return passed.title
        return index === workingAt ? workingIn(cell) : cell
      })
      return [...own, ...(hasDates ? [passed.on] : []), ...cells.slice(columns.length)]
    }),
  }
}
