import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { PendingEmail } from '#web/desk/form/pending-email.tsx'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDeviceDay } from '../device-day.ts'
import { ExportUser } from './export-user.tsx'
import { Tokens } from './tokens.tsx'
import { UserActions } from './user-actions.tsx'
import { useUser, useUserName, useReloadUsers } from './user-data.ts'

/** The detail view of a user, beside the list [3.2]. */
export function UserPanel({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={uuid}
      answer={useUser(uuid)}
      nameOf={useUserName()}
      title={t('author.users.user')}
      notFoundText={t('author.users.unknown')}
      onClose={onClose}
    >
      {(user) => <Detail user={user} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const day = useDeviceDay()
  const reloadUsers = useReloadUsers()
  const name = useUserName()(user)
  const isProgram = user.type === 'api'
  const status = user.verified === 0 && user.status === 'current' && !isProgram ? 'invited' : user.status
  const lastLogin = user.last_login === null ? t('author.users.never') : day(user.last_login)
  return (
    <>
      <SideHead
        name={name}
        lead={isProgram ? null : <Avatar firstname={user.firstname} lastname={user.lastname} size="3rem" />}
        facts={[t(`author.users.kinds.${user.type}`), t(`author.users.status.${status}`)]}
        onClose={onClose}
      >
        {user.own ? (
          <UserActions user={user} name={name} onAccountClosed={onClose} />
        ) : user.status === 'anonymised' ? undefined : (
          <ExportUser uuid={user.uuid} name={name} />
        )}
      </SideHead>
      <div className="parts scroll">
        {isProgram ? (
          <Tokens user={user} />
        ) : (
          <section>
            <h3>{t('author.users.details')}</h3>
            <FactList
              facts={[
                [t('author.users.field.email'), user.email],
                [t('author.users.field.club_ids'), user.clubs.map((club) => club.name).join(', ') || null],
                [t('author.users.field.ngo_id'), user.ngo_id],
                [t('author.users.field.postcode'), user.postcode],
                [t('author.users.last'), lastLogin],
                [t('author.users.pin'), user.has_pin === 1 ? t('author.users.pinSet') : null],
              ]}
            />
            <PendingEmail user={user} onChanged={reloadUsers} />
          </section>
        )}
        {user.own || user.status === 'anonymised' ? null : <p className="small dim">{t('author.users.foreign')}</p>}
      </div>
    </>
  )
}
