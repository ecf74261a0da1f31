import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { visit, Watch } from '../browser.ts'
import { typeWhereFocused } from '../focus.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

// How many taps frequent jobs take, from the page on which a person begins. `docs/walkthroughs.md` has the list. A tap is
// a press on the screen or a choice in a list; typing is none.

startServerAndBrowser()

let tablet: Page
let office: Page
let parent: Page
const watch = new Watch()
let taps = 0

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  office = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
  parent = (await visit(browser, server, 'parent', 'parent', watch, 390)).page
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
})
beforeEach(() => {
  taps = 0
})

async function tap(target: Locator): Promise<void> {
  taps++
  await target.click()
}
async function choose(select: Locator, option: string | RegExp): Promise<void> {
  taps++
  const label = await select.locator('option').filter({ hasText: option }).first().textContent()
  await select.selectOption({ label: label ?? '' })
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const openToday = () => tablet.goto(server.url('coach', '/member-groups'))

test('a coach takes the register of a group in which all are present by 3 taps', async () => {
  await openToday()
  await tap(link(tablet, 'Dolphins'))
  await tap(link(tablet, 'Register'))
  await tap(button(tablet, 'All present'))
  await tablet.getByText('8 here, 0 absent').waitFor()
  expect(taps).toBe(3)
  // the next walk takes the register again
  await button(tablet, 'Undo').click()
  await tablet.getByText('0 here, 0 absent').waitFor()
})

test('after the lesson a coach takes the register of 8 children and grades every open skill of each by 37 taps', async () => {
  await openToday()
  await tap(link(tablet, 'After the lesson'))
  // until it is open, two links of the day's page have the group's name
  await tablet.getByRole('heading', { name: 'After the lesson' }).waitFor()
  await tap(tablet.getByRole('main').getByRole('link', { name: 'Dolphins', exact: true }))
  await tap(button(tablet, 'All present'))
  await tablet.getByText('8 here, 0 absent').waitFor()
  const next = link(tablet, /^(Next: |Finish)/)
  const skills = tablet.locator('.sections').getByRole('group')
  for (let child = 1; child <= 8; child++) {
    await tap(next)
    await tablet.getByText(new RegExp(`^${child} of 8`)).waitFor()
    for (const skill of await skills.all()) {
      // Fair, or Good if it is Fair already: not the pass, so that the parent still finds the skill to practise below
      const name = await skill.getByRole('button', { pressed: false }).nth(1).textContent()
      const grade = skill.getByRole('button', { name: name ?? '', exact: true })
      await tap(grade)
      await expect.poll(() => grade.getAttribute('aria-pressed')).toBe('true')
    }
  }
  // to the register of the next group
  await tap(next)
  await tablet.getByText(/^8 of 8/).waitFor({ state: 'detached' })
  // within the 60 s that a coach has for a group, at one tap a second
  expect(taps).toBe(37)
})

test('a coach opens one skill for a group by 2 taps, another skill by 4, and then marks each child by one', async () => {
  await openToday()
  await tap(link(tablet, 'Dolphins'))
  await tap(link(tablet, 'By skill'))
  const grades = tablet.locator('.children').getByRole('group')
  await grades.first().waitFor()
  expect(taps).toBe(2)
  const lastGrade = grades.first().getByRole('button').last()
  await tap(lastGrade)
  await expect.poll(() => lastGrade.getAttribute('aria-pressed')).toBe('true')
  expect(taps).toBe(3)
  await tap(tablet.locator('.chooser'))
  await tap(dialog(tablet).getByRole('link').last())
  await grades.first().waitFor()
  expect(taps).toBe(5)
})

test('a coach finds any child by 2 taps', async () => {
  await openToday()
  await tap(button(tablet, 'Find a member'))
  await typeWhereFocused(tablet, 'siân')
  await tap(dialog(tablet).getByRole('link', { name: /Siân/ }).first())
  await tablet.getByRole('heading', { name: /Siân/ }).waitFor()
  expect(taps).toBe(2)
})

test('a coach adds a child who is on no list by 4 taps', async () => {
  await openToday()
  await tap(link(tablet, 'Dolphins'))
  await tap(link(tablet, 'Register'))
  await tap(button(tablet, 'Child not on the list'))
  await typeWhereFocused(tablet, 'Lily')
  await tap(button(tablet, 'Add child'))
  await tablet.getByRole('listitem').filter({ hasText: 'Lily' }).waitFor()
  expect(taps).toBe(4)
})

test('an administrator moves a member to another group by 3 taps', async () => {
  await office.goto(server.url('club', '/members?search=o%27con'))
  await office.getByRole('link', { name: "O'Connor, Siân" }).click()
  await button(office, 'Move').first().waitFor()
  await tap(button(office, 'Move').first())
  await choose(dialog(office).getByRole('combobox').last(), /Marlins/)
  await tap(dialog(office).getByRole('button', { name: 'Move' }))
  await dialog(office).waitFor({ state: 'detached' })
  expect(taps).toBe(3)
})

test('an administrator adds 50 members to a group by 4 taps', async () => {
  // a group with places for all of them
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as { token: string }
  const group = { name: 'Gala', scheme_slug: null, levels: [], weekdays: [6], first_date: '2026-01-01' }
  expect((await call(server, 'club', '/v1/groups', { token, body: { ...group, coaches: [] } })).status).toBe(201)

  await office.goto(server.url('club', '/members?per_page=50'))
  await office.getByText(/^1–50 of/).waitFor()
  await tap(office.getByRole('checkbox').first())
  await tap(button(office, 'Add to a group'))
  await choose(dialog(office).getByRole('combobox').last(), /Gala/)
  await tap(dialog(office).getByRole('button', { name: 'Add to a group' }))
  await dialog(office).waitFor({ state: 'detached' })
  expect(taps).toBe(4)
})

test('an administrator takes the last change back by 1 tap', async () => {
  await tap(button(office, 'Undo').first())
  await office.getByText(/^Undone/).waitFor()
  expect(taps).toBe(1)
})

test('an administrator sees which registers of the day are open by 1 tap', async () => {
  await office.goto(server.url('club', '/members'))
  await tap(link(office, 'Today'))
  await office.getByRole('heading', { name: /Today/ }).waitFor()
  expect(taps).toBe(1)
})

test('a parent reads what to practise by 1 tap', async () => {
  await tap(parent.locator('main button').filter({ hasText: 'Backstroke' }).first())
  await dialog(parent).waitFor()
  expect(taps).toBe(1)
})

test('a parent gets a certificate by 1 tap', async () => {
  await parent.goto(server.url('parent', '/overview'))
  const download = parent.waitForEvent('download')
  await tap(button(parent, /^Certificate/).first())
  await download
  expect(taps).toBe(1)
})

test('the pages logged no errors', () => {
  expect(watch.problems).toEqual([])
})
