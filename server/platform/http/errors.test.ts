import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codes } from './errors.ts'

const docs = readFileSync('docs/errors.md', 'utf8')
/**
 * The first three parts, divided at the headings "Why an …" and "Why sharing …": codes of the API, of rejected
 * operations, and of refused edits of a tree.
 */
const [apiErrors = '', rejections = '', editRefusals = ''] = docs.split(/## Why (?:an |sharing )/)
/** The codes in the first column of the tables of a section. */
const documentedCodes = (text: string) => [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '')

test('every code of the API is documented with its status, and nothing else is', () => {
  expect(documentedCodes(apiErrors).sort()).toEqual(Object.keys(codes).sort())
  for (const [code, [status]] of Object.entries(codes)) expect(apiErrors).toContain(`| \`${code}\` | ${status} |`)
})

/** The codes of an exported union type in a source file. */
function declaredCodes(file: string, type: string): string[] {
  const text =
    new RegExp(String.raw`export type ${type} =([^\n]*\n(?: {2}\|.*\n)+)`).exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const found = [...text.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code ?? '')
  // fewer would mean that the type was not found in the file
  expect(found.length).toBeGreaterThan(5)
  return found
}

test('every reason to reject an operation is documented, and nothing else is', () => {
  const reasons = declaredCodes('domain/assessment/commands/command.ts', 'RejectionCode')
  // `SERVER_ERROR` is no rejection by a rule: it is the outcome of an operation at which the server failed.
  expect(documentedCodes(rejections).sort()).toEqual([...reasons, 'SERVER_ERROR'].sort())
})

test('every reason to refuse an edit of a tree is documented, and nothing else is', () => {
  expect(documentedCodes(editRefusals).sort()).toEqual(declaredCodes('domain/curriculum/tree.ts', 'RefusalCode').sort())
})
