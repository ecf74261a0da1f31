import { areNumbers, areOrdinals, splitNumber } from './numbering.ts'
import { hasKinds, isNotAssessable } from './outline.ts'

/** What a column of a table can hold for an outline. */
export const SHEET_FIELDS = [
  'title',
  'id',
  'parent',
  'order',
  'level',
  'type',
  'grade',
  'text',
  'section',
  'strand',
  'external_id',
] as const
export type SheetField = (typeof SHEET_FIELDS)[number]

/** Whether several columns can hold a field: titles of several levels, and texts that are sections of their own. */
export const holdsSeveral = (field: SheetField): boolean => field === 'title' || field === 'section'

/**
 * What says which row is below which: the id or title of the parent, the number of a level, the numbering (1.2.3), the
 * indentation of titles, one column of titles for each level, the words for kinds of rows, or a grid whose headings are
 * levels, with skills below each; `flat` = all rows are at the top.
 */
export const STRUCTURES = ['parent', 'level', 'number', 'indent', 'columns', 'grid', 'type', 'flat'] as const
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
  /** Quotation marks in the row were read as letters. */
  stray?: true
}

/** Headings in English and Welsh, the surest first. Those of `parts` name titles where each level has its own column. */
const HEADINGS: Record<Exclude<SheetField, 'section' | 'strand'> | 'parts', readonly string[]> = {
  title:
    'title,name,short name,shortname,full name,fullname,full statement,fullstatement,statement,heading,label,item,teitl,enw,titel,bezeichnung,titre,intitule,libelle'.split(
      ',',
    ),
  parts:
    'year,key stage,phase,subject,discipline,sport,course,chapter,part,lesson,domain,strand,area,stage,award,badge,apparatus,event,stroke,unit,topic,theme,category,module,cluster,group,substrand,sub strand,section,step,skill,competency,competence,outcome,learning outcome,objective,learning objective,learning intention,content description,content descriptor,standard,element,indicator,performance indicator,criterion,level name,level title,lefel,cam,sgil,blwyddyn,cyfnod allweddol,cyfnod,pwnc,camp,cwrs,pennod,rhan,gwers,parth,maes,llinyn,gwobr,bathodyn,cyfarpar,uned,thema,categori,modiwl,grwp,adran,cymhwysedd,deilliant,deilliant dysgu,amcan,amcan dysgu,safon,elfen,dangosydd,maen prawf,stufe,klasse,bereich,disziplin,gerat,abzeichen,kompetenz,fertigkeit,lernziel,ziel,ubung,element,modul,kapitel,niveau,palier,domaine,discipline,agres,etape,competence,objectif,exercice,epreuve'.split(
      ',',
    ),
  id: 'id,id number,idnumber,identifier,code,number,no,nr,ref,reference,key,guid,uuid,human coding scheme,humancodingscheme,notation,outline number,wbs,cod,rhif,rhif adnabod,dynodydd,cyfeirnod,nummer,kennung,numero'.split(
    ',',
  ),
  parent:
    'parent,parent id,parentid,parent id number,parent code,parent identifier,parent ref,parent key,parent number,child of,is child of,belongs to,rhiant,cod rhiant,rhif rhiant,cod y rhiant,yn perthyn i'.split(
      ',',
    ),
  order:
    'order,order number,sort,sort order,sortorder,sort number,sequence,sequence number,seq,position,rank,trefn,safle,dilyniant'.split(
      ',',
    ),
  level: 'level,level number,depth,tier,indent,outline level,hierarchy level,lefel,dyfnder'.split(','),
  type: 'type,kind,node type,item type,row type,level type,competency type,math,math o eitem'.split(','),
  // in tables of other programs a grade is a class of a school
  grade: 'scale,grade scale,kind of assessment,assessment,graddfa,graddfa raddio'.split(','),
  text: 'text,description,details,notes,guidance,criteria,assessment criteria,success criteria,learning outcomes,teaching points,coaching points,technical points,key points,progressions,activities,games,drills,equipment,resources,vocabulary,key vocabulary,safety,safety notes,differentiation,adaptations,common faults,common errors,corrections,elaborations,assessment,comments,testun,disgrifiad,nodiadau,meini prawf,pwyntiau dysgu,pwyntiau hyfforddi,offer,adnoddau,diogelwch,meini prawf asesu,meini prawf llwyddiant,deilliannau dysgu,pwyntiau allweddol,pwyntiau technegol,dilyniannau,gweithgareddau,gemau,driliau,geirfa,beschreibung,kriterien,hinweise,bemerkungen,ubungen,criteres,remarques,consignes,conseils,gwahaniaethu,addasiadau,gwallau cyffredin,cywiriadau,manylion,canllawiau,sylwadau'.split(
    ',',
  ),
  external_id: ['external id', 'id allanol'],
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

/** Headings that are known by their beginning or end, where they are not among those above. */
function alikeFieldOf(heading: string): 'parent' | 'id' | 'parts' | null {
  if (knownHeadings.has(heading)) return null
  if (/^parent\b|\bparent$/.test(heading)) return 'parent'
  if (/^(?:level|lefel|tier|depth|heading|[hl]) ?\d$/.test(heading)) return 'parts'
  const [, named = ''] = /^(.+?)(?:s| name| title)$/.exec(heading) ?? []
  if (HEADINGS.parts.includes(named)) return 'parts'
  return /\b(?:id|uuid|guid|code|ref)$/.test(heading) ? 'id' : null
}

/** Whether a heading is known. */
const isKnown = (heading: string): boolean => knownHeadings.has(heading) || alikeFieldOf(heading) !== null

/** Whether a cell is a heading that is known. */
export const isKnownHeading = (cell: string): boolean => isKnown(headingOf(cell))

/** How many cells of a row are headings that are known. */
export const headingsIn = ({ cells }: SheetRow): number => cells.filter(isKnownHeading).length

/** How many rows may stand above the headings. */
const MAX_ABOVE = 10

/**
 * The row of the headings: of the first rows that with the most known ones. Null when no row has any. In a list, only
 * the first line can be a heading.
 */
export function headerOf(rows: readonly SheetRow[]): SheetRow | null {
  const isList = rows.every(({ cells }) => cells.length < 2)
  let best: SheetRow | null = null
  for (const row of rows.slice(0, isList ? 1 : MAX_ABOVE))
    if (headingsIn(row) > (best ? headingsIn(best) : 0)) best = row
  return best
}

/** The cells of a column that are not empty. */
export function filled(rows: readonly SheetRow[], column: number): string[] {
  return rows.flatMap(({ cells }) => (cells[column] ?? '').trim() || [])
}

const isWholeNumber = (cell: string) => /^\d{1,2}$/.test(cell)

/** The blanks, dashes and bullets before a title, or the hashes of a heading. */
const SHIFT = /^[\s\u00a0]*(?:#{1,6}[\s\u00a0]+|(?:[-–—•·*>]+[\s\u00a0]*)*)/u

/** How far a title is indented. A heading with hashes is above all that has none. */
function indentOf(title: string): number {
  const shift = SHIFT.exec(title)?.[0] ?? ''
  const hashes = shift.trim().startsWith('#') ? shift.trim().length : 0
  return hashes > 0 ? hashes - 10 : shift.length
}

/** A title without what indents it. */
export const withoutIndent = (title: string): string => title.replace(SHIFT, '').trim()

/** Whether headings are those of an outline as the product writes it. */
export const isOutlineHeader = (names: readonly string[]): boolean =>
  ['parent', 'title', 'type'].every((name) => names.includes(name))

/** The columns of a table by their headings and cells, while it is found out how it is read. */
class Columns {
  readonly body: readonly SheetRow[]
  readonly names: readonly string[]
  readonly fields: (SheetField | null)[]

  constructor(rows: readonly SheetRow[], header: SheetRow | null) {
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    this.body = rows.filter(({ row }) => row > (header?.row ?? 0))
    this.names = Array.from({ length: width }, (_, column) => headingOf(header?.cells[column] ?? ''))
    this.fields = Array.from({ length: width }, () => null)
  }

  /** The columns whose headings are those of a field, the surest first. */
  named(field: keyof typeof HEADINGS): number[] {
    const columnsOf = (names: readonly string[]) =>
      HEADINGS[field].flatMap((heading) => names.flatMap((name, column) => (name === heading ? column : [])))
    const exact = columnsOf(this.names)
    // a language or unit in brackets: `Description (EN)`
    const bare = columnsOf(this.names.map((name) => name.replaceAll(/\([^)]*\)/g, '').trim()))
    return [
      ...exact,
      ...bare.filter((column) => !exact.includes(column)),
      ...this.names.flatMap((name, column) => (alikeFieldOf(name) === field ? column : [])),
    ]
  }

  filled(column: number): string[] {
    return filled(this.body, column)
  }

  /** Says what a column holds, unless it holds something already. */
  take(field: SheetField, column: number | undefined): void {
    if (column !== undefined && this.fields[column] === null) this.fields[column] = field
  }
}

/** A heading that is a level: a word with a number, or a word of a ladder. */
const LEVEL_NAME =
  /^(?:(?:key stage|stage|level|lvl|year|yr|grade|badge|award|step|phase|unit|band|ks|cam|lefel|blwyddyn|[ylf]) ?\d{1,2}|reception|eyfs|foundation|beginners?|novice|improvers?|intermediate|advanced|expert|bronze|silver|gold|platinum|emerging|developing|expected|exceeding|securing?|mastering|dechreuwyr|efydd|arian|aur)$/

/**
 * How a grid is read: its headings are levels, and below each stand skills; a first column may have the strand of a row. Null
 * for any other table.
 */
function gridReading(rows: readonly SheetRow[]): Reading | null {
  const header = rows.slice(0, MAX_ABOVE).find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const names = (header?.cells ?? []).map(headingOf)
  const isLevel = names.map((name) => LEVEL_NAME.test(name))
  const first = isLevel.indexOf(true)
  if (header === undefined || first < 0 || first > 1 || isLevel.filter(Boolean).length < 2) return null
  if (names.some((name, column) => column >= first && name !== '' && isLevel[column] !== true)) return null
  const body = rows.filter(({ row }) => row > header.row)
  const cells = isLevel.flatMap((is, column) => (is ? filled(body, column) : []))
  const isOfWords = cells.length > 0 && cells.filter((cell) => /\p{L}{3}/u.test(cell)).length * 2 > cells.length
  // in steps, a row has one title, and what stands further left is above it
  const isBeside = ({ cells: row }: SheetRow) =>
    row.filter((cell, at) => isLevel[at] === true && cell.trim() !== '').length > 1
  if (!isOfWords || body.filter(isBeside).length * 2 < body.length) return null
  // columns of parts leave a title out below its first row
  const goesOn = ({ cells: row }: SheetRow, index: number) =>
    (row[first] ?? '').trim() === '' &&
    body.slice(index + 1).some(({ cells: below }) => (below[first] ?? '').trim() !== '')
  if (first === 0 && body.filter(goesOn).length * 4 > body.length) return null
  const columns = names.map((_, column): SheetField | null =>
    isLevel[column] === true ? 'title' : column < first ? 'strand' : null,
  )
  return { header: header.row, columns, structure: 'grid' }
}

/** A larger part of the cells of an id occur once. */
const MOST_ONCE = 0.8

/**
 * How a table is read whose headings are in an unknown language: the first columns repeat their titles, or leave them out
 * below the first, and the column that tells the rows apart has the last titles. Null where no columns are so.
 */
function partsReading([header, ...body]: readonly SheetRow[]): Reading | null {
  const width = header?.cells.length ?? 0
  const areFilled = header?.cells.every((cell) => cell.trim() !== '') ?? false
  if (header === undefined || body.length < 2 || !areFilled) return null
  const paths = body.map(() => '')
  for (let column = 0; column < width; column++) {
    const cells = body.map((row) => (row.cells[column] ?? '').trim())
    if (cells[0] === '' || cells.filter((cell) => /\p{L}{2}/u.test(cell)).length * 2 < filled(body, column).length)
      return null
    let above = ''
    cells.forEach((cell, row) => {
      above = cell || above
      paths[row] += `\0${above}`
    })
    const isLast = new Set(paths).size === body.length && filled(body, column).length >= body.length * 0.9
    if (!isLast) continue
    const columns = header.cells.map((_, at): SheetField | null => (at <= column ? 'title' : null))
    return column === 0 ? null : { header: header.row, columns, structure: 'columns' }
  }
  return null
}

/** A title without what stands after a colon, dash or bracket: `Stage 1` of `Stage 1: Water confidence`. */
const namesLevel = (title: string) => LEVEL_NAME.test(headingOf(title.split(/[:–—(]|\s-\s/)[0] ?? ''))

/** How deep the titles of a list are: as far as they are indented; where none is, a level is above what follows it. */
export function depthsOfList(titles: readonly string[]): number[] {
  const indents = titles.map(indentOf)
  if (new Set(indents).size > 1 || !hasLevels(titles)) return indents
  return titles.map((title) => (namesLevel(title) ? 0 : 1))
}

/** Whether a list begins with a level and has several, with other titles below them. */
function hasLevels(titles: readonly string[]): boolean {
  const levels = titles.filter(namesLevel).length
  return namesLevel(titles[0] ?? '') && levels > 1 && levels < titles.length
}

/** Finds out how a table is read. */
export function guessReading(rows: readonly SheetRow[]): Reading {
  const grid = gridReading(rows)
  if (grid !== null) return grid
  const header = headerOf(rows)
  const parted = header === null ? partsReading(rows) : null
  if (parted !== null) return parted
  const table = new Columns(rows, header)
  const { body, names } = table
  const isOutline = isOutlineHeader(names)
  const [parent] = table.named('parent').filter((column) => table.filled(column).length > 0)
  table.take('parent', parent ?? table.named('parent')[0])
  const parents = new Set(parent === undefined ? [] : table.filled(parent))
  const ids = table.named('id')
  // of several columns with ids that which the parents name, or which is a numbering
  const isIdOfParents = (column: number) => table.filled(column).some((cell) => parents.has(cell))
  const numbers = ids.find((column) => areNumbers(table.filled(column)))
  // numbers that begin anew below each title name no row
  const areIds = (column: number) => new Set(table.filled(column)).size > table.filled(column).length * MOST_ONCE
  table.take('id', parent === undefined ? (numbers ?? ids.find(areIds)) : (ids.find(isIdOfParents) ?? ids[0]))
  const levels = table.named('level')
  const level = levels.find((column) => {
    const cells = table.filled(column)
    return cells.length > 0 && cells.every(isWholeNumber)
  })
  table.take('level', level)
  table.take(
    'type',
    table.named('type').find((column) => hasKinds(table.filled(column))),
  )
  if (isOutline && names.includes('grade')) table.take('grade', names.indexOf('grade'))
  table.take(
    'grade',
    table.named('grade').find((column) => areScales(table.filled(column))),
  )
  const [title] = table.named('title')
  // what stands after the title says something else of it
  const parts = [...table.named('parts'), ...levels.filter((column) => column !== level)]
    .filter((column) => column < (title ?? Infinity))
    .toSorted((a, b) => a - b)
  const named = title === undefined ? withStatements(table, withBetween(table, parts)) : [...parts, title]
  const steps = stepsFrom(table, named[0] ?? 0)
  const titles = named.length < 2 && steps.length > 1 ? steps : named
  if (titles.length === 0) titles.push(...textColumn(table))
  const widest = title ?? titles.toSorted((a, b) => new Set(table.filled(b)).size - new Set(table.filled(a)).size)[0]
  const isNumbered = numbers !== undefined && table.fields[numbers] === 'id'
  const kinds = table.named('type').find((column) => areKinds(table.filled(column), body.length))
  const structure = ((): Structure => {
    // an outline of ours may have nothing but levels
    if (parents.size > 0 || isOutline) return 'parent'
    if (level !== undefined) return 'level'
    if (isNumbered) return 'number'
    if (titles.length > 1) return 'columns'
    const cells = widest === undefined ? [] : body.flatMap((row) => row.cells[widest] ?? [])
    if (areNumbers(cells.flatMap((cell) => splitNumber(cell).code || [])) || areOrdinals(cells)) return 'number'
    if (new Set(cells.map(indentOf)).size > 1) return 'indent'
    if (kinds !== undefined) return 'type'
    return hasLevels(cells) ? 'indent' : 'flat'
  })()
  if (structure === 'columns') for (const column of titles) table.take('title', column)
  else table.take('title', widest)
  for (const field of ['text', 'external_id'] as const)
    table.take(
      field,
      table.named(field).find((column) => table.fields[column] === null),
    )
  if (structure === 'type') table.take('type', kinds)
  // elsewhere the rows have their order by the lines in which they stand
  const [order] = table.named('order').filter((column) => table.filled(column).every((cell) => /^\d+$/.test(cell)))
  if (structure === 'parent') table.take('order', order)
  takeSections(table)
  return { header: header?.row ?? 0, columns: table.fields, structure }
}

/** The columns of parts, with those between them that repeat words, such as the apparatus of a skill. */
function withBetween(table: Columns, parts: readonly number[]): number[] {
  const [first = 0, last = -1] = [parts[0], parts.at(-1)]
  return table.names.flatMap((_, column) => {
    if (parts.includes(column)) return column
    const cells = column > first && column < last && table.fields[column] === null ? table.filled(column) : []
    const areWords = cells.length > 0 && cells.every((cell) => /^\p{L}[\p{L}\s&'’/-]*$/u.test(cell))
    return areWords && (new Set(cells).size < cells.length || cells.length < table.body.length) ? column : []
  })
}

/**
 * The columns of parts, and the one with the statements where the parts are the same in many rows: each statement is a row
 * of its own then.
 */
function withStatements(table: Columns, parts: readonly number[]): number[] {
  const last = parts.at(-1)
  if (last === undefined) return [...parts]
  const paths = table.body.map(({ cells }) => parts.map((column) => (cells[column] ?? '').trim()).join('\n'))
  if (new Set(paths).size * 1.5 > paths.length) return [...parts]
  const statements = table.names.findIndex((_, column) => {
    const cells = column > last && table.fields[column] === null ? table.filled(column) : []
    return areSentences(cells) && cells.length * 2 > table.body.length && new Set(cells).size === cells.length
  })
  return statements < 0 ? [...parts] : [...parts, statements]
}

/** Further columns of texts become sections: those with a heading of texts, and others whose cells are sentences. */
function takeSections(table: Columns): void {
  const texts = table.named('text')
  table.names.forEach((name, column) => {
    const cells = table.filled(column)
    if (name === '' || cells.length === 0) return
    if (texts.includes(column) || areSentences(cells)) table.take('section', column)
  })
}

/** So many words has a cell on average that is more than a name or a label. */
const WORDS_OF_SENTENCE = 4

function areSentences(cells: readonly string[]): boolean {
  if (cells.length === 0) return false
  const words = cells.reduce((sum, cell) => sum + cell.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length, 0)
  return words >= cells.length * WORDS_OF_SENTENCE
}

/** Whether most cells are scales as the product names them: 1 to 8, or none. */
function areScales(cells: readonly string[]): boolean {
  return cells.filter((cell) => /^[1-8]$/.test(cell) || isNotAssessable(cell)).length * 2 > cells.length
}

/** How many words for kinds of rows a table may have. */
const MOST_KINDS = 6

/** Whether cells are words for kinds of rows: few words, and nearly each row has one. */
function areKinds(cells: readonly string[], rows: number): boolean {
  const words = new Set(cells).size
  return words > 1 && words <= MOST_KINDS && cells.length >= rows * 0.9
}

/**
 * The columns from one on that have no headings of their own and are steps: of all of them, a row has one filled, as
 * where the titles of a list are shifted by tabs.
 */
function stepsFrom({ body, names, fields }: Columns, first: number): number[] {
  const beside = names.findIndex((name, column) => column > first && (name !== '' || fields[column] !== null))
  const columns = names.flatMap((_, column) =>
    column >= first && (beside < 0 || column < beside) && fields[column] === null ? column : [],
  )
  const isStep = ({ cells }: SheetRow) => columns.filter((column) => (cells[column] ?? '').trim() !== '').length === 1
  const used = columns.filter((column) => filled(body, column).length > 0)
  return body.filter(isStep).length >= body.length * 0.9 ? used : []
}

/** The first column, of those that hold nothing else, in which most cells are words. */
function textColumn(table: Columns): number[] {
  const index = table.fields.findIndex((field, column) => {
    const cells = field === null ? table.filled(column) : []
    return cells.length > 0 && cells.filter((cell) => /\p{L}{2}/u.test(cell)).length * 2 > cells.length
  })
  return index < 0 ? [] : [index]
}
