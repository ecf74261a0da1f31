import type { ReactNode } from 'react'
import { BigLadder } from './rungs/big-ladder.tsx'

/** Dashed rungs where real ones will stand, what will appear here and how to make it appear. */
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
