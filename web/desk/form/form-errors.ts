import type { FieldErrors, FieldValues } from 'react-hook-form'

/** Problems by dotted name (`coaches.0.to`) as the form library nests them. */
export function nestedErrors<T extends FieldValues>(problems: ReadonlyMap<string, string>): FieldErrors<T> {
  const errors: Record<string, unknown> = {}
  for (const [name, message] of problems) {
    const [first = '', at, inner] = name.split('.')
    if (at === undefined || inner === undefined) errors[first] = { type: 'entry', message }
    else {
      const list = (errors[first] ??= []) as Record<string, unknown>[]
      list[Number(at)] = { ...list[Number(at)], [inner]: { type: 'entry', message } }
    }
  }
  return errors as FieldErrors<T>
}
