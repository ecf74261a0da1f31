import { expect, test } from 'vitest'
import { demoClient } from './content/clients.ts'
import { builtWords, wordingOf, type Words } from './wording.ts'

function flat(words: Words, before = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
}

/** The texts that a portal shows: the built ones with the client's own over them. */
async function shown(id: 'aquila' | 'vault' | 'tideway', language: string): Promise<Map<string, string>> {
  const own = (await wordingOf(demoClient(id)))[language] ?? {}
  return new Map([...flat(await builtWords(language)), ...flat(own)])
}

const placeholders = (text: string) => text.match(/\{\{.*?\}\}/g)?.sort() ?? []
const saying = (texts: Map<string, string>, word: RegExp) =>
  [...texts].filter(([, text]) => word.test(text.replaceAll(/\{\{.*?\}\}/g, ''))).map(([key]) => key)

test('Aquila says what the built texts say', async () => {
  expect(await wordingOf(demoClient('aquila'))).toEqual({})
})

test('Vault says pupil in its only language, and never member', async () => {
  expect(Object.keys(await wordingOf(demoClient('vault')))).toEqual(['en'])
  const texts = await shown('vault', 'en')
  expect(saying(texts, /\bmembers?\b/i)).toEqual([])
  expect(texts.get('coach.groups.members')).toBe('Pupils')
  expect(texts.get('coach.members_one')).toBe('{{count}} pupil')
  expect(texts.get('parent.none.ask')).toContain('membership')
})

test('Tideway says session and accompanying adult in both languages', async () => {
  const en = await shown('tideway', 'en')
  expect(saying(en, /\b(?<!skill )groups?\b|\bguardians?\b/i)).toEqual([])
  expect(en.get('coach.groups.title')).toBe('Today’s sessions')
  const cy = await shown('tideway', 'cy')
  expect(saying(cy, /grŵp|grwpiau|gwarcheidw/i)).toEqual([])
  expect(cy.get('coach.groups.title')).toBe('Sesiynau heddiw')
  expect(cy.get('coach.group.missing')).toBe('Nid yw’r sesiwn hon ar y dabled hon')
})

test('only keys that exist are worded anew, and their placeholders stay', async () => {
  for (const id of ['vault', 'tideway'] as const) {
    for (const [language, own] of Object.entries(await wordingOf(demoClient(id)))) {
      const built = new Map(flat(await builtWords(language)))
      expect(flat(own).length).toBeGreaterThan(3)
      for (const [key, text] of flat(own)) {
        expect(built.has(key), key).toBe(true)
        expect(placeholders(text)).toEqual(placeholders(built.get(key) ?? ''))
      }
    }
  }
})
