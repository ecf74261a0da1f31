import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { checkAtEachWidth, violations } from '../accessible.ts'
import { chooseLanguage, reloadUntil, Watch } from '../browser.ts'
import { focused, tabTo } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** An author of the client Vault, which publishes a scheme, and one of Tideway, which follows it. */
let vault: Page
let tideway: Page
const watch = new Watch()

const portalUrl = (portal: string, client: string, path: string) =>
  `http://${portal}.${client}.localhost:${server.port}${path}`
const schemeUrl = (client: string, path = '/') => portalUrl('scheme', client, path)

/** Logs somebody in at the client's provider; `login` is what the provider asks for besides the password. */
async function logIn(portal: string, client: string, login: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(portalUrl(portal, client, '/'))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: /^Sign in with / }).click()
  await page.getByLabel('Password').waitFor()
  await page.getByRole('textbox').first().fill(login)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return page
}

async function logInAuthor(client: string, login: string): Promise<Page> {
  const page = await logIn('scheme', client, login)
  await page.getByRole('link', { name: 'Sharing' }).waitFor()
  watch.follow(page, schemeUrl(client, ''))
  return page
}

beforeAll(async () => {
  vault = await logInAuthor('vault', 'scheme@vault.example')
  tideway = await logInAuthor('tideway', 'scheme')
})

const waitUntilSaved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()

test('a scheme is published with notes, after its author has read the changes item by item', async () => {
  await vault.goto(schemeUrl('vault', '/scheme/gym/level-1/tuck-jump'))
  // the edit is held back, because an edit that is still being sent must be published, too
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await vault.route('**/edits', async (route) => {
    await released
    await route.continue()
  })

  await vault.getByLabel('Title, English').fill('Tuck jump, knees high')
  await vault.getByRole('button', { name: 'Publish…' }).click()
  await vault.getByRole('dialog').waitFor()
  await vault.getByRole('img', { name: 'Saving', includeHidden: true }).waitFor()
  release()

  const dialog = vault.getByRole('dialog', { name: 'Publish Gym to 1 organisation' })
  await dialog.getByText('Tideway Leisure').waitFor()
  await expect.poll(() => dialog.getByRole('listitem').first().textContent()).toContain('Tuck jump, knees high')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByText('Write what has changed, in a sentence.').waitFor()
  // the field with the error gets the focus, because it may be out of sight below a long list of changes
  await expect.poll(() => focused(vault)).toBe('textbox "Notes for subscribers"')
  expect(await violations(vault)).toEqual([])

  await dialog.getByLabel('Notes for subscribers').fill('Knees come to the hands.')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await vault.getByText('Gym is published. 1 organisation gets it within seconds.').waitFor()
})

test('an author who confirms the impact of an update confirms no newer one that arrived meanwhile', async () => {
  const answerWith = (path: string, json: unknown) =>
    tideway.route(path, (route) => {
      // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
      const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
      return route.fulfill({ headers, json })
    })
  await tideway.goto(schemeUrl('tideway', '/sharing'))
  await reloadUntil(tideway, tideway.getByRole('heading', { name: 'Tuck jump' }))
  const loaded = tideway.waitForResponse('**/v1/mirrors')
  await tideway.reload()
  const mirrors = (await (await loaded).json()) as { update: string | null }[]
  const read = mirrors.find(({ update }) => update !== null)?.update

  const impact = { members: 1, clubs: [], levels: [{ id: '/silver', gained: 1, lost: 0 }], titles: {} }
  await answerWith('**/mirrors/impact?*', impact)
  // the list is loaded again once the impact is known
  const newer = mirrors.map((mirror) => ({ ...mirror, update: mirror.update === null ? null : 'newer' }))
  await answerWith('**/v1/mirrors', newer)
  const reloaded = tideway.waitForResponse('**/v1/mirrors')
  await tideway.getByRole('button', { name: 'Accept' }).click()
  await (await reloaded).finished()
  const sent = tideway.waitForRequest('**/mirrors/answer')
  await answerWith('**/mirrors/answer', newer)
  await tideway.getByRole('dialog').getByRole('button', { name: 'Accept and recalculate' }).click()
  expect(((await sent).postDataJSON() as { update: string }).update).toBe(read)
  await tideway.unrouteAll({ behavior: 'wait' })
})

test('a subscriber gets the new revision, and a changed linked node waits until it is accepted', async () => {
  await tideway.goto(schemeUrl('tideway', '/sharing?view=catalogue'))
  // the demo has published revision 1
  await reloadUntil(tideway, tideway.getByText('Yours is at revision 2.'))

  // the publisher sees which revision the subscriber's copy has
  await vault.goto(schemeUrl('vault', '/sharing?view=subscribers'))
  await vault.getByText('Gym, at revision 2').waitFor()

  await tideway.getByRole('link', { name: 'Updates 1' }).click()
  await tideway.getByRole('heading', { name: 'Tuck jump' }).waitFor()
  await tideway.getByText('1 changed').waitFor()
  expect(await violations(tideway)).toEqual([])
  await tideway.getByRole('button', { name: 'Accept' }).click()
  await tideway.getByText('No update waits for you.').waitFor()

  await tideway.goto(schemeUrl('tideway', '/scheme/leisure/silver/tuck-jump'))
  await tideway.getByText('Linked from Gym.').waitFor()
  await expect.poll(() => tideway.getByLabel('Title, English').inputValue()).toBe('Tuck jump, knees high')
  await expect.poll(() => tideway.getByLabel('Title, English').getAttribute('readonly')).toBe('')

  await tideway.goto(schemeUrl('tideway', '/overview/leisure/history'))
  const update = tideway.getByRole('listitem').filter({ hasText: 'From another scheme' }).first()
  await update.getByText('Renamed “Tuck jump” to “Tuck jump, knees high”').waitFor()
  // nobody undoes here what another organisation's author did
  expect(await update.getByRole('link', { name: /^Restore/ }).count()).toBe(0)
  await checkAtEachWidth(tideway)
})

test('a scheme that follows another organisation’s says so wherever an author looks, also in Welsh, in the dark and by keyboard', async () => {
  const page = tideway
  const owner = /dilyn ei berchennog, ar fersiwn 2/
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(schemeUrl('tideway', '/overview?list'))
  await chooseLanguage(page, 'Menu', 'Cymraeg')
  const gym = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Gym', exact: true }) })
  await gym.getByText(owner).waitFor()
  await checkAtEachWidth(page)
  await tabTo(page, /^link "Gym"/)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: owner }).waitFor()
  // its tree is its owner's: there is nothing to add, move or delete it with
  await page.getByRole('treegrid', { name: 'Gym' }).waitFor()
  expect(await page.getByRole('button', { name: 'Ychwanegu' }).count()).toBe(0)
  await checkAtEachWidth(page)
  await tabTo(page, /^link "Hanes"/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hanes Gym' }).waitFor()
  await checkAtEachWidth(page)
  await tabTo(page, /^link "Daw newidiadau ei berchennog/)
  await page.keyboard.press('Enter')
  await page.getByText('Mae eich un chi ar fersiwn 2.').waitFor()
  await page.getByText(/Knees come to the hands/).waitFor()
  await checkAtEachWidth(page)
  await chooseLanguage(page, 'Dewislen', 'English')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(schemeUrl('tideway', '/scheme/leisure/silver/tuck-jump'))
  await page.getByLabel('Title, English').waitFor()
})

test('a translation that is older than its source text is shown beside it, updated, brought back by undo, and confirmed as still right', async () => {
  await tideway.getByRole('button', { name: 'Translate' }).click()
  await tideway.getByRole('button', { name: 'Still right' }).waitFor()
  // the open node is in view in the list of all nodes
  await tideway.getByRole('option', { name: 'Tuck jump', selected: true }).waitFor()
  expect(await violations(tideway)).toEqual([])
  // the Welsh of Tuck jump
  const field = tideway.getByLabel('Translation of Title', { exact: true })
  await expect.poll(() => field.inputValue()).toBe('Naid dwc')

  await field.fill('Naid dwc, pengliniau’n uchel')
  await field.press('Enter')
  await tideway.getByRole('button', { name: 'Still right' }).waitFor({ state: 'detached' })
  await waitUntilSaved(tideway)

  await tideway.getByRole('button', { name: 'Undo' }).click()
  await tideway.getByRole('button', { name: 'Still right' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('Naid dwc')

  await tideway.getByRole('button', { name: 'Still right' }).click()
  await tideway.getByRole('button', { name: 'Still right' }).waitFor({ state: 'detached' })
  await tideway.getByRole('button', { name: 'Next gap' }).click()
  await tideway.getByText('Missing').first().waitFor()
})

test('an author links a node of another scheme into an own scheme from the tree', async () => {
  await tideway.goto(schemeUrl('tideway', '/scheme/leisure/bronze'))
  await tideway.getByRole('button', { name: 'Link from another scheme' }).click()
  const dialog = tideway.getByRole('dialog', { name: 'Link into Bronze' })
  await dialog.getByLabel('Find a level or a skill').fill('nothing like it')
  await dialog.getByText('Nothing found').waitFor()

  await dialog.getByLabel('Find a level or a skill').fill('walk along')
  // nodes of the same name are told apart by their parents
  await dialog.getByRole('button', { name: /^Walk along a bench.*Level/ }).waitFor()
  expect(await violations(tideway)).toEqual([])

  await dialog.getByRole('button', { name: /^Walk along a bench/ }).click()
  await tideway.getByText('Linked. Updates arrive under Sharing.').waitFor()
  await tideway.getByRole('row', { name: 'Walk along a bench', exact: true }).waitFor()
})

test('when the server fails, the part that is missing says so and loads at the next try, and typed text stays', async () => {
  const failRequests = (path: string) =>
    vault.route(path, (route) => {
      // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
      const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
      return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
    })

  const loadError = /^This could not be loaded/

  // the videos of a node cannot be loaded at first, nor later the dialog for publishing
  await failRequests('**/videos?*')
  await failRequests('**/publication')
  await vault.goto(schemeUrl('vault', '/scheme/gym/level-2'))
  const pane = vault.getByRole('region', { name: 'Level 2' })
  await pane.getByText(loadError).waitFor()
  await vault.unroute('**/videos?*')
  await pane.getByRole('button', { name: 'Try again' }).click()
  await pane.getByRole('checkbox', { name: 'The forward roll in three parts' }).waitFor()

  // the rest of the page works
  await vault.getByLabel('Title, English').fill('Level two')
  await vault.getByLabel('Title, English').press('Enter')
  await waitUntilSaved(vault)

  // the dialog for publishing loads at the second try
  await vault.getByRole('button', { name: 'Publish…' }).click()
  await vault.getByRole('dialog', { name: 'Publish Gym' }).getByText(loadError).waitFor()
  await vault.unroute('**/publication')
  await vault.getByRole('button', { name: 'Try again' }).click()
  const notes = vault.getByRole('dialog', { name: /^Publish Gym to/ }).getByLabel('Notes for subscribers')
  await notes.fill('Another name for level 2.')

  // publishing itself fails
  await failRequests('**/publish')
  await failRequests('**/publication')
  await vault.getByRole('button', { name: 'Publish', exact: true }).click()
  await vault.getByText('Something went wrong on the server. Nothing was changed; try again.').waitFor()
  await expect.poll(() => notes.inputValue()).toBe('Another name for level 2.')
  await vault.unroute('**/publish')
  await vault.unroute('**/publication')
  await vault.getByRole('button', { name: 'Publish', exact: true }).click()
  await vault.getByText(/^Gym is published/).waitFor()
  expect(watch.problems.filter((problem) => !problem.includes('500 (Internal Server Error)'))).toEqual([])
})

test('who publishes without network reads that the last edits wait for it, and goes on when it is back', async () => {
  await vault.goto(schemeUrl('vault', '/scheme/gym/level-2'))
  const title = vault.getByLabel('Title, English')
  await title.waitFor()
  await vault.context().setOffline(true)
  await title.fill('Level 2 b')
  await title.press('Enter')
  await vault.getByRole('button', { name: 'Publish…' }).click()
  const dialog = vault.getByRole('dialog')
  await dialog.getByText(/^Your last changes are not saved yet/).waitFor()
  expect(await violations(vault)).toEqual([])
  await vault.context().setOffline(false)
  await expect
    .poll(() => dialog.getByRole('listitem').first().textContent(), { timeout: 30_000 })
    .toContain('Level 2 b')
  await vault.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // also where the changes that were loaded last are shown meanwhile, which are not all
  await vault.context().setOffline(true)
  await title.fill('Level 2 c')
  await title.press('Enter')
  await vault.getByRole('button', { name: 'Publish…' }).click()
  await dialog.getByText(/^Your last changes are not saved yet/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await vault.context().setOffline(false)
  await expect
    .poll(() => dialog.getByRole('listitem').first().textContent(), { timeout: 30_000 })
    .toContain('Level 2 c')
  await dialog.getByText(/^Your last changes are not saved yet/).waitFor({ state: 'detached' })
  await vault.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
})

test('a published scheme is withdrawn only after a question that says what that means', async () => {
  await vault.goto(schemeUrl('vault', '/scheme/gym/level-2'))
  await vault.getByRole('button', { name: 'Publish…' }).click()
  const dialog = vault.getByRole('dialog', { name: /^Publish Gym/ })
  await dialog.getByRole('button', { name: 'Withdraw…' }).click()
  const question = vault.getByRole('alertdialog', { name: 'Withdraw Gym?' })
  await question.getByText(/^1 organisation follows it/).waitFor()
  expect(await violations(vault)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Withdraw…' }).click()
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await vault.getByText('Gym is no longer in the catalogue.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  // it is published again for the tests that follow
  await vault.getByRole('button', { name: 'Publish…' }).click()
  const first = vault.getByRole('dialog', { name: 'Publish Gym in the catalogue' })
  await first.getByLabel('Notes for subscribers').fill('As before.')
  await first.getByRole('button', { name: 'Publish', exact: true }).click()
  await vault.getByText(/^Gym is published/).waitFor()
})

test('New scheme and Import are offered only while the client lets its authors add schemes', async () => {
  // rights come with a login, so each look is at a new one
  const offered = async () => {
    const author = await logInAuthor('tideway', 'scheme')
    await author.goto(schemeUrl('tideway', '/overview?list'))
    await author
      .getByRole('link', { name: /Leisure/ })
      .first()
      .waitFor()
    const names = await author.getByRole('button', { name: /^(New scheme|Import)$/ }).allTextContents()
    await author.context().close()
    return names.length
  }
  const press = async () => {
    await tideway.goto(schemeUrl('tideway', '/settings'))
    const saved = tideway.waitForResponse((response) => response.request().method() === 'PATCH')
    await tideway.getByRole('switch', { name: 'Create new schemes' }).click()
    expect((await saved).status()).toBe(200)
  }
  expect(await offered()).toBe(2)
  await press()
  expect(await offered()).toBe(0)
  await press()
  expect(await offered()).toBe(2)
})

test('the portal of an organisation asks for the schemes that its clubs’ groups use [6.19]', async () => {
  const admin = await logIn('club', 'tideway', 'admin')
  const request = admin.waitForRequest(/\/v1\/schemes\?/)
  await admin.getByRole('link', { name: 'Reports' }).click()
  expect(new URL((await request).url()).searchParams.get('scheme_sessions_only')).toBe('1')
  await admin.context().close()
})
