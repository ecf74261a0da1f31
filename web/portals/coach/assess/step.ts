export type Step = -1 | 1

export interface Touched {
  x: number
  y: number
  /** Milliseconds. */
  at: number
}

/** A flick is at least as long as a thumb is wide, clearly sideways, and quick; else it was a scroll or a long press. */
const LEAST_PX = 64
const MOST_MS = 700

/** The step a swipe asks for: to the left brings the next one. */
export function swipeStep(from: Touched, to: Touched): Step | null {
  const x = to.x - from.x
  const sideways = Math.abs(x) >= LEAST_PX && Math.abs(x) > 2 * Math.abs(to.y - from.y)
  if (!sideways || to.at - from.at > MOST_MS) return null
  return x < 0 ? 1 : -1
}

/** The step an arrow key asks for; with a modifier it is the browser's own. */
export function keyStep(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): Step | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
}
