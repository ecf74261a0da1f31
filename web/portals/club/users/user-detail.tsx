import { UserMinus } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { userField, userFieldsIn } from '#domain/identity/user-fields.ts'
import { PendingEmail } from '#web/desk/form/pending-email.tsx'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { UserActions } from '#web/desk/users/user-actions.tsx'
import { shownStatus } from '#web/desk/users/user-status.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
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
    queryFn: ({ signal }) => api.get(`/users/${uuid}`, { signal }),
  })
  return (
    <SideSheet
      id={uuid}
      answer={answer}
      nameOf={(user) => `${user.firstname} ${user.lastname}`}
      title={t('desk.users.user')}
      notFoundText={t('club.users.unknown')}
      onClose={onClose}
    >
      {(user) => <Detail user={user} onClose={onClose} />}
    </SideSheet>
  )
}

/** The fields of a user besides the name. */
const DETAILS = userFieldsIn('club-form').filter((name) => userField(name).kind !== 'name')

function Detail({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const ownsRecords = useOwnsRecords()
  const reloadUsers = useReloadUsers()
  const name = `${user.firstname} ${user.lastname}`
  return (
    <>
      <SideHead
        name={name}
        lead={<Avatar firstname={user.firstname} lastname={user.lastname} size="3rem" />}
        facts={[t(`desk.users.kinds.${user.type}`), t(`desk.users.status.${shownStatus(user)}`)]}
        onClose={onClose}
      >
        {ownsRecords ? <ClubUserActions user={user} name={name} onRemoved={onClose} /> : undefined}
      </SideHead>
      <div className="parts scroll">
        <section>
          <h3>{t('club.sheet.details')}</h3>
          <FactList
            facts={[
              ...DETAILS.map((name): [string, string | null] => [t(`club.field.${name}`), user[name]]),
              [t('club.users.clubs'), listed(user.clubs.map((club) => club.name)) || null],
              [t('desk.users.lastLogin'), user.last_login === null ? t('desk.users.never') : day(user.last_login)],
            ]}
          />
          <PendingEmail user={user} onChanged={reloadUsers} />
          {user.own ? null : <p className="small dim">{t('club.users.locked')}</p>}
        </section>
      </div>
    </>
  )
}

interface ClubUserActionsProps {
  user: UserDetail
  name: string
  onRemoved: () => void
}

function ClubUserActions({ user, name, onRemoved }: ClubUserActionsProps) {
  const { t } = useTranslation()
  const { uuid, firstname, lastname } = user
  const type = user.type === 'admin' ? 'admin' : 'coach'
  return (
    <UserActions
      user={user}
      name={name}
      // `own`: the user works at no club of other administrators
      mayChange={user.own}
      invitation={{ type, firstname, lastname }}
      removal={
        user.clubs.length === 0
          ? null
          : {
              icon: UserMinus,
              label: t('club.users.remove'),
              title: t('club.users.removeTitle', { name }),
              text: <p>{t('club.users.removeText')}</p>,
              confirmLabel: t('club.users.removeYes'),
              doneText: t('club.users.removed', { name }),
            }
      }
      form={UserForm}
      detailKey={detailKey(uuid)}
      reloadUsers={useReloadUsers()}
      onRemoved={onRemoved}
    />
  )
}
