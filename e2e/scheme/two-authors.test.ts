import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { typeWhereFocused } from '../focus.ts'
import { hold } from '../hold.ts'
import { call, RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
/** Marta Kowalska, and Nia Rees of the same client. */
let marta: Visit
let nia: Visit
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  const printed = await server.rungs('invite', 'aquila', 'ngo', 'nia@aquila.example', 'Nia', 'Rees', '--print-link')
  const token = /token=([^\s&]+)/.exec(printed)?.[1] ?? printed
  const set = await call(server, 'scheme', '/v1/auth/set-password', { body: { token, password: DEMO_PASSWORD } })
  expect(set.status, `${printed} ${JSON.stringify(set.body)}`).toBe(200)
  browser = await openBrowser()
  marta = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  nia = await visit(browser, server, 'scheme', 'nia', watch, 1440)
  // a scheme that nobody is assessed in, so that no edit waits for a confirmation
  const { page } = marta
  await page.getByRole('button', { name: 'New scheme' }).click()
  await typeWhereFocused(page, 'Canoe')
  await page.keyboard.press('Enter')
  await page.getByText('An empty scheme').waitFor()
  await page.keyboard.press('Control+Enter')
  await typeWhereFocused(page, 'Paddles')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row(page, 'Paddles').waitFor()
  await waitUntilSaved(page)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const waitUntilSaved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()
const isSave = (request: Request) => request.method() === 'POST' && request.url().endsWith('/edits')
const title = (page: Page) => page.locator('.title-field')

test('one author in two tabs on a slow network, who types on while a text is on its way, never clashes with himself', async () => {
  const { page, context } = marta
  const other = await context.newPage()
  watch.follow(other, server.origin('scheme'))
  for (const tab of [page, other]) {
    await tab.goto(server.url('scheme', '/scheme/canoe/paddles'))
    await title(tab).waitFor()
    // each save takes a second
    await tab.route('**/v1/curriculum/canoe/edits', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
  }
  for (const text of ['P', 'Pa', 'Pad', 'Padd']) {
    await title(page).fill(text)
    await title(page).press('Enter')
    await title(other).fill(`${text} elsewhere`)
    await title(other).press('Enter')
  }
  for (const tab of [page, other]) {
    await waitUntilSaved(tab)
    expect(await tab.getByRole('alert').filter({ hasText: 'has changed' }).count()).toBe(0)
  }
  await title(page).fill('Paddles')
  await title(page).press('Enter')
  await waitUntilSaved(page)
  await row(other, 'Paddles').waitFor()
  await other.close()
  await page.unroute('**/v1/curriculum/canoe/edits')
})

test('an author sees who else is here, in the bar and beside the node, until they leave', async () => {
  await nia.page.goto(server.url('scheme', '/scheme/canoe/paddles'))
  const { page } = marta
  await page.getByRole('button', { name: 'Nia Rees is at Paddles' }).waitFor()
  await row(page, 'Paddles').getByText('Nia Rees here').waitFor({ state: 'attached' })
  // who came later knows who was here before
  await nia.page.getByRole('button', { name: 'Marta Kowalska is at Paddles' }).waitFor()
  expect(await violations(page)).toEqual([])
  await nia.page.getByRole('link', { name: 'Canoe', exact: true }).click()
  await page.getByRole('button', { name: /^Nia Rees/ }).waitFor({ state: 'detached' })
})

/** Nia's text is saved while Marta's is on its way. */
async function clash(mine: string, theirs: string): Promise<void> {
  const { page } = marta
  let goOn = () => {}
  const niaSaved = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/v1/curriculum/canoe/edits', async (route) => {
    if (isSave(route.request())) await niaSaved
    await route.continue()
  })
  const sent = page.waitForRequest(isSave)
  await title(page).fill(mine)
  await title(page).press('Enter')
  await sent
  await title(nia.page).fill(theirs)
  await title(nia.page).press('Enter')
  await waitUntilSaved(nia.page)
  const answered = page.waitForResponse((reply) => isSave(reply.request()))
  goOn()
  await answered
  await page.unroute('**/v1/curriculum/canoe/edits')
}

test('a text that both changed is lost by neither: both are shown side by side, and the author keeps one', async () => {
  await nia.page.goto(server.url('scheme', '/scheme/canoe/paddles'))
  const { page } = marta
  await title(nia.page).waitFor()
  await clash('Marta’s paddles', 'Nia’s paddles')
  const strip = page.getByRole('alert').filter({ hasText: 'Nia Rees has changed a text that you changed too' })
  await strip.waitFor()
  await page.getByRole('link', { name: '1 change waits for you' }).waitFor()
  await strip.getByRole('button', { name: 'Compare…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nia Rees has changed this text too' })
  await dialog.getByText('Nia’s paddles', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Yours, not saved').inputValue()).toBe('Marta’s paddles')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // to decide later loses nothing
  await page.keyboard.press('Escape')
  await strip.getByRole('button', { name: 'Compare…' }).click()
  await dialog.getByLabel('Yours, not saved').fill('Our paddles')
  await page.keyboard.press('Escape')
  await strip.getByRole('button', { name: 'Compare…' }).click()
  expect(await dialog.getByLabel('Yours, not saved').inputValue()).toBe('Our paddles')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await row(page, 'Our paddles').waitFor()
  await waitUntilSaved(page)
  await row(nia.page, 'Our paddles').waitFor()

  // the other way round, their text is kept
  await clash('Marta’s again', 'Nia’s again')
  await strip.getByRole('button', { name: 'Compare…' }).click()
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await waitUntilSaved(page)
  await expect.poll(() => title(page).inputValue()).toBe('Nia’s again')
  expect(watch.problems).toEqual([])
})

test('a text is not lost whose node another author deletes while it is typed, or while it is on its way', async () => {
  for (const width of [1440, 390]) {
    const { page } = marta
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url('scheme', '/scheme/canoe'))
    await row(page, 'Nia’s again').click()
    await page.keyboard.press('Control+Enter')
    await typeWhereFocused(page, `Storm ${width}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await waitUntilSaved(page)
    await nia.page.setViewportSize({ width, height: 900 })
    await nia.page.goto(server.url('scheme', `/scheme/canoe/storm-${width}`))
    // the wide screen's text is on its way, the narrow one's is still being typed
    const release = await hold(nia.page, '**/v1/curriculum/canoe/edits', (request) => isSave(request) && width === 1440)
    let typing = Promise.resolve()
    if (width === 1440) {
      await title(nia.page).fill('Rescue in a storm')
      await title(nia.page).press('Enter')
    } else {
      await title(nia.page).fill('Rescue')
      // no pause is so long that the text would be saved
      typing = title(nia.page).pressSequentially('.'.repeat(100), { delay: 100 })
    }
    await row(page, `Storm ${width}`).click()
    await page.keyboard.press('Delete')
    await row(page, `Storm ${width}`).waitFor({ state: 'detached' })
    await waitUntilSaved(page)
    release()
    await typing
    const strip = nia.page.getByRole('alert').filter({ hasText: 'A text that you typed is not saved.' })
    await strip.waitFor()
    if (width === 1440) {
      // another node leaves the text where it is, another page would lose it
      await row(nia.page, 'Nia’s again').click()
      await nia.page.getByRole('banner').getByRole('link', { name: 'Canoe' }).click()
      await nia.page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
    }
    await strip.getByRole('button', { name: 'Show…' }).click()
    const dialog = nia.page.getByRole('dialog', { name: 'What you typed, not saved' })
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toMatch(/^Rescue/)
    expect(await violations(nia.page)).toEqual([])
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await strip.waitFor({ state: 'detached' })
    await nia.page.unrouteAll()
  }
})
