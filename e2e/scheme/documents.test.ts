import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pdf, picture } from '#server/testing/sample-files.ts'
import { violations } from '../accessible.ts'
import { openSchemePage, visit, waitUntilInstalled, Watch } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { hold } from '../hold.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let author: Page
let admin: Page
let coach: Page
const watch = new Watch()

beforeAll(async () => {
  author = (await visit(browser, server, 'scheme', 'scheme', watch, 1440)).page
  admin = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
  await admin.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})

const dialog = (page: Page) => page.getByRole('dialog')
/** A file to upload. */
const policy = { name: 'Safeguarding policy.pdf', mimeType: 'application/pdf', buffer: pdf }

test('the form of a new document says, field by field, what is wrong, and then hands the document to the clubs', async () => {
  await openSchemePage(author, 'Communication', 'Documents')
  await author.getByText('No documents yet').waitFor()
  await author.getByRole('link', { name: 'Add document' }).click()
  await dialog(author).getByRole('button', { name: 'Add document' }).click()
  await dialog(author).getByText('Choose a file first.').waitFor()
  await dialog(author).getByText('Choose at least one organisation.').waitFor()

  const file = dialog(author).getByLabel('File', { exact: true })
  await file.setInputFiles({ ...policy, name: 'policy.exe' })
  await dialog(author)
    .getByText(/^This is not one of the types/)
    .waitFor()
  // the server looks into the file, whatever its name
  await file.setInputFiles({ ...policy, name: 'policy.docx', mimeType: 'application/octet-stream' })
  await dialog(author)
    .getByText(/^This is not one of the types/)
    .waitFor()

  await file.setInputFiles(policy)
  await dialog(author).getByText('Safeguarding policy.pdf, 1 kB').waitFor()
  await expect.poll(() => dialog(author).getByLabel('Description').inputValue()).toBe('Safeguarding policy')
  await dialog(author).getByRole('button', { name: 'Choose all' }).click()
  await dialog(author).getByRole('button', { name: 'Add document' }).click()

  const detail = author.getByRole('complementary', { name: 'Safeguarding policy' })
  await detail.getByText(/^0 of \d+ read$/).waitFor()
  await detail.getByRole('button', { name: 'Remind the others' }).click()
  await author.getByText(/reminders? (is|are) on (its|their) way/).waitFor()
})

test('a new version that is still being uploaded is neither left out by saving nor lost by closing', async () => {
  const detail = author.getByRole('complementary', { name: 'Safeguarding policy' })
  await detail.getByRole('button', { name: 'Edit' }).click()
  const endUpload = await hold(author, '**/v1/uploads/document', () => true)
  const upload = author.waitForRequest('**/v1/uploads/document')
  const file = dialog(author).getByLabel('File', { exact: true })
  await file.setInputFiles({ ...policy, name: 'Policy of this year.pdf' })
  await upload
  const save = dialog(author).getByRole('button', { name: 'Save' })
  await expect.poll(() => save.isDisabled()).toBe(true)
  await dialog(author).getByRole('button', { name: 'Close' }).click()
  await author.getByRole('button', { name: 'Keep writing' }).click()
  endUpload()
  await dialog(author).getByText('Policy of this year.pdf, 1 kB').waitFor()
  await save.click()
  await detail.getByText('Policy of this year.pdf').first().waitFor()
  await author.unrouteAll()
})

test('a large upload shows how far it is, and can be stopped', async () => {
  await author.goto(server.url('scheme', '/documents?document=new'))
  const devtools = await author.context().newCDPSession(author)
  // -1 stands for no limit
  const limits = { offline: false, latency: 0, downloadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: 400_000 })

  // at 400 kB a second, 4 MB take ten seconds
  const large = Buffer.concat([pdf, Buffer.alloc(4_000_000, ' '), Buffer.from('%%EOF')])
  await dialog(author)
    .getByLabel('File', { exact: true })
    .setInputFiles({ ...policy, buffer: large })
  const bar = dialog(author).getByRole('progressbar', { name: 'Sending Safeguarding policy.pdf' })
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(5)

  await dialog(author).getByRole('button', { name: 'Stop' }).click()
  await dialog(author).getByText('Drop a file here, or choose one.').waitFor()
  await devtools.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: -1 })
  await devtools.detach()
  await author.goto(server.url('scheme', '/documents'))
  await author.getByRole('link', { name: 'Safeguarding policy' }).click()
})

test('an administrator reads a document and confirms it, and the author sees who has read it', async () => {
  await admin.getByRole('link', { name: 'Documents' }).click()
  await admin.getByText('Waiting for you').waitFor()
  const [reply] = await Promise.all([
    admin.context().waitForEvent('response', (response) => response.url().includes('/v1/files/direct')),
    admin.getByRole('button', { name: 'Read Safeguarding policy', exact: true }).click(),
  ])
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await admin.getByRole('button', { name: 'I have read it: Safeguarding policy' }).click()
  await admin.getByText('You confirmed it').waitFor()
  await admin.getByRole('link', { name: 'Additional' }).click()
  await admin.getByText('Nothing to read yet').waitFor()

  await author.reload()
  await author.getByRole('complementary').getByText('Read Today').waitFor()
})

test('a document that its author deletes disappears from the club, and comes back by undo', async () => {
  await author.getByRole('complementary').getByRole('button', { name: 'Delete' }).click()
  await author.getByText('No documents yet').waitFor()
  await admin.goto(server.url('club', '/documents'))
  await admin.getByText('Nothing to read yet').waitFor()
  await author.getByRole('button', { name: 'Undo' }).click()
  await author.getByRole('link', { name: 'Safeguarding policy' }).waitFor()
  await admin.reload()
  await admin.getByText('You confirmed it').waitFor()
})

test('a notification reaches club and coach, and once dismissed it does not come back, not even without network', async () => {
  for (const heading of ['Pool closed on Monday', 'New grading sheets']) {
    await author.goto(server.url('scheme', '/notifications?notification=new'))
    await dialog(author).getByLabel('Heading').fill(heading)
    // the second one is first sent without words, which is refused
    if (heading.startsWith('New')) {
      await dialog(author).getByRole('button', { name: 'Add notification' }).click()
      await dialog(author).getByText('Enter this.').waitFor()
    }
    await dialog(author).getByLabel('Text').fill('The deep end is drained.')
    await dialog(author).getByRole('button', { name: 'Add notification' }).click()
    await author.getByRole('link', { name: heading }).waitFor()
  }

  await admin.reload()
  await admin.getByRole('heading', { name: 'Pool closed on Monday' }).waitFor()

  const tablet = await visit(browser, server, 'coach', 'coach', watch, 820)
  coach = tablet.page
  await coach.getByRole('heading', { name: 'Pool closed on Monday' }).waitFor()
  await coach.getByRole('button', { name: 'Dismiss: Pool closed on Monday' }).click()
  await coach.getByRole('heading', { name: 'Pool closed on Monday' }).waitFor({ state: 'detached' })
  await waitUntilInstalled(coach)
  await coach.reload()
  await coach.getByRole('heading', { name: 'New grading sheets' }).waitFor()

  await tablet.context.setOffline(true)
  await coach.reload()
  await coach.getByRole('heading', { name: 'New grading sheets' }).waitFor()
  expect(await coach.getByRole('heading', { name: 'Pool closed on Monday' }).count()).toBe(0)
  await tablet.context.close()
  // the browser logs the requests that failed without network
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
})

test('a club gets a logo and its own member types, and a file that is no picture is refused', async () => {
  await admin.goto(server.url('club', '/settings'))
  const logo = admin.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await admin.getByText(/^This is not one of the types/).waitFor()
  await admin.getByLabel('Member types').fill('Squad\nsquad')
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(600, 300) })
  await admin.getByText('The new logo is saved').waitFor()

  const shown = admin.getByRole('img', { name: /^Logo of/ })
  await expect.poll(() => shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0)

  // what was typed before the logo was set is still there
  await expect.poll(() => admin.getByLabel('Member types').inputValue()).toBe('Squad\nsquad')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByText('The same member type appears here twice.').waitFor()
  for (const types of ['Squad', 'Squad\nLessons']) {
    await admin.getByLabel('Member types').fill(types)
    const saved = admin.waitForResponse((response) => response.request().method() === 'PATCH')
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await saved).status()).toBe(200)
  }
  await admin.getByText('Saved', { exact: true }).first().waitFor()
  await admin.reload()
  await expect.poll(() => admin.getByLabel('Member types').inputValue()).toBe('Squad\nLessons')
})

test('a club that uses one language offers none to choose', async () => {
  /** How many choices of language the user's menu has: one, or none. */
  const languageChoices = async () => {
    await admin.getByRole('button', { name: 'Gwilym Thomas' }).click()
    await dialog(admin).waitFor()
    const count = await dialog(admin).getByRole('group', { name: 'Language' }).count()
    await pressIn(dialog(admin), 'Escape')
    await dialog(admin).waitFor({ state: 'detached' })
    return count
  }
  for (const usesWelsh of [false, true]) {
    await admin.goto(server.url('club', '/settings'))
    await admin.getByLabel('Cymraeg').setChecked(usesWelsh)
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await admin.getByText('Saved', { exact: true }).waitFor()
    await admin.goto(server.url('club', '/documents'))
    await admin.getByRole('heading', { name: 'Documents' }).waitFor()
    await expect.poll(() => languageChoices()).toBe(usesWelsh ? 1 : 0)
  }
})

test('no page has an accessibility violation, and nothing unexpected was logged', async () => {
  const pages: [Page, string][] = [
    [author, server.url('scheme', '/documents')],
    [author, server.url('scheme', '/documents?document=new')],
    [author, server.url('scheme', '/notifications?notification=new')],
    [admin, server.url('club', '/documents')],
    [admin, server.url('club', '/settings')],
  ]
  const cases = pages.flatMap(([page, url]) => [1440, 320].map((width) => ({ page, url, width })))
  for (const { page, url, width } of cases) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(url)
    await page.locator('h1').waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    if (url.endsWith('new')) await dialog(page).waitFor()
    expect(await violations(page), `${width} ${url}`).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth'), url).toBeLessThanOrEqual(width)
  }
  // the browser logs each refused upload as an error
  expect(watch.problems.filter((problem) => !/status of 4(00|15)/.test(problem))).toEqual([])
})
