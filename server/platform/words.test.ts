import { expect, test } from 'vitest'
import { serverWords } from './words.ts'

test('a tenant’s own words, nested or flat, replace the product’s words for that tenant only', () => {
  const productWords = serverWords('en-GB', {})('mail.award.subject', { child: 'Siân', level: 'Stage 4' })
  expect(serverWords('en-GB', { 'mail.award.subject': 'Da iawn' })('mail.award.subject')).toBe('Da iawn')
  expect(serverWords('en-GB', { mail: { award: { subject: 'Hooray' } } })('mail.award.subject')).toBe('Hooray')
  expect(serverWords('en-GB', {})('mail.award.subject', { child: 'Siân', level: 'Stage 4' })).toBe(productWords)
})
