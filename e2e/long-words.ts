import type { Page } from 'playwright-core'

const LONG_WORD = 'Rückwärtsüberschlagsvorbereitungsübung'

/**
 * Replaces in each text node of the page the first match by a very long word; returns by how many pixels the page, or
 * what is in an open dialog, is then wider than the screen.
 */
export async function overflowWithLongWords(page: Page, words: RegExp): Promise<number> {
  return page.evaluate<number>(`
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(${words}, '${LONG_WORD}')
    // a dialog cuts off what does not fit, so the page does not become wider
    const ends = [...document.querySelectorAll('[role=dialog] *')].map((one) => one.getBoundingClientRect().right)
    Math.max(document.documentElement.scrollWidth, ...ends) - innerWidth
  `)
}
