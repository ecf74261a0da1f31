import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** A label with an icon on a soft background; it is never a button. */
export function Chip({
  kind,
  icon,
  children,
}: {
  kind?: 'done' | 'begun' | 'todo' | 'bad' | 'note' | 'line'
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span className={classNames('chip', kind)}>
      {icon === undefined ? null : <Icon icon={icon} />}
      {children}
    </span>
  )
}
