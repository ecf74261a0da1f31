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

/**
 * To be called when a button removes the entry of a list that it is in: gives the focus to the first button after the
 * entry, such as that of the next one or the one that adds another.
 */
export function focusAfterRemoval(entry: Element | null): void {
  const isAfter = (button: Element) =>
    entry !== null &&
    !entry.contains(button) &&
    (entry.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  restoreLostFocus([...document.querySelectorAll('main button:enabled')].find(isAfter) ?? null)
}
