import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { questionOfClosing, visit, Watch } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
})

const dialog = () => page.getByRole('dialog')

/** Presses Escape in the open dialog and stays; then leaves it without saving. `isKept` is checked in between. */
async function expectQuestion(isKept: () => Promise<boolean>): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await isKept()).toBe(true)
  await pressIn(dialog(), 'Escape')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('an ability group that is typed for selected members is not lost unasked', async () => {
  await page.goto(server.url('club', '/members'))
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  const more = page.getByRole('group', { name: '25 selected' }).getByLabel('More…')
  await more.selectOption({ label: 'Add an ability group' })
  const tag = dialog().getByLabel('Ability group')
  await tag.fill('Competition squad')
  await expectQuestion(async () => (await tag.inputValue()) === 'Competition squad')

  // nothing is asked where nothing is lost
  await more.selectOption({ label: 'Add an ability group' })
  await tag.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('groups that are chosen for the board are not lost unasked', async () => {
  await page.goto(server.url('club', '/groups/term'))
  await page.getByRole('button', { name: 'Choose groups' }).click()
  const otters = dialog().getByLabel(/^Otters/)
  const before = await otters.isChecked()
  await otters.setChecked(!before)
  await expectQuestion(async () => (await otters.isChecked()) !== before)
})

test('a group that is chosen for selected members is not lost unasked', async () => {
  await page.goto(server.url('club', '/members'))
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const target = dialog().getByRole('combobox').last()
  await expect.poll(() => target.locator('option').count()).toBeGreaterThan(1)
  await target.selectOption({ index: 1 })
  const chosen = await target.inputValue()
  await expectQuestion(async () => (await target.inputValue()) === chosen)
})

test('a new password that is typed for somebody is not lost unasked', async () => {
  await page.goto(server.url('club', '/users?search=pritchard'))
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: 'New password…' }).click()
  const password = dialog().getByLabel('New password', { exact: true })
  await password.fill('Rungs-demo-2!')
  await expectQuestion(async () => (await password.inputValue()) === 'Rungs-demo-2!')
})

test('the day to which a session is to move is not lost unasked', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  const panel = page.getByRole('complementary')
  await page.goto(server.url('club', '/sessions'))
  await page.locator('main a[href*="session="]').last().click()
  const day = panel.getByLabel('Day', { exact: true })
  const before = await day.inputValue()
  await fillDay(day, addDays(localDate(Date.now(), 'Europe/London'), 100))
  const typed = await day.inputValue()
  expect(typed).not.toBe(before)
  await panel.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await day.inputValue()).toBe(typed)
  await day.press('Escape')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await panel.waitFor({ state: 'detached' })
})

test('two forms beside each other that are left ask once', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  const panel = page.getByRole('complementary')
  await page.goto(server.url('club', '/sessions'))
  await page.locator('main a[href*="session="]').last().click()
  await panel.getByLabel('Begins at').fill('18:45')
  await panel.getByLabel('Reason').fill('The pool is closed.')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await panel.getByLabel('Reason').inputValue()).toBe('The pool is closed.')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
  expect(await question.count()).toBe(0)

  // both ask again the next time, also for the same page
  await page.goBack()
  await panel.getByLabel('Reason').fill('The pool is closed.')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
})

test('a cell that is typed in an import, and not left yet, is saved with the step, and not lost when the page is closed', async () => {
  await page.goto(server.url('club', '/members/import'))
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles({
    name: 'cells.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('First name,Last name,Date of birth\nNia,Steps,someday\nNon,Steps,never'),
  })
  await page.getByRole('button', { name: 'Match the columns' }).click()
  await page.getByRole('button', { name: 'Match the values' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  const cell = page.getByLabel('First name, row 2')
  await cell.fill('Nesta')
  expect(await questionOfClosing(page)).toBe('beforeunload')
  expect(await cell.inputValue()).toBe('Nesta')
  await page.goBack()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect.poll(() => cell.inputValue()).toBe('Nesta')
})

test('columns that are chosen in an import are not lost unasked when the page is closed or loaded again', async () => {
  await page.goto(server.url('club', '/members/import'))
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles({
    name: 'reload.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Date of birth,Locker\nNia Steps,2016-03-02,S-1'),
  })
  await page.getByRole('button', { name: 'Match the columns' }).click()
  const locker = page.getByLabel('Locker contains')
  await locker.selectOption({ label: 'Membership number' })
  const chosen = await locker.inputValue()
  expect(await questionOfClosing(page)).toBe('beforeunload')
  expect(await locker.inputValue()).toBe(chosen)

  // what is saved is asked about no more
  await page.getByRole('button', { name: 'Match the values' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Check the rows' }).waitFor()
  expect(watch.problems).toEqual([])
})
