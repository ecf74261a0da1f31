import { AFTER_ALL_LETTERS } from '#server/platform/searched-words.ts'

/** How a statement finds the words of a search: it begins with the members that have the first, or the first two. */
export type WordSearch = 'words' | 'word' | 'none'

/** The way for this number of words. */
export function wordSearchOf({ length }: readonly string[]): WordSearch {
  if (length === 0) return 'none'
  return length === 1 ? 'word' : 'words'
}

/** The parameter `words` of `hasWords`: the longest word, which finds the fewest members, comes first. */
export function wordsParam(words: readonly string[]): string[] {
  return words.toSorted((a, b) => b.length - a.length)
}

/**
 * SQL conditions: each word in the array `words` is the beginning of a word of a member, in his or her names, number and
 * guardians. `member` is the member's id; `ofClub` restricts the rows `found` of the index of words.
 */
export function hasWords(words: string, member: string, ofClub = ''): Record<WordSearch, string> {
  const isFoundBy = (word: string) => `found.client_id = $1${ofClub}
    AND found.word >= ${word} AND found.word < ${word} || '${AFTER_ALL_LETTERS}'`
  const has = (n: number) => `${member} IN (SELECT found.member_id FROM club_member_words found
    WHERE ${isFoundBy(`(${words}::text[])[${n}]`)})`
  // these words are looked up for each row that is left
  const hasAllFrom = (n: number) => `(cardinality(${words}::text[]) < ${n} OR NOT EXISTS (
    SELECT FROM unnest((${words}::text[])[${n}:]) searched (word) WHERE NOT EXISTS (
      SELECT FROM club_member_words found WHERE ${isFoundBy('searched.word')} AND found.member_id = ${member})))`
  return {
    words: `${has(1)} AND ${has(2)} AND ${hasAllFrom(3)}`,
    word: `${has(1)} AND ${hasAllFrom(2)}`,
    none: hasAllFrom(1),
  }
}
