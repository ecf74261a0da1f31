import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The server refuses longer names. */
const MAX_NAME_LENGTH = 80

interface NameDialogProps {
  /** The name that the point has; empty for none. */
  name: string
  busy: boolean
  onClose: () => void
  onSave: (name: string) => void
}

/** Asks for the name of a point of the history. */
export function NameDialog({ name: initial, busy, onClose, onSave }: NameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const [triedToSubmit, setTriedToSubmit] = useState(false)
  const { leave, question } = useUnsavedWarning(name !== initial, onClose)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTriedToSubmit(true)
    if (name.trim() === '') focusFirstInvalid(event.currentTarget)
    else onSave(name.trim())
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={t('author.history.nameTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={busy}>
            {t('author.schemes.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label={t('author.history.name')}
          hint={t('author.history.nameHint')}
          error={triedToSubmit && name.trim() === '' ? t('author.history.nameMissing') : undefined}
        >
          {(control) => (
            <ShortText
              {...control}
              value={name}
              maxLength={MAX_NAME_LENGTH}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
      {question}
    </Dialog>
  )
}
