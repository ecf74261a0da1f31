import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { History } from '#contract/curriculum/history.ts'
import { checkAtEachWidth, violations } from '../accessible.ts'
import { chooseLanguage, visit, Watch, type Visit } from '../browser.ts'
import { focused, tabTo, typeWhereFocused } from '../focus.ts'
import { answerChanged } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let author: Visit
const watch = new Watch()

beforeAll(async () => {
  author = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  // a scheme that nobody is assessed in, so that no edit waits for a confirmation
  const { page } = author
  await page.getByRole('button', { name: 'New scheme' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Canoe')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('An empty scheme').waitFor()
  for (const title of ['Paddles', 'Rapids']) {
    await page.keyboard.press('Control+Enter')
    await page.locator('.name-field').fill(title)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await row(page, title).waitFor()
  }
  await waitUntilSaved(page)
})

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const waitUntilSaved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()

/** Deletes a node by keyboard. */
async function remove(page: Page, name: string): Promise<void> {
  await row(page, name).click()
  await page.keyboard.press('Delete')
  await row(page, name).waitFor({ state: 'detached' })
}

test('deleting a level offers Undo at once, which brings it back whatever was done in between', async () => {
  const { page } = author
  await remove(page, 'Rapids')
  await page.getByText('Rapids is deleted, with all below it').waitFor()
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Rapids').waitFor()
  await waitUntilSaved(page)
})

test('a level that was deleted is brought back by undo after a reload, and in another browser', async () => {
  const { page } = author
  await remove(page, 'Rapids')
  await waitUntilSaved(page)
  await page.reload()
  await row(page, 'Paddles').waitFor()
  await page.getByLabel('Undo', { exact: true }).click()
  await row(page, 'Rapids').waitFor()
  await waitUntilSaved(page)

  // the first step that is left is that of adding the second level
  const other = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  await other.page.goto(server.url('scheme', '/scheme/canoe'))
  await row(other.page, 'Rapids').waitFor()
  await other.page.getByLabel('Undo', { exact: true }).click()
  await row(other.page, 'Rapids').waitFor({ state: 'detached' })
  await other.page.getByLabel('Redo', { exact: true }).click()
  await row(other.page, 'Rapids').waitFor()
  await waitUntilSaved(other.page)
  await other.context.close()
})

test('the history says by day and author what was changed, in words, without what was taken back', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/scheme/canoe/paddles'))
  await page.locator('.title-field').fill('Paddling')
  await page.locator('.title-field').press('Tab')
  await row(page, 'Paddling').waitFor()
  await waitUntilSaved(page)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { name: 'History of Canoe' }).waitFor()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  const items = page.locator('.entry-items')
  await items.getByText('Renamed “Paddles” to “Paddling”').waitFor()
  await items.getByText('Added “Rapids”').waitFor()
  expect(await items.getByText(/^Deleted/).count()).toBe(0)
  expect(await page.locator('.entry-head').first().textContent()).toMatch(/^Marta Kowalska \d\d:\d\d/)
  expect(await page.locator('main').textContent()).not.toMatch(/[{}]|"do"/)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a node and the whole scheme are restored from the history, and the restore is undone like any other step', async () => {
  const { page } = author
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.goto(server.url('scheme', '/overview/canoe/history'))
  await page.getByRole('link', { name: 'Restore Paddling as it was before' }).click()
  // what it changes is shown first
  const dialog = page.getByRole('dialog', { name: 'Restore Paddling?' })
  await dialog.getByText('1 changed').waitFor()
  expect(await dialog.locator('del').textContent()).toBe('Paddling')
  expect(await violations(page)).toEqual([])
  await confirm()
  await row(page, 'Paddles').waitFor()
  await page.getByText('Restored as it was before.').waitFor()
  await waitUntilSaved(page)
  // a reload restores nothing once more
  await page.getByLabel('Undo', { exact: true }).click()
  await row(page, 'Paddling').waitFor()
  await waitUntilSaved(page)
  await page.reload()
  await row(page, 'Paddling').waitFor()

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await act(page, 'Restore the scheme as it was before')
  await page.getByRole('dialog', { name: 'Restore Canoe?' }).getByText('2 deleted').waitFor()
  await confirm()
  await page.getByText('An empty scheme').waitFor()
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Paddling').waitFor()
  await row(page, 'Rapids').waitFor()
  await waitUntilSaved(page)
})

/** Chooses an action of the newest entry by keyboard. */
async function act(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for the changes by/ })
    .first()
    .press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

test('a point of the history is named, compared with the present and restored', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview/canoe/history'))
  await act(page, 'Name this point')
  await page.getByRole('dialog', { name: 'Name this point' }).waitFor()
  await typeWhereFocused(page, 'Before the summer review')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
  await page.getByRole('dialog', { name: 'Name this point' }).getByLabel('Name').press('Enter')
  await page.locator('.entry-head').getByText('Before the summer review').waitFor()

  await page.goto(server.url('scheme', '/scheme/canoe/rapids'))
  await page.locator('.title-field').fill('White water')
  await page.locator('.title-field').press('Tab')
  await row(page, 'White water').waitFor()
  await waitUntilSaved(page)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByText('Renamed “Rapids” to “White water”').waitFor()
  const named = page.locator('.entry-head', { hasText: 'Before the summer review' })
  await named.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Compare this point with another' }).click()
  await page.getByText('Comparing with “Before the summer review”').waitFor()
  await page.getByRole('button', { name: 'Compare with now' }).click()
  const comparison = page.getByRole('dialog', { name: 'From “Before the summer review” to now' })
  await comparison.getByText('White water').waitFor()
  await comparison.getByText('1 changed').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await named.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Restore the scheme to this point' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await row(page, 'Rapids').waitFor()
  await waitUntilSaved(page)
})

test('the history of one node is reached from it, and the way back is not offered where it is not known', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/scheme/canoe/paddles'))
  await page.getByRole('link', { name: 'History of Paddling' }).click()
  await page.getByText('Only what was done to “Paddling”').waitFor()
  await page.getByText('Renamed “Paddles” to “Paddling”').waitFor()
  expect(await page.getByText('Rapids').count()).toBe(0)
  await page.getByRole('button', { name: 'Show the whole history' }).click()
  await page.getByText('Added “Rapids”').waitFor()
  await page.route('**/v1/curriculum/canoe/history*', (route) =>
    answerChanged<History>(server, 'scheme', route, (history) => ({
      ...history,
      entries: history.entries.map((entry) => ({ ...entry, restorable: false })),
    })),
  )
  await page.reload()
  await page.getByText('This change is from before the history was kept').first().waitFor()
  expect(await page.getByRole('link', { name: /^Restore/ }).count()).toBe(0)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Change its name', 'Remove its name'])
  await page.unroute('**/v1/curriculum/canoe/history*')
})

test('two points are compared and a level is restored by keyboard alone, also in Welsh, in the dark and on small screens', async () => {
  const { page } = author
  // a point besides the named one
  await page.goto(server.url('scheme', '/scheme/canoe/paddles'))
  await page.locator('.title-field').fill('Paddling on')
  await page.locator('.title-field').press('Tab')
  await row(page, 'Paddling on').waitFor()
  await waitUntilSaved(page)
  await page.goto(server.url('scheme', '/overview/canoe/history'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await chooseLanguage(page, 'Menu', 'Cymraeg')
  await page.getByRole('heading', { name: 'Hanes Canoe' }).waitFor()
  const actions = /^button "Gweithredoedd ar gyfer y newidiadau gan Marta Kowalska/
  await tabTo(page, actions)
  await chooseByKeyboard(page, 'Cymharu’r pwynt hwn')
  // the newest point is the present, so there is nothing between the two
  await expect.poll(() => focused(page)).toBe('button "Canslo"')
  expect(await page.getByRole('button', { name: 'Cymharu â nawr' }).count()).toBe(0)
  await checkAtEachWidth(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(actions)
  await tabTo(page, actions)
  await chooseByKeyboard(page, 'Cymharu’r pwynt hwn')
  // the strip says what is compared; its first button is one key away wherever the entry was
  await expect.poll(() => focused(page)).toBe('button "Cymharu â nawr"')
  await checkAtEachWidth(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(actions)
  await chooseByKeyboard(page, 'Cymharu’r pwynt hwn')
  await expect.poll(() => focused(page)).toBe('button "Cymharu â nawr"')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^O .* i nawr$/ }).waitFor()
  await checkAtEachWidth(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toMatch(actions)
  await page.goto(server.url('scheme', '/scheme/canoe'))
  await remove(page, 'Rapids')
  await page.getByRole('img', { name: 'Wedi’i gadw' }).waitFor()
  await page.goto(server.url('scheme', '/overview/canoe/history'))
  await page.locator('.entry-items').getByText('Dilëwyd “Rapids”').waitFor()
  await tabTo(page, /^link "Adfer Rapids/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Adfer Rapids?' }).waitFor()
  await checkAtEachWidth(page)
  await tabTo(page, /^button "Adfer"/)
  await page.keyboard.press('Enter')
  await row(page, 'Rapids').waitFor()
  await page.getByRole('img', { name: 'Wedi’i gadw' }).waitFor()
  // what came back is said once, and is deleted by deleting it
  await page.goto(server.url('scheme', '/overview/canoe/history'))
  const items = page.locator('.entry-items').first().getByRole('listitem')
  await items.filter({ hasText: 'Adferwyd “Rapids”' }).waitFor()
  expect(await items.filter({ hasText: 'Symudwyd' }).count()).toBe(0)
  expect(await items.filter({ hasText: 'Adferwyd' }).getByRole('link').count()).toBe(0)
  await chooseLanguage(page, 'Dewislen', 'English')
  expect(watch.problems).toEqual([])
})

/** Opens the menu that has the focus and chooses an item by its arrow keys. */
async function chooseByKeyboard(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^menuitem /)
  for (let n = 0; n < 6 && !(await focused(page)).includes(item); n++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('the pages of a scheme that is not there say so and lead to the list', async () => {
  const { page } = author
  for (const path of ['/overview/none', '/overview/none/history', '/scheme/none']) {
    await page.goto(server.url('scheme', path))
    await page.getByText('There is no such scheme. It may have been deleted').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    // a way back to its tree would lead to the same message
    expect(await page.getByRole('link', { name: 'To the tree' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All schemes' }).click()
    await page.getByRole('button', { name: 'New scheme' }).waitFor()
  }
})
