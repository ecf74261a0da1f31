import { hasKinds } from './outline.ts'

/** What a column of a table can hold for an outline. */
export const SHEET_FIELDS = ['title', 'id', 'parent', 'level', 'type', 'grade', 'text', 'external_id'] as const
export type SheetField = (typeof SHEET_FIELDS)[number]

/**
 * What says which row is below which: the id or title of the parent, the number of a level, the numbering (1.2.3), the
 * indentation of titles, or one column of titles for each level; `flat` = all rows are at the top.
 */
export const STRUCTURES = ['parent', 'level', 'number', 'indent', 'columns', 'flat'] as const
type Structure = (typeof STRUCTURES)[number]

/** How a table is read as an outline. */
export interface Reading {
  /** The line of the headings; 0 = the table has none. */
  header: number
  /** What each column holds; null = it is left out. */
  columns: (SheetField | null)[]
  structure: Structure
}

export interface SheetRow {
  row: number
  cells: readonly string[]
}

/** Headings in English and Welsh, the surest first. Those of `parts` name titles where each level has its own column. */
const HEADINGS: Record<SheetField | 'parts', readonly string[]> = {
  title:
    'title,name,short name,shortname,full name,fullname,full statement,fullstatement,statement,heading,label,item,teitl,enw'.split(
      ',',
    ),
  parts:
    'year,key stage,phase,subject,course,chapter,part,lesson,domain,strand,area,stage,award,badge,unit,topic,theme,category,module,cluster,group,substrand,sub strand,section,step,skill,competency,competence,outcome,objective,standard,element,indicator,criterion,lefel,cam,sgil'.split(
      ',',
    ),
  id: 'id,id number,idnumber,identifier,code,number,no,nr,ref,reference,key,guid,uuid,human coding scheme,humancodingscheme,notation,outline number,wbs,cod,rhif'.split(
    ',',
  ),
  parent:
    'parent,parent id,parentid,parent id number,parent code,parent identifier,parent ref,parent key,parent number,child of,belongs to,rhiant'.split(
      ',',
    ),
  level: 'level,level number,depth,tier,indent,outline level,hierarchy level,lefel,dyfnder'.split(','),
  type: 'type,kind,node type,math'.split(','),
  // in tables of other programs a grade is a class of a school
  grade: 'scale,grade scale,kind of assessment,assessment,graddfa'.split(','),
  text: 'text,description,details,notes,guidance,teaching points,comments,testun,disgrifiad,nodiadau'.split(','),
  external_id: ['external id'],
}

/** A heading without case, accents, underscores and double blanks. */
export const headingOf = (cell: string): string =>
  cell
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_.:*-]+/g, ' ')
    .trim()

const knownHeadings = new Set(Object.values(HEADINGS).flat())

/** Whether a cell is a heading that is known. */
export const isKnownHeading = (cell: string): boolean => knownHeadings.has(headingOf(cell))

/** How many cells of a row are headings that are known. */
export const headingsIn = ({ cells }: SheetRow): number => cells.filter(isKnownHeading).length

/** How many rows may stand above the headings. */
const MAX_ABOVE = 10

/** The row of the headings: of the first rows that with the most known ones. Null when no row has any. */
export function headerOf(rows: readonly SheetRow[]): SheetRow | null {
  let best: SheetRow | null = null
  for (const row of rows.slice(0, MAX_ABOVE)) if (headingsIn(row) > (best ? headingsIn(best) : 0)) best = row
  return best
}

/** The cells of a column that are not empty. */
export function filled(rows: readonly SheetRow[], column: number): string[] {
  return rows.flatMap(({ cells }) => (cells[column] ?? '').trim() || [])
}

const isWholeNumber = (cell: string) => /^\d{1,2}$/.test(cell)

/** A number or code in parts: `1.2.3`, `A.1`, `K.CC.4`. */
const CODE = /^[\p{L}\p{N}]+(?:[.][\p{L}\p{N}-]+)*\.?$/u
/** A title that begins with a number in parts. */
const NUMBERED_TITLE = /^(\d+(?:\.\d+)*|\p{Lu}(?:\.\d+)+)[.)]?\s+(?=\S)/u

/** The code before a title, such as `1.2` of `1.2 Float`, and the rest of it. */
export function splitNumber(title: string): { code: string; title: string } {
  const [whole = '', code = ''] = NUMBERED_TITLE.exec(title.trim()) ?? []
  return { code, title: title.trim().slice(whole.length) }
}

/** The code of the row above which a code is, among those that there are; null = none. */
export function codeAbove(code: string, codes: { has: (code: string) => boolean }): string | null {
  for (let above = code; above.includes('.');) {
    above = above.slice(0, above.lastIndexOf('.'))
    if (codes.has(above)) return above
  }
  return null
}

/** A code without the dot at its end. */
export const trimCode = (code: string): string => code.trim().replace(/\.$/, '')

/** Whether codes are a numbering: most are codes, and one is above another. */
function areNumbers(cells: readonly string[]): boolean {
  const codes = new Set(cells.filter((cell) => CODE.test(cell)).map(trimCode))
  return codes.size * 2 > cells.length && [...codes].some((code) => codeAbove(code, codes) !== null)
}

/** The blanks, dashes and bullets before a title. */
export const indentOf = (title: string): number => /^[\s\u00a0]*(?:[-–—•·*>]+[\s\u00a0]*)*/.exec(title)?.[0].length ?? 0

/** Whether headings are those of an outline as the product writes it. */
export const isOutlineHeader = (names: readonly string[]): boolean =>
  ['parent', 'title', 'type'].every((name) => names.includes(name))

/** Finds out how a table is read. */
export function guessReading(rows: readonly SheetRow[]): Reading {
  const header = headerOf(rows)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const body = rows.filter(({ row }) => row > (header?.row ?? 0))
  const names = Array.from({ length: width }, (_, column) => headingOf(header?.cells[column] ?? ''))
  /** The columns whose headings are among some, the surest first. */
  const named = (field: keyof typeof HEADINGS) =>
    HEADINGS[field].flatMap((heading) => names.flatMap((name, column) => (name === heading ? column : [])))
  const isOutline = isOutlineHeader(names)
  const columns: (SheetField | null)[] = Array.from({ length: width }, () => null)
  const take = (field: SheetField, column: number | undefined) => {
    if (column !== undefined && columns[column] === null) columns[column] = field
  }
  const [parent] = named('parent').filter((column) => filled(body, column).length > 0)
  take('parent', parent ?? named('parent')[0])
  const parents = new Set(parent === undefined ? [] : filled(body, parent))
  const ids = named('id')
  // of several columns with ids that which the parents name, or which is a numbering
  const isIdOfParents = (column: number) => filled(body, column).some((cell) => parents.has(cell))
  const numbers = ids.find((column) => areNumbers(filled(body, column)))
  take('id', parent === undefined ? (numbers ?? ids[0]) : (ids.find(isIdOfParents) ?? ids[0]))
  const levels = named('level')
  const level = levels.find((column) => {
    const cells = filled(body, column)
    return cells.length > 0 && cells.every(isWholeNumber)
  })
  take('level', level)
  take(
    'type',
    named('type').find((column) => hasKinds(filled(body, column))),
  )
  if (isOutline && names.includes('grade')) take('grade', names.indexOf('grade'))
  for (const field of ['grade', 'text', 'external_id'] as const) take(field, named(field)[0])
  const [title] = named('title')
  // what stands after the title says something else of it
  const parts = [...named('parts'), ...levels.filter((column) => column !== level)]
    .filter((column) => column < (title ?? Infinity))
    .toSorted((a, b) => a - b)
  const titles = title === undefined ? parts : [...parts, title]
  if (titles.length === 0) titles.push(...textColumn(body, columns))
  const widest = title ?? titles.toSorted((a, b) => new Set(filled(body, b)).size - new Set(filled(body, a)).size)[0]
  const numbered = numbers !== undefined && columns[numbers] === 'id'
  const structure = ((): Structure => {
    // an outline of ours may have nothing but levels
    if (parents.size > 0 || isOutline) return 'parent'
    if (level !== undefined) return 'level'
    if (numbered) return 'number'
    if (titles.length > 1) return 'columns'
    const cells = widest === undefined ? [] : body.flatMap((row) => row.cells[widest] ?? [])
    if (areNumbers(cells.flatMap((cell) => splitNumber(cell).code || []))) return 'number'
    return new Set(cells.map(indentOf)).size > 1 ? 'indent' : 'flat'
  })()
  if (structure === 'columns') for (const column of titles) take('title', column)
  else take('title', widest)
  return { header: header?.row ?? 0, columns, structure }
}

/** The first column, of those that hold nothing else, in which most cells are words. */
function textColumn(rows: readonly SheetRow[], columns: readonly (SheetField | null)[]): number[] {
  const index = columns.findIndex((field, column) => {
    const cells = filled(rows, column)
    return (
      field === null && cells.length > 0 && cells.filter((cell) => /\p{L}{2}/u.test(cell)).length * 2 > cells.length
    )
  })
  return index < 0 ? [] : [index]
}
