/** The first characters that a spreadsheet may take for a formula or a command, full-width forms included. */
const RISKY = "'*[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]"
const risky = new RegExp(`^${RISKY}`)
/** A cell that `asCell` has prefixed with an apostrophe. */
const guarded = new RegExp(`^'${RISKY}`)

/** A text as a cell of a CSV file. One that a spreadsheet could run gets an apostrophe before it (security.md 32). */
export function toCsvCell(text: string): string {
  return risky.test(text) ? `'${text}` : text
}

/** The text of a cell that `asCell` made. */
export function fromCsvCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
