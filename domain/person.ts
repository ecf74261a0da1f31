/** What is wrong with an entry; the screen has words for each, with an example. */
export type EntryProblem = 'required' | 'too-long' | 'letters' | 'not-a-date' | 'future' | 'too-old' | 'not-an-email'

/** [9.14] */
export const NAME_LENGTH = 50
export const EMAIL_LENGTH = 254
/** [5.12] */
export const TAG_LENGTH = 50
export const NOTE_LENGTH = 2_000
export const PHONE_LENGTH = 30
const OLDEST_YEARS = 120

/** Letters of any script with their marks, space, apostrophe, hyphen, period; 1 to 50 (domain.md 4, [5.6]). */
export function nameProblem(text: string): EntryProblem | null {
  const name = text.trim()
  if (name === '') return 'required'
  if ([...name].length > NAME_LENGTH) return 'too-long'
  return /^[\p{L}\p{M} '’.-]+$/u.test(name) && /\p{L}/u.test(name) ? null : 'letters'
}

/** A day that exists, YYYY-MM-DD [5.7], on which somebody alive today may have been born. */
export function birthdayProblem(text: string, today: string): EntryProblem | null {
  if (text === '') return 'required'
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text))
    return 'not-a-date'
  if (text > today) return 'future'
  return Number(today.slice(0, 4)) - Number(text.slice(0, 4)) > OLDEST_YEARS ? 'too-old' : null
}

/** [5.9]; empty is for the caller to judge. One `@`, no white space, a dot in the domain. */
export function emailProblem(text: string): EntryProblem | null {
  if (text.length > EMAIL_LENGTH) return 'too-long'
  return /^[^\s@<>"',;]+@[^\s@<>"',;.]+(\.[^\s@<>"',;.]+)+$/.test(text) ? null : 'not-an-email'
}
