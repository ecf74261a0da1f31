import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { focused } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})

const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Choose an archive (.zip)').setInputFiles({ name: 'club.zip', mimeType: 'application/zip', buffer })

describe('the archive of a club', () => {
  test('is imported where it was downloaded: first the page says what it would bring', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Club settings' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).press('Enter'),
    ])
    // it was disabled meanwhile, which takes the focus away
    await expect.poll(() => focused(page)).toBe('button "Download everything"')
    await choose(page, await readFile(await download.path()))
    await page.getByText('This would be imported:').waitFor()
    await page.getByText('Everything is here already.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Import it' }).isDisabled()).toBe(true)
    expect(await violations(page), 'nothing new').toEqual([])

    const terms =
      'kind,first_date,last_date,name_en\nholiday,2020-02-17,2020-02-21,Half term\nholiday,2020-02-30,,Never\n'
    await choose(page, Buffer.from(zipSync({ 'terms.csv': strToU8(terms) })))
    await page.getByText('terms.csv: 1 new, 0 here already').waitFor()
    await page.getByText('terms.csv, line 3: this cannot be stored: Never').waitFor()
    await page.getByRole('button', { name: 'Import it' }).click()
    await page.getByText('This was imported:').waitFor()
    expect(await violations(page), 'taken').toEqual([])

    await choose(page, Buffer.from('no archive'))
    await page.getByText(/^This is no archive of “Download everything”/).waitFor()
  })

  test('is undone as a whole: the page says first what stays', async () => {
    const { page } = admin
    const files = {
      'members.csv': 'firstname,lastname,dob\nZeta,Archive,2016-01-02\nYara,Archive,2016-01-03\n',
      'groups.csv': 'group_number,name,first_date,weekdays\n1,Brought group,2024-01-01,mon\n',
      'group-members.csv':
        'group_number,firstname,lastname,dob,from,to\n1,Zeta,Archive,2016-01-02,2024-01-01,\n1,Yara,Archive,2016-01-03,2024-01-01,\n',
    }
    const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
    await choose(page, Buffer.from(zipSync(Object.fromEntries(packed))))
    await page.getByText('It can be undone for 30 days under “Undo changes”.').waitFor()
    await page.getByRole('button', { name: 'Import it' }).click()
    await page.getByText('This was imported:').waitFor()

    // the office changes one of them since
    await page.goto(`${new URL(page.url()).origin}/members?search=zeta`)
    await page.getByRole('link', { name: 'Archive, Zeta' }).click()
    await page.getByRole('button', { name: 'Make inactive' }).click()
    await page.getByRole('button', { name: 'Make active' }).click()
    await page.getByRole('button', { name: 'Make inactive' }).waitFor()

    await page.goto(`${new URL(page.url()).origin}/undo`)
    const undo = page.getByRole('button', { name: 'Undo: Archive imported: 2 members, 1 group' })
    await undo.press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText('Undo the import of the archive?').waitFor()
    await question.getByText(/^Zeta Archive /).waitFor()
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page), `question at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await question.getByRole('button', { name: 'Remove what it brought' }).press('Enter')
    await page.getByText(/^Undone, except: Zeta Archive /).waitFor()
    await undo.waitFor({ state: 'detached' })
    await page.goto(`${new URL(page.url()).origin}/members?search=archive`)
    await page.getByRole('link', { name: 'Archive, Zeta' }).waitFor()
    expect(await page.getByRole('link', { name: 'Archive, Yara' }).count()).toBe(0)
  })
})
