// The fields of a member's guardian, each declared once. Contract, form, SQL, files and import are made from this record.
import { EMAIL_LENGTH } from '#domain/identity/person.ts'
import { isName, NAME_MAX } from '#domain/platform/name.ts'

export interface GuardianField {
  /** The column in the table `guardians`. */
  column: string
  /** A name is never null, but empty where only the address is known; an address and a text may be null. */
  kind: 'name' | 'email' | 'text'
  /** The most characters of an address or a text. */
  max?: number
  /** Other headings of the column for the first guardian in a file, as in `MemberField`. */
  headings: readonly string[]
}

const guardianFields = {
  guardian_firstname: {
    column: 'firstname',
    kind: 'name',
    headings: ['enw cyntaf gwarcheidwad'],
  },
  guardian_lastname: {
    column: 'lastname',
    kind: 'name',
    headings: ['cyfenw gwarcheidwad'],
  },
  guardian_email: {
    column: 'email',
    kind: 'email',
    max: EMAIL_LENGTH,
    headings: ['email', 'e mail', 'email address', 'e mail address', 'email 1', 'parents email', 'ebost', 'e bost'],
  },
} as const satisfies Readonly<Record<`guardian_${string}`, GuardianField>>

/** A member has at most this many guardians. */
export const MAX_GUARDIANS = 6

export type GuardianFieldName = keyof typeof guardianFields

/** The names of all fields, in the order in which they are shown. */
// `Object.keys` only knows that keys are texts
export const GUARDIAN_FIELDS = Object.keys(guardianFields) as readonly GuardianFieldName[]

/** The declaration of a field, without the literal types of the record. */
export function guardianField(name: GuardianFieldName): GuardianField {
  return guardianFields[name]
}

/** A guardian as it is entered in a form or a file. */
export type GuardianEntry = {
  [Name in GuardianFieldName]: (typeof guardianFields)[Name]['kind'] extends 'name' ? string : string | null
}

/** Builds a guardian of the texts of its fields; an empty text that may be missing becomes null. */
export function guardianOf(textOf: (name: GuardianFieldName) => string): GuardianEntry {
  const valueOf = (name: GuardianFieldName) => textOf(name) || (guardianField(name).kind === 'name' ? '' : null)
  // the compiler cannot know that each value is of its field's type
  return Object.fromEntries(GUARDIAN_FIELDS.map((name) => [name, valueOf(name)])) as GuardianEntry
}

/**
 * The name of the account to which a guardian is invited. An account needs both names: where the office knows only the
 * address, it is greeted by the part before the @ and has the child's last name.
 */
export function nameToInvite(
  guardian: GuardianEntry,
  child: { lastname: string },
): { firstname: string; lastname: string } {
  const ofAddress = (guardian.guardian_email ?? '')
    .replace(/@.*$/, '')
    .replace(/[^\p{L}\p{M}'’.-]+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .slice(0, NAME_MAX)
    .trim()
  return {
    firstname: guardian.guardian_firstname || (isName(ofAddress) ? ofAddress : child.lastname),
    lastname: guardian.guardian_lastname || child.lastname,
  }
}
