import { Check } from 'typebox/value'
import { line } from '#contract/platform/fields.ts'

/** An argument without blanks around it; throws, with what it is, where a field of the API would refuse it. */
export function oneLine(what: string, maxLength: number, text: string): string {
  const trimmed = text.trim()
  if (!Check(line(maxLength), trimmed)) throw new Error(`${what} is one line of at most ${maxLength} characters`)
  return trimmed
}
