/**
 * How a text begins that a spreadsheet may run: perhaps apostrophes, then a sign of a formula, full-width ones
 * included.
 */
const RISKY = "'*[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]"
const risky = new RegExp(`^${RISKY}`)
/** A cell that `toCsvCell` has prefixed with an apostrophe. */
const prefixed = new RegExp(`^'${RISKY}`)

/** A text as a cell of a CSV file. One that a spreadsheet could run gets an apostrophe before it (security.md 32). */
export function toCsvCell(text: string): string {
  return risky.test(text) ? `'${text}` : text
}

/** The text of a cell that `toCsvCell` made. */
export function fromCsvCell(cell: string): string {
  return prefixed.test(cell) ? cell.slice(1) : cell
}
