import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewUserBody, NewUserReply } from '#contract/user-writes.ts'
import { NAME_MAX } from '#domain/name.ts'
import { EMAIL_LENGTH, emailProblem, nameProblem } from '#domain/person.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { nestedErrors } from './form-errors.ts'

function problemsOf({ firstname, lastname, email }: NewUserBody): Map<string, string> {
  const checked = [
    ['firstname', nameProblem(firstname)],
    ['lastname', nameProblem(lastname)],
    ['email', email.trim() === '' ? 'required' : emailProblem(email.trim())],
  ] as const
  return new Map(checked.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const])))
}

/** Invites a coach or an administrator to the club. */
export function UserForm({
  onClose,
  onSaved,
}: {
  onClose: () => void
  onSaved: (email: string, state: NewUserReply['state']) => void
}) {
  const { t } = useTranslation()
  const { api } = useShell()
  const [failed, setFailed] = useState(false)
  const form = useForm<NewUserBody>({
    defaultValues: { type: 'coach', firstname: '', lastname: '', email: '' },
    resolver: (values) => {
      const problems = problemsOf(values)
      return problems.size === 0 ? { values, errors: {} } : { values: {}, errors: nestedErrors<NewUserBody>(problems) }
    },
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: NewUserBody): Promise<void> {
    setFailed(false)
    try {
      const { state } = await api.write<NewUserReply>('POST', '/users', values)
      onSaved(values.email, state)
    } catch (error) {
      if (!(error instanceof ApiError) || error.field === undefined || error.status >= 500) return setFailed(true)
      form.setError(error.field as keyof NewUserBody, { type: 'server', message: error.error }, { shouldFocus: true })
    }
  }
  const input = (name: 'firstname' | 'lastname' | 'email', max: number) => {
    const message = errors[name]?.message
    return (
      <Field label={t(`club.field.${name}`)} error={message === undefined ? undefined : t(`club.entry.${message}`)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(name)}
            type={name === 'email' ? 'email' : 'text'}
            maxLength={max}
            autoComplete="off"
          />
        )}
      </Field>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={t('club.users.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('club.form.cancel')}</Button>
          <Button kind="main" type="submit" form="user-form" disabled={isSubmitting}>
            {t('club.invite.button')}
          </Button>
        </>
      }
    >
      <form id="user-form" className="entry" noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <div role="alert" className="span">
          {failed ? (
            <Alert kind="bad">
              <p>{t('club.form.failed')}</p>
            </Alert>
          ) : null}
        </div>
        {input('firstname', NAME_MAX)}
        {input('lastname', NAME_MAX)}
        {input('email', EMAIL_LENGTH)}
        <Field label={t('club.users.kind')}>
          {(control) => (
            <Select {...control} {...form.register('type')}>
              <option value="coach">{t('club.users.coach')}</option>
              <option value="admin">{t('club.users.admin')}</option>
            </Select>
          )}
        </Field>
        <p className="span small dim">{t('club.users.addText')}</p>
      </form>
    </Dialog>
  )
}
