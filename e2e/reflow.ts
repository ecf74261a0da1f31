import type { Page } from 'playwright-core'

/** By how many pixels the page, or a part of it that scrolls up and down, is wider than its place. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(`
    Math.max(...[document.documentElement, ...document.querySelectorAll('.scroll, .node-pane')]
      .map((part) => part.scrollWidth - part.clientWidth))
  `)
}

/**
 * The names of the controls that take the focus while something else covers them, so that somebody who presses Tab does
 * not see where the focus is.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('.desk :is(a[href], button, input, select, textarea)')]
      .filter((control) => !control.disabled && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, top, width, height } = control.getBoundingClientRect()
        const shown = document.elementFromPoint(left + width / 2, top + height / 2)
        return ![control, ...(control.labels ?? [])].some((part) => part.contains(shown)) && !shown?.contains(control)
      })
      .map((control) => control.ariaLabel ?? control.textContent)
  `)
}

/** By how many pixels the focus ring of the focused element is cut off by the element that it is in. */
export async function cutOfFocusRing(page: Page): Promise<number> {
  return page.evaluate<number>(`(({ activeElement: focused }) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(focused)
    const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset)
    const [inner, outer] = [focused, focused.parentElement].map((element) => element.getBoundingClientRect())
    return Math.max(outer.top - inner.top, inner.bottom - outer.bottom, outer.left - inner.left, inner.right - outer.right) + ring
  })(document)`)
}
