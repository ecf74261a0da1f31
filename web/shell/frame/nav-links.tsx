import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { NavPage } from '#web/shell/start/portal-definition.ts'
import { usePages } from '#web/shell/session/use-visitor.ts'

/** Which link of the navigation is the open page. An open dialog (`?name`) takes precedence over the page below it. */
export function currentPage(
  pages: readonly NavPage[],
  location: { pathname: string; search: string },
): NavPage | undefined {
  const query = new URLSearchParams(location.search)
  const dialog = pages.find((page) => page.to.startsWith('?') && query.has(page.to.slice(1)))
  return dialog ?? pages.find((page) => location.pathname === page.to || location.pathname.startsWith(`${page.to}/`))
}

/** The page links of the header on wide screens; on narrow ones they live in the drawer. */
export function NavLinks() {
  const { t } = useTranslation()
  const pages = usePages()
  const current = currentPage(pages, useLocation())
  return (
    <nav aria-label={t('shell.pages')}>
      {pages.map((page) => (
        <Link key={page.to} to={page.to} aria-current={page === current ? 'page' : undefined}>
          {t(page.label)}
        </Link>
      ))}
    </nav>
  )
}
