import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { sameName } from '#domain/platform/name.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

interface DeletePlanDialogProps {
  title: string
  onClose: () => void
  onDelete: () => void
}

/** Asks before a plan is deleted; its title must be typed [5.18]. */
export function DeletePlanDialog({ title, onClose, onDelete }: DeletePlanDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const formId = useId()
  const matches = sameName(typed, title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches) onDelete()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('coach.plan.deleteTitle', { title })}
      closeLabel={t('coach.plan.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('coach.plan.keep')}</Button>
          <Button kind="risk" type="submit" form={formId} disabled={!matches}>
            {t(matches ? 'coach.plan.deleteNow' : 'coach.plan.typeFirst')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <Alert kind="begun">
          <p>{t('coach.plan.deleteText')}</p>
        </Alert>
        <Field label={t('coach.plan.typeName', { title })}>
          {(control) => (
            <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
