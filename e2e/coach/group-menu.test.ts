import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, waitUntilInstalled, Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** Two tablets of one coach. */
let tablet: Page
let otherTablet: Page
const watch = new Watch()
/** The least height of a control for touch, in CSS pixels. */
const MIN_TOUCH_PX = 44

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  otherTablet = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  for (const page of [tablet, otherTablet]) {
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await menu(page).waitFor()
    await waitUntilInstalled(page)
  }
})

/** The links to all that can be done with the group, on its page. */
const menu = (page: Page) => page.getByRole('navigation', { name: 'What to do with this group' })
const openFromMenu = (page: Page, name: string) => menu(page).getByRole('link', { name }).click()
const goBackToGroup = (page: Page) => page.getByRole('link', { name: 'Back to Dolphins' }).click()
const card = (page: Page, name: string) => page.getByRole('region', { name })

/** Links and buttons that are too low for touch. A link of the class `whole` fills its row, which is high enough. */
async function lowControls(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('main :is(a:not(.whole), button)')]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < ${MIN_TOUCH_PX})
    .map((control) => control.outerHTML)`)
}

/** Expects that the page is accessible, can be used by touch and does not scroll sideways. */
async function expectUsable(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await lowControls(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
}

test('one menu leads to everything that can be done with a group', async () => {
  const names = [
    'Register',
    'By member',
    'By skill',
    'Grid',
    'Alerts',
    'Badges',
    'Session plan',
    'Show all members',
    'Blank sheet',
    'Handover',
  ]
  for (const name of names) await menu(otherTablet).getByRole('link', { name }).waitFor()
  await expectUsable(tablet)
  await expectUsable(otherTablet)
})

test('a member who was absent from the last two sessions becomes an alert at once, without network', async () => {
  await tablet.context().setOffline(true)
  const alerts = menu(tablet).getByRole('link', { name: 'Alerts' })
  const alertCount = async () => Number.parseInt((await alerts.textContent())?.replace('Alerts', '') ?? '', 10)
  const before = await alertCount()
  await openFromMenu(tablet, 'Register')

  const amara = tablet.getByRole('button', { name: /: Amara Okafor$/ })
  // today's session and the one before
  for (const index of [0, 1]) {
    await tablet.getByLabel('Session', { exact: true }).selectOption({ index })
    await tablet.getByText('8 left').waitFor()
    // the first tap marks her present, the second one absent
    await amara.click()
    await amara.click()
    await tablet.getByText('0 here, 1 absent').waitFor()
  }

  await goBackToGroup(tablet)
  await expect.poll(alertCount).toBe(before + 1)
  await alerts.click()
  await tablet.getByText(`Alerts · ${before + 1} alerts`).waitFor()
  await card(tablet, 'Absent the last two sessions').getByRole('link', { name: 'Amara Okafor' }).waitFor()
  await card(tablet, 'Medical notes').getByText('Asthma').waitFor()
  await expectUsable(tablet)
  await goBackToGroup(tablet)
})

test('a badge is handed over by one tap, taken back by undo, and counted in the totals', async () => {
  await openFromMenu(tablet, 'Badges')
  const badge = tablet.getByRole('button', { name: 'Amara Okafor, Stage 1' })
  await badge.click()
  await tablet.getByText(/^\d+ to hand over, 1 handed over$/).waitFor()
  await tablet.getByRole('button', { name: 'Undo' }).click()
  await tablet.getByText(/^\d+ to hand over, 0 handed over$/).waitFor()
  await badge.click()
  await tablet.getByText('Saved on this tablet').waitFor()
  await expectUsable(tablet)
  await tablet.reload()
  await card(tablet, 'Handed over').getByText('Amara Okafor').first().waitFor()
  await goBackToGroup(tablet)
})

test('a coach can set and clear whether a child moves up or stays, and undo takes back the last change', async () => {
  await openFromMenu(tablet, 'Show all members')
  const decision = tablet.getByRole('group', { name: 'Does Amara Okafor move up?' })
  const totals = (move: number, stay: number) => tablet.getByText(`${move} moving up, ${stay} staying`).waitFor()
  await totals(0, 0)
  await decision.getByRole('button', { name: 'Stays' }).click()
  await totals(0, 1)
  await decision.getByRole('button', { name: 'Undecided' }).click()
  await totals(0, 0)
  await decision.getByRole('button', { name: 'Moves up' }).click()
  await totals(1, 0)

  // the first undo leads back to undecided, the second one to staying
  const undo = tablet.getByRole('button', { name: 'Undo' })
  for (const stay of [0, 1]) {
    await undo.click()
    await totals(0, stay)
  }
  await decision.getByRole('button', { name: 'Moves up' }).click()
  await totals(1, 0)
  await expectUsable(tablet)
  await goBackToGroup(tablet)
})

test('all changes made without network are on the other tablet when it returns', async () => {
  await tablet.context().setOffline(false)
  await openFromMenu(otherTablet, 'Alerts')
  await card(otherTablet, 'Moving up').getByRole('link', { name: 'Amara Okafor' }).waitFor()
  await expectUsable(otherTablet)
  await goBackToGroup(otherTablet)

  await openFromMenu(otherTablet, 'Badges')
  await card(otherTablet, 'Handed over').getByText('Amara Okafor').first().waitFor()
  await expectUsable(otherTablet)
  await goBackToGroup(otherTablet)

  await openFromMenu(otherTablet, 'Show all members')
  await otherTablet.getByText('1 moving up, 0 staying').waitFor()
  await otherTablet
    .getByRole('list', { name: 'Last sessions' })
    .first()
    .getByText('Absent')
    .first()
    .waitFor({ state: 'attached' })
  await expectUsable(otherTablet)
  await goBackToGroup(otherTablet)
})

test('the handover card shows alerts, what was done in the session before and what comes next, and prints as one list', async () => {
  /** Gives a skill another grade; returns its title. */
  const markSkill = async (index: number) => {
    await otherTablet.getByRole('link', { name: 'Amara Okafor', exact: true }).click()
    const grades = otherTablet.locator('.grades').nth(index)
    const grade = grades.getByRole('button', { pressed: false }).last()
    const name = (await grade.textContent()) ?? ''
    await grade.click()
    await grades.getByRole('button', { pressed: true, name, exact: true }).waitFor()
    const title = (await grades.getAttribute('aria-label')) ?? ''
    await goBackToGroup(otherTablet)
    return title
  }
  const today = await markSkill(0)
  await otherTablet.getByLabel('Session date').selectOption({ index: 1 })
  await otherTablet.getByRole('button', { name: 'Show today' }).waitFor()
  const dayBefore = await markSkill(1)
  await otherTablet.getByRole('button', { name: 'Show today' }).click()

  await openFromMenu(otherTablet, 'Handover')
  const amara = otherTablet.getByRole('listitem').filter({ hasText: 'Amara Okafor' })
  await amara.getByText(/^Absent \w+ \w+ \d+\w+, \w+ \w+ \d+\w+$/).waitFor()
  await amara.getByText(/^Next: /).waitFor()
  const last = await otherTablet.getByText(/: 0 here, 1 absent · Marked: \S.*$/).textContent()
  expect(last).toContain(dayBefore)
  expect(last).not.toContain(today)
  await expectUsable(otherTablet)

  await otherTablet.emulateMedia({ media: 'print' })
  expect(await otherTablet.getByRole('button', { name: 'Print the handover card' }).isVisible()).toBe(false)
  await amara.waitFor()
  await otherTablet.emulateMedia({ media: 'screen' })
})

test('a blank sheet has a box for each child and skill, and is printed in landscape without network', async () => {
  await goBackToGroup(otherTablet)
  await otherTablet.context().setOffline(true)
  await openFromMenu(otherTablet, 'Blank sheet')
  const stage4 = otherTablet.getByRole('table').first()
  // the name, a box for the attendance and ten skills
  await expect.poll(() => stage4.getByRole('columnheader').count()).toBe(12)
  await stage4.getByRole('columnheader', { name: /^Star float on back, 10\ss$/ }).waitFor()
  expect((await stage4.getByRole('cell').allTextContents()).every((text) => text === '')).toBe(true)
  // each child is on the sheet once
  expect(await otherTablet.getByRole('rowheader').count()).toBe(8)
  await expectUsable(otherTablet)

  // the test before has emulated a screen, and a screen has no pages
  await otherTablet.emulateMedia({ media: null })
  const paper = (await otherTablet.pdf({ preferCSSPageSize: true })).toString('latin1')
  // A4 in landscape: 842 by 595 points
  expect(
    new Set([...paper.matchAll(/MediaBox \[0 0 (\d+)\S* (\d+)/g)].map(([, width, height]) => `${width} ${height}`)),
  ).toEqual(new Set(['841 594']))
  await otherTablet.emulateMedia({ media: 'print' })
  expect(await otherTablet.getByRole('button', { name: 'Print the sheet' }).isVisible()).toBe(false)
  await otherTablet.getByRole('heading', { name: 'Dolphins: Stage 4', level: 2 }).waitFor()
  await otherTablet.emulateMedia({ media: null })
  await otherTablet.context().setOffline(false)
})

test('the pages logged no errors', () => {
  // the browser logs each request that fails without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
