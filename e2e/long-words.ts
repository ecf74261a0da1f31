import type { Page } from 'playwright-core'

const WORD = 'Rückwärtsüberschlagsvorbereitungsübung'

/** How many pixels a page scrolls sideways once the first word of these is as long as words get. */
export async function overWith(page: Page, words: RegExp): Promise<number> {
  return page.evaluate<number>(`
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(${words}, '${WORD}')
    document.documentElement.scrollWidth - innerWidth
  `)
}
