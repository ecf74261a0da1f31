import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Whatever moves and will end: a colour that is still fading in is judged by nobody. */
const MOVING = `document.getAnimations().filter((one) =>
  one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity).length`

/** Waits until nothing moves any more. */
export async function stands(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(MOVING)).toBe(0)
}

/** What axe finds on the page as it stands when nothing moves any more: each rule with the first element that breaks it. */
export async function violations(page: Page): Promise<string[]> {
  await stands(page)
  const found = await new AxeBuilder({ page }).analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)}`)
}
