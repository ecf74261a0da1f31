import { describe, expect, test } from 'vitest'
import { archiveOf, odsOf, spreadsheetOf } from '#server/testing/spreadsheet.ts'
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

  test('of which a hidden sheet has the most rows, such as a list to choose from, is read from one that is shown', async () => {
    const sheets = { Lists: [['Town'], ['Bangor'], ['Rhyl'], ['Bala']], Members: [['Name'], ['Evie']], Old: [['Name']] }
    const book = spreadsheetOf(sheets, [], { hidden: ['Lists', 'Old'] })
    expect(await read(book)).toMatchObject({ sheet: 'Members', sheets: ['Lists', 'Members', 'Old'] })
    expect((await read(book)).all).toBeUndefined()
    expect(await cellsOf(book, { sheet: 'Lists' })).toEqual(sheets.Lists)
    const hidden = spreadsheetOf(sheets, [], { hidden: Object.keys(sheets) })
    expect(await read(hidden)).toMatchObject({ sheet: 'Lists' })
  })

  test('has the value of merged cells in each row that they stand for, but not in other columns', async () => {
    const merged = spreadsheetOf(
      {
        Members: [
          ['Class lists 2026', '', ''],
          [''],
          ['Group', 'First name', 'Born'],
          ['Ducklings', 'Siân', '3 Apr 2013'],
          ['', 'Bet', ''],
          ['', 'Cai', '4 Apr 2013'],
          ['', 'Dewi', '5 Apr 2013'],
        ],
      },
      ['A1:C1', 'A4:A6', 'C4:C5', 'XFD1:XFD7'],
    )
    expect((await cellsOf(merged)).slice(-5)).toEqual([
      ['Group', 'First name', 'Born'],
      ['Ducklings', 'Siân', '3 Apr 2013'],
      ['Ducklings', 'Bet', '3 Apr 2013'],
      ['Ducklings', 'Cai', '4 Apr 2013'],
      ['', 'Dewi', '5 Apr 2013'],
    ])
  })

  test('has numbers in per cent as they are shown', async () => {
    const shares = spreadsheetOf({
      Progress: [
        ['First name', 'Stage 1', 'Stage 2', 'Stage 3'],
        ['Siân', { percent: '0.29', style: 3 }, { percent: '1', style: 4 }, { percent: '7', style: 5 }],
      ],
    })
    expect((await cellsOf(shares))[1]).toEqual(['Siân', '29%', '100%', '7'])
    const cell =
      '<table:table-cell office:value-type="percentage" office:value="0.575"><text:p>58%</text:p></table:table-cell>'
    const table = `<table:table table:name="A"><table:table-row>${cell}</table:table-row></table:table>`
    expect(await cellsOf(odsOf(table))).toEqual([['57.5%']])
  })

  test('keeps blanks before a text, and has them where the format of a cell indents it', async () => {
    const outline = spreadsheetOf({
      Skills: [
        ['Stage 1', ''],
        ['   Float', 'x'],
        [{ indented: 'Kick' }, ' y '],
      ],
    })
    expect(await cellsOf(outline)).toEqual([['Stage 1'], ['   Float', 'x'], ['  Kick', ' y ']])
  })

  test('is read alike where its elements have a prefix', async () => {
    const rows = {
      Members: [
        ['Group', 'First name'],
        ['Ducklings', { indented: 'Siân' }],
        ['', 'Bet'],
      ],
    }
    const plain = await cellsOf(spreadsheetOf(rows, ['A2:A3']))
    expect(plain[2]).toEqual(['Ducklings', 'Bet'])
    expect(await cellsOf(spreadsheetOf(rows, ['A2:A3'], { prefix: 'x' }))).toEqual(plain)
  })

  test('is read where its rows and cells do not say where they are, as some programs of .NET write them', async () => {
    const rows = { Class: [['Name', 'Day'], ['Ann', { day: 42_117 }], [], ['', { indented: 'Monday' }]] }
    const plain = await cellsOf(spreadsheetOf(rows, ['A2:A4']))
    expect(plain).toEqual([['Name', 'Day'], ['Ann', '2015-04-23'], ['Ann'], ['Ann', '  Monday']])
    expect(await cellsOf(spreadsheetOf(rows, ['A2:A4'], { addresses: false }))).toEqual(plain)
    expect(await cellsOf(spreadsheetOf(rows, ['A2:A4'], { addresses: false, prefix: 'x' }))).toEqual(plain)
  })

  test('has a time of day as its hour and minute', async () => {
    const times = spreadsheetOf({
      Members: [
        ['First name', 'Time'],
        ['Siân', { day: 0.6875 }],
        ['Bet', { day: 0 }],
      ],
    })
    expect(await cellsOf(times)).toEqual([
      ['First name', 'Time'],
      ['Siân', '16:30'],
      ['Bet', '00:00'],
    ])
  })

  test('counts days from 1904 where it says so, in both ways in which programs write it', async () => {
    const days = {
      Members: [
        ['First name', 'Born'],
        ['Siân', { day: 40_270 }],
        ['Bet', { day: 0.6875 }],
      ],
    }
    for (const yes of ['1', 'true'])
      expect(await cellsOf(spreadsheetOf(days, [], { workbookPr: `date1904="${yes}"` }))).toEqual([
        ['First name', 'Born'],
        ['Siân', '2014-04-03'],
        ['Bet', '16:30'],
      ])
    expect((await cellsOf(spreadsheetOf(days, [], { workbookPr: 'date1904="false"' })))[1]).toEqual([
      'Siân',
      '2010-04-02',
    ])
  })

  test('that indents a cell further than a spreadsheet can is read all the same', async () => {
    const outline = { Skills: [['Stage 1'], [{ indented: 'Kick' }]] }
    const far = spreadsheetOf(outline, [], { indent: 1_000_000_000 })
    const [, [kick = ''] = []] = await readTableFile(far, { ...limits, cell: 1_000 }, isHeading).then(({ rows }) =>
      rows.map(({ cells }) => cells),
    )
    expect(kick.trim()).toBe('Kick')
  })

  test('that would unpack to more than 100 MB is refused before it is unpacked', async () => {
    const bomb = archiveOf({ 'xl/workbook.xml': 'small', 'xl/worksheets/sheet1.xml': 'small' }, 60 * 1024 * 1024)
    await expect(read(bomb)).rejects.toThrow('too-large')
  })

  test('that unpacks to more than its directory says is not unpacked beyond that', async () => {
    const cells = `<worksheet><sheetData><row r="1">${'<c r="A1"><v>1</v></c>'.repeat(2_000_000)}`
    const link = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
    const names = '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>'
    const files = { 'xl/workbook.xml': names, 'xl/_rels/workbook.xml.rels': link, 'xl/worksheets/sheet1.xml': cells }
    const bomb = archiveOf(files, 1_000, true)
    expect(bomb.length).toBeLessThan(200_000)
    const before = process.memoryUsage.rss()
    await expect(read(bomb)).rejects.toThrow('damaged')
    expect(process.memoryUsage.rss() - before).toBeLessThan(40_000_000)
  })

  test('that is damaged, of another kind, or no spreadsheet at all is named', async () => {
    await expect(read(book.subarray(0, 400))).rejects.toThrow('damaged')
    await expect(read(archiveOf({ 'photo.jpg': 'x' }))).rejects.toThrow('archive')
    await expect(read(Buffer.from('%PDF-1.7 a list'))).rejects.toThrow('pdf')
    await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toThrow('xls')
  })
})

describe('an OpenDocument spreadsheet', () => {
  const book =
    odsOf(`<table:table table:name="Cover"><table:table-row><table:table-cell office:value-type="string"><text:p>Only a title</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="Members"><table:table-column table:number-columns-repeated="16384"/><table:table-header-rows><table:table-row>
<table:table-cell office:value-type="string"><text:p>First name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Born</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>Group</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16380"/></table:table-row></table:table-header-rows>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>Who is this?</text:p></office:annotation><text:p>Siân <text:span>&amp;</text:span><text:s text:c="2"/>Co</text:p><text:p>two</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2014-04-03"><text:p>03.04.14</text:p></table:table-cell><table:table-cell/><table:covered-table-cell/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:formula="of:=UPPER(&quot;bet&quot;)" office:value-type="string" office:string-value="BET"><text:p>BET</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="7"><text:p>7,00</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2014-04-03T16:30:00"><text:p>x</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`)

  test('of which a hidden sheet has the most rows is read from one that is shown', async () => {
    const table = (style: string, name: string, rows: number) =>
      `<table:table table:name="${name}" table:style-name="${style}">${`<table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row>`.repeat(rows)}</table:table>`
    const style = (name: string, display: boolean) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
    const styles = style('ta1', true) + style('ta2', false)
    const shown = await read(odsOf(table('ta2', 'Lists', 4) + table('ta1', 'Members', 2), styles))
    expect(shown).toMatchObject({ sheet: 'Members', sheets: ['Lists', 'Members'] })
  })

  test('is read with its repeated cells and rows, values instead of what is shown, and without comments', async () => {
    const table = await read(book)
    expect(table).toMatchObject({ delimiter: null, sheet: 'Members', sheets: ['Cover', 'Members'] })
    expect(table.rows).toEqual([
      { row: 1, cells: ['First name', 'Born', 'Group', 'Group'] },
      { row: 4, cells: ['Siân &  Co\ntwo', '2014-04-03'] },
      { row: 5, cells: ['BET', '7', '2014-04-03 16:30'] },
      { row: 6, cells: ['BET', '7', '2014-04-03 16:30'] },
    ])
    expect(await cellsOf(book, { sheet: 'Cover' })).toEqual([['Only a title']])
  })

  test('has the value of merged cells in each row that they stand for', async () => {
    const cell = (text: string, rows = 1) =>
      `<table:table-cell office:value-type="string" table:number-rows-spanned="${rows}"><text:p>${text}</text:p></table:table-cell>`
    const rows = [
      cell('First name') + cell('Group'),
      `${cell('Siân')}${cell('Ducklings', 3)}`,
      `${cell('Bet')}<table:covered-table-cell/>`,
      `${cell('Cai')}<table:covered-table-cell table:number-columns-repeated="1"/>`,
      `${cell('Dewi')}<table:table-cell/>`,
    ]
    const tableRows = rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('')
    expect(await cellsOf(odsOf(`<table:table table:name="A">${tableRows}</table:table>`))).toEqual([
      ['First name', 'Group'],
      ['Siân', 'Ducklings'],
      ['Bet', 'Ducklings'],
      ['Cai', 'Ducklings'],
      ['Dewi'],
    ])
  })

  test('that is encrypted, breaks off, is a text, or unrolls to too much is refused', async () => {
    await expect(read(archiveOf({ 'content.xml': 'nonsense of a key' }))).rejects.toThrow('damaged')
    await expect(
      read(archiveOf({ 'content.xml': '<office:document-content><office:body><office:spreadsheet>' })),
    ).rejects.toThrow('damaged')
    const text = '<office:document-content><office:body><office:text/></office:body></office:document-content>'
    await expect(read(archiveOf({ 'content.xml': text }))).rejects.toThrow('archive')
    const cell = '<table:table-cell table:number-columns-repeated="900"><text:p>x</text:p></table:table-cell>'
    for (const row of [`${cell}${cell}`, cell])
      await expect(
        read(
          odsOf(
            `<table:table table:name="A"><table:table-row table:number-rows-repeated="100000">${row}</table:table-row></table:table>`,
          ),
        ),
      ).rejects.toThrow('too-large')
  })
})

describe('a text', () => {
  test('may end with the mark by which programs of MS-DOS end a file', async () => {
    expect(await cellsOf(Buffer.from('First name,Born\r\nSian,3 Apr 2013\r\n\u001A'))).toEqual([
      ['First name', 'Born'],
      ['Sian', '3 Apr 2013'],
    ])
    await expect(read(Buffer.from('First name,Born\nSi\u001An,3 Apr 2013\n'))).rejects.toThrow('not a text')
  })

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
