import { placeholdersOf } from '#domain/tenants/placeholders.ts'

/** One text of the product in English and in another language. */
export interface WordRow {
  key: string
  english: string
  /** The built-in text; null if the language has none. */
  built: string | null
  /** The client's own wording; null if it has none. */
  own: string | null
}

/** Flattens nested translations to pairs of a dotted key and a text. */
export function flatWords(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, prefix === '' ? key : `${prefix}.${key}`))
}

/** The plural suffix of a key. For a form that English does not have, its `_other` form is shown. */
const PLURAL_SUFFIX = /_(zero|one|two|few|many)$/

/** The rows of a language in the order of the translation files; keys that English does not have come last. */
export function wordRows(
  english: ReadonlyMap<string, string>,
  built: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): WordRow[] {
  const keys = [...new Set([...english.keys(), ...built.keys(), ...own.keys()])]
  return keys.map((key) => ({
    key,
    english: english.get(key) ?? english.get(key.replace(PLURAL_SUFFIX, '_other')) ?? '',
    built: built.get(key) ?? null,
    own: own.get(key) ?? null,
  }))
}

/** Whether users see the English text, because the language has none. */
export const isMissing = ({ built, own, english }: WordRow) => built === null && own === null && english !== ''

/** The placeholders that the text may contain: those of the built-in texts, and for a plural form always its count. */
export function placeholdersInRow({ key, english, built }: WordRow): string[] {
  const pluralPlaceholders = /_(zero|one|two|few|many|other)$/.test(key) ? ['count'] : []
  return [...new Set([...placeholdersOf(english), ...placeholdersOf(built ?? ''), ...pluralPlaceholders])]
}

/** The text that users see; the English one if the language has none. */
export const shownWords = ({ own, built, english }: WordRow) => own ?? built ?? english

/** The orders of the list: that of the translation files, or by what the column of the English texts shows. */
export const WORD_SORTS = ['akey', 'aenglish', 'denglish'] as const

/** The English text of a row; a key where English has none. */
export const englishOrKey = ({ english, key }: WordRow) => english || key

const inEnglish = new Intl.Collator('en')

export function sortedWords(rows: readonly WordRow[], sort: (typeof WORD_SORTS)[number]): readonly WordRow[] {
  if (sort === 'akey') return rows
  const ascending = rows.toSorted((a, b) => inEnglish.compare(englishOrKey(a), englishOrKey(b)))
  return sort === 'denglish' ? ascending.toReversed() : ascending
}
