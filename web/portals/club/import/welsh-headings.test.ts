import { expect, test } from 'vitest'
import {
  BIRTHDAY_PARTS,
  guardianColumns,
  IMPORT_FIELDS,
  isBirthdayPart,
  nameColumns,
} from '#domain/members/import-columns.ts'
import { fieldOfHeading, fieldsOfHeadings } from '#domain/members/heading-fields.ts'
import { TEMPLATE } from '#domain/members/import-template.ts'
import cy from '../locales/later/cy.json' with { type: 'json' }
import first from '../locales/cy.json' with { type: 'json' }
import firstEnglish from '../locales/en.json' with { type: 'json' }
import en from '../locales/later/en.json' with { type: 'json' }

const wordsOf = (...words: object[]): Readonly<Record<string, string>> => Object.assign({}, ...words) as never

/** Names that stand for a choice among several, not for a column. */
const CHOSEN = ['dob_day_first', 'dob_month_first']

const ENGLISH = wordsOf(firstEnglish.club.field, en.club.field)
const WELSH = wordsOf(first.club.field, cy.club.field)

test.each([
  ['English', ENGLISH],
  ['Welsh', WELSH],
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

test.each([
  ['English', ENGLISH, en.club.import.guardianField],
  ['Welsh', WELSH, cy.club.import.guardianField],
])('an import knows the headings of the %s template, and of all guardians', (_language, words, ofGuardian) => {
  const nameOf = (field: string) => {
    const [match, number = '1', part = ''] = /^guardian_(?:(\d)_)?(\w+)$/.exec(field) ?? []
    if (match === undefined) return words[field] ?? ''
    return ofGuardian.replace('{{at}}', number).replace('{{field}}', words[part] ?? '')
  }
  for (const fields of [TEMPLATE.map(({ field }) => field), guardianColumns, [...nameColumns.keys()]])
    expect(fieldsOfHeadings(fields.map(nameOf))).toEqual(fields)
})

test('Welsh headings of guardians are known', () => {
  const headings = [
    'Rhiant: enw cyntaf',
    'Cyfenw’r rhiant',
    'E-bost gwarcheidwad',
    'E-bost rhiant 2',
    'Enw gwarcheidwad 3',
  ]
  expect(headings.map(fieldOfHeading)).toEqual([
    'guardian_firstname',
    'guardian_lastname',
    'guardian_email',
    'guardian_2_email',
    'guardian_3_name',
  ])
})
