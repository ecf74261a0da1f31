import { ChevronsUpDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../icon.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** The browser's own select, which works best on touch screens and with screen readers. */
export function Select({ children, onFocus, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  const noteFocus = useKeptFocus(rest.disabled === true)
  return (
    <span className="input select">
      <select
        {...rest}
        onFocus={(event) => {
          noteFocus(event)
          onFocus?.(event)
        }}
      >
        {children}
      </select>
      <Icon icon={ChevronsUpDown} />
    </span>
  )
}
