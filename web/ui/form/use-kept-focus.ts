import { useLayoutEffect, useRef, type FocusEvent } from 'react'
import { keepFocusNear, restoreLostFocus } from '../lost-focus.ts'

/**
 * Gives a control the focus back that it loses while it is disabled, as during the request that it began; when the
 * control is removed, what follows it gets the focus. Returns what notes that the control was focused.
 */
export function useKeptFocus(disabled: boolean): (event: FocusEvent<HTMLElement>) => void {
  const element = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    // the browser takes the focus away only later
    if (disabled) hadFocus.current = element.current !== null && element.current === document.activeElement
    else if (hadFocus.current) {
      hadFocus.current = false
      restoreLostFocus(element.current)
    }
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
