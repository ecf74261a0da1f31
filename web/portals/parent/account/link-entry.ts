import { isName } from '#domain/platform/name.ts'

/** What stands in the form. */
export interface LinkEntry {
  number: string
  name: string
  /** YYYY-MM-DD, '' while it is none. */
  dob: string
}

/** First and last name of one field. Where the first one ends is a guess: the server compares both together. */
export function splitName(name: string): [string, string] {
  const words = name.trim().split(/\s+/)
  return [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** Fields that cannot match anything as they are, in the form's order. */
export function wrongFields({ number, name, dob }: LinkEntry, today: string): (keyof LinkEntry)[] {
  const [firstname, lastname] = splitName(name)
  return [
    ...(number.trim() === '' ? (['number'] as const) : []),
    ...(isName(firstname) && isName(lastname) ? [] : (['name'] as const)),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(dob) && dob <= today ? [] : (['dob'] as const)),
  ]
}
