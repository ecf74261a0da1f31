import './desk.css'
import './list/desk-list.css'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ClubSwitch } from '#web/shell/session/club-switch.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { OnlineIndicator } from '#web/shell/frame/online-indicator.tsx'
import { PageLinks } from '#web/shell/frame/page-links.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'

const PortalDrawer = lazyWithRetry(() =>
  import('#web/shell/frame/portal-drawer.tsx').then((module) => module.PortalDrawer),
)

/**
 * The frame of a desk's pages: the navigation at the side, which moves into the drawer on small screens, and the page.
 */
export function DeskFrame() {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  const me = useMe()
  const [menuOpen, setMenuOpen] = useState(false)
  const { Status = OnlineIndicator, Notices } = definition
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
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Icon icon={Menu} />
            </Button>
            <Link className="home" to={definition.home} aria-label={t('shell.home', { name: client.name })}>
              <Brand name={client.name} logo={client.logo_url} />
            </Link>
          </div>
          <PaletteButton />
          <ClubSwitch />
          <div className="pages">
            <PageLinks />
          </div>
          <div className="me">
            <Status />
            {me ? (
              <button type="button" onClick={() => setMenuOpen(true)}>
                <Avatar firstname={me.firstname} lastname={me.lastname} size="1.75rem" />
                {me.firstname} {me.lastname}
              </button>
            ) : null}
          </div>
        </nav>
        {Notices ? <Notices /> : null}
        <Outlet />
      </div>
      {menuOpen ? <PortalDrawer open onClose={() => setMenuOpen(false)} /> : null}
    </>
  )
}
