import { stringify } from 'csv-stringify/sync'
import { toCsvCell } from '#domain/platform/csv-cell.ts'

/** The text of a CSV file of an export. */
export function csv(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${stringify(rows.map((cells) => cells.map((cell) => toCsvCell(cell ?? ''))))}`
}

export const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

/** A time in unix seconds, as the files of an export write it. */
export const timeCell = (ts: number): string => new Date(ts * 1000).toISOString().replace('.000', '')
