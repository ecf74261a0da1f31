import type { FieldErrors, FieldValues } from 'react-hook-form'

/**
 * The problems of fields, by names such as `name` or `coaches.0.to`, in the nested form that react-hook-form expects:
 * `{ name: …, coaches: [{ to: … }] }`.
 */
export function nestedErrors<T extends FieldValues>(problems: ReadonlyMap<string, string>): FieldErrors<T> {
  const errors: Record<string, unknown> = {}
  for (const [name, message] of problems) {
    const [first = '', index, inner] = name.split('.')
    if (index === undefined || inner === undefined) errors[first] = { type: 'entry', message }
    else {
      const list = (errors[first] ??= []) as Record<string, unknown>[]
      list[Number(index)] = { ...list[Number(index)], [inner]: { type: 'entry', message } }
    }
  }
  return errors as FieldErrors<T>
}
