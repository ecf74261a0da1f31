import type { Section, Words } from './content.ts'

/**
 * The translations of a node that are older than their source text. A pin maps the fingerprint of such a translation to
 * the fingerprint of the source text from which it was made; pins are by language. A translation without a pin is up to
 * date.
 */
export type Pins = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A node, as far as its texts are translated. */
export interface Translatable {
  title: Words
  content: readonly Section[]
  pins?: Pins
}

/** One text of a node in all its languages. */
export interface TranslatableText {
  /** `title`, or a part of a section by its key, such as `content/s-1/title` and `content/s-1/value`. */
  path: string
  words: Words
}

export type TranslationState = 'done' | 'missing' | 'stale'

/** Types of sections whose values are addresses, which are not translated. */
const ADDRESSES = ['files', 'video', 'link']

/** A short hash of a text: cyrb53, with the constants of that algorithm. It tells texts apart and protects nothing. */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** The texts of a section that are translated. */
function sectionTexts({ type, title, value }: Section): { part: 'title' | 'value'; words: Words }[] {
  const heading = { part: 'title' as const, words: title }
  return ADDRESSES.includes(type) ? [heading] : [heading, { part: 'value', words: value }]
}

/** Every text of a node that can be translated, in the order in which it is read. */
export function translatableTexts({ title, content }: Translatable): TranslatableText[] {
  return [
    { path: 'title', words: title },
    ...content.flatMap((section) =>
      sectionTexts(section).map(({ part, words }) => ({ path: `content/${section.key}/${part}`, words })),
    ),
  ]
}

/** Whether a translation into `language` is done, missing or older than its source; null without a source text. */
export function translationState(
  words: Words,
  pins: Pins | undefined,
  source: string,
  language: string,
): TranslationState | null {
  if ((words[source]?.trim() ?? '') === '') return null
  const text = words[language]?.trim() ?? ''
  if (text === '') return 'missing'
  return pins?.[language]?.[fingerprint(text)] === undefined ? 'done' : 'stale'
}

/**
 * The pins of a node after a change: a translation that stayed while its source text changed is pinned to the source
 * text from which it was made. The pin ends when the translation changes or the source text is restored. It stays while
 * the source text is removed, because the next one may be another.
 */
export function updatePins(before: Translatable, after: Translatable, source: string): Pins {
  /** Each text of the node before the change, if it was there, and after it. */
  const pairs: [Words | undefined, Words][] = [[before.title, after.title]]
  for (const section of after.content) {
    const sectionBefore = before.content.find(({ key, type }) => key === section.key && type === section.type)
    for (const { part, words } of sectionTexts(section)) pairs.push([sectionBefore?.[part], words])
  }
  const pins: Record<string, Record<string, string>> = {}
  for (const [wordsBefore, wordsAfter] of pairs) {
    const sourceText = wordsAfter[source]?.trim() ?? ''
    for (const [language, words] of Object.entries(wordsAfter)) {
      const text = words.trim()
      // a translation that the change has written was made from the present source text
      if (language === source || text === '' || wordsBefore?.[language]?.trim() !== text) continue
      const oldSourceText = wordsBefore[source]?.trim() ?? ''
      const oldPin = before.pins?.[language]?.[fingerprint(text)]
      const madeFrom = oldPin ?? (oldSourceText === '' ? undefined : fingerprint(oldSourceText))
      if (madeFrom === undefined || madeFrom === fingerprint(sourceText)) continue
      pins[language] = { ...pins[language], [fingerprint(text)]: madeFrom }
    }
  }
  return pins
}

/** The pins after somebody has confirmed that a translation is still right. */
export function confirmPin(pins: Pins | undefined, language: string, text: string): Pins {
  const { [fingerprint(text.trim())]: _, ...pinsLeft } = pins?.[language] ?? {}
  const { [language]: __, ...otherLanguages } = pins ?? {}
  return Object.keys(pinsLeft).length === 0 ? otherLanguages : { ...otherLanguages, [language]: pinsLeft }
}

/**
 * How many texts the nodes have, how many lack a translation, and how many translations are older than their source.
 */
export function countGaps(
  nodes: Iterable<Translatable>,
  source: string,
  language: string,
): { texts: number; missing: number; stale: number } {
  const gaps = { texts: 0, missing: 0, stale: 0 }
  for (const node of nodes)
    for (const { words } of translatableTexts(node)) {
      const state = translationState(words, node.pins, source, language)
      if (state === null) continue
      gaps.texts++
      if (state !== 'done') gaps[state]++
    }
  return gaps
}
