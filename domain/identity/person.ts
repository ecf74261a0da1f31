import { isEmail } from '#domain/platform/email.ts'
import { isName, NAME_MAX } from '#domain/platform/name.ts'

/** What is wrong with an entry; the screen has words for each, with an example. */
export type EntryProblem = 'required' | 'too-long' | 'letters' | 'not-a-date' | 'future' | 'too-old' | 'not-an-email'

export const EMAIL_LENGTH = 254
/** [5.12] */
export const TAG_LENGTH = 50
export const NOTE_LENGTH = 2_000
export const PHONE_LENGTH = 30
/** Of a membership number. */
export const NUMBER_LENGTH = 40
/** How many a member has at most. */
export const MOST_PHONES = 5
export const MOST_TAGS = 20
const OLDEST_YEARS = 120

/** [5.6], with what is wrong; space around it is not counted. */
export function nameProblem(text: string): EntryProblem | null {
  const name = text.trim()
  if (name === '') return 'required'
  if (name.length > NAME_MAX) return 'too-long'
  return isName(name) ? null : 'letters'
}

/** Of an `api` user, which is a program: any words on one line. */
export function programNameProblem(text: string): EntryProblem | null {
  const name = text.trim()
  if (name === '') return 'required'
  if (name.length > NAME_MAX) return 'too-long'
  return /\p{Cc}/u.test(name) ? 'letters' : null
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

/** [5.9]; empty is for the caller to judge. */
export function emailProblem(text: string): EntryProblem | null {
  if (text.length > EMAIL_LENGTH) return 'too-long'
  return isEmail(text) ? null : 'not-an-email'
}
