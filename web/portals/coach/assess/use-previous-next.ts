import { useEffect, useEffectEvent } from 'react'
import { keyDirection, swipeDirection, type Direction, type TouchPoint } from './direction.ts'

/** Elements that use arrow keys or sideways movements themselves. */
const OWN_ARROWS = 'input, select, textarea, [role="group"], [role="radiogroup"], [role="dialog"], [role="alertdialog"]'
const OWN_SWIPES = 'input, select, textarea, [role="dialog"], [role="alertdialog"]'

const inside = (target: EventTarget | null, what: string) => target instanceof Element && target.closest(what) !== null

/** Calls `go` for the arrow keys and for swipes; both do the same as the page's buttons for previous and next. */
export function usePreviousNext(go: (by: Direction) => void): void {
  const goBy = useEffectEvent(go)
  useEffect(() => {
    let from: TouchPoint | null = null
    const onKey = (event: KeyboardEvent) => {
      const by = keyDirection(event)
      if (by === null || event.defaultPrevented || inside(event.target, OWN_ARROWS)) return
      // while a dialog is open, the keys belong to it, wherever the focus is
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      goBy(by)
    }
    const onStart = (event: TouchEvent) => {
      const [touch, second] = event.touches
      from =
        touch && !second && !inside(event.target, OWN_SWIPES)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null
    }
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches
      const by =
        from && touch ? swipeDirection(from, { x: touch.clientX, y: touch.clientY, at: event.timeStamp }) : null
      from = null
      if (by !== null) goBy(by)
    }
    const onCancel = () => (from = null)
    document.addEventListener('keydown', onKey)
    document.addEventListener('touchstart', onStart, { passive: true })
    document.addEventListener('touchend', onEnd, { passive: true })
    document.addEventListener('touchcancel', onCancel, { passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchend', onEnd)
      document.removeEventListener('touchcancel', onCancel)
    }
  }, [])
}
