import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { picture } from '#server/testing/sample-files.ts'
import { violations } from '../accessible.ts'
import { openSchemePage, visit, Watch } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** The page of an author, Marta Kowalska. */
let author: Page
const watch = new Watch()

beforeAll(async () => {
  author = (await visit(browser, server, 'scheme', 'scheme', watch, 1440)).page
})

const CLUB_NAME = 'Clwb Nofio Llanfair-ym-Muallt'
const dialog = () => author.getByRole('dialog')
const detail = () => author.getByRole('complementary', { name: CLUB_NAME })

test('the form of a new club says, field by field, what is wrong, and then adds the club', async () => {
  await openSchemePage(author, 'Clubs and people', 'Clubs')
  await author.getByRole('link', { name: 'Add club' }).click()
  await dialog().getByLabel('Member types').fill('Squad\nsquad')
  await dialog().getByRole('button', { name: 'Add club' }).click()
  await dialog().getByText('Enter this.').waitFor()
  await dialog().getByText('The same member type appears here twice.').waitFor()

  await dialog().getByLabel('Name').fill(CLUB_NAME)
  await dialog().getByRole('textbox', { name: 'Number' }).fill('LL-1')
  await dialog().getByLabel('Time zone').selectOption('Europe/Paris')
  await dialog().getByLabel('Member types').fill('Squad')
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'Add club' }).click()
  await author.getByText(`${CLUB_NAME} is added`).waitFor()

  await author.getByLabel('Name or number').fill('ll-1')
  // the first click blocks the page for 700 ms: on a device that slow, the search is applied between the tap on a row
  // and its opening
  await author.evaluate(
    `addEventListener('click', () => { for (const end = Date.now() + 700; Date.now() < end;); }, { once: true })`,
  )
  await author.getByRole('link', { name: CLUB_NAME }).click()
  await detail().getByText('LL-1 · Europe/Paris').waitFor()
})

test('a club is changed and gets a logo; a logo that could hardly be seen gets a warning', async () => {
  await detail().getByRole('button', { name: 'Edit' }).click()
  await dialog().getByLabel('Cymraeg').uncheck()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await author.getByText('Saved', { exact: true }).waitFor()
  await detail().getByText('English', { exact: true }).waitFor()

  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await picture(600, 300) }
  await detail().getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await author.getByText('The new logo is saved').waitFor()
  const shown = detail().getByRole('img', { name: `Logo of ${CLUB_NAME}` })
  await expect.poll(() => shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0)

  // a white logo cannot be seen on white paper
  const white = sharp({ create: { width: 90, height: 90, channels: 3, background: '#ffffff' } })
  const buffer = await white.png().toBuffer()
  await detail()
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ ...logo, buffer })
  await detail().getByText('On white, as pages and paper are, this logo can hardly be seen.').waitFor()
  expect(await violations(author)).toEqual([])
})

test('a club without members is deleted by typing its name; one with members is not, and the reason is shown', async () => {
  await detail().getByRole('button', { name: 'Delete' }).click()
  const question = author.getByRole('alertdialog').or(dialog())
  await question.getByText(/^It closes for everybody at once/).waitFor()
  await expect.poll(() => question.getByRole('button', { name: 'Type the name first' }).isDisabled()).toBe(true)
  await question.getByLabel(`Type the name: ${CLUB_NAME}`).fill(CLUB_NAME)
  await question.getByRole('button', { name: 'Delete the club' }).click()
  await author.getByText(`${CLUB_NAME} is deleted`).waitFor()
  await author.getByText('No club found').waitFor()
  await author.getByText('Search for a part of its name, or for its number.').waitFor()

  // without the search and with a filter, the empty list gives another hint
  await author.getByLabel('Name or number').fill('')
  await author.getByLabel('Which clubs').selectOption('No marks for four weeks')
  await author.getByText('Remove the filter to see the others.').waitFor()

  // the reply is held back: what is shown meanwhile must not contain the deleted club
  const requested = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await author.route(/\/v1\/clubs\?/, async (route) => {
    requested.resolve()
    await release.promise
    await route.continue()
  })
  await author.getByLabel('Which clubs').selectOption('')
  await requested.promise
  expect(await author.getByRole('link', { name: CLUB_NAME }).count()).toBe(0)
  release.resolve()
  await author.unrouteAll({ behavior: 'wait' })
  // the first club of the demo has members
  await author.locator('tbody a').first().click()
  await author.getByRole('complementary').getByRole('button', { name: 'Delete' }).click()
  await question.getByText(/active members\. Make them inactive/).waitFor()
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await violations(author)).toEqual([])
  expect(watch.problems).toEqual([])
})

test('a program is added by its name and gets a token, whose secret is shown once and which is then revoked', async () => {
  await openSchemePage(author, 'Clubs and people', 'Users')
  await author.getByRole('link', { name: 'Add user' }).click()
  await dialog().getByRole('button', { name: 'Send the invitation' }).click()
  await dialog().getByText('Choose at least one club.').waitFor()

  await dialog().getByLabel('Kind').selectOption('api')
  await dialog().getByLabel('Name of the program').fill('Bookings 24/7')
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'Add the program' }).click()
  const program = author.getByRole('complementary', { name: 'Bookings 24/7' })
  await program.getByText('No tokens yet. A program shows one instead of a password.').waitFor()

  // a token needs a club
  await program.getByRole('button', { name: 'New token' }).click()
  await dialog().getByLabel('What it is for').fill('Night run')
  await dialog().getByLabel('read members').check()
  await dialog().getByRole('button', { name: 'Create the token' }).click()
  await dialog().getByText('Choose the club whose data it reads.').waitFor()
  const club = dialog().getByRole('combobox', { name: 'Club' })
  await club.fill('har')
  await club.press('Enter')
  await expect.poll(() => club.inputValue()).toBe('Harbour')
  await dialog().getByRole('button', { name: 'Create the token' }).click()
  // the secret is shown only once, so Escape must not close the dialog
  await pressIn(author.getByRole('dialog', { name: 'The secret of Night run' }), 'Escape')
  const secret = await author.locator('.secret').innerText()
  const statusWithToken = async () => (await call(server, 'club', '/v1/members', { token: secret })).status
  expect(secret).toMatch(/^rungs_/)
  expect(await violations(author)).toEqual([])
  await dialog().getByRole('button', { name: 'I have saved it' }).click()
  await program.getByText('60 requests a minute').waitFor()
  expect(await statusWithToken()).toBe(200)

  // a revoked token is refused
  await program.getByRole('button', { name: 'Revoke Night run' }).click()
  await author.getByLabel('Type the name: Night run').fill('night run')
  await author.getByRole('button', { name: 'Revoke it' }).click()
  await author.getByText('Night run is revoked').waitFor()
  expect(await statusWithToken()).toBe(401)
  await program.getByText('No tokens yet. A program shows one instead of a password.').waitFor()
})

test('a coach is invited to a club, found by postcode, and the account is closed by typing the name', async () => {
  await author.getByRole('link', { name: 'Add user' }).click()
  await dialog().getByLabel('First name').fill('Gwenllian')
  await dialog().getByLabel('Last name').fill('ap Rhys')
  await dialog().getByLabel('E-mail').fill('gwenllian@aquila.example')
  await dialog().getByLabel('Postcode').fill('SA1 1AA')

  const clubs = dialog().getByRole('combobox', { name: 'Club: name or number' })
  await clubs.click()
  await dialog().getByRole('option', { name: 'Lakeside' }).click()
  await clubs.fill('harb')
  await clubs.press('Enter')
  await dialog().getByRole('option', { name: 'Harbour', selected: true }).waitFor()
  await clubs.press('Escape')
  await dialog().getByRole('listbox').waitFor({ state: 'hidden' })
  await dialog().getByRole('button', { name: 'Remove Lakeside' }).click()
  await dialog().getByText('1 club chosen').waitFor()

  await dialog().getByRole('button', { name: 'Send the invitation' }).click()
  await author.getByText('An invitation is on its way to gwenllian@aquila.example').waitFor()

  // beside the open detail the list has no room for its filters
  await author.getByRole('button', { name: /^Filters/ }).click()
  await author.getByRole('searchbox', { name: 'Postcode' }).fill('sa11')
  await author.getByText('1–1 of 1').waitFor()
  const coachDetail = author.getByRole('complementary', { name: 'Gwenllian ap Rhys' })
  await coachDetail.getByText('SA1 1AA').waitFor()

  await coachDetail.getByRole('button', { name: 'Make inactive' }).click()
  const inactiveQuestion = author.getByRole('alertdialog')
  await inactiveQuestion.getByLabel('Type the name: Gwenllian ap Rhys').fill('Gwenllian ap Rhys')
  await inactiveQuestion.getByRole('button', { name: 'Make inactive' }).click()
  await author.getByText('Gwenllian ap Rhys is inactive').waitFor()
  await coachDetail.getByRole('button', { name: 'Make active' }).click()
  await author.getByText('Gwenllian ap Rhys is active again').waitFor()

  await coachDetail.getByRole('button', { name: 'Close the account' }).click()
  await author.getByLabel('Type the name: Gwenllian ap Rhys').fill('Gwenllian ap Rhys')
  await author.getByRole('button', { name: 'Close the account', exact: true }).last().click()
  await author.getByText('The account of Gwenllian ap Rhys is closed').waitFor()
  await author.getByText('Nobody found').waitFor()
})

test('the history shows what was done, and the pages on members, tasks and clubs that need attention can be opened and read', async () => {
  await openSchemePage(author, 'Settings', 'History')
  await author.getByRole('combobox', { name: 'Type of record' }).selectOption('api_token')
  // the token was created and revoked; the link of an entry has the time
  await author.getByText('1–2 of 2').waitFor()
  await author.getByRole('link').filter({ hasText: ':' }).first().click()
  const entry = author.getByRole('complementary', { name: 'revoked' })
  await entry.getByText('Marta Kowalska').waitFor()
  await entry.getByRole('link', { name: 'Everything about this' }).click()
  await author.getByText('1–2 of 2').waitFor()
  expect(await violations(author)).toEqual([])

  await openSchemePage(author, 'Clubs and people', 'Members')
  await author.getByRole('searchbox', { name: 'Name, number or guardian' }).fill('okafor')
  await author.getByRole('link', { name: /Okafor, Amara/ }).click()
  await author.getByRole('complementary').getByText('Read only').waitFor()
  expect(await violations(author)).toEqual([])
  // in a low window the record scrolls, also by keyboard
  await author.setViewportSize({ width: 1440, height: 500 })
  expect(await violations(author)).toEqual([])
  await author.setViewportSize({ width: 1440, height: 900 })

  await openSchemePage(author, 'Settings', 'Tasks')
  await author.getByRole('link', { name: 'All', exact: true }).waitFor()
  await openSchemePage(author, 'Clubs and people', 'Needs attention')
  await author.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await expect.poll(() => author.locator('[aria-busy=true]').count()).toBe(0)
  expect(await violations(author)).toEqual([])

  await author.getByRole('link', { name: '1 club has nobody in its office' }).click()
  await author.getByText('1–1 of 1').waitFor()
  expect(await author.getByLabel('Which clubs').inputValue()).toBe('unadministered')
  expect(await violations(author)).toEqual([])
  expect(watch.problems).toEqual([])
})

test('a task that waits is cancelled after a question, and run again to its end', async () => {
  // progress is recalculated a minute after the rules have changed
  const token: string = await author.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
  // `base` is the revision that the author has seen; any will do, because nobody else has changed this node
  const edits = [{ do: 'set', id: '/stage-4/tread-water-30-s', set: { skipped: true } }]
  expect(await call(server, 'scheme', '/v1/curriculum/swim/edits', { token, body: { base: 0, edits } })).toMatchObject({
    status: 200,
  })

  await openSchemePage(author, 'Settings', 'Tasks')
  await author.getByRole('link', { name: 'Recalculate progress' }).first().click()
  const task = author.getByRole('complementary', { name: 'Recalculate progress' })
  await task.getByRole('button', { name: 'Cancel' }).click()
  const question = author.getByRole('alertdialog')
  await question.getByText(/^What is done so far stays/).waitFor()
  expect(await violations(author)).toEqual([])

  await question.getByRole('button', { name: 'Cancel the task' }).click()
  await author.getByText('The task is cancelled').waitFor()
  await task
    .getByText(/^Cancelled/)
    .first()
    .waitFor()

  await task.getByRole('button', { name: 'Run again' }).click()
  await author.getByText('The task is run again').waitFor()
  await task.getByText(/^Done/).first().waitFor()
  expect(await violations(author)).toEqual([])
  expect(watch.problems).toEqual([])
})

test('a club beyond the 20 that the list shows is found by keyboard alone, by typing its number, and the URL keeps it', async () => {
  const token: string = await author.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
  const settings = { time_zone: 'Europe/London', parent_portal: 1, org_portal: 0, member_types: [], language_ids: [1] }
  for (let n = 1; n <= 24; n++) {
    const body = { ...settings, name: `Pwll Nofio ${n}`, ngo_id: `PN-${n}` }
    expect((await call(server, 'scheme', '/v1/clubs', { token, body })).status).toBe(201)
  }

  const clubQueries: string[] = []
  author.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/v1/clubs') clubQueries.push(searchParams.toString())
  })

  await author.goto(server.url('scheme', '/members'))
  const club = author.getByRole('combobox', { name: 'Club' })
  await club.focus()
  await author.keyboard.press('ArrowDown')
  await author.getByRole('option', { name: 'Harbour' }).waitFor()
  // the list shows 20 of the 27 clubs: three of the demo and the 24 new ones
  await author.getByRole('status').filter({ hasText: '7 more clubs' }).waitFor()
  expect(await violations(author)).toEqual([])

  await author.keyboard.type('pn-17')
  await expect
    .poll(() => author.getByRole('listbox').getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('Pwll Nofio 17')])
  await author.keyboard.press('Enter')
  await author.getByText('Nobody found').waitFor()

  await author.reload()
  await expect.poll(() => club.inputValue()).toBe('Pwll Nofio 17')
  await club.press('ArrowDown')
  await author.keyboard.type('nobody has this')
  await author.getByRole('status').filter({ hasText: 'No club has this name or number.' }).waitFor()
  await author.keyboard.press('Escape')
  await expect.poll(() => club.inputValue()).toBe('Pwll Nofio 17')

  await club.fill('')
  await author.getByRole('option', { name: 'All clubs' }).click()
  await expect.poll(() => new URL(author.url()).searchParams.has('club')).toBe(false)
  expect(clubQueries.length).toBeGreaterThan(0)
  // each request is for a page of clubs or for one club, never for all
  expect(clubQueries.filter((query) => !/\b(per_page|id)=/.test(query))).toEqual([])
  expect(watch.problems).toEqual([])
})

test('a club that is taken out while all found clubs are loaded stays out', async () => {
  await author.goto(server.url('scheme', '/users?user=new'))
  const clubs = dialog().getByRole('combobox', { name: 'Club: name or number' })
  await clubs.fill('harb')
  await clubs.press('Enter')
  await dialog().getByRole('option', { name: 'Harbour', selected: true }).waitFor()
  await clubs.fill('pwll')
  // closes the list, which covers the buttons below it
  await clubs.press('Tab')
  const chooseFound = dialog().getByRole('button', { name: 'Choose the 24 found' })
  await chooseFound.waitFor()

  const loading = Promise.withResolvers<void>()
  await author.route(
    (url) => url.pathname === '/v1/clubs' && !url.searchParams.has('per_page'),
    async (route) => {
      await loading.promise
      await route.continue()
    },
  )
  await chooseFound.click()
  await dialog().getByRole('button', { name: 'Remove Harbour' }).click()
  await dialog().getByText('0 clubs chosen').waitFor()
  loading.resolve()
  await dialog().getByText('24 clubs chosen').waitFor()
  expect(watch.problems).toEqual([])
})
