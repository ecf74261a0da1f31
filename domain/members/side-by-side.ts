// Sheets that hold several tables with the same headings side by side, such as one for each class.
import { guessColumns } from '#domain/members/guess-columns.ts'
import { headingKey } from '#domain/members/heading-fields.ts'
import { missingFields } from '#domain/members/import-columns.ts'

interface Line {
  row: number
  cells: readonly string[]
}

/** The first columns of the tables whose headings these are; none where they are those of one table. */
function startsOf(headings: readonly string[]): number[] {
  const keys = headings.map(headingKey)
  const first = keys.findIndex((key) => key !== '')
  const starts = keys.flatMap((key, column) => (key !== '' && key === keys[first] ? [column - first] : []))
  const keysOf = (from: number, to?: number) => keys.slice(from, to).join('\0').replace(/\0+$/, '')
  const isSame = starts.every((start, index) => keysOf(start, starts[index + 1]) === keysOf(0, starts[1]))
  // headings that come again may be those of a child and its parent, but only children have birthdays
  const isTable = starts.length > 1 && isSame && missingFields(guessColumns(headings.slice(0, starts[1]))).length === 0
  return isTable ? starts : []
}

/**
 * The lines of tables that stand side by side below each other, as one list in blocks; the lines above the headings are
 * parted too. The first table keeps its numbers of rows, the others are counted on. Null where there is one table.
 */
export function belowEachOther<L extends Line>(
  lines: readonly L[],
  headerIndex: number,
): { lines: L[]; tables: number } | null {
  const isEmpty = (cell: string | undefined) => (cell ?? '').trim() === ''
  const fromHeader = lines.slice(headerIndex)
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length))
  let left = 0
  while (left < width && fromHeader.every(({ cells }) => isEmpty(cells[left]))) left++
  const starts = startsOf((lines[headerIndex]?.cells ?? []).slice(left)).map((start) => start + left)
  if (starts.length === 0) return null
  let last = lines.at(-1)?.row ?? 0
  const blocks = starts.map((start, index) =>
    lines.flatMap((line): L[] => {
      const cells = line.cells.slice(index === 0 ? 0 : start, starts[index + 1])
      if (cells.every(isEmpty)) return []
      // the columns in front of all tables are empty
      return [{ ...line, row: index === 0 ? line.row : ++last, cells: index === 0 ? cells.slice(left) : cells }]
    }),
  )
  return { lines: blocks.flat(), tables: starts.length }
}
