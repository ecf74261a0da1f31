import { isName } from '#domain/platform/name.ts'

/** The values of the form that links a child. */
export interface LinkEntry {
  number: string
  name: string
  /** YYYY-MM-DD, or '' while no date is entered. */
  dob: string
}

/** Splits a name into first and last name. Where it is split does not matter, because the server compares the whole name. */
export function splitName(name: string): [string, string] {
  const words = name.trim().split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** The fields whose values cannot match any child, in the form's order. A date of birth cannot be in the future. */
export function fieldsThatCannotMatch({ number, name, dob }: LinkEntry, today: string): (keyof LinkEntry)[] {
  const [firstname, lastname] = splitName(name)
  return [
    ...(number.trim() === '' ? (['number'] as const) : []),
    ...(isName(firstname) && isName(lastname) ? [] : (['name'] as const)),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(dob) && dob <= today ? [] : (['dob'] as const)),
  ]
}
