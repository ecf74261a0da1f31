import { readFile } from 'node:fs/promises'
import type { Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, localDate, weekday } from '#domain/platform/club-time.ts'
import { violations } from '../accessible.ts'
import { visit, waitUntilInstalled, Watch, type Visit } from '../browser.ts'
import { focused } from '../focus.ts'
import { coveredControls, cutOfFocusRing, sidewaysOverflow } from '../reflow.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

// The tests build on each other: the member Wren Abernathy-Jones and the group Sea Otters are used after they are made.

startServerAndBrowser()

/** The administrator is Gwilym Thomas. */
let admin: Visit
let coach: Visit
const watch = new Watch()

beforeAll(async () => {
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})

const open = (page: Page, path: string) => page.goto(server.url('club', path))
/** The detail view beside a list: of a member, a group, a user or a session. */
const detail = (page: Page, name: string) => page.getByRole('complementary', { name })
const dialog = (page: Page) => page.getByRole('dialog')
/** The name of the file that a button downloads. */
async function downloadedName(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return file.suggestedFilename()
}

describe('the members page', () => {
  test('finds a member while typing, keeps the search in the URL, and downloads the filtered list', async () => {
    const { page } = admin
    // the pager below the list, once it is loaded
    await page.getByText(/^1–25 of [\d,]+$/).waitFor()
    // this key goes to the search field; either apostrophe finds O'Connor
    await page.keyboard.press('/')
    await page.keyboard.type('o’connor si')
    await page.getByText('1–1 of 1').waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe('o’connor si')
    await page.reload()
    await page.getByText('1–1 of 1').waitFor()
    expect(await downloadedName(page, 'CSV')).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/)
  })

  test('keeps what is typed in the search box while the list of the search is on its way', async () => {
    const { page } = admin
    await open(page, '/members')
    const box = page.getByRole('searchbox').first()
    await page.getByText(/^1–25 of [\d,]+$/).waitFor()
    // React writes the text of the box into its attribute, too, so that each text that it ever showed is seen
    await page.evaluate(`
      window.shownTexts = []
      new MutationObserver(([{ target }]) => shownTexts.push(target.getAttribute('value')))
        .observe(document.querySelector('input[type=search]'), { attributeFilter: ['value'] })`)
    await box.fill('o’connor si')
    await page.getByText('1–1 of 1').waitFor()
    expect(await page.evaluate('shownTexts')).toEqual(['o’connor si'])
  })

  test('has a table with a name, which prints completely and without checkboxes', async () => {
    const { page } = admin
    await open(page, '/members')
    await page.getByRole('table', { name: 'Members' }).waitFor()
    const tick = page.getByRole('checkbox', { name: 'Select all rows shown' })
    expect(await tick.isVisible()).toBe(true)

    await page.emulateMedia({ media: 'print' })
    expect(await tick.isVisible()).toBe(false)
    // on paper, areas that scroll on the screen must not cut off their rows
    const scrollAreas = '.desk > main, .desk .scroll'
    expect(
      await page
        .locator(scrollAreas)
        .evaluateAll((elements) =>
          elements.map((element) => element.ownerDocument.defaultView?.getComputedStyle(element).overflow),
        ),
    ).toEqual(['visible', 'visible'])
    // as a button the word would be missing from the headings of all pages but the first
    const isBoxed = `getComputedStyle(document.querySelector('th > button')).display !== 'contents'`
    expect(await page.evaluate(isBoxed)).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('fills the window with rows, has its filters on one line or behind one button, and points its arrow up from A to Z', async () => {
    const { page } = admin
    await open(page, '/members')
    await page.getByText(/^1–25 of \d+$/).waitFor()
    const middles = async () => {
      const boxes = await page.locator('.list .tools').locator('input[type=search], .filters > *').all()
      const tops = await Promise.all(boxes.map(async (box) => await box.boundingBox()))
      return new Set(tops.map((box) => (box === null ? null : Math.round((box.y + box.height / 2) / 8))))
    }
    expect((await middles()).size).toBe(1)
    const filters = page.getByRole('button', { name: /^Filters/ })
    expect(await filters.isVisible()).toBe(false)
    await page.locator('th[aria-sort=ascending] .lucide-arrow-up').waitFor()
    // the levels of each scheme stand under its name
    const levels = page.getByLabel('Working at level').locator('optgroup')
    expect(await levels.evaluateAll((groups) => groups.map((group) => group.getAttribute('label')))).toEqual([
      'Exercise library',
      'Swim',
      'Water safety',
    ])

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByLabel('Category').isVisible()).toBe(false)
    await filters.click()
    await page.getByLabel('Category').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('offers actions once rows are selected, for all members that the filters find', async () => {
    const { page } = admin
    await open(page, '/members?search=o%27con')
    await page.getByText(/^1–\d of \d$/).waitFor()
    const bar = page.getByRole('group', { name: /selected$/ })
    expect(await bar.count()).toBe(0)
    await page.getByRole('checkbox', { name: "Select Siân O'Connor" }).check()
    await page.getByRole('group', { name: '1 selected' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export' }).click(),
    ])
    expect((await readFile((await file.path()) ?? '', 'utf8')).trimEnd().split('\n')).toHaveLength(2)
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await bar.waitFor({ state: 'detached' })

    await open(page, '/members')
    const pager = page.getByText(/^1–25 of \d+$/)
    const total = Number((await pager.textContent())?.split(' of ')[1])
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('group', { name: '25 selected' }).waitFor()
    await bar.getByRole('button', { name: `Select all ${total}` }).click()
    await page.getByRole('group', { name: `${total} selected` }).waitFor()
    expect(await violations(page)).toEqual([])
    await bar.getByLabel('More…').selectOption({ label: 'Add an ability group' })
    await dialog(page).getByLabel('Ability group').fill('Everybody')
    await dialog(page).getByRole('button', { name: 'Add an ability group' }).click()
    const message = page.locator('.toasts .alert').filter({ hasText: `${total} members have been changed` })
    await message.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: everything is as it was before.').waitFor()
    await bar.waitFor({ state: 'detached' })
  })

  test('shows the last page where the URL asks for one beyond it, as after rows were removed', async () => {
    const { page } = admin
    await open(page, '/members?page=9999&per_page=100')
    // the demo's club has between 100 and 200 members, so the second page is the last one; the URL counts pages from 0
    await page.getByText(/^101–(\d+) of \1$/).waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('1')
  })

  test('opens the detail view by keyboard, and Escape closes it and moves the focus back to the row', async () => {
    const { page } = admin
    await open(page, '/members?search=o%27con')
    const row = page.getByRole('link', { name: "O'Connor, Siân" })
    await row.focus()
    await page.keyboard.press('Enter')
    await detail(page, "Siân O'Connor").getByText('Medical.').waitFor()
    await detail(page, "Siân O'Connor").getByText('1 skill to go').waitFor()
    await page.keyboard.press('Escape')
    await detail(page, "Siân O'Connor").waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true)
  })

  test('creates a member after showing what is wrong, field by field', async () => {
    const { page } = admin
    await open(page, '/members')
    await page.getByRole('link', { name: 'Add member' }).click()
    await dialog(page).getByLabel('First name').fill('R2')

    // neither a click outside the form nor Escape loses the typed text
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
    await page.mouse.click(4, 4)
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    await dialog(page).getByLabel('First name').focus()
    await page.keyboard.press('Escape')
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    // the field has the focus again; until then Escape reaches no dialog
    await dialog(page).locator('input:focus').waitFor()
    expect(await dialog(page).getByLabel('First name').inputValue()).toBe('R2')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Close without saving' }).click()
    await dialog(page).waitFor({ state: 'detached' })

    // a first name with a digit is reported; the corrected form is saved
    await page.getByRole('link', { name: 'Add member' }).click()
    await dialog(page).getByLabel('First name').fill('R2')
    await dialog(page).getByRole('button', { name: 'Add member' }).click()
    await dialog(page)
      .getByText(/^Use letters, spaces/)
      .waitFor()
    await dialog(page).getByLabel('First name').fill('Wren')
    await dialog(page).getByLabel('Last name').fill('Abernathy-Jones')
    await fillDay(dialog(page).getByLabel('Date of birth'), '2018-03-04')
    await dialog(page).getByLabel('Medical notes and conditions').fill('Nut allergy')
    await dialog(page).getByRole('button', { name: 'Add member' }).click()
    await detail(page, 'Wren Abernathy-Jones').getByText('Nut allergy').waitFor()
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).waitFor()
  })

  test('takes dates day first in any browser, refuses an impossible one in words, and has a calendar', async () => {
    const { page } = admin
    expect(await page.evaluate(() => navigator.language)).toBe('en-US')
    await open(page, '/members?search=abernathy')
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const born = dialog(page).getByLabel('Date of birth')
    expect(await born.inputValue()).toBe('04/03/2018')

    // the slashes come by themselves
    await born.fill('')
    await born.pressSequentially('31022018')
    expect(await born.inputValue()).toBe('31/02/2018')
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByText(/^“31\/02\/2018” is not a date\. Enter day, month and year/)
      .waitFor()
    expect(await violations(page)).toEqual([])

    await born.fill('28/02/2018')
    const calendar = dialog(page).getByRole('table', { name: 'Feb 2018' })
    await dialog(page).getByRole('button', { name: 'Open the calendar' }).press('Enter')
    await calendar.getByRole('button', { name: 'Wed Feb 28th 2018', pressed: true }).waitFor()
    expect(await violations(page)).toEqual([])
    // Escape closes the calendar alone
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await dialog(page).getByRole('button', { name: 'Open the calendar' }).press('Enter')
    await calendar.waitFor()
    // closed and opened again at once, before the browser has told of either
    await dialog(page)
      .getByRole('button', { name: 'Open the calendar' })
      .evaluate((button: { click: () => void }) => {
        for (let press = 0; press < 2; press++) button.click()
      })
    await calendar.waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog(page).getByRole('table', { name: 'Mar 2018' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => born.inputValue()).toBe('01/03/2018')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await detail(page, 'Wren Abernathy-Jones').getByText('Mar 1st 2018').waitFor()
  })

  test('keeps both changes when two people edit the same member', async () => {
    const { page } = admin
    // the same administrator in another browser stands for the other person
    const other = await visit(browser, server, 'club', 'admin', watch, 1440)
    await other.page.getByText(/^1–25 of [\d,]+$/).waitFor()
    for (const editor of [page, other.page]) {
      await open(editor, '/members?search=abernathy')
      await editor.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
      await editor.getByRole('button', { name: 'Edit' }).click()
    }

    await dialog(other.page).getByLabel('Telephone').fill('029 2087 4000')
    await dialog(other.page).getByRole('button', { name: 'Save' }).click()
    await detail(other.page, 'Wren Abernathy-Jones').getByText('029 2087 4000').waitFor()

    // the second save is refused until its author has seen the first one's change, which cannot be loaded at first
    const noMember = /\/v1\/members\/[\da-f-]{36}$/
    await page.route(noMember, (route) =>
      route.request().method() === 'GET' ? route.abort('connectionfailed') : route.fallback(),
    )
    await dialog(page).getByLabel('Note', { exact: true }).fill('Likes the front lane')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('This could not be saved. What you typed is still here').waitFor()
    await page.unroute(noMember)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Somebody else changed this meanwhile: Telephone.').waitFor()
    await expect.poll(() => dialog(page).getByLabel('Telephone').inputValue()).toBe('029 2087 4000')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await detail(page, 'Wren Abernathy-Jones').getByText('Likes the front lane').waitFor()
    await detail(page, 'Wren Abernathy-Jones').getByText('029 2087 4000').waitFor()
    await other.context.close()
  })
})

describe('the groups page', () => {
  test('creates a group with its coach, and adds members by keyboard alone', async () => {
    const { page } = admin
    await open(page, '/groups?group=new')
    await dialog(page).getByLabel('Group', { exact: true }).fill('Sea Otters')
    for (const day of ['Monday', 'Sunday']) await dialog(page).getByLabel(day).check()
    // in 24 hours, although the browser's language is American English
    const beginsAt = dialog(page).getByLabel('Begins at')
    await beginsAt.fill('1630')
    await beginsAt.press('Tab')
    expect(await beginsAt.inputValue()).toBe('16:30')
    await dialog(page).getByLabel('Places').fill('2')
    await dialog(page).getByLabel('Scheme').selectOption({ label: 'Swim' })
    await dialog(page).getByLabel('Stage 1', { exact: true }).check()
    await dialog(page).getByLabel('Coaches mark other levels than those of the group').check()

    // the levels that can be marked are those of the group until others are chosen; to choose none is refused
    const marked = dialog(page).getByRole('group', { name: 'Levels that can be marked' })
    await expect.poll(() => marked.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await marked.getByLabel('Stage 1', { exact: true }).uncheck()
    await dialog(page).getByRole('button', { name: 'Add group' }).click()
    await marked.getByText('Enter this.').waitFor()
    await marked.getByLabel('Stage 2', { exact: true }).check()

    await dialog(page).getByRole('button', { name: 'Add a coach' }).click()
    await dialog(page).getByLabel('Coach', { exact: true }).selectOption({ label: 'Anna Pritchard' })
    await dialog(page).getByRole('button', { name: 'Add group' }).click()
    const group = detail(page, 'Sea Otters')
    await group.getByText('0 of 2 places').waitFor()
    await group.getByText('Stage 2', { exact: true }).waitFor()

    // members are added by keyboard alone
    const add = group.getByRole('combobox', { name: 'Add a member: type a name' })
    await add.focus()
    await page.keyboard.type('abernathy')
    // Enter is pressed before the server has answered the search
    await page.keyboard.press('Enter')
    await page.getByText('Wren is in Sea Otters').waitFor()
    await group.getByText('1 of 2 places').waitFor()
    await page.keyboard.type("o'connor b")
    // the results of the text's beginning are gone, so the arrow key reaches no other member
    const offered = group.getByRole('listbox').getByRole('option')
    await expect.poll(() => offered.count()).toBe(1)
    await offered.filter({ hasText: 'Beca' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await group.getByText('2 of 2 places').waitFor()
    await page.keyboard.type("o'connor s")
    await group.getByRole('option', { name: /^Siân/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^This group is full\./).waitFor()
  })

  test('adds a child, who then appears on the coach’s tablet with the medical note', async () => {
    coach = await visit(browser, server, 'coach', 'coach', watch, 820)
    await coach.page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    const { page } = admin
    await open(page, '/groups?search=dolphins')
    await page.getByRole('link', { name: 'Dolphins' }).click()
    const add = detail(page, 'Dolphins').getByRole('combobox', { name: 'Add a member: type a name' })
    await add.fill('abernathy')
    await detail(page, 'Dolphins').getByRole('option', { name: /^Wren/, selected: true }).waitFor()
    await add.press('Enter')

    await coach.page.getByRole('link', { name: 'Dolphins' }).first().click()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor()
    await coach.page
      .getByText(/Nut allergy/)
      .first()
      .waitFor()
  })

  test('moves a member and removes one, and a member made inactive disappears from the tablet too', async () => {
    const { page } = admin
    await open(page, '/groups?search=otters')
    expect(await downloadedName(page, 'CSV')).toMatch(/^groups-.*\.csv$/)
    await page.getByRole('link', { name: 'Sea Otters' }).click()
    const group = detail(page, 'Sea Otters')
    await group.getByText('2 of 2 places').waitFor()

    // without the search the list shows Kelp, too; Beca is dragged onto its row, and one press undoes that
    await page.getByLabel('Name of the group').fill('')
    const kelp = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Kelp', exact: true }) })
    await group.getByRole('listitem').filter({ hasText: "Beca O'Connor" }).dragTo(kelp)
    await page.getByText('Beca has moved to Kelp').waitFor()
    await group.getByText('1 of 2 places').waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await group.getByText('2 of 2 places').waitFor()

    // on a narrow screen that is scrolled to its end, the page ends above the message, so that no button is covered
    await page.setViewportSize({ width: 820, height: 900 })
    await group.getByLabel("Move Beca O'Connor to").selectOption({ label: 'Kelp' })
    const message = page.getByText('Beca has moved to Kelp')
    await message.waitFor()
    await expect
      .poll(async () => {
        await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
        const [mainBox, messageBox] = await Promise.all([page.getByRole('main').boundingBox(), message.boundingBox()])
        return mainBox !== null && messageBox !== null && mainBox.y + mainBox.height <= messageBox.y
      })
      .toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await group.getByText('1 of 2 places').waitFor()

    await group.getByRole('button', { name: 'Remove Wren Abernathy-Jones' }).click()
    await group.getByText('0 of 2 places').waitFor()

    await open(page, '/members?search=abernathy')
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
    expect(await downloadedName(page, 'Export')).toBe('Wren Abernathy-Jones.json')

    await page.getByRole('button', { name: 'Make inactive' }).click()
    await page.getByText('Wren is inactive now and has left Dolphins').waitFor()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor({ state: 'detached' })

    // one undo makes the member active again, in the group and on the tablet
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('Undone: everything is as it was before.').waitFor()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor()

    await page.getByRole('button', { name: 'Make inactive' }).click()
    await page.getByRole('button', { name: 'Make active' }).waitFor()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor({ state: 'detached' })
    await open(page, '/members?view=inactive')
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).waitFor()
  })
})

describe('a dated session', () => {
  const calendar = () => admin.page.getByRole('list', { name: 'Sessions' })
  // the heading of a column says that its day is today
  const todaysColumn = () => calendar().locator('[aria-current=date]').locator('..')
  const todaysSession = (group: string) => todaysColumn().getByRole('link', { name: new RegExp(group) })

  test('is given to a covering coach, who takes its register offline, and the club sees it', async () => {
    const { page } = admin
    await open(page, '/sessions')
    await todaysSession('Marlins').click()
    const session = detail(page, 'Marlins')
    await session.getByLabel('Cover coach').locator('option', { hasText: 'Dewi Lloyd' }).waitFor({ state: 'attached' })
    await session.getByLabel('Cover coach').selectOption({ label: 'Dewi Lloyd' })
    await page.getByText('Dewi Lloyd covers this session.').waitFor()
    await todaysSession('Marlins').getByText('Cover: Dewi Lloyd').waitFor()

    const coveringCoach = await visit(browser, server, 'coach', 'coach2', watch, 390)
    const row = coveringCoach.page.getByRole('row', { name: /Marlins/ })
    await row.getByText('You cover it').waitFor()
    await waitUntilInstalled(coveringCoach.page)
    await coveringCoach.context.setOffline(true)
    await row.getByRole('link', { name: 'Marlins' }).click()
    await coveringCoach.page.getByText('You cover this session.').waitFor()
    await coveringCoach.page.getByRole('link', { name: 'Register' }).click()
    await coveringCoach.page.getByRole('button', { name: 'All present' }).click()
    await coveringCoach.page.getByText(/^[1-9]\d* here, 0 absent/).waitFor()
    await coveringCoach.context.setOffline(false)
    await session.getByText(/ · [1-9]\d* here, 0 absent, 0 not marked$/).waitFor()
    await coveringCoach.context.close()

    // the calendar has the same: how many places are taken, who covers and how far the register is
    const marlins = todaysSession('Marlins')
    await marlins.getByText(/^\d+ of \d+ places taken$/).waitFor()
    await marlins.getByText(/Register done, (\d+) of \1 present$/).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('is printed as a sheet that begins with its register', async () => {
    const { page } = admin
    await open(page, '/sessions')
    await todaysSession('Marlins').click()
    const session = detail(page, 'Marlins')
    await session.getByRole('button', { name: 'Print' }).waitFor()
    expect(await session.getByRole('heading', { level: 3 }).first().textContent()).toBe('Register')
    await page.emulateMedia({ media: 'print' })
    expect(await session.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Register'])
    expect(await session.getByRole('listitem').count()).toBeGreaterThan(0)
    expect(await calendar().isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('asks before the reason for cancelling it is lost with its panel', async () => {
    const { page } = admin
    await open(page, '/sessions?view=day')
    await todaysSession('Dolphins').click()
    const reason = detail(page, 'Dolphins').getByLabel('Reason')
    await reason.fill('No heating')
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
    await todaysSession('Marlins').click()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await reason.inputValue()).toBe('No heating')
    await reason.press('Escape')
    await question.getByRole('button', { name: 'Close without saving' }).click()
    await detail(page, 'Dolphins').waitFor({ state: 'detached' })
  })

  test('is cancelled with a reason that coaches read, restored by one tap, and reached by arrow keys', async () => {
    const { page } = admin
    await open(page, '/sessions?view=day')
    await todaysSession('Dolphins').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).not.toContain('Dolphins')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Dolphins')
    await page.keyboard.press('Enter')

    await detail(page, 'Dolphins').getByLabel('Reason').fill('No heating')
    await detail(page, 'Dolphins').getByRole('button', { name: 'Cancel this session' }).click()
    await todaysSession('Dolphins').getByText('Cancelled').waitFor()

    const tablet = coach.page
    await tablet.goto(server.url('coach', '/member-groups'))
    await tablet
      .getByRole('row', { name: /Dolphins/ })
      .getByText('Cancelled')
      .waitFor()
    await tablet
      .getByRole('row', { name: /Dolphins/ })
      .getByRole('link', { name: 'Dolphins' })
      .click()
    await tablet.getByText('No heating').waitFor()

    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Undone.').waitFor()
    await todaysSession('Dolphins').getByText('Cancelled').waitFor({ state: 'detached' })
  })

  test('is moved to another time and another day, and back by one press', async () => {
    const { page } = admin
    await open(page, '/sessions')
    await todaysSession('Marlins').click()
    const session = detail(page, 'Marlins')
    const usualTime = await session.getByLabel('Begins at').inputValue()
    await session.getByLabel('Begins at').fill('06:05')
    await session.getByRole('button', { name: 'Move this session' }).click()
    await page.getByText('Marlins begins at 06:05 on this day.').waitFor()
    await todaysSession('Marlins').getByText('06:05').waitFor()
    await session.getByRole('button', { name: 'Back to its usual day and time' }).click()
    await todaysSession('Marlins').getByText(usualTime).waitFor()

    // Sea Otters meet on Sundays and Mondays; the session of a Monday two to eight days ahead is moved to Tuesday
    await open(page, '/groups?search=otters')
    const href = await page.getByRole('link', { name: 'Sea Otters' }).getAttribute('href')
    const groupId = new URLSearchParams(href?.split('?')[1]).get('group')
    const today = localDate(Date.now(), 'Europe/London')
    const monday = addDays(today, 8 - weekday(today))
    await open(page, `/sessions?on=${monday}&session=${groupId}/${monday}`)
    const otters = detail(page, 'Sea Otters')
    const move = async (date: string) => {
      await fillDay(otters.getByLabel('Day', { exact: true }), date)
      await otters.getByRole('button', { name: 'Move this session' }).click()
    }

    // a day in the past and a day on which the group meets anyway are refused
    await move(addDays(today, -1))
    await otters.getByText('Choose a day from today on, while the group runs.').waitFor()
    await move(addDays(monday, 7))
    await page.getByText('The group has a session on this day already.').waitFor()

    await move(addDays(monday, 1))
    await otters.getByText(/^Moved from/).waitFor()
    expect(await violations(page)).toEqual([])
    await otters.getByRole('link', { name: 'Open the group' }).click()
    await detail(page, 'Sea Otters')
      .getByText(/^Moved to/)
      .waitFor()

    await page.goBack()
    await otters.getByRole('button', { name: 'Back to its usual day and time' }).click()
    await page.getByText('Sea Otters is at its usual day and time again.').waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await otters.getByText(/^Moved from/).waitFor()
  })

  test('is not held in a holiday, which is removed and comes back by undo', async () => {
    const { page } = admin
    await open(page, '/sessions?view=terms')
    await page.getByRole('button', { name: 'Add a term or holiday' }).click()
    const add = dialog(page).getByRole('button', { name: 'Add a term or holiday' })
    await add.click()
    await dialog(page).getByText('Enter a name.').waitFor()

    // the holiday is in a week long after the demo's terms
    await dialog(page).getByLabel('Kind').selectOption('holiday')
    await dialog(page).getByLabel('Name in English').fill('Building works')
    await fillDay(dialog(page).getByLabel('First day'), '2031-01-06')
    await fillDay(dialog(page).getByLabel('Last day'), '2031-01-12')
    await add.click()
    const works = page.getByRole('row', { name: /Building works/ })
    await works.waitFor()

    await open(page, '/sessions?view=week&on=2031-01-08')
    // each day of that week names the holiday
    await expect.poll(() => calendar().getByText('Building works').count()).toBe(7)

    // who saves after somebody else has changed the dates keeps these
    const other = await page.context().newPage()
    for (const editor of [page, other]) {
      await open(editor, '/sessions?view=terms')
      await editor.getByRole('button', { name: 'Edit Building works' }).click()
    }
    await fillDay(dialog(other).getByLabel('Last day'), '2031-01-10')
    await dialog(other).getByRole('button', { name: 'Save' }).click()
    await other.getByRole('row', { name: /Jan 10th 2031/ }).waitFor()
    await other.close()
    await dialog(page).getByLabel('Name in English').fill('Building works, east')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Somebody else changed this meanwhile: Last day.').waitFor()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Building works, east.*Jan 10th 2031/ }).waitFor()

    // removed, brought back by undo, and removed again
    await open(page, '/sessions?view=terms')
    await works.getByRole('button', { name: 'Remove Building works, east' }).click()
    await works.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await works.waitFor()
    await works.getByRole('button', { name: 'Remove Building works, east' }).click()
    await works.waitFor({ state: 'detached' })
  })
})

describe('the users page', () => {
  test('invites a coach, changes one, sets a password, makes one inactive and active, and removes one', async () => {
    const { page } = admin
    await open(page, '/users')
    await page.getByText(/^1–\d+ of [\d,]+$/).waitFor()
    expect(await downloadedName(page, 'CSV')).toMatch(/^users-.*\.csv$/)
    await page.getByRole('link', { name: 'Add user' }).click()
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByText('Enter this.').first().waitFor()

    // an invitation needs an address that nobody has yet
    await dialog(page).getByLabel('First name').fill('Mared')
    await dialog(page).getByLabel('Last name').fill('Newydd')
    await dialog(page).getByLabel('E-mail').fill('coach@aquila.example')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByText('Somebody has an account with this address already.').waitFor()
    await dialog(page).getByLabel('E-mail').fill('mared@aquila.example')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await page.getByText('An invitation is on its way to mared@aquila.example').waitFor()
    await page
      .getByRole('row', { name: /Newydd/ })
      .getByText('invited')
      .waitFor()

    await page.getByRole('link', { name: 'Newydd, Mared' }).click()
    const user = detail(page, 'Mared Newydd')
    await user.getByRole('button', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Last name').fill('Newydd-Rees')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Newydd-Rees, Mared' }).waitFor()
    const renamed = detail(page, 'Mared Newydd-Rees')
    const question = page.getByRole('alertdialog')

    // a coach who loses the role leaves all groups, so the name must be typed; becoming a coach needs no name
    for (const kind of ['admin', 'coach']) {
      await renamed.getByRole('button', { name: 'Edit' }).click()
      await dialog(page).getByLabel('Kind').selectOption(kind)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      if (kind === 'admin') {
        await question.getByText('Mared Newydd-Rees is no longer a coach').waitFor()
        await question.getByLabel('Type the name: Mared Newydd-Rees').fill('Mared Newydd-Rees')
        await question.getByRole('button', { name: 'Save' }).click()
      }
      await renamed
        .getByText(kind === 'admin' ? 'Club office' : 'Coach', { exact: false })
        .first()
        .waitFor()
      await dialog(page).waitFor({ state: 'detached' })
    }

    await renamed.getByRole('button', { name: 'New password…' }).click()
    for (const label of ['New password', 'The same password again'])
      await dialog(page).getByLabel(label, { exact: true }).fill('Quiet-harbour-7')
    await dialog(page).getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Mared Newydd-Rees has a new password').waitFor()

    await renamed.getByRole('button', { name: 'Make inactive' }).click()
    await question.getByLabel('Type the name: Mared Newydd-Rees').fill('Mared Newydd-Rees')
    await question.getByRole('button', { name: 'Make inactive' }).click()
    await page.getByRole('row', { name: /Newydd/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Status').selectOption({ label: 'Inactive' })
    await page.getByRole('link', { name: 'Newydd-Rees, Mared' }).waitFor()
    await renamed.getByRole('button', { name: 'Make active' }).click()
    await page.getByText('Mared Newydd-Rees is active again').waitFor()

    await page.getByLabel('Status').selectOption('current')
    await renamed.getByRole('button', { name: /^Remove from the club/ }).click()
    // small letters will do
    await question.getByLabel('Type the name: Mared Newydd-Rees').fill('mared newydd-rees')
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /Newydd/ }).waitFor({ state: 'detached' })
  })
})

/** Lets frames come late until the page is left, as on a busy machine: what a request changes may come before them. */
const LATE_FRAMES = `(() => {
  globalThis.requestAnimationFrame = (draw) => setTimeout(draw, 300)
  globalThis.cancelAnimationFrame = clearTimeout
})()`

describe('a child who was entered twice', () => {
  test('is found, merged, and unmerged', async () => {
    const { page } = admin
    // the same birthday and last name, and first names that begin alike
    for (const [first, dob] of [
      ['Gwenllian', '2018-01-02'],
      ['Gwen', '2018-01-02'],
    ] as const) {
      await open(page, '/members?member=new')
      await dialog(page).getByLabel('First name').fill(first)
      await dialog(page).getByLabel('Last name').fill('Tudur')
      await fillDay(dialog(page).getByLabel('Date of birth'), dob)
      await dialog(page).getByRole('button', { name: 'Add member' }).click()
      await detail(page, `${first} Tudur`).waitFor()
    }

    // a page that is gone leads to the last one
    await open(page, '/members/duplicates?page=9')
    await page.getByRole('button', { name: 'Keep this one Gwenllian Tudur' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep this one Gwenllian Tudur' }).click()
    await page.getByText('Gwen Tudur into Gwenllian Tudur').waitFor()
    await page.getByRole('button', { name: 'Keep this one Gwenllian Tudur' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Keep this one Gwenllian Tudur' }).waitFor()
    await page.getByText('merge undone', { exact: true }).waitFor()
  })

  test('is not listed any more once it is known that there are two children, and can be listed again', async () => {
    const { page } = admin
    await open(page, '/members/duplicates')
    const areTwo = page.getByRole('button', {
      name: /^These are two children Gwen(llian)? Tudur and Gwen(llian)? Tudur/,
    })
    await page.evaluate(LATE_FRAMES)
    await areTwo.press('Enter')
    await areTwo.waitFor({ state: 'detached' })
    // what follows has the focus: the next pair, or those that are two children
    await expect.poll(() => focused(page)).toMatch(/^button "(These are two children|List again)/)
    await page.reload()
    const again = page.getByRole('button', { name: /^List again Gwen(llian)? Tudur and Gwen(llian)? Tudur/ })
    await again.waitFor()
    expect(await areTwo.count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await again.click()
    await areTwo.waitFor()
    await page.getByText(/^1–\d+ of \d+$/).waitFor()
  })
})

describe('the log', () => {
  test('says who did what in the club, can be searched, opened by keyboard and downloaded', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'merged' })
    // a merge has an entry for each of its two records
    await page.getByText('1–2 of 2').waitFor()

    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'All actions' })
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('abernathy')
    await page.getByRole('combobox', { name: 'Type of record' }).selectOption({ label: 'Member' })
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'created' })
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('row', { name: /Gwilym Thomas.*Member: created.*Wren Abernathy-Jones/ }).waitFor()

    await page.locator('[data-row]').focus()
    await page.keyboard.press('Enter')
    await detail(page, 'created').getByText('Wren Abernathy-Jones').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await detail(page, 'created').waitFor({ state: 'detached' })

    expect(await downloadedName(page, 'CSV')).toMatch(/^audit-.*\.csv$/)
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('nobody at all')
    await page.getByText('Nothing found').waitFor()
  })
})

describe('on the members page,', () => {
  test('the detail view of a member shows marks, and who did what', async () => {
    const { page } = admin
    await open(page, '/members?search=o%27connor')
    await page.getByRole('link', { name: "O'Connor, Siân" }).click()
    const member = detail(page, "Siân O'Connor")
    await member.getByRole('heading', { name: 'Marks' }).waitFor()
    await member.getByRole('heading', { name: 'Log' }).waitFor()
    await member.getByText('Medical notes read').first().waitFor()
    // what coaches did is told in words, with the child as the subject
    await member
      .getByRole('button', { name: /\d+ older$/ })
      .last()
      .click()
    await member
      .getByText(/^Siân passed \S/)
      .first()
      .waitFor()
    expect(await member.getByText('Something else was done').count()).toBe(0)
  })

  test('the detail view shows attendance as discs, prints alone, and keeps erasing apart', async () => {
    const { page } = admin
    // a child of a group that does not run every day, and so has registers
    await open(page, '/members?search=abara')
    await page.getByRole('link', { name: 'Abara, Noah' }).click()
    const member = detail(page, 'Noah Abara')
    await member.getByText(/^\d+ of the last \d+$/).waitFor()
    const attendance = member.locator('section').filter({ has: page.getByRole('heading', { name: 'Attendance' }) })
    await attendance.getByRole('listitem').first().waitFor()
    expect(await attendance.getByRole('listitem').last().textContent()).toMatch(/\d{4}, .+: (present|absent)$/)

    // the buttons of every day stand in the head, and erasing below everything else
    expect(await member.locator('header').getByRole('button').allInnerTexts()).toEqual([
      '',
      'Edit',
      'Move',
      'Add to a group',
      'Print',
    ])
    const [erase, inactive] = await Promise.all(
      ['Erase…', 'Make inactive'].map((name) => member.getByRole('button', { name }).boundingBox()),
    )
    expect((erase?.y ?? 0) - (inactive?.y ?? 0)).toBeGreaterThan(60)

    await page.emulateMedia({ media: 'print' })
    expect(await member.isVisible()).toBe(true)
    expect(await page.getByRole('table', { name: 'Members' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('a member is moved and added to a group from the detail view, and an undo puts the member back', async () => {
    const { page } = admin
    await open(page, '/members?member=new')
    await dialog(page).getByLabel('First name').fill('Nia')
    await dialog(page).getByLabel('Last name').fill('Symud')
    await fillDay(dialog(page).getByLabel('Date of birth'), '2018-05-06')
    await dialog(page).getByRole('button', { name: 'Add member' }).click()
    const member = detail(page, 'Nia Symud')
    const groups = member.locator('section').filter({ has: page.getByRole('heading', { name: 'Groups' }) })
    const chooseGroup = async (name: RegExp, button: string) => {
      await member.getByRole('button', { name: button, exact: true }).click()
      const option = dialog(page).getByRole('option', { name })
      const value = (await option.getAttribute('value')) ?? ''
      await dialog(page).getByLabel('Group', { exact: true }).selectOption(value)
      await dialog(page).getByRole('button', { name: button }).click()
    }

    await chooseGroup(/^Ripples,/, 'Add to a group')
    await page.getByText('Nia is in Ripples now').waitFor()
    await groups.getByText('Ripples', { exact: true }).waitFor()
    await member.getByText('Nia joined Ripples').waitFor()

    await chooseGroup(/^Dolphins,/, 'Move')
    await page.getByText('Nia has moved to Dolphins').waitFor()
    await groups.getByText('Dolphins', { exact: true }).waitFor()
    expect(await groups.getByText('Ripples', { exact: true }).count()).toBe(0)
    await page
      .locator('.toasts .alert')
      .filter({ hasText: 'Nia has moved' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await groups.getByText('Ripples', { exact: true }).waitFor()
  })

  test('one button invites the guardians of all members shown, but not those of an inactive member', async () => {
    const { page } = admin
    await open(page, '/members?search=abernathy&view=inactive')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('button', { name: 'Invite parents' }).click()
    // the only member shown is inactive, and the question says so
    const question = page.getByRole('alertdialog', { name: '0 e-mails go out' })
    await question.getByText('1 member: inactive').waitFor()
    await question.getByText('Wren Abernathy-Jones').waitFor()
    expect(await question.getByRole('button', { name: 'Send 0 e-mails' }).isDisabled()).toBe(true)
    await question.getByRole('button', { name: 'Cancel' }).click()

    // brother and sister have one guardian, who gets one mail
    for (const first of ['Ffion', 'Gethin']) {
      await open(page, '/members?member=new')
      await dialog(page).getByLabel('First name').first().fill(first)
      await dialog(page).getByLabel('Last name').first().fill('Invitee')
      await fillDay(dialog(page).getByLabel('Date of birth'), '2017-01-02')
      await dialog(page).getByRole('button', { name: 'Add a guardian' }).click()
      await dialog(page).getByLabel('First name').last().fill('Mair')
      await dialog(page).getByLabel('Last name').last().fill('Invitee')
      await dialog(page).getByLabel('E-mail').last().fill('mair.invitee@example.com')
      await dialog(page).getByRole('button', { name: 'Add member' }).click()
      await detail(page, `${first} Invitee`).waitFor()
    }
    await open(page, '/members?search=invitee')
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: 'Invite parents' }).click()
    await page
      .getByRole('alertdialog', { name: '1 e-mail goes out' })
      .getByRole('button', { name: 'Send 1 e-mail' })
      .click()
    await page.getByText('1 invitation is on its way.').waitFor()
    await page.getByRole('button', { name: 'Invite parents' }).click()
    await page.getByRole('alertdialog').getByText('2 members: invited already').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('a member is erased when the name is typed; a form of the member that is open elsewhere cannot be saved then, and keeps its text', async () => {
    const { page } = admin
    // a watch of its own, because the browser logs the save that is refused
    const other = await visit(browser, server, 'club', 'admin', new Watch(), 1440)
    for (const viewer of [page, other.page]) {
      await open(viewer, '/members?search=abernathy&view=inactive')
      await viewer.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
    }
    await other.page.getByRole('button', { name: 'Edit' }).click()
    await detail(page, 'Wren Abernathy-Jones').getByRole('button', { name: 'Erase…' }).click()

    const question = page.getByRole('alertdialog')
    await expect.poll(() => question.getByRole('button', { name: 'Type the name first' }).isDisabled()).toBe(true)
    await question.getByLabel('Type the name: Wren Abernathy-Jones').fill('wren abernathy–jones')
    await question.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('The member has been erased').waitFor()
    await page.getByText('Nobody found').waitFor()

    const note = dialog(other.page).getByLabel('Note', { exact: true })
    await note.fill('Swims with a float')
    await dialog(other.page).getByRole('button', { name: 'Save' }).click()
    await dialog(other.page)
      .getByRole('alert')
      .getByText(/^This no longer exists/)
      .waitFor()
    expect(await note.inputValue()).toBe('Swims with a float')
    await other.context.close()
  })
})

test('the settings of the club ask before a change that is not saved is left', async () => {
  const { page } = admin
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await open(page, '/settings')
  const types = page.getByLabel('Member types')
  const saved = await types.inputValue()
  await types.fill(`${saved}\nSquad`)
  await goTo('Documents')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await types.inputValue()).toBe(`${saved}\nSquad`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await goTo('Documents')
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  await goTo('Club settings')
  await types.fill(saved)
  const isSave = (response: Response) => response.request().method() === 'PATCH'
  const [stored] = await Promise.all([page.waitForResponse(isSave), save.click()])
  expect(stored.ok()).toBe(true)
})

describe('every page of the club portal', () => {
  const paths = ['/members', '/members?member=new', '/groups', '/groups?group=new', '/users', '/users?user=new', '/log']
  /** What a view of the sessions page shows when it has loaded. */
  const contentOf = (view: string) =>
    view === 'terms'
      ? admin.page.getByRole('row', { name: /This term/ })
      : admin.page.getByRole('list', { name: 'Sessions' })

  test.each([390, 1440])('has no accessibility violation in %i px', async (width) => {
    const { page } = admin
    const allViolations: string[] = []
    const check = async (where: string) => {
      for (const violation of await violations(page)) allViolations.push(`${where}: ${violation}`)
    }
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await open(page, path)
      await page.getByText(/^1–\d+ of [\d,]+$/).waitFor()
      if (path.endsWith('new')) await dialog(page).waitFor()
      await check(path)
    }
    await open(page, '/members?search=o%27connor')
    await page.getByRole('link', { name: "O'Connor, Siân" }).click()
    await detail(page, "Siân O'Connor").getByText('1 skill to go').waitFor()
    await check('member')
    await open(page, '/groups')
    await page.getByRole('link', { name: 'Dolphins' }).click()
    await detail(page, 'Dolphins')
      .getByText(/places$/)
      .waitFor()
    await check('group')
    for (const view of ['week', 'month', 'terms']) {
      await open(page, `/sessions?view=${view}`)
      await contentOf(view).waitFor()
      await check(`sessions by ${view}`)
    }
    expect(allViolations).toEqual([])
  })

  test('fits a phone of 320 px without scrolling sideways', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of [...paths, '/members?sort=adob', '/groups?sort=amembers']) {
      await open(page, path)
      await page.getByText(/^1–\d+ of [\d,]+$/).waitFor()
      await expect.poll(() => sidewaysOverflow(page), { message: path }).toBeLessThanOrEqual(0)
    }
    for (const view of ['week', 'month', 'terms']) {
      await open(page, `/sessions?view=${view}`)
      await contentOf(view).waitFor()
      expect(await sidewaysOverflow(page), view).toBeLessThanOrEqual(0)
    }
    await open(page, '/today')
    await page.getByRole('table', { name: 'Registers' }).waitFor()
    expect(await sidewaysOverflow(page), 'today').toBeLessThanOrEqual(0)
    await open(page, '/members/import')
    await page.getByText('Template, and what each column can contain').click()
    expect(await sidewaysOverflow(page), 'template').toBeLessThanOrEqual(0)
  })

  test.each([320, 700, 820])('has no control behind an open detail view in %i px', async (width) => {
    const { page } = admin
    await page.setViewportSize({ width, height: 700 })
    await open(page, '/groups')
    await page.getByRole('link', { name: 'Dolphins' }).click()
    await detail(page, 'Dolphins')
      .getByText(/places$/)
      .waitFor()
    expect(await coveredControls(page), 'group').toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('link "Dolphins"')
    await open(page, '/sessions?view=week')
    await page
      .getByRole('list', { name: 'Sessions' })
      .getByRole('link', { name: /Dolphins/ })
      .first()
      .click()
    await detail(page, 'Dolphins').getByRole('heading', { name: 'Register' }).waitFor()
    expect(await coveredControls(page), 'session').toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^link ".*Dolphins/)
  })

  test('has room for a detail view and its list in a low window, as at 200 % zoom', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 640, height: 450 })
    await open(page, '/members')
    await page.getByText(/^1–\d+ of [\d,]+$/).waitFor()
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    await open(page, '/members?search=o%27connor')
    await page.getByRole('link', { name: "O'Connor, Siân" }).click()
    const panel = detail(page, "Siân O'Connor")
    await panel.getByText('1 skill to go').waitFor()
    expect((await panel.boundingBox())?.height).toBeGreaterThanOrEqual(400)
  })

  test('shows the whole focus ring of each view of a list, also of one that is not in view', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, '/members')
    await page.getByText(/^1–\d+ of [\d,]+$/).waitFor()
    await page
      .getByRole('link', { name: 'Add member' })
      .or(page.getByRole('button', { name: 'Add member' }))
      .focus()
    for (const view of ['Active', 'Ready to pass', 'No guardian e-mail', 'In no group', 'Inactive']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toContain(`link "${view}`)
      await expect.poll(() => cutOfFocusRing(page), { message: view }).toBeLessThanOrEqual(0)
    }
  })

  test('logs only intended refusals, breaks no content policy and requests no other origin', () => {
    // the browser itself logs each refused call (409 a conflict, 412 a change by somebody else) and the lost network; a
    // page that hears of a moved session before it has the answer to the move asks for it at the day that it has left
    const intended =
      /the server responded with a status of (409|412|404 \(Not Found\) \S+\/sessions\/[\d-]+$)|ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/
    expect(watch.problems.filter((problem) => !intended.test(problem))).toEqual([])
  })
})
