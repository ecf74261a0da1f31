import { expect, test } from 'vitest'
import { fillPlaceholders, placeholdersOf, wrongPlaceholder } from './placeholders.ts'

test('placeholders are found and filled with examples, and those without an example stay', () => {
  expect(placeholdersOf('{{child}} of {{ club }}')).toEqual(['child', 'club'])
  expect(placeholdersOf('{{count, number}} since {{day,within}}')).toEqual(['count', 'day'])
  expect(fillPlaceholders('{{child, within}} of {{club, x}}', { child: 'Siân', club: 'Quay' })).toBe(
    'Siân of {{club, x}}',
  )
  expect(fillPlaceholders('{{child}} of {{ club }}, {{x}}', { child: 'Siân', club: 'Quay' })).toBe(
    'Siân of Quay, {{x}}',
  )
})

test.each([
  ['Well done, {{child}}!', null],
  ['{{child, number}} passed', null],
  ['{{child, nmber}} passed', '{{'],
  ['{{chil}} passed', '{{chil}}'],
  ['{{child passed', '{{'],
  ['child}} passed', '}}'],
  ['$t(mail.hello)', '$t('],
  ['{one brace} costs $5', null],
])('in “%s” the wrong placeholder is %s', (text, wrong) => {
  expect(wrongPlaceholder(text, ['child'])).toBe(wrong)
})
