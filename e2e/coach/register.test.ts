import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitForAnimations, violations } from '../accessible.ts'
import { visit, waitUntilInstalled, Watch } from '../browser.ts'
import { focused, waitForNextFrame } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** Two tablets of one coach. */
let tablet: Page
let otherTablet: Page
const watch = new Watch()

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  otherTablet = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  for (const page of [tablet, otherTablet]) {
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Register' }).click()
    // none of the eight members has an attendance yet
    await page.getByText('8 left').waitFor()
  }
})

/** The button of a member: each press marks the next attendance. */
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`: ${name}$`) })
/** The words on a member's button: name and attendance. */
const textOfRow = (page: Page, name: string) => row(page, name).textContent()

test('a register taken without network is on the other tablet within seconds after the network returns', async () => {
  await waitUntilInstalled(tablet)
  await tablet.context().setOffline(true)
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await row(tablet, 'Amara Okafor').click()
  await tablet.getByText('7 here, 1 absent').waitFor()
  await expect.poll(() => textOfRow(tablet, 'Amara Okafor')).toContain('Absent')
  await expect.poll(() => textOfRow(otherTablet, 'Amara Okafor')).toContain('Mark')

  await tablet.context().setOffline(false)
  await otherTablet.getByText('7 here, 1 absent').waitFor()
  await expect.poll(() => textOfRow(otherTablet, 'Amara Okafor')).toContain('Absent')
})

test('a tap changes the attendance, an undo takes one tap back, and a reload shows what is saved', async () => {
  await row(tablet, 'Amara Okafor').click()
  await tablet.getByText('1 left').waitFor()
  const undo = tablet.getByRole('button', { name: 'Undo' })
  // two taps before the page renders again: each must undo another tap
  await undo.evaluate((button) => {
    button.click()
    button.click()
  })
  await tablet.getByText('8 here, 0 absent').waitFor()
  await undo.click()
  await tablet.getByText('8 left').waitFor()
  await expect.poll(() => undo.isDisabled()).toBe(true)

  // the dot stands for either apostrophe
  await row(tablet, 'Beca O.Connor').press('Enter')
  await tablet.getByText('1 here, 0 absent').waitFor()
  await tablet.getByText('Saved on this tablet').waitFor()
  await tablet.reload()
  await tablet.getByText('1 here, 0 absent').waitFor()
})

test('a button that is disabled by its own press keeps the focus', async () => {
  await tablet.getByRole('button', { name: 'All present' }).press('Enter')
  await tablet.getByText('8 here, 0 absent').waitFor()
  await waitForNextFrame(tablet)
  expect(await focused(tablet)).toBe('button "All present"')
  await tablet.getByRole('button', { name: 'Undo' }).press('Enter')
  await tablet.getByText('1 here, 0 absent').waitFor()
  await waitForNextFrame(tablet)
  expect(await focused(tablet)).toBe('button "Undo"')
})

test('the register of a past session can be corrected, each day separately', async () => {
  const day = tablet.getByLabel('Session', { exact: true })
  // the first option is today, the second one the session before
  const days = await day.locator('option').allTextContents()
  expect(days.length).toBeGreaterThan(1)
  await day.selectOption({ index: 1 })
  await tablet.getByText(/, \d+ left/).waitFor()
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await day.selectOption({ index: 0 })
  await tablet.getByText('1 here, 0 absent').waitFor()
})

test('the group’s main link is the register until it is complete, and then marking by member', async () => {
  const mainLink = () => tablet.locator('.group-acts .main').textContent()
  const back = tablet.getByRole('link', { name: 'Back to Dolphins' })
  await back.click()
  await expect.poll(mainLink).toBe('Register')
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await tablet.getByText('Saved on this tablet').waitFor()
  await back.click()
  await expect.poll(mainLink).toBe('By member')
})

test('a printed register shows its group and date, and a printed member’s page the name and grade, in light colours', async () => {
  const groupPath = new URL(tablet.url()).pathname.replace(/\/register$/, '')
  await tablet.goto(server.url('coach', `${groupPath}/register`))
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

  // without the buttons for the previous and the next member, the member's name gets the full width
  await tablet.goto(server.url('coach', `${groupPath}/member`))
  const name = tablet.locator('.who h2')
  await name.waitFor()
  expect(await name.evaluate((heading) => heading.getBoundingClientRect().width)).toBeGreaterThan(200)

  // the chosen grade stands out without its background, which is not printed
  await tablet.emulateMedia({ media: 'screen', colorScheme: 'light' })
  const passOfFirst = tablet.locator('.grades').first().getByRole('button').last()
  await passOfFirst.click()
  const chosen = passOfFirst.and(tablet.locator('[aria-pressed=true]'))
  await chosen.waitFor()
  await tablet.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(
    await chosen.evaluate((button) => {
      const style = button.ownerDocument.defaultView?.getComputedStyle(button)
      return [style?.color, style?.borderTopColor, style?.borderTopWidth]
    }),
  ).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)', '3px'])

  // in dark mode too, buttons have their light colours on paper at once, without a transition
  const background = () =>
    tablet
      .locator('.grades button[aria-pressed=false]')
      .first()
      .evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).backgroundColor)
  const onPaper = await background()
  await tablet.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect.poll(background).not.toBe(onPaper)
  await waitForAnimations(tablet)
  await tablet.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await background()).toBe(onPaper)
  await tablet.emulateMedia({ media: null, colorScheme: null })
  await waitForAnimations(tablet)
})

test('after the lesson one run leads over the day’s groups, from register to open skills to the next group, without network', async () => {
  const page = otherTablet
  const heading = page.getByRole('main').getByRole('heading', { level: 2 })
  const next = page.getByRole('link', { name: /^(Next: |Finish)/ })
  await page.goto(server.url('coach', '/member-groups'))
  await page.getByLabel('Session date').selectOption({ index: 1 })
  // the links lead to the chosen day a moment after the choice
  await page.getByRole('button', { name: 'Show today' }).waitFor()
  await page.getByRole('link', { name: 'After the lesson' }).click()
  await page.getByRole('link', { name: /^Start with / }).waitFor()
  expect(await violations(page)).toEqual([])
  await waitUntilInstalled(page)
  await page.context().setOffline(true)
  await page.getByRole('main').getByRole('link', { name: 'Dolphins', exact: true }).click()

  // an earlier test marked all as present; who is absent now has no step of their own
  await page.getByText('8 here, 0 absent').waitFor()
  await row(page, 'Amara Okafor').click()
  await page.getByText('7 here, 1 absent').waitFor()
  // a child who was there and is on no list can be added here, too
  await page.getByRole('button', { name: 'Child not on the list' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Next: Beca' }).click()
  await heading.getByText("Beca O'Connor").waitFor()
  await page.getByText(/^1 of 7 · Stage 4$/).waitFor()
  await expect.poll(() => focused(page)).toBe('main ""')

  // the only open skill of Beca, marked by keyboard
  const grade = page.getByRole('group', { name: 'Backstroke, 10 m' }).getByRole('button', { name: 'Pass', exact: true })
  await grade.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => grade.getAttribute('aria-pressed')).toBe('true')
  await page.getByText(/^Saved on this tablet/).waitFor()
  expect(await violations(page)).toEqual([])
  // the arrow keys lead on, but not while the focus is on the grades
  await page.getByRole('main').focus()
  await page.keyboard.press('ArrowRight')
  await heading.getByText('Idris Patel-Jones').waitFor()
  await page.keyboard.press('ArrowLeft')
  await heading.getByText("Beca O'Connor").waitFor()

  // the other children, the register of the next group, and so on to the end
  const groups = new Set<string>()
  for (let isLast = false; !isLast;) {
    groups.add((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
    isLast = (await next.textContent()) === 'Finish'
    const before = await page.title()
    await next.click()
    await expect.poll(() => page.title()).not.toBe(before)
  }
  expect(groups.size).toBeGreaterThan(1)
  await page.getByRole('link', { name: /^Start with / }).waitFor()

  await page.context().setOffline(false)
  await tablet.getByRole('link', { name: 'Back to Dolphins' }).click()
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByLabel('Session', { exact: true }).selectOption({ index: 1 })
  await expect.poll(() => textOfRow(tablet, 'Amara Okafor')).toMatch(/^Absent/)
})

test('the page has no accessibility violation and logged no errors', async () => {
  for (const page of [tablet, otherTablet]) {
    expect(await violations(page)).toEqual([])
  }
  // the browser logs each request that fails without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
