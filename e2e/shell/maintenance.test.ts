import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { tabTo } from '../focus.ts'
import { hold } from '../hold.ts'
import { outbox } from '../offline/device.ts'
import { ask } from '../running-server.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let parent: Page
let coach: Page
/** Collects what goes wrong in the pages. The browser logs each call refused with 540, which the last test allows. */
const watch = new Watch()

beforeAll(async () => {
  parent = (await visit(browser, server, 'parent', 'parent', watch, 390)).page
  await parent.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  coach = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  await coach.getByRole('heading', { name: 'Dolphins' }).waitFor()
})

/** The options of the command that give the message in two languages. */
const MESSAGE_OPTIONS = [
  '--title=en-GB=Back at eight',
  '--description=en-GB=The pool moves house tonight.',
  '--title=cy-GB=Yn ôl am wyth',
]
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const maintenanceHeading = (page: Page) => heading(page, 'Back at eight')
/** Keeps a page from noticing by itself, as it does within a minute, that maintenance has ended. */
const holdCalls = (page: Page) => hold(page, '**/v1/**', () => true)
/** A running server may take five seconds to notice the command. */
const waitForStatus = (status: number) =>
  expect.poll(async () => (await ask(server, 'parent', '/v1/status')).status).toBe(status)

test('an open page shows the maintenance message in the tenant’s theme', async () => {
  await server.rungs('maintenance', 'on', 'aquila', ...MESSAGE_OPTIONS)
  // 540 is the status of a client under maintenance
  await waitForStatus(540)
  await parent.reload()
  await maintenanceHeading(parent).waitFor()
  await parent.getByText('The pool moves house tonight.').waitFor()
  await parent.getByRole('img', { name: 'Aquila Swim' }).or(parent.getByText('Aquila Swim')).first().waitFor()
  await expect.poll(() => parent.evaluate(`document.documentElement.dataset.theme`)).toBe('aquila')
  await expect.poll(() => parent.title()).toBe('Back at eight · Aquila Swim')
  expect(await violations(parent)).toEqual([])
})

test('a first visit to any portal shows the message too, in the visitor’s language and before login', async () => {
  for (const portal of ['parent', 'coach', 'club', 'scheme']) {
    const context = await browser.newContext({ locale: 'cy-GB', viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(server.url(portal))
    await heading(page, 'Yn ôl am wyth').waitFor()
    await expect.poll(() => page.evaluate(`document.documentElement.dataset.theme`)).toBe('aquila')
    await context.close()
  }
})

test('a coach goes on working with the data on the tablet', async () => {
  await coach.reload()
  await maintenanceHeading(coach).waitFor()
  await coach.getByRole('button', { name: 'Continue without the network' }).click()
  await coach
    .getByRole('link', { name: /Dolphins/ })
    .first()
    .click()
  await coach.getByRole('link', { name: 'Register' }).first().click()
  await coach.getByRole('button', { name: 'All present' }).click()
  await expect.poll(async () => (await outbox(coach))['pending'] ?? 0).toBeGreaterThan(0)
})

test('the portals can be used again when maintenance ends, and the changes made meanwhile are sent', async () => {
  const release = await holdCalls(parent)
  await server.rungs('maintenance', 'off', 'all')
  await waitForStatus(200)
  await parent.getByRole('button', { name: 'Try again' }).click()
  release()
  await heading(parent, 'Hello, Ffion').waitFor()
  // a press on the status circle syncs, if the tablet has not done so by itself meanwhile
  await coach.getByRole('button', { name: /^(?:Offline|Sending|Up to date)/ }).click()
  await expect.poll(async () => (await outbox(coach))['pending'] ?? 0).toBe(0)
})

test('an open form waits behind the maintenance message with what was typed in it', async () => {
  const { page } = await visit(browser, server, 'club', 'admin', watch, 1440)
  await page.goto(server.url('club', '/members?member=new'))
  const firstName = page.getByRole('dialog').getByLabel('First name')
  await firstName.fill('Wren')
  await page.getByRole('dialog').getByLabel('Last name').fill('Abernathy')
  await fillDay(page.getByRole('dialog').getByLabel('Date of birth'), '2018-03-04')
  await server.rungs('maintenance', 'on', 'aquila', ...MESSAGE_OPTIONS)
  await waitForStatus(540)
  const save = page.getByRole('dialog').getByRole('button', { name: 'Add member' })
  await save.press('Enter')
  await maintenanceHeading(page).waitFor()
  // it is out of reach, for screen readers too
  expect(await firstName.evaluate((field) => field.closest('[inert]') !== null)).toBe(true)
  expect(await violations(page)).toEqual([])
  // Escape does not lead back to pages that cannot be used
  await page.keyboard.press('Escape')
  await expect.poll(() => page.title()).toBe('Back at eight · Aquila Swim')

  const release = await holdCalls(page)
  await server.rungs('maintenance', 'off', 'all')
  await waitForStatus(200)
  await tabTo(page, /^button "Try again"$/)
  await page.keyboard.press('Enter')
  release()
  await maintenanceHeading(page).waitFor({ state: 'detached' })
  expect(await firstName.inputValue()).toBe('Wren')
  await expect.poll(() => page.title()).toContain('Members')
  // the focus is in the form again
  await page.locator('[role=dialog]:focus-within').waitFor()
  await save.press('Enter')
  await page.getByRole('complementary', { name: 'Wren Abernathy' }).waitFor()
})

test('the pages logged nothing but refused calls', () => {
  expect(watch.problems.filter((problem) => !problem.includes('540'))).toEqual([])
})
