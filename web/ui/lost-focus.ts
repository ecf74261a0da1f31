/**
 * Focuses an element in the next frame if nothing has the focus then, as after a pressed button has gone. The page's main
 * part takes the place of an element that is not there any more. With `frames`, the focus is watched for so many: on a
 * slow machine what had it may go some frames after its request has ended.
 */
export function restoreLostFocus(element: Element | null = null, frames = 1): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) {
      if (frames > 1) restoreLostFocus(element, frames - 1)
      return
    }
    const target = element?.isConnected ? element : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: target !== element })
  })
}
