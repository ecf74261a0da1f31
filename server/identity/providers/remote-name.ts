import { cutText } from '#domain/platform/cut-text.ts'
import { isName, NAME_MAX } from '#domain/platform/name.ts'

/**
 * Whether a text can be a person's id at a provider: not empty, at most 255 characters as in OpenID Connect, and
 * storable unchanged.
 */
export function isSubject(subject: string): boolean {
  return subject.length > 0 && subject.length <= 255 && isStorableText(subject)
}

/** Whether the database stores a text without changing it, so that two different texts stay different. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/**
 * The names of a provider's person in the form in which we store them. A missing given or family name is taken from the
 * full name: its first word, or the rest. A name without letters becomes a dash.
 */
export function remoteName(
  givenName: unknown,
  familyName: unknown,
  fullName: unknown,
): { firstname: string; lastname: string } {
  const [firstWord = '', ...otherWords] = clean(fullName).split(' ')
  return {
    firstname: validName(clean(givenName) || firstWord),
    lastname: validName(clean(familyName) || otherWords.join(' ')),
  }
}

function clean(name: unknown): string {
  return typeof name === 'string' ? name.normalize('NFC').replace(/\s+/g, ' ').trim() : ''
}

function validName(name: string): string {
  const short = cutText(name, NAME_MAX).trim()
  return isName(short) ? short : '–'
}
