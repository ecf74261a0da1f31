import { useQueryClient } from '@tanstack/react-query'
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
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useStillOpen } from '#web/shell/frame/use-still-open.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { differences } from './differences.ts'
import { nestedErrors } from './form-errors.ts'

/** How a form is filled from a thing of the server, such as a member, checked and saved. */
interface EntryOptions<Values extends FieldValues, Thing> {
  /** The thing that is edited; null for a new one. */
  thing: Thing | null
  /** The values of the form's fields. */
  valuesOf: (thing: Thing | null) => Values
  /** The problem of each invalid field, by the form's names, such as `coaches.0.to`. */
  problemsOf: (values: Values) => ReadonlyMap<string, string>
  /** The form's name for the server's name of a field; by default `guardians.0.email` for `guardians/0/email`. */
  nameOf?: (field: string) => string
  /** Saves a new thing. */
  create: (values: Values) => Promise<Thing>
  /**
   * Saves what differs from `before`, the thing from which the form was filled. A form without `change` saves an
   * existing thing by `create` too.
   */
  change?: (values: Values, before: Thing) => Promise<Thing>
  /** Whether the change has effects that another change cannot undo, and so must be confirmed first. */
  needsConfirmation?: (values: Values, before: Thing) => boolean
  /** Loads the thing anew, after somebody else has changed it. */
  reload?: (thing: Thing) => Promise<Thing>
  onSaved: (thing: Thing) => void
}

/**
 * Why something is not saved. `meanwhile`: somebody else has changed these fields. `gone`: the thing does not exist any
 * more. `typed-since`: it was typed while the rest was being saved. `failed`: another reason, or no answer.
 */
export type Refused = { kind: 'meanwhile'; fields: string[] } | { kind: 'failed' | 'gone' | 'typed-since' }

/** The code of the problem that a text is longer than its field's `maxLength`. */
export const TOO_LONG = 'too-long'

/** The fields whose text is longer than their `maxLength`, each with the problem `TOO_LONG`. */
function tooLongFields<Values extends FieldValues>(
  values: Values,
  { names = [], fields }: ResolverOptions<Values>,
): ReadonlyMap<string, string> {
  const longNames = names.filter((name) => {
    const { maxLength } = (get(fields, name) ?? {}) as { maxLength?: number }
    return maxLength !== undefined && [...String(get(values, name) ?? '').trim()].length > maxLength
  })
  return new Map(longNames.map((name) => [name, TOO_LONG]))
}

/**
 * A form for a thing that others may change at the same time. What the user typed stays, whatever the server answers.
 */
export function useEntry<Values extends FieldValues, Thing>(options: EntryOptions<Values, Thing>) {
  const { valuesOf } = options
  const { t } = useTranslation()
  const { alerts } = useShell()
  const queries = useQueryClient()
  const isStillOpen = useStillOpen()
  // the thing from which the form was filled; replaced when it is saved or somebody else has changed it meanwhile
  const [base, setBase] = useState(options.thing)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [toConfirm, setToConfirm] = useState<Values | null>(null)
  const form = useForm<Values>({
    defaultValues: valuesOf(options.thing) as DefaultValues<Values>,
    resolver: (values, _context, fields) => {
      const problems = new Map([...tooLongFields(values, fields), ...options.problemsOf(values)])
      return problems.size === 0 ? { values, errors: {} } : { values: {}, errors: nestedErrors<Values>(problems) }
    },
  })

  /** Takes over the fields that somebody else changed and the user did not; the next save sends the user's fields. */
  async function mergeTheirs(values: Values, before: Thing, reload: (thing: Thing) => Promise<Thing>): Promise<void> {
    const current = await reload(before)
    const theirs = differences(valuesOf(current), valuesOf(before))
    const typed = differences(values, valuesOf(before))
    for (const [field, value] of Object.entries(theirs))
      if (!(field in typed)) form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>)
    setBase(current)
    setRefused({ kind: 'meanwhile', fields: Object.keys(theirs) })
  }

  /** Keeps what was typed while `saved` was being saved, as a change of that. */
  function keepOpen(saved: Thing): void {
    form.reset(valuesOf(saved), { keepValues: true })
    setRefused({ kind: 'typed-since' })
  }

  async function save(values: Values): Promise<void> {
    setRefused(null)
    try {
      const saved =
        base === null || options.change === undefined
          ? await options.create(values)
          : await options.change(values, base)
      // a form that stays open saves its next change against this
      setBase(saved)
      // a form that can only create would make another thing of it
      const canChange = base !== null || options.change !== undefined
      const typedSince = Object.keys(differences(form.getValues(), values)).length > 0
      if (isStillOpen() && !(typedSince && canChange)) {
        options.onSaved(saved)
        if (typedSince) alerts.show(t('desk.typedTooLate'), 'begun')
        return
      }
      // `onSaved` would close this form, or what is open in its place by now
      if (isStillOpen()) keepOpen(saved)
      else alerts.show(t('desk.savedAfterClosing'), 'done')
      await queries.invalidateQueries()
    } catch (error) {
      if (!isStillOpen() && error instanceof ApiError) return alerts.show(t('desk.closedNotSaved'), 'bad')
      const isConflict = error instanceof ApiError && error.error === 'EDIT_CONFLICT'
      if (!isConflict || base === null || options.reload === undefined) return showError(error, values)
      // what somebody else has saved may not be loaded, too
      await mergeTheirs(values, base, options.reload).catch((failure: unknown) => showError(failure, values))
    }
  }

  /** Shows an error of the server at its field, or above the form; throws any other error. */
  function showError(error: unknown, values: Values): void {
    if (!(error instanceof ApiError)) throw error
    if (error.field === undefined || error.status >= 500) return setRefused({ kind: 'failed' })
    const name = options.nameOf?.(error.field) ?? error.field.replaceAll('/', '.')
    // the form may not have the field, such as the thing's id, and then cannot show an error at it
    if (!((name.split('.')[0] ?? name) in values)) return setRefused({ kind: error.status === 404 ? 'gone' : 'failed' })
    form.setError(name as Path<Values>, { type: 'server', message: error.error }, { shouldFocus: true })
  }

  /** Sets a field whose control is not an input of the form, as if the user had typed the value. */
  function setField<Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>): void {
    // dirty, so that closing the form asks before the value is lost
    form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(name)
  }

  const mustConfirm = (values: Values) => base !== null && options.needsConfirmation?.(values, base) === true
  return {
    form,
    setField,
    base,
    refused,
    submit: form.handleSubmit((values) => (mustConfirm(values) ? setToConfirm(values) : save(values))),
    /** The values that wait for the user's confirmation; null when none do. */
    toConfirm,
    /** Saves the waiting values if the user said yes, else drops them. */
    confirm: (yes: boolean) => {
      setToConfirm(null)
      if (yes && toConfirm !== null) void form.handleSubmit(save)()
    },
  }
}

export type Entry<Values extends FieldValues, Thing> = ReturnType<typeof useEntry<Values, Thing>>
