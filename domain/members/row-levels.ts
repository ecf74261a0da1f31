// What a row of a file of members says of levels and skills.
import { birthdayProblem } from '#domain/identity/person.ts'
import { placeOfColumn, type Columns } from './import-columns.ts'
import { gradeOf, passOf } from './import-values.ts'
import { passDayIn } from './level-cells.ts'
import { markOfRow, type MarkRules, type RowMark } from './row-marks.ts'
import { UNCLEAR_DATE } from './row-problems.ts'
import { readDate, yearOf, type DateOrder } from './written-date.ts'

/** What the reading of levels depends on. */
export interface LevelRules extends MarkRules {
  /** YYYY-MM-DD at the club. */
  today: string
  /** The order of day and month in the columns of dates; null = it is not known. */
  dateOrder: DateOrder | null
  /** The values of the columns of levels (`meaningsOf`). */
  levels: ReadonlySet<string>
  /** The ids of the club's coaches. */
  coaches: ReadonlySet<string>
}

/** What a row says of the levels of a child, as the values of `LevelRules.levels`. */
export interface RowLevels {
  /** The last level that was passed, the day, and the coach's id; null where the row does not say. */
  passed: string | null
  passedOn: string | null
  by: string | null
  /** The level at which the child works. */
  at: string | null
  /** What the columns of single levels say: those that were passed, and the days. */
  single: { key: string; on: string | null }[]
  /** What the columns of skills say, and the mark of the row. */
  skills: RowMark[]
}

/** The levels of a row; `text` gives the text of a field. */
export function levelsOf(
  text: (field: string) => string,
  columns: Columns,
  rules: LevelRules,
  report: (field: string, problem: string) => void,
): RowLevels {
  const { today, dateOrder, levels, skills, hasGrades, coaches } = rules
  const dayOf = (field: string, written: string) => {
    const day = readDate(written, dateOrder, yearOf(today))
    const problem = day === null ? UNCLEAR_DATE : birthdayProblem(day, today)
    if (problem !== null) report(field, problem)
    return problem === null ? day : null
  }
  const levelOf = (field: string) => {
    if (text(field) === '') return null
    if (levels.has(text(field))) return text(field)
    report(field, 'unknown-choice')
    return null
  }
  const written = text('level_passed_on')
  const coach = text('level_coach')
  if (coach !== '' && !coaches.has(coach)) report('level_coach', 'unknown-choice')
  const marked = columns.flatMap((column): { key: string; on: string | null; grade: number }[] => {
    const key = placeOfColumn(column)
    const cell = column === null ? '' : text(column)
    if (column === null || key === null || cell === '') return []
    const scale = skills.get(key)
    const said = scale === undefined ? passOf(cell) : gradeOf(cell, scale, hasGrades)
    // what is neither yes nor no nor a grade is the day
    if (said !== null) return Number(said) >= (scale?.pass ?? 1) ? [{ key, on: null, grade: Number(said) }] : []
    const day = passDayIn(cell)
    const isDay = /\d/.test(day) && !(scale !== undefined && /^\d$|%$/.test(cell))
    if (!isDay) report(column, scale === undefined ? 'not-a-pass' : 'not-a-grade')
    const on = isDay ? dayOf(column, day) : null
    // what cannot be read is not shown as passed either
    return on === null ? [] : [{ key, on, grade: scale?.best ?? 1 }]
  })
  const passedOn = written === '' ? null : dayOf('level_passed_on', written)
  const by = coach === '' ? null : coach
  return {
    passed: levelOf('level_passed'),
    passedOn,
    by,
    at: levelOf('level_at'),
    single: marked.flatMap(({ key, on }) => (skills.has(key) ? [] : [{ key, on }])),
    skills: [
      ...marked.filter(({ key }) => skills.has(key)),
      ...markOfRow(text, columns, rules, { on: passedOn, by }, report),
    ],
  }
}
