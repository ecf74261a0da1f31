// How a row of a file of members is read, and what is wrong with it.
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { joinBirthday } from '#domain/members/birthday-parts.ts'
import {
  BIRTHDAY_PARTS,
  chosenOrder,
  readFields,
  guardianColumn,
  GROUPS_COLUMN,
  LIST_SEPARATOR,
  placeOfColumn,
  plainWords,
  type Columns,
} from '#domain/members/import-columns.ts'
import { entriesOf, type SkillScale } from '#domain/members/import-values.ts'
import type { ZerosToPutBack } from '#domain/members/lost-zeros.ts'
import { memberProblems, type MemberEntry } from '#domain/members/member-entry.ts'
import {
  emptyValue,
  memberField,
  memberFieldsOf,
  normalizedValue,
  type FieldValue,
  type MemberField,
} from '#domain/members/member-fields.ts'
import { isShortened } from '#domain/members/phones-in-text.ts'
import { guardiansOf } from '#domain/members/row-guardians.ts'
import { levelsOf, type LevelRules, type RowLevels } from '#domain/members/row-levels.ts'
import { UNCLEAR_DATE, type RowProblem } from '#domain/members/row-problems.ts'
import { textsOfRow } from '#domain/members/row-texts.ts'
import { orderOfDates, readDate, yearOf, type DateOrder } from '#domain/members/written-date.ts'

/** The choice that a text means, such as `pre-school` for `Pre School`; undefined when it means none. */
function findChoice<T extends string>(choices: readonly T[], text: string): T | undefined {
  const dashed = plainWords(text).replaceAll(' ', '-')
  return choices.find((choice) => choice === dashed)
}

/** The problem of a number whose digits a spreadsheet has cut: `7.7E+09`. */
const SHORTENED_NUMBER = 'shortened-number'

/** The part of the rules that depends on the club. */
export interface ImportRules extends LevelRules {
  /** The member types that are allowed; empty = any. */
  memberTypes: readonly string[]
  zeros: ZerosToPutBack
  /** The file is an export of ours, in which every cell holds its field and nothing else. */
  isExport?: boolean
  /** Whether a comma in a cell of groups stands between two of them. */
  groupsByComma: boolean
}

/** The order of day and month in the dates: the chosen one, or that which the columns of dates show. */
export function dateOrderOf(rows: readonly (readonly string[])[], columns: Columns, today: string): DateOrder | null {
  const indexes = columns.flatMap((column, index) =>
    column === 'dob' || column === 'level_passed_on' || placeOfColumn(column) !== null ? [index] : [],
  )
  return (
    chosenOrder(columns) ??
    orderOfDates(
      rows.flatMap((cells) => indexes.map((index) => cells[index] ?? '')),
      yearOf(today),
    ) ??
    orderOfParts(columns)
  )
}

/** The order in which the file has the day and the month of birth in columns of their own; null where it has not. */
function orderOfParts(columns: Columns): DateOrder | null {
  const [day, month] = [columns.indexOf('dob_day'), columns.indexOf('dob_month')]
  if (day < 0 || month < 0) return null
  return day < month ? 'day-first' : 'month-first'
}

/** Whether the columns of skills have numbers above 1, so that all numbers there are grades. */
export function hasGradeNumbers(
  rows: readonly (readonly string[])[],
  columns: Columns,
  skills: ReadonlyMap<string, SkillScale>,
): boolean {
  const indexes = columns.flatMap((column, index) =>
    column === 'skill_grade' || skills.has(placeOfColumn(column) ?? '') ? [index] : [],
  )
  return rows.some((cells) => indexes.some((index) => /^[2-9]$/.test(cells[index]?.trim() ?? '')))
}

/**
 * Reads one row as a member, and lists everything that is wrong with it. Other rows are not considered. `isStray`: its
 * quotes were read as letters.
 */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  rules: ImportRules,
  isStray = false,
): { member: MemberEntry; levels: RowLevels; groups: string[]; problems: RowProblem[] } {
  const { today, memberTypes, dateOrder } = rules
  const problems: RowProblem[] = []
  const report = (field: string | null, problem: string) => {
    problems.push({ field, problem })
  }
  const values = textsOfRow(cells, columns, rules, isStray, (field) => {
    report(field, 'stray-quote')
  })
  const number = values.get('ngo_id')
  if (number !== undefined) values.set('ngo_id', number.padStart(rules.zeros.numberDigits, '0'))
  const [day = '', month = '', year = ''] = BIRTHDAY_PARTS.map((part) => values.get(part))
  if (!values.has('dob')) values.set('dob', joinBirthday(day, month, year))
  const text = (field: string) => values.get(field) ?? ''
  const guardians = guardiansOf(text, columns)
  const birthday = readDate(text('dob'), dateOrder, yearOf(today))
  const member: MemberEntry = {
    ...memberFieldsOf((name, field) => valueOf(field, name === 'dob' ? (birthday ?? text(name)) : text(name))),
    guardians: guardians.map(({ guardian }) => guardian),
  }
  member.tags = uniqueAbilityGroups(member.tags)
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) report(null, 'too-many-cells')
  for (const { field, problem } of memberProblems(member, today)) {
    // `guardians/1/guardian_email` is the column `guardian_2_email`, unless the row leaves an earlier guardian empty
    const [name = '', index, subfield = ''] = field.split('/')
    const column = guardianColumn(guardians[Number(index)]?.number ?? 1, subfield)
    const isUnclear = name === 'dob' && birthday === null
    const isCut = name === 'phones' && isShortened(member.phones[Number(index)] ?? '')
    report(name === 'guardians' ? column : name, isUnclear ? UNCLEAR_DATE : isCut ? SHORTENED_NUMBER : problem)
  }
  if (isShortened(member.ngo_id ?? '')) report('ngo_id', SHORTENED_NUMBER)
  for (const name of readFields) {
    const field = memberField(name)
    const { [name]: value } = member
    if (field.kind === 'list' && value !== null && value.length > field.most) report(name, 'too-many')
    if (field.kind === 'choice' && text(name) !== '' && findChoice(field.choices, text(name)) === undefined)
      report(name, 'unknown-choice')
  }
  if (member.member_type !== null && memberTypes.length > 0 && !memberTypes.includes(member.member_type))
    report('member_type', 'unknown-choice')
  const groups = entriesOf(text(GROUPS_COLUMN), rules.groupsByComma)
  return { member, levels: levelsOf(text, columns, rules, report), groups, problems }
}

/** The value of a cell. An unknown choice becomes the value of an empty cell, and is reported by `readRow`. */
function valueOf(field: MemberField, cell: string): FieldValue {
  if (cell === '') return emptyValue(field)
  if (field.kind === 'list') return normalizedValue(field, cell.split(LIST_SEPARATOR))
  if (field.kind === 'choice') return findChoice(field.choices, cell) ?? emptyValue(field)
  return cell
}
