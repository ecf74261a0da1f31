import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codes } from './errors.ts'

const docs = readFileSync('docs/errors.md', 'utf8')
const [api = '', sync = '', tree = ''] = docs.split(/## Why (?:an |sharing )/)
const documented = (text: string) => [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '')

test('every code of the API is documented with its status, and nothing else is', () => {
  expect(documented(api).sort()).toEqual(Object.keys(codes).sort())
  for (const [code, [status]] of Object.entries(codes)) expect(api).toContain(`| \`${code}\` | ${status} |`)
})

/** The members of an exported union of codes. */
function declared(file: string, type: string): string[] {
  const text =
    new RegExp(String.raw`export type ${type} =([^\n]*\n(?: {2}\|.*\n)+)`).exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const found = [...text.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code ?? '')
  expect(found.length).toBeGreaterThan(5)
  return found
}

test('every reason to reject an operation is documented, and nothing else is', () => {
  const reasons = declared('server/assessment/sync/check-marks.ts', 'RejectionCode')
  expect(documented(sync).sort()).toEqual([...reasons, 'SERVER_ERROR'].sort())
})

test('every reason to refuse an edit of a tree is documented, and nothing else is', () => {
  expect(documented(tree).sort()).toEqual(declared('domain/curriculum/tree.ts', 'RefusalCode').sort())
})
