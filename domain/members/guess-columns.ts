// What each column of a file of members holds, guessed from its heading and from what the club's earlier files held.
import { fieldsOfHeadings, headingKey, namesChild } from '#domain/members/heading-fields.ts'
import {
  BIRTHDAY_PARTS,
  dateColumns,
  GROUPS_COLUMN,
  holdsSame,
  isBirthdayPart,
  isImportField,
  MARK_COLUMNS,
  passedColumn,
  type Columns,
} from '#domain/members/import-columns.ts'
import { SECOND_GROUP_HEADINGS } from '#domain/members/import-headings.ts'

/** What the headings of earlier files held at a club, by `headingKey`; an empty text is a column that was left out. */
export type RememberedColumns = Readonly<Record<string, string>>

/** The titles of a level or skill, in a file and in a scheme. */
export interface PlaceTitles {
  key: string
  scheme: string
  /** A skill has each of its titles after that of its level, too. */
  titles: readonly string[]
}

/** Headings that name no part of a name. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(['name', 'naam', 'enw'])

/** Words of a heading after the title of a level or skill: `Stage 1 passed on`, `Level 2 - date`. */
const AFTER_TITLE = /(?:datepassed|passedon|passed|dateachieved|achieved|completed|awarded|award|date|pasiwyd|dyddiad)$/

/** Places by what a file can call them: `byName` by `headingKey` of the title, or title and scheme. */
function indexPlaces(places: readonly PlaceTitles[]) {
  const byName = new Map<string, Set<PlaceTitles>>()
  for (const place of places)
    for (const title of place.titles)
      for (const name of [title, `${place.scheme} ${title}`]) {
        const key = headingKey(name)
        byName.set(key, (byName.get(key) ?? new Set()).add(place))
      }
  return { byName, byKey: new Map(places.map((place) => [place.key, place])) }
}

/** Makes a function that finds the only level or skill with a text as its address or title; null for none or several. */
export function placeFinder(places: readonly PlaceTitles[]): (text: string) => string | null {
  const { byName, byKey } = indexPlaces(places)
  return (text) => {
    if (byKey.has(text)) return text
    const [only, another] = byName.get(headingKey(text)) ?? []
    return only === undefined || another !== undefined ? null : only.key
  }
}

/**
 * The levels and skills that each heading names: by the key or the title, or title and scheme. Of a title that several
 * schemes have, those of the scheme of which the file names the most.
 */
function placesNamed(header: readonly string[], places: readonly PlaceTitles[]): PlaceTitles[][] {
  const { byName, byKey } = indexPlaces(places)
  const found = header.map((heading): PlaceTitles[] => {
    const exact = byKey.get(heading.trim())
    const key = headingKey(heading)
    if (exact !== undefined || key === '') return exact === undefined ? [] : [exact]
    return [...(byName.get(key) ?? byName.get(key.replace(AFTER_TITLE, '')) ?? [])]
  })
  const perScheme = new Map<string, number>()
  for (const scheme of found.flatMap((each) => [...new Set(each.map((place) => place.scheme))]))
    perScheme.set(scheme, (perScheme.get(scheme) ?? 0) + 1)
  return found.map((each) => {
    const counts = each.map(({ scheme }) => perScheme.get(scheme) ?? 0)
    return each.filter((_place, index) => counts[index] === Math.max(...counts))
  })
}

/** A column that is left out although its heading names levels or skills, and the fields that it can hold. */
export interface AskedColumn {
  column: number
  fields: string[]
}

/** The columns about which somebody is asked, because their headings name several levels or skills. */
export function askedColumns(
  header: readonly string[],
  columns: Columns,
  places: readonly PlaceTitles[],
): AskedColumn[] {
  return placesNamed(header, places).flatMap((named, column) =>
    named.length > 1 && columns[column] === null ? [{ column, fields: named.map(({ key }) => passedColumn(key)) }] : [],
  )
}

/**
 * Guesses the field of each column: what a column with this heading held the last time, else by its heading, which may
 * be the title of a level or skill. Of several columns for one field, the first has it.
 */
export function guessColumns(
  header: readonly string[],
  remembered: RememberedColumns = {},
  places: readonly PlaceTitles[] = [],
): (string | null)[] {
  const taken: string[] = []
  const keys = header.map(headingKey)
  const named = placesNamed(header, places)
  const known = new Set(places.map(({ key }) => key))
  const byHeading = fieldsOfHeadings(header)
  const columns: (string | null)[] = keys.map(() => null)
  const take = (index: number, field: string) => {
    if (!isImportField(field, known) || taken.some((other) => holdsSame(other, field))) return
    taken.push(field)
    columns[index] = field
  }
  // `Student last name` counts more than `Family name`, wherever it stands
  const isOfChild = header.map((heading) => namesChild(heading))
  // what a part of a birthday was counts for all three of them only, because `Birthday` is a whole date elsewhere
  const wasPart = (key: string) => isBirthdayPart((Object.hasOwn(remembered, key) ? remembered[key] : undefined) ?? '')
  const hasParts = keys.filter(wasPart).length === BIRTHDAY_PARTS.length
  const isPart = byHeading.map((field) => isBirthdayPart(field ?? ''))
  const order = keys.map((_key, index) => index).toSorted((a, b) => Number(isOfChild[b]) - Number(isOfChild[a]))
  for (const index of order) {
    const key = keys[index] ?? ''
    // a column without a heading says nothing about one of another file
    const isKept = key !== '' && Object.hasOwn(remembered, key) && (wasPart(key) ? hasParts : isPart[index] !== true)
    const last = isKept ? remembered[key] : undefined
    const [place, another] = named[index] ?? []
    // a heading that names several is asked about (`askedColumns`)
    const placeField = place === undefined || another !== undefined ? '' : passedColumn(place.key)
    take(index, last ?? byHeading[index] ?? placeField)
  }
  // what is a group where nothing else is called one, such as a programme
  if (!taken.includes(GROUPS_COLUMN))
    for (const heading of SECOND_GROUP_HEADINGS) {
      const index = keys.findIndex((key, at) => key === headingKey(heading) && columns[at] === null)
      const isOut = index >= 0 && Object.hasOwn(remembered, keys[index] ?? '')
      if (index >= 0 && !isOut && !taken.includes(GROUPS_COLUMN)) take(index, GROUPS_COLUMN)
    }
  // `Name` beside first names alone is the last name
  const nameAt = columns.indexOf('name')
  const [hasFirst, hasLast] = [taken.includes('firstname'), taken.includes('lastname')]
  if (nameAt >= 0 && hasFirst !== hasLast && PLAIN_NAMES.has(keys[nameAt] ?? ''))
    columns[nameAt] = hasFirst ? 'lastname' : 'firstname'
  // beside the day on which it was passed, a level is a passed one, and a coach is who passed it, not who teaches the class
  const hasDay = taken.includes('level_passed_on')
  // a skill alone is what a child does, not a mark, which has a grade or a day
  const hasMarks = taken.includes('skill') && (hasDay || taken.includes('skill_grade'))
  const hasPassed = hasMarks || taken.includes('level_passed') || (hasDay && taken.includes('level_at'))
  return columns.map((field) => {
    if (MARK_COLUMNS.some((each) => each === field)) return hasMarks ? field : null
    // beside a skill, the level is the one that the skill is below
    if (field === 'level_at' && hasMarks) return null
    if (field === 'level_at' && hasDay && !taken.includes('level_passed')) return 'level_passed'
    return field === 'level_coach' && !hasPassed ? null : field
  })
}

/** What the columns of a file hold, to be remembered for the next one, whose dates may be in another order. */
export function rememberedColumns(header: readonly string[], columns: Columns): RememberedColumns {
  const fields = columns.map((column) => (column !== null && dateColumns.has(column) ? 'dob' : (column ?? '')))
  return Object.fromEntries(header.map((heading, index) => [headingKey(heading), fields[index] ?? '']))
}
