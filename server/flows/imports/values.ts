import type { ImportValues } from '#contract/flows/member-imports.ts'
import { type PlaceTitles } from '#domain/members/guess-columns.ts'
import { cellsOfField, GROUPS_COLUMN } from '#domain/members/import-columns.ts'
import {
  COMMA,
  DIVIDES,
  entriesOf,
  GROUP_COMMAS,
  groupCommas,
  groupOf,
  meaningOf,
  memberOptions,
  NEW_GROUP,
  valueKey,
  type Choices,
  type GroupCommas,
  type ValueOption,
  type ValueOptions,
} from '#domain/members/import-values.ts'
import { withLevelTitles } from '#domain/members/level-cells.ts'
import { lostZeros, PUT_BACK, ZERO_FIELDS, ZEROS } from '#domain/members/lost-zeros.ts'
import { saysNothing } from '#domain/members/row-texts.ts'
import { ImportRow } from '#contract/flows/member-imports.ts'
import { readLevels, type Level } from '#server/curriculum/schemes/levels.ts'
import { readSkills, type Skill } from '#server/curriculum/schemes/skills.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The most texts of a column that somebody is asked about, most frequent first. */
const MOST_TEXTS = 100

const MEMBER_TYPES = tenantStatement(
  'flows/read-member-types-of-club',
  'SELECT member_types FROM clubs WHERE client_id = $1 AND id = $2',
)

const COACHES = tenantStatement(
  'flows/list-coaches-for-import',
  `SELECT users.id, trim(users.firstname || ' ' || users.lastname) AS name FROM users
   WHERE users.client_id = $1 AND users.type = 'coach' AND users.status = 'current'
     AND EXISTS (SELECT FROM user_clubs work WHERE work.client_id = users.client_id AND work.user_id = users.id
       AND work.club_id = $2 AND (work.to_date IS NULL OR work.to_date >= $3))
   ORDER BY users.sort_name, users.id`,
)

/** The groups that have not ended, with the places that are left; null for a group without a limit. */
const GROUPS = tenantStatement(
  'flows/list-groups-for-import',
  `SELECT groups.id, groups.name, groups.max_size - (SELECT count(*)::int FROM group_members place
       WHERE place.client_id = groups.client_id AND place.group_id = groups.id
         AND (place.to_date IS NULL OR place.to_date >= $3)) AS places
   FROM groups WHERE groups.client_id = $1 AND groups.club_id = $2
     AND (groups.last_date IS NULL OR groups.last_date >= $3)
   ORDER BY groups.sort_name, groups.id`,
)

type ImportClub = Pick<ClubContext, 'clubId' | 'today'>

/** A group that members of a file can enter. */
export interface OpenGroup extends ValueOption {
  places: number | null
}

/**
 * What the columns of a file can hold at a club: its types of member, coaches and groups, and the levels and skills of
 * the client.
 */
export interface ImportOptions {
  memberTypes: string[]
  levels: Level[]
  skills: Skill[]
  options: ValueOptions
  coaches: ReadonlySet<string>
  groups: OpenGroup[]
}

export async function readOptions(tx: Tx, { clubId, today }: ImportClub): Promise<ImportOptions> {
  const [club, levels, skills, coaches, groups] = await Promise.all([
    findRow(tx, MEMBER_TYPES, [clubId]),
    readLevels(tx),
    readSkills(tx),
    queryRows(tx, COACHES, [clubId, today]),
    queryRows(tx, GROUPS, [clubId, today]),
  ])
  const memberTypes = club?.member_types ?? []
  const levelOptions = levels.map(({ key, title }) => ({ value: key, words: Object.values(title) }))
  return {
    memberTypes,
    levels,
    skills,
    options: {
      ...memberOptions(memberTypes),
      level_passed: levelOptions,
      level_at: levelOptions,
      level_coach: coaches.map(({ id, name }) => ({ value: id, words: [name] })),
    },
    coaches: new Set(coaches.map(({ id }) => id)),
    groups: groups.map(({ id, name, places }) => ({ value: id, words: [name], places })),
  }
}

/** The options of all columns about which somebody can choose; groups can be made, too, and lost zeros put back. */
export function optionsToChoose({ options, groups }: ImportOptions): ValueOptions {
  const zeros = ZERO_FIELDS.map((field) => [field, [{ value: PUT_BACK, words: [] }]] as const)
  return {
    ...options,
    [GROUPS_COLUMN]: [...groups, { value: NEW_GROUP, words: [] }],
    [GROUP_COMMAS]: [{ value: DIVIDES, words: [] }],
    ...Object.fromEntries(zeros),
  }
}

/** The titles of the levels and skills, by which headings name them. */
export function titlesOf({ levels, skills }: { levels: readonly Level[]; skills: readonly Skill[] }): PlaceTitles[] {
  const nameOf = (scheme: Level['scheme']) => scheme['en'] ?? Object.values(scheme)[0] ?? ''
  return [
    ...levels.map(({ key, title, scheme }) => ({ key, titles: Object.values(title), scheme: nameOf(scheme) })),
    ...skills.map(({ key, title, level, scheme }) => ({
      key,
      titles: Object.entries(title).flatMap(([language, text]) => {
        const above = level?.[language] ?? level?.['en']
        return above === undefined ? [text] : [text, `${above} ${text}`]
      }),
      scheme: nameOf(scheme),
    })),
  ]
}

const CELLS = tenantStatement(
  'flows/list-cells-of-import',
  `SELECT cells FROM member_import_rows WHERE client_id = $1 AND import_id = $2 AND state <> 'out' ORDER BY row`,
  { json: { cells: ImportRow.properties.cells } },
)

/** The texts of each column that can only hold few values, and what they mean. */
export async function readValues(
  tx: Tx,
  club: ImportClub,
  { id, columns, choices }: { id: string; columns: readonly (string | null)[]; choices: Choices },
  language: string,
): Promise<ImportValues> {
  const [rows, found] = await Promise.all([queryRows(tx, CELLS, [id]), readOptions(tx, club)])
  const { options, levels, groups } = found
  const choosable = optionsToChoose(found)
  const inLanguage = (words: Readonly<Record<string, string>>) =>
    words[language] ?? words['en'] ?? Object.values(words)[0] ?? ''
  const levelWords = new Map(levels.map(({ key, title, scheme }) => [key, [inLanguage(scheme), inLanguage(title)]]))
  const { rows: table } = withLevelTitles(
    rows.map(({ cells }) => cells),
    columns,
    options['level_passed'],
  )
  const named = new Map(
    [...groups, ...(options['level_coach'] ?? [])].map(({ value, words: [name = ''] }) => [value, name]),
  )
  return [...new Set(columns)].flatMap((field) => {
    const ofField = field === null ? undefined : choosable[field]
    if (field === null || ofField === undefined) return []
    const zeroField = ZERO_FIELDS.find((each) => each === field)
    if (zeroField !== undefined) return zerosOf(zeroField, cellsOfField(table, columns, field), choices)
    const cells = cellsOfField(table, columns, field)
    const commas = field === GROUPS_COLUMN ? groupCommas(cells, groups, choices) : null
    const texts = new Map<string, { text: string; count: number }>()
    for (const text of cells.flatMap((cell) => textsIn(field, cell, commas?.divides === true))) {
      const seen = texts.get(valueKey(text))
      texts.set(valueKey(text), { text: seen?.text ?? text, count: (seen?.count ?? 0) + 1 })
    }
    return [
      ...(commas === null ? [] : [commasOf(commas)]),
      {
        field,
        texts: [...texts]
          .map(([key, { text, count }]) => ({
            key,
            text,
            count,
            means:
              field === GROUPS_COLUMN
                ? valueOfGroup(groupOf(text, groups, choices[field]))
                : meaningOf(text, ofField, choices[field]),
          }))
          .toSorted((a, b) => b.count - a.count)
          .slice(0, MOST_TEXTS),
        options: ofField.map(({ value }) => {
          const [scheme = null, words = named.get(value) ?? null] = levelWords.get(value) ?? []
          return { value, words, scheme }
        }),
      },
    ]
  })
}

/** What is asked about the numbers of a field that may have lost zeros; nothing where none look so. */
function zerosOf(field: (typeof ZERO_FIELDS)[number], cells: readonly string[], choices: Choices): ImportValues {
  const lost = lostZeros(field, cells)
  if (lost === null) return []
  const text = { key: ZEROS, text: lost.example, count: lost.count, means: choices[field]?.[ZEROS] ?? null }
  return [{ field, texts: [text], options: [{ value: PUT_BACK, words: null, scheme: null }] }]
}

/** What is asked about commas in the cells of groups. */
function commasOf({ example, count, divides }: GroupCommas): ImportValues[number] {
  const means = divides === null ? null : divides ? DIVIDES : ''
  return {
    field: GROUP_COMMAS,
    texts: [{ key: COMMA, text: example, count, means }],
    options: [{ value: DIVIDES, words: null, scheme: null }],
  }
}

/** The texts of a cell about which somebody is asked. */
function textsIn(field: string, cell: string, byComma: boolean): string[] {
  if (saysNothing(field, cell)) return []
  if (field === GROUPS_COLUMN) return entriesOf(cell, byComma)
  return cell === '' ? [] : [cell]
}

const valueOfGroup = (group: ReturnType<typeof groupOf>) =>
  group === null ? null : group === 'none' ? '' : (group.id ?? NEW_GROUP)
