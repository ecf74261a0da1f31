import { isName } from '#domain/platform/name.ts'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'

/** The values of the form that links a child. */
export interface LinkEntry {
  number: string
  firstname: string
  lastname: string
  /** YYYY-MM-DD, or '' while no date is entered. */
  dob: string
}

/** The fields whose values cannot match any child, in the form's order. A date of birth cannot be in the future. */
export function fieldsThatCannotMatch(entry: LinkEntry, today: string): (keyof LinkEntry)[] {
  const { number, firstname, lastname, dob } = entry
  return [
    ...(/[\p{L}\p{N}]/u.test(number) ? [] : (['number'] as const)),
    ...(isName(firstname.trim()) ? [] : (['firstname'] as const)),
    ...(isName(lastname.trim()) ? [] : (['lastname'] as const)),
    ...(isDayWithin(dob, '', today) ? [] : (['dob'] as const)),
  ]
}
