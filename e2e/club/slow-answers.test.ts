import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { questionOfClosing, visit, Watch } from '../browser.ts'
import { focused } from '../focus.ts'
import { hold } from '../hold.ts'
import { dialog } from '../new-client.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'
import { fillDay } from '../written-day.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'club', 'admin', watch)).page
})

beforeEach(() => page.unrouteAll())

const panel = () => page.getByRole('complementary')
const firstName = () => dialog(page).getByLabel('First name').first()

/** Opens the form of a new member and types the names and the birthday. */
async function typeMember(name: string): Promise<void> {
  await page.getByRole('link', { name: 'Add member' }).click()
  await firstName().fill(name)
  await dialog(page).getByLabel('Last name').first().fill('Tide')
  await fillDay(dialog(page).getByLabel('Date of birth'), '2018-03-04')
}

test('a member who is saved after the form was closed does not close the form of the next one', async () => {
  await page.goto(server.url('club', '/members'))
  await typeMember('Ebb')
  const answer = await hold(page, '**/v1/members', (request) => request.method() === 'POST')
  await dialog(page).getByRole('button', { name: 'Add member' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await typeMember('Flow')
  answer()
  await page.getByText('Saved, although you had closed the form.').waitFor()
  expect(await firstName().inputValue()).toBe('Flow')
  await dialog(page).getByRole('button', { name: 'Add member' }).click()
  await page.getByRole('complementary', { name: 'Flow Tide' }).waitFor()
  // both are there, each once
  await page.goto(server.url('club', '/members?search=tide'))
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
})

test('what is typed while a form is being saved stays, and is saved with the next press', async () => {
  await page.goto(server.url('club', '/members?search=flow+tide'))
  await page.locator('[data-row]').click()
  await panel().getByRole('button', { name: 'Edit' }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note', exact: true })
  await note.fill('Comes late.')
  const answer = await hold(page, '**/v1/members/*', (request) => request.method() === 'PATCH')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await note.fill('Comes late on Mondays.')
  answer()
  await dialog(page).getByText('What you changed since is not saved yet.').waitFor()
  expect(await note.inputValue()).toBe('Comes late on Mondays.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await panel().getByText('Comes late on Mondays.').waitFor()
})

test('what is typed while a new member is being saved stays, as a change of that member', async () => {
  await page.goto(server.url('club', '/members'))
  await typeMember('Eddy')
  const note = dialog(page).getByRole('textbox', { name: 'Note', exact: true })
  const answer = await hold(page, '**/v1/members', (request) => request.method() === 'POST')
  await dialog(page).getByRole('button', { name: 'Add member' }).click()
  await note.fill('Afraid of deep water.')
  answer()
  await dialog(page).getByText('What you changed since is not saved yet.').waitFor()
  await page.getByRole('dialog', { name: 'Edit Eddy Tide' }).waitFor()
  expect(await note.inputValue()).toBe('Afraid of deep water.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('complementary', { name: 'Eddy Tide' }).getByText('Afraid of deep water.').waitFor()
  await page.goto(server.url('club', '/members?search=eddy+tide'))
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
})

test('a slow answer about selected members does not deselect those that are selected since', async () => {
  await page.goto(server.url('club', '/members?search=tide'))
  const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name} Tide` })
  await tick('Ebb').check()
  const answer = await hold(page, '**/v1/members/bulk', () => true)
  await page.getByRole('combobox', { name: 'More…' }).selectOption('Make inactive')
  await tick('Flow').check()
  await tick('Ebb').uncheck()
  // the answer would also close the dialog of the next action
  const move = page.getByRole('button', { name: 'Move', exact: true })
  expect(await move.isDisabled()).toBe(true)
  answer()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('group', { name: '1 selected' }).waitFor()
  await expect.poll(() => move.isEnabled()).toBe(true)
})

test('an invitation that is sent once more does not close the form that is opened meanwhile', async () => {
  await page.goto(server.url('club', '/users'))
  await page.getByRole('link', { name: 'Add user' }).click()
  await firstName().fill('Nia')
  await dialog(page).getByLabel('Last name').fill('Brook')
  await dialog(page).getByLabel('E-mail').fill('nia.brook@aquila.example')
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.goto(server.url('club', '/users?search=brook'))
  await page.locator('[data-row]').click()
  const answer = await hold(page, '**/v1/users', (request) => request.method() === 'POST')
  await panel().getByRole('button', { name: /again/ }).click()
  await panel().getByRole('button', { name: 'Edit' }).click()
  await firstName().fill('Nia Mair')
  answer()
  await page.getByText('nia.brook@aquila.example').last().waitFor()
  expect(await firstName().inputValue()).toBe('Nia Mair')
})

test('a user whom the server could not remove stays open', async () => {
  await page.goto(server.url('club', '/users?search=brook'))
  await page.locator('[data-row]').click()
  await page.route('**/v1/users/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await panel()
    .getByRole('button', { name: /^Remove/ })
    .click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill('Nia Brook')
  await question.getByRole('button', { name: /^Remove/ }).click()
  await page.getByText('This could not be done.').first().waitFor()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('complementary', { name: /Nia .*Brook/ }).waitFor()
  watch.forget(/ERR_FAILED/)
})

test('a session that is moved late does not take the office away from the form of another page', async () => {
  await page.goto(server.url('club', '/sessions'))
  await page.locator('main a[href*="session="]').last().click()
  await panel().getByLabel('Begins at').fill('18:45')
  const answer = await hold(page, '**/v1/groups/*/sessions/*', (request) => request.method() !== 'GET')
  await panel().getByRole('button', { name: 'Move this session' }).click()
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await typeMember('Neap')
  answer()
  await page.getByText('18:45').last().waitFor()
  expect(await firstName().inputValue()).toBe('Neap')
})

test('a file of members that is read late does not take the office away from the form of another page', async () => {
  await page.goto(server.url('club', '/members/import'))
  const file = {
    name: 'late.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Date of birth\nNia Steps,2016-03-02'),
  }
  const answer = await hold(page, '**/v1/member-imports', (request) => request.method() === 'POST')
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles(file)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await typeMember('Spring')
  answer()
  await page.getByText(/^“members-.*\.csv” is read\./).waitFor()
  expect(await firstName().inputValue()).toBe('Spring')
  await page.goto(server.url('club', '/members/import'))
  await page
    .getByRole('link', { name: /^members-.*\.csv/ })
    .first()
    .click()
  await page.getByText(/^members-.*\.csv, 1 row, uploaded by/).waitFor()
})

test('the browser asks before a page is loaded again whose file of members is on its way', async () => {
  await page.goto(server.url('club', '/members/import'))
  const answer = await hold(page, '**/v1/member-imports', (request) => request.method() === 'POST')
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles({
    name: 'on-its-way.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Date of birth\nNia Steps,2016-03-02'),
  })
  await page.getByText('Reading…').waitFor()
  expect(await questionOfClosing(page)).toBe('beforeunload')
  answer()
  await page.getByRole('button', { name: 'Match the columns' }).waitFor()
})

test('the end-of-term board is printed once its levels have their names', async () => {
  const answer = await hold(page, '**/v1/curriculum/*', () => true)
  await page.goto(server.url('club', '/groups/term'))
  const print = page.getByRole('button', { name: 'Print', exact: true })
  await expect.poll(() => print.isDisabled()).toBe(true)
  // until then the tiles leave out the sentence with the level, and not the level alone
  const tiles = page.locator('[data-tile]')
  await tiles.first().waitFor()
  expect(await tiles.getByText(/Works at|Ready/).count()).toBe(0)
  answer()
  await expect.poll(() => print.isEnabled()).toBe(true)
  await tiles
    .getByText(/Works at Stage/)
    .first()
    .waitFor()
})

test('a member who is removed from a group by a double press is removed once, and no error is shown', async () => {
  await page.goto(server.url('club', '/groups'))
  await page.locator('[data-row]').first().click()
  const asked: string[] = []
  page.on('request', (request) => (request.method() === 'DELETE' ? asked.push(request.url()) : undefined))
  const answer = await hold(page, '**/v1/groups/*/members/*', () => true)
  const remove = panel()
    .getByRole('button', { name: /^Remove/ })
    .first()
  await remove.dblclick()
  answer()
  await page.getByText(/ is no longer in /).waitFor()
  expect(asked).toHaveLength(1)
})

test('a double press of an undo button undoes one change, and not the one whose message takes its place', async () => {
  await page.goto(server.url('club', '/sessions'))
  await page.locator('main a[href*="session="]').last().click()
  await panel()
    .getByRole('button', { name: /^Cancel/ })
    .press('Enter')
  await page.getByText(/is cancelled on this day/).waitFor()
  await panel()
    .getByRole('button', { name: /^Restore|takes place/ })
    .press('Enter')
  await page.getByText(/meets on this day again/).waitFor()
  const written: string[] = []
  page.on('request', (request) => (request.method() === 'PUT' ? written.push(request.url()) : undefined))
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().dblclick()
  await page.getByText('Undone.').waitFor()
  await page.getByText(/is cancelled on this day/).waitFor()
  expect(written).toHaveLength(1)
})

test('who tries again to load a list reads that it is being tried, and whether it has failed again', async () => {
  await page.goto(server.url('club', '/members'))
  await page.locator('[data-row]').first().waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  await page.route('**/v1/members?*', async (route) => {
    if (isHeld) await promise
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    await route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })
  // whatever is shown is loaded again when the network is back
  await page.context().setOffline(true)
  await page.getByText('Offline').first().waitFor()
  await page.context().setOffline(false)
  const failed = page.getByRole('alert').getByText(/^This could not be loaded/)
  await failed.waitFor()
  isHeld = true
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await page.getByRole('status').getByText('Trying again…').waitFor()
  await failed.waitFor({ state: 'detached' })
  resolve()
  await failed.waitFor()
  await expect.poll(() => focused(page)).toBe('button "Try again"')
  await page.unrouteAll()
  await again.press('Enter')
  await again.waitFor({ state: 'detached' })
  watch.forget(/500|ERR_INTERNET_DISCONNECTED/)
})

test('no page logged an error', () => {
  expect(watch.problems).toEqual([])
})
