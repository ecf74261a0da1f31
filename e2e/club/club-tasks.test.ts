import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { call, RunningServer } from '../running-server.ts'

/** One more than a request invites at once. */
const CROWD = 101

let server: RunningServer
let browser: Browser
let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as { token: string }
  for (let number = 0; number < CROWD; number++) {
    const guardian = {
      guardian_firstname: 'Pat',
      guardian_lastname: 'Crowd',
      guardian_email: `crowd${number}@crowd.example`,
    }
    const body = { firstname: 'Child', lastname: 'Crowd', dob: dayOfBirth(number), guardians: [guardian] }
    const { status } = await call(server, 'club', '/v1/members', { token, body })
    if (status !== 201) throw new Error(`a member was not created: ${status}`)
  }
  browser = await openBrowser()
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Each child has a day of its own, because two with the same name and day would be one child. */
function dayOfBirth(number: number): string {
  return new Date(Date.UTC(2016, 0, 1 + number)).toISOString().slice(0, 10)
}

test('parents of a large club are invited in the background: the page can be left, and the outcome waits until it is closed', async () => {
  const { page } = admin
  await page.goto(server.url('club', '/members?search=crowd'))
  await page.getByText(`of ${CROWD}`).waitFor()
  await page.getByRole('button', { name: 'Invite parents' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Send ${CROWD} e-mails` })
    .click()
  const work = page.getByRole('region', { name: 'Work in the background' })
  await work.getByRole('heading', { name: 'Invitations to parents' }).waitFor()

  // the page is left, and opened again at another place
  await page.goto(server.url('club', '/groups'))
  await work.getByText(`${CROWD} invitations are on their way.`).waitFor()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page), `${width}`).toEqual([])
  }
  await work.getByRole('button', { name: 'Close: Invitations to parents' }).click()
  await work.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Groups', exact: true }).waitFor()
  expect(await work.count()).toBe(0)
  expect(watch.problems).toEqual([])
})
