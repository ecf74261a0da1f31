import { ChevronsUpDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../icon.tsx'

/** The browser's own select, which works best on touch screens and with screen readers. */
export function Select({ children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="input select">
      <select {...rest}>{children}</select>
      <Icon icon={ChevronsUpDown} />
    </span>
  )
}
