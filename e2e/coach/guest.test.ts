import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let tablet: Page
let office: Page
/** The grid of another coach of the group, with a cell of Siân's chosen. */
let grid: Page
const watch = new Watch()

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  office = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
  await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
  await tablet.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()

  grid = (await visit(browser, server, 'coach', 'coach2', watch, 1180)).page
  await grid.getByRole('button', { name: /^Up to date/ }).waitFor()
  await grid.getByRole('link', { name: 'Dolphins' }).first().click()
  await grid.getByRole('link', { name: 'Grid' }).click()
  await cellOf('Siân').click()
  await grid.getByRole('row', { name: /Siân/ }).getByRole('gridcell', { selected: true }).waitFor()
})

/** The first cell of a child in the grid. */
const cellOf = (name: string) => grid.getByRole('row').filter({ hasText: name }).getByRole('gridcell').first()
const dialog = (page: Page) => page.getByRole('dialog')
async function addChild(firstname: string, kind: 'Here today' | 'Trial'): Promise<void> {
  await tablet.getByRole('button', { name: 'Child not on the list' }).click()
  await dialog(tablet).getByLabel('First name').fill(firstname)
  await dialog(tablet).getByRole('button', { name: kind }).click()
  // pressed twice before the tablet has saved it
  await dialog(tablet)
    .getByRole('button', { name: 'Add child' })
    .evaluate(async (button: { click: () => void }) => {
      button.click()
      await new Promise((done) => setTimeout(done))
      button.click()
    })
  await dialog(tablet).waitFor({ state: 'detached' })
}

test('without network a coach adds a child who is not on the list, present and marked like any other', async () => {
  await tablet.context().setOffline(true)
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: 'Child not on the list' }).click()
  await dialog(tablet).getByRole('button', { name: 'Add child' }).click()
  await dialog(tablet).getByText('Write the first name.').waitFor()
  expect(await violations(tablet)).toEqual([])
  await tablet.keyboard.type('Lily')
  await tablet.keyboard.press('Enter')
  await dialog(tablet).waitFor({ state: 'detached' })
  const row = tablet.getByRole('listitem').filter({ hasText: 'Lily' })
  await row.getByText('Here today').waitFor()
  await row.getByRole('button', { name: /Here.*: Lily$/ }).waitFor()
  await addChild('Tom', 'Trial')
  await tablet.getByRole('listitem').filter({ hasText: 'Tom' }).getByText('Trial').waitFor()
  await addChild('Una', 'Here today')
  for (const name of ['Lily', 'Tom', 'Una'])
    await expect.poll(() => tablet.getByRole('button', { name: new RegExp(`: ${name}$`) }).count()).toBe(1)

  // all stay after a reload without network
  await tablet.reload()
  await row.getByRole('button', { name: /Here.*: Lily$/ }).waitFor()
  for (const name of ['Lily', 'Una']) {
    await tablet.goBack()
    await tablet.locator('.members').getByText(name).click()
    await tablet.getByRole('heading', { name }).waitFor()
    await tablet
      .getByRole('group', { name: /^Backstroke/ })
      .getByRole('button')
      .last()
      .click()
    await tablet.getByText(/^Saved on this tablet/).waitFor()
  }
  await tablet.context().setOffline(false)
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
})

test('the chosen cell of another coach’s grid stays with its child while the guests come in above it', async () => {
  await grid.getByRole('rowheader', { name: /^Lily/ }).waitFor()
  // the scale of the skill is N/A, Needs practice and Pass
  await grid.keyboard.press('1')
  await expect.poll(() => cellOf('Siân').textContent()).toBe('Needs practice')
  await grid.getByRole('group', { name: /^Siân O'Connor, / }).waitFor()
})

test('a name that was typed is not lost by Escape without a question', async () => {
  await tablet.getByRole('link', { name: 'Back to Dolphins' }).click()
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: 'Child not on the list' }).click()
  await dialog(tablet).getByLabel('First name').fill('Nia')
  await tablet.keyboard.press('Escape')
  await tablet.getByRole('button', { name: 'Keep writing' }).click()
  expect(await dialog(tablet).getByLabel('First name').inputValue()).toBe('Nia')
  await pressIn(dialog(tablet), 'Escape')
  await tablet.getByRole('button', { name: 'Close without saving' }).click()
  await dialog(tablet).waitFor({ state: 'detached' })
})

test('the office makes one a member who stays in the group, joins one with a member, who gets its marks, and deletes the last', async () => {
  await office.reload()
  await office.getByRole('link', { name: '3 guests' }).click()
  await office.getByRole('heading', { name: 'Guests' }).waitFor()
  expect(await violations(office)).toEqual([])
  await office
    .getByRole('article', { name: 'Tom' })
    .getByText(/^Dolphins, /)
    .waitFor()
  await office.getByRole('button', { name: /^Make a member.*Tom$/ }).click()
  expect(await dialog(office).getByLabel('First name').inputValue()).toBe('Tom')
  await dialog(office).getByLabel('Last name').fill('Marsh')
  await fillDay(dialog(office).getByLabel('Date of birth'), '2018-03-04')
  expect(await dialog(office).getByLabel('Stays in Dolphins').isChecked()).toBe(true)
  await dialog(office).getByRole('button', { name: 'Add member' }).click()
  await office.getByRole('article', { name: 'Tom' }).waitFor({ state: 'detached' })

  // Una is a member of another group, who gets the mark
  await office.getByRole('button', { name: /^Is a member already.*Una$/ }).click()
  await dialog(office)
    .getByText(/1 mark/)
    .waitFor()
  await dialog(office).getByRole('combobox').fill('abara')
  await dialog(office).getByRole('option', { name: /^Noah/, selected: true }).waitFor()
  await dialog(office).getByRole('combobox').press('Enter')
  await office.getByRole('article', { name: 'Una' }).waitFor({ state: 'detached' })

  await office.getByRole('button', { name: /^Delete.*Lily$/ }).click()
  const question = office.getByRole('alertdialog', { name: 'Delete Lily?' })
  await question.getByText(/1 mark are deleted for good/).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await office.getByText('No guests').waitFor()
  await office.goto(server.url('club', '/members?search=abara'))
  await office.getByRole('link', { name: 'Abara, Noah' }).click()
  const marks = office.locator('section').filter({ has: office.getByRole('heading', { name: 'Marks' }) })
  await marks
    .getByText(/^Backstroke/)
    .first()
    .waitFor()

  await tablet.getByText('Lily').first().waitFor({ state: 'detached' })
  await tablet.goto(server.url('coach', '/member-groups'))
  await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
  await tablet.locator('.members').getByText('Tom Marsh').waitFor()
})

test('the pages logged no errors', () => {
  // the browser logs each request that fails without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
