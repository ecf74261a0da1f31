import './desk-entry.css'
import { useId, type ReactNode } from 'react'
import { Controller, get, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field, type FieldControl } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { TimeField } from './time-field.tsx'
import { TOO_LONG, type Entry, type Refused } from './use-entry.ts'

interface EntryDialogProps<Values extends FieldValues, Thing> {
  entry: Entry<Values, Thing>
  title: string
  /** The text of the button that saves a new thing; a changed one has "Save". */
  add: string
  /** The label of a field, for the message that somebody else has changed it. */
  fieldName: (field: string) => string
  wide?: boolean
  /** A file is being uploaded, without which the form must not be saved. */
  isUploading?: boolean
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with the server's refusal above the fields and the buttons below. */
export function EntryDialog<Values extends FieldValues, Thing>(props: EntryDialogProps<Values, Thing>) {
  const { t } = useTranslation()
  const id = useId()
  const { form, base, refused, submit } = props.entry
  const { isSubmitting, isDirty } = form.formState
  const isUploading = props.isUploading === true
  const { leave, question } = useUnsavedWarning(isDirty || isUploading, props.onClose)
  return (
    <Dialog
      open
      wide={props.wide ?? false}
      onClose={leave}
      closeLabel={t('shell.close')}
      title={props.title}
      footer={
        <>
          <Button onClick={props.onClose}>{t('desk.cancel')}</Button>
          <Button kind="main" type="submit" form={id} disabled={isSubmitting || isUploading}>
            {isSubmitting ? t('desk.saving') : base === null ? props.add : t('desk.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="entry" noValidate onSubmit={(event) => void submit(event)}>
        <SaveRefusal refused={refused} fieldName={props.fieldName} />
        {props.children}
      </form>
      {question}
    </Dialog>
  )
}

interface SaveRefusalProps {
  refused: Refused | null
  fieldName: (field: string) => string
}

/** The message above a form that says why the server has refused to save it. */
export function SaveRefusal({ refused, fieldName }: SaveRefusalProps) {
  const { t } = useTranslation()
  const message = () => {
    switch (refused?.kind) {
      case 'meanwhile':
        return t('desk.meanwhile', { fields: refused.fields.map(fieldName).join(', ') || t('desk.other') })
      case 'gone':
        return t('desk.gone')
      case 'typed-since':
        return t('desk.typedSince')
      case 'failed':
        return t('desk.saveFailed')
      case undefined:
        return null
    }
  }
  return (
    <div role="alert" className="span">
      {refused === null ? null : (
        <Alert kind={refused.kind === 'failed' || refused.kind === 'gone' ? 'bad' : 'begun'}>
          <p>{message()}</p>
        </Alert>
      )}
    </div>
  )
}

interface EntryFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  name: Path<Values>
  label: string
  hint?: string
  /** Returns the text of a problem. */
  problemText: (problem: string) => string
  /** Takes the whole width of the form, where fields stand two in a row. */
  span?: boolean
  /** A control other than an input. */
  children?: (control: FieldControl) => ReactNode
  type?: string
  /** The limit of characters [5.10]. The field accepts more and shows an error, so that no typed text is lost. */
  max?: number
}

/** A field of an entry's form with its label, hint and error. */
export function EntryField<Values extends FieldValues>(props: EntryFieldProps<Values>) {
  const { t } = useTranslation()
  const { form, name, label, hint, problemText, span, children, type = 'text', max } = props
  const problem = (get(form.formState.errors, name) as { message?: string } | undefined)?.message
  const textOf = (code: string) =>
    code === TOO_LONG && max !== undefined ? t('desk.tooLong', { fewer: max + 1 }) : problemText(code)
  const rules = max === undefined ? {} : { maxLength: max }
  const error = problem === undefined ? undefined : textOf(problem)
  // the browser's own fields for dates and times follow its language, not the portal's
  const OwnField = type === 'date' ? DateField : type === 'time' ? TimeField : null
  const field =
    OwnField !== null ? (
      <Controller
        control={form.control}
        name={name}
        render={({ field: own }) => <OwnField {...own} label={label} hint={hint} error={error} />}
      />
    ) : (
      <Field label={label} hint={hint} error={error}>
        {children ??
          ((control) => <Input {...control} {...form.register(name, rules)} type={type} autoComplete="off" />)}
      </Field>
    )
  return span === true ? <div className="span">{field}</div> : field
}
