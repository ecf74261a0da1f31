import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

const NOTE = 'Nervous in deep water, hold hands at first'

startServerAndBrowser()

/** Two coaches of the group Dolphins, each with a tablet. */
let anna: Page
let dewi: Page

beforeAll(async () => {
  const watch = new Watch()
  anna = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  dewi = (await visit(browser, server, 'coach', 'coach2', watch, 820)).page
  for (const page of [anna, dewi]) {
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('link', { name: 'Kofi Mensah' }).click()
  }
})

/** All rows of a table of the device's database, as text; `syncs` is the outbox. */
const table = (page: Page, name: 'syncs' | 'settings') =>
  page.evaluate(`new Promise((done) => {
    const request = indexedDB.open('rungs')
    request.onsuccess = () => {
      const rows = request.result.transaction('${name}').objectStore('${name}').getAll()
      rows.onsuccess = () => { request.result.close(); done(JSON.stringify(rows.result)) }
    }
  })`)

test('a note written without network is encrypted on the tablet and reaches the other coach', async () => {
  // the key for encryption comes with the first sync
  await expect.poll(() => table(anna, 'settings')).toContain('"name":"key"')

  await anna.context().setOffline(true)
  await anna.getByRole('button', { name: /note on Kofi Mensah/ }).click()
  const field = anna.getByLabel('What other coaches should know')
  await field.fill(NOTE)
  expect(await violations(anna)).toEqual([])
  await anna.getByRole('button', { name: 'Save', exact: true }).click()
  await anna.getByRole('button', { name: NOTE }).waitFor()
  await anna.getByText('The note is saved.').waitFor()
  await expect.poll(() => table(anna, 'syncs')).toContain('"kind":"note"')
  // not even the first word of the note can be read
  expect(await table(anna, 'syncs')).not.toContain('Nervous')

  await anna.context().setOffline(false)
  await dewi.getByRole('button', { name: NOTE }).waitFor()
})

test('closing the dialog by keyboard asks first, and closing it without saving leaves the note as it was', async () => {
  await dewi.getByRole('button', { name: NOTE }).press('Enter')
  await dewi.getByLabel('What other coaches should know').fill('Something else')
  await dewi.keyboard.press('Escape')
  await dewi.getByRole('button', { name: 'Close without saving' }).click()
  await dewi.getByRole('button', { name: NOTE }).waitFor()
})

test('a note that was only read does not replace the one that another coach wrote meanwhile', async () => {
  const newer = 'Swims well with a float'
  const write = async (page: Page, from: string, to: string) => {
    await page.getByRole('button', { name: from }).click()
    await page.getByLabel('What other coaches should know').fill(to)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await anna.getByRole('button', { name: NOTE }).click()
  await anna.getByRole('dialog').waitFor()
  await write(dewi, NOTE, newer)
  await anna.getByRole('button', { name: newer, includeHidden: true }).waitFor()
  await anna.getByRole('button', { name: 'Save', exact: true }).click()
  await anna.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await anna.getByRole('button', { name: newer }).count()).toBe(1)

  await write(dewi, newer, NOTE)
  await anna.getByRole('button', { name: NOTE }).waitFor()
})

test('a note that is too long is cut, and a message says so until it is shortened', async () => {
  await anna.getByRole('button', { name: NOTE }).click()
  const field = anna.getByLabel('What other coaches should know')
  await field.press('ControlOrMeta+A')
  // 2,500 characters
  await anna.keyboard.insertText('long '.repeat(500))
  const message = anna.getByRole('status').getByText('No more than 2,000 characters fit here')
  await message.waitFor()
  expect((await field.inputValue()).length).toBe(2_000)
  expect(await violations(anna)).toEqual([])
  await field.press('Backspace')
  await message.waitFor({ state: 'detached' })
  await anna.keyboard.press('Escape')
  await anna.getByRole('button', { name: 'Close without saving' }).click()
})

test('a note that is being written stays open when the child leaves the group', async () => {
  await anna.getByRole('button', { name: NOTE }).click()
  const field = anna.getByLabel('What other coaches should know')
  await field.fill('Asks for the blue float')

  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as { token: string }
  const groups = await call(server, 'club', '/v1/groups?search=dolphins', { token })
  const [dolphins] = groups.body as { id: string }[]
  const member = `/v1/groups/${dolphins?.id}/members/${/member\/([\w-]+)/.exec(anna.url())?.[1]}`
  expect((await call(server, 'club', member, { token, method: 'DELETE' })).status).toBe(200)
  // the page behind the dialog has lost the child
  await anna.getByText('This child is not in the group').waitFor()
  expect(await field.inputValue()).toBe('Asks for the blue float')
})
