import { isDate } from '#domain/platform/club-time.ts'

/** The fields of a notification in a form; dates are YYYY-MM-DD. */
interface NotificationEntry {
  heading: string
  description: string
  start: string
  end: string
  /** Whether it is for all clubs; otherwise it is for those of `club_ids`. */
  global: boolean
  club_ids: readonly string[]
}

interface NotificationProblem {
  field: keyof NotificationEntry
  problem: 'required' | 'not-a-date' | 'before-start' | 'needs-club'
}

/** What is wrong with a notification [3.19], at most one problem for each field; empty when it can be saved. */
export function notificationProblems(entry: NotificationEntry): NotificationProblem[] {
  const problems: NotificationProblem[] = []
  const check = (field: keyof NotificationEntry, isWrong: boolean, problem: NotificationProblem['problem']) => {
    if (isWrong && !problems.some((earlier) => earlier.field === field)) problems.push({ field, problem })
  }
  check('heading', entry.heading.trim() === '', 'required')
  check('description', entry.description.trim() === '', 'required')
  check('start', !isDate(entry.start), 'not-a-date')
  check('end', !isDate(entry.end), 'not-a-date')
  check('end', isDate(entry.start) && entry.end < entry.start, 'before-start')
  check('club_ids', !entry.global && entry.club_ids.length === 0, 'needs-club')
  return problems
}
