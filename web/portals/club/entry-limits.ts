import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, MOST_PHONES, MOST_TAGS, NUMBER_LENGTH, PHONE_LENGTH } from '#domain/identity/person.ts'

/** What the words of a field's problem name. */
export function limitsOf(field: string): { fewer: number; most: number } {
  return { fewer: fewerThan(field), most: field === 'phones' ? MOST_PHONES : MOST_TAGS }
}

/** How many characters a field of a member stays under [5.10]: `phones`, `guardians.0.guardian_email`, `guardian_2_email`. */
export function fewerThan(field: string): number {
  if (field.endsWith('email')) return EMAIL_LENGTH + 1
  if (field === 'phones') return PHONE_LENGTH + 1
  return (field === 'ngo_id' ? NUMBER_LENGTH : NAME_MAX) + 1
}
