import type { Analysis } from './analyse.ts'
import type { Catalogue } from './catalogue.ts'
import type { Description } from './describe.ts'

/** The type of a value as the driver gives it (`server/platform/tenancy.ts` sets its parsers). */
const SCALARS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  char: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'JsonColumn',
  jsonb: 'JsonColumn',
  name: 'string',
  numeric: 'string',
  oid: 'number',
  pg_lsn: 'string',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  // the text '' of a function that returns nothing
  void: 'string',
  xid8: 'string',
}

/** Where the elements of an array differ from a single value. */
const ELEMENTS: Readonly<Record<string, string>> = { date: 'Date', int8: 'string', numeric: 'number' }
/** Types without a parser for their arrays, which the driver gives as text such as `{a,b}`. */
const NO_ARRAY = ['json', 'jsonb', 'xid8', 'pg_lsn', 'void']

/** Where a parameter may be more than a value of a row. */
const PARAMS: Readonly<Record<string, string>> = {
  bytea: 'Uint8Array',
  json: 'JsonParam',
  jsonb: 'JsonParam',
  numeric: 'number | string',
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const orNull = (type: string, notNull: boolean) => (notNull ? type : `${type} | null`)

/** The type of a column; throws for a type that the driver gives as text which is no use. */
function columnType(type: number, known: Analysis['columns'][number], { types }: Catalogue): string {
  const { name, element } = types.get(type) ?? { name: String(type), element: null }
  if (element !== null) {
    const scalar = NO_ARRAY.includes(element) ? undefined : (ELEMENTS[element] ?? SCALARS[element])
    if (scalar === undefined) throw new Error(`an array of ${element} has no type here: cast it`)
    const list = known.elementsNotNull ? `${scalar}[]` : `(${scalar} | null)[]`
    return orNull(list, known.notNull)
  }
  const scalar = SCALARS[name]
  if (scalar === undefined) throw new Error(`${name} has no type here: cast it`)
  const literals = scalar === 'string' ? (known.literals ?? []) : []
  return orNull(literals.length > 0 ? literals.map(quote).join(' | ') : scalar, known.notNull)
}

function paramType(type: number, known: { nullable: boolean; elementsNotNull: boolean }, { types }: Catalogue): string {
  const { name, element } = types.get(type) ?? { name: String(type), element: null }
  const scalar = PARAMS[element ?? name] ?? SCALARS[element ?? name]
  if (scalar === undefined) throw new Error(`${element ?? name} has no type here: cast it`)
  const single = element === null ? scalar : `readonly ${known.elementsNotNull ? scalar : `(${scalar} | null)`}[]`
  return orNull(single, !known.nullable)
}

/** The types of one statement's parameters and rows, as text. */
export interface StatementType {
  params: readonly string[]
  row: readonly string[]
}

/** Prints the types of a statement. `ofTenant` leaves out its first parameter, which the transaction passes. */
export function typeOf(
  { params, columns }: Description,
  analysis: Analysis,
  ofTenant: boolean,
  catalogue: Catalogue,
): StatementType {
  const labels = new Set<string>()
  const label = (number: number) => {
    const word = camelCase(analysis.params.get(number)?.label ?? '')
    const name = word === '' || labels.has(word) ? `${word === '' ? 'param' : word}${number}` : word
    labels.add(name)
    return name
  }
  return {
    params: params
      .map((type, index) => {
        const known = analysis.params.get(index + 1) ?? { nullable: false, elementsNotNull: false }
        return `${label(index + 1)}: ${paramType(type, known, catalogue)}`
      })
      .slice(ofTenant ? 1 : 0),
    row: columns.map(({ name, type }, index) => {
      const known = analysis.columns[index] ?? { notNull: false, elementsNotNull: false, literals: null }
      return `${/^[A-Za-z_]\w*$/.test(name) ? name : quote(name)}: ${columnType(type, known, catalogue)}`
    }),
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/_+(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

/** The file with the types of one subject's statements. */
export function printTypes(statements: ReadonlyMap<string, StatementType>): string {
  const entries = [...statements].sort(([one], [other]) => (one < other ? -1 : 1)).map(printEntry)
  return [
    '// Written by `npm run statements` from the statements and a migrated database; do not edit it by hand.',
    'export {}',
    '',
    `declare module '#server/platform/sql/statement.ts' {`,
    '  interface StatementTypes {',
    ...entries,
    '  }',
    '}',
    '',
  ].join('\n')
}

function printEntry([name, { params, row }]: [string, StatementType]): string {
  const fields = row.length === 0 ? '{}' : `{\n${row.map((field) => `        ${field}\n`).join('')}      }`
  return `    ${quote(name)}: {\n      params: [${params.join(', ')}]\n      row: ${fields}\n    }`
}
