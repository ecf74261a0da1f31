import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthdayProblem, emailProblem, nameProblem, programNameProblem } from './person.ts'

describe('a name', () => {
  test('has letters of any script, space, apostrophe, hyphen and period', () => {
    for (const name of ["O'Connor", 'O’Connor', 'Siân', 'ap Rhys', 'St. John', 'Mei-Ling', 'Željko', 'Анна', 'ع'])
      expect(nameProblem(name), name).toBeNull()
    for (const name of ['Beca 2', 'a@b', '<b>', "-'.", '=1+1']) expect(nameProblem(name), name).toBe('letters')
  })

  test('is 1 to 50 characters long, without the space around it', () => {
    expect(nameProblem('')).toBe('required')
    expect(nameProblem('   ')).toBe('required')
    expect(nameProblem('x'.repeat(50))).toBeNull()
    expect(nameProblem('x'.repeat(51))).toBe('too-long')
    // letters of Adlam, of which each is two units of a JavaScript text
    expect(nameProblem('\u{1E922}'.repeat(50))).toBeNull()
    expect(nameProblem('\u{1E922}'.repeat(51))).toBe('too-long')
    expect(programNameProblem('\u{1E922}'.repeat(50))).toBeNull()
  })
})

describe('a birthday', () => {
  const today = '2026-11-21'
  test('is a day that exists, not in the future and not too long ago', () => {
    expect(birthdayProblem('2017-05-06', today)).toBeNull()
    expect(birthdayProblem(today, today)).toBeNull()
    expect(birthdayProblem('2026-11-22', today)).toBe('future')
    expect(birthdayProblem('1900-01-01', today)).toBe('too-old')
    expect(birthdayProblem('', today)).toBe('required')
    for (const text of ['2017-02-31', '2017-2-3', '31/02/2017', '2017-13-01', 'x'])
      expect(birthdayProblem(text, today), text).toBe('not-a-date')
  })

  test('takes every real day since 1910', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1910-01-01'), max: new Date(today), noInvalidDate: true }), (day) => {
        expect(birthdayProblem(day.toISOString().slice(0, 10), today)).toBeNull()
      }),
    )
  })
})

test('an e-mail address has one @ and a dot after it', () => {
  for (const good of ['sian@example.com', 'a.b+c@sub.example.co.uk', 'ŵ@enghraifft.cymru'])
    expect(emailProblem(good), good).toBeNull()
  for (const bad of [
    'sian',
    'sian@',
    'sian@example',
    'a@@b.c',
    'a b@c.d',
    'a@b..c',
    'a@b.c\nBcc: x@y.z',
    'a@.b',
    'a,b@c.d',
  ])
    expect(emailProblem(bad), bad).toBe('not-an-email')
  expect(emailProblem(`${'x'.repeat(250)}@a.bc`)).toBe('too-long')
})
