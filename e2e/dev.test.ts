import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { openBrowser } from './browser.ts'
import { call, RunningServer } from './running-server.ts'

// what a checkout needs to run `npm run dev`
const folders = ['cli', 'contract', 'db', 'demo', 'domain', 'scripts', 'server', 'web']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']

let checkout: string
let server: RunningServer
let browser: Browser
/** All tests use this one page, each where the one before has left it. */
let page: Page

// a checkout of its own, because the tests change sources in it
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'rungs-dev-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(checkout, 0o755)
  for (const name of [...folders, ...files]) await cp(name, join(checkout, name), { recursive: true })
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'))
  server = await RunningServer.from(inject('prepared'), checkout)
  await server.run('dev')
  browser = await openBrowser()
  page = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await rm(checkout, { recursive: true, force: true })
})

/** Replaces a text in a source of the checkout. */
async function changeSource(file: string, oldText: string, newText: string): Promise<void> {
  const source = await readFile(join(checkout, file), 'utf8')
  expect(source).toContain(oldText)
  await writeFile(join(checkout, file), source.replace(oldText, newText))
}

test('a changed label appears in the open page, which keeps what was entered', async () => {
  await page.goto(server.url('coach'))
  await page.getByLabel('E-mail').fill('coach@aquila.example')
  await changeSource('web/locales/entry/en.json', '"submit": "Log in"', '"submit": "Come in"')
  await page.getByRole('button', { name: 'Come in' }).waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('coach@aquila.example')
})

test('a changed route is served without a manual restart, with the same database and the same session', async () => {
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Come in' }).click()
  await page.getByRole('heading', { name: 'Today’s groups' }).waitFor()
  await changeSource('server/tenants/clients/routes.ts', 'version: API_VERSION', "version: 'changed'")
  // the old server answers until it ends, and a request that it has not answered fails
  const version = async () => (await call(server, 'coach', '/v1/status').catch(() => null))?.body
  await expect.poll(version).toMatchObject({ version: 'changed' })
  await page.reload()
  await page.getByRole('heading', { name: 'Today’s groups' }).waitFor()
})

test('Ctrl-C ends the server and its database', async () => {
  expect(await server.interrupt()).toEqual({ code: 0, databaseRuns: false })
  await expect(fetch(`http://127.0.0.1:${server.port}/v1/status`)).rejects.toThrow()
})
