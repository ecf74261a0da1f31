import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { chooseLanguage } from '../browser.ts'
import { focused } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** A database connection as the owner of the tables, to change sessions and users. */
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

async function openDevice(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(server.url('parent'))
  await page.getByRole('button', { name: 'Decline' }).click()
  return { context, page }
}
async function logIn(page: Page, login = 'parent'): Promise<void> {
  await page.getByLabel('E-mail').fill(`${login}@aquila.example`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}
/** What a parent who is logged in sees. */
const hello = (page: Page) => page.getByRole('heading', { name: 'Hello, Ffion' })
/** Removes the access token, as if it had expired; only the refresh token is left. */
const loseAccessToken = (page: Page) =>
  page.evaluate(`(() => {
    const session = JSON.parse(localStorage.getItem('rungs.session'))
    localStorage.setItem('rungs.session', JSON.stringify({ ...session, token: null }))
  })()`)

test('a password that is too long is not cut: the login page says so and asks nobody', async () => {
  const { context, page } = await openDevice()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) asked.push(request.url())
  })
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('E-mail').fill('parent@aquila.example')
  // as it is pasted
  await password.focus()
  await page.keyboard.insertText('x'.repeat(201))
  await page.getByText('A password has 200 characters at most.').waitFor()
  expect(await password.inputValue()).toHaveLength(201)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => focused(page)).toBe('textbox "Password"')
  expect(asked).toEqual([])
  await context.close()
})

describe('a session', () => {
  test('that has ended by the clock of the device, which is months ahead, is explained on the login page', async () => {
    const { context, page } = await openDevice()
    await page.clock.install({ time: Date.now() + 70 * 86_400_000 })
    await page.reload()
    await logIn(page)
    await page.getByText('The date of this device is wrong').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await context.close()
  })

  test('whose access token is gone is refreshed once by two tabs that load at the same moment', async () => {
    const { context, page } = await openDevice()
    await logIn(page)
    await hello(page).waitFor()
    const otherTab = await context.newPage()
    await otherTab.goto(server.url('parent', '/account'))
    await otherTab.getByRole('heading', { name: 'Account' }).waitFor()

    const refreshTokenBefore = await page.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).refresh_token`)
    const refreshes: string[] = []
    context.on('requestfinished', (request) => {
      if (request.url().endsWith('/v1/auth/refresh')) refreshes.push(request.url())
    })

    // several rounds, because the two tabs meet a little differently each time
    for (let round = 1; round <= 5; round++) {
      // Both tabs leave the portal first, because a page that is left during its refresh would cause a second one. A path
      // outside `/v1/` would not do: once the service worker runs, it answers with the portal.
      await Promise.all([page, otherTab].map((tab) => tab.goto(server.url('parent', '/v1/openapi.json'))))
      await loseAccessToken(page)
      await Promise.all([page.goto(server.url('parent', '/overview')), otherTab.goto(server.url('parent', '/account'))])
      await Promise.all([hello(page).waitFor(), otherTab.getByText('parent@aquila.example').waitFor()])
      await expect.poll(() => refreshes.length).toBe(round)
    }
    expect(await page.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).refresh_token`)).not.toBe(
      refreshTokenBefore,
    )
    await context.close()
  })

  test('whose language is changed in one tab is shown in it in the other one, too', async () => {
    const { context, page } = await openDevice()
    await logIn(page)
    await hello(page).waitFor()
    const otherTab = await context.newPage()
    await otherTab.goto(server.url('parent', '/account'))
    await otherTab.getByRole('heading', { name: 'Account' }).waitFor()
    await chooseLanguage(page, 'Menu', 'Cymraeg')
    await otherTab.getByRole('button', { name: 'Dewislen' }).waitFor()
    expect(await otherTab.locator('html').getAttribute('lang')).toBe('cy-GB')
    await context.close()
  })

  test('that the server has ended leads to login, and back to the page that was open', async () => {
    const { context, page } = await openDevice()
    await logIn(page)
    await hello(page).waitFor()
    await page.goto(server.url('parent', '/account'))
    await page.getByRole('heading', { name: 'Children linked to you' }).waitFor()

    await owner.query('UPDATE refresh_sessions SET revoked_at = now()')
    await loseAccessToken(page)
    await page.reload()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/account')

    await logIn(page)
    await page.getByRole('heading', { name: 'Children linked to you' }).waitFor()
    await context.close()
  })

  test('can be ended on all other devices from any of them, after a question', async () => {
    const [lostDevice, ownDevice] = [await openDevice(), await openDevice()]
    for (const { page } of [lostDevice, ownDevice]) {
      await logIn(page)
      await hello(page).waitFor()
    }

    await ownDevice.page.goto(server.url('parent', '/account'))
    await ownDevice.page.getByRole('button', { name: /^Log out on \d+ other devices…$/ }).click()
    await ownDevice.page.getByRole('alertdialog').getByRole('button', { name: 'Log out there' }).click()
    await ownDevice.page.getByText(/^\d+ other devices are logged out\.$/).waitFor()
    await ownDevice.page.getByText('Another device').first().waitFor({ state: 'detached' })

    await lostDevice.page.reload()
    await lostDevice.page.getByRole('button', { name: 'Log in' }).waitFor()
    await lostDevice.context.close()
    await ownDevice.context.close()
  })
})

test('a password that must be changed opens its page in a new tab after 1.5 s and does not log in', async () => {
  await owner.query(`UPDATE users SET password_reset_required = true WHERE email = 'parent2@aquila.example'`)
  const { context, page } = await openDevice()
  const opened = context.waitForEvent('page')
  const began = Date.now()
  await logIn(page, 'parent2')
  await page.getByText('Your password must be renewed').waitFor()
  const tab = await opened
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_500)
  await tab.getByRole('heading', { name: 'Forgotten password' }).waitFor()
  expect(tab.url()).toBe(server.url('parent', '/reset-password'))
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(`localStorage.getItem('rungs.session')`)).toBe(null)
  await context.close()
})
