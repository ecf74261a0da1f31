import { queryRows, statement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Sorts after every letter. A word followed by it is the upper bound of a prefix search. */
export const AFTER_ALL_LETTERS = '\u{10FFFF}'

/** Longer words are cut to this many characters. */
const MAX_LENGTH = 100
const MAX_WORDS = 8

const FOLDED_WORDS = statement('platform/fold-words', 'SELECT word FROM folded_words($1) word WHERE word IS NOT NULL', {
  prepare: true,
})

/**
 * The words of a search in the form in which the index stores them, without case and accents; the first `MAX_WORDS` of
 * them. Empty without a search; null when the search holds no word and so finds nothing.
 */
export async function searchedWords(tx: Tx, search: string | undefined): Promise<string[] | null> {
  if (search === undefined) return []
  const rows = await queryRows(tx, FOLDED_WORDS, [search])
  return rows.length === 0 ? null : [...new Set(rows.map((row) => row.word.slice(0, MAX_LENGTH)))].slice(0, MAX_WORDS)
}
