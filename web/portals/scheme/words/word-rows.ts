import { placeholdersOf } from '#domain/tenants/placeholders.ts'

export interface WordRow {
  key: string
  english: string
  /** Null: the language has no words of its own for it. */
  built: string | null
  /** The client's. */
  own: string | null
}

/** Flat words by key, of nested ones. */
export function flatWords(value: unknown, before = ''): [string, string][] {
  if (typeof value === 'string') return [[before, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, before === '' ? key : `${before}.${key}`))
}

/** A form of a plural that English does not have is told by its last one. */
const FORM = /_(zero|one|two|few|many)$/

/** All texts of a language beside the English ones, in the order of the files; what only the client has comes last. */
export function wordRows(
  english: ReadonlyMap<string, string>,
  built: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): WordRow[] {
  const keys = [...new Set([...english.keys(), ...built.keys(), ...own.keys()])]
  return keys.map((key) => ({
    key,
    english: english.get(key) ?? english.get(key.replace(FORM, '_other')) ?? '',
    built: built.get(key) ?? null,
    own: own.get(key) ?? null,
  }))
}

export const isMissing = ({ built, own, english }: WordRow) => built === null && own === null && english !== ''

/** What may stand in braces there. */
export function placeholdersInRow({ key, english, built }: WordRow): string[] {
  const counted = /_(zero|one|two|few|many|other)$/.test(key) ? ['count'] : []
  return [...new Set([...placeholdersOf(english), ...placeholdersOf(built ?? ''), ...counted])]
}

/** The row's words as they are shown, or as English stands in for them. */
export const shownWords = ({ own, built, english }: WordRow) => own ?? built ?? english
