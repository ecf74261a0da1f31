import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** Two coaches of one group, each with a tablet. */
let anna: Page
let dewi: Page
const watch = new Watch()

const QUARTER_HOUR_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

beforeAll(async () => {
  anna = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  dewi = (await visit(browser, server, 'coach', 'coach2', watch, 820)).page
  for (const page of [anna, dewi]) await page.getByRole('button', { name: /^Up to date/ }).waitFor()
})

/** Makes this tablet's clock wrong by `offsetMs`. */
async function shiftClock(page: Page, offsetMs: number): Promise<void> {
  await page.addInitScript(`{
    const real = Date.now.bind(Date)
    Date.now = () => real() + ${offsetMs}
  }`)
  await page.reload()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
}

async function openChild(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
}

async function give(page: Page, skill: string, label: string): Promise<void> {
  const button = page.getByRole('group', { name: skill, exact: true }).getByRole('button', { name: label, exact: true })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}

/** Opens the offline page through the menu, because it could not be loaded without network in this test. */
async function openOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Offline' }).click()
}

/** The texts of the two marks between which the coaches choose. */
const conflictingMarks = (page: Page) =>
  page
    .getByRole('list', { name: /Backstroke, 10 m$/ })
    .getByRole('listitem')
    .allTextContents()

describe('two coaches who mark the same skill without network, with clocks a quarter of an hour and a day wrong', () => {
  test('see both marks side by side, and the same mark counts, on both tablets', async () => {
    await shiftClock(anna, DAY_MS)
    await shiftClock(dewi, -QUARTER_HOUR_MS)
    for (const page of [anna, dewi]) {
      await openChild(page, "Siân O'Connor")
      await page.context().setOffline(true)
    }

    await give(anna, 'Backstroke, 10 m', 'Fair')
    // ten seconds pass for Dewi, because a tablet's idea of the server's time is wrong by as much as a reply takes
    await dewi.evaluate('{ const before = Date.now; Date.now = () => before() + 10_000 }')
    await give(dewi, 'Backstroke, 10 m', 'Good')

    // the coach who marked first is the last to be online again
    await dewi.context().setOffline(false)
    await dewi.getByRole('button', { name: /^Up to date/ }).waitFor()
    await anna.context().setOffline(false)
    for (const page of [anna, dewi]) {
      await openOffline(page)
      await page.getByRole('heading', { name: /Two marks that differ/ }).waitFor()
    }

    const [textsOnAnnas, textsOnDewis] = [await conflictingMarks(anna), await conflictingMarks(dewi)]
    // each tablet shows the time by its own clock; the words after the colon only repeat member and skill
    const time = /, (?:\d\d:\d\d|\p{L}+ \p{L}+ \d+\p{L}+)/gu
    const withoutTimes = (texts: string[]) => texts.map((text) => text.replaceAll(time, '').replace(/: .*$/, '')).sort()
    expect(withoutTimes(textsOnAnnas)).toEqual(withoutTimes(textsOnDewis))
    expect(textsOnAnnas.join()).toMatch(/Fair.*Anna Pritchard/)
    expect(textsOnAnnas.join()).toMatch(/Good.*Dewi Lloyd/)
    // both clocks were corrected by the server's time at the last sync, so the later tap counts
    expect(textsOnAnnas.find((text) => text.includes('Counts now'))).toContain('Dewi Lloyd')
    expect(await violations(anna)).toEqual([])
  })

  test('resolve the conflict by one tap; then it is gone from both tablets, and the chosen mark counts', async () => {
    await dewi.getByRole('button', { name: /Keep “Fair”/ }).click()
    for (const page of [dewi, anna])
      await page.getByRole('heading', { name: /Two marks that differ/ }).waitFor({ state: 'detached' })
    await anna.goto(server.url('coach', '/member-groups'))
    await openChild(anna, "Siân O'Connor")
    const fair = anna
      .getByRole('group', { name: 'Backstroke, 10 m', exact: true })
      .getByRole('button', { name: 'Fair', exact: true })
    await expect.poll(() => fair.getAttribute('aria-pressed')).toBe('true')
  })
})
