import type { CSSProperties, ReactNode } from 'react'

/** The closed ring of a passed level. Screen readers skip it, because a text is beside it. */
export function Seal({ children, size = '3.25rem' }: { children?: ReactNode; size?: string }) {
  return (
    <span className="ring seal" style={{ '--ring': size } as CSSProperties} aria-hidden="true">
      <svg viewBox="0 0 100 100">
        <circle cx="50" cy="50" r="42" />
      </svg>
      <b>{children}</b>
    </span>
  )
}
