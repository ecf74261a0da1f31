import type { Locator, Page } from 'playwright-core'

interface AXNode {
  role?: { value: string }
  name?: { value: string }
  properties?: { name: string; value: { value: unknown } }[]
}

/** The role and name of the element that has the focus, as a screen reader says them: `button "Float"`. */
export async function focused(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AXNode[] }
    const focusedNodes = nodes.filter((node) =>
      node.properties?.some(({ name, value }) => name === 'focused' && value.value),
    )
    // while an element has the focus, the document has it, too, and stands before it in the tree
    const focusedNode = focusedNodes.at(-1)
    return `${focusedNode?.role?.value ?? 'nothing'} "${focusedNode?.name?.value ?? ''}"`
  } finally {
    await session.detach()
  }
}

/** Types once a text field has the focus, as somebody does who sees the cursor: a dialog that opens takes a moment. */
export async function typeWhereFocused(page: Page, text: string): Promise<void> {
  await page.locator('input:focus, textarea:focus').waitFor()
  await page.keyboard.type(text)
}

/** Presses a key once the focus is in the element: a dialog takes it a moment after it is shown. */
export async function pressIn(element: Locator, key: string): Promise<void> {
  const page = element.page()
  await element.and(page.locator(':focus-within')).waitFor()
  await page.keyboard.press(key)
}

/** Presses Tab until the focused element matches (see `focused`); throws after 150 times. */
export async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const visited: string[] = []
  for (let n = 0; n < 150; n++) {
    await page.keyboard.press('Tab')
    const current = await focused(page)
    if (wanted.test(current)) return
    visited.push(current)
  }
  throw new Error(`Tab never reached ${wanted}, but: ${visited.join(', ')}`)
}

/** A browser takes the focus off a disabled control when it renders the next frame; the second callback runs after that. */
export async function waitForNextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}
