// The fields of a user that an office enters, each declared once. Contract, forms, SQL, revision and file are made from
// this record; what shows single fields by hand is compared with it by `server/user-fields.test.ts`. Type, status, clubs
// and what belongs to the login (username, password) are no such fields: a change of each has effects of its own.
import { namesIn, namesOf, type NameIn } from '#domain/platform/declared-fields.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, emailProblem, nameProblem, programNameProblem, type EntryProblem } from './person.ts'

/** A place where a field appears besides the record that offices read, in their lists and beside them, which has all. */
export type UserFieldPlace =
  /** The form of a club's office, for its coaches and administrators. */
  | 'club-form'
  /** The form of the client's authors. */
  | 'client-form'
  /** The file of users. */
  | 'file'
  /** What users read of themselves. */
  | 'self'

export interface UserField {
  /** A name is never null; an address is null where a login provider has none. */
  kind: 'name' | 'email' | 'text'
  /** The most characters. */
  max: number
  in: readonly UserFieldPlace[]
  /** A program (a user of type `api`) has it, too. */
  ofPrograms?: true
}

const userFields = {
  firstname: { kind: 'name', max: NAME_MAX, in: ['club-form', 'client-form', 'file', 'self'], ofPrograms: true },
  lastname: { kind: 'name', max: NAME_MAX, in: ['club-form', 'client-form', 'file', 'self'] },
  email: { kind: 'email', max: EMAIL_LENGTH, in: ['club-form', 'client-form', 'file', 'self'] },
  /** Membership number [3.19]. */
  ngo_id: { kind: 'text', max: 50, in: ['client-form', 'self'] },
  postcode: { kind: 'text', max: 20, in: ['client-form'] },
} as const satisfies Readonly<Record<string, UserField>>

export type UserFieldName = keyof typeof userFields

/** The values of a user's fields. */
export type UserFields = {
  -readonly [Name in UserFieldName]: (typeof userFields)[Name]['kind'] extends 'name' ? string : string | null
}

/** The names of all fields, in the order in which they are shown. */
export const USER_FIELDS = namesOf(userFields)

/** The declaration of a field, without the literal types of the record. */
export function userField(name: UserFieldName): UserField {
  return userFields[name]
}

/** The name of a field that appears in this place. */
export type UserFieldIn<Place extends UserFieldPlace> = NameIn<typeof userFields, Place>

/** The names of the fields that appear in this place. */
export function userFieldsIn<Place extends UserFieldPlace>(place: Place): UserFieldIn<Place>[] {
  return namesIn(userFields, place)
}

/** The fields of a user as they are stored: what is left out is empty, and no text has space around it. */
export function storedUserFields(entry: Partial<UserFields>): UserFields {
  const valueOf = (name: UserFieldName) => entry[name]?.trim() || (userField(name).kind === 'name' ? '' : null)
  // the compiler cannot know that each value is of its field's type
  return Object.fromEntries(USER_FIELDS.map((name) => [name, valueOf(name)])) as UserFields
}

/** What is wrong with the text of a field, or null; `isProgram` is true for a user of type `api`. */
export function userFieldProblem(name: UserFieldName, text: string, isProgram: boolean): EntryProblem | null {
  switch (userField(name).kind) {
    case 'name':
      return isProgram ? programNameProblem(text) : nameProblem(text)
    case 'email':
      return text.trim() === '' ? 'required' : emailProblem(text.trim())
    case 'text':
      return text.trim().length > userField(name).max ? 'too-long' : null
  }
}
