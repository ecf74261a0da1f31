import './desk.css'
import { ChevronsUpDown, Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { later } from './later.ts'
import { currentPage } from './nav-links.tsx'
import { OnlineIndicator } from './online-indicator.tsx'
import { useClubs, useConnection, useMe, useShell } from './shell-context.ts'
import { logoUrl } from './theme.ts'
import { usePages } from './use-visitor.ts'

const PortalDrawer = later(() => import('./portal-drawer.tsx').then((module) => module.PortalDrawer))

/** The club one works at; a choice where there are several, and none without network [2.22]. */
function ClubSwitch() {
  const { t } = useTranslation()
  const { api, session } = useShell()
  const { online } = useConnection()
  const me = useMe()
  const clubs = useClubs()
  const club = me?.club
  if (!club) return null
  if (clubs.length < 2) return <p className="club">{club.name}</p>

  async function choose(id: string): Promise<void> {
    const refresh = session.refresh()
    if (refresh === null) return
    session.store(await api.changeClub(refresh, id))
    // nothing of the one club may stand on a page of the other
    location.assign('/')
  }
  return (
    <label className="club">
      <span className="sr">{t('shell.club')}</span>
      <select value={club.id} disabled={!online} onChange={(event) => void choose(event.target.value)}>
        {clubs.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Icon of={ChevronsUpDown} />
    </label>
  )
}

/** Navigation stands on the canvas, the page lies on one sheet; on a small screen the drawer has the navigation. */
export function DeskFrame() {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  const me = useMe()
  const pages = usePages()
  const current = currentPage(pages, useLocation())
  const [menu, setMenu] = useState(false)
  const { Status = OnlineIndicator } = definition
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="desk">
        <nav aria-label={t('shell.pages')}>
          <div className="split">
            <Button
              kind="bare"
              icon
              className="menu"
              aria-label={t('shell.menu')}
              aria-expanded={menu}
              onClick={() => setMenu(true)}
            >
              <Icon of={Menu} />
            </Button>
            <Link className="home" to={definition.home} aria-label={t('shell.home', { name: client.name })}>
              <Brand name={client.name} logo={logoUrl(client)} />
            </Link>
          </div>
          <ClubSwitch />
          {pages.map((page) => (
            <Link key={page.to} to={page.to} aria-current={page === current ? 'page' : undefined}>
              <Icon of={page.icon} />
              {t(page.label)}
            </Link>
          ))}
          <div className="me">
            <Status />
            {me ? (
              <button type="button" onClick={() => setMenu(true)}>
                <Avatar firstname={me.firstname} lastname={me.lastname} size="1.75rem" />
                {me.firstname} {me.lastname}
              </button>
            ) : null}
          </div>
        </nav>
        <Outlet />
      </div>
      {menu ? <PortalDrawer open onClose={() => setMenu(false)} /> : null}
    </>
  )
}
