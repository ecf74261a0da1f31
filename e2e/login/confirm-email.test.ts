import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

const OLD_EMAIL = 'coach@aquila.example'
const NEW_EMAIL = 'anna.pritchard@aquila.example'

startServerAndBrowser()

let admin: Visit
/** Two devices of the coach Anna Pritchard: on the first she is logged in at the start, on the other nobody is. */
let loggedInDevice: Visit
let otherDevice: Page
const watch = new Watch()

beforeAll(async () => {
  loggedInDevice = await visit(browser, server, 'coach', 'coach', watch, 390)
  await loggedInDevice.page.getByRole('heading', { name: 'Dolphins' }).waitFor()
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  const otherContext = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  otherDevice = await otherContext.newPage()
  watch.follow(otherDevice, server.origin('coach'))
})

/** The newest mail to an address, as the demo's start page shows it. */
async function mailTo(address: string): Promise<{ text: string; link: string }> {
  const page = await browser.newPage()
  try {
    const mail = page.locator('details', { hasText: address }).first()
    await expect
      .poll(
        async () => {
          await page.goto(`http://localhost:${server.port}/`)
          return mail.count()
        },
        // mails are sent in the background
      )
      .toBe(1)
    await mail.locator('summary').click()
    const link = (await mail.locator('pre a').first().getAttribute('href')) ?? ''
    return { text: (await mail.textContent()) ?? '', link }
  } finally {
    await page.close()
  }
}

/** Logs in on the other device. */
async function logIn(email: string): Promise<void> {
  await otherDevice.goto(server.url('coach', '/login'))
  const declineCookies = otherDevice.getByRole('button', { name: 'Decline' })
  if (await declineCookies.isVisible()) await declineCookies.click()
  await otherDevice.getByLabel('E-mail').fill(email)
  await otherDevice.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await otherDevice.getByRole('button', { name: 'Log in' }).click()
}

describe('a new e-mail address that a club enters for a coach', () => {
  test('waits until its owner confirms it: the old address still logs in, and gets a mail', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('link', { name: 'Pritchard, Anna' }).click()
    const detail = page.getByRole('complementary', { name: 'Anna Pritchard' })
    await detail.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill(NEW_EMAIL)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await detail.getByText(`The new address ${NEW_EMAIL} is waiting for confirmation`).waitFor()
    expect(await violations(page)).toEqual([])

    expect((await mailTo(OLD_EMAIL)).text).toContain('has entered another e-mail address for your account')
    await logIn(NEW_EMAIL)
    await otherDevice.getByText('These do not match.', { exact: false }).waitFor()
    await logIn(OLD_EMAIL)
    await otherDevice.getByRole('heading', { name: 'Dolphins' }).waitFor()
  })

  test('is confirmed by keyboard on the page of the link in its mail; then it logs in instead of the old one, and all sessions end', async () => {
    await otherDevice.goto((await mailTo(NEW_EMAIL)).link)
    const confirm = otherDevice.getByRole('button', { name: 'Confirm this address' })
    await confirm.waitFor()
    expect(await violations(otherDevice)).toEqual([])
    await confirm.focus()
    await otherDevice.keyboard.press('Enter')
    await otherDevice.getByText(`From now on you log in with ${NEW_EMAIL}`).waitFor()

    await loggedInDevice.page.reload()
    await loggedInDevice.page.getByRole('button', { name: 'Log in' }).waitFor()
    await logIn(OLD_EMAIL)
    await otherDevice.getByText('These do not match.', { exact: false }).waitFor()
    await logIn(NEW_EMAIL)
    await otherDevice.getByRole('heading', { name: 'Dolphins' }).waitFor()
  })

  test('can be confirmed only once by its link, and the page says so', async () => {
    await otherDevice.goto((await mailTo(NEW_EMAIL)).link)
    await otherDevice.getByText('This link no longer works').waitFor()
    // these refusals of the server are intended
    expect(watch.problems.filter((problem) => !/status of 40[14]/.test(problem))).toEqual([])
  })
})
