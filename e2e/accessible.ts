import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The number of animations that are running and will end. While a colour fades in, its contrast cannot be judged. */
const MOVING = `document.getAnimations().filter((animation) =>
  animation.playState === 'running' && animation.effect.getComputedTiming().endTime < Infinity).length`

/** Waits until all animations that end have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(MOVING)).toBe(0)
}

/** The rules of axe that the page breaks, each with the first element that breaks it. Waits for animations first. */
export async function violations(page: Page): Promise<string[]> {
  await waitForAnimations(page)
  // without frames there is nothing to put together in a page of its own, which each check would open and close
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)}`)
}
