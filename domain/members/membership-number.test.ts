import { expect, test } from 'vitest'
import { formOfNumbers, sameNumber } from './membership-number.ts'

test('a membership number is the same with or without dashes and blanks, in capitals or small letters', () => {
  for (const typed of ['AQ-204-118', 'aq204118', ' AQ 204 118 ', 'AQ–204–118', 'AQ.204/118'])
    expect(sameNumber(typed, 'AQ-204-118'), typed).toBe(true)
  for (const typed of ['AQ-204-11', 'AQ-204-1188', 'BQ-204-118', '204118', '', '-'])
    expect(sameNumber(typed, 'AQ-204-118'), typed).toBe(false)
})

test('nothing is not a number, so that two members without one are not the same', () => {
  expect([sameNumber('', ''), sameNumber('-', ' ')]).toEqual([false, false])
})

test('the form of numbers is that of more than half of them, with a zero for each digit', () => {
  expect(formOfNumbers(['AQ-204-118', 'AQ-204-119', 'AQ-300-001', 'X1'])).toBe('AQ-000-000')
  expect(formOfNumbers(['12 345', '22 345', '32 345'])).toBe('00 000')
})

test('no form is told that could be one member’s number, or that most numbers do not have', () => {
  expect(formOfNumbers([])).toBe(null)
  expect(formOfNumbers(['SMITH01', 'SMITH02'])).toBe(null)
  expect(formOfNumbers(['A1', 'B1', 'C1', 'D1'])).toBe(null)
  expect(formOfNumbers(['A1', 'A2', 'A3', 'B1', 'C1', 'D1'])).toBe(null)
  expect(formOfNumbers(['SMITH', 'SMITH', 'SMITH'])).toBe(null)
})
