import type { Page } from 'playwright-core'

interface AXNode {
  role?: { value: string }
  name?: { value: string }
  properties?: { name: string; value: { value: unknown } }[]
}

/** What a screen reader says of the element that has the focus: `button "Float"`. */
export async function focused(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AXNode[] }
    const holders = nodes.filter((node) => node.properties?.some((one) => one.name === 'focused' && one.value.value))
    // the document holds it too while an element does
    const holder = holders.at(-1)
    return `${holder?.role?.value ?? 'nothing'} "${holder?.name?.value ?? ''}"`
  } finally {
    await session.detach()
  }
}

/** Presses Tab until a screen reader says this; fails after going once round a long page. */
export async function tabTo(page: Page, said: RegExp): Promise<void> {
  const heard: string[] = []
  for (let n = 0; n < 150; n++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (said.test(now)) return
    heard.push(now)
  }
  throw new Error(`nothing said ${said}, but: ${heard.join(', ')}`)
}
