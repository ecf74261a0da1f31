import { ChevronsUpDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../icon.tsx'

/** The platform's own list: it is the best one for thumbs and for screen readers. */
export function Select({ children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="input select">
      <select {...rest}>{children}</select>
      <Icon of={ChevronsUpDown} />
    </span>
  )
}
