/** So many frames the focus is watched: on a slow machine what had it goes some frames after its request has ended. */
const FRAMES = 30

/**
 * Focuses an element in the next frame in which nothing has the focus, as after a pressed button has gone. The page's main
 * part takes the place of an element that is not there any more.
 */
export function restoreLostFocus(element: Element | null = null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) {
      if (frames > 1) restoreLostFocus(element, frames - 1)
      return
    }
    const target = element?.isConnected ? element : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: target !== element })
  })
}
