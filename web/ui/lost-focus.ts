/**
 * Focuses an element in the next frame if nothing has the focus then, as after a pressed button has gone. The page's
 * main part takes the place of an element that is not there any more.
 */
export function restoreLostFocus(element: Element | null = null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const target = element?.isConnected ? element : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: target !== element })
  })
}
