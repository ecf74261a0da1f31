import './page-links.css'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import type { NavPage } from '#web/shell/start/portal-definition.ts'
import { usePages } from '#web/shell/session/use-visitor.ts'
import { currentPage } from './nav-links.tsx'

/** The pages in the order of the navigation, those of one group together; pages without a group stand alone. */
function inGroups(pages: readonly NavPage[]): readonly (readonly [group: string | undefined, pages: NavPage[]])[] {
  const groups = new Map<string | undefined, NavPage[]>()
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page])
  return [...groups]
}

interface PageLinksProps {
  className?: string
  /** Called when a link is followed. */
  onFollow?: () => void
}

/**
 * The links to the pages of a desk, at the side or in the drawer. Where a portal has its pages in groups, the group of
 * the page that is shown is open; a click opens others.
 */
export function PageLinks({ className, onFollow }: PageLinksProps) {
  const { t } = useTranslation()
  const pages = usePages()
  const current = currentPage(pages, useLocation())
  const currentGroup = current?.group
  const [shownGroup, setShownGroup] = useState(currentGroup)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(currentGroup === undefined ? [] : [currentGroup]))
  const id = useId()
  // during rendering, so that the page's link is there with the page
  if (currentGroup !== shownGroup) {
    setShownGroup(currentGroup)
    if (currentGroup !== undefined) setOpen(new Set([...open, currentGroup]))
  }
  const toggle = (group: string) =>
    setOpen(new Set(open.has(group) ? [...open].filter((one) => one !== group) : [...open, group]))
  const linkTo = (page: NavPage) => (
    <Link
      key={page.to}
      className={className}
      to={page.to}
      aria-current={page === current ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon icon={page.icon} />
      {t(page.label)}
    </Link>
  )
  return inGroups(pages).map(([group, links], index) =>
    group === undefined ? (
      links.map(linkTo)
    ) : (
      <section key={group} className="page-group" aria-labelledby={`${id}-${index}`}>
        <button
          type="button"
          id={`${id}-${index}`}
          aria-expanded={open.has(group)}
          aria-controls={`${id}-${index}-pages`}
          onClick={() => toggle(group)}
        >
          {t(group)}
          <Icon icon={ChevronDown} />
        </button>
        <div id={`${id}-${index}-pages`} hidden={!open.has(group)}>
          {links.map(linkTo)}
        </div>
      </section>
    ),
  )
}
