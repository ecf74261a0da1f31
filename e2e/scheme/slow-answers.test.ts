import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { pdf } from '#server/testing/sample-files.ts'
import { visit, Watch } from '../browser.ts'
import { hold } from '../hold.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

beforeAll(async () => {
  page = (await visit(browser, server, 'scheme', 'scheme', watch)).page
})

/** Waits until the page shows an answer that has arrived: it has seen a later one, and drawn a frame. */
const untilShown = () =>
  page.evaluate(
    `fetch('/locales/en.json').then((reply) => reply.text()).then(() => new Promise(requestAnimationFrame))`,
  )

test('a page says that it could not be loaded, also to those who do not see it', async () => {
  const paths = ['/overview?list', '/overview/swim', '/scheme/swim']
  const isBroken = (url: URL) => /^\/v1\/(schemes|curriculum)\b/.test(url.pathname)
  await page.route(isBroken, (route) => {
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
  })
  for (const path of paths) {
    await page.goto(server.url('scheme', path))
    await page
      .getByRole('alert')
      .getByText(/could not be/)
      .first()
      .waitFor()
  }
  await page.unroute(isBroken)
  watch.forget(/500/)
})

const LISTED = 'https://a.example, https://b.example'
const schemeFile = (name: string): SchemeFile => ({
  format: 'rungs-scheme',
  version: 1,
  name: { en: name },
  languages: ['en-GB', 'cy-GB'],
  sections: [],
  grades: [],
  videos: [],
  nodes: [
    {
      ...defaultFields,
      id: '/l',
      parentId: null,
      t: 'l',
      title: { en: name },
      content: [{ key: 'f', type: 'files', of: null, title: { en: 'Handouts' }, value: { en: LISTED } }],
    },
    { ...defaultFields, id: '/m', parentId: null, t: 'l', title: { en: 'Next level' }, content: [] },
  ],
})

test('the answer about a file that was chosen first is not shown for the one that is chosen now', async () => {
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string) =>
    dialog.getByLabel('File', { exact: true }).setInputFiles({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(schemeFile(name))),
    })
  const answerFirst = await hold(page, '**/v1/schemes/import', (request) => (request.postData() ?? '').includes('Slow'))
  const slow = page.waitForResponse((reply) => (reply.request().postData() ?? '').includes('Slow'))
  await choose('Slow')
  await choose('Quick')
  const name = dialog.getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Quick')
  answerFirst()
  await (await slow).finished()
  await untilShown()
  expect(await name.inputValue()).toBe('Quick')
  await dialog.getByRole('button', { name: 'Import 2 nodes' }).click()
  await page.getByRole('treegrid', { name: 'Quick' }).waitFor()
})

test('an uploaded file is added to the list as it is when the upload ends', async () => {
  await page.goto(server.url('scheme', '/scheme/quick/l'))
  const list = page.getByLabel('Text of Handouts', { exact: true })
  await expect.poll(() => list.inputValue()).toBe(LISTED)
  const endUpload = await hold(page, '**/v1/uploads/curriculum-file', () => true)
  const upload = page.waitForRequest('**/v1/uploads/curriculum-file')
  await page
    .getByLabel('Add a file', { exact: true })
    .setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  await upload
  await list.fill('https://b.example, https://c.example')
  await list.blur()
  endUpload()
  await expect
    .poll(() => list.inputValue())
    .toMatch(/^https:\/\/b\.example, https:\/\/c\.example, \/files\/.*Plan\.pdf$/)
})

test('an uploaded file goes into the language in which it was chosen, also when another one is shown by then', async () => {
  await page.unrouteAll()
  const list = page.getByLabel('Text of Handouts', { exact: true })
  const english = await list.inputValue()
  const endUpload = await hold(page, '**/v1/uploads/curriculum-file', () => true)
  const upload = page.waitForRequest('**/v1/uploads/curriculum-file')
  await page
    .getByLabel('Add a file', { exact: true })
    .setInputFiles({ name: 'English.pdf', mimeType: 'application/pdf', buffer: pdf })
  await upload
  const languages = page.getByRole('group', { name: 'Language of the content' })
  // what is being typed is saved in its own language, too
  await list.fill(`${english}, https://d.example`)
  await languages.getByText('Cymraeg').click()
  await expect.poll(() => list.inputValue()).toBe('')
  endUpload()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await list.inputValue()).toBe('')
  await languages.getByText('English').click()
  await expect.poll(() => list.inputValue()).toMatch(/Plan\.pdf, https:\/\/d\.example, \/files\/.*English\.pdf$/)
})

test('the author is asked before a node is left while a file is being uploaded for it', async () => {
  await page.unrouteAll()
  const list = page.getByLabel('Text of Handouts', { exact: true })
  const endUpload = await hold(page, '**/v1/uploads/curriculum-file', () => true)
  const upload = page.waitForRequest('**/v1/uploads/curriculum-file')
  await page
    .getByLabel('Add a file', { exact: true })
    .setInputFiles({ name: 'Long.pdf', mimeType: 'application/pdf', buffer: pdf })
  await upload
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  for (const leave of [
    page.getByRole('row', { name: 'Next level' }),
    page.getByRole('button', { name: 'Translate' }),
    page.getByRole('link', { name: 'Quick', exact: true }),
  ]) {
    await leave.click()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
  }
  // the tree has selected the next level, but its commands are about the node that stays open
  await page.getByRole('row', { name: 'Quick', selected: true }).waitFor()
  endUpload()
  await expect.poll(() => list.inputValue()).toMatch(/English\.pdf, \/files\/.*Long\.pdf$/)
  await page.getByRole('row', { name: 'Next level' }).click()
  await list.waitFor({ state: 'detached' })
})

test('the editor shows the newest settings also when two changes follow each other closely', async () => {
  const opened = page.waitForRequest('**/v1/curriculum/quick?raw=1')
  await page.goto(server.url('scheme', '/scheme/quick/l'))
  const authorization = (await opened).headers()['authorization'] ?? ''
  const addContent = page.getByRole('button', { name: 'Add a section' })
  await addContent.waitFor()
  const add = (name: string) =>
    page.evaluate(
      async ([token, text]) => {
        const headers = { authorization: token, 'content-type': 'application/json' }
        const path = '/v1/schemes/quick'
        const settings = (await (await fetch(`${path}/settings`, { headers })).json()) as SchemeSettings
        const before = settings.sections.map(({ used: _, ...section }) => section)
        const sections = [...before, { name: { en: text }, type: 'text', visibility: 'all' }]
        const method = 'PUT'
        const reply = await fetch(`${path}/sections`, {
          method,
          headers: { ...headers, 'if-match': settings.sections_revision },
          body: JSON.stringify({ sections }),
        })
        return reply.status
      },
      [authorization, name] as const,
    )
  // the first answer is that of before the second change, and arrives while the second is awaited
  const answers: (() => void)[] = []
  await page.route('**/v1/curriculum/quick?raw=1', async (route) => {
    // Node does not know the host's name
    const url = new URL(route.request().url())
    const headers = { ...route.request().headers(), host: url.host }
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href, headers })
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.fulfill({ response })
  })
  expect(await add('First')).toBe(200)
  await expect.poll(() => answers.length).toBe(1)
  expect(await add('Second')).toBe(200)
  await expect.poll(() => answers.length).toBe(2)
  const first = page.waitForResponse('**/v1/curriculum/quick?raw=1')
  answers[0]?.()
  await (await first).finished()
  const second = page.waitForResponse('**/v1/curriculum/quick?raw=1')
  answers[1]?.()
  await (await second).finished()
  await addContent.click()
  await page.getByRole('menuitem', { name: 'Second' }).waitFor()
})

test('a scheme that is made after its dialog was closed does not take the author away from the next dialog', async () => {
  await page.unrouteAll()
  await page.goto(server.url('scheme', '/overview?list'))
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await page.getByRole('button', { name: 'New scheme' }).click()
  await name.fill('Closed early')
  const answer = await hold(page, '**/v1/schemes', (request) => request.method() === 'POST')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New scheme' }).click()
  await name.fill('Next')
  answer()
  await page.getByText('Saved, although you had closed the form.').waitFor()
  expect(await name.inputValue()).toBe('Next')
})

test('a working copy that is begun late does not take the author away from a dialog of another page', async () => {
  await page.unrouteAll()
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('link', { name: 'Swim', exact: true }).click()
  const answer = await hold(page, '**/working-copy/begin', () => true)
  const begun = page.waitForResponse('**/working-copy/begin')
  await page.getByRole('button', { name: 'Work in a copy' }).dblclick()
  await page.goBack()
  await page.getByRole('button', { name: 'New scheme' }).click()
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await name.fill('Typed')
  answer()
  await (await begun).finished()
  await untilShown()
  expect(await name.inputValue()).toBe('Typed')
})

test('the deletion of one document does not close the form of another that is opened meanwhile', async () => {
  await page.goto(server.url('scheme', '/documents'))
  for (const name of ['First', 'Second']) {
    await page.getByRole('link', { name: 'Add document' }).click()
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf })
    // the stored file gives its name to the description
    await expect.poll(() => page.getByRole('dialog').getByLabel('Description').inputValue()).toBe(name)
    await page.getByRole('button', { name: 'Choose all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('complementary', { name }).waitFor()
  }
  const rows = page.locator('[data-row]')
  const panel = page.getByRole('complementary')
  await rows.nth(0).click()
  const answer = await hold(page, '**/v1/files/*', (request) => request.method() === 'DELETE')
  await panel.getByRole('button', { name: 'Delete' }).click()
  // a second press deletes nothing, and reports no error
  expect(await panel.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await rows.nth(1).click()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const description = page.getByRole('dialog').getByLabel('Description')
  await description.fill('Typed meanwhile')
  answer()
  await page.getByText('is deleted').waitFor()
  expect(await description.inputValue()).toBe('Typed meanwhile')
})

test('the secret of a token is shown even if its form was closed before it was made', async () => {
  await page.unrouteAll()
  await page.goto(server.url('scheme', '/users?search=Interface'))
  await page.locator('[data-row]', { hasText: 'Interface' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('What it is for', { exact: true }).fill('bookings')
  await form.getByLabel('read schemes', { exact: true }).check()
  const answer = await hold(page, '**/v1/users/*/tokens', (request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Create the token' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  answer()
  await page.getByRole('dialog', { name: 'The secret of bookings' }).waitFor()
})

test('who types into an invitation that is being sent is told that it is not in it', async () => {
  await page.unrouteAll()
  await page.goto(server.url('scheme', '/users?user=new'))
  const form = page.getByRole('dialog')
  await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'Scheme office' })
  await form.getByLabel('First name', { exact: true }).fill('Mali')
  await form.getByLabel('Last name', { exact: true }).fill('Evans')
  const email = form.getByLabel('E-mail', { exact: true })
  await email.fill('mali@aquila.exmaple')
  const answer = await hold(page, '**/v1/users', (request) => request.method() === 'POST')
  const sent = page.waitForRequest('**/v1/users')
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await sent
  await email.fill('mali@aquila.example')
  answer()
  await page.getByText('What you changed after pressing the button is not saved.').waitFor()
})

test('texts of the award mail are kept when somebody else has saved others meanwhile, and both are saved in the end', async () => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto(server.url('scheme', '/award-mail'))
  await page.getByLabel('Heading').fill('Hurrah, {{child}}!')
  await other.getByLabel('Subject').fill('Theirs, {{child}}')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('Saved').first().waitFor()
  await other.close()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody else changed this meanwhile: Subject.').waitFor()
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Theirs, {{child}}')
  expect(await page.getByLabel('Heading').inputValue()).toBe('Hurrah, {{child}}!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Heading').inputValue()).toBe('Hurrah, {{child}}!')
  expect(await page.getByLabel('Subject').inputValue()).toBe('Theirs, {{child}}')
  watch.forget(/412/)
})

test('the texts of the award mail cannot be typed into while they are saved, which would lose what is typed', async () => {
  await page.unrouteAll()
  await page.goto(server.url('scheme', '/award-mail'))
  const heading = page.getByLabel('Heading', { exact: true })
  await heading.fill('Well done')
  const answer = await hold(page, '**/v1/award-mail/*', (request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => heading.isDisabled()).toBe(true)
  answer()
  await expect.poll(() => heading.isDisabled()).toBe(false)
  expect(await heading.inputValue()).toBe('Well done')
})

test('no page logged an error', () => {
  expect(watch.problems).toEqual([])
})
