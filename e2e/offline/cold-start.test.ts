import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { ClubMember } from '#contract/members/club-members.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { ChromiumProcess } from '../chromium-process.ts'
import { call, RunningServer } from '../running-server.ts'
import { counts, outbox, waitForTenantFiles, waitUntilCached } from './device.ts'
import { TabletNetwork } from './tablet-network.ts'

let server: RunningServer
let browser: Browser
let parent: Visit
/** The folder of the tablet's browser data, which outlives the browser. */
let profile: string
let network: TabletNetwork
/** The port of `network`. */
let port: number
let tablet: ChromiumProcess | null = null

/** A URL for the coach's tablet, which alone reaches the server through a network that a test can cut. */
const coachUrl = (path = '/') => `http://coach.aquila.localhost:${port}${path}`
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  network = new TabletNetwork(server.port)
  port = await network.listen()
  browser = await openBrowser()
  profile = await mkdtemp(join(tmpdir(), 'rungs-tablet-'))
})
afterAll(async () => {
  await tablet?.kill()
  network.close()
  await browser.close()
  await server.stop()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

async function openTablet(): Promise<Page> {
  tablet = await ChromiumProcess.open(profile)
  return tablet.context.newPage()
}

async function newTab(): Promise<Page> {
  if (!tablet) throw new Error('no browser is open')
  return tablet.context.newPage()
}

async function mark(page: Page, skill: string, label: string): Promise<void> {
  const button = page.getByRole('group', { name: skill, exact: true }).getByRole('button', { name: label, exact: true })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}

/** Titles of the awards that count for the O'Connor child with this first name, as an administrator sees them. */
async function awardsOf(firstname: string): Promise<string[]> {
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as LoginReply
  const found = (await call(server, 'club', `/v1/members?search=${firstname}`, { token })).body as ClubMember[]
  const { uuid } = found.find(({ lastname }) => lastname === "O'Connor") ?? { uuid: 'nobody' }
  const { awards } = (await call(server, 'club', `/v1/members/${uuid}/progress`, { token })).body as MemberProgress
  return awards.filter(({ ended_ts }) => ended_ts === null).map(({ title }) => title)
}

describe('a coach who logged in once online', () => {
  test('has the portal on the device, so that a reload without network shows it', async () => {
    const page = await openTablet()
    await page.goto(coachUrl())
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByLabel('E-mail').fill('coach@aquila.example')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()

    // what the portal needs without network is stored: the theme and the curriculum
    await waitForTenantFiles(page)
    await waitUntilCached(page, '/seen/curriculum%2Fen-GB%2Fswim')

    parent = await visit(browser, server, 'parent', 'parent', watch)
    await parent.page.getByRole('article', { name: 'Siân' }).getByText('1 skill to go').waitFor()

    network.cut()
    await page.reload()
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    await tablet?.close()
  })

  test('opens the portal without network in a newly started browser, with the tenant’s theme', async () => {
    const page = await openTablet()
    await page.goto(coachUrl())
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    // Figtree is the font of the tenant's theme
    expect(
      await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--font-display")'),
    ).toMatch(/figtree/i)
    await expect.poll(() => page.evaluate('document.querySelector("#tenant-theme").sheet !== null')).toBe(true)
    await page.getByRole('button', { name: /^Offline/ }).waitFor()
  })

  test('opens a skill, marks a member and gives a manual pass, without network', async () => {
    const page = await newTab()
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'By skill' }).click()

    await page.locator('.who h2').waitFor()
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name: "Siân O'Connor" }).click()
    await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    await mark(page, 'Backstroke, 10 m', 'Pass')
    await page.getByText('Siân has passed Stage 4').waitFor()
    await page.getByText('Saved on this tablet').waitFor()
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name: "Beca O'Connor" }).click()
    await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    await page.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pass Stage 4' }).click()
    await page.getByRole('button', { name: /2 changes waiting/ }).waitFor()
    // a pass is counted before it is on disk
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 2 })
    await tablet?.kill()
  })

  test('sends the marks after a browser crash when the network is back, and an open parent page shows them without a reload', async () => {
    network.mend()
    const page = await openTablet()
    await page.goto(coachUrl())
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    // parents see an award only after 15 minutes; until then only administrators see that Beca has passed the level
    await parent.page.getByRole('article', { name: 'Siân' }).getByText('Ready for the coach’s pass').waitFor()
    await expect.poll(() => awardsOf('Beca')).toContain('Stage 4')
  })

  test('opens the portal and marks while the network accepts requests but answers none', async () => {
    network.silence()
    const page = await newTab()
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name: "Siân O'Connor" }).click()
    await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    // all skills of the level are passed
    await page.getByText('10 skills done').click()
    await mark(page, 'Backstroke, 10 m', 'Good')
    await page.getByText('Saved on this tablet').waitFor()
    network.mend()
    await page.getByRole('button', { name: /^Up to date/ }).waitFor({ timeout: 45_000 })
  })

  test('leaves nothing of the club but the outbox on the device after logging out', async () => {
    const page = await newTab()
    await page.goto(coachUrl('/logout'))
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    const tables = ['groups', 'members', 'groupMembers', 'results', 'conflicts', 'syncs']
    const dataOnDevice = async () => ({
      ...(await counts(page, tables)),
      seen: await page.evaluate("caches.has('rungs-seen')"),
    })
    // the outbox still has the three operations of the tests above; `rungs-seen` is the cache of the API's replies
    await expect
      .poll(dataOnDevice)
      .toEqual({ groups: 0, members: 0, groupMembers: 0, results: 0, conflicts: 0, syncs: 3, seen: false })
  })
})

test('a parent whose network does not answer sees the stored data first and the current data later', async () => {
  const { page } = parent
  // what the portal shows first is stored: children, curriculum and theme
  await waitUntilCached(page, '/seen/members', '/seen/curriculum%2Fswim', '/themes/aquila.css')

  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/v1/**', async (route) => {
    await released
    await route.continue()
  })
  // one stored name is changed, so that stored and current data differ
  const childCount = await page.evaluate(
    `caches.open('rungs-seen').then(async (cache) => {
      const members = await (await cache.match('/seen/members')).json()
      members.data.find(({ firstname }) => firstname === 'Siân').firstname = 'Sioned'
      await cache.put('/seen/members', new Response(JSON.stringify(members)))
      return members.data.length
    })`,
  )

  await page.reload()
  await page.getByRole('article', { name: 'Sioned' }).getByText('Stage 4').first().waitFor()
  expect(await page.getByRole('article').count()).toBe(childCount)

  release()
  await page.getByRole('article', { name: 'Siân' }).waitFor()
  expect(await page.getByRole('article', { name: 'Sioned' }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a parent without network sees the data stored last', async () => {
  const { page } = parent
  await parent.context.setOffline(true)
  await page.reload()
  await page.getByRole('article', { name: 'Siân' }).getByText('Stage 4').first().waitFor()
  await page.getByRole('img', { name: 'Offline' }).waitFor()
})
