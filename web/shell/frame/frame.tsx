import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Band } from '#web/ui/band.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { RungsMark } from '#web/ui/rungs/rungs-mark.tsx'
import { reopenConsent } from '#web/shell/notices/consent.ts'
import { SlotsContext } from './header-slots.tsx'
import { MenuButton } from './menu-button.tsx'
import { NavLinks } from './nav-links.tsx'
import { UserLoadError } from '#web/shell/session/user-load-error.tsx'
import { OnlineIndicator } from './online-indicator.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Header, drawer and footer around the pages of a logged-in user. */
export function Frame() {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [row, setRow] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const { Status = OnlineIndicator, Dialogs, Notices } = definition
  return (
    <SlotsContext value={{ title, row, foot }}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Band
        className="top"
        bar={
          <>
            <MenuButton />
            <Link className="home" to={definition.home} aria-label={t('shell.home', { name: client.name })}>
              <Brand name={client.name} logo={client.logo_url} />
            </Link>
            <div className="title" ref={setTitle} />
            {definition.portal === 'parent' ? <NavLinks /> : null}
            <Status />
          </>
        }
      >
        <div className="row" ref={setRow} />
      </Band>
      {Notices ? <Notices /> : null}
      <UserLoadError />
      <Outlet />
      <footer className="foot">
        <span className="note" ref={setFoot} />
        <button type="button" onClick={reopenConsent}>
          {t('shell.cookies.link')}
        </button>
        <span className="flow">
          <RungsMark size={14} /> Rungs
        </span>
      </footer>
      {Dialogs ? <Dialogs /> : null}
    </SlotsContext>
  )
}
