import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** Sorts after every letter. */
export const AFTER_ALL = '\u{10FFFF}'

/** The words of a search as they stand in the index; the database folds both alike. */
export async function searchedWords(tx: Tx, search: string | undefined): Promise<string[] | null> {
  if (search === undefined) return []
  const { rows } = await tx.query<{ word: string }>(prepared('SELECT folded_words($1) AS word', [search]))
  // nothing but signs finds nothing
  return rows.length === 0 ? null : [...new Set(rows.map((row) => row.word.slice(0, 100)))].slice(0, 8)
}
