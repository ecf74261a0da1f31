import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit, Watch } from '../browser.ts'
import { dialog } from '../new-client.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'
import { fillDay } from '../written-day.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'club', 'admin', watch)).page
})

test('the age of a child whose name is Arabic stands after the name', async () => {
  await page.getByRole('link', { name: 'Add member' }).click()
  await dialog(page).getByLabel('First name').first().fill('علي')
  await dialog(page).getByLabel('Last name').first().fill('محمد')
  await fillDay(dialog(page).getByLabel('Date of birth'), '2018-03-04')
  await dialog(page).getByRole('button', { name: 'Add member' }).click()
  await page.getByRole('complementary', { name: 'علي محمد' }).waitFor()
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await page.locator('[data-row]').first().click()
  const group = page.getByRole('complementary')
  await group.getByRole('combobox', { name: 'Add a member: type a name' }).fill('محمد')
  await group.getByRole('option', { name: /علي/ }).click()
  await group.getByRole('link', { name: 'علي محمد' }).waitFor()
  const row = group.getByRole('listitem').filter({ hasText: 'علي' })
  const name = await row.getByRole('link').boundingBox()
  const age = await row.getByText(/years/).last().boundingBox()
  expect(age?.x).toBeGreaterThanOrEqual((name?.x ?? Infinity) + (name?.width ?? 0))
})

test('a number after an Arabic name in a list stands after it', async () => {
  await page.goto(server.url('club', '/members'))
  await page.getByRole('link', { name: 'Add member' }).click()
  await dialog(page).getByLabel('First name').first().fill('Noor')
  await dialog(page).getByLabel('Last name').first().fill('Tide')
  await fillDay(dialog(page).getByLabel('Date of birth'), '2018-03-04')
  await dialog(page).getByLabel('Ability groups').fill('سباحة, 3 metres')
  await dialog(page).getByRole('button', { name: 'Add member' }).click()
  await page.getByRole('complementary', { name: 'Noor Tide' }).waitFor()
  const groups = page.getByRole('complementary').getByText('3 metres')
  /** Where the letters of the list's text that match stand on the screen. */
  const left = (letters: string) =>
    groups.evaluate((element, pattern) => {
      const [text] = element.childNodes
      const at = text?.textContent?.search(new RegExp(pattern)) ?? -1
      const range = element.ownerDocument.createRange()
      if (!text) return Number.NaN
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }, letters)
  expect(await left('3')).toBeGreaterThan(await left('س'))
})

test('no page logged an error', () => {
  expect(watch.problems).toEqual([])
})
