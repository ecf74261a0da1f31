import type { Words } from '#domain/curriculum/content.ts'

/** The text in the first of the languages that has one, else in any language, so that nothing is shown without a name. */
export function wordsIn(words: Words, languages: readonly string[]): string {
  for (const language of languages) {
    const text = words[language]
    if (text !== undefined && text.trim() !== '') return text
  }
  return Object.values(words).find((text) => text.trim() !== '') ?? ''
}
