import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { Phones } from './person.tsx'

const markupOf = (phones?: string[]) =>
  renderToStaticMarkup(<Phones member={(phones ? { phones } : {}) as CoachMember} label="Siân" />)

test('telephone numbers are shown as written and dialled as digits; without any, nothing is shown', () => {
  const html = markupOf(['+44 (0)29 2087-4000', '07700 900123'])
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'tel:+442920874000',
    'tel:07700900123',
  ])
  expect(html).toContain('+44 (0)29 2087-4000')
  expect([markupOf([]), markupOf()]).toEqual(['', ''])
})
