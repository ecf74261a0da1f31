import type { CSSProperties, ReactNode } from 'react'
import { Seal } from './seal.tsx'

const RAYS = Array.from({ length: 15 }, (_, k) => k * 24)

/** A level passed, celebrated once: short solid rungs around the seal. Stands still under reduced motion. */
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
