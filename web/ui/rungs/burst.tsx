import type { CSSProperties, ReactNode } from 'react'
import { Seal } from './seal.tsx'

const RAYS = Array.from({ length: 15 }, (_, k) => k * 24)

/** Celebrates a passed level: rungs fly out around the seal once, or stand still under reduced motion. */
export function Burst({ children }: { children?: ReactNode }) {
  return (
    <span className="burst" aria-hidden="true">
      {RAYS.map((angle) => (
        <i key={angle} style={{ '--a': angle } as CSSProperties} />
      ))}
      <Seal>{children}</Seal>
    </span>
  )
}
