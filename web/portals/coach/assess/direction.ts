export type Direction = -1 | 1

export interface TouchPoint {
  x: number
  y: number
  /** Milliseconds. */
  at: number
}

/** A swipe is at least this long, clearly sideways and quick; anything else is a scroll or a long press. */
const LEAST_PX = 64
const MOST_MS = 700

/** The direction of of a swipe: to the left is the next one. Null when the movement is no swipe. */
export function swipeDirection(from: TouchPoint, to: TouchPoint): Direction | null {
  const x = to.x - from.x
  const sideways = Math.abs(x) >= LEAST_PX && Math.abs(x) > 2 * Math.abs(to.y - from.y)
  if (!sideways || to.at - from.at > MOST_MS) return null
  return x < 0 ? 1 : -1
}

/** The direction of of an arrow key; with a modifier the key belongs to the browser. */
export function keyDirection(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): Direction | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
}
