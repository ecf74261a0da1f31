import { useLayoutEffect, useRef, type FocusEvent } from 'react'
import { focusIfLost, keepFocusNear } from '../lost-focus.ts'

/**
 * Gives a control the focus back that it loses while it is disabled, as during the request that it began; when the
 * control is removed, what follows it gets the focus. Returns what notes that the control was focused.
 */
export function useKeptFocus(disabled: boolean): (event: FocusEvent<HTMLElement>) => void {
  const element = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const control = element.current
    // the browser takes the focus away only later
    if (disabled) hadFocus.current ||= control !== null && control === document.activeElement
    if (disabled || !hadFocus.current) return undefined
    const frame = requestAnimationFrame(() => {
      hadFocus.current = false
      focusIfLost(control)
    })
    // disabled again or removed before the frame, it is still what had the focus
    return () => cancelAnimationFrame(frame)
  }, [disabled])
  useLayoutEffect(
    () => () => {
      const gone = element.current
      if (gone !== null && (hadFocus.current || gone === document.activeElement)) keepFocusNear(gone)
    },
    [],
  )
  return (event) => {
    element.current = event.currentTarget
  }
}
