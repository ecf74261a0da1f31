import { Link2 } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { NAME_MAX } from '#domain/platform/name.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { type LinkEntry, fieldsThatCannotMatch } from './link-entry.ts'
import { useAction } from './use-action.ts'
import { useNumberForm } from './use-number-form.ts'

const EMPTY: LinkEntry = { number: '', firstname: '', lastname: '', dob: '' }
type FieldName = keyof LinkEntry

/**
 * Links a child by number, name and birthday from the membership card [5.21]. The message for a failed match does not
 * say which of them is wrong [8.19].
 */
export function LinkForm() {
  const { t } = useTranslation()
  const { api } = useShell()
  const { online } = useConnection()
  const queries = useQueryClient()
  const me = useMe()
  const { busy, failureText, run } = useAction()
  const [entry, setEntry] = useState(EMPTY)
  const [submitted, setSubmitted] = useState(false)
  const [linkedName, setLinkedName] = useState<string | null>(null)
  const inputs = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})
  const today = deviceDate(useNow())
  const invalidFields = fieldsThatCannotMatch(entry, today)
  /** Messages for the errors that this form explains in its own words. */
  const messages: Readonly<Record<string, string>> = {
    NO_MEMBERSHIP_MATCH: t('parent.link.noMatch'),
    CONFLICT_MEMBER: t('parent.link.already'),
    TOO_MANY_REQUESTS: t('parent.link.wait'),
  }
  const form = useNumberForm()
  const { hash } = useLocation()
  useEffect(() => {
    // after the page, which takes the focus itself
    if (hash === '#link') queueMicrotask(() => inputs.current.number?.focus())
  }, [hash])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    setLinkedName(null)
    const [firstInvalid] = invalidFields
    if (firstInvalid) return inputs.current[firstInvalid]?.focus()
    const [firstname, lastname] = [entry.firstname.trim(), entry.lastname.trim()]
    const succeeded = await run(
      async () => {
        await api.link(me?.uuid ?? '', { ngo_id: entry.number.trim(), firstname, lastname, dob: entry.dob })
        await queries.invalidateQueries({ queryKey: ['members'] })
      },
      (code) => messages[code] ?? null,
    )
    if (!succeeded) return
    setLinkedName(firstname)
    setEntry(EMPTY)
    setSubmitted(false)
  }
  const errorOf = (name: FieldName) =>
    submitted && invalidFields.includes(name) ? t(`parent.link.${name}Wrong`) : undefined
  const field = (name: FieldName, inputProps: object, hint?: string) => (
    <Field label={t(`parent.link.${name}`)} hint={hint} error={errorOf(name)}>
      {(control) => (
        <Input
          {...control}
          {...inputProps}
          ref={(element) => {
            inputs.current[name] = element
          }}
          value={entry[name]}
          onChange={(event) => setEntry({ ...entry, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <section className="card in stack" aria-labelledby="link">
      <div>
        <h2 id="link">{t('parent.link.title')}</h2>
        <p className="small dim">{t('parent.link.text')}</p>
      </div>
      <form noValidate className="stack" onSubmit={(event) => void send(event)} aria-labelledby="link">
        {Object.values(entry).some((value) => value.trim() !== '') ? <UnsavedEntries /> : null}
        {field(
          'number',
          { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 60 },
          form === null ? t('parent.link.numberHint') : t('parent.link.numberForm', { form }),
        )}
        <NumberOnCard form={form} />
        {field('firstname', { autoComplete: 'off', maxLength: NAME_MAX })}
        {field('lastname', { autoComplete: 'off', maxLength: NAME_MAX })}
        <DateField
          label={t('parent.link.dob')}
          error={errorOf('dob')}
          ref={(element) => {
            inputs.current.dob = element
          }}
          max={today}
          value={entry.dob}
          onChange={(dob) => setEntry({ ...entry, dob })}
        />
        <div role="alert">{failureText === null ? null : <Alert kind="bad">{failureText}</Alert>}</div>
        <output>
          {linkedName === null ? null : <Alert kind="done">{t('parent.link.done', { name: linkedName })}</Alert>}
        </output>
        <Button type="submit" kind="main" wide disabled={busy || !online}>
          <Icon icon={Link2} />
          {t('parent.link.submit')}
        </Button>
      </form>
    </section>
  )
}

/** Where the number stands on a membership card; `form` is how this client writes it, null where that is not known. */
function NumberOnCard({ form }: { form: string | null }) {
  const { t } = useTranslation()
  const { client } = useShell()
  return (
    <div className="where">
      <figure aria-hidden="true">
        <span>{client.name}</span>
        <mark>{form ?? '•••'}</mark>
      </figure>
      <p className="small">{t('parent.link.where')}</p>
    </div>
  )
}
