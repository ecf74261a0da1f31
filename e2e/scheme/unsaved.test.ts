import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { openSchemePage, questionOfClosing, visit, Watch } from '../browser.ts'
import { focused, pressIn } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'scheme', 'scheme', watch)).page
})

const dialog = () => page.getByRole('dialog')

/**
 * Checks for an open dialog that Escape, a press outside and the button Close ask before they discard text in the field
 * of this label, and that Escape closes the dialog at once when the text is unchanged. Leaves the dialog open.
 */
async function expectTextKept(opener: string, label: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  const field = dialog().getByLabel(label, { exact: true })
  const unchanged = await field.inputValue()
  const waysToClose = [
    () => field.press('Escape'),
    () => page.mouse.click(4, 4),
    () => dialog().getByRole('button', { name: 'Close' }).click(),
  ]
  await field.fill('Words')
  for (const close of waysToClose) {
    await close()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Words')
  }
  await field.press('Escape')
  await question.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  // when the text is as before, nothing can be lost and nothing is asked
  await field.fill(unchanged)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  // the focus returns to the button that opened the dialog, and opens it again
  await expect.poll(() => focused(page)).toBe(`button "${opener}"`)
  await page.getByRole('button', { name: opener }).press('Enter')
}

/** Enters text in the open dialog, closes the dialog and discards the text. */
async function discardText(label: string): Promise<void> {
  await dialog().getByLabel(label, { exact: true }).fill('Words')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('the form of a scheme asks before words or languages are lost', async () => {
  await page.goto(server.url('scheme', '/overview?list'))
  const opener = 'New scheme'
  await page.getByRole('button', { name: opener }).press('Enter')
  await expectTextKept(opener, 'Name')
  await dialog().getByLabel('Cymraeg').check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  expect(await dialog().getByLabel('Cymraeg').isChecked()).toBe(true)
  await discardText('Name')
  expect(await page.getByRole('link', { name: 'Words' }).count()).toBe(0)
})

test('the browser’s back button asks before words are lost, and so does closing the page', async () => {
  await page.goto(server.url('scheme', '/clubs'))
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await page.getByRole('button', { name: 'New scheme' }).press('Enter')
  const name = dialog().getByLabel('Name', { exact: true })
  await name.pressSequentially('Words')
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })

  // not awaited, because the question keeps the previous page from loading
  page.goBack().catch(() => {})
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Words')
  expect(new URL(page.url()).pathname).toBe('/overview')

  const browserDialog = new Promise<string>((done) =>
    page.once('dialog', (opened) => {
      done(opened.type())
      void opened.dismiss()
    }),
  )
  // not awaited, because the browser's question keeps the page open
  void page.close({ runBeforeUnload: true })
  expect(await browserDialog).toBe('beforeunload')
  await discardText('Name')

  // without text no question is asked
  await page.goBack()
  await page.getByRole('heading', { name: 'Clubs', exact: true }).waitFor()
})

test('a page with changes that are not saved asks before it is left for another page', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.goto(server.url('scheme', '/clubs'))
  await openSchemePage(page, 'Settings', 'Data retention')
  const period = page.getByLabel('Kept while unused')
  const saved = await period.inputValue()
  const other = saved === '24' ? '12' : '24'
  await period.selectOption(other)

  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect([new URL(page.url()).pathname, await period.inputValue()]).toEqual(['/retention', other])

  // not awaited, because the question keeps the previous page from loading
  page.goBack().catch(() => {})
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('heading', { name: 'Clubs', exact: true }).waitFor()

  await openSchemePage(page, 'Settings', 'Data retention')
  expect(await period.inputValue()).toBe(saved)
  await period.selectOption(other)
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('heading', { name: 'Schemes', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/overview')

  // nothing is asked of who has taken the change back
  await openSchemePage(page, 'Settings', 'Data retention')
  await period.selectOption(other)
  await period.selectOption(saved)
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await page.getByRole('heading', { name: 'Schemes', exact: true }).waitFor()
})

test('texts of the award mail are not lost unasked while another language is shown', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.goto(server.url('scheme', '/award-mail'))
  const tabs = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Cymraeg' }) })
  /** Shows the texts of a language; the form of the one before is there until then. */
  const show = async (name: string) => {
    await tabs.getByRole('link', { name }).click()
    await tabs.locator('[aria-current=page]').filter({ hasText: name }).waitFor()
  }
  await show('Cymraeg')
  const heading = page.getByLabel('Heading', { exact: true })
  await heading.fill('Da iawn')
  await show('English')
  expect(await heading.inputValue()).not.toBe('Da iawn')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await show('Cymraeg')
  expect(await heading.inputValue()).toBe('Da iawn')

  // nothing is asked of who has taken the change back
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await show('English')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await page.getByRole('heading', { name: 'Schemes', exact: true }).waitFor()
})

test('texts of the maintenance page are not lost unasked', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.goto(server.url('scheme', '/maintenance'))
  const heading = page.getByRole('group', { name: 'English' }).getByLabel('Title', { exact: true })
  await heading.fill('Back on Monday')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await heading.inputValue()).toBe('Back on Monday')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('heading', { name: 'Schemes', exact: true }).waitFor()
})

test('a field tells when more text is inserted than fits into it', async () => {
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'New scheme' }).press('Enter')
  const name = dialog().getByLabel('Name', { exact: true })
  await name.focus()
  await page.keyboard.insertText('x'.repeat(120))
  await dialog().getByText('No more than 100 characters fit here').waitFor()
  expect(await violations(page)).toEqual([])
  await discardText('Name')
})

test('a name with too many characters is reported as too long, and none of it is lost', async () => {
  await page.goto(server.url('scheme', '/tags'))
  await page.getByRole('link', { name: 'Add tag' }).press('Enter')
  const name = dialog().getByLabel('Tag', { exact: true })
  await name.focus()
  // 55 characters
  await page.keyboard.insertText('long '.repeat(11))
  await page.keyboard.press('Enter')
  await dialog().getByText('This must be fewer than 51 characters.').waitFor()
  expect(await name.inputValue()).toBe('long '.repeat(11))
  await expect.poll(() => name.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  expect(await violations(page)).toEqual([])

  // the last space and five more characters are deleted, so that 49 are left
  await page.keyboard.press('Backspace')
  for (const _letter of 'long ') await page.keyboard.press('Backspace')
  await dialog().getByText('This must be fewer').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('long '.repeat(10).trim()).waitFor()
})

test('the import of a scheme asks before its new name is lost', async () => {
  await page.goto(server.url('scheme', '/overview?list'))
  const opener = 'Import'
  const choose = () =>
    dialog()
      .getByLabel('File')
      .setInputFiles({
        name: 'Plunging.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('id,parent,title,type\n/a,,Level A,level\n'),
      })
  await page.getByRole('button', { name: opener }).press('Enter')
  await choose()
  await expectTextKept(opener, 'Name')
  await choose()
  await discardText('Name')
})

test('imports ask before it is lost how the columns of a table are read', async () => {
  const buffer = Buffer.from('Code;Title;Year\n1;Paddle;3\n1.1;Float;4\n')
  for (const [path, opener] of [
    ['/overview?list', 'Import'],
    ['/scheme/swim', 'Import a file into this scheme'],
  ] as const) {
    await page.goto(server.url('scheme', path))
    await page.getByRole('button', { name: opener, exact: true }).click()
    await dialog().getByLabel('File', { exact: true }).setInputFiles({ name: 'T.csv', mimeType: 'text/csv', buffer })
    const year = dialog().getByLabel('Year contains')
    await year.selectOption('text')
    await page.mouse.click(4, 4)
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await year.inputValue()).toBe('text')
    await year.press('Escape')
    await page.getByRole('button', { name: 'Close without saving' }).click()
    await dialog().waitFor({ state: 'detached' })
  }
})

test('an import whose dialog was closed goes on, and leaves the author where they are', async () => {
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'Import' }).press('Enter')
  await dialog()
    .getByLabel('File')
    .setInputFiles({
      name: 'Paddling.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('id,parent,title,type\n/a,,Level A,level\n'),
    })
  const start = dialog().getByRole('button', { name: 'Import 1 node' })
  await start.waitFor()
  const closed = Promise.withResolvers<undefined>()
  await page.route('**/v1/schemes/import', async (route) => {
    await closed.promise
    await route.continue()
  })
  await start.click()
  await dialog().getByText('You can close this.').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  closed.resolve(undefined)
  await page.getByText('Paddling is imported.').waitFor()
  await page.getByRole('link', { name: 'Paddling', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/overview')
  await page.unroute('**/v1/schemes/import')
})

test('the form of a video asks before its name is lost', async () => {
  await page.goto(server.url('scheme', '/overview/swim'))
  await page.getByLabel('Name of a linked video').fill('Diving in')
  await page.getByLabel('Its address').fill('https://videos.example/dive')
  await page.getByRole('button', { name: 'Link it' }).click()
  const opener = 'Change Diving in'
  await page.getByRole('button', { name: opener }).press('Enter')
  await expectTextKept(opener, 'Name')
  await discardText('Name')
  await page.getByRole('link', { name: 'Diving in' }).waitFor()
})

test('the name of a video to link is not lost unasked', async () => {
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.goto(server.url('scheme', '/overview/swim'))
  const name = page.getByLabel('Name of a linked video')
  await name.fill('Treading water')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Treading water')
  expect(await questionOfClosing(page)).toBe('beforeunload')
  await name.fill('')
  await openSchemePage(page, 'Curriculum', 'Schemes')
  await page.getByRole('heading', { name: 'Schemes', exact: true }).waitFor()
})

test('the form of a user asks before chosen clubs are lost', async () => {
  await page.goto(server.url('scheme', '/users?user=new'))
  await dialog()
    .getByRole('button', { name: /^Choose all/ })
    .click()
  const chosen = dialog().getByRole('button', { name: 'Remove Harbour' })
  await chosen.waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await chosen.waitFor()
  await pressIn(dialog(), 'Escape')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the choice of nodes for a rule asks before it is lost', async () => {
  await page.goto(server.url('scheme', '/scheme/swim/stage-4'))
  await page.getByRole('button', { name: /^its \d+ (skills|parts)$/ }).click()
  const first = dialog().getByRole('checkbox').first()
  const before = await first.isChecked()
  await first.setChecked(!before)
  await page.mouse.click(4, 4)
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await first.isChecked()).toBe(!before)
  // the press beside the dialog may have taken the focus from the box; the box or the dialog has it again
  await expect
    .poll(() => focused(page))
    .toMatch(/^(dialog "What counts for Stage 4\?"|checkbox "Enter safely and climb out)/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the address of a link asks before it is lost', async () => {
  await page.goto(server.url('scheme', '/scheme/swim/stage-4/tread-water-30-s'))
  await page.getByRole('button', { name: 'Link', exact: true }).first().click()
  const address = dialog().getByLabel('Address or name of a node', { exact: true })
  await address.fill('https://example.org/tread-water')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await address.inputValue()).toBe('https://example.org/tread-water')
  await pressIn(dialog(), 'Escape')
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the request for another organisation’s scheme asks before its message is lost', async () => {
  await page.goto(server.url('scheme', '/sharing?view=catalogue'))
  const opener = 'Subscribe…: Gym'
  await page.getByRole('button', { name: opener }).press('Enter')
  await expectTextKept(opener, 'A few words to them')
  await discardText('A few words to them')
  expect(watch.problems).toEqual([])
})
