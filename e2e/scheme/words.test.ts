import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { picture } from '#server/testing/sample-files.ts'
import { violations } from '../accessible.ts'
import { openSchemePage, reloadUntil, visit, Watch } from '../browser.ts'
import { focused, pressIn, waitForNextFrame } from '../focus.ts'
import { sidewaysOverflow } from '../reflow.ts'
import { ask } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let author: Page
const watch = new Watch()

beforeAll(async () => {
  author = (await visit(browser, server, 'scheme', 'scheme', watch, 1440)).page
})

const dialog = () => author.getByRole('dialog')
const question = () => author.getByRole('alertdialog')
/** Opens a page by its link in the menu. */
const goTo = (group: string, name: string) => openSchemePage(author, group, name)
const waitUntilSaved = () => author.getByText('Saved', { exact: true }).first().waitFor()

test('tags are added, listed, deleted and brought back', async () => {
  await goTo('Curriculum', 'Tags')
  await author.getByText('No tags yet').waitFor()
  await author.getByRole('link', { name: 'Add tag' }).click()
  await dialog().getByLabel('Tag', { exact: true }).fill('a, b')
  await dialog().getByRole('button', { name: 'Add tag' }).click()
  await dialog().getByText('A tag has no comma').waitFor()

  await dialog().getByLabel('Tag', { exact: true }).fill('Deep water')
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'Add tag' }).click()
  await author.getByRole('link', { name: 'Deep water' }).waitFor()

  await author.getByRole('button', { name: 'Delete Deep water' }).click()
  await author.getByText('No tags yet').waitFor()
  await author.getByRole('button', { name: 'Undo' }).click()
  await author.getByRole('link', { name: 'Deep water' }).waitFor()
})

test('a label set is written in each language, with a preview of the coach’s buttons', async () => {
  await goTo('Curriculum', 'Assessments')
  await author.getByRole('link', { name: 'Add label set' }).click()
  await dialog().getByLabel('Name').fill('Yes or no')
  await dialog().getByLabel('Number of grades').selectOption('2')
  for (const [language, words] of [
    ['English', ['No', 'Yes']],
    ['Cymraeg', ['Na', 'Ie']],
  ] as const)
    for (const [grade, word] of words.entries())
      await dialog().getByLabel(`Label of grade ${grade}, ${language}`).fill(word)
  await dialog().getByRole('button', { name: 'Yes', exact: true }).waitFor()
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'Add label set' }).click()
  await author
    .getByRole('row', { name: /Yes or no/ })
    .getByText('No · Yes')
    .waitFor()
})

test('an author replaces a text of the portals and previews it, parents read it, and missing translations are counted', async () => {
  await goTo('Settings', 'Languages')
  await author.getByRole('switch', { name: 'Français' }).click()
  await author.getByText('Français can be chosen now').waitFor()
  await author.getByRole('link', { name: 'Français' }).click()
  // a new language misses at least a hundred translations
  await author.getByRole('link', { name: /^Missing [1-9][\d,]{2,}$/ }).click()

  // a text of the menu gets other words; a placeholder that does not exist is refused
  await author.getByRole('link', { name: 'English', exact: true }).click()
  await author.getByRole('link', { name: /^All texts/ }).click()
  await author.getByLabel('Words, screen or key').fill('shell.logOut')
  await author.getByRole('link', { name: 'Log out', exact: true }).click()
  await dialog().getByLabel('Your words').fill('Bye {{who}}')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Nothing would be filled in for {{who}}.').waitFor()

  await dialog().getByLabel('Your words').fill('Climb out')
  await dialog().getByRole('paragraph').filter({ hasText: 'Climb out' }).waitFor()
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await author.getByText('Saved. Portals show it when they are next opened.').waitFor()

  const parent = await visit(browser, server, 'parent', 'parent', watch, 390)
  await parent.page.getByRole('button', { name: 'Menu' }).click()
  await parent.page.getByRole('button', { name: 'Climb out' }).waitFor()
  await parent.context.close()
})

test('the texts of the portals are listed by the screen on which they appear, and found by its name', async () => {
  await goTo('Settings', 'Languages')
  const where = author.getByLabel('Where it appears')
  await where.selectOption({ label: 'Club portal: Undo changes' })
  const row = author.getByRole('row', { name: /Undo changes/ }).first()
  await row.getByText('Club portal: Undo changes').waitFor()
  // only texts of that screen are listed
  const places = author.locator('tbody td:last-child')
  expect(new Set(await places.allTextContents())).toEqual(new Set(['Club portal: Undo changes']))
  expect(await violations(author)).toEqual([])

  await where.selectOption({ label: 'On every screen' })
  await author.getByLabel('Words, screen or key').fill('undo changes')
  // not only the title has the searched words, but the place of every text of the screen
  await author.getByRole('row').filter({ hasText: 'Club portal: Undo changes' }).nth(3).waitFor()
  await row.getByRole('link').first().click()
  await dialog().getByText('Where it appears').waitFor()
  await pressIn(dialog(), 'Escape')
})

test('an author writes the award mail with placeholders, previews it as parents will read it, and sends a test', async () => {
  await goTo('Communication', 'Award e-mail')
  await author.getByLabel('Subject').fill('Splendid, {{child}}!')
  await author.getByText('Splendid, Siân!').waitFor()
  await author.getByLabel('Button').fill('{{nothing}}')
  await author.getByText('Nothing would be filled in for {{nothing}}.').waitFor()
  await author.getByLabel('Button').fill('Look')

  // each language has texts of its own, and a change of language keeps what was entered
  await author.getByRole('link', { name: 'Cymraeg' }).click()
  await expect.poll(() => author.getByLabel('Button').inputValue()).not.toBe('Look')
  await author.getByRole('link', { name: 'English' }).click()
  await expect.poll(() => author.getByLabel('Button').inputValue()).toBe('Look')
  expect(await violations(author)).toEqual([])

  await author.getByRole('button', { name: 'Send a test e-mail to me' }).click()
  await author.getByText('The test e-mail is on its way to you.').waitFor()
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await waitUntilSaved()

  // the demo’s start page shows the mails that were sent
  const start = await author.context().newPage()
  await expect
    .poll(async () => {
      await start.goto(`http://localhost:${server.port}/`)
      return start.getByText('Splendid, Siân!').count()
    })
    .toBeGreaterThan(0)
  await start.close()
})

test('a switch of the settings says in a sentence what happens, for the client and for one club', async () => {
  await goTo('Settings', 'Settings')
  const sentence = 'A coach can pass all open skills of a level for a child with one button.'
  await author.getByRole('switch', { name: 'Pass all skills at one tap' }).getByText(sentence).waitFor()
  const ofClub = author.getByRole('combobox', { name: 'Pass all skills at one tap' })
  const described = await ofClub.getAttribute('aria-describedby')
  expect(await author.locator(`[id="${described}"]`).textContent()).toBe(sentence)
  // no name of a flag, such as SHOW_PASS_ALL_BUTTON, is on the page
  expect(await author.getByText(/^[A-Z]+(_[A-Z]+)+$/).count()).toBe(0)
  expect(await violations(author)).toEqual([])
})

test('a switch and a choice that are disabled while they are saved keep the focus', async () => {
  const press = async (role: 'switch' | 'combobox', name: string, key: string) => {
    const control = author.getByRole(role, { name })
    const saved = author.waitForResponse((response) => response.request().method() === 'PATCH')
    await control.press(key)
    await saved
    await expect.poll(() => control.isEnabled()).toBe(true)
    await waitForNextFrame(author)
    expect(await focused(author)).toBe(`${role} "${name}"`)
  }
  await press('switch', 'Pass all skills at one tap', 'Space')
  await press('switch', 'Pass all skills at one tap', 'Space')
  await press('combobox', 'They are called', 'ArrowDown')
  await press('combobox', 'They are called', 'ArrowUp')
})

test('settings that are changed while another one is being saved are saved too', async () => {
  const wording = author.getByLabel('They are called')
  const passAll = author.getByRole('switch', { name: 'Pass all skills at one tap' })
  const isSave = (request: Request) => request.method() === 'PATCH'
  const sent: string[] = []
  const answers: number[] = []
  author.on('request', (request) => isSave(request) && sent.push(request.url()))
  author.on('response', (response) => isSave(response.request()) && answers.push(response.status()))
  /** Holds the next request of this path back; returns the function that lets it go on. */
  const hold = async (path: string) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await author.route(path, async (route) => released.then(() => route.continue()), { times: 1 })
    return release
  }

  const saveWording = await hold('**/client-settings')
  await wording.selectOption('Pupil, group, guardian')
  const pressed = passAll.click()
  // the switch waits for the first save, or has sent its own
  await expect.poll(async () => sent.length === 2 || (await passAll.isDisabled())).toBe(true)
  saveWording()
  await pressed
  await expect.poll(() => answers).toEqual([200, 200])

  const storeLogo = await hold('**/uploads/client-logo')
  const logo = { name: 'Second.png', mimeType: 'image/png', buffer: await picture(600, 200) }
  await author.getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await author.getByRole('button', { name: 'Stop' }).waitFor()
  await wording.selectOption('Member, group, guardian')
  await expect.poll(() => answers).toEqual([200, 200, 200])
  storeLogo()
  await author.getByRole('img', { name: /^Logo of / }).waitFor()

  await author.getByRole('button', { name: 'Remove the logo' }).click()
  await author.getByText('No logo yet').waitFor()
  await passAll.click()
  await expect.poll(() => answers).toEqual(Array(6).fill(200))
})

test('own colours that cannot be read are not saved; readable ones and the logo appear in every portal', async () => {
  await goTo('Settings', 'Settings')
  await author.getByRole('button', { name: 'Choose own colours' }).click()
  await author.getByLabel('Buttons and links').fill('#9fd0e0')
  await author.getByText('Links cannot be read on the page').waitFor()
  await expect.poll(() => author.getByRole('button', { name: 'Save', exact: true }).first().isDisabled()).toBe(true)

  await author.getByLabel('Buttons and links').fill('#7a1f5c')
  await author.getByLabel('Background of headers').fill('#3b1030')
  expect(await violations(author)).toEqual([])
  const save = author.getByRole('button', { name: 'Save', exact: true })
  // the other button Save belongs to the section Days, and stays
  await expect.poll(() => save.count()).toBe(2)
  await save.first().click()
  await expect.poll(() => save.count()).toBe(1)

  const logo = { name: 'Ours.png', mimeType: 'image/png', buffer: await picture(600, 200) }
  await author.getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await author.getByRole('img', { name: /^Logo of / }).waitFor()
  await author.getByRole('switch', { name: 'Club portal for organisations' }).click()
  await expect
    .poll(() => author.getByRole('switch', { name: 'Club portal for organisations' }).getAttribute('aria-checked'))
    .toBe('true')

  // the parent portal has the colours and the logo
  const parent = await visit(browser, server, 'parent', 'parent2', watch, 390)
  const actionColour = () => parent.page.evaluate(`getComputedStyle(document.body).getPropertyValue('--action')`)
  await expect.poll(actionColour).toContain('#7a1f5c')
  const shownLogo = parent.page.locator('.brand img').first()
  expect(await shownLogo.getAttribute('src')).toMatch(/^\/themes\/logo-/)
  // 600 × 200 pixels, scaled to a height of 96
  await expect.poll(() => shownLogo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(288)
  await parent.context.close()
  expect(watch.problems).toEqual([])
})

test('a removed logo stays among the files until it is deleted there', async () => {
  await goTo('Curriculum', 'Files')
  const row = author.getByRole('row', { name: /Ours\.png/ })
  await row.getByRole('link', { name: 'Aquila Swim' }).click()
  await author.getByRole('button', { name: 'Remove the logo' }).click()
  await author.getByText('No logo yet').waitFor()
  await goTo('Curriculum', 'Files')
  await row.getByText('Not used', { exact: true }).waitFor()
  expect(await violations(author)).toEqual([])
  await row.getByRole('button', { name: 'Delete Ours.png' }).click()
  await question().getByRole('button', { name: 'Delete', exact: true }).click()
  await author.getByText('Ours.png is deleted').waitFor()
  await row.waitFor({ state: 'detached' })
})

test('the words for members, groups and guardians can be changed, and changed back', async () => {
  const chooseWording = async (wording: string, linkText: string) => {
    await goTo('Settings', 'Settings')
    await author.getByLabel('They are called').selectOption(wording)
    await waitUntilSaved()
    // a page of the group to which the link belongs, which is open there
    await goTo('Clubs and people', 'Users')
    await reloadUntil(author, author.getByRole('link', { name: linkText, exact: true }))
  }
  await chooseWording('Pupil, group, guardian', 'Pupils')
  await chooseWording('Member, group, guardian', 'Members')
})

test('the author reads how many unused accounts would be closed before a period for them is saved', async () => {
  await goTo('Settings', 'Data retention')
  await author.getByLabel('Kept after the last entry').selectOption('Until deleted by hand')
  const accounts = author.getByLabel('Kept while unused')
  await accounts.selectOption('2 years')
  await author.getByText('0 accounts would be closed tonight.').waitFor()
  expect(await violations(author)).toEqual([])
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await author.getByText(/^The next time is /).waitFor()
  await accounts.selectOption('Until deleted by hand')
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await author.getByText(/^The next time is /).waitFor({ state: 'detached' })
})

test('an author closes the other portals with a message in two languages, and opens them again after a reload', async () => {
  await goTo('Settings', 'Maintenance')
  await author.getByLabel('Title').first().fill('Gala day')
  await author.getByLabel('Title').nth(1).fill('Diwrnod gala')
  await author.getByRole('button', { name: 'Close the portals' }).click()
  await question()
    .getByText(/^Nobody can use them until/)
    .waitFor()
  expect(await violations(author)).toEqual([])
  await question().getByRole('button', { name: 'Close the portals' }).click()
  await author.getByText('The other portals are closed.').waitFor()

  const parentStatus = () => ask(server, 'parent', '/v1/status').then(({ status }) => status)
  // 540 is the status of a client under maintenance
  await expect.poll(parentStatus).toBe(540)
  const context = await browser.newContext({ locale: 'cy-GB', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(server.url('parent'))
  await page.getByRole('heading', { name: 'Diwrnod gala' }).waitFor()
  await context.close()

  await author.reload()
  await author.getByRole('button', { name: 'Open them again' }).click()
  await author.getByText('The other portals are closed.').waitFor({ state: 'detached' })
  await expect.poll(parentStatus).toBe(200)
  expect(watch.problems).toEqual([])
})

test('every page fits a phone of 320 px, and has no accessibility violation on one of 390 px', async () => {
  const paths = [
    '/tags?tag=new',
    '/assessments?set=new',
    '/languages',
    '/award-mail',
    '/settings',
    '/stored-files',
    '/retention',
    '/maintenance',
    '/scheme/swim/stage-4',
  ]
  for (const path of paths) {
    await author.setViewportSize({ width: 320, height: 700 })
    await author.goto(server.url('scheme', path))
    await author.getByRole('heading', { level: 1 }).waitFor()
    if (path.includes('new')) await dialog().waitFor()
    await author.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await expect.poll(() => sidewaysOverflow(author), { message: path }).toBeLessThanOrEqual(0)
    await author.setViewportSize({ width: 390, height: 844 })
    expect(await violations(author), path).toEqual([])
  }
})
