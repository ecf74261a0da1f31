/**
 * Focuses an element in the next frame if nothing has the focus then, as after a pressed button has gone. The open dialog,
 * or else the page's main part, takes the place of an element that is not there any more.
 */
export function restoreLostFocus(element: Element | null = null): void {
  requestAnimationFrame(() => focusIfLost(element))
}

/** Does at once what `restoreLostFocus` does in the next frame. */
export function focusIfLost(element: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const dialog = [...document.querySelectorAll('.modal [role$=dialog]')].at(-1)
  // a press beside a dialog has taken the focus from everything before its question opens
  const isThere = element?.isConnected === true && element !== document.body
  const target = isThere ? element : (dialog ?? document.querySelector('main'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: target !== element })
}

/**
 * To be called when a button removes the entry of a list that it is in: gives the focus to the first button after the
 * entry, such as that of the next one or the one that adds another.
 */
export function focusAfterRemoval(entry: Element | null): void {
  const buttons = [...document.querySelectorAll('main button:enabled')]
  restoreLostFocus(buttons.find((button) => entry !== null && isBefore(entry, button)) ?? null)
}

const CONTROLS = 'input:not([type=hidden]), select, textarea, button, a[href], [contenteditable=true]'
const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), textarea'
/** A part of the page that is loaded for the first time, such as a form, may take so many frames. */
const LOADING_FRAMES = 60

/**
 * To be called before a focused button is removed, as one that opens a form in its place: gives the focus to the control
 * that follows in the part of the page that stays, unless the page itself gives it to another element.
 */
export function keepFocusNear(gone: Element): void {
  const parents: Element[] = []
  for (let parent = gone.parentElement; parent; parent = parent.parentElement) parents.push(parent)
  const root = parents.find((parent) => parent.matches('main, [role=dialog], [role=alertdialog]'))
  if (root === undefined) return restoreLostFocus()
  const before = controlsIn(root).filter((control) => isBefore(control, gone))
  const parts = parents.slice(0, parents.indexOf(root) + 1)
  const restore = (frames: number) => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body
    // whoever closed the dialog, or leads to another page, cares for the focus
    if (hasFocus || !root.isConnected) return
    const next = controlNear(parts, before)
    // on a touch screen the keyboard would come up
    if (next?.matches(TEXT_FIELDS) === true && !matchMedia('(pointer: fine)').matches) return
    next?.focus()
    // while something is loaded the page is hidden, and takes no focus
    if (document.activeElement !== document.body) return
    if (frames > 0) requestAnimationFrame(() => restore(frames - 1))
    else restoreLostFocus()
  }
  // after the frame in which the page may do so
  requestAnimationFrame(() => requestAnimationFrame(() => restore(LOADING_FRAMES)))
}

/** The control after the last of `before` that is left, or else that one, in the first of the parts that has any. */
function controlNear(parts: readonly Element[], before: readonly Element[]): HTMLElement | undefined {
  const previous = before.findLast((control) => control.isConnected)
  for (const part of parts) {
    const controls = part.isConnected ? controlsIn(part).filter(takesFocus) : []
    const next = controls.find((control) => !previous || isBefore(previous, control)) ?? controls.at(-1)
    if (next) return next
  }
  return undefined
}

function controlsIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)]
}

function takesFocus(control: HTMLElement): boolean {
  return !control.matches(':disabled, [tabindex="-1"]') && control.getClientRects().length > 0
}

/** Whether `b` begins after the end of `a`. */
function isBefore(a: Element, b: Element): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !a.contains(b)
}
