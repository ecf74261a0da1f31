/**
 * The beginning of a text that a spreadsheet may run as a formula: `=`, `+`, `-` or `@` (full-width ones included), a
 * tab or a line break. Apostrophes before it belong to the pattern, so that a text that had an apostrophe before it was
 * escaped is read back unchanged.
 */
const RISKY = "'*[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]"
const risky = new RegExp(`^${RISKY}`)
/** A cell that `toCsvCell` has prefixed with an apostrophe. */
const prefixed = new RegExp(`^'${RISKY}`)

/** A text as a cell of a CSV file. One that a spreadsheet could run gets an apostrophe before it (security.md 32). */
export function toCsvCell(text: string): string {
  return risky.test(text) ? `'${text}` : text
}

/** The text of a cell that `toCsvCell` made: the inverse of it. */
export function fromCsvCell(cell: string): string {
  return prefixed.test(cell) ? cell.slice(1) : cell
}
