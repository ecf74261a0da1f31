// Several classes of one name: exports have the day and the time of a class in columns beside its name.
import { birthdayPartsOf } from '#domain/members/birthday-parts.ts'
import { fieldOfHeading } from '#domain/members/heading-fields.ts'
import { GROUPS_COLUMN, plainWords } from '#domain/members/import-columns.ts'

const DAY =
  /^(?:(?:class|course|lesson|session|group) )?(?:week)?days?(?: of (?:the )?week)?$|^(?:diwrnod|wochentag|tag|jour|dag)$/
const TIME = /^(?:(?:class|course|lesson|session|group) )?(?:start )?times?$|^(?:amser|uhrzeit|heure|tijd)$/

/**
 * The rows of a table, in which a class has its day and time after its name where the file has several classes of this
 * name. A name alone would put their children into one group.
 */
export function withClassTimes(header: readonly string[], rows: readonly string[][]): readonly string[][] {
  const groupAt = header.findIndex((heading) => fieldOfHeading(heading) === GROUPS_COLUMN)
  const ofBirth = birthdayPartsOf(header)
  const times = [DAY, TIME].flatMap((pattern) => {
    const found = header.findIndex((heading, column) => !ofBirth.has(column) && pattern.test(plainWords(heading)))
    return found < 0 ? [] : found
  })
  if (groupAt < 0 || times.length === 0) return rows
  const timeOf = (cells: readonly string[]) =>
    times
      .map((at) => cells[at]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' ')
  const timesOf = new Map<string, Set<string>>()
  for (const cells of rows) {
    const name = cells[groupAt] ?? ''
    if (name !== '') timesOf.set(name, (timesOf.get(name) ?? new Set()).add(timeOf(cells)))
  }
  return rows.map((cells) => {
    const name = cells[groupAt] ?? ''
    const isOneOfSeveral = (timesOf.get(name)?.size ?? 0) > 1
    return isOneOfSeveral ? cells.with(groupAt, `${name} ${timeOf(cells)}`.trim()) : cells
  })
}
