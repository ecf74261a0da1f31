import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// db/doctor/doctor.test.ts runs the checks; this compares their messages with the page about them.

const page = readFileSync('docs/operate/doctor.md', 'utf8')
const sources = ['cli/doctor.ts', ...globSync('db/doctor/*.ts', { exclude: ['**/*.test.ts'] })].map((file) =>
  readFileSync(file, 'utf8'),
)

const LITERAL = /`[^`]*`|'[^']*'/g
/** A finding that is not `ok`, with its check and its text. */
const FINDING = /\b(?:fail|warn)\(\s*(?:'(?<check>[^']+)'|\w+),\s*(?<text>(?:`[^`]*`|'[^']*'|[^,`'])+),/g
/** A value in a text. */
const VALUE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The texts of warnings and failures, with … for values; `check` is null where several checks share one. */
const messages = sources.flatMap((source) =>
  [...source.matchAll(FINDING)].flatMap(({ groups, index }) => {
    const literals =
      groups?.['text'] === 'text'
        ? [[...source.slice(0, index).matchAll(/const text = (`[^`]*`)/g)].at(-1)?.[1] ?? '']
        : (groups?.['text']?.match(LITERAL) ?? [])
    return literals.map((literal) => ({
      check: groups?.['check'] ?? null,
      text: literal.slice(1, -1).replaceAll(VALUE, '…'),
    }))
  }),
)

/** The bold words of the page: what a message says, without what differs. */
const phrases = page.split(/^## /m).flatMap((section) =>
  [...section.matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => ({
    check: section.split('\n')[0],
    words,
  })),
)

/** Whether a message says these words, in which … stands for anything. */
function says(message: string, words: string): boolean {
  let from = 0
  return words.split('…').every((part) => {
    const at = message.indexOf(part.trim(), from)
    from = at + part.trim().length
    return at >= 0
  })
}

test('the page about the doctor has every message, in the section of its check', () => {
  const count = (pattern: RegExp) => sources.flatMap((source) => source.match(pattern) ?? []).length
  expect(count(FINDING), 'FINDING fits every call').toBe(count(/\b(?:fail|warn)\(/g))
  expect(messages.length).toBeGreaterThan(20)
  const missing = messages.filter(
    ({ check, text }) =>
      // what a provider or the mail server says cannot be listed
      /\p{L}/u.test(text) &&
      !phrases.some((phrase) => (check === null || check === phrase.check) && says(text, phrase.words)),
  )
  expect(missing).toEqual([])
})

test('the page about the doctor has no message that no check gives', () => {
  expect(phrases.length).toBeGreaterThan(20)
  const programs = readFileSync('db/backup/programs.ts', 'utf8')
  const given = [...messages.map(({ text }) => text), programs]
  expect(phrases.filter(({ words }) => !given.some((text) => says(text, words)))).toEqual([])
})
