import { isDate } from '#domain/platform/club-time.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import {
  groupField,
  groupFieldsIn,
  type GroupField,
  type GroupFieldIn,
  type GroupFieldName,
  type GroupFields,
  type GroupFieldValue,
} from './group-fields.ts'
import { isTime } from './sessions.ts'

interface CoachEntry {
  uuid: string
  from: string
  /** The last day; null while none is set. */
  to: string | null
}

/** A group as it is entered in a form. */
export interface GroupEntry extends Pick<GroupFields, GroupFieldIn<'form'>> {
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

type AddProblem = (field: string, isWrong: boolean, problem: GroupProblem['problem']) => void

/** What is wrong with the entry of a group, at most one problem for each field; empty when it can be saved. */
export function groupProblems(entry: GroupEntry): GroupProblem[] {
  const problems: GroupProblem[] = []
  const check: AddProblem = (field, isWrong, problem) => {
    if (isWrong && !problems.some((earlier) => earlier.field === field)) problems.push({ field, problem })
  }
  for (const name of groupFieldsIn('form')) checkValue(check, name, groupField(name), entry[name])
  check('last_date', entry.last_date !== null && entry.last_date < entry.first_date, 'before-first')
  check('age_to', entry.age_from !== null && entry.age_to !== null && entry.age_from >= entry.age_to, 'ages')
  check('levels', entry.levels.length > 0 && entry.scheme_slug === null, 'needs-scheme')
  check('assessment_levels', entry.assessment_levels !== null && entry.scheme_slug === null, 'needs-scheme')
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

/** Checks a value by what its field declares. */
function checkValue(check: AddProblem, name: GroupFieldName, field: GroupField, value: GroupFieldValue): void {
  switch (field.kind) {
    case 'name':
    case 'text':
      check(name, field.kind === 'name' && String(value).trim() === '', 'required')
      check(name, [...String(value ?? '').trim()].length > (field.kind === 'text' ? field.max : NAME_MAX), 'too-long')
      break
    case 'number':
      check(name, value !== null && !isWhole(Number(value), field.min, field.max), 'number')
      break
    case 'time':
      check(name, value !== null && !isTime(String(value)), 'not-a-time')
      break
    case 'date':
      check(name, value === '', 'required')
      check(name, value !== null && !isDate(String(value)), 'not-a-date')
      break
    case 'weekdays':
    case 'other-levels':
      check(name, Array.isArray(value) && value.length === 0, 'required')
      break
    case 'levels':
    case 'scheme':
    case 'flag':
      // the scheme and its levels are looked up by the server
      break
  }
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

/** Whether two entries are periods of the same coach with at least one day in common. */
function overlap(a: CoachEntry, b: CoachEntry): boolean {
  // '9999' sorts after every date, so a period without a last day never ends
  return a.uuid === b.uuid && a.from <= (b.to ?? '9999') && b.from <= (a.to ?? '9999')
}
