import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit, Watch } from '../browser.ts'
import { outbox } from '../offline/device.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let page: Page
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.create()
  await server.start()
  browser = await openBrowser()
  ;({ page } = await visit(browser, server, 'coach', 'coach', watch, 820))
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const open = (path: string) => page.goto(server.url('coach', path))
const who = (name: string) => page.getByRole('button', { name: new RegExp(name) })

async function enter(firstname: string, pin: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: `Go on as ${firstname}` }).click()
}

async function switchTo(firstname: string, pin: string): Promise<void> {
  await open('/switch-user')
  await who(firstname).click()
  await enter(firstname, pin)
  await page.waitForURL(server.url('coach', '/member-groups'))
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText(firstname).first().waitFor()
}

test('the page stands in the menu and lists the coaches of the club; who is here cannot be chosen', async () => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Switch user' }).click()
  await page.getByRole('heading', { name: 'Who takes the tablet?' }).waitFor()
  expect(await who('Anna Pritchard').isDisabled()).toBe(true)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('a PIN that is none, and a wrong one, are said at the field', async () => {
  await who('Dewi Lloyd').click()
  await enter('Dewi', '12')
  await page.getByText('A PIN has 4 to 8 digits').waitFor()
  // the page says so; the browser logs the refusal
  await enter('Dewi', '0000')
  await page.getByText('The PIN is wrong').waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('what one coach marked and could not send waits through another’s turn, unseen by them, and goes when they are back', async () => {
  // the server fails for pushes alone: with no network at all nobody could switch
  await page.route('**/v1/sync/push', (route) => {
    const echoed = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers: echoed, contentType: 'application/problem+json', body: '{}' })
  })
  await open('/member-groups')
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name: 'Amara Okafor' }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
  const grades = page.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
  const good = grades.getByRole('button', { name: 'Good', exact: true })
  const label = (await good.getAttribute('aria-pressed')) === 'true' ? 'Fair' : 'Good'
  await grades.getByRole('button', { name: label, exact: true }).click()
  await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
  await switchTo('Dewi', '1357')
  await page.unroute('**/v1/sync/push')
  await open('/offline')
  await page.getByText('1 change by Anna is waiting until Anna logs in here').waitFor()
  expect(await page.getByText('Amara').count()).toBe(0)
  expect(await outbox(page)).toMatchObject({ pending: 1 })
  await open('/switch-user')
  await who('Anna Pritchard').waitFor()
  // who was switched to sets no PIN
  expect(await page.getByRole('heading', { name: 'Your PIN' }).count()).toBe(0)
  await switchTo('Anna', '2468')
  await expect.poll(async () => (await outbox(page))['pending']).toBeUndefined()
  expect(await outbox(page)).toEqual({ acknowledged: 1 })
})

test('who logged in changes the PIN, and a page that is not theirs leads home', async () => {
  await open('/switch-user')
  await page.getByRole('button', { name: 'Change the PIN' }).click()
  await page.getByLabel('New PIN').fill('86420')
  await page.getByRole('button', { name: 'Save the PIN' }).click()
  await page.getByText('Your PIN is set.').waitFor()
  const { context, page: parent } = await visit(browser, server, 'parent', 'parent', new Watch())
  await parent.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  await parent.goto(server.url('parent', '/switch-user'))
  await parent.waitForURL(server.url('parent', '/error'))
  await context.close()
  expect(watch.problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([])
})
