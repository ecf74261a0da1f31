import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { openBrowser } from '../browser.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let owner: pg.Client
const problems: string[] = []

beforeAll(async () => {
  server = await RunningServer.create()
  await server.start()
  browser = await openBrowser()
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  const { url } = await startEmbedded({ dataDir: join(server.dataDir, 'database') })
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await page.goto(at('parent', '/account'))
  await page.getByRole('button', { name: 'Decline' }).click()
})
afterAll(async () => {
  await owner.end()
  await browser.close()
  await server.stop()
})

const at = (portal: string, path = '/') => `http://${portal}.vault.localhost:${server.port}${path}`
const alert = () => page.getByRole('alert')
const leave = () => page.getByRole('button', { name: 'Sign in there' }).click()

async function enter(login: string): Promise<void> {
  await page.waitForURL(`http://id.vault.localhost:${server.port}/interaction/**`)
  await page.getByLabel('E-mail').fill(login)
  await page.getByLabel('Password').fill('Rungs-demo-1!')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('cancelled at the provider, it says so, and leads back to login', async () => {
  await leave()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  expect(await alert().textContent()).toContain('The provider refused the login')
  expect(new URL(page.url()).search).toBe('')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.getByRole('button', { name: 'Sign in there' }).waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('a parent logs in at the provider and lands on the page that asked for it, with nothing secret in the address', async () => {
  await leave()
  await enter('parent@vault.example')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect(page.url()).toBe(at('parent', '/account'))
  await page.goto(at('parent', '/overview'))
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
})

test('after logging out the provider asks again, and an account of another kind is told so', async () => {
  await page.goto(at('parent', '/logout'))
  await leave()
  await enter('coach@vault.example')
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  expect(await alert().textContent()).toContain('This account may not use this portal')
})

test('a provider that is set up wrongly, or a page opened out of order, is told in words', async () => {
  await page.goto(at('parent', '/redirect'))
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor()
  expect(await alert().textContent()).toContain('without what is needed')
  await page.goto(at('parent', '/redirect?code=a&state=b'))
  await page.getByText('This sign-in was begun in another browser').waitFor()
  const { rows } = await owner.query<{ issuer: string }>('SELECT issuer FROM identity_providers WHERE client_id = $1', [
    'vault',
  ])
  const point = (issuer: string) =>
    owner.query('UPDATE identity_providers SET issuer = $1 WHERE client_id = $2', [issuer, 'vault'])
  await point('http://nobody.localhost:1')
  await page.goto(at('parent', '/login'))
  await leave()
  await page.getByText('The provider does not answer').waitFor()
  await point(rows[0]?.issuer ?? '')
  await leave()
  await enter('parent@vault.example')
  await page.getByRole('heading', { name: 'Hello, Maeve' }).waitFor()
  expect(problems).toEqual([])
})
