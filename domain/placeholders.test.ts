import { expect, test } from 'vitest'
import { filled, placeholdersOf, wrongPlaceholder } from './placeholders.ts'

test('names in double braces are found and filled, others stay', () => {
  expect(placeholdersOf('{{child}} of {{ club }}')).toEqual(['child', 'club'])
  expect(filled('{{child}} of {{ club }}, {{x}}', { child: 'Siân', club: 'Quay' })).toBe('Siân of Quay, {{x}}')
})

test.each([
  ['Well done, {{child}}!', null],
  ['{{chil}} passed', '{{chil}}'],
  ['{{child passed', '{{'],
  ['child}} passed', '}}'],
  ['$t(mail.hello)', '$t('],
  ['{one brace} costs $5', null],
])('of “%s” nothing fills %s', (text, wrong) => {
  expect(wrongPlaceholder(text, ['child'])).toBe(wrong)
})
