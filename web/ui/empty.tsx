import type { ReactNode } from 'react'
import { BigLadder } from './rungs/big-ladder.tsx'

/** Shown in place of an empty list. It says what will appear there and how to add it. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <BigLadder marks={['x', 'x', 'x']} />
      <h2>{title}</h2>
      {children === undefined ? null : <p className="dim">{children}</p>}
      {action}
    </div>
  )
}
