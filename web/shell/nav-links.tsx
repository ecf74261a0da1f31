import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { NavPage } from './portal-definition.ts'
import { useShell } from './shell-context.ts'

/** True for the page that is open; a dialog's link is current while its `?name` stands in the address. */
export function isCurrent(page: NavPage, here: { pathname: string; search: string }): boolean {
  if (page.to.startsWith('?')) return new URLSearchParams(here.search).has(page.to.slice(1))
  return here.pathname === page.to || here.pathname.startsWith(`${page.to}/`)
}

/** The page links of the header on wide screens; on narrow ones they live in the drawer. */
export function NavLinks() {
  const { t } = useTranslation()
  const { definition } = useShell()
  const here = useLocation()
  return (
    <nav aria-label={t('shell.pages')}>
      {definition.pages.map((page) => (
        <Link key={page.to} to={page.to} aria-current={isCurrent(page, here) ? 'page' : undefined}>
          {t(page.label)}
        </Link>
      ))}
    </nav>
  )
}
