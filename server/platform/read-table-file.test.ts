import { describe, expect, test } from 'vitest'
import { archiveOf, spreadsheetOf } from '#server/testing/spreadsheet.ts'
import { readTableFile } from './read-table-file.ts'

const limits = { lines: 100, rows: 20, columns: 30, cell: 100, strayQuotes: 5 }
const isHeading = (cell: string) => ['first name', 'born'].includes(cell.toLowerCase())
const read = (bytes: Uint8Array, asked = {}) => readTableFile(bytes, limits, isHeading, asked)
const cellsOf = async (bytes: Uint8Array, asked = {}) => (await read(bytes, asked)).rows.map(({ cells }) => cells)

describe('a spreadsheet', () => {
  const book = spreadsheetOf({
    Cover: [['Only a title']],
    Members: [
      ['First name', 'Born'],
      ['Siân & Co', { day: 41_732 }],
      [{ formula: 'UPPER("bet")', value: 'BET' }, '3 Apr 2013'],
    ],
  })

  test('is read from the sheet with the most rows, formulas by their value and days as days', async () => {
    expect(await read(book)).toMatchObject({ delimiter: null, sheet: 'Members', sheets: ['Cover', 'Members'] })
    expect(await cellsOf(book)).toEqual([
      ['First name', 'Born'],
      ['Siân & Co', '2014-04-03'],
      ['BET', '3 Apr 2013'],
    ])
    expect(await cellsOf(book, { sheet: 'Cover' })).toEqual([['Only a title']])
  })

  test('that would unpack to more than 100 MB is refused before it is unpacked', async () => {
    const bomb = archiveOf({ 'xl/workbook.xml': 'small', 'xl/worksheets/sheet1.xml': 'small' }, 60 * 1024 * 1024)
    await expect(read(bomb)).rejects.toThrow('too-large')
  })

  test('that is damaged, of another kind, or no spreadsheet at all is named', async () => {
    await expect(read(book.subarray(0, 400))).rejects.toThrow('damaged')
    await expect(read(archiveOf({ 'content.xml': '<x/>' }))).rejects.toThrow('ods')
    await expect(read(archiveOf({ 'photo.jpg': 'x' }))).rejects.toThrow('archive')
    await expect(read(Buffer.from('%PDF-1.7 a list'))).rejects.toThrow('pdf')
    await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toThrow('xls')
  })
})

describe('a text', () => {
  test('in UTF-16 is read with and without the mark at its beginning', async () => {
    const text = Buffer.from('First name;Born\nGŵyr;2016-01-02', 'utf16le')
    for (const bytes of [text, Buffer.concat([Buffer.from([0xff, 0xfe]), text])]) {
      expect(await read(bytes)).toMatchObject({ encoding: 'utf-16', delimiter: ';' })
      expect((await cellsOf(bytes))[1]).toEqual(['Gŵyr', '2016-01-02'])
    }
  })

  test('is read as somebody says, in place of what was found out', async () => {
    const bytes = Buffer.from('First name,Born\nSiân,x', 'latin1')
    expect(await read(bytes)).toMatchObject({ encoding: 'windows-1252', delimiter: ',' })
    expect(await cellsOf(bytes, { delimiter: ';' })).toEqual([['First name,Born'], ['Siân,x']])
  })

  test('of very many columns is refused', async () => {
    await expect(read(Buffer.from(`a${','.repeat(1_000_000)}`))).rejects.toThrow('columns: more than 30')
  })
})
