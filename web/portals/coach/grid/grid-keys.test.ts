import { expect, test } from 'vitest'
import { chooseCell, gridAction, nextGrade, placeOf } from './grid-keys.ts'

const size = { rows: 30, columns: 11 }
/** The number of grades of the cell's skill: 0 to 3. */
const GRADE_COUNT = 4
const press = (key: string, modifiers: Partial<KeyboardEvent> = {}, cell = { row: 3, column: 5 }) =>
  gridAction(
    { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers },
    cell,
    size,
    GRADE_COUNT,
  )

// from row 3 and column 5; the Page keys move eight rows
test.each([
  ['ArrowUp', {}, { row: 2, column: 5 }],
  ['ArrowDown', {}, { row: 4, column: 5 }],
  ['ArrowLeft', {}, { row: 3, column: 4 }],
  ['ArrowRight', {}, { row: 3, column: 6 }],
  ['PageUp', {}, { row: 0, column: 5 }],
  ['PageDown', {}, { row: 11, column: 5 }],
  ['Home', {}, { row: 3, column: 0 }],
  ['End', {}, { row: 3, column: 10 }],
  ['Home', { ctrlKey: true }, { row: 0, column: 0 }],
  ['End', { ctrlKey: true }, { row: 29, column: 10 }],
])('%s %j leads to %j', (key, modifiers, to) => {
  expect(press(key, modifiers)).toEqual({ kind: 'move', to })
})

test('movement ends at the edges', () => {
  expect(press('ArrowUp', {}, { row: 0, column: 0 })).toEqual({ kind: 'move', to: { row: 0, column: 0 } })
  expect(press('ArrowRight', {}, { row: 29, column: 10 })).toEqual({ kind: 'move', to: { row: 29, column: 10 } })
})

test('a digit gives its grade if the scale has it, Enter the next grade, and Ctrl or Cmd and Z undo', () => {
  expect(press('0')).toEqual({ kind: 'grade', grade: 0 })
  expect(press('3')).toEqual({ kind: 'grade', grade: 3 })
  expect(press('4')).toBeNull()
  expect(press('Enter')).toEqual({ kind: 'next' })
  expect(press(' ')).toEqual({ kind: 'next' })
  expect(press('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
  expect(press('Z', { metaKey: true })).toEqual({ kind: 'undo' })
})

test('other keys and combinations are left to the browser', () => {
  for (const modifiers of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    expect(press('ArrowRight', modifiers)).toBeNull()
  for (const key of ['Tab', 'a', 'Escape', 'F5']) expect(press(key)).toBeNull()
  expect(press('1', { ctrlKey: true })).toBeNull()
})

test('the grade after no mark is grade 1, and after the last one grade 0', () => {
  // -1 is a mark that was taken back, and a scale of two grades is a tick
  expect([nextGrade(null, 4), nextGrade(-1, 4), nextGrade(0, 4), nextGrade(3, 4), nextGrade(1, 2)]).toEqual([
    1, 1, 1, 0, 0,
  ])
})

test('a chosen cell stays with its child and skill; when they are gone, it stays where it was', () => {
  const named = (...names: string[]) => names.map((name) => ({ uuid: name, id: name }))
  const chosen = chooseCell({ row: 1, column: 0 }, named('Amara', 'Kofi'), named('turn', 'dive'))
  expect(placeOf(chosen, named('Amara', 'Beca', 'Kofi'), named('float', 'turn'))).toEqual({ row: 2, column: 1 })
  expect(placeOf(chosen, named('Amara', 'Lily'), named('dive'))).toEqual({ row: 1, column: 0 })
})
