import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The coloured header across the page: a bar of controls, and below it the page's greeting or name. */
export function Band({ bar, children, className }: { bar: ReactNode; children?: ReactNode; className?: string }) {
  return (
    <header className={classNames('band', className)}>
      <div className="bar">{bar}</div>
      {children}
    </header>
  )
}
