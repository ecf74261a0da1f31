import type { CSSProperties, ReactNode } from 'react'
import { Seal } from './seal.tsx'

/** The directions, in degrees, in which 15 rungs fly out. */
const DIRECTIONS = Array.from({ length: 15 }, (_, index) => index * 24)

/** Celebrates a passed level: rungs fly out around the seal once, or stand still under reduced motion. */
export function Burst({ children }: { children?: ReactNode }) {
  return (
    <span className="burst" aria-hidden="true">
      {DIRECTIONS.map((angle) => (
        <i key={angle} style={{ '--a': angle } as CSSProperties} />
      ))}
      <Seal>{children}</Seal>
    </span>
  )
}
