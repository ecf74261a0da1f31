import type { Words } from '#domain/curriculum/content.ts'

/** Words in a language; the scheme's first language stands in, then any, so that nothing is nameless. */
export function wordsIn(words: Words, languages: readonly string[]): string {
  for (const language of languages) {
    const text = words[language]
    if (text !== undefined && text.trim() !== '') return text
  }
  return Object.values(words).find((text) => text.trim() !== '') ?? ''
}
