import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { focused, tabTo } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** The administrator is Gwilym Thomas. */
let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})

const open = (page: Page, path: string) => page.goto(server.url('club', path))
const entries = (page: Page) => page.getByRole('list', { name: 'Undo changes' }).getByRole('listitem')
const entry = (page: Page, text: string | RegExp) => entries(page).filter({ hasText: text })

/** Makes Siân inactive and active again, which are two changes, the second of which stands in the way of the first. */
async function changeTwice(page: Page): Promise<void> {
  await open(page, '/members?search=o%27connor')
  await page.getByRole('link', { name: "O'Connor, Siân" }).click()
  await page.getByRole('button', { name: 'Make inactive' }).click()
  await page.getByRole('button', { name: 'Make active' }).click()
  await page.getByRole('button', { name: 'Make inactive' }).waitFor()
}

async function importMembers(page: Page): Promise<void> {
  await open(page, '/members/import')
  const text = 'First name,Last name,Date of birth\nTomos,Quinlivan,2016-03-02\nZofia,Quinlivan,2017-08-19'
  const file = { name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/^Drop a CSV file or a spreadsheet/).setInputFiles(file)
  for (const name of ['Match the columns', 'Match the values', 'Check the rows'])
    await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Import 2 members' }).click()
  await page.getByRole('heading', { name: '2 members have been imported' }).waitFor()
}

describe('the page of what can be undone', () => {
  test('lists who did what and until when, on a phone, a tablet and a desktop, in English and in Welsh', async () => {
    const { page } = admin
    await changeTwice(page)
    await importMembers(page)
    await page.getByRole('link', { name: 'Undo changes' }).click()
    await entry(page, /^2 members imported: members-.*\.csv.*Today, .*, Gwilym Thomas · can be undone until/).waitFor()
    await entry(page, /^Made active: Siân O'Connor.*Today, .*, Gwilym Thomas/).waitFor()
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page), `${width}`).toEqual([])
      const pageWidth = await page.evaluate('document.documentElement.scrollWidth')
      expect(pageWidth).toBeLessThanOrEqual(width)
    }
    // the menu of a phone has the languages
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cymraeg' }).click()
    await page.getByRole('heading', { name: 'Dadwneud newidiadau' }).waitFor()
    await page.getByText('Gwnaed yn weithredol').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Dewislen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Undo changes' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('says which later edit stands in the way, and undoes the newer change first, by keyboard alone', async () => {
    const { page } = admin
    await tabTo(page, /^button "Undo: Made inactive: Siân O'Connor"$/)
    await page.keyboard.press('Enter')
    await entry(page, /^Made inactive/)
      .getByText("Siân O'Connor was changed again (Gwilym Thomas, today)")
      .waitFor()
    expect(await violations(page)).toEqual([])

    await open(page, '/undo')
    await tabTo(page, /^button "Undo: Made active: Siân O'Connor"$/)
    await page.keyboard.press('Enter')
    await page.getByText('Undone: everything is as it was before.').waitFor()
    await entry(page, /^Made active/).waitFor({ state: 'detached' })
    // the focus is not lost with the button
    await expect.poll(() => focused(page)).toBe('list "Undo changes"')
    await tabTo(page, /^button "Undo: Made inactive: Siân O'Connor"$/)
    await page.keyboard.press('Enter')
    await entry(page, /^Made inactive/).waitFor({ state: 'detached' })
    await open(page, '/members?search=o%27connor')
    await page.getByRole('link', { name: "O'Connor, Siân" }).click()
    await page.getByRole('button', { name: 'Make inactive' }).waitFor()
  })

  test('asks before it removes the members of an import', async () => {
    const { page } = admin
    await open(page, '/undo')
    await entry(page, /^2 members imported/)
      .getByRole('button')
      .click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Remove 2 imported members?').waitFor()
    const label = (await question.getByText(/^Type the name: /).textContent()) ?? ''
    await question.getByLabel(label).fill(label.replace('Type the name: ', ''))
    await question.getByRole('button', { name: 'Undo the import…' }).click()
    await entry(page, /^2 members imported/).waitFor({ state: 'detached' })
    await open(page, '/members?search=quinlivan')
    await page.getByText('Nobody found').waitFor()
  })
})
