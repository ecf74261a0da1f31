import type { Page } from 'playwright-core'

const LONG_WORD = 'Rückwärtsüberschlagsvorbereitungsübung'

/**
 * How many pixels a page scrolls sideways when the first text that matches in each text node is replaced by a very long
 * word.
 */
export async function overflowWithLongWords(page: Page, words: RegExp): Promise<number> {
  return page.evaluate<number>(`
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(${words}, '${LONG_WORD}')
    document.documentElement.scrollWidth - innerWidth
  `)
}
