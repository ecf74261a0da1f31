import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { FoundOutline, ReadingBody } from '#contract/curriculum/scheme-files.ts'
import { nullable } from '#contract/platform/fields.ts'
import { readCasePackage, type CasePackage } from '#domain/curriculum/transfer/case-package.ts'
import { isFramework, readFramework, type FrameworkScale } from '#domain/curriculum/transfer/moodle.ts'
import { OUTLINE, type OutlineRow } from '#domain/curriculum/transfer/outline.ts'
import type { ImportProblem } from '#domain/curriculum/transfer/scheme-file.ts'
import { bodyOf, isOutline, readSheet } from '#domain/curriculum/transfer/sheet.ts'
import { guessReading, isKnownHeading, type Reading } from '#domain/curriculum/transfer/sheet-columns.ts'
import { faultOfText, placeOf } from '#domain/curriculum/transfer/text-fault.ts'
import { isArchive } from '#domain/platform/archive.ts'
import { fromCsvCell } from '#domain/platform/csv-cell.ts'
import { cutText } from '#domain/platform/cut-text.ts'
import { findDelimiter, isList } from '#domain/platform/table-layout.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { readTableFile, UnreadableFile } from '#server/platform/read-table-file.ts'
import { readTable, TableProblem, type TableLimits, type TableRow } from '#server/platform/read-table.ts'

/** The rows of a file that is no scheme file, and what the file was found to be. */
export interface ReadOutlineFile {
  outline: OutlineRow[]
  problems: ImportProblem[]
  found: FoundOutline
  /** The scale that a competency framework brings with it. */
  labels: FrameworkScale | null
}

/** Enough rows for the largest scheme (one for each node, one for the header), and for the longest texts of authors. */
const LIMITS: TableLimits = {
  lines: 1_000_000,
  rows: 50_001,
  columns: 200,
  cell: 100_000,
  strayQuotes: 1_000,
  refusesOpenQuotes: true,
}
/** A delimiter that no text has, for lists, in which commas are letters. */
const NO_DELIMITER = '\u001F'

/** A file that cannot be read; `detail` says why in one word, and where. */
const unreadable = (detail: string, cause?: unknown) =>
  new Refusal('CSV_UNREADABLE', { field: 'text', detail, ...(cause === undefined ? {} : { cause }) })

const inWords = ({ line, column }: { line: number; column: number }) => `line ${line}, column ${column}`

/** Refuses what is no text. */
export function refuseNoText(text: string): void {
  const fault = faultOfText(text)
  if (!fault) return
  const { why, line = 0, column = 0 } = fault
  throw unreadable(line === 0 ? why : `${why}: ${inWords({ line, column })}`)
}

/** Escapes of characters that no database stores. */
const ESCAPES = /\\u(0000|d[89a-f])/i

function refuseUnstorable(_: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new Error('no text')
  return value
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, ESCAPES.test(text) ? refuseUnstorable : undefined)
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const place = placeOf(text, position === undefined ? text.length : Number(position))
    throw unreadable(`NOT_JSON: ${inWords(place)}`, error)
  }
}

/** The rows of a table, and the sheets of the spreadsheet that it is from. */
interface Table extends Pick<FoundOutline, 'sheet' | 'sheets'> {
  rows: TableRow[]
}

/** Reads the rows of a text. */
export function parseTable(text: string): Table {
  try {
    const delimiter = isList(text) ? NO_DELIMITER : findDelimiter(text, isKnownHeading)
    return { rows: readTable(text, LIMITS, delimiter), sheet: null, sheets: [] }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Reads the rows of a spreadsheet, which is given as base64. */
export async function parseSheet(base64: string, sheet: string | undefined): Promise<Table> {
  const bytes = Buffer.from(base64, 'base64')
  if (!isArchive(bytes)) throw unreadable('NO_SPREADSHEET')
  try {
    return await readTableFile(bytes, LIMITS, isKnownHeading, sheet === undefined ? {} : { sheet })
  } catch (error) {
    throw error instanceof UnreadableFile
      ? unreadable(`SHEET_${error.message.replace('-', '_').toUpperCase()}`, error)
      : refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof TableProblem)) return error
  return error.limit === 'quotes'
    ? unreadable(`QUOTES: ${error.message}`, error)
    : new Refusal('CSV_TOO_LONG', { field: 'text', detail: error.message, cause: error })
}

/** How many cells of a column are shown, and how many characters of each. */
const SAMPLES = 3
const SAMPLE_LENGTH = 60

/** Reads a table: an outline of ours, a competency framework of Moodle, or any other, by `reading` or as it is guessed. */
export function readOutlineTable({ rows: read, sheet, sheets }: Table, reading?: ReadingBody): ReadOutlineFile {
  const table = read.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (isFramework(table)) {
    const { rows, leftOut, name, scale } = readFramework(table)
    const found = { form: 'moodle' as const, name, reading: null, sheet, sheets, columns: [], left_out: leftOut }
    return { outline: rows, problems: [], found, labels: scale }
  }
  const used: Reading = reading ?? guessReading(table)
  const header = table.find(({ row }) => row === used.header)
  // an export has its texts as they are; others may have blanks round them, which only an indentation needs
  const isExport = header?.cells.join() === OUTLINE.join()
  const keepsBlanks = (column: number) => used.structure === 'indent' && used.columns[column] === 'title'
  const rows = table.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell, column) => fromCsvCell(isExport || keepsBlanks(column) ? cell : cell.trim())),
  }))
  const width = header?.cells.length ?? 0
  const problems = rows.flatMap(({ row, cells }): ImportProblem[] => {
    const rest = cells.filter((cell, column) => column >= width && cell !== '' && !used.columns[column])
    return row > used.header && used.header > 0 && rest.length > 0
      ? [{ at: String(row), code: 'MORE_CELLS', what: cutText(rest.join('; '), 200) }]
      : []
  })
  const { rows: outline, leftOut } = readSheet(rows, used)
  const below = bodyOf(rows, used, header)
  const columns = used.columns.map((_, column) => ({
    heading: cutText((header?.cells[column] ?? '').trim(), SAMPLE_LENGTH),
    samples: below.flatMap(({ cells }) => cutText((cells[column] ?? '').trim(), SAMPLE_LENGTH) || []).slice(0, SAMPLES),
  }))
  const form = isOutline(table) ? ('outline' as const) : ('table' as const)
  const found = { form, name: '', reading: used, sheet, sheets, columns, left_out: leftOut }
  return { outline, problems, found, labels: null }
}

const Link = Type.Object({ identifier: Type.String() })
const OptionalText = Type.Optional(nullable(Type.String()))
/** What is read of a CASE package; there may be more. */
const Package = Type.Unsafe<CasePackage>(
  Type.Object({
    CFDocument: Type.Object({
      identifier: Type.String(),
      title: Type.String(),
      description: OptionalText,
      notes: OptionalText,
    }),
    CFItems: Type.Array(
      Type.Object({
        identifier: Type.String(),
        fullStatement: Type.String(),
        abbreviatedStatement: OptionalText,
        humanCodingScheme: OptionalText,
        notes: OptionalText,
      }),
      { maxItems: LIMITS.rows },
    ),
    CFAssociations: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            associationType: Type.String(),
            originNodeURI: Link,
            destinationNodeURI: Link,
            sequenceNumber: Type.Optional(nullable(Type.Union([Type.Number(), Type.String()]))),
          }),
        ),
      ),
    ),
    CFRubrics: Type.Optional(nullable(Type.Array(Type.Unknown()))),
  }),
)

/** Whether a JSON value is meant to be a CASE package. */
export const isCasePackage = (parsed: unknown): boolean =>
  typeof parsed === 'object' && parsed !== null && 'CFDocument' in parsed

/** Reads a CASE package. */
export function readCaseFile(parsed: unknown): ReadOutlineFile {
  if (!Value.Check(Package, parsed)) {
    const [first] = Value.Errors(Package, parsed)
    throw unreadable(`CASE: ${first?.instancePath ?? ''} ${first?.message ?? ''}`)
  }
  const { rows, leftOut, name } = readCasePackage(parsed)
  const found = {
    form: 'case' as const,
    name: cutText(name, 100),
    reading: null,
    sheet: null,
    sheets: [],
    columns: [],
    left_out: leftOut,
  }
  return { outline: rows, problems: [], found, labels: null }
}
