import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import type { RunningServer } from './running-server.ts'

/** Where Chromium is looked for. The headless shell, Chromium without its desktop, needs 40 % less processor time. */
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? CHROMIUM_PATHS.find((path) => existsSync(path)) ?? 'chromium'
}

/** No sandbox, because root cannot run Chromium in one. The last three flags keep Chromium from requests of its own. */
export const chromiumArgs: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launchOptions = () => ({ executablePath: chromiumPath(), args: [...chromiumArgs] })

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

/** Opens a browser whose user has set text to twice the size. */
export async function openBrowserWithLargeText(): Promise<Browser> {
  return chromium.launch({ ...launchOptions(), args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'] })
}

/**
 * Opens a browser whose data are on disk, because in memory Chromium frees no space for deleted data. Closing the
 * returned context closes the browser, too.
 */
export async function openOnDisk(): Promise<BrowserContext> {
  // for an empty path Playwright makes a folder and removes it in the end
  return chromium.launchPersistentContext('', { ...launchOptions(), reducedMotion: 'reduce' })
}

/**
 * Collects what a page must never do: log an error or a warning, throw, break its content security policy, or request
 * another origin.
 */
export class Watch {
  readonly problems: string[] = []

  follow(page: Page, origin: string): void {
    page.on('console', (message) => {
      // Playwright's warning where a test has turned service workers off
      if (message.text().startsWith('Service Worker registration blocked by Playwright')) return
      // a server that is too busy refuses calls, and the page tries again
      if (message.text().includes('status of 503')) return
      if (message.type() === 'error' || message.type() === 'warning')
        this.problems.push(`${message.type()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.name}: ${error.message} ${error.stack}`))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin)
        this.problems.push(`asked another origin: ${url.href}`)
    })
  }

  /** Removes problems that a test causes on purpose; the browser itself logs each refused or lost request. */
  forget(expected: RegExp): void {
    this.problems.splice(0, this.problems.length, ...this.problems.filter((problem) => !expected.test(problem)))
  }
}

export interface Visit {
  context: BrowserContext
  page: Page
}

/**
 * Opens a portal of the demo client Aquila in a new browser context, logs in as `login`@aquila.example and declines
 * cookies. `width` is that of the screen: 320 and 390 are phones, 820 and 1180 tablets, more is a desktop. The service
 * worker takes a third of the time of a visit, so the club and scheme portals, which do nothing without network, are
 * opened without it.
 */
export async function visit(
  browser: Browser,
  server: RunningServer,
  portal: string,
  login: string,
  watch: Watch,
  width = 1280,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: portal === 'club' || portal === 'scheme' ? 'block' : 'allow',
  })
  const page = await context.newPage()
  watch.follow(page, server.origin(portal))
  await page.goto(server.url(portal))
  await page.getByLabel('E-mail').fill(`${login}@aquila.example`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  // the server may answer the login only after the cookies are declined
  await page.waitForURL((url) => url.pathname !== '/login')
  return { context, page }
}

/**
 * Waits until the portal is on the device, also the tenant's theme, logo and texts in two languages, which the page
 * fetches last. Losing the network earlier ends that fetch with an error until it is tried again.
 */
export async function waitUntilInstalled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const cache = await caches.open('rungs-tenant')
    while ((await cache.keys()).length < 4) await new Promise((done) => setTimeout(done, 50))
  })()`)
}

/** Closes the page, and stays when the browser asks; returns the kind of its question. */
export async function questionOfClosing(page: Page): Promise<string> {
  const asked = Promise.withResolvers<string>()
  page.once('dialog', (opened) => {
    asked.resolve(opened.type())
    void opened.dismiss()
  })
  // not awaited, because the browser's question keeps the page open
  void page.close({ runBeforeUnload: true })
  return asked.promise
}

/** Chooses a language in the menu of a phone, whose button is called `menu` so far; the page is as wide as before then. */
export async function chooseLanguage(page: Page, menu: string, language: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: language }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  if (before) await page.setViewportSize(before)
}

/** Opens a page of the scheme portal by its link, in a group of the navigation that may be closed. */
export async function openSchemePage(page: Page, group: string, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const heading = navigation.getByRole('button', { name: group })
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click()
  await navigation.getByRole('link', { name, exact: true }).click()
}

/**
 * Reloads the page until it shows the element, because an open page is not notified of what a background task has
 * changed.
 */
export async function reloadUntil(page: Page, element: Locator, timeoutMs = 120_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline;) {
    await page.reload()
    const shown = await element.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    )
    if (shown) return
  }
  // fails with the message of the missing element
  await element.waitFor({ timeout: 1 })
}
