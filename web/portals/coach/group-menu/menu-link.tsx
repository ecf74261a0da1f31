import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

interface MenuLinkProps {
  to: string
  icon: LucideIcon
  title: string
  /** The page's content in a few words, such as the number of its entries. */
  hint: string
}

/** One link of a group's menu, with a hint of what its page holds. */
export function MenuLink({ to, icon, title, hint }: MenuLinkProps) {
  return (
    <Link className="menu-link" to={to}>
      <Icon icon={icon} />
      <span className="grow">
        {title} <small className="dim clip">{hint}</small>
      </span>
      <Icon icon={ChevronRight} />
    </Link>
  )
}
