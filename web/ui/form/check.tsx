import './check.css'
import type { InputHTMLAttributes, ReactNode } from 'react'

/** A checkbox with its label, and a hint below. */
export function Check({
  children,
  hint,
  ...rest
}: { children: ReactNode; hint?: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {children}
        {hint === undefined ? null : <small className="dim">{hint}</small>}
      </span>
    </label>
  )
}
