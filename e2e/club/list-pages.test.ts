import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit, Watch } from '../browser.ts'
import { focused } from '../focus.ts'
import { hold } from '../hold.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
})

const next = () => page.getByRole('button', { name: 'Next page' })
const range = (text: string) => page.getByText(new RegExp(`^${text} of \\d+$`))
const list = () => page.locator('[data-scroll="list"]')
const isNextPage = (url: string) => new URL(url).searchParams.get('page') === '1'

test('the buttons below a list lead through its pages, and so does its address', async () => {
  await page.goto(server.url('club', '/members'))
  await range('1–25').waitFor()
  await next().press('Enter')
  await range('26–50').waitFor()
  const address = page.url()
  await next().press('Enter')
  await range('51–75').waitFor()
  await page.goto(address)
  await range('26–50').waitFor()
  await page.getByRole('button', { name: 'Previous page' }).press('Enter')
  await range('1–25').waitFor()
})

test('a list says that its next page is loading', async () => {
  await page.goto(server.url('club', '/members'))
  await page.locator('[data-row]').first().waitFor()
  expect(await list().getAttribute('aria-busy')).toBe('false')
  const answer = await hold(page, '**/v1/members?*', (request) => isNextPage(request.url()))
  await next().press('Enter')
  await expect.poll(() => list().getAttribute('aria-busy')).toBe('true')
  answer()
  await expect.poll(() => list().getAttribute('aria-busy')).toBe('false')
  await page.unrouteAll()
})

test('who tries again to load the next page of a list reads that it is being tried, not the page before', async () => {
  await page.goto(server.url('club', '/members'))
  await page.locator('[data-row]').first().waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  await page.route('**/v1/members?*', async (route) => {
    if (!isNextPage(route.request().url())) return route.continue()
    if (isHeld) await promise
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })
  await next().press('Enter')
  const failed = page.getByRole('alert').getByText(/^This could not be loaded/)
  await failed.waitFor()
  isHeld = true
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await page.getByRole('status').getByText('Trying again…').waitFor()
  expect(await page.locator('[data-row]').count()).toBe(0)
  expect(await list().getAttribute('aria-busy')).toBe('true')
  resolve()
  await failed.waitFor()
  await expect.poll(() => focused(page)).toBe('button "Try again"')
  await page.unrouteAll()
  await again.press('Enter')
  await range('26–50').waitFor()
  await page.locator('[data-row]').first().waitFor()
  await again.waitFor({ state: 'detached' })
  watch.forget(/500/)
  expect(watch.problems).toEqual([])
})

test('the step of an import that shows the rows says when they could not be loaded, and not that there are none', async () => {
  await page.goto(server.url('club', '/members/import'))
  await page.route('**/v1/member-imports/*/rows?*', (route) => {
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles({
    name: 'rows.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('First name,Last name,Date of birth\nNia,Steps,someday\nNon,Steps,never'),
  })
  await page.getByRole('button', { name: 'Match the columns' }).click()
  await page.getByRole('button', { name: 'Match the values' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page
    .getByRole('alert')
    .getByText(/^This could not be loaded/)
    .waitFor()
  expect(await page.getByText('No rows').count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByLabel('First name, row 2').waitFor()
  watch.forget(/500/)
  expect(watch.problems).toEqual([])
})

test('the members behind each figure of a report begin on their first page, and an old link on their last', async () => {
  const rows = page.locator('.report > .table tbody').getByRole('link')
  const panel = page.getByRole('complementary')
  await page.goto(server.url('club', '/reports?report=percentage'))
  await rows.nth(0).press('Enter')
  await range('1–25').waitFor()
  await next().press('Enter')
  await range('26–50').waitFor()
  const name = (await rows.nth(1).textContent()) ?? ''
  await rows.nth(1).press('Enter')
  await panel.getByRole('heading', { name }).waitFor()
  await range('1–25').waitFor()
  // a figure may count fewer members than on the day of the link
  await page.goto(`${page.url()}&page=999`)
  await panel.getByRole('listitem').first().waitFor()
  expect(await next().getAttribute('aria-disabled')).toBe('true')
  expect(watch.problems).toEqual([])
})

test('the period of the badges stays while another view of today is read', async () => {
  const view = (name: RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const period = page.getByLabel('Period')
  await page.goto(server.url('club', '/today?view=badges'))
  await period.selectOption('12')
  await view(/^Waiting for a pass/).press('Enter')
  await period.waitFor({ state: 'detached' })
  await view(/^Badges to hand over/).press('Enter')
  await period.waitFor()
  expect(await period.inputValue()).toBe('12')
  expect(watch.problems).toEqual([])
})
