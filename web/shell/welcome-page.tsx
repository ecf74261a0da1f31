import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { HeaderRow } from './header-slots.tsx'
import { Page } from './page.tsx'
import { useClubs, useMe, useShell } from './shell-context.ts'
import { usePages } from './use-visitor.ts'

/** First page of a portal whose own pages are not built yet: says who is here and what there is. */
export function WelcomePage() {
  const { t } = useTranslation()
  const { definition } = useShell()
  const pages = usePages()
  const me = useMe()
  const clubs = useClubs()
  return (
    <Page title={t('shell.welcome.title')}>
      <HeaderRow>
        <div className="greet">
          <h1>{me ? t('shell.welcome.heading', { name: me.firstname }) : t('shell.welcome.title')}</h1>
        </div>
      </HeaderRow>
      <section className="card">
        <p className="in">{t('shell.welcome.text')}</p>
        <ul className="rows rule">
          {pages
            .filter((page) => page.to !== definition.home)
            .map((page) => (
              <li key={page.to}>
                <Link className="split" to={page.to}>
                  <Icon of={page.icon} />
                  <span className="grow mid">{t(page.label)}</span>
                  <Icon of={ChevronRight} />
                </Link>
              </li>
            ))}
        </ul>
      </section>
      {clubs.length > 0 ? (
        <section className="card in stack">
          <h2>{t('shell.welcome.clubs')}</h2>
          <ul className="stack">
            {clubs.map((club) => (
              <li key={club.id}>{club.name}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  )
}
