import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** A tablet of the coach Anna Pritchard, on which her colleague Dewi Lloyd logs in later. */
let tablet: Page
let admin: Page
const watch = new Watch()

beforeAll(async () => {
  // problems on the tablet are not collected, because calls of a closed account are refused
  tablet = (await visit(browser, server, 'coach', 'coach', new Watch(), 390)).page
  admin = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
})

const expectAccessible = async (page: Page) => {
  expect(await violations(page)).toEqual([])
}

test('changes that were not sent before their author’s account was closed stay on the tablet with the author’s name', async () => {
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
  await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
  await tablet.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await tablet.context().setOffline(true)
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: /^Mark.*Kofi Mensah$/ }).click()
  await tablet.getByText('Saved on this tablet').waitFor()

  // an account closes when its user is taken out of the last club
  await admin.getByRole('link', { name: 'Users' }).click()
  await admin.getByRole('link', { name: 'Pritchard, Anna' }).click()
  const detail = admin.getByRole('complementary', { name: 'Anna Pritchard' })
  await detail.getByRole('button', { name: /^Remove from the club/ }).click()
  await admin.getByRole('alertdialog').getByRole('textbox').fill('Anna Pritchard')
  // the last button confirms
  await admin.getByRole('alertdialog').getByRole('button').last().click()
  await admin.getByText('Anna Pritchard has been removed from the club').waitFor()

  // Dewi logs in on the tablet
  await tablet.context().setOffline(false)
  await tablet.getByLabel('E-mail').fill('coach2@aquila.example')
  await tablet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await tablet.getByRole('button', { name: 'Log in' }).click()
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
  await tablet.goto(server.url('coach', '/offline'))
  await tablet.getByText('Anna’s account is closed. 1 change of theirs is still on this tablet.').waitFor()
  await expectAccessible(tablet)
})

test('a colleague sends the changes of the closed account to the administrators, who read and accept them in the author’s name', async () => {
  await tablet.getByRole('button', { name: 'Hand in to the office' }).click()
  await tablet.getByText('1 change is with the club’s office, which decides.').waitFor()
  await tablet.getByText(/account is closed/).waitFor({ state: 'detached' })

  await admin.reload()
  await admin.getByText('1 change that Anna Pritchard left on a tablet waits for your decision.').waitFor()
  await admin.getByRole('button', { name: 'Look at them' }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await dialog.getByText('Kofi Mensah').waitFor()
  await dialog.getByText(/here at Dolphins/).waitFor()
  await dialog.getByText(/Handed in by Dewi/).waitFor()
  await expectAccessible(admin)

  // a change that is left out stays so until the administrator closes the dialog knowingly
  const kofi = dialog.getByRole('checkbox')
  await kofi.uncheck()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Keep writing' }).click()
  expect(await kofi.isChecked()).toBe(false)
  await kofi.check()

  await dialog.getByRole('button', { name: 'Accept 1 change' }).click()
  await admin.getByText('1 change counts now.').waitFor()
  await admin.getByText(/left on a tablet/).waitFor({ state: 'detached' })

  // the accepted attendance is in the register
  await tablet.goto(server.url('coach', '/member-groups'))
  await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
  await tablet.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByText('1 here, 0 absent').waitFor()
  expect(watch.problems).toEqual([])
})
