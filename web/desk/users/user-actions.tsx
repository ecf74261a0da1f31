import { KeyRound, MailPlus, Pencil, UserCheck, UserX, type LucideIcon } from 'lucide-react'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewUserBody, UserDetail } from '#contract/identity/user-writes.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { NewPasswordForm } from '#web/shell/login/new-password-form.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NameQuestion } from '../name-question.tsx'
import { useAct } from '../use-act.ts'
import type { UserFormProps } from './use-user-entry.ts'

/** How a portal names what `DELETE /users/{uuid}` does there: the user leaves the club, or the account is closed. */
interface UserRemoval {
  icon: LucideIcon
  label: string
  title: string
  text: ReactNode
  confirmLabel: string
  doneText: string
}

interface UserActionsProps {
  user: UserDetail
  name: string
  /** Whether the caller may set the password and the status. */
  mayChange: boolean
  /** The body of `POST /users` that invites the user once more, without the address. */
  invitation: Omit<NewUserBody, 'email'>
  /** Null where nothing can be removed. */
  removal: UserRemoval | null
  form: ComponentType<UserFormProps>
  /** The query key of the detail view, which gets the saved user. */
  detailKey: QueryKey
  reloadUsers: () => void
  onRemoved: () => void
  /** Buttons that only one portal has. */
  children?: ReactNode
}

type UserDialog = 'form' | 'password' | 'inactive' | 'remove'

/** The buttons that act on a user, in the club's and the scheme's portal [7.23]–[7.26]. */
export function UserActions(props: UserActionsProps) {
  const { user, name, mayChange, removal, reloadUsers } = props
  const { t } = useTranslation()
  const { api } = useShell()
  const isSelf = useMe()?.uuid === user.uuid
  const [open, setOpen] = useState<UserDialog | null>(null)
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('desk.users.meanwhile') : undefined))
  const { uuid, email, revision } = user
  const isCurrent = user.status === 'current'
  const isProgram = user.type === 'api'
  // another one may be open by the time that the answer to a command closes its dialog
  const close = (dialog: UserDialog) => setOpen((current) => (current === dialog ? null : current))

  /** Runs a command and loads the users again. */
  async function run(work: () => Promise<unknown>, doneText: string): Promise<void> {
    await act(work, () => doneText)
    reloadUsers()
  }
  const setStatus = (status: 'current' | 'lapsed') =>
    run(
      () => api.write('PATCH', `/users/${uuid}`, { status }, revision),
      t(status === 'current' ? 'desk.users.nowActive' : 'desk.users.nowInactive', { name }),
    )
  return (
    <>
      <Button size="small" onClick={() => setOpen('form')}>
        <Icon icon={Pencil} />
        {t('desk.users.edit')}
      </Button>
      {isCurrent && user.verified === 0 && email !== null ? (
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            void run(
              () => api.write('POST', '/users', { ...props.invitation, email }),
              t('desk.users.invited', { email }),
            )
          }
        >
          <Icon icon={MailPlus} />
          {t('desk.users.inviteAgain')}
        </Button>
      ) : null}
      {mayChange && isCurrent && !isSelf && !isProgram ? (
        <Button size="small" onClick={() => setOpen('password')}>
          <Icon icon={KeyRound} />
          {t('desk.users.password')}
        </Button>
      ) : null}
      {props.children}
      {mayChange && isCurrent && !isSelf ? (
        <Button size="small" onClick={() => setOpen('inactive')}>
          <Icon icon={UserX} />
          {t('desk.users.makeInactive')}
        </Button>
      ) : null}
      {mayChange && user.status === 'lapsed' ? (
        <Button size="small" disabled={busy} onClick={() => void setStatus('current')}>
          <Icon icon={UserCheck} />
          {t('desk.users.makeActive')}
        </Button>
      ) : null}
      {isSelf || removal === null ? null : (
        <Button size="small" kind="risk" onClick={() => setOpen('remove')}>
          <Icon icon={removal.icon} />
          {removal.label}
        </Button>
      )}
      {open === 'form' ? <EditUser {...props} onClose={() => close('form')} /> : null}
      {open === 'password' ? <SetPassword {...props} onClose={() => close('password')} /> : null}
      {open === 'inactive' ? (
        <MakeInactive
          user={user}
          name={name}
          busy={busy}
          onClose={() => close('inactive')}
          onConfirm={() => void setStatus('lapsed').then(() => close('inactive'))}
        />
      ) : null}
      {open === 'remove' && removal !== null ? (
        <NameQuestion
          name={name}
          title={removal.title}
          confirmLabel={removal.confirmLabel}
          busy={busy}
          onCancel={() => close('remove')}
          onConfirm={() =>
            void run(async () => {
              await api.write('DELETE', `/users/${uuid}`)
              props.onRemoved()
            }, removal.doneText).then(() => close('remove'))
          }
        >
          {removal.text}
        </NameQuestion>
      ) : null}
    </>
  )
}

function EditUser(props: UserActionsProps & { onClose: () => void }) {
  const { user, form: Form, detailKey, reloadUsers, onClose } = props
  const { t } = useTranslation()
  const { alerts } = useShell()
  const queries = useQueryClient()
  return (
    <Form
      user={user}
      onClose={onClose}
      onSaved={(saved) => {
        onClose()
        if ('user' in saved) cacheAnswer(queries, detailKey, saved.user)
        alerts.show(t('desk.saved'), 'done')
        reloadUsers()
      }}
    />
  )
}

function SetPassword({ user, name, reloadUsers, onClose }: UserActionsProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const [isTyped, setTyped] = useState(false)
  const { leave, question } = useUnsavedWarning(isTyped, onClose)
  return (
    <Dialog open onClose={leave} closeLabel={t('shell.close')} title={t('desk.users.passwordOf', { name })}>
      <p className="dim">{t('desk.users.passwordText')}</p>
      <NewPasswordForm
        loginName={user.email ?? ''}
        submit={t('desk.users.passwordSet')}
        onTyped={setTyped}
        save={async (password) => {
          await api.write('PATCH', `/users/${user.uuid}/password`, { password })
          onClose()
          alerts.show(t('desk.users.passwordWasSet', { name }), 'done')
          reloadUsers()
        }}
      />
      {question}
    </Dialog>
  )
}

interface MakeInactiveProps {
  user: UserDetail
  name: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/**
 * Asks before a user is made inactive. A person's name has to be typed, because ended sessions and left groups do not
 * come back with the account; a program's tokens do.
 */
function MakeInactive({ user, name, busy, onClose, onConfirm }: MakeInactiveProps) {
  const { t } = useTranslation()
  const question = { confirmLabel: t('desk.users.makeInactive'), busy, onConfirm }
  return user.type === 'api' ? (
    <ConfirmDialog {...question} open title={t('desk.users.stopTitle', { name })} onClose={onClose}>
      <p>{t('desk.users.stopText')}</p>
    </ConfirmDialog>
  ) : (
    <NameQuestion {...question} name={name} title={t('desk.users.inactiveTitle', { name })} onCancel={onClose}>
      <p>{t('desk.users.inactiveText')}</p>
    </NameQuestion>
  )
}
