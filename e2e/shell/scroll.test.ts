import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit, Watch } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

const watch = new Watch()

const scrollY = (page: Page) => page.evaluate('Math.round(scrollY)')

test('on a phone a page that is opened starts at its top, and Back leads to where the coach was', async () => {
  const { page } = await visit(browser, server, 'coach', 'coach', watch, 390)
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  const child = page.locator('.members a').last()
  await child.scrollIntoViewIfNeeded()
  const position = await scrollY(page)
  expect(position).toBeGreaterThan(200)

  await child.click()
  await page.waitForURL(/\/member\//)
  const next = page.getByRole('button', { name: /^Next: / })
  await next.waitFor()
  expect(await scrollY(page)).toBe(0)
  await page.evaluate('scrollTo(0, 400)')
  // the next child is another page
  await next.click()
  await expect.poll(() => scrollY(page)).toBe(0)

  await page.goBack()
  await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(position)
  await page.goForward()
  await expect.poll(() => scrollY(page)).toBe(0)
  await page.context().close()
})

test('in the parent portal Back leads to where the parent was', async () => {
  const { page } = await visit(browser, server, 'parent', 'parent', watch, 390)
  await page.goto(server.url('parent', '/help'))
  await page
    .getByRole('region', { name: 'Whom to ask' })
    .getByText(/^Harbour/)
    .waitFor()
  await page.evaluate('scrollTo(0, 400)')
  await expect.poll(() => scrollY(page)).toBe(400)
  await page.getByRole('link', { name: 'Link with the number' }).click()
  await page.getByLabel('Membership number').waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Whom to ask' }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(400)
  await page.context().close()
})

test('a dialog over a scrolled page leaves it where it is', async () => {
  const { page } = await visit(browser, server, 'parent', 'parent', watch, 390)
  const skill = page.locator('main button').filter({ hasText: 'Backstroke' }).last()
  await skill.scrollIntoViewIfNeeded()
  const position = await scrollY(page)
  expect(position).toBeGreaterThan(200)
  await skill.click()
  await pressIn(page.getByRole('dialog'), 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await scrollY(page)).toBe(position)
  await page.context().close()
})

test('in an office the list is where it was after Back, and another page starts at its top', async () => {
  const { page } = await visit(browser, server, 'club', 'admin', watch, 1440)
  await page.goto(server.url('club', '/members?per_page=100'))
  await page.getByText(/^1–100 of/).waitFor()
  const list = page.locator('main .scroll').first()
  const listTop = () => list.evaluate((element) => Math.round(element.scrollTop))
  await page.getByRole('row').nth(60).scrollIntoViewIfNeeded()
  const position = await listTop()
  expect(position).toBeGreaterThan(200)

  await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('heading', { name: 'Groups' }).waitFor()
  expect(await listTop()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await expect.poll(listTop).toBe(position)
  await page.context().close()
})

test('the pages logged no errors', () => {
  expect(watch.problems).toEqual([])
})
