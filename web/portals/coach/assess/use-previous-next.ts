import { useEffect, useEffectEvent } from 'react'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { keyDirection, swipeDirection, type Direction, type TouchPoint } from './direction.ts'

/** Selectors of elements that use arrow keys or sideways movements themselves. */
const USES_ARROWS =
  'input, select, textarea, [role="group"], [role="radiogroup"], [role="dialog"], [role="alertdialog"]'
const USES_SWIPES = 'input, select, textarea, [role="dialog"], [role="alertdialog"]'

const isInside = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** Calls `onStep` for the arrow keys and for swipes; both do the same as the page's buttons for previous and next. */
export function usePreviousNext(onStep: (direction: Direction) => void): void {
  usePageKeys((event) => {
    const direction = keyDirection(event)
    if (direction === null || event.defaultPrevented || isInside(event.target, USES_ARROWS)) return
    // while a dialog is open, the keys belong to it, wherever the focus is
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    onStep(direction)
  })
  const stepTo = useEffectEvent(onStep)
  useEffect(() => {
    let touchStart: TouchPoint | null = null
    const onTouchStart = (event: TouchEvent) => {
      // a second finger zooms, so it is no swipe
      const [touch, second] = event.touches
      touchStart =
        touch && !second && !isInside(event.target, USES_SWIPES)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null
    }
    const onTouchEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches
      const direction =
        touchStart && touch
          ? swipeDirection(touchStart, { x: touch.clientX, y: touch.clientY, at: event.timeStamp })
          : null
      touchStart = null
      if (direction !== null) stepTo(direction)
    }
    const onTouchCancel = () => (touchStart = null)
    document.addEventListener('touchstart', onTouchStart, { passive: true })
    document.addEventListener('touchend', onTouchEnd, { passive: true })
    document.addEventListener('touchcancel', onTouchCancel, { passive: true })
    return () => {
      document.removeEventListener('touchstart', onTouchStart)
      document.removeEventListener('touchend', onTouchEnd)
      document.removeEventListener('touchcancel', onTouchCancel)
    }
  }, [])
}
