import { abilityGroupKey, abilityGroupProblem } from './ability-groups.ts'
import { birthdayProblem, emailProblem, nameProblem, PHONE_LENGTH, type EntryProblem } from '#domain/identity/person.ts'

export interface GuardianEntry {
  guardian_firstname: string
  guardian_lastname: string
  guardian_email: string | null
}

/** The fields of a member that are entered in a form or a file; `dob` is YYYY-MM-DD. */
export interface MemberEntry {
  firstname: string
  lastname: string
  dob: string
  phones: readonly string[]
  tags: readonly string[]
  guardians: readonly GuardianEntry[]
}

interface FieldProblem {
  /** The path of the field, such as `firstname` or `guardians/0/guardian_email`. */
  field: string
  problem: EntryProblem | 'not-a-phone' | 'separator' | 'twice'
}

/**
 * Everything that is wrong with an entry, by field [5.6]–[5.10]; `today` is the date at the club. `keptTags` are the
 * ability groups that the member has already: they stay valid, even if a new one could not have such a name.
 */
export function memberProblems(entry: MemberEntry, today: string, keptTags: readonly string[] = []): FieldProblem[] {
  const keptKeys = new Set(keptTags.map(abilityGroupKey))
  const problems: FieldProblem[] = []
  const check = (field: string, problem: FieldProblem['problem'] | null) => {
    if (problem !== null) problems.push({ field, problem })
  }
  check('firstname', nameProblem(entry.firstname))
  check('lastname', nameProblem(entry.lastname))
  check('dob', birthdayProblem(entry.dob, today))
  entry.phones.forEach((phone, index) => check(`phones/${index}`, phoneProblem(phone)))
  entry.tags.forEach((tag, index) => {
    if (!keptKeys.has(abilityGroupKey(tag))) check(`tags/${index}`, abilityGroupProblem(tag))
  })
  entry.guardians.forEach((guardian, index) => {
    const path = `guardians/${index}`
    const { guardian_firstname, guardian_lastname, guardian_email } = guardian
    check(`${path}/guardian_firstname`, nameProblem(guardian_firstname))
    check(`${path}/guardian_lastname`, nameProblem(guardian_lastname))
    if (guardian_email !== null) check(`${path}/guardian_email`, emailProblem(guardian_email))
    if (entry.guardians.slice(0, index).some((other) => sameGuardian(other, guardian)))
      check(`${path}/guardian_lastname`, 'twice')
  })
  return problems
}

/**
 * What is wrong with a telephone number, or null. It has digits, at least three, and besides them only white space and
 * the signs `+ ( ) . / -`.
 */
export function phoneProblem(phone: string): FieldProblem['problem'] | null {
  if (phone.length > PHONE_LENGTH) return 'too-long'
  return /^[0-9+()\s./-]*$/.test(phone) && phone.replaceAll(/\D/g, '').length >= 3 ? null : 'not-a-phone'
}

/**
 * Whether two entries are the same guardian: by the e-mail address when both have one, by the names when neither has.
 * With one address they are not the same.
 */
function sameGuardian(a: GuardianEntry, b: GuardianEntry): boolean {
  const comparable = (text: string) => text.trim().toLowerCase()
  if (a.guardian_email !== null && b.guardian_email !== null)
    return comparable(a.guardian_email) === comparable(b.guardian_email)
  return (
    comparable(a.guardian_firstname) === comparable(b.guardian_firstname) &&
    comparable(a.guardian_lastname) === comparable(b.guardian_lastname) &&
    a.guardian_email === b.guardian_email
  )
}
