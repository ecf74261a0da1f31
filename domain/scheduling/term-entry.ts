import { isDate } from '#domain/platform/club-time.ts'
import { NAME_MAX } from '#domain/platform/name.ts'

/** The fields of a term or a holiday in a form. */
interface TermEntry {
  /** The name by two-letter language; one language is enough. */
  name: Readonly<Record<string, string>>
  /** YYYY-MM-DD; both days belong to the term or holiday. */
  first_date: string
  last_date: string
}

interface TermProblem {
  field: 'name' | 'first_date' | 'last_date'
  problem: 'required' | 'too-long' | 'not-a-date' | 'before-first' | 'too-late'
}

/** The year of the last day is at most this many years after the year of the first day. */
const MAX_YEARS = 2

/**
 * What is wrong with the entry of a term or holiday, at most one problem for each field; empty when it can be saved.
 */
export function termProblems({ name, first_date, last_date }: TermEntry): TermProblem[] {
  const problems: TermProblem[] = []
  const names = Object.values(name).map((text) => text.trim())
  if (!names.some((text) => text !== '')) problems.push({ field: 'name', problem: 'required' })
  else if (names.some((text) => [...text].length > NAME_MAX)) problems.push({ field: 'name', problem: 'too-long' })
  if (!isDate(first_date)) problems.push({ field: 'first_date', problem: 'not-a-date' })
  if (!isDate(last_date)) problems.push({ field: 'last_date', problem: 'not-a-date' })
  else if (last_date < first_date) problems.push({ field: 'last_date', problem: 'before-first' })
  else if (Number(last_date.slice(0, 4)) - Number(first_date.slice(0, 4)) > MAX_YEARS)
    problems.push({ field: 'last_date', problem: 'too-late' })
  return problems
}
