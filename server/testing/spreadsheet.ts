import { crc32, deflateRawSync } from 'node:zlib'

/** An archive of files; `declared` is the unpacked size that its directory says of each. */
export function archiveOf(files: Readonly<Record<string, string>>, declared?: number, isCompressed = false): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = isCompressed ? deflateRawSync(text) : Buffer.from(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isCompressed ? 8 : 0, 4)
    fields.writeUInt32LE(crc32(text), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(declared ?? Buffer.byteLength(text), 18)
    fields.writeUInt16LE(name.length, 22)
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), content])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    // the directory's fields begin with the version of the writer
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), fields, entry, Buffer.from(name))
    parts.push(header)
    offset += header.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const columnName = (index: number) => String.fromCharCode(65 + index)

/**
 * A cell: a text, a formula with its value, a day as spreadsheets count them, a share that is shown in per cent by one of
 * two formats (5 is one that only shows the sign), or a text that its format indents once.
 */
export type SheetCell =
  | string
  | { formula: string; value: string }
  | { day: number }
  | { percent: string; style: 3 | 4 | 5 }
  | { indented: string }

function cellXml(cell: SheetCell, at: string): string {
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  if ('indented' in cell) return `<c r="${at}" s="2" t="inlineStr"><is><t>${escaped(cell.indented)}</t></is></c>`
  if ('percent' in cell) return `<c r="${at}" s="${cell.style}"><v>${cell.percent}</v></c>`
  if ('day' in cell) return `<c r="${at}" s="1"><v>${cell.day}</v></c>`
  return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`
}

/**
 * An .xlsx file of these sheets, in each of which these areas, such as A2:A9, are merged. Cells are indented so often
 * where they are, `workbookPr` are the properties of the workbook, `hidden` the names of sheets that are hidden, and `prefix`
 * stands before the names of elements. With `addresses: false` no row or cell says where it is.
 */
export function spreadsheetOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  merged: readonly string[] = [],
  { indent = 1, workbookPr = '', hidden = [] as readonly string[], prefix = '', addresses = true } = {},
): Buffer {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATION}"><workbookPr ${workbookPr}/><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_name, index) =>
          `<Relationship Id="rId${index + 1}" Type="${RELATION}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId99" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="0.0 %;-0.0 %"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="0"><alignment indent="${indent}"/></xf><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  }
  const mergeCells =
    merged.length === 0 ? '' : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  Object.values(sheets).forEach((rows, index) => {
    const lines = rows.map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join('')}</row>`,
    )
    const data = addresses ? lines.join('') : lines.join('').replaceAll(/(?<=<(?:row|c)) r="[A-Z0-9]+"/g, '')
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `${XML}<worksheet ${MAIN}><sheetData>${data}</sheetData>${mergeCells}</worksheet>`
  })
  // as programs write it that have no default namespace
  const prefixed = (xml: string) =>
    xml.replaceAll(MAIN, MAIN.replace('xmlns', `xmlns:${prefix}`)).replaceAll(/<(\/?)(?=[a-z])/gi, `<$1${prefix}:`)
  const isOfMain = (name: string) => /^xl\/[^_]/.test(name)
  return archiveOf(
    prefix === ''
      ? files
      : Object.fromEntries(
          Object.entries(files).map(([name, xml]) => [name, isOfMain(name) ? prefixed(xml) : xml] as const),
        ),
  )
}

/** An .ods file whose tables, and the styles that they name, are written as XML. */
export function odsOf(tables: string, styles = ''): Buffer {
  const body = `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`
  return archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${XML}<office:document-content><office:automatic-styles>${styles}</office:automatic-styles>${body}</office:document-content>`,
  })
}
