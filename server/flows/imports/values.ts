import type { ImportValues } from '#contract/flows/member-imports.ts'
import { meaningOf, memberOptions, valueKey, type Choices, type ValueOptions } from '#domain/members/import-values.ts'
import { ImportRow } from '#contract/flows/member-imports.ts'
import { readLevels, type Level } from '#server/curriculum/schemes/levels.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The most texts of a column that somebody is asked about, most frequent first. */
const MOST_TEXTS = 100

const MEMBER_TYPES = tenantStatement(
  'flows/read-member-types-of-club',
  'SELECT member_types FROM clubs WHERE client_id = $1 AND id = $2',
)

/** What the columns of a file can hold at a club: its types of member, and the levels of the client. */
export async function readOptions(
  tx: Tx,
  clubId: string,
): Promise<{ memberTypes: string[]; levels: Level[]; options: ValueOptions }> {
  const [club, levels] = await Promise.all([findRow(tx, MEMBER_TYPES, [clubId]), readLevels(tx)])
  const memberTypes = club?.member_types ?? []
  const levelOptions = levels.map(({ key, title }) => ({ value: key, words: Object.values(title) }))
  return {
    memberTypes,
    levels,
    options: { ...memberOptions(memberTypes), level_passed: levelOptions, level_at: levelOptions },
  }
}

const CELLS = tenantStatement(
  'flows/list-cells-of-import',
  `SELECT cells FROM member_import_rows WHERE client_id = $1 AND import_id = $2 AND state <> 'out' ORDER BY row`,
  { json: { cells: ImportRow.properties.cells } },
)

/** The texts of each column that can only hold few values, and what they mean. */
export async function readValues(
  tx: Tx,
  clubId: string,
  { id, columns, choices }: { id: string; columns: readonly (string | null)[]; choices: Choices },
  language: string,
): Promise<ImportValues> {
  const [rows, { options, levels }] = await Promise.all([queryRows(tx, CELLS, [id]), readOptions(tx, clubId)])
  const inLanguage = (words: Readonly<Record<string, string>>) => words[language] ?? words['en'] ?? ''
  const levelWords = new Map(levels.map(({ key, title, scheme }) => [key, [inLanguage(scheme), inLanguage(title)]]))
  return columns.flatMap((field, index) => {
    const ofField = field === null ? undefined : options[field]
    if (field === null || ofField === undefined) return []
    const texts = new Map<string, { text: string; count: number }>()
    for (const { cells } of rows) {
      const text = cells[index]?.trim() ?? ''
      if (text === '') continue
      const seen = texts.get(valueKey(text))
      texts.set(valueKey(text), { text: seen?.text ?? text, count: (seen?.count ?? 0) + 1 })
    }
    return [
      {
        field,
        texts: [...texts]
          .map(([key, { text, count }]) => ({ key, text, count, means: meaningOf(text, ofField, choices[field]) }))
          .toSorted((a, b) => b.count - a.count)
          .slice(0, MOST_TEXTS),
        options: ofField.map(({ value }) => {
          const [scheme = null, words = null] = levelWords.get(value) ?? []
          return { value, words, scheme }
        }),
      },
    ]
  })
}
