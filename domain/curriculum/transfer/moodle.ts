import { labelsOfKind } from '#domain/curriculum/grade-scale.ts'
import type { OutlineRow } from './outline.ts'
import { headingOf, type SheetRow } from './sheet-columns.ts'
import { LeftOutCounts, parentsFirst, withShortTitle, type Outline } from './sheet.ts'
import { lostMarkup, withoutTables } from './outline-text.ts'

/** The grade scale of a competency framework: the kind with as many labels, its pass value, and the labels. */
export interface FrameworkScale {
  grade: number
  pass: number
  labels: string[]
}

/** A competency framework: an outline with the name and the scale of the framework. */
export interface Framework extends Outline {
  name: string
  scale: FrameworkScale | null
}

/** The columns of Moodle's export of a competency framework, in its order; the headings are in the site's language. */
const COLUMNS = [
  'parent id number',
  'id number',
  'short name',
  'description',
  'description format',
  'scale values',
  'scale configuration',
  'rule type',
  'rule outcome',
  'rule config',
  'cross referenced competency id numbers',
  'exported id',
  'is framework',
  'taxonomy',
]
/** Those without which there is no outline. */
const NEEDED = ['parent id number', 'id number', 'short name', 'is framework']

/** The columns by their English headings, else by their places. */
function columnsOf(header: SheetRow | undefined): ReadonlyMap<string, number> {
  const headings = (header?.cells ?? []).map((cell) => headingOf(cell).replace(' (optional)', ''))
  const byName = new Map(headings.map((name, column) => [name, column]))
  return NEEDED.every((name) => byName.has(name)) ? byName : new Map(COLUMNS.map((name, column) => [name, column]))
}

const isYes = (cell: string | undefined) => ['1', 'true', 'yes'].includes((cell ?? '').trim().toLowerCase())

/** Whether a table is Moodle's export of a competency framework: by its headings, or by its row of the framework. */
export function isFramework([header, ...body]: readonly SheetRow[]): boolean {
  const names = (header?.cells ?? []).map(headingOf)
  if (NEEDED.every((name) => names.includes(name))) return true
  return (
    names.length === COLUMNS.length &&
    body.some(
      ({ cells }) => isYes(cells[12]) && (cells[0] ?? '').trim() === '' && /^\[\{.*\}\]$/s.test(cells[6]?.trim() ?? ''),
    )
  )
}

/** Reads Moodle's export of a competency framework; the row of the framework becomes the scheme itself. */
export function readFramework([header, ...body]: readonly SheetRow[]): Framework {
  const columns = columnsOf(header)
  const leftOut = new LeftOutCounts()
  const cellOf = ({ cells }: SheetRow, name: string) => (cells[columns.get(name) ?? -1] ?? '').trim()
  const roots = body.filter((row) => isYes(cellOf(row, 'is framework')))
  const [framework] = roots
  // of several frameworks each is a level of the scheme
  const isLeftOut = (row: SheetRow) => roots.length < 2 && row === framework
  let last: string | null = null
  const values = framework ? cellOf(framework, 'scale values') : ''
  for (const [name, column] of columns) {
    const count = COLUMNS.includes(name) || name === '' ? 0 : body.filter(({ cells }) => cells[column]?.trim()).length
    leftOut.add('column', header?.cells[column]?.trim() ?? '', count)
  }
  leftOut.add('description', '', framework && roots.length < 2 && cellOf(framework, 'description') !== '' ? 1 : 0)
  leftOut.add('taxonomies', '', framework && cellOf(framework, 'taxonomy') !== '' ? 1 : 0)
  const rows = body
    .filter((row) => !isLeftOut(row))
    .map((row): OutlineRow => {
      // "all below" is the rule that a level has anyway
      const rule = cellOf(row, 'rule type')
      leftOut.add('rules', '', rule === '' || rule.endsWith('competency_rule_all') ? 0 : 1)
      leftOut.add('references', '', cellOf(row, 'cross referenced competency id numbers') === '' ? 0 : 1)
      const ownValues = cellOf(row, 'scale values')
      leftOut.add('scales', '', ownValues === '' || ownValues === values ? 0 : 1)
      const parent = cellOf(row, 'parent id number')
      const id = cellOf(row, 'id number')
      const text = cellOf(row, 'description')
      const isRoot = roots.includes(row)
      const key = isRoot ? `framework ${id}` : id
      if (isRoot) last = key
      // 1 and 4 are HTML and Markdown, 0 is HTML or a text whose line breaks count, 2 is plain
      const format = cellOf(row, 'description format')
      const isHtml = format === '1' || (format === '0' && /<[a-z]/i.test(text))
      for (const tag of isHtml ? lostMarkup(text) : []) leftOut.add('markup', tag)
      return withShortTitle(
        {
          at: String(row.row),
          key,
          parentKey: isRoot ? null : parent === '' ? last : parent,
          id,
          title: cellOf(row, 'short name'),
          ...(isHtml ? { html: withoutTables(text) } : { text }),
        },
        leftOut,
      )
    })
  const scale = framework ? scaleOf(values, cellOf(framework, 'scale configuration')) : null
  if (values !== '' && scale === null) leftOut.add('scales', values)
  return {
    rows: parentsFirst(rows),
    leftOut: leftOut.list(),
    name: framework ? cellOf(framework, 'short name') : '',
    scale,
  }
}

/**
 * The scale of a framework. `values` are its labels, worst first; the configuration says which of them count as
 * proficient. Null when there is no kind of scales with so many labels.
 */
function scaleOf(values: string, configuration: string): FrameworkScale | null {
  const labels = values.split(',').map((label) => label.trim())
  const grade = [1, 2, 3, 4, 5].find((kind) => labelsOfKind(kind) === labels.length)
  if (grade === undefined || labels.some((label) => label === '' || label.length > 30)) return null
  const proficient = proficientValues(configuration).filter((value) => value > 1 && value <= labels.length)
  // the values of a configuration count from 1, grades from 0
  const pass = proficient.length === 0 ? grade : Math.min(...proficient) - 1
  return { grade, pass: grade === 1 ? 1 : pass, labels }
}

/** The values that a configuration such as `[{"scaleid":"2"},{"id":2,"proficient":1}]` calls proficient. */
function proficientValues(configuration: string): number[] {
  try {
    const entries: unknown = JSON.parse(configuration)
    if (!Array.isArray(entries)) return []
    return entries.flatMap((entry: { id?: unknown; proficient?: unknown } | null) =>
      entry?.proficient && Number.isInteger(Number(entry.id)) ? Number(entry.id) : [],
    )
  } catch {
    return []
  }
}
