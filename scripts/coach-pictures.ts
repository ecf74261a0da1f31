// `node scripts/coach-pictures.ts` takes pictures of the coach's screens into .pictures/, at three widths: with full
// and empty groups, with operations that wait or were refused, while loading, and with errors.
import { mkdir } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { userId } from '#demo/client-data.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { planDemo } from '#demo/plan.ts'
import { allDayGroup } from '#e2e/all-day-group.ts'
import { openBrowser, visit, Watch } from '#e2e/browser.ts'
import { changeWaiting } from '#e2e/offline/device.ts'
import { call, RunningServer } from '#e2e/running-server.ts'

const widths = [390, 820, 1180] as const
const LONG_NAME = 'Bartholomew-Llanfairpwllgwyngyllgogerychwyrndrobwy'
const FULL_GROUP = 'Improvers who stay behind on Saturdays, lanes 5–6'
const EMPTY_GROUP = 'Nobody yet'
/** The number of members in the full group. */
const FULL_GROUP_SIZE = 30

const server = await RunningServer.create()
await server.start()
const browser = await openBrowser()
await mkdir('.pictures', { recursive: true })

/** Takes a picture of the page at each width. */
async function takePictures(page: Page, name: string): Promise<void> {
  // waits until the fonts are loaded
  await page.evaluate('document.fonts.ready')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 1180 })
    await page.screenshot({ path: `.pictures/coach-${name}-${width}.png`, fullPage: true })
  }
}

/**
 * Creates a group of `FULL_GROUP_SIZE` members, one of whom has a very long name, and a group without members, as an
 * administrator does. Returns the ids of both groups and of a member.
 */
async function fillClub(): Promise<{ full: string; empty: string; firstMember: string }> {
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { body } = await call(server, 'club', '/v1/auth/login', { body: login })
  const { token } = body as { token: string }
  const post = async (path: string, payload: unknown) => {
    const reply = await call(server, 'club', path, { token, body: payload })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body as { id: string; uuid: string }
  }
  const createGroup = (name: string) =>
    post(
      '/v1/groups',
      allDayGroup({
        name,
        scheme: 'swim',
        levels: ['/stage-4', '/stage-5'],
        place: 'Main pool, lanes 5–6',
        coaches: ['coach', 'coach2'].map((key) => userId('aquila', key)),
      }),
    )
  const createChild = (firstname: string, medical: string | null) =>
    post('/v1/members', { firstname, lastname: LONG_NAME, dob: '2017-05-06', medical })
  const full = await createGroup(FULL_GROUP)
  const empty = await createGroup(EMPTY_GROUP)
  const longNamed = await createChild(
    LONG_NAME,
    'Asthma: blue inhaler in poolside bag. Grommets: ear plugs before entry, both sides.',
  )
  const clubMembers = planDemo('aquila', new Date()).members.filter(({ clubKeys }) => clubKeys[0] === 'harbour')
  const others = clubMembers.slice(0, FULL_GROUP_SIZE - 1).map(({ id }) => id)
  await post(`/v1/groups/${full.id}/members`, { member_uuids: [longNamed.uuid, ...others] })
  return { full: full.id, empty: empty.id, firstMember: others[0] ?? '' }
}

/** Opens a page at a tablet's width, and waits until it shows the text and nothing loads any more. */
async function open(page: Page, path: string, shows: string | RegExp): Promise<void> {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(server.url('coach', path))
  await page.getByText(shows).first().waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}

const waitUntilSynced = (page: Page) => page.getByRole('button', { name: /^Up to date/ }).waitFor()

/** Gives the child on the page the grade with this label in the first skill. */
async function mark(page: Page, label: string): Promise<void> {
  await page.getByRole('group').getByRole('button', { name: label, exact: true }).first().click()
}

const contexts: BrowserContext[] = []
/** Opens a browser context of its own, as a tablet on which a coach is logged in. */
async function openTablet(login: string): Promise<Page> {
  const { page, context } = await visit(browser, server, 'coach', login, new Watch(), 820)
  contexts.push(context)
  await waitUntilSynced(page)
  return page
}

try {
  const { full, empty, firstMember } = await fillClub()
  const page = await openTablet('coach')
  const pagesOfGroup = (id: string) =>
    [
      ['', 'group'],
      ['/register', 'register'],
      ['/member', 'member'],
      ['/skill', 'skill'],
      ['/grid', 'grid'],
      ['/alerts', 'alerts'],
      ['/badges', 'badges'],
      ['/members', 'members'],
      ['/handover', 'handover'],
      ['/session-plan', 'session-plan'],
    ].map(([path, name]) => [`/member-groups/${id}${path}`, name ?? ''] as const)
  for (const [path, name] of pagesOfGroup(full)) {
    await open(page, path, 'Improvers who stay')
    await takePictures(page, `full-${name}`)
  }
  for (const [path, name] of pagesOfGroup(empty)) {
    await open(page, path, EMPTY_GROUP)
    await takePictures(page, `empty-${name}`)
  }
  for (const [path, name, shows] of [
    ['/member-groups', 'groups', 'Improvers'],
    [`/member-groups/${full}/member/${firstMember}/history`, 'history', 'History'],
    ['/planning', 'planning', 'plan'],
    ['/scheme', 'scheme', 'Find a scheme'],
    ['/scheme/swim/stage-4', 'scheme-level', 'Stage 4'],
    ['/offline', 'offline', 'On this tablet'],
    ['/switch-user', 'switch-user', 'Dewi'],
    ['/about', 'about', 'Version'],
  ] as const) {
    await open(page, path, shows)
    await takePictures(page, name)
  }

  // a conflict: two coaches mark the same skill without network
  const otherTablet = await openTablet('coach2')
  for (const [tablet, label] of [
    [page, 'Fair'],
    [otherTablet, 'Good'],
  ] as const) {
    await open(tablet, `/member-groups/${full}/member/${firstMember}`, 'Improvers')
    await tablet.context().setOffline(true)
    await mark(tablet, label)
  }
  await takePictures(page, 'waiting-member')
  for (const tablet of [otherTablet, page]) {
    await tablet.context().setOffline(false)
    await waitUntilSynced(tablet)
  }
  await open(page, '/offline', /Two marks that differ/)
  await takePictures(page, 'conflict-offline')
  await open(page, `/member-groups/${full}/member/${firstMember}`, 'Improvers')
  await takePictures(page, 'conflict-member')
  await open(page, '/member-groups', 'Improvers')
  await takePictures(page, 'conflict-groups')

  // operations that wait, without network
  await open(page, `/member-groups/${full}/register`, 'Improvers')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'All present' }).click()
  await page.getByRole('button', { name: /waiting/ }).click()
  await page.getByText('may be out of date').waitFor()
  await takePictures(page, 'waiting-offline')
  // the server refuses operations that do not match their hash
  await changeWaiting(page, `for (const one of waiting) store.put({ ...one, payloadHash: '0'.repeat(64) })`)
  await page.context().setOffline(false)
  await page.getByText('Not accepted').first().waitFor()
  await takePictures(page, 'refused-offline')
  await open(page, '/member-groups', 'Improvers')
  await takePictures(page, 'refused-groups')

  // the server does not answer, or answers with errors
  for (const [name, failure] of [
    ['loading', null],
    ['failing', { status: 500, json: { error: 'INTERNAL', status: 500 } }],
  ] as const) {
    const { page: emptyTablet, context } = await visit(browser, server, 'coach', 'coach', new Watch(), 820)
    contexts.push(context)
    // a route that is neither fulfilled nor continued is never answered
    await emptyTablet.route('**/v1/sync/**', (route) => (failure ? route.fulfill(failure) : undefined))
    // without the downloaded data the pages depend on the server
    await emptyTablet.evaluate(`indexedDB.deleteDatabase('rungs')`)
    for (const path of ['/member-groups', '/planning', '/offline', '/scheme', `/member-groups/${full}/register`]) {
      await emptyTablet.setViewportSize({ width: 820, height: 1180 })
      await emptyTablet.goto(server.url('coach', path))
      await emptyTablet.getByRole('button', { name: 'Menu', exact: true }).waitFor()
      await takePictures(emptyTablet, `${name}-${path.split('/').at(-1)}`)
    }
  }

  // little storage space: the browser reports that 5 MB of 20 MB are left
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' })
  contexts.push(context)
  await context.addInitScript('navigator.storage.estimate = async () => ({ usage: 15e6, quota: 20e6 })')
  const fullTablet = await context.newPage()
  await fullTablet.goto(server.url('coach'))
  await fullTablet.getByLabel('E-mail').fill('coach@aquila.example')
  await fullTablet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await fullTablet.getByRole('button', { name: 'Log in' }).click()
  await fullTablet.getByText('Improvers').first().waitFor()
  await takePictures(fullTablet, 'short-groups')
  await open(fullTablet, '/offline', 'On this tablet')
  await takePictures(fullTablet, 'short-offline')
} finally {
  for (const context of contexts) await context.close()
  await browser.close()
  await server.stop()
}
