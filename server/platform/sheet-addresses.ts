import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The beginning of a row or a cell: its name with a prefix, and its attributes. */
const ROW_OR_CELL = /<((?:\w+:)?(row|c))((?:\s[^<>]*?)?\/?>)/g
const ADDRESS = /\sr\s*=\s*["']([A-Z]{0,3})(\d*)["']/

/**
 * An .xlsx file in which each cell says where it is. Programs may leave that out: a cell is then beside the one before it,
 * and a row below the one before it. Null when nothing was left out.
 */
export function withAddresses(bytes: Uint8Array): Uint8Array | null {
  const files = unzipSync(bytes)
  let anyMissing = false
  for (const [name, content] of Object.entries(files)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) continue
    let [row, column] = [0, 0]
    const xml = strFromU8(content).replaceAll(ROW_OR_CELL, (tag, element: string, kind: string, rest: string) => {
      const [, letters = '', digits = ''] = ADDRESS.exec(rest) ?? []
      if (kind === 'row') {
        row = digits === '' ? row + 1 : Number(digits)
        column = 0
      } else column = letters === '' ? column + 1 : numberOf(letters)
      if (digits !== '') return tag
      anyMissing = true
      return `<${element} r="${kind === 'row' ? '' : lettersOf(column)}${row}"${rest}`
    })
    files[name] = strToU8(xml)
  }
  return anyMissing ? zipSync(files, { level: 0 }) : null
}

/** The number of a column by its letters: A is 1, Z is 26, AA is 27. */
function numberOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

function lettersOf(column: number): string {
  const before = Math.floor((column - 1) / 26)
  return (before === 0 ? '' : lettersOf(before)) + String.fromCharCode(65 + ((column - 1) % 26))
}
