import type { ReactNode } from 'react'

/** The live region at the foot of the page. It must stand in the page before its first message, or nobody hears it. It lies above open dialogs. */
export function ToastRegion({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section
      className="toasts"
      data-react-aria-top-layer="true"
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
    >
      {children}
    </section>
  )
}

/** Said back after an action, with Undo where undo is possible. */
export function Toast({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="toast">
      <span>{children}</span>
      {action}
    </div>
  )
}
