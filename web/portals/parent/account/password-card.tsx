import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTooLong } from '#domain/identity/password.ts'
import { ApiError } from '#web/api/api-error.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { NewPasswordForm } from '#web/shell/login/new-password-form.tsx'
import { PasswordField } from '#web/shell/login/password-field.tsx'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'

/** Changes the password, after asking for the present one. All other devices are logged out. */
export function PasswordCard() {
  const { t } = useTranslation()
  const { api, alerts, queries } = useShell()
  const { online } = useConnection()
  const me = useMe()
  const [open, setOpen] = useState(false)
  const [currentPassword, setCurrentPassword] = useState('')
  const [isNewTyped, setNewTyped] = useState(false)
  const [isWrong, setIsWrong] = useState(false)
  const currentInput = useRef<HTMLInputElement>(null)

  const close = () => {
    setOpen(false)
    setCurrentPassword('')
    setNewTyped(false)
    setIsWrong(false)
  }
  async function save(password: string): Promise<void> {
    if (isTooLong(currentPassword)) return currentInput.current?.focus()
    try {
      await api.changePassword(me?.uuid ?? '', { password, current_password: currentPassword })
    } catch (error) {
      // the form for the new password shows all other errors
      if (!(error instanceof ApiError) || error.field !== 'current_password') throw error
      setIsWrong(true)
      return currentInput.current?.focus()
    }
    close()
    alerts.show(t('parent.password.done'), 'done')
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <section className="card in stack" aria-labelledby="password">
      <h2 id="password">{t('parent.password.title')}</h2>
      {open ? (
        <>
          {currentPassword !== '' || isNewTyped ? <UnsavedEntries /> : null}
          <NewPasswordForm
            loginName={me?.email ?? ''}
            submit={t('parent.password.submit')}
            save={save}
            onTyped={setNewTyped}
          >
            <PasswordField
              ref={currentInput}
              label={t('parent.password.present')}
              error={isWrong ? t('parent.password.wrong') : undefined}
              autoComplete="current-password"
              value={currentPassword}
              onChange={(value) => {
                setCurrentPassword(value)
                setIsWrong(false)
              }}
            />
          </NewPasswordForm>
          <Button wide onClick={close}>
            {t('parent.password.cancel')}
          </Button>
        </>
      ) : (
        <>
          <p className="small dim">{t('parent.password.text')}</p>
          <div className="flow">
            <Button disabled={!online} onClick={() => setOpen(true)}>
              {t('parent.password.change')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
