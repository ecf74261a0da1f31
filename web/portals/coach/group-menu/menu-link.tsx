import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

interface MenuLinkProps {
  to: string
  icon: LucideIcon
  title: string
  /** What the page would say in one line. */
  hint: string
}

/** One line of a group's menu: large enough for a thumb, with what stands behind it. */
export function MenuLink({ to, icon, title, hint }: MenuLinkProps) {
  return (
    <Link className="menu-link" to={to}>
      <Icon of={icon} />
      <span className="grow">
        {title} <small className="dim clip">{hint}</small>
      </span>
      <Icon of={ChevronRight} />
    </Link>
  )
}
