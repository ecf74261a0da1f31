import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { violations } from '../accessible.ts'
import { visit, waitUntilInstalled, Watch } from '../browser.ts'
import { focused } from '../focus.ts'
import { outbox } from '../offline/device.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** One tablet, on which Anna logs in. */
let page: Page
const watch = new Watch()

beforeAll(async () => {
  ;({ page } = await visit(browser, server, 'coach', 'coach', watch, 820))
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
})

const open = (path: string) => page.goto(server.url('coach', path))
const coachButton = (name: string) => page.getByRole('button', { name: new RegExp(name) })

const pinField = () => page.getByLabel('PIN', { exact: true })
/** The message beside the field is also read out, by an alert that only screen readers find. */
const pinIsWrong = () => page.getByRole('alert').getByText('The PIN is wrong').waitFor()

/** Enters a PIN; the fourth digit sends it, a longer one is sent by the button. */
async function enterPin(firstname: string, pin: string): Promise<void> {
  const isLonger = pin.length > 4
  if (isLonger) await page.getByRole('button', { name: 'My PIN has more than four digits' }).click()
  await pinField().pressSequentially(pin)
  if (isLonger) await page.getByRole('button', { name: `Continue as ${firstname}` }).click()
}

/**
 * Switches to a coach, and waits until the menu names that coach as its user. In the demo Anna's PIN is 2468, and
 * Dewi's is 1357.
 */
async function switchTo(firstname: string, pin: string): Promise<void> {
  await open('/switch-user')
  await coachButton(firstname).click()
  await enterPin(firstname, pin)
  await page.waitForURL(server.url('coach', '/member-groups'))
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByText(firstname).first().waitFor()
}

test('the menu leads to the page on which users are switched; it lists the club’s coaches, of whom the current one cannot be chosen', async () => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Switch user' }).click()
  await page.getByRole('heading', { name: 'Who is taking over the tablet?' }).waitFor()
  await expect.poll(() => coachButton('Anna Pritchard').isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
})

test('a malformed and a wrong PIN show an error at the field, which is empty again and keeps the focus', async () => {
  await coachButton('Dewi Lloyd').click()
  await enterPin('Dewi', '12')
  await page.getByRole('button', { name: 'Continue as Dewi' }).click()
  await page.getByRole('alert').getByText('A PIN has 4 to 8 digits').waitFor()
  await pinField().fill('')
  await enterPin('Dewi', '0000')
  await pinIsWrong()
  await expect.poll(() => pinField().inputValue()).toBe('')
  await expect.poll(() => focused(page)).toBe('textbox "PIN"')
  expect(await violations(page)).toEqual([])
})

test('when the network is lost while a right PIN is sent, the page says so, and this counts as no wrong PIN', async () => {
  await page.route('**/v1/auth/switch-user', (route) => route.abort('internetdisconnected'))
  // six times: a wrong PIN may be entered only five times
  for (let n = 0; n < 6; n++) {
    await enterPin('Dewi', '1357')
    await expect.poll(() => pinField().inputValue()).toBe('')
    await page.getByText('The server cannot be reached').waitFor()
  }
  expect(await page.getByText('Too many wrong PINs').count()).toBe(0)
  await page.unroute('**/v1/auth/switch-user')
})

test('a coach who logged in by password enters the PIN once, and returns by it offline', async () => {
  await open('/switch-user')
  await page.getByText('take this tablet back from another coach while there is a network').waitFor()
  await page.getByRole('button', { name: 'Enter it here' }).click()
  await pinField().fill('1111')
  await pinIsWrong()

  await pinField().fill('2468')
  await page.getByText('take this tablet back from another coach, also without a network').waitFor()
  expect(await violations(page)).toEqual([])

  await switchTo('Dewi', '1357')
  await waitUntilInstalled(page)
  await page.context().setOffline(true)
  await switchTo('Anna', '2468')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
})

test('unsent marks of one coach wait unseen while another one uses the tablet, and are sent when the first is back', async () => {
  // only pushes fail, because switching users needs the network
  await page.route('**/v1/sync/push', (route) => {
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })

  // Anna marks
  await open('/member-groups')
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name: 'Amara Okafor' }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
  const grades = page.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
  const good = grades.getByRole('button', { name: 'Good', exact: true })
  const label = (await good.getAttribute('aria-pressed')) === 'true' ? 'Fair' : 'Good'
  await grades.getByRole('button', { name: label, exact: true }).click()
  await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })

  // Dewi takes the tablet, and sees that Anna’s change waits, but not what it is
  await switchTo('Dewi', '1357')
  await page.unroute('**/v1/sync/push')
  await open('/offline')
  await page.getByText('1 change by Anna is waiting until Anna logs in here').waitFor()
  await page.getByRole('heading', { name: 'Nothing of yours waits to be sent' }).waitFor()
  expect(await page.getByText('Amara').count()).toBe(0)
  await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })
  await open('/switch-user')
  await coachButton('Anna Pritchard').waitFor()
  // a switched user cannot set a PIN
  expect(await page.getByRole('heading', { name: 'Your PIN' }).count()).toBe(0)

  await switchTo('Anna', '2468')
  await expect.poll(async () => (await outbox(page))['pending']).toBeUndefined()
  await expect.poll(() => outbox(page)).toEqual({ acknowledged: 1 })
})

test('offline, coaches who switched before can switch by PIN; each finds their own data, and all of it is sent under its author’s name', async () => {
  const openMember = async (name: string) => {
    await open('/member-groups')
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
  }
  /** Gives the member another grade than the current one; returns its label. */
  const mark = async (member: string) => {
    await openMember(member)
    const grades = page.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
    const good = grades.getByRole('button', { name: 'Good', exact: true })
    const label = (await good.getAttribute('aria-pressed')) === 'true' ? 'Fair' : 'Good'
    await grades.getByRole('button', { name: label, exact: true }).click()
    await expect
      .poll(() => grades.getByRole('button', { name: label, exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    return label
  }

  // Anna marks offline
  await waitUntilInstalled(page)
  await page.context().setOffline(true)
  const annasGrade = await mark('Amara Okafor')
  await expect.poll(() => outbox(page)).toMatchObject({ pending: 1 })

  // Dewi takes the tablet and marks, and sees only own changes
  await open('/switch-user')
  await page.getByText('Without a network, only coaches who have used this tablet before').waitFor()
  await expect.poll(() => coachButton('Dewi Lloyd').isEnabled()).toBe(true)
  await coachButton('Dewi Lloyd').click()
  await enterPin('Dewi', '0000')
  await pinIsWrong()
  await switchTo('Dewi', '1357')
  await mark('Amara Okafor')
  await expect.poll(() => outbox(page)).toMatchObject({ pending: 2 })
  await open('/offline')
  await page.getByText('1 change by Anna is waiting until Anna logs in here').waitFor()
  await page.getByRole('heading', { name: '1 change is safe here' }).waitFor()

  // Anna finds her own mark
  await switchTo('Anna', '2468')
  await openMember('Amara Okafor')
  const grades = page.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
  await expect
    .poll(() => grades.getByRole('button', { name: annasGrade, exact: true }).getAttribute('aria-pressed'))
    .toBe('true')

  await switchTo('Dewi', '1357')
  await page.context().setOffline(false)
  // Dewi's mark is sent by itself, with the session kept on the tablet; Anna's mark waits for Anna.
  // One of the acknowledged marks is from the previous test.
  await expect.poll(() => outbox(page)).toEqual({ pending: 1, acknowledged: 2 })
  await switchTo('Anna', '2468')
  await expect.poll(() => outbox(page)).toEqual({ acknowledged: 3 })
})

test('a coach of several clubs can change the club, and a switched user cannot [2.22]', async () => {
  // the server has started this database, so the call only finds its address
  const { url } = await startEmbedded({ dataDir: join(server.dataDir, 'database') })
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  // both coaches get a second club
  await owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT coach.client_id, coach.id, club.id
     FROM users coach JOIN clubs club ON club.client_id = coach.client_id AND club.name = 'Lakeside'
     WHERE coach.client_id = 'aquila' AND coach.type = 'coach' AND coach.firstname IN ('Anna', 'Dewi')`,
  )
  await owner.end()
  const club = page.getByRole('dialog').getByRole('combobox')
  // otherwise the portal would show answers for half a minute that it stored before the coaches had two clubs
  await page.evaluate(`caches.delete('rungs-seen')`)
  await open('/member-groups')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(() => club.locator('option').allTextContents()).toEqual(['Harbour', 'Lakeside'])
  await expect.poll(() => club.isEnabled()).toBe(true)
  await switchTo('Dewi', '1357')
  await expect.poll(() => club.locator('option').allTextContents()).toEqual(['Harbour', 'Lakeside'])
  expect(await club.isDisabled()).toBe(true)
  await switchTo('Anna', '2468')
  await expect.poll(() => club.isEnabled()).toBe(true)
})

test('a coach who logged in changes the own PIN, five wrong PINs lock another coach offline, and a parent cannot open the page', async () => {
  await open('/switch-user')
  await page.getByRole('button', { name: 'Change the PIN' }).click()
  await page.getByLabel('New PIN').fill('86420')
  await page.getByRole('button', { name: 'Save the PIN' }).click()
  await page.getByText('Your PIN is set.').waitFor()

  // the new PIN is longer than four digits
  await switchTo('Dewi', '1357')
  await switchTo('Anna', '86420')
  await open('/switch-user')

  // after five wrong PINs offline the tablet cannot be switched to this coach any more
  await page.context().setOffline(true)
  await coachButton('Dewi Lloyd').click()
  for (const message of [...Array.from({ length: 4 }, () => 'The PIN is wrong'), 'Too many wrong PINs']) {
    await enterPin('Dewi', '0000')
    await expect.poll(() => pinField().inputValue()).toBe('')
    await page.getByRole('alert').getByText(message).waitFor()
  }
  await page.getByRole('button', { name: 'Back', exact: true }).focus()
  await page.keyboard.press('Enter')
  // without network nobody else can be chosen, so the page has the focus
  await expect.poll(() => focused(page)).toMatch(/^main /)
  await expect.poll(() => page.getByRole('button', { name: /Dewi Lloyd.*PIN locked/ }).isDisabled()).toBe(true)
  await page.context().setOffline(false)

  // a parent may not open the page
  const { context, page: parent } = await visit(browser, server, 'parent', 'parent', new Watch())
  await parent.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  await parent.goto(server.url('parent', '/switch-user'))
  await parent.waitForURL(server.url('parent', '/error'))
  await context.close()
  expect(
    watch.problems.filter((problem) => !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(problem)),
  ).toEqual([])
})
