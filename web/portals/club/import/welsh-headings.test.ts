import { expect, test } from 'vitest'
import { BIRTHDAY_PARTS, IMPORT_FIELDS, isBirthdayPart } from '#domain/members/import-columns.ts'
import { fieldOfHeading, fieldsOfHeadings } from '#domain/members/heading-fields.ts'
import cy from '../locales/later/cy.json' with { type: 'json' }
import first from '../locales/cy.json' with { type: 'json' }
import en from '../locales/later/en.json' with { type: 'json' }

const wordsOf = (...words: object[]): Readonly<Record<string, string>> => Object.assign({}, ...words) as never

/** Names that stand for a choice among several, not for a column. */
const CHOSEN = ['dob_day_first', 'dob_month_first']

test.each([
  ['English', wordsOf(en.club.field)],
  ['Welsh', wordsOf(first.club.field, cy.club.field)],
])('what a field is called in %s is known as the heading of its column', (_language, words) => {
  const fields = IMPORT_FIELDS.filter(
    (field) => words[field] !== undefined && !CHOSEN.includes(field) && !isBirthdayPart(field),
  )
  expect(fields.length).toBeGreaterThan(15)
  expect(fields.map((field) => [words[field], fieldOfHeading(words[field] ?? '')])).toEqual(
    fields.map((field) => [words[field], field]),
  )
  // the parts of a birthday are known where all three are there
  expect(fieldsOfHeadings(BIRTHDAY_PARTS.map((part) => words[part] ?? ''))).toEqual(BIRTHDAY_PARTS)
})

test('Welsh headings of guardians are known', () => {
  const headings = ['Rhiant: enw cyntaf', 'Cyfenw’r rhiant', 'E-bost gwarcheidwad']
  expect(headings.map(fieldOfHeading)).toEqual(['guardian_firstname', 'guardian_lastname', 'guardian_email'])
})
