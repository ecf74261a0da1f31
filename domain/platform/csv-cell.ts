/** What a spreadsheet may take for a formula or a command; the second row has the full-width forms. */
const RISKY = "'*[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]"
const risky = new RegExp(`^${RISKY}`)
const guarded = new RegExp(`^'${RISKY}`)

/** A text as a cell of a CSV file: one that a spreadsheet would run is made a text (security.md 32). */
export function asCell(text: string): string {
  return risky.test(text) ? `'${text}` : text
}

/** The text of such a cell. */
export function ofCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
