import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let context: BrowserContext
let page: Page
/** A database connection as the owner of the tables, to change the settings of the providers. */
let owner: pg.Client
const problems: string[] = []

beforeAll(async () => {
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  // the server has started this database, so the call only finds its address
  const { url } = await startEmbedded({ dataDir: join(server.dataDir, 'database') })
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await page.goto(vaultUrl('parent', '/account'))
  await page.getByRole('button', { name: 'Decline' }).click()
})
afterAll(async () => {
  await owner.end()
})

/** The address of a page of the client Vault, whose users log in at an OpenID provider. */
const vaultUrl = (portal: string, path = '/') => `http://${portal}.vault.localhost:${server.port}${path}`
const alert = () => page.getByRole('alert')
const goToProvider = () => page.getByRole('button', { name: /^Sign in with / }).click()

async function logInAtProvider(login: string): Promise<void> {
  await page.waitForURL(`http://id.vault.localhost:${server.port}/interaction/**`)
  await page.getByLabel('E-mail').fill(login)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a login that the user cancels at the provider shows a message and a link back to login', async () => {
  await goToProvider()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  await expect.poll(() => alert().textContent()).toContain('The provider refused the login')
  expect(new URL(page.url()).search).toBe('')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.getByRole('button', { name: /^Sign in with / }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('a parent logs in at the provider and lands on the page asked for, with no secret in the URL', async () => {
  await goToProvider()
  await logInAtProvider('parent@vault.example')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect(page.url()).toBe(vaultUrl('parent', '/account'))
  await page.goto(vaultUrl('parent', '/overview'))
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
})

test('a level that needs only some of its skills has its pass line around the ring, not across it like the hand of a clock', async () => {
  await page.locator('.ring .need').first().waitFor()
  /** How far points on these paths of the ring are from its middle, in the units of its drawing. */
  const distances = (paths: string) =>
    page.evaluate<
      number[]
    >(`[...document.querySelector('.ring:has(.need)').querySelectorAll('${paths}')].flatMap((path) =>
      Array.from({ length: 101 }, (_, k) => path.getPointAtLength((path.getTotalLength() * k) / 100))
        .map(({ x, y }) => Math.hypot(x - 50, y - 50)))`)
  const rungs = Math.max(...(await distances('path:not(.need)')))
  expect(rungs).toBeGreaterThan(40)
  expect(Math.min(...(await distances('path.need')))).toBeGreaterThan(rungs)
})

test('after logout the provider asks again, and an account of another type is refused with a message', async () => {
  await page.goto(vaultUrl('parent', '/logout'))
  await goToProvider()
  await logInAtProvider('coach@vault.example')
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  await expect.poll(() => alert().textContent()).toContain('This account may not use this portal')
})

test('a misconfigured provider, or a page opened out of order, shows a message', async () => {
  await page.goto(vaultUrl('parent', '/redirect'))
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  await expect.poll(() => alert().textContent()).toContain('without what is needed')
  await page.goto(vaultUrl('parent', '/redirect?code=a&state=b'))
  await page.getByText('This sign-in was started in another browser').waitFor()

  const { rows } = await owner.query<{ issuer: string }>('SELECT issuer FROM identity_providers WHERE client_id = $1', [
    'vault',
  ])
  const setIssuer = (issuer: string) =>
    owner.query('UPDATE identity_providers SET issuer = $1 WHERE client_id = $2', [issuer, 'vault'])
  // nothing listens at port 1
  await setIssuer('http://nobody.localhost:1')
  await page.goto(vaultUrl('parent', '/login'))
  await goToProvider()
  await page.getByText('The provider does not answer').waitFor()
  await setIssuer(rows[0]?.issuer ?? '')
  await goToProvider()
  await logInAtProvider('parent@vault.example')
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
  expect(problems).toEqual([])
})

test('lost requests to and from the provider are reported, and the login then succeeds', async () => {
  for (const [client, provider, label, login] of [
    ['vault', 'id.vault', 'E-mail', 'parent@vault.example'],
    ['tideway', 'provider.tideway', 'User name', 'parent'],
  ] as const) {
    const visitorContext = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
    const visitor = await visitorContext.newPage()
    await visitor.goto(`http://parent.${client}.localhost:${server.port}/login`)
    await visitor.getByRole('button', { name: 'Decline' }).click()
    const signIn = visitor.getByRole('button', { name: /^Sign in with / })
    /** Lets login calls fail with this status of the server; 0 means that there is no network. */
    const failLogins = (status: number) =>
      visitorContext.route(/\/v1\/auth\/(auth-url|remote-login)/, (route) => {
        // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
        const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
        if (status === 0) return route.abort('internetdisconnected')
        return route.fulfill({ status, headers, contentType: 'application/problem+json', body: '{}' })
      })

    for (const [status, message] of [
      [500, 'Logging in failed for a reason we do not know'],
      [0, 'The server cannot be reached'],
    ] as const) {
      await failLogins(status)
      await signIn.click()
      await visitor.getByText(message).waitFor()
      await visitorContext.unroute(/\/v1\/auth\/(auth-url|remote-login)/)
    }

    // the provider cannot be reached; a user who comes back can begin again
    const providerUrl = new RegExp(`^http://${provider}\\.localhost`)
    await visitorContext.route(providerUrl, (route) => route.abort('connectionrefused'))
    await Promise.all([
      visitor.waitForEvent('requestfailed', (request) => providerUrl.test(request.url())),
      signIn.click(),
    ])
    await visitorContext.unroute(providerUrl)
    await visitor.goto(`http://parent.${client}.localhost:${server.port}/login`)
    await signIn.click()
    await visitor.waitForURL(`http://${provider}.localhost:${server.port}/interaction/**`)
    await visitor.getByLabel(label).fill(login)
    await visitor.getByLabel('Password').fill(DEMO_PASSWORD)

    // the answer to the login at the provider is lost on its way here
    await failLogins(0)
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await visitor.getByText('The server cannot be reached').waitFor()
    await visitorContext.unroute(/\/v1\/auth\/(auth-url|remote-login)/)
    await visitor.getByRole('link', { name: 'Back to login' }).click()
    await signIn.click()
    // a provider that still knows the user does not ask again
    await visitor.waitForURL(
      new RegExp(`^http://(${provider}|parent\\.${client})\\.localhost.*/(interaction/|overview)`),
    )
    await visitorContext.close()
  }
})

test('a club of a course provider sees when its roster was imported, what it holds, and why an import failed', async () => {
  const clubUrl = (path: string) => `http://club.tideway.localhost:${server.port}${path}`
  // the state before the first nightly import, at whatever hour this test runs
  await owner.query(`DELETE FROM tasks WHERE client_id = 'tideway' AND kind = 'import-roster'`)
  await owner.query(
    `INSERT INTO tasks (client_id, kind, subject, due_at, created_at) VALUES ('tideway', 'import-roster', 'tideway', now() + interval '1 day', now())`,
  )

  await page.goto(clubUrl('/members'))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: /^Sign in with / }).click()
  await page.waitForURL(`http://provider.tideway.localhost:${server.port}/interaction/**`)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('They are read for the first time').waitFor()

  // members and groups cannot be added, neither by a button nor by a form's URL, because the provider manages them
  expect(await page.getByRole('link', { name: 'Add member' }).count()).toBe(0)
  for (const form of ['/groups?group=new', '/members?member=new']) {
    await page.goto(clubUrl(form))
    await page.getByText(/^1–25 of \d+$|^1–\d of \d$/).waitFor()
    // a form would open within two seconds
    const openedForm = page.getByRole('dialog').waitFor({ timeout: 2_000 })
    await expect(openedForm, form).rejects.toThrow('Timeout')
  }

  /** Runs the import of the roster, and reloads the page until its state contains the text. */
  const importUntil = async (text: string) => {
    await server.rungs('roster', 'tideway')
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.locator('.roster-state').waitFor()
          return page.locator('.roster-state').textContent()
        },
        { timeout: 60_000, interval: 2_000 },
      )
      .toContain(text)
  }
  await importUntil('Read last: Today')
  await page.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Records of the course provider' })
  await dialog.getByText('It is read next').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })

  await owner.query(`UPDATE identity_providers SET roster_url = roster_url || '/gone' WHERE client_id = 'tideway'`)
  await importUntil('Its answer could not be used. Everything here stays as it was when last read.')
  expect(await violations(page)).toEqual([])

  // the address of a page that changes members or groups says who does that, and blames no connection
  for (const path of ['/groups/term', '/members/duplicates', '/members/import']) {
    await page.goto(clubUrl(path))
    await page.getByText(/ are kept by the course provider and changed there\.$/).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count(), path).toBe(0)
    expect(await violations(page), path).toEqual([])
  }
})
