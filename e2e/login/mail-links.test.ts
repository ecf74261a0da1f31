import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let context: BrowserContext
let page: Page
const watch = new Watch()

const NEW_PASSWORD = 'Brand-new-horse-10'

beforeAll(async () => {
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  page = await context.newPage()
  watch.follow(page, server.origin('parent'))
  await page.goto(server.url('parent'))
  await page.getByRole('button', { name: 'Decline' }).click()
})

/** The first or last link in the newest mail to an address, as the demo's start page shows it. */
async function linkFor(address: string, position: 'first' | 'last' = 'first'): Promise<string> {
  const start = await context.newPage()
  try {
    const mail = start.locator('details', { hasText: address }).first()
    await expect
      .poll(
        async () => {
          await start.goto(`http://localhost:${server.port}/`)
          return mail.count()
        },
        // a mail that a command has queued is sent only at the server's next sweep
      )
      .toBe(1)
    await mail.locator('summary').click()
    return (await mail.locator('pre a')[position]().getAttribute('href')) ?? ''
  } finally {
    await start.close()
  }
}

async function logIn(password: string, login = 'parent2'): Promise<void> {
  await page.getByLabel('E-mail').fill(`${login}@aquila.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

describe('a forgotten password', () => {
  test('is requested on the login page, with the same answer for any address', async () => {
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Enter your e-mail address').waitFor()
    expect(await violations(page)).toEqual([])
    for (const address of ['nobody@aquila.example', 'parent2@aquila.example']) {
      await page.getByLabel('E-mail').fill(address)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText(`If ${address} is registered here`).waitFor()
      if (address.startsWith('nobody')) await page.getByRole('button', { name: 'Try another address' }).click()
    }
  })

  let link = ''
  test('gets a mail whose link opens a page; the token disappears from the URL, but the page survives a reload', async () => {
    link = await linkFor('parent2@aquila.example')
    await page.goto(link)
    await page.getByLabel('New password').waitFor()
    expect(page.url()).toBe(server.url('parent', '/reset-password'))
    await page.reload()
    await page.getByText('parent2@aquila.example').waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('is replaced by a new password that keeps the rules and is typed twice; then the user is logged in', async () => {
    await page.getByLabel('New password').fill('brand-new')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByText('This password breaks one of the rules below.').waitFor()
    // this password keeps three of the rules
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ hasText: /\bmet\b/ })
          .count(),
      )
      .toBe(3)

    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('The same password again').fill('Another-1')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByText('The two passwords are not the same.').waitFor()

    await page.getByLabel('The same password again').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Your new password is set.').waitFor()
    await page.getByRole('heading', { name: /Hello, Daniel/ }).waitFor()
    expect(page.url()).toBe(server.url('parent', '/overview'))
  })

  test('can be reset only once by a link, whose page then says that it has expired and offers a new link', async () => {
    await page.goto(link)
    await page.getByRole('heading', { name: 'Password token expired' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor()
  })

  test('does not log in any more after it was replaced; the new password does', async () => {
    await page.goto(server.url('parent', '/logout'))
    await logIn(DEMO_PASSWORD)
    await page.getByText('These do not match').waitFor()
    await logIn(NEW_PASSWORD)
    await page.getByRole('heading', { name: /Hello, Daniel/ }).waitFor()
  })
})

describe('an invited parent', () => {
  test('sets a password by the mail’s link and sees the child’s progress, also after the next login', async () => {
    // the membership number is that of Nel, whom no parent has linked
    await server.rungs('invite', 'aquila', 'parent', 'gran@aquila.example', 'Gwen', 'Lloyd', '--member', 'AQ-204-121')
    await page.goto(server.url('parent', '/logout'))
    const link = await linkFor('gran@aquila.example')
    await page.goto(link)
    await page.getByText('You will log in as gran@aquila.example').waitFor()
    expect(await violations(page)).toEqual([])

    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('The same password again').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set password and log in' }).click()
    await page.getByText('Your account is set up.').waitFor()
    await page.getByRole('article', { name: 'Nel' }).waitFor()

    await page.goto(link)
    await page.getByRole('heading', { name: 'Account already activated' }).waitFor()
    await page.goto(server.url('parent', '/logout'))
    await logIn(NEW_PASSWORD, 'gran')
    await page.getByRole('article', { name: 'Nel' }).waitFor()
  })

  test('stops the mails about children by the link in such a mail, and undoes that', async () => {
    await server.rungs(
      'invite',
      'aquila',
      'parent',
      'newparent@aquila.example',
      'Carys',
      'Lloyd',
      '--member',
      'AQ-204-121',
    )
    // the last link of a mail is the one that stops such mails
    await page.goto(await linkFor('newparent@aquila.example', 'last'))
    // a tap without network can be repeated
    const stop = page.getByRole('button', { name: 'Stop these e-mails' })
    await page.route('**/v1/users/*/unsubscribes', (route) => route.abort())
    await stop.click()
    await page.getByRole('alert').filter({ hasText: 'connection' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/v1/users/*/unsubscribes')
    watch.forget(/ERR_FAILED/)
    await stop.click()
    await page.getByText('You get no more of these e-mails.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send them again' }).click()
    await page.getByText('You get these e-mails again.').waitFor()
    expect(page.url()).toBe(server.url('parent', '/unsubscribe'))
  })
})

test('a malformed link is reported as invalid, in Welsh too', async () => {
  await page.goto(server.url('parent', '/set-password#token=none'))
  await page.getByRole('heading', { name: 'Invalid link' }).waitFor()
  await page.getByText('Cymraeg').click()
  await page.getByRole('heading', { name: 'Dolen annilys' }).waitFor()
  await page.getByText('English').click()
  await page.getByRole('heading', { name: 'Invalid link' }).waitFor()
  await page.goto(server.url('parent', '/unsubscribe#token=none'))
  await page.getByRole('heading', { name: 'Unsubscribe link invalid' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('no error is thrown, no content policy broken and no other origin requested', () => {
  // the browser logs each refused call as an error
  expect(watch.problems.filter((problem) => !/status of 4(01|04|09|10) /.test(problem))).toEqual([])
})
