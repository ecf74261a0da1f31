import type { Section, Words } from './content.ts'

/**
 * Which words a translation was made from, where those have changed since: language, then the translation's own
 * fingerprint, then the fingerprint of its source. A translation that is not named was made from the words as they are.
 */
export type Pins = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What of a node is translated. */
export interface Translatable {
  title: Words
  content: readonly Section[]
  pins?: Pins
}

/** One text of a node in all its languages. */
export interface Field {
  /** `title`, or a part of the section of a key: `content/s-1/title`, `content/s-1/value`. */
  path: string
  words: Words
}

export type TranslationState = 'done' | 'missing' | 'stale'

/** Their values are addresses, alike in every language. */
const ADDRESSES = ['files', 'video', 'link']

/** A short text that tells texts apart: 53 bits (cyrb53). */
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

function sectionFields({ type, title, value }: Section): { part: 'title' | 'value'; words: Words }[] {
  const heading = { part: 'title' as const, words: title }
  return ADDRESSES.includes(type) ? [heading] : [heading, { part: 'value', words: value }]
}

/** Every text of a node that can be translated, in the order it is read. */
export function fieldsOf({ title, content }: Translatable): Field[] {
  return [
    { path: 'title', words: title },
    ...content.flatMap((section) =>
      sectionFields(section).map(({ part, words }) => ({ path: `content/${section.key}/${part}`, words })),
    ),
  ]
}

/** How a translation stands; null where there is nothing to translate. */
export function translationState(
  words: Words,
  pins: Pins | undefined,
  source: string,
  language: string,
): TranslationState | null {
  const from = words[source]?.trim() ?? ''
  if (from === '') return null
  const text = words[language]?.trim() ?? ''
  if (text === '') return 'missing'
  return pins?.[language]?.[fingerprint(text)] === undefined ? 'done' : 'stale'
}

/** The pins of a node after its words have changed: what was translated before its source changed is pinned to what that was. */
export function repinned(before: Translatable, after: Translatable, source: string): Pins {
  const pairs: [Words | undefined, Words][] = [[before.title, after.title]]
  for (const section of after.content) {
    const was = before.content.find(({ key, type }) => key === section.key && type === section.type)
    for (const { part, words } of sectionFields(section)) pairs.push([was?.[part], words])
  }
  const pins: Record<string, Record<string, string>> = {}
  for (const [was, now] of pairs) {
    const from = now[source]?.trim() ?? ''
    if (from === '') continue
    for (const [language, words] of Object.entries(now)) {
      const text = words.trim()
      // words that are new were made from what stands there now
      if (language === source || text === '' || was?.[language]?.trim() !== text) continue
      const mark = fingerprint(text)
      const wasFrom = was[source]?.trim() ?? ''
      const made = before.pins?.[language]?.[mark] ?? (wasFrom === '' ? undefined : fingerprint(wasFrom))
      if (made === undefined || made === fingerprint(from)) continue
      pins[language] = { ...pins[language], [mark]: made }
    }
  }
  return pins
}

/** The pins once somebody has read a translation and found it still right. */
export function confirmed(pins: Pins | undefined, language: string, text: string): Pins {
  const { [fingerprint(text.trim())]: _, ...left } = pins?.[language] ?? {}
  const { [language]: __, ...others } = pins ?? {}
  return Object.keys(left).length === 0 ? others : { ...others, [language]: left }
}

/** How many texts of the nodes are missing, and how many are older than their source. */
export function gapsOf(
  nodes: Iterable<Translatable>,
  source: string,
  language: string,
): { texts: number; missing: number; stale: number } {
  const gaps = { texts: 0, missing: 0, stale: 0 }
  for (const node of nodes)
    for (const { words } of fieldsOf(node)) {
      const state = translationState(words, node.pins, source, language)
      if (state === null) continue
      gaps.texts++
      if (state !== 'done') gaps[state]++
    }
  return gaps
}
