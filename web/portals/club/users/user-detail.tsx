import { KeyRound, MailPlus, Pencil, UserCheck, UserMinus, UserX } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewUserReply, UserDetail } from '#contract/identity/user-writes.ts'
import { PendingEmail } from '#web/desk/form/pending-email.tsx'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { NewPasswordForm } from '#web/shell/login/new-password-form.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'
import { useClubDay } from '../club-day.ts'
import { groupsKey, useOwnsRecords } from '../club-data.ts'
import { UserForm } from './user-form.tsx'

export const usersKey = ['club-users'] as const
const detailKey = (uuid: string) => [...usersKey, 'sheet', uuid] as const

/** Returns a function that reloads everything that shows users. */
export function useReloadUsers(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [usersKey, ['club-coaches'], groupsKey]) void queries.invalidateQueries({ queryKey })
  }
}

/** The detail view of an administrator or coach, beside the list [3.2]. */
export function UserDetailPanel({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const answer = useQuery({
    queryKey: detailKey(uuid),
    queryFn: ({ signal }) => api.get<UserDetail>(`/users/${uuid}`, signal),
  })
  return (
    <SideSheet
      id={uuid}
      answer={answer}
      nameOf={(user) => `${user.firstname} ${user.lastname}`}
      title={t('club.users.user')}
      notFoundText={t('club.users.unknown')}
      onClose={onClose}
    >
      {(user) => <Detail user={user} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const ownsRecords = useOwnsRecords()
  const reloadUsers = useReloadUsers()
  const name = `${user.firstname} ${user.lastname}`
  const status = user.verified === 0 && user.status === 'current' ? 'invited' : user.status
  return (
    <>
      <SideHead
        name={name}
        lead={<Avatar firstname={user.firstname} lastname={user.lastname} size="3rem" />}
        facts={[t(`club.users.${user.type}`), t(`club.users.status.${status}`)]}
        onClose={onClose}
      >
        {ownsRecords ? <UserActions user={user} name={name} onGone={onClose} /> : undefined}
      </SideHead>
      <div className="parts scroll">
        <section>
          <h3>{t('club.sheet.details')}</h3>
          <FactList
            facts={[
              [t('club.field.email'), user.email],
              [t('club.users.clubs'), user.clubs.map((club) => club.name).join(', ') || null],
              [t('club.users.last'), user.last_login === null ? t('club.users.never') : day(user.last_login)],
            ]}
          />
          <PendingEmail user={user} onChanged={reloadUsers} />
          {user.own ? null : <p className="small dim">{t('club.users.locked')}</p>}
        </section>
      </div>
    </>
  )
}

interface ActionsProps {
  user: UserDetail
  name: string
  onGone: () => void
}

function UserActions({ user, name, onGone }: ActionsProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const isSelf = useMe()?.uuid === user.uuid
  const reloadUsers = useReloadUsers()
  const [open, setOpen] = useState<'form' | 'password' | 'remove' | 'inactive' | null>(null)
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('club.sheet.meanwhile') : undefined))
  // `own`: the administrator may change the account, because its user works at no club of other administrators
  const { uuid, type, firstname, lastname, email, status, own: mayChange } = user
  const close = () => setOpen(null)

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    await act(work, () => done)
    close()
    reloadUsers()
  }
  const setStatus = (to: 'current' | 'lapsed') =>
    run(
      () => api.write('PATCH', `/users/${uuid}`, { status: to }, user.revision),
      t(to === 'current' ? 'club.sheet.nowActive' : 'club.sheet.nowInactive', { name: firstname }),
    )
  return (
    <>
      <Button size="small" onClick={() => setOpen('form')}>
        <Icon icon={Pencil} />
        {t('club.sheet.edit')}
      </Button>
      {user.verified === 0 && email !== null && status === 'current' ? (
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            // inviting the same address again sends the mail again
            void run(
              () => api.write<NewUserReply>('POST', '/users', { type, firstname, lastname, email }),
              t('club.users.added', { email }),
            )
          }
        >
          <Icon icon={MailPlus} />
          {t('club.users.again')}
        </Button>
      ) : null}
      {mayChange && !isSelf && status === 'current' ? (
        <>
          <Button size="small" onClick={() => setOpen('password')}>
            <Icon icon={KeyRound} />
            {t('club.users.password')}
          </Button>
          <Button size="small" onClick={() => setOpen('inactive')}>
            <Icon icon={UserX} />
            {t('club.sheet.makeInactive')}
          </Button>
        </>
      ) : null}
      {mayChange && status === 'lapsed' ? (
        <Button size="small" disabled={busy} onClick={() => void setStatus('current')}>
          <Icon icon={UserCheck} />
          {t('club.sheet.makeActive')}
        </Button>
      ) : null}
      {!isSelf && user.clubs.length > 0 ? (
        <Button size="small" kind="risk" onClick={() => setOpen('remove')}>
          <Icon icon={UserMinus} />
          {t('club.users.remove')}
        </Button>
      ) : null}
      {open === 'form' ? <EditUserDialog user={user} onClose={close} /> : null}
      {open === 'password' ? <SetPasswordDialog user={user} name={name} onClose={close} /> : null}
      {open === 'inactive' ? (
        <TypeNameQuestion
          name={name}
          title={t('club.users.inactiveTitle', { name })}
          confirmLabel={t('club.sheet.makeInactive')}
          busy={busy}
          onClose={close}
          onConfirm={() => void setStatus('lapsed')}
        >
          <p>{t('club.users.inactiveText')}</p>
        </TypeNameQuestion>
      ) : null}
      {open === 'remove' ? (
        <TypeNameQuestion
          name={name}
          title={t('club.users.removeTitle', { name })}
          confirmLabel={t('club.users.removeYes')}
          busy={busy}
          onClose={close}
          onConfirm={() =>
            void run(() => api.write('DELETE', `/users/${uuid}`), t('club.users.removed', { name: firstname })).then(
              onGone,
            )
          }
        >
          <p>{t('club.users.removeText')}</p>
        </TypeNameQuestion>
      ) : null}
    </>
  )
}

function EditUserDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
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
  const { uuid, firstname, email } = user
  return (
    <Dialog open onClose={onClose} closeLabel={t('shell.close')} title={t('club.users.passwordOf', { name })}>
      <p className="dim">{t('club.users.passwordText')}</p>
      <NewPasswordForm
        loginName={email ?? ''}
        submit={t('club.users.passwordGive')}
        save={async (password) => {
          await api.write('PATCH', `/users/${uuid}/password`, { password })
          onClose()
          alerts.show(t('club.users.passwordGiven', { name: firstname }), 'done')
          reloadUsers()
        }}
      />
    </Dialog>
  )
}

interface TypeNameQuestionProps {
  name: string
  title: string
  confirmLabel: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks to type the user's name, because undoing the action does not bring back ended sessions and left groups. */
function TypeNameQuestion({ name, children, ...props }: TypeNameQuestionProps) {
  const { t } = useTranslation()
  return (
    <TypedQuestion
      {...props}
      word={name}
      label={t('club.erase.label', { name })}
      cancelLabel={t('desk.cancel')}
      disabledLabel={t('club.erase.first')}
      onCancel={props.onClose}
    >
      {children}
    </TypedQuestion>
  )
}
