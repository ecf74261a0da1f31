import { expect, test } from 'vitest'
import type { Analysis } from './analyse.ts'
import type { Catalogue } from './catalogue.ts'
import { printTypes, typeOf } from './print-types.ts'

const catalogue: Catalogue = {
  tables: new Map(),
  functionColumns: new Map(),
  types: new Map([
    [1, { name: 'text', element: null }],
    [2, { name: 'jsonb', element: null }],
    [3, { name: '_uuid', element: 'uuid' }],
    [4, { name: '_int8', element: 'int8' }],
    [5, { name: 'interval', element: null }],
    [6, { name: 'numeric', element: null }],
  ]),
}
const known = { notNull: true, elementsNotNull: true, literals: null }

function typesOf(params: number[], columns: [string, number][], analysis: Partial<Analysis> = {}, ofTenant = true) {
  const described = { params, columns: columns.map(([name, type]) => ({ name, type })) }
  const all = {
    columns: columns.map(() => known),
    params: new Map(),
    tenantTables: [],
    untied: [],
    untiedShared: [],
    countsInDays: false,
    ...analysis,
  }
  return typeOf(described, all, ofTenant, catalogue)
}

test('the client’s id is no parameter of the caller', () => {
  const params = new Map([[2, { nullable: true, elementsNotNull: false, label: 'club_id' }]])
  expect(typesOf([1, 1, 3], [], { params }).params).toEqual([
    'clubId: string | null',
    'param3: readonly (string | null)[]',
  ])
  expect(typesOf([1], [], {}, false).params).toEqual(['param1: string'])
})

test('a column has the type that the driver gives', () => {
  const columns: [string, number][] = [
    ['a', 1],
    ['b-c', 2],
    ['d', 3],
    ['e', 4],
    ['f', 6],
  ]
  expect(typesOf([], columns).row).toEqual([
    'a: string',
    `'b-c': JsonColumn`,
    'd: string[]',
    'e: string[]',
    'f: string',
  ])
  const unsure = { notNull: false, elementsNotNull: false, literals: ['x', `y'z`] }
  expect(
    typesOf(
      [],
      [
        ['a', 1],
        ['d', 3],
      ],
      { columns: [unsure, unsure] },
    ).row,
  ).toEqual([`a: 'x' | 'y\\'z' | null`, 'd: (string | null)[] | null'])
})

test('a type that the driver gives as it comes is refused', () => {
  expect(() => typesOf([], [['a', 5]])).toThrow('interval has no type here: cast it')
})

test('statements are printed in the order of their names', () => {
  const text = printTypes(
    new Map([
      ['b/b', { params: [], row: [] }],
      ['a/a', { params: ['id: string'], row: ['n: number'] }],
    ]),
  )
  expect(text.indexOf('a/a')).toBeLessThan(text.indexOf('b/b'))
  expect(text).toContain(`    'a/a': {\n      params: [id: string]\n      row: {\n        n: number\n      }\n    }\n`)
})
