import { expect, test } from 'vitest'
import { belowEachOther } from './side-by-side.ts'

const linesOf = (...texts: string[]) => texts.map((text, index) => ({ row: index + 1, cells: text.split(',') }))
const read = (...texts: string[]) =>
  belowEachOther(linesOf(...texts), 0)?.lines.map(({ row, cells }) => [row, cells.join(',')]) ?? null

test('tables with the same headings stand below each other, and the rows of the further ones are counted on', () => {
  expect(read('Name,DOB,,Name,DOB', 'Ann,1,,Bo,2', ',,,Cy,3')).toEqual([
    [1, 'Name,DOB,'],
    [2, 'Ann,1,'],
    [4, 'Name,DOB'],
    [5, 'Bo,2'],
    [6, 'Cy,3'],
  ])
})

test('columns without a heading belong to the table at their right when they begin the first one', () => {
  expect(read(',,Name,DOB,,Name,DOB', ',1,Ann,x,1,Bo,y')).toEqual([
    [1, ',Name,DOB'],
    [2, '1,Ann,x'],
    [3, ',Name,DOB'],
    [4, '1,Bo,y'],
  ])
})

test.each([
  ['one table', 'Name,DOB,Email'],
  ['other headings', 'Name,DOB,,Name,Age'],
  ['a column that only one has', 'Name,DOB,Class,Name,DOB'],
  ['a parent beside a child', 'Name,Email,Name,Email'],
  ['what all children of a row share', 'Parent,Name,DOB,Name,DOB'],
])('%s stays as it is', (_what, header) => {
  expect(read(header, 'a,b,c,d,e')).toBeNull()
})
