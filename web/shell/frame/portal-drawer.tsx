import './drawer.css'
import { LogIn, LogOut, Tag, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RungsMark } from '#web/ui/rungs/rungs-mark.tsx'
import { AppFacts } from './app-facts.tsx'
import { waitAtMost, LONGEST_SEND_MS } from '#web/shell/start/wait-at-most.ts'
import { buildInfo } from '#web/shell/start/build-info.ts'
import { ClubSwitch } from '#web/shell/session/club-switch.tsx'
import { EditUser } from '#web/shell/account/edit-user.tsx'
import { LanguageSwitch } from '#web/shell/i18n/language-switch.tsx'
import { PageLinks } from './page-links.tsx'
import { useClubs, useConnection, useLoggedIn, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { listed } from '#web/shell/i18n/isolated.ts'

function UserCard() {
  const { t } = useTranslation()
  const me = useMe()
  const clubs = useClubs()
  const { definition } = useShell()
  if (!me) return null
  const club = me.club?.name ?? (clubs.length > 0 ? listed(clubs.map((each) => each.name)) : null)
  const role = t(`shell.role.${definition.portal}`)
  return (
    <div className="split">
      <Avatar firstname={me.firstname} lastname={me.lastname} />
      <div>
        <b className="h3">
          {me.firstname} {me.lastname}
        </b>
        <p className="small">{club === null ? role : t('shell.roleAt', { role, club })}</p>
      </div>
    </div>
  )
}

/**
 * The side menu: user, club, language, pages, version and logout [2.21]–[2.27]. The facts that support asks for open
 * between the rows, so that they cover none of them.
 */
export function PortalDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { definition, client } = useShell()
  const { online } = useConnection()
  const loggedIn = useLoggedIn()
  const clubs = useClubs()
  const location = useLocation()
  const navigate = useNavigate()
  const [factsOpen, setFactsOpen] = useState(false)
  const factsId = useId()
  return (
    <Drawer open={open} onClose={onClose} label={t('shell.menu')}>
      <header>
        <div className="split">
          <Brand name={client.name} logo={client.logo_url} />
          <Button icon aria-label={t('shell.closeMenu')} onClick={onClose}>
            <Icon icon={X} />
          </Button>
        </div>
        <UserCard />
      </header>
      <div className="pickers">
        {clubs.length > 1 ? <ClubSwitch /> : null}
        <LanguageSwitch />
      </div>
      <nav aria-label={t('shell.pages')}>{loggedIn ? <PageLinks className="item" onFollow={onClose} /> : null}</nav>
      <div className="leave">
        <button
          type="button"
          className="item"
          aria-expanded={factsOpen}
          aria-controls={factsId}
          onClick={() => setFactsOpen(!factsOpen)}
        >
          <Icon icon={Tag} />
          {t('shell.help.version')}
          <span className="end flow small dim">
            <RungsMark />
            {/* without the build's hash, which follows the + */}
            {buildInfo.version.split('+')[0]}
          </span>
        </button>
        {factsOpen ? <AppFacts id={factsId} /> : null}
        <EditUser />
        {loggedIn ? (
          <button
            type="button"
            className="item"
            disabled={!online}
            onClick={() => {
              onClose()
              void waitAtMost(LONGEST_SEND_MS, definition.onLogout?.()).finally(() => void navigate('/logout'))
            }}
          >
            <Icon icon={LogOut} />
            {t(online ? 'shell.logOut' : 'shell.logOutOffline')}
          </button>
        ) : (
          // on the login page the link keeps the `returnUrl` in the address
          <Link className="item" to={location.pathname === '/login' ? location : '/login'} onClick={onClose}>
            <Icon icon={LogIn} />
            {t('shell.logIn')}
          </Link>
        )}
      </div>
    </Drawer>
  )
}
