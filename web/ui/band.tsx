import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The tenant's band across the top: a bar of controls and, below it, what the page greets with. */
export function Band({ bar, children, className }: { bar: ReactNode; children?: ReactNode; className?: string }) {
  return (
    <header className={classNames('band', className)}>
      <div className="bar">{bar}</div>
      {children}
    </header>
  )
}
