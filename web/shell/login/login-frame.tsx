import './login.css'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BigLadder } from '#web/ui/rungs/big-ladder.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { RungsMark } from '#web/ui/rungs/rungs-mark.tsx'
import { LanguageSwitch } from '#web/shell/i18n/language-switch.tsx'
import { MenuButton } from '#web/shell/frame/menu-button.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The frame of the pages before login: the tenant's name, logo and slogan beside the page's form. */
export function LoginFrame({ title, heading, children }: { title: string; heading?: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  useEffect(() => {
    document.title = `${title} · ${client.name}`
  }, [title, client.name])
  return (
    <div className="login">
      <header className="hero">
        <div className="bar">
          <MenuButton />
          <Brand name={client.name} logo={client.logo_url} />
        </div>
        {heading === undefined ? (
          <h1>{t(`login.hero.${definition.portal}`)}</h1>
        ) : (
          <p className="slogan">{t(`login.hero.${definition.portal}`)}</p>
        )}
        <BigLadder marks={['open', 'open', 'begun', 'done', 'done']} />
      </header>
      <main className="page" id="main">
        {heading === undefined ? null : <h1 className="asks">{heading}</h1>}
        {children}
      </main>
      <footer className="foot">
        <LanguageSwitch />
        <span className="flow">
          <RungsMark /> Rungs
        </span>
      </footer>
    </div>
  )
}
