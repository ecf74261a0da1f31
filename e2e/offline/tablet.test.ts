import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { writtenDay } from '#web/shell/i18n/written-day.ts'
import { violations } from '../accessible.ts'
import { openOnDisk, visit, Watch } from '../browser.ts'
import { hold } from '../hold.ts'
import { answerChanged } from '../running-server.ts'
import { changeWaiting, clear, counts, fill, outbox, waitForTenantFiles } from './device.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** What a test has opened, to be closed after it. */
const opened: BrowserContext[] = []
const watch = new Watch()

const coachUrl = (path: string) => server.url('coach', path)

afterEach(async () => {
  for (const context of opened.splice(0)) await context.close()
})

/** A new tablet on which the coach is logged in and everything is loaded. */
async function openTablet(tabletWatch = watch): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await visit(browser, server, 'coach', 'coach', tabletWatch)
  opened.push(context)
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  await waitForTenantFiles(page)
  return { context, page }
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill('coach@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function openChild(page: Page, name: string): Promise<void> {
  await page.goto(coachUrl('/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
}

const grade = (page: Page, skill: string, label: string) =>
  page.getByRole('group', { name: skill, exact: true }).getByRole('button', { name: label, exact: true })

/** Presses a grade that is not chosen yet. */
async function give(page: Page, skill: string, label: string): Promise<void> {
  await grade(page, skill, label).click()
  await expect.poll(() => grade(page, skill, label).getAttribute('aria-pressed')).toBe('true')
}

/** Gives another grade than the current one, so that the tap is a change; returns its label. */
async function giveAnother(page: Page, skill: string): Promise<string> {
  const isGood = await grade(page, skill, 'Good').getAttribute('aria-pressed')
  const label = isGood === 'true' ? 'Fair' : 'Good'
  await give(page, skill, label)
  return label
}

const SKILL = 'Backstroke, 10 m'
const TWO_YEARS_MS = 730 * 86_400_000

/** Adds a film of 0.9 s and a picture to `SKILL`, as an author does. The page makes both, so that no file is needed. */
const ADD_FILM_AND_PICTURE = `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const pen = canvas.getContext('2d')
  const picture = await new Promise((done) => canvas.toBlob(done, 'image/png'))
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const ended = new Promise((done) => { recorder.onstop = done })
  recorder.start()
  const began = performance.now()
  while (performance.now() - began < 900) {
    pen.fillStyle = 'hsl(' + Math.round(performance.now() % 360) + ' 80% 50%)'
    pen.fillRect(0, 0, 16, 16)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await ended
  const { token } = JSON.parse(localStorage.getItem('rungs.session'))
  const call = async (path, body) => {
    const json = body !== undefined && !(body instanceof FormData)
    const reply = await fetch('/v1' + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: 'Bearer ' + token,
        'x-request-id': crypto.randomUUID(),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    })
    const answer = await reply.json()
    if (!reply.ok) throw new Error(path + ': ' + JSON.stringify(answer))
    return answer
  }
  const upload = async (purpose, blob, name) => {
    const form = new FormData()
    form.append('file', blob, name)
    return (await call('/uploads/' + purpose, form)).id
  }
  const film = await upload('curriculum-video', new Blob(parts, { type: 'video/webm' }), 'float.webm')
  const image = await upload('curriculum-file', picture, 'float.png')
  const { id } = await call('/schemes/swim/videos', { name: 'How to float', file: film })
  const { revision } = await call('/curriculum/swim?raw=1')
  const node = '/stage-4/backstroke-10-m'
  const value = { en: '/files/' + image + '/float.png' }
  const section = { key: 'seen', type: 'files', of: null, title: { en: 'How it looks' }, value }
  await call('/curriculum/swim/edits', {
    base: revision,
    edits: [
      { do: 'set', id: node, set: { videos: [id] } },
      { do: 'add-section', id: node, section, before: null },
    ],
  })
})()`

describe('a captive portal', () => {
  test('whose sign-in page answers 200 to every call counts as offline, and marks are sent when it is gone', async () => {
    const { page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    // its replies do not have the id of the request, as those of the API have
    await page.route('**/v1/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Wi-Fi' }))
    await giveAnother(page, SKILL)
    await page.getByRole('button', { name: /^Offline.*1 change waiting/ }).waitFor()
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })

    // a press on the status circle syncs, if the tablet has not done so by itself meanwhile
    await page.unroute('**/v1/**')
    await page.getByRole('button', { name: /^(?:Offline|Sending|Up to date)/ }).click()
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    expect((await outbox(page))['pending']).toBeUndefined()
  })
})

describe('two tabs on one tablet', () => {
  test('show each other’s marks without network, and both send them when it returns', async () => {
    const { context, page } = await openTablet()
    const other = await context.newPage()
    await openChild(page, 'Amara Okafor')
    await openChild(other, 'Amara Okafor')

    await context.setOffline(true)
    const first = await giveAnother(page, SKILL)
    await expect.poll(() => grade(other, SKILL, first).getAttribute('aria-pressed')).toBe('true')
    const second = await giveAnother(other, SKILL)
    await expect.poll(() => grade(page, SKILL, second).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 2 })

    await context.setOffline(false)
    for (const tab of [page, other]) await tab.getByRole('button', { name: /^Up to date/ }).waitFor()
    expect((await outbox(page))['pending']).toBeUndefined()
  })

  test('do not block each other: one tab sends although the other, frozen, holds the lock of the sync', async () => {
    const { context, page } = await openTablet()
    // a frozen tab is imitated by a lock that is never released
    const frozen = await context.newPage()
    await frozen.goto(coachUrl('/version'))
    await frozen.evaluate(`new Promise((gotLock) =>
      navigator.locks.request('rungs-sync', () => { gotLock(); return new Promise(() => {}) }))`)
    await openChild(page, 'Amara Okafor')
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).not.toHaveProperty('pending')
  })
})

describe('the device’s database', () => {
  test('deletes videos when it is full to save a mark; without videos the coach is told, and can mark when there is space', async () => {
    const context = await openOnDisk()
    opened.push(context)
    const page = await context.newPage()
    // 12 MB, which are soon full; set before a database is opened, because the browser caches the remaining quota
    await page.goto(coachUrl('/version'))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(coachUrl('')).origin,
      quotaSize: 12_000_000,
    })
    await page.goto(coachUrl('/'))
    await logIn(page)
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()

    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    const stopFillingVideos = await fill(page, 'videos')
    await stopFillingVideos()

    // saving the mark makes room by deleting the videos
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
    await expect.poll(() => counts(page, ['videos'])).toEqual({ videos: 0 })

    // without videos there is nothing to delete
    const stopFilling = await fill(page, 'settings')
    const fullMessage = page.getByText('this tablet is full')
    // the browser may free some space by itself, enough for a mark or two, so the coach marks until the message comes
    let savedMarks = 0
    let label = ''
    do {
      // the marks saved before this tap
      savedMarks++
      label = (await grade(page, SKILL, 'Good').getAttribute('aria-pressed')) === 'true' ? 'Fair' : 'Good'
      await grade(page, SKILL, label).click()
      await expect
        .poll(async () => (await fullMessage.count()) === 1 || (await outbox(page))['pending'] === savedMarks + 1)
        .toBe(true)
    } while ((await fullMessage.count()) === 0 && savedMarks < 20)
    await fullMessage.waitFor()
    await expect.poll(() => grade(page, SKILL, label).getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => outbox(page)).toMatchObject({ pending: savedMarks })

    await stopFilling()
    await clear(page, 'settings')
    await give(page, SKILL, label)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: savedMarks + 1 })
  })

  test('that has no room for the first load says so, and loads by itself when there is room', async () => {
    const context = await openOnDisk()
    opened.push(context)
    const page = await context.newPage()
    const fullWatch = new Watch()
    fullWatch.follow(page, server.origin('coach'))
    await page.goto(coachUrl('/version'))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(coachUrl('')).origin,
      quotaSize: 12_000_000,
    })
    await page.goto(coachUrl('/'))
    const load = await hold(page, '**/v1/sync/changes?*', () => true)
    const loading = page.waitForRequest('**/v1/sync/changes?*')
    await logIn(page)
    await loading
    const stopFilling = await fill(page, 'settings')
    load()
    const noRoom = page.getByText('There is no room left on this tablet')
    await noRoom.waitFor()
    expect(await page.getByText('when there is a network').count()).toBe(0)
    // the network is there, and the header does not say otherwise
    await page.getByRole('button', { name: 'No room left', exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing waits to be sent' }).waitFor()
    expect(await page.getByText('No network').count()).toBe(0)
    expect(fullWatch.problems).toEqual([])

    await stopFilling()
    await clear(page, 'settings')
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    expect(await noRoom.count()).toBe(0)
  })

  test('that another tab blocks is reported, and opens by itself when it is free', async () => {
    const context = await browser.newContext()
    opened.push(context)
    const holder = await context.newPage()
    await holder.goto(coachUrl('/version'))
    // the page needs a newer version of the database than the one that this tab holds open
    await holder.evaluate(`new Promise((done) => {
      const request = indexedDB.open('rungs', 1)
      request.onsuccess = () => { globalThis.heldDatabase = request.result; done() }
    })`)

    const page = await context.newPage()
    await page.goto(coachUrl('/'))
    await logIn(page)
    await page.getByText('Another tab or window of Rungs is using this tablet’s data').waitFor()

    await holder.evaluate('heldDatabase.close()')
    await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  })

  test('keeps 500 queued changes when a newer page upgrades it, and the older page asks to be loaded again', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })

    await changeWaiting(
      page,
      // 499 copies, with sequence numbers that the tablet has not used
      'for (let n = 1; n < 500; n++) store.add({ ...waiting[0], opId: crypto.randomUUID(), seq: 1000 + n })',
    )

    const newer = await context.newPage()
    await newer.route('**/newer', (route) => route.fulfill({ contentType: 'text/html', body: 'newer' }))
    await newer.goto(coachUrl('/newer'))
    // version 90 is newer than that of the open page, and has another table
    const waitingCount = await newer.evaluate(`new Promise((done, fail) => {
      const request = indexedDB.open('rungs', 90)
      request.onupgradeneeded = () => request.result.createObjectStore('badges', { keyPath: 'key' })
      request.onerror = () => fail(request.error)
      request.onsuccess = () => {
        const counted = request.result.transaction('syncs').objectStore('syncs').index('state').count('pending')
        counted.onsuccess = () => done(counted.result)
      }
    })`)
    expect(waitingCount).toBe(500)
    await page.getByText('A newer version of Rungs was opened in another tab').waitFor()
  })
})

describe('a clock that is a day wrong', () => {
  test.each([-1.5, 1.5])('by %d days shows the club’s day as soon as the server has answered', async (days) => {
    const context = await browser.newContext({ viewport: { width: 820, height: 900 } })
    opened.push(context)
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    // the page does not notice the day by looking at its clock four times a minute
    await page.addInitScript(`{
      const every = setInterval
      globalThis.setInterval = (work, ms) => every(work, ms === 15_000 ? 3_600_000 : ms)
    }`)
    await page.goto(coachUrl('/'))
    await logIn(page)
    await page.getByText('This tablet’s clock is wrong.').waitFor()
    const dayBefore = localDate(Date.now() - 86_400_000, 'Europe/London')
    const dayPicker = page.getByLabel('Session date')
    await expect.poll(() => dayPicker.locator('option').nth(1).getAttribute('value')).toBe(dayBefore)
  })
})

describe('the offline page', () => {
  test('is opened by the status circle, which says whether the tablet is up to date', async () => {
    const { page } = await openTablet()
    await page.getByRole('button', { name: /^Up to date/ }).click()
    await page.getByText('Everything on this tablet is up to date').waitFor()
    await page.getByRole('heading', { name: 'Nothing waits to be sent' }).waitFor()
    await page.getByText('Ready to leave the network').waitFor()
  })

  test('lists waiting changes in words, and the status circle shows their number', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    const label = await giveAnother(page, SKILL)

    await page.getByRole('button', { name: /1 change waiting/ }).click()
    await page.getByText('The data here may be out of date. 1 change waits to be sent.').waitFor()
    await page.getByRole('heading', { name: '1 change is safe here' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: `Amara Okafor, ${SKILL}` })
    await expect.poll(() => row.innerText()).toMatch(new RegExp(`${label} · saved \\d\\d:\\d\\d`))
  })

  test('has a status circle in the header, which shows online, sending or offline and the number of waiting changes', async () => {
    const { context, page } = await openTablet()
    // the tenant gets a logo, beside which the circle stands
    await page.route('**/logo-of-the-club.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    await page.route('**/v1/client?*', (route) =>
      answerChanged<object>(server, 'coach', route, (client) => ({ ...client, logo_url: '/logo-of-the-club.svg' })),
    )
    await openChild(page, 'Amara Okafor')
    await expect.poll(() => page.evaluate(`document.querySelector('header.top .brand img')?.naturalWidth`)).toBe(9)

    const circle = (words: RegExp) => page.locator('header.top').getByRole('button', { name: words })
    const badge = page.locator('header.top .status .n')
    await circle(/^Up to date \d\d:\d\d$/).waitFor()
    expect(await badge.count()).toBe(0)

    await context.setOffline(true)
    await giveAnother(page, SKILL)
    await giveAnother(page, SKILL)
    await circle(/^Offline.*, 2 changes waiting$/).waitFor()
    expect(await badge.getAttribute('data-count')).toBe('2')

    // the push is held back, so that the circle shows sending
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/v1/sync/push', async (route) => {
      await released
      await route.continue()
    })
    await context.setOffline(false)
    await circle(/^Sending 2 changes, 2 changes waiting$/).waitFor()
    expect(await badge.getAttribute('data-count')).toBe('2')

    release()
    await circle(/^Up to date \d\d:\d\d$/).waitFor()
    expect(await badge.count()).toBe(0)

    await page.goto(coachUrl('/logout'))
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(await page.locator('.status').count()).toBe(0)
  })

  test('has a status circle that says online or offline in the parent and club portals, and none in the scheme portal [2.28]', async () => {
    for (const [portal, login, heading] of [
      ['parent', 'parent', 'Hello, Ffion'],
      ['club', 'admin', 'Members'],
    ] as const) {
      const { context, page } = await visit(browser, server, portal, login, watch)
      opened.push(context)
      await page.getByRole('heading', { name: heading }).waitFor()
      const circle = (name: string) => page.getByRole('img', { name, exact: true })
      await circle('Online').waitFor()
      await context.setOffline(true)
      await circle('Offline').waitFor()
      expect(await circle('Online').count()).toBe(0)
      await context.setOffline(false)
      await circle('Online').waitFor()
    }
    const author = await visit(browser, server, 'scheme', 'scheme', watch)
    opened.push(author.context)
    await author.page.getByRole('link', { name: 'Swim' }).first().waitFor()
    expect(await author.page.locator('.status').count()).toBe(0)
  })

  test('and the groups page say that a sync failed and how many changes wait', async () => {
    // a watch of its own, because the browser logs each answer 500
    const ownWatch = new Watch()
    const { page } = await openTablet(ownWatch)
    const waitForText = (words: string) => page.getByText(words).waitFor()
    let held: Promise<void> | undefined
    // the network works, but the server fails
    await page.route('**/v1/sync/**', async (route) => {
      await held
      // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
      const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
      return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
    })
    await page.getByRole('button', { name: 'Sync', exact: true }).click()
    await waitForText('Sync failed. 0 changes wait to be sent.')

    await openChild(page, 'Amara Okafor')
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
    // the coach presses the button while the page's own sync is under way
    let release = () => {}
    held = new Promise<void>((resolve) => (release = resolve))
    await page.goto(coachUrl('/member-groups'))
    await page.getByRole('button', { name: 'Sending 1 change, 1 change waiting', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sync', exact: true }).click({ timeout: 5_000 })
    release()
    await waitForText('Sync failed. 1 change waits to be sent.')
    await page.goto(coachUrl('/offline'))
    await page.getByRole('button', { name: 'Try now' }).click()
    await waitForText('Sync failed. 1 change waits to be sent.')

    await page.unroute('**/v1/sync/**')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByRole('heading', { name: 'Nothing waits to be sent' }).waitFor()
    expect(ownWatch.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([])
  })

  test('keeps refused changes until the coach tries them again, exports them, or discards them by typing a word', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
    // a change that does not match its hash is refused by the server
    await changeWaiting(page, `store.put({ ...waiting[0], payloadHash: '0'.repeat(64) })`)
    await context.setOffline(false)
    await page.getByRole('button', { name: /^(?:Up to date|Offline)/ }).click()
    const refused = page.getByRole('listitem').filter({ hasText: `Not accepted: Amara Okafor, ${SKILL}` })
    await refused.getByText('It does not fit what the server expects').waitFor()
    await expect.poll(() => outbox(page)).toMatchObject({ dead: 1 })

    // the member's page shows the refusal too, instead of "Saved on this tablet"
    await openChild(page, 'Amara Okafor')
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: SKILL, exact: true }) })
    await row.getByRole('link', { name: 'Not accepted. It does not fit what the server expects' }).waitFor()
    await page.getByRole('link', { name: '1 change was not accepted' }).waitFor()
    expect(await page.getByText('Saved on this tablet').count()).toBe(0)
    await page.getByRole('button', { name: /^Up to date .*, 1 change was not accepted$/ }).click()

    // the server refuses the change again
    await refused.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It waits again').waitFor()
    await refused.waitFor()
    await expect.poll(() => outbox(page)).toMatchObject({ dead: 1 })
    await page.getByRole('button', { name: /^Up to date .*, 1 change was not accepted$/ }).waitFor()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^rungs-\d{4}-\d\d-\d\d\.json$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ operations: [{ code: 'HASH_MISMATCH' }] })

    await refused.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('alertdialog')
    await expect.poll(() => question.getByRole('button', { name: 'Type “discard” first' }).isDisabled()).toBe(true)
    await question.getByRole('textbox').fill('Discard')
    await question.getByRole('button', { name: 'Discard it' }).click()
    await page.getByText('The change was discarded').waitFor()
    await page.getByRole('heading', { name: 'Nothing waits to be sent' }).waitFor()
    expect((await outbox(page))['dead']).toBeUndefined()
  })

  test('shows a change dated by the server’s time although the tablet’s clock was set back, and lets its author correct the day', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    await page.clock.setSystemTime(Date.now() - TWO_YEARS_MS)
    await giveAnother(page, SKILL)
    await page.getByText('This tablet’s clock was set back').waitFor()

    // the change looks as if the server had refused it for its day
    await changeWaiting(page, `store.put({ ...waiting[0], state: 'dead', code: 'DATE_NOT_ALLOWED' })`)
    await page.goto(coachUrl('/offline'))
    const refused = page.getByRole('listitem').filter({ hasText: `Not accepted: Amara Okafor, ${SKILL}` })
    await refused.getByText('The day is longer ago than your club allows').waitFor()

    const day = refused.getByLabel('The day it was')
    // the tablet corrects its clock by the server's last answer, so it offers the real today
    expect(await day.inputValue()).toBe(writtenDay(localDate(Date.now(), 'Europe/London')))
    // a day longer ago than the club allows
    await fillDay(day, '2024-01-01')
    await expect.poll(() => refused.getByRole('button', { name: 'Send with this day' }).isDisabled()).toBe(true)
    await fillDay(day, localDate(Date.now(), 'Europe/London'))

    await refused.getByRole('button', { name: 'Send with this day' }).click()
    await refused.waitFor({ state: 'detached' })
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Nothing waits to be sent' }).waitFor()
    expect((await outbox(page))['dead']).toBeUndefined()
  })

  test('is not the only page that says whose changes wait and how many were lost: the login page does, too', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })

    // the session is removed, as if it had expired; notes on the device, the cookie consent and the tenant stay
    await page.evaluate(
      `for (const key of Object.keys(localStorage)) if (!/device|Consent|client/.test(key)) localStorage.removeItem(key)`,
    )
    await page.goto(coachUrl('/login'))
    await page.getByText('1 change by Anna is waiting until Anna logs in here').waitFor()

    await page.evaluate(`new Promise((done) => { indexedDB.deleteDatabase('rungs').onsuccess = done })`)
    await page.reload()
    await page.getByText('1 change that had not been sent may be lost').waitFor()
  })

  test('saves videos and files of the curricula, continues after a network failure, and shows them without network', async () => {
    const author = await visit(browser, server, 'scheme', 'scheme', watch)
    opened.push(author.context)
    await author.page.getByRole('link', { name: 'Swim' }).first().waitFor()
    await author.page.evaluate(ADD_FILM_AND_PICTURE)

    const { context, page } = await openTablet()
    const files = '**/v1/files/file?id=*'
    await page.route(files, (route) => route.abort('internetdisconnected'))
    await page.goto(coachUrl('/offline'))
    // the videos and files of the demo, and one new film and picture; their sizes are not known without network
    await page.getByText('Videos: 6, files: 6. They belong').waitFor()
    await page.unroute(files)

    // the requests for sizes succeed, those for content fail
    await page.route(files, (route) =>
      route.request().headers()['range'] === 'bytes=0-0' ? route.continue() : route.abort('internetdisconnected'),
    )
    await page.goto(coachUrl('/offline'))
    const card = page.getByRole('region', { name: 'Videos and files' })
    await card.getByText('Videos: 6, files: 6').waitFor()
    await card.getByRole('button', { name: 'Save videos and files' }).click()
    await card.getByText('The connection was lost').waitFor()
    await page.unroute(files)

    // the tablet goes on when the browser reports the network
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.getByText('12 of 12 are saved on this tablet').waitFor()
    await page.getByText('12 of 12 saved', { exact: true }).waitFor()

    // without network the saved film and picture are shown
    await context.setOffline(true)
    await page.goto(coachUrl('/scheme/swim'))
    await page
      .getByRole('main')
      .getByRole('button', { name: /Stage 4/ })
      .click()
    await page.getByRole('heading', { name: /Stage 4/, level: 2 }).waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await page.getByRole('button', { name: SKILL }).click()
    await page.locator('video').waitFor()
    expect(await page.locator('video').getAttribute('src')).toMatch(/^blob:/)
    const onFilm = (code: string) => page.evaluate(`{ const film = document.querySelector('video'); ${code} }`)
    await expect.poll(() => onFilm('film.readyState >= 1 && film.videoWidth')).toBe(16)
    // the saved copy can be read at any position
    await onFilm('film.currentTime = 0.3')
    await expect.poll(() => onFilm('!film.seeking && film.currentTime')).toBeCloseTo(0.3, 1)
    await page.getByRole('img', { name: 'How it looks' }).waitFor()
    await expect.poll(() => page.evaluate(`document.querySelector('img[alt="How it looks"]').naturalWidth`)).toBe(16)
    await page.getByRole('button', { name: /^Back to Stage 4/ }).click()
    await page.getByRole('heading', { name: /Stage 4/, level: 2 }).waitFor()
    await page.goto(coachUrl('/offline'))
    await card.getByRole('button', { name: 'Remove them from this tablet' }).click()
    await card.getByText('0 of 12 are saved').waitFor()
  })

  test('has no accessibility violation and fits a phone of 320 px with all its sections', async () => {
    const { context, page } = await openTablet()
    await openChild(page, 'Amara Okafor')
    await context.setOffline(true)
    await giveAnother(page, SKILL)
    await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
    // a refused change, a waiting one, and a waiting one of another coach
    await changeWaiting(
      page,
      `store.put({ ...waiting[0], state: 'dead', code: 'NOT_ASSIGNED' })
       store.put({ ...waiting[0], opId: crypto.randomUUID() })
       store.put({ ...waiting[0], opId: crypto.randomUUID(), authorUuid: 'another-coach' })`,
    )

    // a note as the portal writes it when the browser has deleted the tablet's database with four changes
    await page.evaluate(`localStorage.setItem('rungs.lost', '{"queued":4,"at":0}')`)
    await page.goto(coachUrl('/offline'))
    await page.getByText('by another coach is waiting').waitFor()
    await page.getByText('This tablet lost its data').waitFor()
    await page.getByText('On this tablet', { exact: true }).waitFor()

    for (const width of [320, 820]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await violations(page)).toEqual([])
    }
  })

  test('violates no content security policy, throws no error and requests no other origin', () => {
    // the browser logs each request that fails without network
    expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
