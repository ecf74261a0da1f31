import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { stands, violations } from '../accessible.ts'
import { openBrowser, visit, Watch } from '../browser.ts'
import { focused } from '../focus.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let tablet: Page
let other: Page
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  browser = await openBrowser()
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  other = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  for (const page of [tablet, other]) {
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByText('8 left').waitFor()
  }
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`: ${name}$`) })
const says = (page: Page, name: string) => row(page, name).textContent()

test('a register is taken without network and stands on the other tablet within seconds of its return', async () => {
  await tablet.context().setOffline(true)
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await row(tablet, 'Amara Okafor').click()
  await tablet.getByText('7 here, 1 absent').waitFor()
  await expect.poll(() => says(tablet, 'Amara Okafor')).toContain('Absent')
  await expect.poll(() => says(other, 'Amara Okafor')).toContain('Mark')
  await tablet.context().setOffline(false)
  await other.getByText('7 here, 1 absent').waitFor()
  await expect.poll(() => says(other, 'Amara Okafor')).toContain('Absent')
})

test('one tap goes on, an undo takes back what one tap did, and a reload shows what is saved', async () => {
  await row(tablet, 'Amara Okafor').click()
  await tablet.getByText('1 left').waitFor()
  const undo = tablet.getByRole('button', { name: 'Undo' })
  // twice before the page is drawn anew: each tap takes back a step of its own
  await undo.evaluate((button) => {
    button.click()
    button.click()
  })
  await tablet.getByText('8 here, 0 absent').waitFor()
  await undo.click()
  await tablet.getByText('8 left').waitFor()
  await expect.poll(() => undo.isDisabled()).toBe(true)
  await row(tablet, 'Beca O.Connor').press('Enter')
  await tablet.getByText('1 here, 0 absent').waitFor()
  await tablet.getByText('Saved on this tablet').waitFor()
  await tablet.reload()
  await tablet.getByText('1 here, 0 absent').waitFor()
})

// a browser takes the focus off a disabled button when it next draws
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

test('what has nothing more to do after a press keeps the focus', async () => {
  await tablet.getByRole('button', { name: 'All present' }).press('Enter')
  await tablet.getByText('8 here, 0 absent').waitFor()
  await drawn(tablet)
  expect(await focused(tablet)).toBe('button "All present"')
  await tablet.getByRole('button', { name: 'Undo' }).press('Enter')
  await tablet.getByText('1 here, 0 absent').waitFor()
  await drawn(tablet)
  expect(await focused(tablet)).toBe('button "Undo"')
})

test('a session of the last days can be corrected, each day by itself', async () => {
  const day = tablet.getByLabel('Session')
  const days = await day.locator('option').allTextContents()
  expect(days.length).toBeGreaterThan(1)
  await day.selectOption({ index: 1 })
  await tablet.getByText(/, \d+ left/).waitFor()
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await day.selectOption({ index: 0 })
  await tablet.getByText('1 here, 0 absent').waitFor()
})

test('the group leads to its register first, and on to marks when nobody is left on it', async () => {
  const first = () => tablet.locator('.group-acts .main').textContent()
  const back = tablet.getByRole('link', { name: 'Back to Dolphins' })
  await back.click()
  await expect.poll(first).toBe('Register')
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await back.click()
  await expect.poll(first).toBe('By member')
})

test('on paper a register says of which group it is, and the day by its date', async () => {
  const at = new URL(tablet.url()).pathname.replace(/\/register$/, '')
  await tablet.goto(server.url('coach', `${at}/register`))
  await row(tablet, 'Amara Okafor').waitFor()
  const date = tablet.getByText(/^[A-Z][a-z]{2} \d+(st|nd|rd|th) \d{4}$/)
  expect(await date.isVisible()).toBe(false)
  await tablet.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await tablet.getByRole('heading', { name: 'Dolphins', level: 1 }).isVisible()).toBe(true)
  expect(await date.isVisible()).toBe(true)
  expect(await tablet.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
  expect(await tablet.getByRole('button', { name: /^Up to date/ }).isVisible()).toBe(false)
  expect(
    await tablet
      .locator('header.band')
      .evaluate((band) => band.ownerDocument.defaultView?.getComputedStyle(band).backgroundImage),
  ).toBe('none')
  // a member's name keeps its words whole where the ways to the neighbours are gone
  await tablet.goto(server.url('coach', `${at}/member`))
  const name = tablet.locator('.who h2')
  await name.waitFor()
  expect(await name.evaluate((heading) => heading.getBoundingClientRect().width)).toBeGreaterThan(200)
  // the chosen grade stands out without the ground that paper does not take
  await tablet.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await tablet.locator('.grades button').last().click()
  const chosen = tablet.locator('.grades button').last().and(tablet.locator('[aria-pressed=true]'))
  await chosen.waitFor()
  await tablet.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(
    await chosen.evaluate((button) => {
      const shown = button.ownerDocument.defaultView?.getComputedStyle(button)
      return [shown?.color, shown?.borderTopColor, shown?.borderTopWidth]
    }),
  ).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)', '3px'])
  // a dark screen's buttons are light on paper at once
  const ground = () =>
    tablet
      .locator('.grades button[aria-pressed=false]')
      .first()
      .evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).backgroundColor)
  const onPaper = await ground()
  await tablet.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(onPaper)
  await stands(tablet)
  await tablet.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await ground()).toBe(onPaper)
  await tablet.emulateMedia({ media: null, colorScheme: null })
  await stands(tablet)
})

test('it has no accessibility violation and no noise', async () => {
  for (const page of [tablet, other]) {
    expect(await violations(page)).toEqual([])
  }
  // the browser itself says that the network was cut
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
