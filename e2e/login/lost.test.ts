import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** A database connection as the owner of the tables, to change settings of the client and its users. */
let owner: pg.Client

beforeAll(async () => {
  // the server has started this database, so the call only finds its address
  const { url } = await startEmbedded({ dataDir: join(server.dataDir, 'database') })
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

const losses = ['no network', 'server fails', 'network hangs'] as const
type Loss = (typeof losses)[number]

/**
 * Which call of the page is lost now, and how. One route handler reads this, because adding and removing handlers would
 * lose calls by itself.
 */
let lostCall: { path: string; loss: Loss } | null = null

async function loseOrContinue(route: Route): Promise<void> {
  if (new URL(route.request().url()).pathname !== lostCall?.path) return route.continue()
  if (lostCall.loss === 'no network') return route.abort('internetdisconnected')
  if (lostCall.loss === 'network hangs') return
  // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
  const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
  return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
}

/** Opens a portal on a phone, on which calls can be lost. */
async function open(portal: string, path = '/'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  // a page gives up a hanging call after half a minute; where the test sets `impatient`, it does so after two seconds
  await context.addInitScript(`(() => {
    const real = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => real(sessionStorage.getItem('impatient') ? 2_000 : ms)
  })()`)
  const page = await context.newPage()
  await page.route('**/v1/auth/**', loseOrContinue)
  await page.goto(server.url(portal, path))
  await page.getByRole('button', { name: 'Decline' }).click()
  return page
}

/** Acts while calls of the endpoint below /v1/auth are lost, waits for the message, and lets calls through again. */
async function loseCall(
  page: Page,
  endpoint: string,
  loss: Loss,
  act: () => Promise<unknown>,
  message: RegExp,
): Promise<void> {
  const path = `/v1/auth/${endpoint}`
  if (loss === 'network hangs') await page.evaluate(`sessionStorage.setItem('impatient', '1')`)
  lostCall = { path, loss }
  // the message of an earlier lost call may still be shown
  await Promise.all([page.waitForRequest((request) => new URL(request.url()).pathname === path), act()])
  await page.getByText(message).first().waitFor()
  lostCall = null
  await page.evaluate(`sessionStorage.removeItem('impatient')`)
}

/** Loses the call in each of the ways, waits for the message of each, and then acts without loss. */
async function loseInEveryWay(
  page: Page,
  endpoint: string,
  act: () => Promise<unknown>,
  serverFailed: RegExp,
): Promise<void> {
  for (const loss of losses)
    await loseCall(page, endpoint, loss, act, loss === 'server fails' ? serverFailed : /^The server cannot be reached/)
  await act()
}
/** The messages of the pages that say in their own words that the server failed. */
const SERVER_FAILED = /could not|did not|failed/i
const UNKNOWN_REASON = /^Logging in failed for a reason we do not know/
/** Returns a function that presses the button, for a test that presses it once for each loss. */
const tap = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click()

/** Fills in the form; `label` is that of the field for the login. */
async function fillLogin(page: Page, login: string, label = 'E-mail'): Promise<void> {
  await page.getByLabel(label).fill(login)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
}
const waitForHello = (page: Page, words = 'Hello, Ffion') => page.getByRole('heading', { name: words }).waitFor()

test('a login by e-mail, a refresh and a change of language report a request lost at any step, and then succeed', async () => {
  const page = await open('parent')
  await fillLogin(page, 'parent@aquila.example')
  await loseInEveryWay(page, 'login', tap(page, 'Log in'), UNKNOWN_REASON)
  await waitForHello(page)

  for (const loss of losses) {
    // without an access token, as after it has expired, the page calls refresh
    await page.evaluate(`(() => {
      const session = JSON.parse(localStorage.getItem('rungs.session'))
      localStorage.setItem('rungs.session', JSON.stringify({ ...session, token: null }))
    })()`)
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await loseCall(
      page,
      'refresh',
      loss,
      () => page.reload().then(() => tryAgain.waitFor()),
      /^This could not be loaded/,
    )
    await page.reload()
    await waitForHello(page)
  }

  // the texts of the page change although the call is lost; the language in the token changes later
  for (const [index, loss] of losses.entries()) {
    await page.getByRole('button', { name: /^(Menu|Dewislen)$/ }).click()
    const language = page.getByRole('dialog').getByRole('button', { name: index % 2 === 0 ? 'Cymraeg' : 'English' })
    await loseCall(page, 'change-language', loss, () => language.click(), index % 2 === 0 ? /^Helô,/ : /^Hello,/)
  }
  await page.context().close()
})

test('a login by user name reports a lost request, and then succeeds', async () => {
  await owner.query(`UPDATE clients SET login = 'username' WHERE client_id = 'aquila'`)
  await owner.query(`UPDATE users SET username = 'ffion' WHERE email = 'parent@aquila.example'`)
  const page = await open('parent')
  await fillLogin(page, 'ffion', 'User name')
  await loseInEveryWay(page, 'login', tap(page, 'Log in'), UNKNOWN_REASON)
  await waitForHello(page)
  await owner.query(`UPDATE clients SET login = 'email' WHERE client_id = 'aquila'`)
  await page.context().close()
})

test('a forgotten password is reset, its link checked and a new one set in spite of every lost request', async () => {
  const page = await open('parent', '/reset-password')
  await page.getByLabel('E-mail').fill('parent2@aquila.example')
  await loseInEveryWay(page, 'reset-password', tap(page, 'Send the link'), SERVER_FAILED)
  await page.getByText('If parent2@aquila.example is registered here').waitFor()

  // the demo's start page shows the mails
  const start = await page.context().newPage()
  const mail = start.locator('details', { hasText: 'parent2@aquila.example' }).first()
  await expect.poll(async () => (await start.goto(`http://localhost:${server.port}/`), mail.count())).toBe(1)
  await mail.locator('summary').click()
  const link = (await mail.locator('pre a').first().getAttribute('href')) ?? ''
  await start.close()

  await loseCall(page, 'check-token', 'no network', () => page.goto(link), /^The server cannot be reached/)
  await loseCall(page, 'check-token', 'server fails', tap(page, 'Try again'), SERVER_FAILED)
  await loseCall(page, 'check-token', 'network hangs', tap(page, 'Try again'), /^The server cannot be reached/)
  await tap(page, 'Try again')()
  await page.getByLabel('New password').fill('Brand-new-horse-10')
  await page.getByLabel('The same password again').fill('Brand-new-horse-10')
  await loseInEveryWay(page, 'set-password', tap(page, 'Save and log in'), SERVER_FAILED)
  await waitForHello(page, 'Hello, Daniel')
  await page.context().close()
})

test('a password that was set although the answer was lost leads to a page that says what to do', async () => {
  const page = await open('scheme', '/reset-password')
  await page.getByLabel('E-mail').fill('scheme@aquila.example')
  await tap(page, 'Send the link')()
  await page.getByText('If scheme@aquila.example is registered here').waitFor()

  // the demo's start page shows the mails
  const start = await page.context().newPage()
  const mail = start.locator('details', { hasText: 'scheme@aquila.example' }).first()
  await expect.poll(async () => (await start.goto(`http://localhost:${server.port}/`), mail.count())).toBe(1)
  await mail.locator('summary').click()
  const link = (await mail.locator('pre a').first().getAttribute('href')) ?? ''
  await start.close()

  // the server sets the password, but its answer is lost
  await page.goto(link)
  await page.getByLabel('New password').fill('Brand-new-horse-11')
  await page.getByLabel('The same password again').fill('Brand-new-horse-11')
  await page.route('**/v1/auth/set-password', async (route) => {
    const body: unknown = route.request().postDataJSON()
    expect((await call(server, 'scheme', '/v1/auth/set-password', { body })).status).toBe(200)
    await route.abort('connectionreset')
  })
  await tap(page, 'Save and log in')()
  await page.getByText('The server cannot be reached').waitFor()

  // the link has been used, so the page says how to go on
  await page.unroute('**/v1/auth/set-password')
  await tap(page, 'Save and log in')()
  await page.getByRole('heading', { name: 'Password token expired' }).waitFor()
  await page.getByRole('link', { name: 'To the login page' }).click()
  await page.getByLabel('E-mail').fill('scheme@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill('Brand-new-horse-11')
  await tap(page, 'Log in')()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.context().close()
})

test('a list that cannot be loaded shows an error in place of its rows, and loads by one tap', async () => {
  const page = await open('club')
  // three seconds after the event stream is opened, the list would load by itself
  await page.route('**/v1/events', () => {})
  await fillLogin(page, 'admin@aquila.example')
  await tap(page, 'Log in')()
  const rows = page.getByRole('table').getByRole('row')
  // rows with names, not the placeholders of a loading table
  await page.getByRole('table').getByRole('link').nth(4).waitFor()

  await page.route('**/v1/members?*', (route) => {
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })
  await page.getByRole('searchbox').first().fill('Ama')
  await page.getByText(/^This could not be loaded/).waitFor()
  await expect.poll(() => rows.count()).toBe(0)

  await page.unroute('**/v1/members?*')
  await tap(page, 'Try again')()
  await page.getByRole('link', { name: /Amara/ }).first().waitFor()
  await page.context().close()
})

test('the second factor is set up and asked for in spite of every lost request, and a failed change of club keeps the old one', async () => {
  await owner.query(`UPDATE clients SET second_factor = 'required' WHERE client_id = 'aquila'`)
  const page = await open('club')
  for (const loss of losses) {
    await fillLogin(page, 'admin@aquila.example')
    await loseCall(page, 'second-factor/enrol', loss, tap(page, 'Log in'), /^This could not be loaded/)
    // with the network back, the page may load by itself; the button back is shown before and afterwards
    await tap(page, 'Back to the password')()
  }
  await fillLogin(page, 'admin@aquila.example')
  await tap(page, 'Log in')()

  const secret = ((await page.locator('.key code').textContent()) ?? '').replaceAll(' ', '')
  const code = page.getByRole('textbox', { name: 'Code that the app shows now' })
  const confirm = async () => {
    await code.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await tap(page, 'Turn on')()
  }
  await loseInEveryWay(page, 'second-factor/confirm', confirm, UNKNOWN_REASON)
  await page.locator('.recovery code').first().waitFor()
  const [recoveryCode = ''] = await page.locator('.recovery code').allTextContents()
  await tap(page, 'I have kept them')()
  await page.getByRole('heading', { name: 'Members' }).waitFor()

  // at the next login the second factor is asked for
  await page.goto(server.url('club', '/logout'))
  await fillLogin(page, 'admin@aquila.example')
  await tap(page, 'Log in')()
  await tap(page, 'Use a recovery code')()
  const answer = async () => {
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await tap(page, 'Log in')()
  }
  await loseInEveryWay(page, 'second-factor', answer, UNKNOWN_REASON)
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await owner.query(`UPDATE clients SET second_factor = 'optional' WHERE client_id = 'aquila'`)

  // a failed change of club keeps the old club
  await tap(page, 'Menu')()
  const club = page.getByRole('dialog').getByRole('combobox')
  const chosenClub = () => club.locator('option:checked').textContent()
  for (const loss of losses) {
    await expect.poll(() => club.isEnabled()).toBe(true)
    await loseCall(page, 'change-club', loss, () => club.selectOption('Lakeside'), /^The club could not be changed/)
    await expect.poll(chosenClub).toBe('Harbour')
    await page
      .getByText(/^The club could not be changed/)
      .first()
      .click()
    await page.reload()
    await tap(page, 'Menu')()
  }
  await club.selectOption('Lakeside')
  await page.waitForLoadState()
  await tap(page, 'Menu')()
  await expect.poll(chosenClub).toBe('Lakeside')
  await page.context().close()
})

test('a switch of user by PIN reports a lost request, and then succeeds', async () => {
  const page = await open('coach')
  await fillLogin(page, 'coach@aquila.example')
  await tap(page, 'Log in')()
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  // Dewi's PIN in the demo; the last digit sends it
  const enterPin = () => page.getByLabel('PIN', { exact: true }).fill('1357')
  for (const loss of losses) {
    await page.goto(server.url('coach', '/switch-user'))
    await page.getByRole('button', { name: /Dewi Lloyd/ }).click()
    await loseCall(
      page,
      'switch-user',
      loss,
      enterPin,
      loss === 'server fails' ? UNKNOWN_REASON : /^The server cannot be reached|^Without a network/,
    )
  }
  await page.goto(server.url('coach', '/switch-user'))
  await page.getByRole('button', { name: /Dewi Lloyd/ }).click()
  await enterPin()
  await page.waitForURL(server.url('coach', '/member-groups'))
  await page.context().close()
})
