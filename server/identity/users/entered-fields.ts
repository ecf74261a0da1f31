import type { NewUserBody } from '#contract/identity/user-writes.ts'
import {
  storedUserFields,
  USER_FIELDS,
  userFieldProblem,
  userFieldsIn,
  type UserFieldName,
  type UserFieldPlace,
  type UserFields,
} from '#domain/identity/user-fields.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** Refuses a request because of a field. */
export function invalidField(field: string, problem: string): Refusal {
  return new Refusal('INVALID_REQUEST', { field, detail: `${field}: ${problem}` })
}

/** Refuses the text of a field if something is wrong with it; `isProgram` is true for a user of type `api`. */
export function refuseProblem(name: UserFieldName, text: string | null, isProgram: boolean): void {
  const problem = userFieldProblem(name, text ?? '', isProgram)
  if (problem === null) return
  throw name === 'email' ? new Refusal('ERROR_INVALID_EMAIL', { field: name }) : invalidField(name, problem)
}

/** The fields of a person who is invited with this form; refuses wrong ones. */
export function invitedFields(body: NewUserBody, form: UserFieldPlace): UserFields & { email: string } {
  const names: readonly UserFieldName[] = userFieldsIn(form)
  for (const name of names) refuseProblem(name, body[name] ?? null, /* isProgram */ false)
  const fields = storedUserFields(body)
  // an address that is missing has been refused
  return { ...fields, email: fields.email ?? '' }
}

/** Refuses fields that a user does not get here, for a reason. */
export function refuseOthers(body: NewUserBody, allowed: (name: UserFieldName) => boolean, reason: string): void {
  const refused = [...USER_FIELDS.filter((name) => !allowed(name)), 'club_ids' as const]
  const field = refused.find((name) => body[name] !== undefined)
  if (field !== undefined) throw invalidField(field, reason)
}
