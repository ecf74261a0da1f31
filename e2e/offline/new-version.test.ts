import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { ask, RunningServer } from '../running-server.ts'
import { outbox } from './device.ts'

const TITLE = 'Today’s groups'
const NEW_TITLE = 'Groups of today'
/** Tells Chromium to compile all functions of a script while it reads it. */
const COMPILE_AT_LOAD = '//# allFunctionsCalledOnLoad\n'
// what a checkout needs to build the portals and serve them
const folders = ['cli', 'contract', 'db', 'demo', 'dist', 'domain', 'scripts', 'server', 'web']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']

let checkout: string
let server: RunningServer
let browser: Browser
let coach: Visit
const watch = new Watch()

// a checkout of its own, because the test changes sources to make a new version
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'rungs-checkout-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(checkout, 0o755)
  for (const name of [...folders, ...files]) await cp(name, join(checkout, name), { recursive: true })
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'))
  server = await RunningServer.from(inject('prepared'), checkout)
  await server.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(checkout, { recursive: true, force: true })
})

/** The paths of the scripts and styles that the page served now names; each has a hash of its content. */
async function assetsServed(): Promise<string[]> {
  const { text } = await ask(server, 'coach', '/')
  return [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path).sort()
}

/** The names of the caches of builds, one for each version. */
const buildCaches = (page: Page) =>
  page.evaluate<string[]>("caches.keys().then((names) => names.filter((name) => name.startsWith('rungs-shell-')))")

/**
 * Removes the Welsh words from the build; the returned function puts them back. An English page does not load them, but
 * the service worker cannot be installed without them.
 */
async function withoutWelsh(): Promise<() => Promise<void>> {
  const assets = join(checkout, 'dist/web/assets')
  const welshFiles = (await readdir(assets)).filter((name) => name.startsWith('cy-')).map((name) => join(assets, name))
  expect(welshFiles.length).toBeGreaterThan(0)
  for (const file of welshFiles) await rename(file, `${file}.away`)
  return async () => {
    for (const file of welshFiles) await rename(`${file}.away`, file)
  }
}

/** Lets every push fail until the session's storage says that it `sends`. */
const HOLD_PUSHES = `(() => {
  const send = fetch.bind(globalThis)
  globalThis.fetch = (url, ...options) =>
    String(url.url ?? url).endsWith('/v1/sync/push') && sessionStorage.getItem('sends') === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : send(url, ...options)
})()`

test('a service worker that could not be installed is installed later while the page is open', async () => {
  const putBack = await withoutWelsh()
  const { context, page } = await visit(browser, server, 'coach', 'coach', watch)

  // counts in the page how often it tries to install the service worker
  await page.addInitScript(`(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    window.installTries = 0
    serviceWorker.register = (...args) => (window.installTries++, register(...args))
  })()`)
  await page.reload()
  await expect.poll(() => page.evaluate('window.installTries')).toBe(2)
  expect(await buildCaches(page)).toEqual([])

  await putBack()
  await expect.poll(() => buildCaches(page)).toHaveLength(1)
  await context.close()
})

describe('a new version, while changes wait on an open page', () => {
  let oldAssets: string[]
  let oldCaches: string[]

  test('is built beside the old version’s files, which are still served', async () => {
    coach = await visit(browser, server, 'coach', 'coach', watch)
    const { page } = coach
    await page.getByRole('heading', { name: TITLE }).waitFor()
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await expect.poll(() => buildCaches(page)).toHaveLength(1)
    oldCaches = await buildCaches(page)
    oldAssets = await assetsServed()

    // two changes wait, because the server has been killed
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name: 'Amara Okafor' }).click()
    await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    await server.kill()
    for (const skill of ['Backstroke, 10 m', 'Tread water, 30 s']) {
      const grades = page.getByRole('group', { name: skill, exact: true })
      const isGood = await grades.getByRole('button', { name: 'Good' }).getAttribute('aria-pressed')
      await grades.getByRole('button', { name: isGood === 'true' ? 'Fair' : 'Good' }).click()
    }
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 2 })

    // the new version has another title
    const wordsFile = join(checkout, 'web/portals/coach/locales/en.json')
    await writeFile(wordsFile, (await readFile(wordsFile, 'utf8')).replaceAll(TITLE, NEW_TITLE))
    // nothing is sent until the test allows it; a route of the test would hold requests of the service worker, too
    await page.addInitScript(HOLD_PUSHES)
    await page.evaluate(HOLD_PUSHES)
    await server.start()

    const newAssets = await assetsServed()
    // the page names a script and a style, and the script has replaced the old one
    expect(newAssets).toHaveLength(2)
    // only the script that a page starts with is compiled as a whole while it is read
    const script = newAssets.find((path) => path.endsWith('.js')) ?? ''
    const { text } = await ask(server, 'coach', script)
    const [lazyPart] = /assets\/[\w.-]+\.js/.exec(text) ?? []
    expect(text.startsWith(COMPILE_AT_LOAD)).toBe(true)
    expect((await ask(server, 'coach', `/${lazyPart}`)).text.startsWith(COMPILE_AT_LOAD)).toBe(false)
    expect(oldAssets.filter((path) => !newAssets.includes(path)).length).toBeGreaterThan(0)
    for (const path of oldAssets) {
      const { status, headers } = await ask(server, 'coach', path)
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
    }
  })

  test('replaces the worker without touching page or queue, and the page says what it will send before a refresh', async () => {
    const { page } = coach
    await page.reload()
    await page.getByRole('alertdialog', { name: 'A new version of Rungs is ready' }).waitFor()
    await page.getByText('2 changes that wait here are sent first').waitFor()
    await expect.poll(() => buildCaches(page)).not.toContain(oldCaches[0])
    // polled from the test, because polling in the page evaluates text, which the page's policy forbids
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
    // the open page is still the old version, and all its files are still served
    for (const path of oldAssets) expect(await page.evaluate(`fetch('${path}').then(({ status }) => status)`)).toBe(200)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 2 })
  })

  test('is loaded by the button “Refresh page” after the waiting changes are sent', async () => {
    const { page } = coach
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/sync/push')) requests.push('push')
      if (request.isNavigationRequest()) requests.push('load')
    })
    await page.evaluate(`sessionStorage.setItem('sends', 'yes')`)
    await page.getByRole('button', { name: 'Refresh page' }).click()
    await page.getByRole('link', { name: 'Back to Dolphins' }).click()
    await page.getByRole('link', { name: `Back to ${NEW_TITLE}` }).click()
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    expect(requests.slice(0, 2)).toEqual(['push', 'load'])
    expect((await outbox(page))['pending']).toBeUndefined()
  })

  test('is found at once, because the worker, pages and version are never cached without asking the server', async () => {
    const header = async (path: string) => (await ask(server, 'coach', path)).headers['cache-control']
    expect(await header('/sw.js')).toBe('no-cache')
    expect(await header('/member-groups')).toBe('no-cache')
    expect(await header('/version')).toBe('no-store')
  })

  test('logs nothing but the lost connections', () => {
    // the server was killed
    const expected = /ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INCOMPLETE|ERR_EMPTY|ERR_CONNECTION/
    expect(watch.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })
})
