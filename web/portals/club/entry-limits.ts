import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH } from '#domain/identity/person.ts'
import { memberField, MEMBER_FIELDS } from '#domain/members/member-fields.ts'

/**
 * The limits of a field, named as the placeholders in the texts of its problems: it must have fewer characters than
 * `fewer`, and a field that is a list at most `most` entries.
 */
export function limitsOf(field: string): { fewer: number; most: number } {
  const declared = declaredField(field)
  return { fewer: tooLongFrom(field), most: declared?.kind === 'list' ? declared.most : 0 }
}

/**
 * The number of characters that a text of a member's field must stay below [5.10]. The field is named as in the form
 * or as in an import; guardians and users have names and addresses.
 */
export function tooLongFrom(field: string): number {
  if (field.endsWith('email')) return EMAIL_LENGTH + 1
  const declared = declaredField(field)
  return (declared !== undefined && 'max' in declared ? declared.max : NAME_MAX) + 1
}

function declaredField(field: string) {
  const name = MEMBER_FIELDS.find((candidate) => candidate === field)
  return name === undefined ? undefined : memberField(name)
}
