import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allDayGroup } from './all-day-group.ts'
import { visit, Watch } from './browser.ts'
import { call } from './running-server.ts'
import { browser, server, startServerAndBrowser } from './server-and-browser.ts'

startServerAndBrowser()

const watch = new Watch()

/** Shorter than the minute after which a tablet and a family's page ask by themselves. */
const SHOWN_WITHIN_MS = 20_000

/** Keeps the page from opening its event stream until the answered function is called. */
async function holdStream(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.context().route('**/v1/events', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** A new group of Anna Pritchard, made by an administrator whose page is open. */
async function addGroup(admin: Page, name: string): Promise<void> {
  const token: string = await admin.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
  const users = await call(server, 'club', '/v1/users?search=pritchard', { token })
  const [anna] = users.body as { uuid: string }[]
  const body = allDayGroup({ name, scheme: null, levels: [], place: null, coaches: [anna?.uuid ?? ''] })
  const reply = await call(server, 'club', '/v1/groups', { token, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
}

test('an open list of the club shows what changed before its event stream was opened', async () => {
  const { page, context } = await visit(browser, server, 'club', 'admin', watch, 1440)
  const release = await holdStream(page)
  await page.goto(server.url('club', '/groups?search=terns'))
  await page.getByText('Nothing found').waitFor()
  await addGroup(page, 'Sandwich Terns')
  release()
  await page.getByRole('row').filter({ hasText: 'Sandwich Terns' }).waitFor({ timeout: SHOWN_WITHIN_MS })
  await context.close()
})

test('a list of the club that was left for another page shows at its return what changed meanwhile', async () => {
  const { page, context } = await visit(browser, server, 'club', 'admin', watch, 1440)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('row').filter({ hasText: 'Dolphins' }).waitFor()
  await pages.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('heading', { name: 'Documents' }).waitFor()
  const open = await context.newPage()
  await open.goto(server.url('club', '/groups'))
  await open.getByRole('row').filter({ hasText: 'Dolphins' }).waitFor()
  await addGroup(page, 'Arctic Terns')
  // once an open list shows the change, the first page has heard of it, too
  await open.getByRole('row').filter({ hasText: 'Arctic Terns' }).waitFor({ timeout: SHOWN_WITHIN_MS })
  await pages.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('row').filter({ hasText: 'Arctic Terns' }).waitFor({ timeout: SHOWN_WITHIN_MS })
  await context.close()
})

test('a tablet has what changed before its event stream was opened', async () => {
  const admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  const { page, context } = await visit(browser, server, 'coach', 'coach', watch, 390)
  const release = await holdStream(page)
  await page.reload()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  await page.getByRole('link', { name: 'Dolphins' }).first().waitFor()
  await addGroup(admin.page, 'Common Terns')
  release()
  await page.getByRole('link', { name: 'Common Terns' }).first().waitFor({ timeout: SHOWN_WITHIN_MS })
  await Promise.all([context.close(), admin.context.close()])
  expect(watch.problems).toEqual([])
})
