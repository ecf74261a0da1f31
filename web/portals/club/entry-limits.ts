import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, MAX_PHONES, MAX_TAGS, NUMBER_LENGTH, PHONE_LENGTH } from '#domain/identity/person.ts'

/**
 * The limits of a field, named as the placeholders in the texts of its problems: it must have fewer characters than
 * `fewer`, and a field that is a list at most `most` entries.
 */
export function limitsOf(field: string): { fewer: number; most: number } {
  return { fewer: tooLongFrom(field), most: field === 'phones' ? MAX_PHONES : MAX_TAGS }
}

/**
 * The number of characters that a text of a member's field must stay below [5.10]. The field is named as in the form
 * or as in an import.
 */
export function tooLongFrom(field: string): number {
  if (field.endsWith('email')) return EMAIL_LENGTH + 1
  if (field === 'phones') return PHONE_LENGTH + 1
  return (field === 'ngo_id' ? NUMBER_LENGTH : NAME_MAX) + 1
}
