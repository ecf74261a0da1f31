import type { CSSProperties } from 'react'

/** A block in the final geometry while the first data comes. Hidden from screen readers; the page says "loading" once. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  const style: CSSProperties = { inlineSize: width, maxInlineSize: '100%', blockSize: height }
  return <span className={round ? 'skel round' : 'skel'} style={style} aria-hidden="true" />
}
