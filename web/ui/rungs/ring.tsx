import type { CSSProperties, ReactNode } from 'react'
import type { SkillMark } from './mark.ts'
import { ringPaths } from './ring-paths.ts'

interface RingProps {
  marks: readonly SkillMark[]
  /** The text for screen readers. */
  label: string
  /** The text in the middle of the ring, and the small one above it. */
  middle?: ReactNode
  above?: ReactNode
  /** Draws a line around this many rungs, as for "any 8 of 10". */
  need?: number
  /** A CSS length. */
  size?: string
}

/** A ring of rungs, one for each skill, with the level in the middle. */
export function Ring({ marks, label, middle, above, need, size = '7rem' }: RingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of parts, no picture file
    <span className="ring" style={{ '--ring': size } as CSSProperties} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {ringPaths(marks, need).map((path, k) => (
          <path key={k} className={path.className} d={path.d} />
        ))}
      </svg>
      <b aria-hidden="true">
        {above === undefined ? null : <small>{above}</small>}
        {middle}
      </b>
    </span>
  )
}
