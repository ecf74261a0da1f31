import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let office: Visit
let coach: Visit
const watch = new Watch()

beforeAll(async () => {
  server = await RunningServer.create()
  await server.start()
  browser = await openBrowser()
  office = await visit(browser, server, 'club', 'admin', watch, 1440)
  await office.page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const open = (page: Page, path: string) => page.goto(server.url('club', path))
const sheet = (page: Page, name: string) => page.getByRole('complementary', { name })
const dialog = (page: Page) => page.getByRole('dialog')

describe('the members page', () => {
  test('finds a member as one types, keeps it in the address, and downloads what is shown', async () => {
    const { page } = office
    await page.getByText(/^1–25 of \d+$/).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('o’connor si')
    await page.getByText('1–1 of 1').waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe('o’connor si')
    await page.reload()
    await page.getByText('1–1 of 1').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/)
  })

  test('opens the sheet by keyboard and closes it with Escape, back on the row', async () => {
    const { page } = office
    await open(page, '/members?search=o%27con')
    const row = page.getByRole('link', { name: "O'Connor, Siân" })
    await row.focus()
    await page.keyboard.press('Enter')
    await sheet(page, "Siân O'Connor").getByText('Medical.').waitFor()
    await sheet(page, "Siân O'Connor").getByText('1 skill to go').waitFor()
    await page.keyboard.press('Escape')
    await sheet(page, "Siân O'Connor").waitFor({ state: 'detached' })
    expect(await row.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true)
  })

  test('enters a member after saying what is wrong, field by field', async () => {
    const { page } = office
    await open(page, '/members')
    await page.getByRole('link', { name: 'Add member' }).click()
    await dialog(page).getByLabel('First name').fill('R2')
    await dialog(page).getByRole('button', { name: 'Add member' }).click()
    await dialog(page)
      .getByText(/^Use letters, spaces/)
      .waitFor()
    await dialog(page).getByLabel('First name').fill('Wren')
    await dialog(page).getByLabel('Last name').fill('Abernathy-Jones')
    await dialog(page).getByLabel('Date of birth').fill('2018-03-04')
    await dialog(page).getByLabel('Medical notes and conditions').fill('Nut allergy')
    await dialog(page).getByRole('button', { name: 'Add member' }).click()
    await sheet(page, 'Wren Abernathy-Jones').getByText('Nut allergy').waitFor()
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).waitFor()
  })

  test('keeps both when two people edit the same member', async () => {
    const { page } = office
    const other = await visit(browser, server, 'club', 'admin', watch, 1440)
    await other.page.getByText(/^1–25 of \d+$/).waitFor()
    for (const one of [page, other.page]) {
      await open(one, '/members?search=abernathy')
      await one.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
      await one.getByRole('button', { name: 'Edit' }).click()
    }
    await dialog(other.page).getByLabel('Telephone').fill('029 2087 4000')
    await dialog(other.page).getByRole('button', { name: 'Save' }).click()
    await sheet(other.page, 'Wren Abernathy-Jones').getByText('029 2087 4000').waitFor()
    await dialog(page).getByLabel('Note', { exact: true }).fill('Likes the front lane')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Somebody else changed this meanwhile: Telephone.').waitFor()
    expect(await dialog(page).getByLabel('Telephone').inputValue()).toBe('029 2087 4000')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await sheet(page, 'Wren Abernathy-Jones').getByText('Likes the front lane').waitFor()
    await sheet(page, 'Wren Abernathy-Jones').getByText('029 2087 4000').waitFor()
    await other.context.close()
  })
})

describe('the groups page', () => {
  test('opens a group with its coach, and members enter it by keyboard alone', async () => {
    const { page } = office
    await open(page, '/groups?group=new')
    await dialog(page).getByLabel('Group').fill('Sea Otters')
    for (const day of ['Monday', 'Sunday']) await dialog(page).getByLabel(day).check()
    await dialog(page).getByLabel('Begins at').fill('16:30')
    await dialog(page).getByLabel('Places').fill('2')
    await dialog(page).getByLabel('Scheme').selectOption({ label: 'Swim' })
    await dialog(page).getByLabel('Stage 1', { exact: true }).check()
    await dialog(page).getByRole('button', { name: 'Add a coach' }).click()
    await dialog(page).getByLabel('Coach', { exact: true }).selectOption({ label: 'Anna Pritchard' })
    await dialog(page).getByRole('button', { name: 'Add group' }).click()
    const group = sheet(page, 'Sea Otters')
    await group.getByText('0 of 2 places').waitFor()

    const add = group.getByRole('combobox', { name: 'Add a member: type a name' })
    await add.focus()
    await page.keyboard.type('abernathy')
    await group.getByRole('option', { name: /^Wren/ }).waitFor()
    await page.keyboard.press('Enter')
    await group.getByText('1 of 2 places').waitFor()
    await page.keyboard.type("o'connor b")
    await group.getByRole('option', { name: /^Beca/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await group.getByText('2 of 2 places').waitFor()
    await page.keyboard.type("o'connor s")
    await group.getByRole('option', { name: /^Siân/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^This group is full\./).waitFor()
  })

  test('reaches the coach’s tablet with the child and its medical note', async () => {
    coach = await visit(browser, server, 'coach', 'coach', watch, 820)
    await coach.page.getByRole('heading', { name: 'Dolphins' }).waitFor()
    const { page } = office
    await open(page, '/groups?search=dolphins')
    await page.getByRole('link', { name: 'Dolphins' }).click()
    const add = sheet(page, 'Dolphins').getByRole('combobox', { name: 'Add a member: type a name' })
    await add.fill('abernathy')
    await sheet(page, 'Dolphins').getByRole('option', { name: /^Wren/ }).waitFor()
    await add.press('Enter')
    await coach.page.getByRole('link', { name: 'Dolphins' }).first().click()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor({ timeout: 5_000 })
    await coach.page
      .getByText(/Nut allergy/)
      .first()
      .waitFor()
  })

  test('moves a member, takes one out, and an inactive one leaves the tablet too', async () => {
    const { page } = office
    await open(page, '/groups?search=otters')
    await page.getByRole('link', { name: 'Sea Otters' }).click()
    const group = sheet(page, 'Sea Otters')
    await group.getByLabel("Move Beca O'Connor to").selectOption({ label: 'Kelp' })
    await group.getByText('1 of 2 places').waitFor()
    await group.getByRole('button', { name: 'Take Wren Abernathy-Jones out' }).click()
    await group.getByText('0 of 2 places').waitFor()

    await open(page, '/members?search=abernathy')
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).click()
    await page.getByRole('button', { name: 'Make inactive' }).click()
    await page.getByRole('alertdialog').getByText('Wren leaves Dolphins').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make inactive' }).click()
    await page.getByRole('button', { name: 'Make active' }).waitFor()
    await coach.page.getByText('Wren Abernathy-Jones').first().waitFor({ state: 'detached', timeout: 5_000 })
    await open(page, '/members?view=inactive')
    await page.getByRole('link', { name: 'Abernathy-Jones, Wren' }).waitFor()
  })
})

describe('the users page', () => {
  test('invites a coach, who then stands there as invited, and takes one out of the club', async () => {
    const { page } = office
    await open(page, '/users')
    await page.getByText(/^1–\d+ of \d+$/).waitFor()
    await page.getByRole('button', { name: 'Add user' }).click()
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByText('Enter this.').first().waitFor()
    await dialog(page).getByLabel('First name').fill('Mared')
    await dialog(page).getByLabel('Last name').fill('Newydd')
    await dialog(page).getByLabel('E-mail').fill('coach@aquila.example')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByText('Somebody has an account with this address already.').waitFor()
    await dialog(page).getByLabel('E-mail').fill('mared@aquila.example')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await page.getByText('An invitation is on its way to mared@aquila.example').waitFor()
    await page
      .getByRole('row', { name: /Newydd/ })
      .getByText('invited')
      .waitFor()
    await page.getByRole('button', { name: /^Take Mared Newydd out/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click()
    await page.getByRole('row', { name: /Newydd/ }).waitFor({ state: 'detached' })
  })
})

describe('every screen of the office', () => {
  const paths = ['/members', '/members?member=new', '/groups', '/groups?group=new', '/users']

  test('has no accessibility violation, on a phone and on a desk', async () => {
    const { page } = office
    const found: string[] = []
    const check = async (where: string) => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      for (const v of violations) found.push(`${where}: ${v.id} ${v.nodes[0]?.html.slice(0, 160)}`)
    }
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of paths) {
        await open(page, path)
        await page.getByText(/^1–\d+ of \d+$/).waitFor()
        if (path.endsWith('new')) await dialog(page).waitFor()
        await check(`${width} ${path}`)
      }
      await open(page, '/members?search=o%27connor')
      await page.getByRole('link', { name: "O'Connor, Siân" }).click()
      await sheet(page, "Siân O'Connor").getByText('1 skill to go').waitFor()
      await check(`${width} sheet`)
      await open(page, '/groups')
      await page.getByRole('link', { name: 'Dolphins' }).click()
      await sheet(page, 'Dolphins')
        .getByText(/places$/)
        .waitFor()
      await check(`${width} group`)
    }
    expect(found).toEqual([])
  })

  test('fits a phone of 320 px without scrolling sideways', async () => {
    const { page } = office
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of paths) {
      await open(page, path)
      await page.getByText(/^1–\d+ of \d+$/).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320)
    }
  })

  test('logs nothing but refusals that were meant, breaks no policy and asks no other origin', () => {
    // the browser itself writes down each refused call
    const meant = /the server responded with a status of (409|412)/
    expect(watch.problems.filter((problem) => !meant.test(problem))).toEqual([])
  })
})
