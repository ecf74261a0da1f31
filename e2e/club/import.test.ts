import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { violations } from '../accessible.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { answerChanged, RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  browser = await openBrowser()
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** A file with a header and four children: row 3 has a digit in the name, row 4 a birthday that does not exist. */
const ROWS = [
  'Forename,Family name,When born,Guardian first,Guardian last,E-mail',
  'Tomos,Gruffydd,02/03/2016,Huw,Gruffydd,huw@import.example',
  'Beca 2,Williams,23/01/2017,Non,Williams,non@import.example',
  'Kofi,Mensah,31/02/2016,Esi,Mensah,esi@import.example',
  'Zofia,Wójcik,2017-08-19,,,',
]
const chooseFile = (page: Page, name: string, text: string) =>
  page.getByLabel(/^Drop a CSV file here/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('members from a file', () => {
  test('are matched, corrected in place, imported with a count, and removed again by undo', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Import members' }).waitFor()
    expect(await violations(page), 'file').toEqual([])
    await chooseFile(page, 'autumn.csv', ROWS.join('\n'))

    // the import does not recognise the header "When born"
    await page.getByText('No column contains: Date of birth.').waitFor()
    expect(await violations(page), 'columns').toEqual([])
    await expect
      .poll(() => page.getByRole('button', { name: 'Match the needed columns first' }).isDisabled())
      .toBe(true)
    await page.getByLabel('What When born contains').selectOption({ label: 'Date of birth' })
    await page.getByRole('button', { name: 'Check the rows' }).click()

    // the two rows with an error can be downloaded
    await page.getByRole('button', { name: 'Correct 2 rows to import' }).waitFor()
    expect(await violations(page), 'rows').toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'The 2 rows as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d-to-correct\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('Beca 2,Williams,23/01/2017,Non,Williams,non@import.example,"First name: Use letters')

    // one of them is corrected, the other left out
    const name = page.getByLabel('First name, row 3', { exact: true })
    await name.fill('Beca')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Correct 1 row to import' }).waitFor()
    await page.getByRole('button', { name: 'Leave out row 4' }).click()
    await page.getByRole('button', { name: 'Import 3 members' }).click()
    await page.getByRole('heading', { name: '3 members have been imported' }).waitFor({ timeout: 20_000 })
    expect(await violations(page), 'end').toEqual([])
    await page.getByRole('link', { name: 'To the members' }).first().click()
    await page.getByLabel('Name, number or guardian').fill('huw@import.example')
    await page.getByText('1–1 of 1').waitFor()

    // the import is undone
    await page.goto(server.url('club', '/members/import'))
    const link = page.getByRole('link', { name: /^members-[\d-]+\.csv$/ }).first()
    const fileName = (await link.textContent()) ?? ''
    // its day is the club's, also after midnight there and before midnight in UTC
    const oneImport = /\/v1\/member-imports\/[^/?]+$/
    const createdAt = Date.parse('2026-07-01T23:30Z') / 1000
    await page.route(oneImport, (route) =>
      answerChanged<object>(server, 'club', route, (stored) => ({ ...stored, created_at: createdAt })),
    )
    await link.click()
    await page.getByText(/uploaded by .*, Jul 2nd 2026$/).waitFor()
    await page.unroute(oneImport)

    // a large one that is under way shows how far it is; it can be left, and shows that again
    await page.route(oneImport, (route) =>
      answerChanged<object>(server, 'club', route, (stored) => ({
        ...stored,
        state: 'waiting',
        entered: 1200,
        ready: 6078,
      })),
    )
    await page.reload()
    await page.getByText('1,200 of 6,078', { exact: true }).waitFor()
    await page.getByText(/^You can leave this page/).waitFor()
    expect(await violations(page), 'under way').toEqual([])
    await page.goBack()
    await page.getByRole('link', { name: fileName, exact: true }).first().click()
    await page.getByText('1,200 of 6,078', { exact: true }).waitFor()
    await page.unroute(oneImport)
    await page.getByRole('button', { name: 'Undo the import…' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Remove 3 imported members?').waitFor()
    await question.getByLabel(`Type the name: ${fileName}`).fill(fileName)
    await question.getByRole('button', { name: 'Undo the import…' }).click()
    await page.getByRole('heading', { name: 'The import is undone' }).waitFor()
    await page.goto(server.url('club', '/members?search=huw%40import.example'))
    await page.getByText('Nobody found').waitFor()
  })

  test('are refused with the reason when the file cannot be read', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'photo.csv', '\u0000\u0001\u0002')
    await page.getByText(/^This file is not a CSV file that can be read/).waitFor()
    await chooseFile(page, 'bare.csv', 'just one line')
    await page.getByText(/^This file has no row of column names/).waitFor()
  })

  test('are asked once what 03/04/2016 means; a whole name is split and a guardian with an address alone is taken', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    const file = `Child's name,dob,E-mail\nAled Unclear,03/04/2016,aled@import.example\n"Unclear, Bet",5 Mai 2016,`
    await chooseFile(page, 'unclear.csv', file)
    const question = page.getByLabel('What does a date such as 03/04/2013 mean in this file?')
    await question.waitFor()
    await page.getByText('First name Bet, last name Unclear').waitFor()
    expect(await violations(page), 'question').toEqual([])
    await page.getByText('Choose first what a date such as 03/04/2013 means.').waitFor()
    await question.selectOption({ label: '4 March 2013: the month comes first' })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('button', { name: 'Import 2 members' }).click()
    await page.getByRole('heading', { name: '2 members have been imported' }).waitFor({ timeout: 20_000 })
    await page.goto(server.url('club', '/members?search=aled%40import.example'))
    await page.getByRole('link', { name: /Aled/ }).first().click()
    await page.getByText('Name not known').waitFor()
    await page.getByText('aled@import.example').first().waitFor()
  })

  test('are recognised as unchanged in the file that the list of members exports', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members'))
    await page.getByText(/^1–25 of \d+$/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const text = await readFile(await file.path(), 'utf8')
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'members.csv', text)
    await page.getByRole('button', { name: 'No row is left to import' }).waitFor()
    await page.getByRole('link', { name: /^Already here/ }).click()
    await page.getByText('already in the club, skipped').first().waitFor()
  })

  test('fit a phone of 320 px without scrolling sideways, and only the refused files were logged', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(server.url('club', '/members/import'))
    // the import recognises the header `dob`, so it shows the rows at once
    await chooseFile(page, 'small.csv', ROWS.join('\n').replace('When born', 'dob'))
    await page.getByRole('button', { name: 'Correct 2 rows to import' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    // the table does not scroll either, because on a phone its rows are shown as blocks
    await page.getByLabel('First name, row 3', { exact: true }).waitFor()
    const overflowPx = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))`
    // nor does it scroll on a tablet, where the fields of a row are in columns
    for (const width of [820, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(overflowPx)).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => page.evaluate(overflowPx)).toBe(0)
    expect(await violations(page), 'rows on a phone').toEqual([])
    // the browser logs each refused file
    const intended = /the server responded with a status of 400/
    expect(watch.problems.filter((problem) => !intended.test(problem))).toEqual([])
  })
})
