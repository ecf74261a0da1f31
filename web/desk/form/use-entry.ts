import { useState } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type ResolverOptions,
} from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'
import { differences } from './differences.ts'
import { nestedErrors } from './form-errors.ts'

/** How a form of texts becomes a thing of the server's, or a change of one. */
interface EntryWay<Values extends FieldValues, Thing> {
  /** What the form is filled from; null: a new one. */
  thing: Thing | null
  /** The form's texts. */
  valuesOf: (thing: Thing | null) => Values
  /** What is wrong, by the form's own names: `coaches.0.to`. */
  problemsOf: (values: Values) => ReadonlyMap<string, string>
  /** The form's name of a field that the server names: `guardians.0.guardian_email` of `guardians/0/guardian_email`. */
  nameOf?: (field: string) => string
  enter: (values: Values) => Promise<Thing>
  /** Sends what differs from what the form was filled from. */
  change?: (values: Values, before: Thing) => Promise<Thing>
  /** A change that does more elsewhere than saving another one takes back: it is asked about first. */
  needsConfirmation?: (values: Values, before: Thing) => boolean
  /** The thing as the server has it now. */
  again?: (thing: Thing) => Promise<Thing>
  onSaved: (thing: Thing) => void
}

/** What stands over the form after the server refused; `gone`: somebody took the thing away meanwhile. */
export type Refused = { kind: 'meanwhile'; fields: string[] } | { kind: 'failed' | 'gone' }

/** The problem of a field with more characters than its `maxLength`. */
export const TOO_LONG = 'too-long'

function tooLong<Values extends FieldValues>(
  values: Values,
  { names = [], fields }: ResolverOptions<Values>,
): ReadonlyMap<string, string> {
  const long = names.filter((name) => {
    const { maxLength } = (get(fields, name) ?? {}) as { maxLength?: number }
    return maxLength !== undefined && [...String(get(values, name) ?? '').trim()].length > maxLength
  })
  return new Map(long.map((name) => [name, TOO_LONG]))
}

/** A form over something that others change too: what was typed stays whatever the server says. */
export function useEntry<Values extends FieldValues, Thing>(way: EntryWay<Values, Thing>) {
  const { valuesOf } = way
  // another's change made meanwhile is taken note of by replacing it
  const [base, setBase] = useState(way.thing)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [asked, setAsked] = useState<Values | null>(null)
  const form = useForm<Values>({
    defaultValues: valuesOf(way.thing) as DefaultValues<Values>,
    resolver: (values, _context, fields) => {
      const problems = new Map([...tooLong(values, fields), ...way.problemsOf(values)])
      return problems.size === 0 ? { values, errors: {} } : { values: {}, errors: nestedErrors<Values>(problems) }
    },
  })

  async function meanwhile(values: Values, before: Thing, again: (thing: Thing) => Promise<Thing>): Promise<void> {
    const now = await again(before)
    const theirs = differences(valuesOf(now), valuesOf(before))
    const typed = differences(values, valuesOf(before))
    // what I did not touch is theirs now; what I typed stays mine
    for (const [field, value] of Object.entries(theirs))
      if (!(field in typed)) form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    setBase(now)
    setRefused({ kind: 'meanwhile', fields: Object.keys(theirs) })
  }

  async function save(values: Values): Promise<void> {
    setRefused(null)
    try {
      way.onSaved(base === null || way.change === undefined ? await way.enter(values) : await way.change(values, base))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.error === 'EDIT_CONFLICT' && base !== null && way.again !== undefined)
        return meanwhile(values, base, way.again)
      if (error.field === undefined || error.status >= 500) return setRefused({ kind: 'failed' })
      const name = way.nameOf?.(error.field) ?? error.field.replaceAll('/', '.')
      // a field that the form does not have, such as the thing's own id, could say nothing
      if (!((name.split('.')[0] ?? name) in values))
        return setRefused({ kind: error.status === 404 ? 'gone' : 'failed' })
      return form.setError(name as Path<Values>, { type: 'server', message: error.error }, { shouldFocus: true })
    }
  }
  const mustConfirm = (values: Values) => base !== null && way.needsConfirmation?.(values, base) === true
  return {
    form,
    base,
    refused,
    submit: form.handleSubmit((values) => (mustConfirm(values) ? setAsked(values) : save(values))),
    /** What was typed and waits for an answer. */
    asked,
    answer: (yes: boolean) => {
      setAsked(null)
      if (yes && asked !== null) void save(asked)
    },
  }
}

export type Entry<Values extends FieldValues, Thing> = ReturnType<typeof useEntry<Values, Thing>>
