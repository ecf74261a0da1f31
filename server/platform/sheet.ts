/** A spreadsheet that is not read; the message is a word that pages have a sentence for. */
export class SheetProblem extends Error {}

export interface Sheet {
  name: string
  /** The text of each cell; a formula has that of its value, a day is YYYY-MM-DD, and a time HH:MM. */
  rows: string[][]
}
