import { API_VERSION } from '#contract/platform/version.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { hold } from '../hold.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** A page of the administrator Gwilym Thomas. The tests that use it find the menu open, as the one before left it. */
let admin: Page
const watch = new Watch()

beforeAll(async () => {
  admin = (await visit(browser, server, 'club', 'admin', watch, 820)).page
  await admin.getByRole('heading', { name: 'Members' }).waitFor()
})

/** The menu, which opens as a drawer over the page. */
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await drawer(page).waitFor()
}
/** The menu's choice of club; the administrator has two. */
const clubChoice = () => drawer(admin).getByRole('combobox')
/** A button in the menu. */
const menuButton = (page: Page, name: string | RegExp) => drawer(page).getByRole('button', { name })

test('the menu names the user, the pages they may open, and the build', async () => {
  await openDrawer(admin)
  await drawer(admin).getByText('Gwilym Thomas').waitFor()
  const links = await drawer(admin).getByRole('navigation').getByRole('link').allTextContents()
  expect(links).toEqual(expect.arrayContaining(['Members', 'Groups', 'Users', 'Security', 'About']))
  // only clients with the feature ENABLE_ORGANISATIONS have this page
  expect(links).not.toContain('Coaches')
  expect(await violations(admin)).toEqual([])
  await menuButton(admin, 'Version').click()
  const helpText = await drawer(admin).locator('dl').innerText()
  for (const fact of [
    'App',
    'admin',
    'Version',
    'Built',
    server.url('club', '/v1'),
    'API version',
    API_VERSION,
    'aquila',
  ])
    expect(helpText).toContain(fact)
})

test('the menu changes the club, and the page shows the other club’s data', async () => {
  await expect.poll(() => clubChoice().locator('option').allTextContents()).toEqual(['Harbour', 'Lakeside'])
  // a tab that went on showing the first club would write into the second
  const otherTab = await admin.context().newPage()
  await otherTab.goto(server.url('club', '/groups'))
  await otherTab.getByRole('heading', { name: 'Groups' }).waitFor()
  await clubChoice().selectOption('Lakeside')
  await admin.waitForLoadState()
  await openDrawer(admin)
  // once the clubs are loaded, the value is the id of a club, which has hyphens
  await expect.poll(() => clubChoice().inputValue()).toMatch(/-/)
  const chosenClub = (page: Page) => drawer(page).getByRole('combobox').locator('option:checked').textContent()
  await expect.poll(() => chosenClub(admin)).toBe('Lakeside')
  await otherTab.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  await openDrawer(otherTab)
  await expect.poll(() => chosenClub(otherTab)).toBe('Lakeside')
  await otherTab.close()
})

test('a form that the user keeps open when the club is changed in another tab does not write into the new club', async () => {
  const { page: tab, context } = await visit(browser, server, 'club', 'admin', watch, 820)
  // the browser asks whether to leave the form, and the user stays
  tab.on('dialog', (dialog) => void dialog.dismiss())
  await tab.goto(server.url('club', '/members?member=new'))
  const form = tab.getByRole('dialog', { name: 'New member' })
  for (const name of ['First name', 'Last name']) await form.getByLabel(name, { exact: true }).first().fill('Harbour')
  await form.getByLabel('Date of birth').first().fill('01/02/2018')

  const secondTab = await context.newPage()
  await secondTab.goto(server.url('club', '/members'))
  await openDrawer(secondTab)
  await drawer(secondTab).getByRole('combobox').selectOption('Lakeside')
  await tab.getByText('You work at another club now').waitFor()
  await form.getByRole('button', { name: 'Add member' }).click()
  await form.getByText('This could not be saved').waitFor()
  expect(await form.getByLabel('First name', { exact: true }).first().inputValue()).toBe('Harbour')

  await secondTab.goto(server.url('club', '/members?search=Harbour'))
  await secondTab.getByText('Nobody found', { exact: true }).waitFor()
  await context.close()
})

test('the menu disables the choice of club and the logout offline', async () => {
  await admin.context().setOffline(true)
  await expect.poll(() => clubChoice().isDisabled()).toBe(true)
  await expect.poll(() => menuButton(admin, /Log out/).isDisabled()).toBe(true)
  await admin.context().setOffline(false)
  await expect.poll(() => menuButton(admin, /Log out/).isEnabled()).toBe(true)
  // a part of a page may have been on its way when the network went
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
  // where users log in without a provider there is no page to edit oneself
  expect(await menuButton(admin, 'Edit my details').count()).toBe(0)
})

test('the users’ page clears a coach’s PIN', async () => {
  await drawer(admin).getByLabel('Close menu').click()
  await admin.goto(server.url('club', '/users'))
  // Joel is a coach of Lakeside, the club that was chosen above
  const clear = admin.getByRole('button', { name: /^Clear Joel Abara/ })
  await clear.click()
  await admin.getByText('PIN is cleared').waitFor()
  await clear.waitFor({ state: 'detached' })
  await openDrawer(admin)
})

test('the menu changes the language, and the page is loaded again in it', async () => {
  await menuButton(admin, 'Cymraeg').click()
  await admin.getByRole('button', { name: 'Dewislen' }).click()
  const cymraeg = admin.getByRole('dialog').getByRole('button', { name: 'Cymraeg' })
  await expect.poll(() => cymraeg.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => admin.evaluate('document.documentElement.lang')).toBe('cy-GB')
  // texts for screen readers are in the chosen language too, not in the browser's
  const hiddenButtons = admin.locator('.modal button[tabindex="-1"]')
  expect(await hiddenButtons.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel))).toEqual(['Cau'])
  await admin.getByRole('dialog').getByRole('button', { name: 'English' }).click()
  await admin.getByRole('heading', { name: 'Users' }).waitFor()
})

/** Logs a coach in at the provider of a client that has one. */
async function logInAt(provider: string, portal: string, client: string, login: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 820, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://${portal}.${client}.localhost:${server.port}/`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: /^Sign in with / }).click()
  await page.waitForURL(`http://${provider}:${server.port}/interaction/**`)
  await page.locator('input[name=login]').fill(login)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/member-groups$/)
  return page
}

test('the menu has a login link instead of logout when nobody is logged in, and keeps the page to return to [2.26]', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(server.url('club', '/groups?search=dol'))
  await page.getByRole('button', { name: 'Decline' }).click()
  const logIn = drawer(page).getByRole('link', { name: 'Log in' })
  await openDrawer(page)
  await logIn.waitFor()
  expect(await menuButton(page, /Log out|Edit my details/).count()).toBe(0)
  expect(await drawer(page).getByRole('navigation').getByRole('link').count()).toBe(0)
  await menuButton(page, 'Version').click()
  await expect.poll(() => drawer(page).locator('dl').innerText()).toContain(server.url('club', '/v1'))
  expect(await violations(page)).toEqual([])

  await logIn.click()
  await drawer(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/groups?search=dol')

  // the link leads to login from other pages without a session, too
  await page.getByRole('link', { name: /^Forgotten/ }).click()
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await openDrawer(page)
  await logIn.click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await context.close()
})

test('the menu opens the provider’s page for the user’s own details in a new tab, or says for five seconds that there is none', async () => {
  const page = await logInAt('provider.tideway.localhost', 'coach', 'tideway', 'coach')
  await openDrawer(page)
  const opened = page.context().waitForEvent('page')
  await menuButton(page, 'Edit my details').click()
  const tab = await opened
  await tab.getByRole('heading', { name: 'Your leisure account' }).waitFor()
  expect(await tab.evaluate('window.opener')).toBe(null)
  await tab.close()

  await page.context().setOffline(true)
  await expect.poll(() => menuButton(page, 'Edit my details').isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await expect.poll(() => menuButton(page, 'Edit my details').isEnabled()).toBe(true)
  watch.forget(/ERR_INTERNET_DISCONNECTED/)

  // a provider need not have such a page
  await page.route('**/v1/auth/edit-url', (route) =>
    route.fulfill({
      headers: { 'x-request-id': route.request().headers()['x-request-id'] ?? '' },
      json: { url: null },
    }),
  )
  await menuButton(page, 'Edit my details').click()
  const message = page.getByText('This user cannot be edited here')
  await message.waitFor()
  const shownAt = Date.now()
  await message.waitFor({ state: 'detached' })
  // long enough to be read
  expect(Date.now() - shownAt).toBeGreaterThan(4_000)
  // a press on the message removes it at once
  await menuButton(page, 'Edit my details').click()
  await message.click()
  await message.waitFor({ state: 'detached' })
  await page.context().close()
})

test('the menu has no choice of language where there is only one, and no edit where the provider does not offer it', async () => {
  const page = await logInAt('id.vault.localhost', 'coach', 'vault', 'coach@vault.example')
  await openDrawer(page)
  expect(await menuButton(page, 'English').count()).toBe(0)
  expect(await menuButton(page, 'Edit my details').count()).toBe(0)
  await menuButton(page, /Log out/).click()
  await page.getByRole('button', { name: /^Sign in with / }).waitFor()
  // the administrator's page of the tests above logged only the requests that failed without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('the cookie banner does not cover elements that have the keyboard’s focus', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(server.url('coach'))
  await page.getByLabel('E-mail').fill('coach@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  const covered = () =>
    page.evaluate<string>(`(() => {
      const focused = document.activeElement
      const { left, top, width, height } = focused.getBoundingClientRect()
      const topmost = document.elementFromPoint(left + Math.min(10, width / 2), top + height / 2)
      return focused.contains(topmost) || topmost?.contains(focused) ? '' : focused.outerHTML
    })()`)
  const isDeclineFocused = () => page.evaluate<boolean>(`document.activeElement.textContent === 'Decline'`)
  for (let n = 0; n < 40 && !(await isDeclineFocused()); n++) {
    await page.keyboard.press('Tab')
    await expect.poll(covered).toBe('')
  }
  expect(await isDeclineFocused()).toBe(true)
  await context.close()
})

test('the scheme portal has its pages in groups, which fit a low screen or say that there is more, in the drawer too', async () => {
  const { page, context } = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  await page.setViewportSize({ width: 1440, height: 700 })
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const groups = ['Curriculum', 'Clubs and people', 'Communication', 'Settings']
  const group = (name: string) => navigation.getByRole('button', { name, exact: true })
  const links = navigation.locator('.pages')
  const hidden = () => links.evaluate((list) => list.scrollHeight - list.clientHeight)
  // the group of the page is open
  await navigation.getByRole('link', { name: 'Schemes' }).waitFor()
  for (const name of groups)
    expect(await group(name).getAttribute('aria-expanded'), name).toBe(String(name === 'Curriculum'))
  expect(await hidden()).toBe(0)

  // each group alone fits
  await group('Curriculum').press('Enter')
  for (const name of groups) {
    await group(name).press('Enter')
    expect(await hidden(), name).toBe(0)
    await group(name).press('Enter')
  }
  // more than fits scrolls, and the last link is reached by keyboard
  for (const name of groups) await group(name).press('Enter')
  expect(await hidden()).toBeGreaterThan(0)
  const about = navigation.getByRole('link', { name: 'About' })
  await about.focus()
  await expect.poll(() => links.evaluate((list) => list.scrollTop)).toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])
  await about.press('Enter')
  await page.getByRole('heading', { name: 'About Rungs' }).waitFor()

  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openDrawer(page)
    // the page that is shown is in `Settings`
    await drawer(page).getByRole('link', { name: 'About' }).waitFor()
    await drawer(page).getByRole('button', { name: 'Clubs and people' }).click()
    await drawer(page).getByRole('link', { name: 'Clubs', exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
  }
  await context.close()
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const found = (page: Page, kind: string, name: string | RegExp) =>
  palette(page).getByRole('group', { name: kind }).getByRole('option', { name })
/** The text of the row that the field names as the active one; null while that is not there. */
const activeRow = (field: Locator) =>
  field.evaluate(
    (input) =>
      input.ownerDocument.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
  )

test('Ctrl K finds pages, schemes, nodes and clubs of the client, by keyboard alone, and only what the user may open', async () => {
  const { page, context } = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  await page.getByRole('heading', { name: 'Schemes' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = palette(page).getByRole('combobox', { name: 'Find a page or a name' })
  await found(page, 'Pages', 'Maintenance').waitFor()
  expect(await violations(page)).toEqual([])
  // the number found stands below the list, which is longer than the screen is high
  const last = await palette(page).getByRole('option').last().boundingBox()
  const message = await palette(page)
    .getByText(/ found$/)
    .boundingBox()
  expect(message?.y).toBeGreaterThanOrEqual((last?.y ?? Infinity) + (last?.height ?? 0))

  await field.pressSequentially('stage 4')
  // a row of the former text can be named as the active one for half a second
  await expect.poll(() => activeRow(field)).toContain('Stage 4')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/scheme/swim/stage-4')

  await page.goto(server.url('scheme', '/about'))
  await page.getByRole('button', { name: 'Go to…' }).click()
  await field.fill('swim')
  await found(page, 'Schemes', 'Swim').waitFor()
  await field.fill('lakes')
  await found(page, 'Clubs', /^Lakeside/).click()
  await page.getByRole('complementary', { name: 'Lakeside' }).waitFor()

  // Enter at once opens the first thing when the server has answered
  let answer = () => {}
  const answered = new Promise<void>((done) => (answer = done))
  await page.route(/\/v1\/clubs\?/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(server.url('scheme', '/about'))
  await page.getByRole('heading', { name: 'About Rungs' }).waitFor()
  await page.keyboard.press('Control+k')
  await field.pressSequentially('lakeside')
  await page.keyboard.press('Enter')
  await palette(page).getByText('Searching…').waitFor()
  answer()
  await page.getByRole('complementary', { name: 'Lakeside' }).waitFor()
  await palette(page).waitFor({ state: 'detached' })

  // without the advanced mode nobody reads members of all clubs, nor tasks
  await page.keyboard.press('Control+k')
  await field.fill('zzzz')
  await palette(page).getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await context.close()
})

test('Ctrl K finds groups, members and other clubs at a club, also with a thumb on a phone', async () => {
  const { page, context } = await visit(browser, server, 'club', 'admin', watch, 390)
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.getByRole('button', { name: 'Go to…' }).click()
  const field = palette(page).getByRole('combobox')
  await field.fill('okafor')
  await found(page, 'Members', /^Amara Okafor/).click()
  await page.getByRole('complementary', { name: 'Amara Okafor' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Control+k')
  await field.pressSequentially('dolph')
  await found(page, 'Groups', /^Dolphins/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Dolphins' }).waitFor()
  expect(watch.problems).toEqual([])
  await context.close()
})

test('a language that is chosen on a slow network is marked at once, and the page comes in it', async () => {
  const { page: parent, context } = await visit(browser, server, 'parent', 'parent', watch, 390)
  await parent.getByText('to go').first().waitFor()
  const answer = await hold(parent, '**/v1/auth/change-language', () => true)
  await openDrawer(parent)
  const pressed = (name: string) => menuButton(parent, name).getAttribute('aria-pressed')
  await menuButton(parent, 'Cymraeg').click()
  await expect.poll(async () => [await pressed('Cymraeg'), await pressed('English')]).toEqual(['true', 'false'])
  // a second tap changes nothing any more
  await menuButton(parent, 'English').click()
  answer()
  await parent.getByRole('heading', { name: 'Helô, Ffion' }).waitFor()
  await context.close()
})
