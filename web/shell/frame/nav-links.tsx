import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { NavPage } from '#web/shell/start/portal-definition.ts'
import { usePages } from '#web/shell/session/use-visitor.ts'

/** The page that is open; a dialog's link while its `?name` stands in the address. */
export function currentPage(
  pages: readonly NavPage[],
  here: { pathname: string; search: string },
): NavPage | undefined {
  const query = new URLSearchParams(here.search)
  const dialog = pages.find((page) => page.to.startsWith('?') && query.has(page.to.slice(1)))
  return dialog ?? pages.find((page) => here.pathname === page.to || here.pathname.startsWith(`${page.to}/`))
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
