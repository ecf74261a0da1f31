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
 * Everything that is wrong with an entry, by field [5.6]–[5.10]; `today` is the date at the club. `kept` are ability
 * groups that the member had before, which the present rule for names does not apply to.
 */
export function memberProblems(entry: MemberEntry, today: string, kept: readonly string[] = []): FieldProblem[] {
  const old = new Set(kept.map(abilityGroupKey))
  const found: FieldProblem[] = []
  const check = (field: string, problem: FieldProblem['problem'] | null) => {
    if (problem !== null) found.push({ field, problem })
  }
  check('firstname', nameProblem(entry.firstname))
  check('lastname', nameProblem(entry.lastname))
  check('dob', birthdayProblem(entry.dob, today))
  entry.phones.forEach((phone, k) => check(`phones/${k}`, phoneProblem(phone)))
  entry.tags.forEach((tag, k) => {
    if (!old.has(abilityGroupKey(tag))) check(`tags/${k}`, abilityGroupProblem(tag))
  })
  entry.guardians.forEach((guardian, k) => {
    const path = `guardians/${k}`
    const { guardian_firstname, guardian_lastname, guardian_email } = guardian
    check(`${path}/guardian_firstname`, nameProblem(guardian_firstname))
    check(`${path}/guardian_lastname`, nameProblem(guardian_lastname))
    if (guardian_email !== null) check(`${path}/guardian_email`, emailProblem(guardian_email))
    if (entry.guardians.slice(0, k).some((other) => sameGuardian(other, guardian)))
      check(`${path}/guardian_lastname`, 'twice')
  })
  return found
}

/** What is wrong with a telephone number, or null: it has only the usual signs and at least three digits. */
export function phoneProblem(phone: string): FieldProblem['problem'] | null {
  if (phone.length > PHONE_LENGTH) return 'too-long'
  return /^[0-9+()\s./-]*$/.test(phone) && phone.replaceAll(/\D/g, '').length >= 3 ? null : 'not-a-phone'
}

/** Whether two entries are the same guardian: by the address when both have one, else by name and a missing address. */
function sameGuardian(a: GuardianEntry, b: GuardianEntry): boolean {
  const plain = (text: string) => text.trim().toLowerCase()
  if (a.guardian_email !== null && b.guardian_email !== null) return plain(a.guardian_email) === plain(b.guardian_email)
  return (
    plain(a.guardian_firstname) === plain(b.guardian_firstname) &&
    plain(a.guardian_lastname) === plain(b.guardian_lastname) &&
    a.guardian_email === b.guardian_email
  )
}
