// `node scripts/parent-pictures.ts` takes pictures of a parent's pages, in each state of a family and at three widths,
// into .pictures/.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { openBrowser, visit, Watch } from '#e2e/browser.ts'
import { lastFamily, show, states } from '#e2e/parent/states.ts'
import { RunningServer } from '#e2e/running-server.ts'

const widths = [320, 390, 1440] as const

const server = await RunningServer.create()
await server.start()
const browser = await openBrowser()
await mkdir('.pictures', { recursive: true })

/** Takes a picture of the page at each width. */
async function takePictures(page: Page, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 1440 ? 1000 : 844 })
    await page.screenshot({ path: `.pictures/parent-${name.replaceAll(' ', '-')}-${width}.png`, fullPage: true })
  }
}

try {
  const { page, context } = await visit(browser, server, 'parent', 'parent', new Watch(), 390)
  await page.getByText('to go').first().waitFor()
  // the data of the demo's family, from which the states below are made
  const realFamily = await lastFamily(page)
  await takePictures(page, 'overview')
  for (const [path, shows] of [
    ['/account', 'Download my data'],
    ['/overview?curriculum=', 'To practise at home'],
    ['/overview?curriculum=swim/stage-4/tread-water-30-s', 'Tread water'],
  ] as const) {
    await page.goto(server.url('parent', path))
    await page.getByText(shows).first().waitFor()
    await takePictures(page, path.replace(/\W+/g, ' ').trim())
  }
  await page.goto(server.url('parent'))
  for (const state of states) {
    await page.setViewportSize({ width: 390, height: 844 })
    await show(page, state, realFamily)
    await page.reload()
    await page.getByText(state.shows).first().waitFor()
    await takePictures(page, state.name)
  }
  // ends the faked replies of `show`
  await page.unroute('**/v1/users/*/members?*')
  // the reply of a server in maintenance
  await page.route('**/v1/**', (route) => route.fulfill({ status: 540, json: { maintenance_mode: 1 } }))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await takePictures(page, 'maintenance')
  await page.unroute('**/v1/**')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByText('to go').first().waitFor()
  await context.setOffline(true)
  await page.getByText('There is no network.').waitFor()
  await takePictures(page, 'offline')

  // dark mode, in Welsh
  const darkContext = await browser.newContext({ colorScheme: 'dark', locale: 'cy-GB', reducedMotion: 'reduce' })
  const welshPage = await darkContext.newPage()
  await welshPage.goto(server.url('parent'))
  await welshPage.getByRole('button', { name: 'Mewngofnodi' }).waitFor()
  await takePictures(welshPage, 'cy-dark-login')
  await welshPage.getByLabel('E-bost').fill('parent@aquila.example')
  await welshPage.locator('input[type=password]').fill(DEMO_PASSWORD)
  await welshPage.getByRole('button', { name: 'Mewngofnodi' }).click()
  await welshPage.getByRole('article', { name: 'Siân' }).waitFor()
  // declines cookies
  await welshPage.getByRole('button', { name: 'Gwrthod' }).click()
  await takePictures(welshPage, 'cy-dark-overview')
  for (const path of ['/account', '/overview?curriculum=', '/overview?curriculum=swim/stage-4/tread-water-30-s']) {
    await welshPage.goto(server.url('parent', path))
    await welshPage.getByRole('heading', { level: 2 }).first().waitFor()
    await takePictures(welshPage, `cy-dark-${path.replace(/\W+/g, ' ').trim()}`)
  }
} finally {
  await browser.close()
  await server.stop()
}
