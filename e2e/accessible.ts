import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Counts, in the page, the animations that are running and will end. While a colour fades in, its contrast cannot be
 * judged.
 */
const COUNT_ANIMATIONS = `document.getAnimations().filter((animation) =>
  animation.playState === 'running' && animation.effect.getComputedTiming().endTime < Infinity).length`

/** Waits until all animations that end have ended. */
export async function waitForAnimations(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(COUNT_ANIMATIONS)).toBe(0)
}

/** The rules of axe that the page breaks, each with the first element that breaks it. Waits for animations first. */
export async function violations(page: Page): Promise<string[]> {
  await waitForAnimations(page)
  // the legacy mode opens no extra page to join the results of frames; these pages have no frames
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const report = await axe.analyze()
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)}`)
}

/** Checks that a page breaks no rule of axe and does not scroll sideways on a phone, a tablet and a desktop. */
export async function checkAtEachWidth(page: Page): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page), `at ${width} px`).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
}
