import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubUsers } from '#contract/identity/auth.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { useSubject } from '#web/shell/session/use-visitor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { PinForm } from './pin-form.tsx'
import { addExistingPin, setOwnPin, switchOffline, switchOnline } from './switch-user.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { clubUsersKey, vaultsKey, useClubUsers, useVaults } from './use-vaults.ts'
import './offline.css'

type ClubUser = ClubUsers[number]

/**
 * Another coach takes the tablet over by PIN [2.44]; without network only coaches with a vault on this tablet [6.21].
 */
export function SwitchUserPage() {
  const { t } = useTranslation()
  const { session } = useShell()
  const { club } = useCoach()
  const { online } = useConnection()
  const me = useSubject()
  const [chosen, setChosen] = useState<ClubUser | null>(null)
  const vaults = useVaults()
  const users = useClubUsers().data ?? session.get()?.club_users ?? []
  const title = t('coach.switch.title')
  /** Why a coach cannot be chosen; null if they can. */
  function unavailableReasonOf(user: ClubUser): string | null {
    if (user.uuid === me?.user_uuid) return t('coach.switch.here')
    if (vaults?.locked.has(user.uuid) === true) return t('coach.switch.locked')
    if (online) return user.has_pin ? null : t('coach.switch.noPin')
    return vaults?.open.has(user.uuid) === true ? null : t('coach.switch.notHere')
  }
  const canTake = (user: ClubUser) => unavailableReasonOf(user) === null
  return (
    <Page title={title} className="off">
      <PageTitle
        title={title}
        sub={t('coach.offline.sub', { club: club.name })}
        back={{ to: '/member-groups', title: t('coach.groups.title') }}
      />
      {online ? null : (
        <Alert kind="begun">
          <p>{t('coach.switch.offline')}</p>
        </Alert>
      )}
      <section className="card in stack half" aria-labelledby="switch-who">
        {chosen === null ? (
          <>
            <h2 id="switch-who">{t('coach.switch.who')}</h2>
            <ul className="people">
              {/* who can take the tablet stands first */}
              {users
                .toSorted((a, b) => Number(!canTake(a)) - Number(!canTake(b)))
                .map((user) => (
                  <li key={user.uuid}>
                    <UserButton
                      user={user}
                      unavailableReason={unavailableReasonOf(user)}
                      onChoose={() => setChosen(user)}
                    />
                  </li>
                ))}
            </ul>
          </>
        ) : (
          <PinEntry user={chosen} onBack={() => setChosen(null)} />
        )}
      </section>
      {/* `original_user_uuid` is set for a coach who took the tablet over by PIN, and so may not change a PIN */}
      {me !== null && me.original_user_uuid === undefined ? (
        <OwnPinCard users={users} userUuid={me.user_uuid} hasVault={vaults?.current === me.user_uuid} />
      ) : null}
    </Page>
  )
}

function UserButton({
  user,
  unavailableReason,
  onChoose,
}: {
  user: ClubUser
  unavailableReason: string | null
  onChoose: () => void
}) {
  return (
    <button type="button" className="item" disabled={unavailableReason !== null} onClick={onChoose}>
      <Avatar firstname={user.firstname} lastname={user.lastname} />
      <b className="grow">
        {user.firstname} {user.lastname}
      </b>
      {unavailableReason === null ? null : <span className="small dim">{unavailableReason}</span>}
    </button>
  )
}

function PinEntry({ user, onBack }: { user: ClubUser; onBack: () => void }) {
  const { t } = useTranslation()
  const shell = useShell()
  const { online } = useConnection()
  const name = user.firstname
  const [isSessionOver, setSessionOver] = useState(false)

  async function switchUser(pin: string): Promise<void> {
    try {
      await (online ? switchOnline : switchOffline)(shell, user.uuid, pin)
    } finally {
      setSessionOver(!shell.session.isLoggedIn())
      // after a fifth wrong PIN this coach can no longer be chosen
      await shell.queries.invalidateQueries({ queryKey: vaultsKey })
    }
    // a full page load, because the open pages hold the former coach's data
    location.assign(shell.definition.home)
  }

  return (
    <>
      <h2 id="switch-who">{t('coach.switch.pinOf', { name })}</h2>
      <PinForm label={t('coach.switch.pin')} submitLabel={t('coach.switch.submit', { name })} onPin={switchUser}>
        {isSessionOver ? (
          <Button kind="main" wide onClick={() => location.assign(shell.definition.home)}>
            {t('shell.logIn')}
          </Button>
        ) : null}
        <Button wide onClick={onBack}>
          {t('coach.switch.back')}
        </Button>
      </PinForm>
    </>
  )
}

interface OwnPinCardProps {
  users: ClubUsers
  userUuid: string
  /** This tablet has a vault for the PIN, so that it also works without network. */
  hasVault: boolean
}

/** Sets, changes or removes the coach's own PIN. Only for a coach who logged in; a switched user may not. */
function OwnPinCard({ users, userUuid, hasVault }: OwnPinCardProps) {
  const { t } = useTranslation()
  const shell = useShell()
  const { api, alerts, queries } = shell
  const { online } = useConnection()
  // `new`: sets or changes the PIN; `own`: enters the PIN that the coach has, so that this tablet gets a vault for it
  const [openForm, setOpenForm] = useState<'new' | 'own' | null>(null)
  const hasPin = users.some((user) => user.uuid === userUuid && user.has_pin)

  const hasPinText = hasVault ? 'coach.switch.ownKnown' : 'coach.switch.ownHas'

  /** Closes the form and shows the new state. */
  async function finish(words: string): Promise<void> {
    setOpenForm(null)
    alerts.show(words, 'done')
    await Promise.all([clubUsersKey, vaultsKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  async function save(pin: string): Promise<void> {
    await setOwnPin(shell, userUuid, pin)
    await finish(t('coach.switch.saved'))
  }
  async function addPin(pin: string): Promise<void> {
    await addExistingPin(shell, userUuid, pin)
    await finish(t('coach.switch.learnt'))
  }
  async function remove(): Promise<void> {
    try {
      await api.clearPin(userUuid)
      await finish(t('coach.switch.removed'))
    } catch {
      alerts.show(t('coach.switch.failed'), 'bad')
    }
  }

  const back = (
    <Button wide onClick={() => setOpenForm(null)}>
      {t('coach.switch.back')}
    </Button>
  )
  return (
    <section className="card in stack half" aria-labelledby="own-pin">
      <h2 id="own-pin">{t('coach.switch.own')}</h2>
      <p>{t(!hasPin ? 'coach.switch.ownNone' : hasPinText)}</p>
      {openForm === 'new' ? (
        <PinForm key="new" isNew label={t('coach.switch.new')} submitLabel={t('coach.switch.save')} onPin={save}>
          {back}
        </PinForm>
      ) : openForm === 'own' ? (
        <PinForm key="own" label={t('coach.switch.pin')} submitLabel={t('coach.switch.learn')} onPin={addPin}>
          {back}
        </PinForm>
      ) : (
        <div className="flow">
          {hasPin && !hasVault ? (
            <Button kind="main" disabled={!online} onClick={() => setOpenForm('own')}>
              {t('coach.switch.enter')}
            </Button>
          ) : null}
          <Button disabled={!online} onClick={() => setOpenForm('new')}>
            {t(hasPin ? 'coach.switch.change' : 'coach.switch.set')}
          </Button>
          {hasPin ? (
            <Button kind="bare" disabled={!online} onClick={() => void remove()}>
              {t('coach.switch.remove')}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  )
}
