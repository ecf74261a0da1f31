import PostalMime from 'postal-mime'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailServer } from '#server/testing/mail-server.ts'
import { openBrowser, openSchemePage, Watch } from '../browser.ts'
import {
  addClub,
  addGroup,
  addMember,
  dialog,
  importScheme,
  markFirst,
  openPage,
  setFirstPassword,
} from '../new-client.ts'
import { RunningServer } from '../running-server.ts'

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
    )
    .not.toBe('')
  return link
}

/** Opens the link of the invitation in a new browser context and sets a password, which also logs in. */
async function acceptInvitation(portal: string, address: string, width: number): Promise<Page> {
  const link = await invitationLink(address)
  expect(new URL(link).origin).toBe(url(portal, ''))
  const page = await openPage(browser, link, width, (opened) => watch.follow(opened, url(portal, '')))
  await setFirstPassword(page, PASSWORD)
  return page
}

test('a new client whose first author is invited by a command gets as far as its first assessed member by its portals alone', async () => {
  await server.rungs('client', 'create', 'brook', 'Brook Swim', '--domain', 'brook.localhost')
  await server.rungs('invite', 'brook', 'ngo', 'office@brook.example', 'Mair', 'Evans')

  // the author imports a curriculum
  const author = await acceptInvitation('scheme', 'office@brook.example', 1440)
  await importScheme(author)

  // the author adds a club, and invites an administrator and a coach
  await addClub(author, url('scheme', '/clubs'))
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
  await addMember(admin, 'parent@brook.example')
  const member = admin.getByRole('complementary', { name: 'Siân Hughes' })
  await member.getByRole('button', { name: 'Invite', exact: true }).click()
  await admin.getByText('An invitation is on its way to parent@brook.example').waitFor()

  // the administrator adds a group with the coach and the member
  await addGroup(admin)

  // the coach assesses, and the parent sees it
  const coach = await acceptInvitation('coach', 'coach@brook.example', 390)
  await markFirst(coach)

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
})
