/** To the previous child or skill (-1), or to the next one (1). */
export type Direction = -1 | 1

export interface TouchPoint {
  x: number
  y: number
  /** The time of the touch event in milliseconds; only the difference of two points matters. */
  at: number
}

/** A swipe is at least this long, clearly sideways and quick; anything else is a scroll or a long press. */
const MIN_SWIPE_PX = 64
const MAX_SWIPE_MS = 700

/** The direction of a swipe: to the left means the next one. Null when the movement is no swipe. */
export function swipeDirection(start: TouchPoint, end: TouchPoint): Direction | null {
  const distance = end.x - start.x
  const sideways = Math.abs(distance) >= MIN_SWIPE_PX && Math.abs(distance) > 2 * Math.abs(end.y - start.y)
  if (!sideways || end.at - start.at > MAX_SWIPE_MS) return null
  return distance < 0 ? 1 : -1
}

/**
 * The direction of an arrow key. Null for other keys, and with a modifier, because then the key belongs to the browser.
 */
export function keyDirection(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): Direction | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (event.key === 'ArrowRight') return 1
  return event.key === 'ArrowLeft' ? -1 : null
}
