import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codes } from './errors.ts'

const docs = readFileSync('docs/errors.md', 'utf8')
const [api = '', sync = ''] = docs.split('## Why an operation')
const documented = (text: string) => [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '')

test('every code of the API is documented with its status, and nothing else is', () => {
  expect(documented(api).sort()).toEqual(Object.keys(codes).sort())
  for (const [code, [status]] of Object.entries(codes)) expect(api).toContain(`| \`${code}\` | ${status} |`)
})

test('every reason to reject an operation is documented, and nothing else is', () => {
  const source = readFileSync('server/sync/check-marks.ts', 'utf8')
  const declared = /export type RejectionCode =([^\n]*\n(?: {2}\|.*\n)+)/.exec(source)?.[1] ?? ''
  const reasons = [...declared.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code ?? '')
  expect(reasons.length).toBeGreaterThan(5)
  expect(documented(sync).sort()).toEqual([...reasons, 'SERVER_ERROR'].sort())
})
