import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { violations } from '../accessible.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let author: Visit
let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  browser = await openBrowser()
  author = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  for (const { page } of [author, admin]) page.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
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

  await page.getByRole('button', { name: 'Actions for Canoe', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it a draft again' }).click()
  const canoe = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Canoe', exact: true }) })
  await canoe.getByText('Draft', { exact: true }).waitFor()
  expect(await schemesForNewGroup(admin.page)).not.toContain('Canoe')
  // 409: the scheme with marks
  expect(watch.problems.filter((problem) => !/409 \(Conflict\)/.test(problem))).toEqual([])
})
