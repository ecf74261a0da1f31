import { isEmail } from '#domain/platform/email.ts'
import { hasLengthOfName, isName } from '#domain/platform/name.ts'

/** What can be wrong with an entry; the screens have a text with an example for each. */
export type EntryProblem = 'required' | 'too-long' | 'letters' | 'not-a-date' | 'future' | 'too-old' | 'not-an-email'

/** The most characters of an e-mail address. */
export const EMAIL_LENGTH = 254
/** The most characters of the name of a tag or an ability group [5.12]. */
export const TAG_LENGTH = 50
/** The most characters of a note or of medical notes. */
export const NOTE_LENGTH = 2_000
/** The most characters of a telephone number. */
export const PHONE_LENGTH = 30
/** The most characters of a membership number. */
export const NUMBER_LENGTH = 40
/** A member has at most this many telephone numbers. */
export const MAX_PHONES = 5
/** A member has at most this many ability groups in a club. */
export const MAX_TAGS = 20
const MAX_AGE = 120

/** What is wrong with a first or last name [5.6], [R4.2], or null; space around it is ignored. */
export function nameProblem(text: string): EntryProblem | null {
  const name = text.trim()
  if (name === '') return 'required'
  if (!hasLengthOfName(name)) return 'too-long'
  return isName(name) ? null : 'letters'
}

/** What is wrong with the name of an `api` user, which is a program, or null. It may be any text on one line. */
export function programNameProblem(text: string): EntryProblem | null {
  const name = text.trim()
  if (name === '') return 'required'
  if (!hasLengthOfName(name)) return 'too-long'
  return /\p{Cc}/u.test(name) ? 'letters' : null
}

/**
 * What is wrong with a date of birth, or null. It must be an existing day, YYYY-MM-DD [5.7], not after `today`, and its
 * year at most 120 years ago.
 */
export function birthdayProblem(text: string, today: string): EntryProblem | null {
  if (text === '') return 'required'
  const ms = Date.parse(`${text}T00:00:00Z`)
  // `Date.parse` reads 31 February as 3 March; such a date differs when it is written again
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text))
    return 'not-a-date'
  if (text > today) return 'future'
  return Number(today.slice(0, 4)) - Number(text.slice(0, 4)) > MAX_AGE ? 'too-old' : null
}

/** What is wrong with an e-mail address [5.9], or null. The caller decides whether it may be empty. */
export function emailProblem(text: string): EntryProblem | null {
  if (text.length > EMAIL_LENGTH) return 'too-long'
  return isEmail(text) ? null : 'not-an-email'
}
