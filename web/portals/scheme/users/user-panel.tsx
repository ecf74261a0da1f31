import { RectangleEllipsis, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { userField, userFieldsIn } from '#domain/identity/user-fields.ts'
import { PendingEmail } from '#web/desk/form/pending-email.tsx'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useClearPin } from '#web/desk/users/use-clear-pin.ts'
import { UserActions } from '#web/desk/users/user-actions.tsx'
import { shownStatus } from '#web/desk/users/user-status.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useDeviceDay } from '../device-day.ts'
import { ExportUser } from './export-user.tsx'
import { Tokens } from './tokens.tsx'
import { detailKey, isStaff, typeOf, useReloadUsers, useUser, useUserName } from './user-data.ts'
import { UserForm } from './user-form.tsx'

/** The detail view of a user, beside the list [3.2]. */
export function UserPanel({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={uuid}
      answer={useUser(uuid)}
      nameOf={useUserName()}
      title={t('desk.users.user')}
      notFoundText={t('author.users.unknown')}
      onClose={onClose}
    >
      {(user) => <Detail user={user} onClose={onClose} />}
    </SideSheet>
  )
}

/** The fields of a user besides the name. */
const DETAILS = userFieldsIn('client-form').filter((name) => userField(name).kind !== 'name')

function Detail({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const day = useDeviceDay()
  const reloadUsers = useReloadUsers()
  const name = useUserName()(user)
  const isProgram = user.type === 'api'
  const lastLogin = user.last_login === null ? t('desk.users.never') : day(user.last_login)
  return (
    <>
      <SideHead
        name={name}
        lead={isProgram ? null : <Avatar firstname={user.firstname} lastname={user.lastname} size="3rem" />}
        facts={[t(`desk.users.kinds.${user.type}`), t(`desk.users.status.${shownStatus(user)}`)]}
        onClose={onClose}
      >
        {user.own ? (
          <ClientUserActions user={user} name={name} onRemoved={onClose} />
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
                ...DETAILS.map((name): [string, string | null] => [t(`author.users.field.${name}`), user[name]]),
                [t('author.users.field.club_ids'), listed(user.clubs.map((club) => club.name)) || null],
                [t('desk.users.lastLogin'), lastLogin],
                [t('desk.users.pin'), user.has_pin === 1 ? t('author.users.pinSet') : null],
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

interface ClientUserActionsProps {
  user: UserDetail
  name: string
  onRemoved: () => void
}

/** The buttons for a user whom the author may change. Removing the user closes the account, which cannot be undone. */
function ClientUserActions({ user, name, onRemoved }: ClientUserActionsProps) {
  const { t } = useTranslation()
  const { uuid, firstname, clubs } = user
  const type = typeOf(user)
  const fields = userFieldsIn('client-form').filter((name) => name !== 'email')
  const person = { type, firstname, ...Object.fromEntries(fields.map((name) => [name, user[name]])) }
  return (
    <UserActions
      user={user}
      name={name}
      mayChange
      invitation={isStaff(type) ? { ...person, club_ids: clubs.map((club) => club.id) } : person}
      removal={{
        icon: Trash2,
        label: t('author.users.close'),
        title: t('author.users.closeTitle', { name }),
        text: (
          <Alert kind="begun">
            <p>{t('author.users.closeText')}</p>
          </Alert>
        ),
        confirmLabel: t('author.users.closeNow'),
        doneText: t('author.users.closed', { name }),
      }}
      form={UserForm}
      detailKey={detailKey(uuid)}
      reloadUsers={useReloadUsers()}
      onRemoved={onRemoved}
    >
      {user.has_pin === 1 ? <ClearPin uuid={uuid} name={name} /> : null}
      {type === 'api' ? null : <ExportUser uuid={uuid} name={name} />}
    </UserActions>
  )
}

function ClearPin({ uuid, name }: { uuid: string; name: string }) {
  const { t } = useTranslation()
  const { busy, clearPin } = useClearPin(useReloadUsers())
  return (
    <Button size="small" disabled={busy} onClick={() => void clearPin(uuid, name)}>
      <Icon icon={RectangleEllipsis} />
      {t('author.users.clearPin')}
    </Button>
  )
}
