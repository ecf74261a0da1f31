import type { Browser, Page } from 'playwright-core'
import { fillDay } from './written-day.ts'

// The steps of a new client from its first author to a coach's first mark, for the tests that differ in how people log in.

/** A curriculum as a CSV file. */
const OUTLINE = `id,parent,title,type,grade,text
,,Stage 1,level,,
,Stage 1,Blow bubbles,skill,1,
,Stage 1,Float on the back,skill,3,
`

export const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a page in a new browser context and declines cookies; `watch` is called before it loads. */
export async function openPage(
  browser: Browser,
  address: string,
  width: number,
  watch: (page: Page) => void,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // a provider of a test signs its certificate itself
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  watch(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Decline' }).click()
  return page
}

/** Sets the password on the page that the link of an invitation opens, which also logs in. */
export async function setFirstPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('The same password again').fill(password)
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await page.getByText('Your account is set up.').waitFor()
}

/** An author imports the scheme Swim and releases it. */
export async function importScheme(author: Page): Promise<void> {
  await author.getByRole('button', { name: 'Import' }).click()
  const file = { name: 'Swim.csv', mimeType: 'text/csv', buffer: Buffer.from(OUTLINE) }
  await dialog(author).getByLabel('File').setInputFiles(file)
  await dialog(author).getByRole('button', { name: 'Import 3 nodes' }).click()
  await author.getByRole('treegrid', { name: 'Swim' }).waitFor()
  await releaseScheme(author)
}

/** An author releases the open scheme; until then only authors see it. */
export async function releaseScheme(author: Page): Promise<void> {
  await author.getByRole('button', { name: 'Release', exact: true }).click()
  await author.getByRole('alertdialog').getByRole('button', { name: 'Release', exact: true }).click()
  await author.getByText('Released today').waitFor()
}

/** An author publishes the open scheme Swim, which other clients can then follow. */
export async function publishScheme(author: Page): Promise<void> {
  await author.getByRole('button', { name: 'Publish…' }).click()
  await dialog(author).getByLabel('Notes for subscribers').fill('The first revision.')
  await dialog(author).getByRole('button', { name: 'Publish', exact: true }).click()
  await author.getByText('Swim is published: it is in the catalogue.').waitFor()
}

/** An author asks the client that publishes a scheme for a subscription to it. */
export async function subscribeTo(author: Page, publisher: string, cataloguePage: string): Promise<void> {
  await author.goto(cataloguePage)
  await author
    .getByRole('listitem')
    .filter({ hasText: publisher })
    .getByRole('button', { name: /^Subscribe/ })
    .click()
  await dialog(author).getByLabel('A few words to them').fill('We would like to use it.')
  await dialog(author).getByRole('button', { name: 'Send' }).click()
  await author.getByText(`${publisher} has been asked by e-mail.`).waitFor()
}

/** An author approves the only client that asks for a scheme. */
export async function approveSubscriber(author: Page, subscribersPage: string): Promise<void> {
  await author.goto(subscribersPage)
  await author.getByRole('button', { name: /^Approve/ }).click()
  await author.getByRole('listitem').getByText('Subscribed', { exact: true }).waitFor()
}

/** An author adds the club Brook Pool. */
export async function addClub(author: Page, clubsPage: string): Promise<void> {
  await author.goto(clubsPage)
  await author.getByRole('link', { name: 'Add club' }).click()
  await dialog(author).getByLabel('Name').fill('Brook Pool')
  await dialog(author).getByRole('button', { name: 'Add club' }).click()
  await author.getByText('Brook Pool is added').waitFor()
}

/** An administrator adds the member Siân Hughes; her guardian Ffion has the address, if there is one. */
export async function addMember(admin: Page, guardian: string | null): Promise<void> {
  await admin.getByRole('link', { name: 'Add member' }).click()
  await dialog(admin).getByLabel('First name').first().fill('Siân')
  await dialog(admin).getByLabel('Last name').first().fill('Hughes')
  await fillDay(dialog(admin).getByLabel('Date of birth'), '2018-03-04')
  if (guardian !== null) {
    const guardians = dialog(admin).getByRole('group', { name: 'Guardians' })
    // the form may begin without a guardian
    if ((await guardians.getByLabel('First name').count()) === 0)
      await guardians.getByRole('button', { name: 'Add a guardian' }).click()
    await guardians.getByLabel('First name').fill('Ffion')
    await guardians.getByLabel('Last name').fill('Hughes')
    await guardians.getByLabel('E-mail').fill(guardian)
  }
  await dialog(admin).getByRole('button', { name: 'Add member' }).click()
  await admin.getByRole('complementary', { name: 'Siân Hughes' }).waitFor()
}

/** An administrator adds the group Minnows, which meets today, with the coach Anna Price and Siân. */
export async function addGroup(admin: Page): Promise<void> {
  await admin.getByRole('link', { name: 'Groups', exact: true }).click()
  await admin.getByRole('link', { name: 'Add group' }).click()
  await dialog(admin).getByLabel('Group', { exact: true }).fill('Minnows')
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
}

/** The coach of Minnows gives Siân her first mark, after which the level shows the text `progress`. */
export async function markFirst(coach: Page, progress = '50% complete'): Promise<void> {
  await coach.getByRole('link', { name: 'Minnows' }).first().click()
  await coach.getByRole('link', { name: 'Siân Hughes' }).click()
  // skills of kind 1 have one grade to give, Awarded
  await coach.getByRole('group', { name: 'Blow bubbles' }).getByRole('button', { name: 'Awarded', exact: true }).click()
  await coach.getByText(progress).first().waitFor()
}
