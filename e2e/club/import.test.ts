import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { spreadsheetOf, type SheetCell } from '#server/testing/spreadsheet.ts'
import { answerChanged } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
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
  page
    .getByLabel(/^Drop a CSV file or a spreadsheet/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Goes from the file to its rows, where nothing is to be said on the way. */
async function goToRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Match the columns' }).click()
  await page.getByRole('button', { name: 'Match the values' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
}

describe('members from a file', () => {
  test('are matched, corrected in place, imported with a count, and removed again by undo', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Import members' }).waitFor()
    expect(await violations(page), 'file').toEqual([])
    await chooseFile(page, 'autumn.csv', ROWS.join('\n'))

    // how the file was read is shown
    await page.getByText('4 rows under 6 columns.').waitFor()
    expect(await violations(page), 'how it was read').toEqual([])
    await page.getByRole('button', { name: 'Match the columns' }).click()

    // the import does not recognise the header "When born"
    await page.getByText('No column contains: Date of birth.').waitFor()
    expect(await violations(page), 'columns').toEqual([])
    await expect
      .poll(() => page.getByRole('button', { name: 'Match the needed columns first' }).isDisabled())
      .toBe(true)
    await page.getByLabel('What When born contains').selectOption({ label: 'Date of birth' })
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByText('No column needs its values matched.').waitFor()
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
    await page.getByRole('heading', { name: '3 members have been imported' }).waitFor()
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
    await page.getByText(/^This file is not a table that can be read/).waitFor()
    await chooseFile(page, 'list.csv', '%PDF-1.7 a list')
    await page.getByText(/^This is a PDF, although its name says otherwise/).waitFor()
    await chooseFile(page, 'bare.csv', 'just one line')
    await page.getByText(/^This file has no row of column headings/).waitFor()
    await chooseFile(page, 'empty.csv', '')
    await page.getByText('This file is empty.').waitFor()
    await chooseFile(page, 'wide.csv', `Name,DOB${','.repeat(1_000_000)}x`)
    await page.getByText(/^This file has more than 200 columns/).waitFor()
    await chooseFile(page, 'essay.csv', `Name,DOB,Notes\nAnn Lee,2016-01-02,"${'x'.repeat(6_000)}"`)
    await page.getByText(/^In row 2, a cell has more than 5,000 characters/).waitFor()
    // a file that is too large is not even sent
    await chooseFile(page, 'huge.csv', 'x'.repeat(6 * 1024 * 1024))
    await page.getByText(/^This file is larger than 5 MB/).waitFor()
  })

  test('are asked once what 03/04/2016 means; a whole name is split and a guardian with an address alone is taken', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    const file = `Child's name,dob,E-mail\nAled Unclear,03/04/2016,aled@import.example\n"Unclear, Bet",5 Mai 2016,`
    await chooseFile(page, 'unclear.csv', file)
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('First name Bet, last name Unclear').waitFor()
    await page.getByRole('button', { name: 'Match the values' }).click()
    const question = page.getByLabel('What does a date such as 03/04/2013 mean in this file?')
    await question.waitFor()
    expect(await violations(page), 'question').toEqual([])
    await page.getByText('Choose first what a date such as 03/04/2013 means.').waitFor()
    await question.selectOption({ label: '4 March 2013: the month comes first' })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('button', { name: 'Import 2 members' }).click()
    await page.getByRole('heading', { name: '2 members have been imported' }).waitFor()
    await page.goto(server.url('club', '/members?search=aled%40import.example'))
    await page.getByRole('link', { name: /Aled/ }).first().click()
    await page.getByText('Name not known').waitFor()
    await page.getByText('aled@import.example').first().waitFor()
  })

  test('come from a spreadsheet, with texts that somebody explains once; each step can be left and come back to', async () => {
    const { page } = admin
    const heads = ['First name', 'Last name', 'Date of birth', 'Active', 'Shoe size']
    const rowOf = (name: string, born: SheetCell, active: string): SheetCell[] => [name, 'Bookes', born, active, '31']
    const book = spreadsheetOf({
      Members: [
        ['Members of the club'],
        heads,
        rowOf('Ana', { day: 42_372 }, 'Y'),
        rowOf('Ben', '31 Feb 2016', 'On hold'),
        rowOf('Cai', '31 Feb 2016', 'On hold'),
      ],
      Waiting: [heads, rowOf('Dot', { day: 42_373 }, 'Y'), rowOf('Eli', { day: 42_374 }, 'Y')],
    })
    await page.goto(server.url('club', '/members/import'))
    await page
      .getByLabel(/^Drop a CSV file or a spreadsheet/)
      .setInputFiles({ name: 'members.xlsx', mimeType: 'application/octet-stream', buffer: book })
    await page.getByText('3 rows under 5 columns.').waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Waiting')
    await page.getByText('2 rows under 5 columns.').waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Members')
    await page.getByText('3 rows under 5 columns.').waitFor()
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('1 column is left out: Shoe size.').waitFor()
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByText('1 value is not matched yet').waitFor()
    expect(await violations(page), 'values').toEqual([])
    await page.getByLabel('What On hold means (Status)').selectOption({ label: 'Inactive' })
    await page.getByText('Every value is matched.').waitFor()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    // the same day that does not exist in two rows
    await page.getByLabel('Instead of Date of birth, “31 Feb 2016” (2 rows)').fill('28 Feb 2016')
    expect(await violations(page), 'alike').toEqual([])
    await page.getByRole('button', { name: 'Correct all 2' }).click()
    await page.getByRole('button', { name: 'Import 3 members' }).waitFor()
    // left, and come back to by the list of imports
    await page.goto(server.url('club', '/members/import'))
    await page
      .getByRole('link', { name: /^members-[\d-]+\.csv$/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Values' }).click()
    await expect.poll(() => page.getByLabel('What On hold means (Status)').inputValue()).toBe('inactive')
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('button', { name: 'Leave out row 3' }).waitFor()
    await page.getByRole('button', { name: 'Leave out row 3' }).click()
    await page.getByRole('button', { name: 'Import 2 members' }).click()
    await page.getByRole('heading', { name: '2 members have been imported' }).waitFor()
    const [leftOut] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'The 1 row left out, as CSV' }).click(),
    ])
    expect(await readFile(await leftOut.path(), 'utf8')).toContain('Ana,Bookes,2016-01-03,Y,31')
  })

  test('bring the levels that they passed elsewhere, from a file and by hand', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(
      page,
      'levels.csv',
      'First name,Last name,Date of birth,Membership number,Level,Passed on\nNia,Brought,02/03/2016,B-81,Stage 2,13/05/2025\nNia,Brought,02/03/2016,B-82,,',
    )
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByLabel('What Stage 2 means (Last level passed)').selectOption({ label: 'Stage 2' })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    // the same child twice, with two numbers
    await page.getByRole('button', { name: 'Row 3 is the same child' }).waitFor()
    expect(await violations(page), 'same child').toEqual([])
    await page.getByRole('button', { name: 'Row 3 is the same child' }).click()
    await page.getByText('From elsewhere: Stage 1 (before), Stage 2 (May 13th 2025)').waitFor()
    await page.getByRole('button', { name: 'Import 1 member' }).click()
    await page.getByText('2 levels or marks from elsewhere have been recorded.').waitFor()
    await page.goto(server.url('club', '/members?search=brought'))
    await page.getByRole('link', { name: 'Brought, Nia' }).click()
    await page.getByText('elsewhere, May 13th 2025').first().waitFor()
    await page.getByText('elsewhere, before').first().waitFor()

    await page.goto(server.url('club', '/members?member=new'))
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Owen')
    await form.getByLabel('Last name').fill('Beginner')
    await form.getByLabel('Date of birth').fill('2017-03-04')
    await form.getByLabel('Starts at level').selectOption({ label: 'Stage 3' })
    expect(await violations(page), 'starts at').toEqual([])
    await form.getByRole('button', { name: 'Add member' }).click()
    await page.getByText('elsewhere, before').nth(1).waitFor()
  })

  test('stand in tables side by side, which are read one after the other; what stands beside them is said', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    const table = ['Terns,,,Gulls,,,', 'Name,DOB,,Name,DOB', 'Ann Beside,3 Apr 2016,,Bo Beside,4 Apr 2016,,paid']
    await chooseFile(page, 'classes.csv', table.join('\n'))
    await page.getByText(/^2 tables with the same columns stand side by side/).waitFor()
    await page.getByText('2 rows under 5 columns.').waitFor()
    expect(await violations(page), 'side by side').toEqual([])
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('2 columns are left out: Column 3, Column 4.').waitFor()
  })

  test('bring a skill by a column whose heading names none: it is chosen by hand, with the keyboard alone', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(
      page,
      'skills.csv',
      'Name,Date of birth,Can float\nNia Chosen,2016-03-02,yes\nOwen Chosen,2016-04-02,no',
    )
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('1 column is left out: Can float.').waitFor()
    await page.getByLabel('Can float contains').selectOption({ label: 'Skill of Stage 1…' })
    const skill = page.getByLabel('Skill that Can float is about')
    await skill.waitFor()
    expect(await violations(page), 'which skill').toEqual([])
    await skill.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('All needed columns are matched.').waitFor()
    await page.getByRole('button', { name: 'Match the values' }).press('Enter')
    await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
    await page.getByText(/^From elsewhere: .*Stage 1/).waitFor()
    expect(await page.getByText(/^From elsewhere: /).count()).toBe(1)
    // the step shows what was chosen when somebody comes back
    await page.getByRole('link', { name: 'Columns' }).click()
    await expect.poll(() => page.getByLabel('Can float contains').inputValue()).toMatch(/^passed:/)
  })

  test('keep what was chosen in a step that is left by a link to another step', async () => {
    const { page } = admin
    const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'steps.csv', 'Name,Date of birth,Ref,Status\nNia Steps,2016-03-02,S-1,On hold')
    await page.getByRole('button', { name: 'Match the columns' }).click()
    const ref = page.getByLabel('Ref contains')
    await ref.selectOption({ label: 'Membership number' })
    const chosen = await ref.inputValue()
    await goTo('File')
    await page.getByRole('button', { name: 'Match the columns' }).waitFor()
    await goTo('Columns')
    await expect.poll(() => ref.inputValue()).toBe(chosen)

    await goTo('Values')
    await page.getByLabel('What On hold means (Status)').selectOption({ label: 'Inactive' })
    await goTo('Rows')
    await page.getByRole('cell', { name: 'S-1' }).waitFor()
    await goTo('Values')
    await expect.poll(() => page.getByLabel('What On hold means (Status)').inputValue()).toBe('inactive')
  })

  test('come with classes, levels and contacts from another program’s export, without a word to correct', async () => {
    const { page } = admin
    const heads = 'Family ID,Student First,Student Last,DOB,Status,Skill/Level,Enrolled Classes,Primary Contact'
    const children = Array.from({ length: 600 }, (_, index) => {
      const last = `Export${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
      const classes = index % 7 === 0 ? 'Mon 4pm Seals; Squad' : 'Mon 4pm Seals'
      const status = index % 15 === 0 ? 'Dropped' : 'Active'
      return [
        `F${index},Nell,${last},${(index % 12) + 1}/${(index % 28) + 1}/2016,${status},Stage 3,${classes},Pat ${last}`,
        `${last.toLowerCase()}@export.example,07700 900${String(index).padStart(3, '0')},None`,
      ].join()
    })
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(
      page,
      'students.csv',
      [`${heads},Primary Contact Email,Cell Phone,Medical Info`, ...children].join('\n'),
    )
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('1 column is left out: Family ID.').waitFor()
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByText('2 values are not matched yet').waitFor()
    await page.getByRole('button', { name: 'Create 2 groups' }).click()
    await page.getByText('2 groups will be created.').waitFor()
    expect(await violations(page), 'groups').toEqual([])
    // on a phone nothing stands beside the screen
    await page.setViewportSize({ width: 390, height: 900 })
    const isTooWide = () =>
      page.evaluate(
        `[...document.querySelectorAll('.scroll, .values section, .values table')].some(
          (element) => element.scrollWidth > element.clientWidth + 1)`,
      )
    await expect.poll(isTooWide).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('2 groups will be created.').waitFor()
    await page.getByRole('button', { name: 'Import 600 members' }).click()
    await page.getByRole('heading', { name: '600 members have been imported' }).waitFor({ timeout: 60_000 })
    await page.getByText('1,200 levels or marks from elsewhere have been recorded.').waitFor()
    await page.goto(server.url('club', '/groups?search=Seals'))
    await page.getByRole('link', { name: 'Mon 4pm Seals' }).waitFor()
  })

  test('of families come with several children in a row, numbers with words or without zeros, and classes between commas', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(
      page,
      'families.csv',
      [
        'Parent 1,Parent 1 Mobile,Child 1 Name,Child 1 DOB,Child 1 Class,Child 2 Name,Child 2 DOB,Child 2 Class',
        'Ann & Mark Family,7700900123,Evie Family,23/04/2016,"Frogs, Newts",Max Family,24/04/2018,Frogs',
        'Huw Household,07700 900456 (work),Cai Household,25/04/2015,"Frogs, Toads",,,',
      ].join('\n'),
    )
    await page.getByText('3 rows under 5 columns.').waitFor()
    const children = page.getByLabel('Children in a row')
    expect(await violations(page), 'children in a row').toEqual([])
    await children.selectOption('one')
    await page.getByText('2 rows under 8 columns.').waitFor()
    await children.selectOption('several')
    await page.getByText('3 rows under 5 columns.').waitFor()
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('Number 07700 900456; the words are kept in the note').waitFor()
    await page.getByText('First name Ann, last name Family; First name Mark, last name Family').first().waitFor()
    await page.getByRole('button', { name: 'Match the values' }).click()
    // nothing goes on before both questions are answered
    await page.getByText('Answer the question above first.').waitFor()
    expect(await violations(page), 'questions').toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    const overflow = `[...document.querySelectorAll('.date-question')].some((element) => element.scrollWidth > element.clientWidth)`
    await expect.poll(() => page.evaluate(overflow)).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel(/^2 telephone numbers, such as 7700900123/).selectOption('Put the 0 back')
    await page.getByLabel(/have a comma, such as Frogs, Newts/).selectOption('Several: the comma divides them')
    await page.getByRole('button', { name: 'Create 3 groups' }).click()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('button', { name: 'Import 3 members' }).click()
    await page.getByRole('heading', { name: '3 members have been imported' }).waitFor()
    await page.goto(server.url('club', '/members?search=Household'))
    await page.getByRole('link', { name: 'Household, Cai' }).click()
    await page.getByText('07700 900456 (work)').first().waitFor()
    await page.goto(server.url('club', '/members?search=Evie%20Family'))
    await page.getByRole('link', { name: 'Family, Evie' }).click()
    await page.getByText('07700900123').first().waitFor()
    await page.getByText('Mark Family').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Newts' }).first().waitFor()
  })

  test('stand in blocks below the titles of their classes, with a birthday in three columns; one answer settles many rows', async () => {
    const { page } = admin
    const heads = 'Name,Birth day,Birth month,Birth year,Parents,Award'
    const child = (name: string, month: string) =>
      `"BLOCK, ${name}",3,${month},2016,"Pat Block <pat.${name.toLowerCase()}@block.example>; Sam Block",Stage 1 passed 21/03/25`
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(
      page,
      'register.csv',
      [
        'Register 2026',
        '',
        'Terns – Monday 16:00',
        heads,
        child('Ada', '4'),
        child('Bea', 'May'),
        'Total: 2',
        'Gulls – Tuesday 16:00',
        heads,
        child('Cai', '6'),
        '"BLOCK, Ada",3,4,2016,,',
      ].join('\n'),
    )
    const titles = page.getByLabel('Class titles between the rows')
    await titles.waitFor()
    expect(await violations(page), 'titles').toEqual([])
    await titles.selectOption({ label: 'leave out' })
    await page.getByText('6 rows under 6 columns.').waitFor()
    await titles.selectOption({ label: '2: each is the group of the rows below it' })
    await page.getByText('5 rows under 7 columns.').waitFor()
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByText('Date of birth: May 3rd 2016').waitFor()
    await page
      .getByText(/Pat, last name Block, pat\.ada@block\.example; First name Sam/)
      .first()
      .waitFor()
    await page.getByText('Class title above the rows').waitFor()
    expect(await violations(page), 'columns').toEqual([])
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByLabel('What Stage 1 means (Last level passed)').selectOption({ label: 'Stage 1' })
    await page.getByRole('button', { name: 'Create 2 groups' }).click()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('link', { name: /^Additions/ }).click()
    await page.getByText('The same child as in row 5, imported once.').waitFor()
    await page.getByRole('button', { name: 'Row 11 is another child' }).waitFor()
    expect(await violations(page), 'additions').toEqual([])
    await page.getByRole('button', { name: 'Import 3 members' }).click()
    await page.getByRole('heading', { name: '3 members have been imported' }).waitFor()
    await page.getByText('4 places in groups have been filled.').waitFor()

    // the next term, with other addresses: the groups are there, and one answer says that all are the members
    await page.goto(server.url('club', '/members/import'))
    const again = ['Ada,Block,2016-04-03', 'Bea,Block,2016-05-03', 'Cai,Block,2016-06-03']
    const next = again.map((line) => `${line},new@block.example,Terns – Monday 16:00`)
    await chooseFile(page, 'next.csv', ['First name,Last name,DOB,Parent email,Class', ...next].join('\n'))
    await page.getByRole('button', { name: 'Match the columns' }).click()
    await page.getByRole('button', { name: 'Match the values' }).click()
    await page.getByText('Every value is matched.').waitFor()
    expect(await page.getByText('will be created').count()).toBe(0)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    const same = page.getByRole('button', { name: 'The same child in all 3' })
    await same.waitFor()
    expect(await violations(page), 'same children').toEqual([])
    await same.press('Enter')
    await page.getByRole('button', { name: 'Import the additions of 1 row' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('have their rows on pages; the last page leads to the one before it when its only row is left out', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    // a page has ten rows
    const rows = 'abcdefghijk'.split('').map((letter) => `Ali${letter},Tern,31/02/2017`)
    await chooseFile(page, 'terns.csv', ['First name,Last name,DOB', ...rows].join('\n'))
    await goToRows(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('button', { name: 'Leave out row 12' }).click()
    await page.getByText('1–10 of 10').waitFor()
    await page.getByLabel('First name, row 11', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('have a text corrected in all rows at once, also in a row into which it was typed', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members/import'))
    // row 2 has a second problem, a digit in the name
    const rows = ['Bea 2,Tern,31/02/2016', 'Cai,Tern,30/02/2016']
    await chooseFile(page, 'terns.csv', ['First name,Last name,DOB', ...rows].join('\n'))
    await goToRows(page)
    const birthday = page.getByLabel('Date of birth, row 2', { exact: true })
    await birthday.fill('30/02/2016')
    await birthday.press('Enter')
    await page.getByLabel(/^Instead of .*“30\/02\/2016”/).fill('28/02/2016')
    await page.getByRole('button', { name: 'Correct all 2', exact: true }).click()
    await expect.poll(() => birthday.inputValue()).toBe('28/02/2016')
    const name = page.getByLabel('First name, row 2', { exact: true })
    await name.fill('Bea')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Import 2 members' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('leave as one archive from the settings, and its list of members changes nothing here', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/settings'))
    await page.getByRole('heading', { name: 'Everything of this club' }).waitFor()
    await page.getByText(/^[\d,]+ members$/).waitFor()
    expect(await violations(page), 'export').toEqual([])
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(archive.suggestedFilename()).toMatch(/^club-.*\.zip$/)
    const files = unzipSync(await readFile(await archive.path()))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'members.csv', 'levels.csv', 'marks.csv']))
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'members.csv', strFromU8(files['members.csv'] ?? new Uint8Array()))
    await goToRows(page)
    await page.getByRole('button', { name: 'No row is left to import' }).waitFor()
  })

  test('are recognised as unchanged in the file that the list of members exports', async () => {
    const { page } = admin
    await page.goto(server.url('club', '/members'))
    await page.getByText(/^1–25 of \d+$/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const text = await readFile(await file.path(), 'utf8')
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'members.csv', text)
    await goToRows(page)
    await page.getByRole('button', { name: 'No row is left to import' }).waitFor()
    await page.getByRole('link', { name: /^Already here/ }).click()
    await page.getByText('already here, skipped').first().waitFor()
  })

  test('fit a phone of 320 px without scrolling sideways, and only the refused files were logged', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(server.url('club', '/members/import'))
    await chooseFile(page, 'small.csv', ROWS.join('\n').replace('When born', 'dob'))
    for (const button of ['Match the columns', 'Match the values', 'Check the rows']) {
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
      await page.getByRole('button', { name: button }).click()
    }
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
