import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, MailPlus, Pencil, RectangleEllipsis, Trash2, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { NewPasswordForm } from '#web/shell/login/new-password-form.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'
import { ExportUser } from './export-user.tsx'
import { isStaff, detailKey, useReloadUsers } from './user-data.ts'
import { UserForm } from './user-form.tsx'

interface UserActionsProps {
  user: UserDetail
  name: string
  onAccountClosed: () => void
}

/** The buttons that act on a user. Closing the account cannot be undone, so it asks to type the name. */
export function UserActions({ user, name, onAccountClosed }: UserActionsProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const isSelf = useMe()?.uuid === user.uuid
  const reloadUsers = useReloadUsers()
  const [open, setOpen] = useState<'form' | 'password' | 'inactive' | 'close' | null>(null)
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.users.meanwhile') : undefined))
  const { uuid, status, email } = user
  const isCurrent = status === 'current'
  const close = () => setOpen(null)

  /** Runs a command, closes its dialog and loads the users again. */
  async function run(work: () => Promise<unknown>, successText: string): Promise<void> {
    await act(work, () => successText)
    close()
    reloadUsers()
  }
  const setStatus = (newStatus: 'current' | 'lapsed') =>
    run(
      () => api.write('PATCH', `/users/${uuid}`, { status: newStatus }, user.revision),
      t(newStatus === 'current' ? 'author.users.nowActive' : 'author.users.nowInactive', { name }),
    )
  /** Inviting the same address again sends the mail again. */
  const inviteAgain = () => {
    const { type, firstname, lastname, ngo_id: number, postcode, clubs } = user
    const person = { type, firstname, lastname, email, ngo_id: number, postcode }
    const body = isStaff(type) ? { ...person, club_ids: clubs.map((club) => club.id) } : person
    return run(() => api.write('POST', '/users', body), t('author.users.invited', { email }))
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen('form')}>
        <Icon icon={Pencil} />
        {t('author.users.edit')}
      </Button>
      {isCurrent && user.verified === 0 && email !== null ? (
        <Button size="small" disabled={busy} onClick={() => void inviteAgain()}>
          <Icon icon={MailPlus} />
          {t('author.users.again')}
        </Button>
      ) : null}
      {isCurrent && !isSelf && user.type !== 'api' ? (
        <Button size="small" onClick={() => setOpen('password')}>
          <Icon icon={KeyRound} />
          {t('author.users.password')}
        </Button>
      ) : null}
      {user.has_pin === 1 ? (
        <Button
          size="small"
          disabled={busy}
          onClick={() => void run(() => api.clearPin(uuid), t('author.users.pinCleared', { name }))}
        >
          <Icon icon={RectangleEllipsis} />
          {t('author.users.clearPin')}
        </Button>
      ) : null}
      {user.type === 'api' ? null : <ExportUser uuid={uuid} name={name} />}
      {isCurrent && !isSelf ? (
        <Button size="small" onClick={() => setOpen('inactive')}>
          <Icon icon={UserX} />
          {t('author.users.makeInactive')}
        </Button>
      ) : null}
      {status === 'lapsed' ? (
        <Button size="small" disabled={busy} onClick={() => void setStatus('current')}>
          <Icon icon={UserCheck} />
          {t('author.users.makeActive')}
        </Button>
      ) : null}
      {isSelf ? null : (
        <Button size="small" kind="risk" onClick={() => setOpen('close')}>
          <Icon icon={Trash2} />
          {t('author.users.close')}
        </Button>
      )}
      {open === 'form' ? <EditUserForm user={user} onClose={close} /> : null}
      {open === 'password' ? <SetPasswordDialog user={user} name={name} onClose={close} /> : null}
      <ConfirmDialog
        open={open === 'inactive'}
        title={t(user.type === 'api' ? 'author.users.stopTitle' : 'author.users.inactiveTitle', { name })}
        confirmLabel={t('author.users.makeInactive')}
        busy={busy}
        onClose={close}
        onConfirm={() => void setStatus('lapsed')}
      >
        <p>{t(user.type === 'api' ? 'author.users.stopText' : 'author.users.inactiveText')}</p>
      </ConfirmDialog>
      {open === 'close' ? (
        <CloseAccountQuestion
          name={name}
          busy={busy}
          onCancel={close}
          onConfirm={() =>
            void run(() => api.write('DELETE', `/users/${uuid}`), t('author.users.closed', { name })).then(
              onAccountClosed,
            )
          }
        />
      ) : null}
    </>
  )
}

function EditUserForm({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const queries = useQueryClient()
  const reloadUsers = useReloadUsers()
  return (
    <UserForm
      user={user}
      onClose={onClose}
      onSaved={(saved) => {
        onClose()
        if ('user' in saved) queries.setQueryData(detailKey(user.uuid), saved.user)
        alerts.show(t('desk.saved'), 'done')
        reloadUsers()
      }}
    />
  )
}

function SetPasswordDialog({ user, name, onClose }: { user: UserDetail; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const reloadUsers = useReloadUsers()
  const { uuid, email } = user
  return (
    <Dialog open onClose={onClose} closeLabel={t('shell.close')} title={t('author.users.passwordOf', { name })}>
      <p className="dim">{t('author.users.passwordText')}</p>
      <NewPasswordForm
        loginName={email ?? ''}
        submit={t('author.users.passwordGive')}
        save={async (password) => {
          await api.write('PATCH', `/users/${uuid}/password`, { password })
          onClose()
          alerts.show(t('author.users.passwordGiven', { name }), 'done')
          reloadUsers()
        }}
      />
    </Dialog>
  )
}

interface CloseAccountProps {
  name: string
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

function CloseAccountQuestion({ name, busy, onCancel, onConfirm }: CloseAccountProps) {
  const { t } = useTranslation()
  return (
    <TypedQuestion
      title={t('author.users.closeTitle', { name })}
      word={name}
      label={t('author.users.typeName', { name })}
      cancelLabel={t('desk.cancel')}
      disabledLabel={t('author.users.typeFirst')}
      confirmLabel={t('author.users.closeNow')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Alert kind="begun">
        <p>{t('author.users.closeText')}</p>
      </Alert>
    </TypedQuestion>
  )
}
