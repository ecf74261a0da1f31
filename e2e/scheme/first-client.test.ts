import PostalMime from 'postal-mime'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailServer } from '#server/testing/mail-server.ts'
import { openBrowser, openSchemePage, Watch } from '../browser.ts'
import { RunningServer } from '../running-server.ts'
import { fillDay } from '../written-day.ts'

let server: RunningServer
let mails: MailServer
let browser: Browser
const watch = new Watch()
const PASSWORD = 'Brand-new-horse-10'

beforeAll(async () => {
  mails = await MailServer.open()
  server = await RunningServer.create()
  // without the demo clients
  await server.start({ DEMO: '0', SMTP_URL: mails.url })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await mails.close()
})

/** A URL of the client that the test creates. */
const url = (portal: string, path: string) => `http://${portal}.brook.localhost:${server.port}${path}`
const dialog = (page: Page) => page.getByRole('dialog')

/** The link in the invitation mail to this address. */
async function invitationLink(address: string): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () => {
        const mail = mails.arrived.find(({ to }) => to.includes(address))
        const { text = '' } = mail ? await PostalMime.parse(mail.raw) : {}
        link = /http\S+#token=\S+/.exec(text)?.[0] ?? ''
        return link
      },
      // the command that queues this mail is another process, so the server finds it only at its next sweep
      { timeout: 60_000 },
    )
    .not.toBe('')
  return link
}

/** Opens the link of the invitation in a new browser context and sets a password, which also logs in. */
async function acceptInvitation(portal: string, address: string, width: number): Promise<Page> {
  const link = await invitationLink(address)
  expect(new URL(link).origin).toBe(url(portal, ''))
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  watch.follow(page, url(portal, ''))
  page.setDefaultTimeout(20_000)
  await page.goto(link)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('The same password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await page.getByText('Your account is set up.').waitFor()
  return page
}

/** A curriculum as a CSV file. */
const OUTLINE = `id,parent,title,type,grade,text
,,Stage 1,level,,
,Stage 1,Blow bubbles,skill,1,
,Stage 1,Float on the back,skill,3,
`

test('a new client whose first author is invited by a command gets as far as its first assessed member by its portals alone', async () => {
  await server.rungs('client', 'create', 'brook', 'Brook Swim', '--domain', 'brook.localhost')
  await server.rungs('invite', 'brook', 'ngo', 'office@brook.example', 'Mair', 'Evans')

  // the author imports a curriculum
  const author = await acceptInvitation('scheme', 'office@brook.example', 1440)
  await author.getByRole('button', { name: 'Import' }).click()
  const file = { name: 'Swim.csv', mimeType: 'text/csv', buffer: Buffer.from(OUTLINE) }
  await dialog(author).getByLabel('File').setInputFiles(file)
  await dialog(author).getByRole('button', { name: 'Import 3 nodes' }).click()
  await author.getByRole('treegrid', { name: 'Swim' }).waitFor()
  // until then only authors see it
  await author.getByRole('button', { name: 'Release', exact: true }).click()
  await author.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }).click()
  await author.getByText('Released today').waitFor()

  // the author adds a club, and invites an administrator and a coach
  await author.goto(url('scheme', '/clubs'))
  await author.getByRole('link', { name: 'Add club' }).click()
  await dialog(author).getByLabel('Name').fill('Brook Pool')
  await dialog(author).getByRole('button', { name: 'Add club' }).click()
  await author.getByText('Brook Pool is added').waitFor()
  for (const [kind, firstname, email] of [
    ['Club office', 'Owain', 'admin@brook.example'],
    ['Coach', 'Anna', 'coach@brook.example'],
  ] as const) {
    await openSchemePage(author, 'Clubs and people', 'Users')
    await author.getByRole('link', { name: 'Add user' }).click()
    await dialog(author).getByLabel('Kind').selectOption({ label: kind })
    await dialog(author).getByLabel('First name').fill(firstname)
    await dialog(author).getByLabel('Last name').fill('Price')
    await dialog(author).getByLabel('E-mail').fill(email)
    await dialog(author).getByRole('combobox', { name: 'Club: name or number' }).click()
    await dialog(author).getByRole('option', { name: 'Brook Pool' }).click()
    await dialog(author).getByRole('button', { name: 'Send the invitation' }).click()
    await author.getByText(`An invitation is on its way to ${email}`).waitFor()
  }

  // the administrator adds a member with a guardian, who is invited
  const admin = await acceptInvitation('club', 'admin@brook.example', 1440)
  await admin.getByRole('link', { name: 'Add member' }).click()
  await dialog(admin).getByLabel('First name').first().fill('Siân')
  await dialog(admin).getByLabel('Last name').first().fill('Hughes')
  await fillDay(dialog(admin).getByLabel('Date of birth'), '2018-03-04')
  const guardians = dialog(admin).getByRole('group', { name: 'Guardians' })
  // the form may begin without a guardian
  if ((await guardians.getByLabel('First name').count()) === 0)
    await guardians.getByRole('button', { name: 'Add a guardian' }).click()
  await guardians.getByLabel('First name').fill('Ffion')
  await guardians.getByLabel('Last name').fill('Hughes')
  await guardians.getByLabel('E-mail').fill('parent@brook.example')
  await dialog(admin).getByRole('button', { name: 'Add member' }).click()
  const member = admin.getByRole('complementary', { name: 'Siân Hughes' })
  await member.getByRole('button', { name: 'Invite', exact: true }).click()
  await admin.getByText('An invitation is on its way to parent@brook.example').waitFor()

  // the administrator adds a group with the coach and the member
  await admin.getByRole('link', { name: 'Groups', exact: true }).click()
  await admin.getByRole('link', { name: 'Add group' }).click()
  await dialog(admin).getByLabel('Group', { exact: true }).fill('Minnows')
  // the group meets today, whatever day it is
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  for (const day of week) await dialog(admin).getByLabel(day).check()
  await dialog(admin).getByLabel('Begins at').fill('16:30')
  await dialog(admin).getByLabel('Scheme').selectOption({ label: 'Swim' })
  await dialog(admin).getByLabel('Stage 1', { exact: true }).check()
  await dialog(admin).getByRole('button', { name: 'Add a coach' }).click()
  await dialog(admin).getByLabel('Coach', { exact: true }).selectOption({ label: 'Anna Price' })
  await dialog(admin).getByRole('button', { name: 'Add group' }).click()
  const group = admin.getByRole('complementary', { name: 'Minnows' })
  await group.getByRole('combobox', { name: 'Add a member: type a name' }).fill('hughes')
  await group.getByRole('option', { name: /^Siân/ }).click()
  await group.getByText('1 member').waitFor()

  // the coach assesses, and the parent sees it
  const coach = await acceptInvitation('coach', 'coach@brook.example', 390)
  await coach.getByRole('link', { name: 'Minnows' }).first().click()
  await coach.getByRole('link', { name: 'Siân Hughes' }).click()
  // skills of kind 1 have one grade to give, Awarded
  await coach.getByRole('group', { name: 'Blow bubbles' }).getByRole('button', { name: 'Awarded', exact: true }).click()
  await coach.getByText('50% complete').first().waitFor()

  const parent = await acceptInvitation('parent', 'parent@brook.example', 390)
  const child = parent.getByRole('article', { name: 'Siân' })
  await child.getByText('1 skill to go').waitFor()
  await coach
    .getByRole('group', { name: 'Float on the back' })
    .getByRole('button', { name: 'Pass', exact: true })
    .click()
  await coach.getByText('Siân has passed Stage 1').first().waitFor()
  // an award waits 15 minutes before parents see it
  await child.getByText('Ready for the coach’s pass').waitFor()
  expect(watch.problems).toEqual([])
}, 240_000)
