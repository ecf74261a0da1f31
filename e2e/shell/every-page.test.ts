import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let context: BrowserContext
let page: Page

afterEach(() => context.close())

/** Opens an empty page in a browser without stored data. */
async function openNewBrowser(): Promise<void> {
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    // without a service worker, so that the test sees all requests
    serviceWorkers: 'block',
  })
  page = await context.newPage()
}
async function logIn(login: string): Promise<void> {
  await page.getByLabel('E-mail').fill(`${login}@aquila.example`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}
const answerCookies = (name: 'Accept' | 'Decline') => page.getByRole('button', { name }).click()
/** The stored answer about cookies; null before it is given. */
const consent = (app: string) => page.evaluate(`localStorage.getItem('${app}PortalCookieConsent')`)

test('a portal loads under an overlay, in this order: the client by its host, its theme, the user, the texts', async () => {
  await openNewBrowser()
  await page.goto(server.url('parent'))
  await answerCookies('Decline')
  await logIn('parent')
  await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))

  // the answer about the user is held back, so that the overlay stays
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  // without stored answers the portal must wait for the server
  await page.evaluate(`caches.delete('rungs-seen')`)
  await page.route('**/v1/me?*', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  const overlay = page.getByText('Loading…')
  await overlay.waitFor()
  // overlays lie at this z-index [9.21]
  expect(
    await page.locator('.veil').evaluate((veil) => veil.ownerDocument.defaultView?.getComputedStyle(veil).zIndex),
  ).toBe('9999')
  await expect.poll(() => requested.includes('/v1/me')).toBe(true)
  expect(requested.includes('/translations/en.json')).toBe(false)

  release()
  await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  expect(await overlay.count()).toBe(0)

  const positions = ['/v1/client', '/themes/aquila.css', '/v1/me', '/translations/en.json'].map((path) =>
    requested.indexOf(path),
  )
  expect(positions.every((index) => index >= 0)).toBe(true)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  await expect.poll(() => requested.includes('/v1/clubs')).toBe(true)
})

test('the header of the parent portal is 120 px high on every page, at every width [9.20]', async () => {
  await openNewBrowser()
  await page.goto(server.url('parent'))
  await answerCookies('Decline')
  await logIn('parent')
  await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  const heights: Record<string, number | undefined> = {}
  for (const [path, heading] of [
    ['/overview', 'Hello, Ffion'],
    ['/account', 'Account'],
    ['/help', 'Help'],
    ['/about', 'About Rungs'],
    ['/error', 'This rung is missing'],
  ] as const) {
    await page.goto(server.url('parent', path))
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.evaluate('document.fonts.ready')
    for (const width of [320, 390, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      heights[`${path} ${width}`] = (await page.locator('header.top').boundingBox())?.height
    }
  }
  expect(Object.entries(heights).filter(([, height]) => height !== 120)).toEqual([])
})

test('a login needs an e-mail and a password, and a refusal is shown at the field that it is about [5.3]', async () => {
  await openNewBrowser()
  let loginRequests = 0
  let problem = {}
  await page.route('**/v1/auth/login', (route) => {
    loginRequests++
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 400, headers, contentType: 'application/problem+json', json: problem })
  })
  await page.goto(server.url('parent'))
  await answerCookies('Decline')
  const email = page.getByLabel('E-mail')
  const password = page.getByLabel('Password', { exact: true })
  const pressLogIn = () => page.getByRole('button', { name: 'Log in' }).click()
  const invalidFields = () => page.locator('[aria-invalid=true]').count()

  await pressLogIn()
  await page.getByText('Enter your e-mail address, for example sian@example.com.').waitFor()
  await page.getByText('Enter your password.').waitFor()
  expect([await invalidFields(), loginRequests]).toEqual([2, 0])

  await email.fill('parent')
  await pressLogIn()
  await page.getByText('Enter your e-mail address').waitFor({ state: 'detached' })
  expect([await invalidFields(), loginRequests]).toEqual([1, 0])

  await email.fill('')
  await password.fill('x')
  await pressLogIn()
  await page.getByText('Enter your password.').waitFor({ state: 'detached' })
  expect([await invalidFields(), loginRequests]).toEqual([1, 0])

  await email.fill('parent')
  problem = { status: 400, error: 'VALIDATION', detail: { email: ['not an address'] } }
  await pressLogIn()
  await page.getByText('This is not an e-mail address').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  // a code that the page does not know is shown as it is
  problem = { status: 400, error: 'NEWER_THAN_THIS_PAGE', detail: 'MOON_IN_THE_WAY' }
  await pressLogIn()
  await page.getByText('Logging in failed for a reason we do not know (MOON_IN_THE_WAY).').waitFor()
  expect([await invalidFields(), loginRequests]).toEqual([0, 2])
})

test('a later start shows the stored tenant without waiting, and applies a changed one when the server answers', async () => {
  await openNewBrowser()
  await page.goto(server.url('parent'))
  await answerCookies('Decline')
  await logIn('parent')
  const heading = page.getByRole('heading', { name: 'Hello, Ffion' })
  await heading.waitFor()

  // the stored tenant differs from the one that the server will answer
  const title = await page.title()
  const storedFields = { name: 'Former name', theme_name: 'vault', theme_url: '/themes/vault.css' }
  await page.evaluate(
    `localStorage.setItem('rungs.client', JSON.stringify({ ...JSON.parse(localStorage.getItem('rungs.client')), ...${JSON.stringify(storedFields)} }))`,
  )

  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/v1/client?*', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  await heading.waitFor()
  await expect.poll(() => page.title()).toMatch(/Former name$/)
  const themes = () =>
    page.locator('#tenant-theme').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await themes()).toEqual(['/themes/vault.css'])

  release()
  await expect.poll(() => page.title()).toBe(title)
  await expect.poll(themes).toEqual(['/themes/aquila.css'])
  expect(await heading.count()).toBe(1)

  // a host name that the server does not know any more
  await page.unroute('**/v1/client?*')
  await page.route('**/v1/client?*', (route) =>
    route.continue({ url: route.request().url().replace('hostname=parent.aquila', 'hostname=nobody') }),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Invalid host name' }).waitFor()
})

test('an unknown path shows an error page with a link home; a page without a session leads to login and back', async () => {
  await openNewBrowser()
  await page.goto(server.url('parent', '/account?a=1'))
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('logout'), searchParams.get('returnUrl')]).toEqual(['1', '/account?a=1'])

  await answerCookies('Decline')
  await logIn('parent')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect(page.url()).toBe(server.url('parent', '/account?a=1'))

  await page.goto(server.url('parent', '/nothing/here'))
  await page.getByRole('heading', { name: 'This rung is missing' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/error')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Return home' }).click()
  await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/overview')

  await page.goto(server.url('parent', '/logout'))
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(await page.evaluate(`localStorage.getItem('rungs.session')`)).toBe(null)
})

test('the error page of an office has its link in the middle, as wide as its words', async () => {
  const { page: office, context } = await visit(browser, server, 'scheme', 'scheme', new Watch(), 1440)
  await office.goto(server.url('scheme', '/error'))
  const link = await office.getByRole('link', { name: 'Return home' }).boundingBox()
  const main = await office.getByRole('main').boundingBox()
  if (!link || !main) throw new Error('the page is not shown')
  expect(link.width).toBeLessThan(300)
  expect(link.x + link.width / 2).toBeCloseTo(main.x + main.width / 2, 0)
  await context.close()
})

test('an unknown path without a session leads to login, and shows the error page afterwards', async () => {
  await openNewBrowser()
  await page.goto(server.url('parent', '/nothing/here?a=1'))
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, searchParams.get('logout'), searchParams.get('returnUrl')]).toEqual([
    '/login',
    '1',
    '/nothing/here?a=1',
  ])
  await answerCookies('Decline')
  await logIn('parent')
  await page.getByRole('heading', { name: 'This rung is missing' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/error')
})

test('an unknown host name shows a page that says to contact support', async () => {
  await openNewBrowser()
  await page.goto(`http://nowhere.localhost:${server.port}/`)
  await page.getByText(/contact support/i).waitFor()
})

test('visits are counted anonymously, and only from consent until it is withdrawn', async () => {
  await openNewBrowser()
  const counted: { page: string; token: string | undefined; cookie: string | undefined }[] = []
  page.on('request', async (request) => {
    if (!request.url().endsWith('/v1/page-views')) return
    // the headers that were really sent, because those that a page can read have no cookies
    const { authorization, cookie } = await request.allHeaders()
    counted.push({ page: String(request.postDataJSON().page), token: authorization, cookie })
  })
  await page.goto(server.url('parent'))

  // before consent nothing is counted
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await logIn('parent')
  await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  // the cookie that recognises a device is sent with logins only
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect([await consent('parent'), counted, cookies]).toEqual([null, [], ['__Host-rungs-device']])

  await answerCookies('Accept')
  await expect.poll(() => counted).toEqual([{ page: 'overview', token: undefined, cookie: undefined }])
  await expect.poll(() => consent('parent')).toBe('true')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'About' }).click()
  await expect.poll(() => counted.map((view) => view.page)).toEqual(['overview', 'about'])

  // the banner does not come back by itself, but can be opened again
  await page.reload()
  await page.getByRole('heading', { name: 'About Rungs' }).waitFor()
  expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0)
  await expect.poll(() => counted.map((view) => view.page)).toEqual(['overview', 'about', 'about'])
  await page.getByRole('main').getByRole('button', { name: 'Cookies' }).click()
  await answerCookies('Decline')

  // after consent is withdrawn nothing more is counted
  const before = counted.length
  await page.goto(server.url('parent', '/account'))
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect([await consent('parent'), counted.length]).toEqual(['false', before])
})

test('every portal has an about page and asks for its own consent', async () => {
  for (const [portal, login] of [
    ['parent', 'parent'],
    ['coach', 'coach'],
    ['club', 'admin'],
    ['scheme', 'scheme'],
  ] as const) {
    await openNewBrowser()
    await page.goto(server.url(portal, '/about'))
    await answerCookies('Accept')
    await expect.poll(() => consent(portal)).toBe('true')
    await logIn(login)
    await page.getByRole('heading', { name: 'About Rungs' }).waitFor()
    await page.getByText(server.url(portal, '/v1'), { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await context.close()
  }
})

test('a portal asks every minute which version is served, and offers a new one with Cancel or Refresh page', async () => {
  await openNewBrowser()
  await page.clock.install()
  let versionRequests = 0
  let version = ''
  await page.route('**/version', async (route) => {
    versionRequests++
    if (version === '') return route.continue()
    const requestId = route.request().headers()['x-request-id'] ?? ''
    return route.fulfill({ headers: { 'x-request-id': requestId }, json: { version, built: '2026-01-01' } })
  })
  // an answer to the first request that arrived after the second's would close the dialog again
  const firstAnswer = page.waitForResponse('**/version')
  await page.goto(server.url('parent'))
  await answerCookies('Decline')
  await (await firstAnswer).finished()
  expect(versionRequests).toBe(1)

  // the page's clock runs on during the test, so these times keep a distance from the full minute
  await page.clock.fastForward(30_000)
  expect(versionRequests).toBe(1)

  version = '9.9.9'
  await page.clock.fastForward(31_000)
  await expect.poll(() => versionRequests).toBe(2)
  const dialog = page.getByRole('alertdialog', { name: 'A new version of Rungs is ready' })
  await dialog.getByRole('button', { name: 'Refresh page' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.clock.fastForward(60_000)
  await expect.poll(() => versionRequests).toBe(3)
  expect(await dialog.count()).toBe(0)
})

test('whoever stays because of a form that is not saved can still cancel or refresh the page', async () => {
  await openNewBrowser()
  await page.clock.install()
  let version = ''
  await page.route('**/version', (route) => {
    const requestId = route.request().headers()['x-request-id'] ?? ''
    const reply = { headers: { 'x-request-id': requestId }, json: { version, built: '2026-01-01' } }
    return version === '' ? route.continue() : route.fulfill(reply)
  })
  await page.goto(server.url('club', '/settings'))
  await answerCookies('Decline')
  await logIn('admin')
  await page.getByLabel('Member types').fill('Squad')
  version = '9.9.9'
  await page.clock.fastForward(61_000)

  const versionDialog = page.getByRole('alertdialog', { name: 'A new version of Rungs is ready' })
  const refresh = versionDialog.getByRole('button', { name: 'Refresh page' })
  const questions: string[] = []
  page.on('dialog', async (question) => {
    questions.push(question.type())
    await question.dismiss()
  })
  await refresh.click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect.poll(() => refresh.isEnabled()).toBe(true)
  await versionDialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Member types').inputValue()).toBe('Squad')
})

test('texts that could not be loaded are requested again when the server can be reached, without a reload before', async () => {
  await openNewBrowser()
  let isUnreachable = true
  let failedLoads = 0
  await page.route('**/assets/en-*.js', (route) => (isUnreachable ? (failedLoads++, route.abort()) : route.continue()))
  // before it reloads, the page asks for the version: a proxy that answers 502 for the server would replace the portal
  let versionRequests = 0
  await page.route(
    '**/version',
    (route) => (versionRequests++, isUnreachable ? route.fulfill({ status: 502 }) : route.continue()),
  )
  let navigations = 0
  page.on('framenavigated', () => navigations++)
  await page.goto(server.url('parent'))
  // after two failures the page has still not reloaded
  await expect.poll(() => versionRequests).toBe(2)
  expect(navigations).toBe(1)
  expect(failedLoads).toBeGreaterThan(0)
  isUnreachable = false
  await page.getByLabel('E-mail').waitFor()
})

test('a part of the page that fails to load, or takes two minutes, shows a message and is tried again', async () => {
  await openNewBrowser()
  await page.clock.install()
  let isLost = true
  let isRequested = false
  await page.route('**/assets/users-page*.js', (route) => {
    isRequested = true
    // without an answer the request waits
    return isLost ? undefined : route.continue()
  })
  await page.goto(server.url('club'))
  await answerCookies('Decline')
  await logIn('admin')
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Users' }).click()

  const message = page.getByText('Part of this page has not loaded yet')
  // the clock must not jump before the page has begun to wait for the part
  await page.getByRole('heading', { name: 'Members' }).waitFor({ state: 'detached' })
  await expect.poll(() => isRequested).toBe(true)
  // lets the page run everything that is already queued in it
  await page.evaluate(
    'new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0) })',
  )

  await page.clock.fastForward(90_000)
  expect(await message.count()).toBe(0)
  await page.clock.fastForward(31_000)
  // another part that is on its way just then is late, too
  await message.first().waitFor()

  isLost = false
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
})
