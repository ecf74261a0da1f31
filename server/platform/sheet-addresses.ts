import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { columnOf } from './sheet-layout.ts'

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
    // the row counts from 1, as its address does, and the column from 0
    let [row, column] = [0, -1]
    const xml = strFromU8(content).replaceAll(ROW_OR_CELL, (tag, element: string, kind: string, rest: string) => {
      const [, letters = '', digits = ''] = ADDRESS.exec(rest) ?? []
      if (kind === 'row') {
        row = digits === '' ? row + 1 : Number(digits)
        column = -1
      } else column = letters === '' ? column + 1 : columnOf(letters)
      if (digits !== '') return tag
      anyMissing = true
      return `<${element} r="${kind === 'row' ? '' : lettersOf(column)}${row}"${rest}`
    })
    files[name] = strToU8(xml)
  }
  return anyMissing ? zipSync(files, { level: 0 }) : null
}

/** The letters of a column, which counts from 0: A, Z, AA. */
function lettersOf(column: number): string {
  const before = Math.floor(column / 26) - 1
  return (before < 0 ? '' : lettersOf(before)) + String.fromCharCode(65 + (column % 26))
}
