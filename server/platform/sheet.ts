/** A spreadsheet that is not read; the message is a word that pages have a sentence for. */
export class SheetProblem extends Error {}

export interface Sheet {
  name: string
  isHidden: boolean
  /**
   * The text of each cell; a formula has that of its value, a day is YYYY-MM-DD, a time HH:MM, and a number that is shown
   * in per cent `50%`.
   */
  rows: string[][]
}

/** A number as it is shown in per cent; any other text as it is. */
export function percentText(number: string): string {
  // without the digits that come from computing in powers of two
  return number === '' || Number.isNaN(Number(number)) ? number : `${Number((Number(number) * 100).toPrecision(12))}%`
}
