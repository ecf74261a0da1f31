import { expect, test } from 'vitest'
import { isolated, listed, withoutMarks } from './isolated.ts'

test('a name that is written from right to left does not change the order of what stands beside it', () => {
  expect(isolated('علي')).toBe('\u2068علي\u2069')
  expect(isolated('Noa לוי')).toBe('\u2068Noa לוי\u2069')
})

test('each name of a list is by itself', () => {
  expect(listed(['علي', '30 November', 'Siân'])).toBe('\u2068علي\u2069, 30 November, Siân')
})

test('a text that is stored has no marks', () => {
  expect(withoutMarks(`Copy of ${isolated('שחייה')}`)).toBe('Copy of שחייה')
})

test('other values stay as they are', () => {
  for (const value of ['Siân', 'Łucja', '10 m', '', undefined]) expect(isolated(value)).toBe(value)
})
