import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { Watch } from '../browser.ts'
import { focused } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let context: BrowserContext
let page: Page
/** The secret that the page gives the authenticator app. */
let secret = ''
let recoveryCodes: string[] = []
/** The code of the app that was entered last; a code works only once. */
let lastCode = ''
const watch = new Watch()

beforeAll(async () => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  page = await context.newPage()
  watch.follow(page, server.origin('club'))
  await page.goto(server.url('club'))
  await page.getByRole('button', { name: 'Decline' }).click()
})

/** Logs out, and logs in as the administrator as far as the password leads. */
async function enterPassword(): Promise<void> {
  await page.goto(server.url('club', '/logout'))
  await page.getByLabel('E-mail').fill('admin@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The code that the authenticator app shows now; waits for the next code when this one was used already. */
async function appCode(): Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await expect.poll(() => totp.generate(), { timeout: 35_000, interval: 500 }).not.toBe(lastCode)
  lastCode = totp.generate()
  return lastCode
}

describe('login codes', () => {
  test('are turned on with an app, and ten recovery codes are shown once', async () => {
    await enterPassword()
    await page.getByRole('link', { name: 'Security' }).first().click()
    await page.getByText('the password alone is enough to log in').waitFor()
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    secret = ((await page.locator('.key code').textContent()) ?? '').replaceAll(' ', '')
    expect(await violations(page)).toEqual([])

    await page.getByRole('textbox', { name: 'Code that the app shows now' }).fill(await appCode())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor()
    recoveryCodes = await page.locator('.recovery code').allTextContents()
    expect(recoveryCodes).toHaveLength(10)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes left.').waitFor()
  })

  test('are asked for after the password; a wrong code is refused, and a right one leads to the page asked for', async () => {
    await enterPassword()
    await page.getByRole('heading', { name: 'Login code' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code is wrong').waitFor()

    await page.getByRole('textbox', { name: 'Code' }).fill(await appCode())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
  })

  test('can each be replaced by a recovery code, which works only once', async () => {
    // the first attempt leads to the members, the second one is refused
    for (const [attempt, words] of ['Add member', 'This code is wrong'].entries()) {
      await enterPassword()
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText(words).first().waitFor()
      // the first attempt has used up one of the ten codes
      if (attempt === 0) await page.goto(server.url('club', '/account'))
      if (attempt === 0) await page.getByText('9 recovery codes left.').waitFor()
    }
  })

  test('that the client requires are set up at the next login, and cannot be turned off', async () => {
    await server.rungs('second-factor', 'aquila', 'off', 'admin', 'admin@aquila.example')
    await server.rungs('second-factor', 'aquila', 'required')
    await enterPassword()
    await page.getByText('Aquila Swim asks everybody here for a code as well as the password.').waitFor()
    await page.locator('.key code').waitFor()
    expect(await violations(page)).toEqual([])
    secret = ((await page.locator('.key code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByRole('textbox', { name: 'Code that the app shows now' }).fill(await appCode())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.goto(server.url('club', '/account'))
    await page.getByText('Aquila Swim requires them.').waitFor()
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0)
  })

  test('are on the page whose button to log out everywhere asks first, by keyboard and on a phone of 320 px too', async () => {
    const button = page.getByRole('button', { name: 'Log out everywhere…' })
    const question = page.getByRole('alertdialog', { name: 'Log out on every device?' })
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await button.press('Enter')
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('button "Log out everywhere…"')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('button "Log out everywhere…"')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Log out everywhere' }).press('Enter')
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  })

  test('are asked for on a phone of 320 px', async () => {
    await enterPassword()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })
})

test('no error is thrown, no content policy broken and no other origin requested', () => {
  // the browser logs each refused code
  expect(watch.problems.filter((problem) => !/status of 400 /.test(problem))).toEqual([])
})
