import { readFile } from 'node:fs/promises'
import { constants, inflateSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { openSchemePage, reloadUntil, visit, waitUntilInstalled, Watch } from '../browser.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** An administrator reads the reports of one club, an author those of all clubs. */
let admin: Page
let author: Page
const watch = new Watch()

beforeAll(async () => {
  admin = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
  author = (await visit(browser, server, 'scheme', 'scheme', watch, 1440)).page
})

/** By how many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>
/** The lines of the file that the button downloads. */
async function downloadedLines(page: Page, button: Locator): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return (await readFile((await download.path()) ?? '', 'utf8')).trimEnd().split('\n')
}

test('attendance of the last three months is shown as a sentence, as a chart, and by member [9.18]', async () => {
  await admin.getByRole('link', { name: 'Reports' }).click()
  await admin.getByText(/^\d+% of those marked were present\. Lowest: /).waitFor()
  expect(await admin.getByLabel('Period').inputValue()).toBe('3')
  // a column for each week of the three months
  await expect.poll(() => admin.locator('.chart rect.part').count()).toBeGreaterThan(12)
  // the figures of the chart as a table
  await admin.getByText('As a table').press('Enter')
  await expect.poll(() => admin.locator('figure tbody tr').count()).toBeGreaterThan(12)
  // on each column stands what its row says: how many of those marked were present; on one without sessions, such as a
  // first week of which only the Sunday is in the period, nothing
  const shares = (await admin.locator('figure tbody tr').allInnerTexts()).map((row) => {
    const [, present, marked] = row.split('\t').map(Number)
    return marked ? `${Math.round((100 * (present ?? 0)) / marked)}%` : ''
  })
  expect(await admin.locator('.chart text.value').allTextContents()).toEqual(shares)
  expect(await violations(admin)).toEqual([])

  // the detail view of a group has its members, also as a file
  const group = admin.locator('.report > .table tbody tr').first()
  const name = (await group.getByRole('link').textContent()) ?? ''
  await group.getByRole('link').press('Enter')
  const panel = admin.getByRole('complementary', { name })
  const member = panel.getByRole('listitem').first().getByRole('link')
  await member.waitFor()
  const lines = await downloadedLines(admin, panel.getByRole('button', { name: 'CSV' }))
  expect(lines[0]).toContain('firstname,lastname,groups,present,marked,last')
  expect(await violations(admin)).toEqual([])

  // the detail view of a member leads back to the group
  const child = (await member.textContent()) ?? ''
  await member.click()
  await admin.getByRole('complementary', { name: child }).waitFor()
  await admin.goBack()
  await panel.getByRole('link', { name: child }).first().waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
})

/** How many pieces of text there are on each page of a PDF; a heading has one for each letter. */
function textsOnPages(pdf: Buffer): number[] {
  const objects = pdf.toString('latin1').split(/\n(?=\d+ 0 obj\b)/)
  const pages = objects.filter((object) => /\/Type \/Page\b/.test(object))
  return pages.map((page) => {
    const [, id] = /\/Contents (\d+) 0 R/.exec(page) ?? []
    const drawing = objects.find((object) => object.startsWith(`${id} 0 obj`)) ?? ''
    const [, packed = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(drawing) ?? []
    // the last byte of a stream may look like the end of its line
    const content = inflateSync(Buffer.from(packed, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH })
    return content.toString('latin1').match(/ T[jJ]\b/g)?.length ?? 0
  })
}

test('a report that is longer than a page fills its first page, too', async () => {
  const texts = textsOnPages(await admin.pdf({ format: 'A4', preferCSSPageSize: true }))
  expect(texts.length).toBeGreaterThan(1)
  expect(Math.min(...texts)).toBeGreaterThan(50)
})

test('filters are kept in the URL, in every report and in its file', async () => {
  await admin.getByLabel('Period').selectOption('6')
  await admin.getByLabel('Group').selectOption({ label: 'Seals' })
  await admin.getByText(/^\d+% of those marked were present\.\s*$/).waitFor()
  // the order of the two parameters does not matter
  await expect.poll(() => admin.url()).toMatch(/months=6&group=|group=[^&]+&.*months=6/)

  await admin.reload()
  await admin.getByText(/^\d+% of those marked were present\.\s*$/).waitFor()
  const lines = await downloadedLines(admin, admin.locator('.head').getByRole('button', { name: 'CSV' }))
  // the header and the row of the group
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^Seals,/)

  await admin.getByLabel('Group').selectOption('')
  for (const [tab, summary] of [
    ['Percentage complete', /^On average, \d+% is complete\.$/],
    ['Levels', /^[\d,]+ of [\d,]+ children have passed a level\.$/],
    ['Badges to order', /^Badges to order: [\d,]+, of [\d,]+ levels passed\.$/],
    ['Not assessed', /^[\d,]+ of [\d,]+ children were not assessed for 28 days\.$/],
    ['Ready to move', /^[\d,]+ of [\d,]+ children have completed a level that waits for a pass\.$/],
    ['Coaches', /^Marks: [\d,]+\. Entries in registers: [\d,]+\.$/],
  ] as const) {
    await admin.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: tab }).click()
    await admin.getByText(summary).waitFor()
    // who is counted, and who is not
    await admin
      .locator('.report')
      .getByText(/ left out\.$| listed, too\.$/)
      .waitFor()
    expect(await violations(admin)).toEqual([])
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflow(admin)).toBe(0)
    await admin.setViewportSize({ width: 1440, height: 900 })
  }
})

test('reports across the clubs show levels, attendance, awards and use, also for one club alone, and print without navigation', async () => {
  await openSchemePage(author, 'Clubs and people', 'Reports')
  for (const [tab, summary] of [
    ['Levels', /^[\d,]+ of [\d,]+ children have passed a level\.$/],
    ['Attendance', /^\d+% of those marked were present\. Lowest: /],
    ['Awards', /^Levels passed: [\d,]+\. Badges to order: [\d,]+\.$/],
    // all clubs of the demo
    ['Adoption', /^Clubs that use it: 3 of 3\. Coaches who do: \d+ of \d+\.$/],
  ] as const) {
    await author.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: tab }).click()
    await author.getByText(summary).waitFor()
    expect(await violations(author)).toEqual([])
    await author.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflow(author)).toBe(0)
    await author.setViewportSize({ width: 1440, height: 900 })
  }

  await author.locator('.report > .table').getByRole('link', { name: 'Harbour' }).click()
  await author.getByText(/^Clubs that use it: 1 of 1\./).waitFor()
  await expect.poll(() => author.getByRole('combobox', { name: 'Club' }).inputValue()).toBe('Harbour')

  await author.emulateMedia({ media: 'print' })
  expect(await author.locator('.on-paper-only').isVisible()).toBe(true)
  expect(await author.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(false)
  expect(watch.problems).toEqual([])
})

test('an old URL shows which filter is gone and lets it be removed; invalid values are ignored', async () => {
  // a watch of its own, because the browser logs every 404
  const ownWatch = new Watch()
  const unknownId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  const { page: clubPortal } = await visit(browser, server, 'club', 'admin', ownWatch)
  const open = async (path: string) => void (await clubPortal.goto(server.url('club', path)))
  await open(`/reports?group=${unknownId}`)
  await clubPortal.getByText('This address asks for a group that no longer exists at this club.').waitFor()
  expect(await violations(clubPortal)).toEqual([])
  await clubPortal.getByRole('button', { name: 'Remove the filter' }).click()
  await clubPortal.getByText(/^\d+% of those marked were present\. Lowest: /).waitFor()

  await open(`/groups/term?groups=${unknownId}`)
  await clubPortal.getByText('This address asks for a group that no longer exists at this club.').waitFor()
  await clubPortal.getByRole('button', { name: 'Remove the filter' }).click()
  await clubPortal.getByText(/left to decide/).waitFor()

  await open('/reports?scheme=never-there')
  await clubPortal.getByText('This address asks for a scheme that no longer exists.').waitFor()
  // invalid values are ignored
  await open('/reports?scheme=%00&group=Seals&months=x&rows=-1')
  await clubPortal.getByText(/^\d+% of those marked were present\. Lowest: /).waitFor()
  await open('/reports?row=%22nonsense%22')
  await clubPortal.getByText('No row has this name').waitFor()

  await open('/sessions?coach=x&place=%00&on=9999-12-31')
  await clubPortal.getByRole('list', { name: 'Sessions' }).waitFor()
  await open(`/sessions?coach=${unknownId}`)
  await expect
    .poll(() => clubPortal.getByLabel('Coaches').locator('option:checked').textContent())
    .toBe('No longer available')

  await open('/log?entity=A%20B&action=%3F&thing=%00&club=x&from=2026-02-31')
  await clubPortal.getByText(/^1–25 of [\d,]+$/).waitFor()
  // the result can be read without scrolling sideways on the narrowest phone
  await clubPortal.setViewportSize({ width: 320, height: 640 })
  const overflowPx =
    '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".list > .scroll"))'
  await expect.poll(() => clubPortal.evaluate(overflowPx)).toBe(0)
  await clubPortal.setViewportSize({ width: 1280, height: 900 })

  // where more entries match than are counted, the page says so
  const limit = clubPortal.getByText('The list ends after 10,000. Choose days to see other entries.')
  expect(await limit.count()).toBe(0)
  await clubPortal.route('**/v1/audit?*', (route) =>
    route.fulfill({
      headers: { 'x-request-id': route.request().headers()['x-request-id'] ?? '', 'x-total-count': '10000' },
      json: [],
    }),
  )
  await open('/log')
  await limit.waitFor()
  await clubPortal.unroute('**/v1/audit?*')

  await open('/groups/term?groups=x')
  await clubPortal.getByRole('heading', { name: 'End of term' }).waitFor()

  // the same at the scheme portal
  const { page: schemePortal } = await visit(browser, server, 'scheme', 'scheme', ownWatch)
  await schemePortal.goto(server.url('scheme', '/audit?club=x&entity=A%20B'))
  await schemePortal.getByText(/^1–25 of [\d,]+$/).waitFor()
  await schemePortal.goto(server.url('scheme', `/reports?club=${unknownId}`))
  await schemePortal.getByText('This address asks for a club that no longer exists.').waitFor()
  await schemePortal.goto(server.url('scheme', `/notifications?notification=${unknownId}`))
  await schemePortal.getByRole('dialog').getByText('There is no such notification.').waitFor()
  await schemePortal.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await schemePortal.getByRole('dialog').waitFor({ state: 'detached' })
  expect(ownWatch.problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([])
})

test('a coach reads the reports of the groups that the coach leads, with the figures that the office has of them', async () => {
  const coach = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  await coach.getByRole('button', { name: 'Menu' }).click()
  await coach.getByRole('link', { name: 'Reports' }).click()
  await coach.getByText(/^\d+% of those marked were present\.$/).waitFor()
  expect(await violations(coach)).toEqual([])
  expect(await overflow(coach)).toBeLessThanOrEqual(0)
  const groups = coach.getByLabel('Group').locator('option')
  // the groups come from the tablet, which loads them at the first login
  await expect.poll(() => groups.allTextContents()).toContain('Otters')
  expect(await groups.first().textContent()).toBe('All my groups')
  const lines = coach.getByRole('main').getByRole('listitem')
  expect(await lines.count()).toBeGreaterThan(1)
  await coach.getByLabel('Group').selectOption({ label: 'Otters' })
  await expect.poll(() => lines.count()).toBe(1)
  const share = (await lines.first().locator('b').textContent()) ?? ''
  // each report answers
  for (const kind of ['Percentage complete', 'Levels', 'Badges to order', 'Not assessed', 'Ready to move']) {
    await coach.getByLabel('Report').selectOption({ label: kind })
    await coach.getByRole('heading', { name: kind, level: 2 }).or(coach.getByText('Nothing to report yet')).waitFor()
    expect(await violations(coach), kind).toEqual([])
  }
  // the office's row of the same group and period
  await admin.getByRole('link', { name: 'Reports' }).click()
  const row = admin.locator('.report > .table tbody tr').filter({ hasText: 'Otters' }).first()
  await row.getByText(share, { exact: true }).waitFor()
  // without network the page says what it needs
  await waitUntilInstalled(coach)
  await coach.context().setOffline(true)
  await coach.getByLabel('Report').selectOption({ label: 'Attendance' })
  await coach.getByLabel('Period').selectOption({ label: '12 months' })
  await coach.getByText('Reports need a network connection.').waitFor()
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
  await coach.context().close()
})

/** Calls the API as the administrator. */
async function asAdmin<T>(path: string, body?: object): Promise<T> {
  const token: string = await admin.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
  const reply = await call(server, 'club', `/v1${path}`, { token, ...(body ? { body } : {}) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body as T
}

test('today at the club shows open and late registers and reminds a coach once, and lists who waits for a pass or a badge', async () => {
  const [anna] = await asAdmin<{ uuid: string }[]>('/users?search=pritchard')
  const [child] = await asAdmin<{ uuid: string }[]>('/members?search=okafor')
  const first_date = addDays(localDate(Date.now(), 'Europe/London'), -1)
  const groupOfToday = async (name: string, time: { start_at: string | null; duration_minutes: number }) => {
    const group = await asAdmin<{ id: string }>('/groups', {
      name,
      scheme_slug: 'swim',
      levels: ['/stage-4'],
      assessment_level_limit: false,
      is_slot: false,
      ...time,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date,
      last_date: null,
      place: null,
      max_size: null,
      age_from: null,
      age_to: null,
      coaches: [{ uuid: anna?.uuid, from: first_date, to: null }],
    })
    await asAdmin(`/groups/${group.id}/members`, { member_uuids: [child?.uuid] })
  }
  // without a time, the register is open all day; the other session is over five minutes after midnight
  await groupOfToday('All-day Newts', { start_at: null, duration_minutes: 30 })
  await groupOfToday('Midnight Newts', { start_at: '00:00', duration_minutes: 5 })

  await admin.setViewportSize({ width: 1440, height: 900 })
  await admin.goto(server.url('club', '/members'))
  await admin.getByRole('link', { name: 'Today at the club' }).click()
  await admin.getByRole('heading', { name: 'Today at the club' }).waitFor()
  const row = admin.getByRole('row').filter({ hasText: 'All-day Newts' })
  await row.getByText('0 of 1 marked').waitFor()
  await row.getByText('Open', { exact: true }).waitFor()
  const lateRow = admin.getByRole('row').filter({ hasText: 'Midnight Newts' })
  // which takes minutes only when the test runs at midnight
  await reloadUntil(admin, lateRow.getByText('Late', { exact: true }), 6 * 60_000)
  await lateRow.getByText('0 of 1 marked').waitFor()
  await lateRow.getByRole('button', { name: 'Remind Anna Pritchard of the register of Midnight Newts' }).waitFor()
  // the sentence above the table begins with what is late
  await admin.getByText(/^\d+ registers? (is|are) late · /).waitFor()
  expect(await violations(admin)).toEqual([])
  await row.getByRole('button', { name: 'Remind Anna Pritchard of the register of All-day Newts' }).press('Enter')
  await admin.getByText('An e-mail is on its way to Anna Pritchard').waitFor()
  // the text in the place of the button has its focus
  await row.locator(':focus', { hasText: /^Reminded at \d\d:\d\d$/ }).waitFor()
  expect(await row.getByRole('button').count()).toBe(0)

  // nobody waits in the demo
  const tab = (name: string) => admin.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  await tab('Waiting for a pass').click()
  await admin.getByText('Nobody waits for a pass').waitFor()
  expect(await violations(admin)).toEqual([])
  await tab('Badges to hand over').click()
  await admin.getByText(/to order and hand over\.$/).waitFor()
  await admin
    .getByRole('heading', { name: /Stage \d+ Swim \d+ child/ })
    .first()
    .waitFor()
  expect(await violations(admin)).toEqual([])
  const lines = await downloadedLines(admin, admin.getByRole('button', { name: 'CSV' }))
  expect(lines[0]).toContain('scheme,level,group,number,firstname,lastname,passed')
  expect(lines.length).toBeGreaterThan(1)
  for (const width of [390, 820]) {
    await admin.setViewportSize({ width, height: 844 })
    for (const view of ['', '?view=waiting', '?view=badges']) {
      await admin.goto(server.url('club', `/today${view}`))
      await admin.getByText(view === '' ? 'All-day Newts' : /^Nobody waits|hand over\.$/).waitFor()
      await expect.poll(() => overflow(admin), { message: `${width} ${view}` }).toBeLessThanOrEqual(0)
      // the view's tab is in view
      const shownTab = await admin.getByRole('navigation', { name: 'Views' }).locator('[aria-current]').boundingBox()
      expect((shownTab?.x ?? width) + (shownTab?.width ?? 0), `${width} ${view}`).toBeLessThanOrEqual(width)
      expect(await violations(admin), `${width} ${view}`).toEqual([])
    }
  }
  await admin.setViewportSize({ width: 1440, height: 900 })
}, 480_000)

test('today at the club says who took a register, and lists by level and group a child whose completed level a coach must pass', async () => {
  const asAuthor = async (path: string, body?: object) => {
    const token: string = await author.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
    const reply = await call(server, 'scheme', `/v1${path}`, { token, ...(body ? { body } : {}) })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body
  }
  const { revision } = (await asAuthor('/curriculum/swim?raw=1')) as { revision: number }
  const byCoach = { do: 'set', id: '/stage-4', set: { completionType: 'manual' } }
  await asAuthor('/curriculum/swim/edits', { base: revision, edits: [byCoach] })

  // Beca lacks only this skill of the level
  const coach = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  await coach.getByRole('button', { name: /^Up to date/ }).waitFor()
  await coach.getByRole('link', { name: 'Dolphins' }).first().click()
  await coach.getByRole('link', { name: "Beca O'Connor" }).click()
  await coach
    .getByRole('group', { name: 'Backstroke, 10 m' })
    .getByRole('button', { name: 'Pass', exact: true })
    .click()
  await coach.getByRole('button', { name: /^Pass Stage 4/ }).waitFor()
  await coach.getByRole('button', { name: /^Up to date/ }).waitFor()
  await coach.goto(server.url('coach', '/member-groups'))
  await coach.getByRole('link', { name: 'All-day Newts' }).first().click()
  await coach.getByRole('link', { name: 'Register' }).click()
  await coach.getByRole('button', { name: 'All present' }).click()
  await coach.getByText('1 here, 0 absent').waitFor()

  await admin.goto(server.url('club', '/today'))
  const row = admin.getByRole('row').filter({ hasText: 'All-day Newts' })
  await row.getByText('Done', { exact: true }).waitFor()
  await row.getByText('1 of 1 present, by Anna Pritchard').waitFor()
  // open until the office has what was sent: closed at once, the tablet would keep it
  await coach.context().close()
  await admin
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Waiting for a pass/ })
    .click()
  const level = admin.locator('section').filter({ has: admin.getByRole('heading', { name: /^Stage 4 Swim 1 child$/ }) })
  await level.getByRole('link', { name: 'Dolphins' }).waitFor()
  await level.getByRole('link', { name: "Beca O'Connor" }).click()
  await admin.getByRole('complementary', { name: "Beca O'Connor" }).waitFor()
  expect(watch.problems).toEqual([])
})
