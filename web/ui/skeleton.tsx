import type { CSSProperties } from 'react'

/** A grey block of the size of content that is still loading. Screen readers skip it. */
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
