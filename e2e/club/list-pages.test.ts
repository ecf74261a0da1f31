import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit, Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
})

const next = () => page.getByRole('button', { name: 'Next page' })
const range = (text: string) => page.getByText(new RegExp(`^${text} of \\d+$`))

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
  expect(watch.problems).toEqual([])
})
