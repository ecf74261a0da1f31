import { isDate } from '#domain/platform/club-time.ts'
import { isTime } from './sessions.ts'
import { NAME_MAX } from '#domain/platform/name.ts'

interface CoachEntry {
  uuid: string
  from: string
  /** The last day; null while none is set. */
  to: string | null
}

/** The fields of a group in a form; times are local to the club, dates are YYYY-MM-DD. */
export interface GroupEntry {
  name: string
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
  /** 0 = Sunday … 6 = Saturday */
  weekdays: readonly number[]
  first_date: string
  last_date: string | null
  place: string | null
  max_size: number | null
  /** Whole years: members are at least `age_from` and younger than `age_to` [5.8]. */
  age_from: number | null
  age_to: number | null
  scheme_slug: string | null
  levels: readonly string[]
  /** The levels of which coaches may mark skills [3.8], [R6.3]; null or left out = the same as `levels`. */
  assessment_levels?: readonly string[] | null
  coaches: readonly CoachEntry[]
}

interface GroupProblem {
  /** The path of the field, such as `name` or `coaches/0/to`. */
  field: string
  /**
   * `number`: not a whole number within the limits below. `ages`: `age_from` is not below `age_to`. `twice`: one coach
   * with two periods that overlap. `needs-scheme`: levels without a scheme.
   */
  problem:
    | 'required'
    | 'too-long'
    | 'not-a-time'
    | 'not-a-date'
    | 'before-first'
    | 'ages'
    | 'number'
    | 'twice'
    | 'needs-scheme'
}

const MIN_MINUTES = 5
const MAX_MINUTES = 24 * 60
const MAX_MEMBERS = 1_000
const MAX_AGE = 120

/** What is wrong with the entry of a group, at most one problem for each field; empty when it can be saved. */
export function groupProblems(entry: GroupEntry): GroupProblem[] {
  const problems: GroupProblem[] = []
  const check = (field: string, isWrong: boolean, problem: GroupProblem['problem']) => {
    if (isWrong && !problems.some((earlier) => earlier.field === field)) problems.push({ field, problem })
  }
  check('name', entry.name.trim() === '', 'required')
  check('name', [...entry.name.trim()].length > NAME_MAX, 'too-long')
  check('weekdays', entry.weekdays.length === 0, 'required')
  check('start_at', entry.start_at !== null && !isTime(entry.start_at), 'not-a-time')
  check('duration_minutes', !isWhole(entry.duration_minutes, MIN_MINUTES, MAX_MINUTES), 'number')
  check('first_date', entry.first_date === '', 'required')
  check('first_date', !isDate(entry.first_date), 'not-a-date')
  check('last_date', entry.last_date !== null && !isDate(entry.last_date), 'not-a-date')
  check('last_date', entry.last_date !== null && entry.last_date < entry.first_date, 'before-first')
  check('place', [...(entry.place ?? '')].length > NAME_MAX, 'too-long')
  check('max_size', entry.max_size !== null && !isWhole(entry.max_size, 1, MAX_MEMBERS), 'number')
  check('age_from', entry.age_from !== null && !isWhole(entry.age_from, 0, MAX_AGE), 'number')
  check('age_to', entry.age_to !== null && !isWhole(entry.age_to, 1, MAX_AGE), 'number')
  check('age_to', entry.age_from !== null && entry.age_to !== null && entry.age_from >= entry.age_to, 'ages')
  check('levels', entry.levels.length > 0 && entry.scheme_slug === null, 'needs-scheme')
  const assessmentLevels = entry.assessment_levels ?? null
  check('assessment_levels', assessmentLevels?.length === 0, 'required')
  check('assessment_levels', assessmentLevels !== null && entry.scheme_slug === null, 'needs-scheme')
  entry.coaches.forEach((coach, index) => {
    check(`coaches/${index}/uuid`, coach.uuid === '', 'required')
    check(
      `coaches/${index}/uuid`,
      entry.coaches.slice(0, index).some((other) => overlap(other, coach)),
      'twice',
    )
    check(`coaches/${index}/from`, !isDate(coach.from), 'not-a-date')
    check(`coaches/${index}/to`, coach.to !== null && !isDate(coach.to), 'not-a-date')
    check(`coaches/${index}/to`, coach.to !== null && coach.to < coach.from, 'before-first')
  })
  return problems
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

/** Whether two entries are periods of the same coach with at least one day in common. */
function overlap(a: CoachEntry, b: CoachEntry): boolean {
  // '9999' sorts after every date, so a period without a last day never ends
  return a.uuid === b.uuid && a.from <= (b.to ?? '9999') && b.from <= (a.to ?? '9999')
}
