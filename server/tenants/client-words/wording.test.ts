import { expect, test } from 'vitest'
import { wordings, type Wording } from '#domain/tenants/wordings.ts'
import { productWords, flattenWords } from '#server/platform/words.ts'
import { portalWords } from './portal-words.ts'
import { wordingTexts } from './wording.ts'

/** The product's texts. */
const productTexts = (language: string) =>
  new Map([...flattenWords(portalWords(language)), ...flattenWords(productWords(language))])
/** The texts that users read with a wording, without those that name the wordings. */
const textsWith = (wording: Wording, language: string) =>
  new Map(
    [...productTexts(language), ...Object.entries(wordingTexts(wording, language))].filter(
      ([key]) => !key.startsWith('author.client.wording.'),
    ),
  )

const placeholders = (text: string) => text.match(/\{\{.*?\}\}/g)?.sort() ?? []
/** The keys of the texts in which a word occurs outside placeholders. */
const keysWith = (texts: Map<string, string>, word: RegExp) =>
  [...texts].filter(([, text]) => word.test(text.replaceAll(/\{\{.*?\}\}/g, ''))).map(([key]) => key)

test('the default wording changes no text', () => {
  for (const language of ['en', 'cy', 'fr']) expect(wordingTexts('default', language)).toEqual({})
})

test('the wording of clubs says pupil in both languages, and never member', () => {
  const en = textsWith('club', 'en')
  expect(keysWith(en, /\bmembers?\b/i)).toEqual([])
  expect(en.get('coach.groups.members')).toBe('Pupils')
  expect(en.get('coach.members_one')).toBe('{{count}} pupil')
  // A membership is no person, so its word stays.
  expect(en.get('parent.none.card')).toContain('membership')
  const cy = textsWith('club', 'cy')
  expect(keysWith(cy, /\bh?aelod(au)?\b/i)).toEqual([])
  expect(cy.get('coach.groups.members')).toBe('Disgyblion')
  expect([cy.get('coach.members_two'), cy.get('coach.members_few')]).toEqual([
    '{{count}} ddisgybl',
    '{{count}} disgybl',
  ])
  expect(cy.get('parent.none.card')).toContain('aelodaeth')
})

test('the wording of England says session and accompanying adult in both languages', () => {
  const en = textsWith('english', 'en')
  // A skill group of a curriculum is no class, so it keeps its name.
  expect(keysWith(en, /\b(?<!skill )groups?\b|\bguardians?\b/i)).toEqual([])
  expect(en.get('coach.groups.title')).toBe('Today’s sessions')
  const cy = textsWith('english', 'cy')
  expect(keysWith(cy, /grŵp|grwpiau|gwarcheidw/i)).toEqual([])
  expect(cy.get('coach.groups.title')).toBe('Sesiynau heddiw')
  expect(cy.get('coach.group.missing')).toBe('Nid yw’r sesiwn hon ar y dabled hon')
})

test('a wording changes only existing keys, keeps placeholders, and leaves the names of the wordings unchanged', () => {
  for (const wording of wordings)
    for (const language of ['en', 'cy']) {
      const unchanged = productTexts(language)
      for (const [key, text] of Object.entries(wordingTexts(wording, language))) {
        const before = unchanged.get(key)
        expect(before, key).toBeDefined()
        expect(placeholders(text)).toEqual(placeholders(before ?? ''))
        expect(key).not.toMatch(/^author\.client\.wording\./)
      }
    }
})
