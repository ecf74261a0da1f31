import type { ReactNode } from 'react'

export type OnlineState = 'online' | 'syncing' | 'offline'

interface StatusCircleProps {
  state: OnlineState
  /** The number of changes that wait to be sent, shown on the circle when above 0. */
  count?: number
  /** Whether the server has refused a change, which the user must look at. */
  refused?: boolean
  /** The whole state as a text for screen readers, such as "Offline, 14 changes waiting". */
  label: string
  /** A text beside the circle, where there is room. */
  text?: ReactNode
  /** Makes it a button. */
  onPress?: () => void
}

const drawings: Record<OnlineState, ReactNode> = {
  online: (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="15" fill="currentColor" />
      <path
        d="m13.5 20.5 4.5 4.5 8.8-9.5"
        fill="none"
        stroke="var(--status-bg, var(--brand))"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  ),
  syncing: (
    <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" aria-hidden="true">
      <circle cx="20" cy="20" r="15" opacity=".35" />
      <path className="spin" d="M20 5a15 15 0 0 1 15 15" />
      <path d="M20 26V15m-4.8 4.3L20 14.5l4.8 4.8" strokeLinejoin="round" />
    </svg>
  ),
  offline: (
    <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" aria-hidden="true">
      <circle cx="20" cy="20" r="15" strokeDasharray="6.2 5.58" transform="rotate(-12 20 20)" />
      <path d="m12.5 27.5 15-15" />
    </svg>
  ),
}

const refusedDrawing = (
  <svg viewBox="0 0 40 40" aria-hidden="true">
    <path
      d="M20 4.5 37 35H3z"
      fill="var(--danger-soft)"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
    <path d="M20 15.5v9m0 4.6v.4" fill="none" stroke="var(--danger-ink)" strokeWidth="3.2" strokeLinecap="round" />
  </svg>
)

/**
 * Shows whether the portal is online (a disc with a tick), sending changes (a ring with an arrow) or offline (a dashed
 * ring with a stroke). While it is not offline, a change that the server has refused makes it a triangle.
 */
export function StatusCircle({ state, count = 0, refused = false, label, text, onPress }: StatusCircleProps) {
  const inside = (
    <>
      <span aria-hidden="true">
        {refused && state !== 'offline' ? refusedDrawing : drawings[state]}
        {/* shown by CSS from the attribute: as a text it would come first in the accessible name */}
        {count > 0 ? <b className="n" data-count={count > 99 ? '99+' : count} /> : null}
      </span>
      {text === undefined ? null : (
        <span className="said" aria-hidden="true">
          {text}
        </span>
      )}
    </>
  )
  if (onPress) {
    return (
      <button type="button" className="status" aria-label={label} onClick={onPress}>
        {inside}
      </button>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of parts, no picture file
    <span className="status" role="img" aria-label={label}>
      {inside}
    </span>
  )
}
