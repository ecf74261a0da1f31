import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checkAtEachWidth, violations } from '../accessible.ts'
import { chooseLanguage, visit, Watch, type Visit } from '../browser.ts'
import { focused, tabTo } from '../focus.ts'
import { outbox } from '../offline/device.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let author: Visit
let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  author = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
})

/** The schemes that the office can choose for a new group. */
async function schemesForNewGroup(page: Page): Promise<string[]> {
  await page.goto(server.url('club', '/groups'))
  await page.getByRole('link', { name: 'Add group' }).click()
  const field = page.getByRole('dialog').getByLabel('Scheme')
  await field.getByRole('option', { name: 'Swim', exact: true }).waitFor({ state: 'attached' })
  return field.getByRole('option').allTextContents()
}

/** Presses a button of the scheme's page and confirms. */
async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
}

test('a new scheme is a draft that only authors see until they release it; a retired one is offered for no new group', async () => {
  const { page } = author
  await page.getByRole('button', { name: 'New scheme' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Canoe')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Only authors see it.').waitFor()
  // the panes reach the bottom of the screen, although a draft has no working copy to speak of above them
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const panes = await page.locator('.panes').boundingBox()
        return Math.round((panes?.y ?? 0) + (panes?.height ?? 0))
      })
      .toBe(900)
  }
  // what is no scheme to anybody else is not published
  await page.getByRole('button', { name: 'Publish…' }).waitFor({ state: 'detached' })
  expect(await schemesForNewGroup(admin.page)).not.toContain('Canoe')

  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Release Canoe?' })
    .getByText('coaches and parents of every club')
    .waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByText('Released today').waitFor()
  expect(await schemesForNewGroup(admin.page)).toContain('Canoe')

  await confirm(page, 'Retire')
  await page.getByText('Retired today').waitFor()
  expect(await schemesForNewGroup(admin.page)).not.toContain('Canoe')

  await confirm(page, 'Bring back')
  await page.getByText('Released today').waitFor()
  expect(await schemesForNewGroup(admin.page)).toContain('Canoe')
})

test('the list says the state of each scheme, and that one with marks does not become a draft again', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview?list'))
  const swim = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Swim', exact: true }) })
  await swim.getByText('Released', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Swim', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it a draft again' }).click()
  await page.getByText('Members have marks in it, so it cannot become a draft again.').waitFor()
  await expect.poll(() => focused(page)).toBe('button "Actions for Swim"')

  await page.getByRole('button', { name: 'Actions for Canoe', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it a draft again' }).click()
  const canoe = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Canoe', exact: true }) })
  await canoe.getByText('Draft', { exact: true }).waitFor()
  expect(await schemesForNewGroup(admin.page)).not.toContain('Canoe')
  // 409: the scheme with marks
  expect(watch.problems.filter((problem) => !/409 \(Conflict\)/.test(problem))).toEqual([])
})

test('a scheme with marks is retired and brought back by keyboard alone, also in Welsh and in the dark, and its coaches go on', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/scheme/swim'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await chooseLanguage(page, 'Menu', 'Cymraeg')
  await tabTo(page, /^button "Ymddeol"/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Ymddeol Nofio?' }).waitFor()
  await checkAtEachWidth(page)
  await tabTo(page, /^button "Ymddeol"/)
  await page.keyboard.press('Enter')
  await page.getByText('Ymddeolwyd heddiw: dim grwpiau newydd').waitFor()
  // the same place has the way back
  await expect.poll(() => focused(page)).toBe('button "Dod ag ef yn ôl"')
  await checkAtEachWidth(page)
  await page.goto(server.url('scheme', '/overview?list'))
  const swim = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Nofio', exact: true }) })
  await swim.getByText('Ymddeolwyd heddiw: dim grwpiau newydd').waitFor()
  await checkAtEachWidth(page)

  // nobody chooses it, but a group that has it is marked as before, and its children keep what they have
  await admin.page.goto(server.url('club', '/groups'))
  await admin.page.getByRole('link', { name: 'Add group' }).click()
  const field = admin.page.getByRole('dialog').getByLabel('Scheme')
  await field.getByRole('option', { name: 'Water safety' }).waitFor({ state: 'attached' })
  expect(await field.getByRole('option', { name: 'Swim', exact: true }).count()).toBe(0)
  const coach = await visit(browser, server, 'coach', 'coach', watch, 390)
  await coach.page.getByRole('link', { name: 'Dolphins' }).first().click()
  await coach.page.getByRole('link', { name: 'Zofia Wójcik' }).click()
  const skill = coach.page.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
  const good = skill.getByRole('button', { name: 'Good', exact: true })
  await good.click()
  await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
  // the server has taken the mark and refused none
  await expect.poll(() => outbox(coach.page)).not.toHaveProperty('pending')
  expect(await outbox(coach.page)).not.toHaveProperty('dead')
  await coach.context.close()

  await page.goto(server.url('scheme', '/scheme/swim'))
  await tabTo(page, /^button "Dod ag ef yn ôl"/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Dod â Nofio yn ôl?' }).waitFor()
  await tabTo(page, /^button "Dod ag ef yn ôl"/)
  await page.keyboard.press('Enter')
  await page.getByText('Rhyddhawyd heddiw').waitFor()
  await expect.poll(() => focused(page)).toBe('button "Ymddeol"')
  await chooseLanguage(page, 'Dewislen', 'English')
})
