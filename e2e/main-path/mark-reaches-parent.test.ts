import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { violations } from '../accessible.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { overWith } from '../long-words.ts'
import { RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let coach: Visit
let parent: Visit
const watch = new Watch()

/** Without asking again; how soon on a machine of its own is for the bench `live`. */
const SOON = 20_000

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  browser = await openBrowser()
  parent = await visit(browser, server, 'parent', 'parent', watch)
  coach = await visit(browser, server, 'coach', 'coach', watch)
  await coach.page.getByRole('heading', { name: 'Dolphins' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const child = (name: string) => parent.page.getByRole('article', { name })
/** One that stands; of one that was taken back the history still tells. */
const award = (name: string) =>
  parent.page.getByText(`${name}, Stage 4`, { exact: true }).and(parent.page.locator(':not(.ended *)'))

async function openSkill(page: Page, title: string): Promise<void> {
  await page.goto(server.url('coach', '/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'By skill' }).click()
  const heading = page.locator('.who h2')
  for (let shown = ''; shown !== title;) {
    if (shown !== '') await page.getByRole('button', { name: 'Next skill' }).click()
    await heading.filter({ hasNotText: shown === '' ? /^$/ : shown }).waitFor()
    shown = (await heading.textContent()) ?? ''
  }
}

async function openMember(page: Page, name: string): Promise<void> {
  await page.goto(server.url('coach', '/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
}

describe('a coach passes the last missing skill of a level for two children', () => {
  test('and a parent page that was open all the time shows it and the award by itself', async () => {
    await child('Siân').getByText('1 skill to go').waitFor()
    await child('Beca').getByText('1 skill to go').waitFor()
    await openSkill(coach.page, 'Backstroke, 10 m')
    for (const name of ["Siân O'Connor", "Beca O'Connor"]) {
      await coach.page.getByRole('group', { name }).getByRole('button', { name: 'Pass' }).click()
    }
    await Promise.all(['Siân', 'Beca'].map((name) => award(name).first().waitFor({ timeout: SOON })))
    await coach.page.getByText('Siân has passed Stage 4').waitFor()
  })

  test('and undo takes both back, one after the other', async () => {
    await coach.page.getByRole('button', { name: 'Undo' }).click()
    await award('Beca').first().waitFor({ state: 'detached', timeout: SOON })
    await expect.poll(() => award('Siân').count()).toBeGreaterThan(0)
    await coach.page.getByRole('button', { name: 'Undo' }).click()
    await award('Siân').first().waitFor({ state: 'detached', timeout: SOON })
    await child('Siân').getByText('1 skill to go').waitFor({ timeout: SOON })
  })
})

describe('on one child’s page', () => {
  test('a forced pass gives the award and taking it back ends it', async () => {
    await openMember(coach.page, "Siân O'Connor")
    await coach.page.getByRole('button', { name: 'Pass or take back Stage 4' }).click()
    await coach.page.getByRole('alertdialog').getByRole('button', { name: 'Pass Stage 4' }).click()
    await award('Siân').first().waitFor({ timeout: SOON })
    await coach.page.getByRole('button', { name: 'Pass or take back Stage 4' }).click()
    await coach.page.getByRole('alertdialog').getByRole('button', { name: 'Take back Stage 4' }).click()
    await award('Siân').first().waitFor({ state: 'detached', timeout: SOON })
  })

  test('a level passed by its marks can be revoked and given back', async () => {
    await coach.page.getByRole('group', { name: 'Backstroke, 10 m' }).getByRole('button', { name: 'Pass' }).click()
    await award('Siân').first().waitFor({ timeout: SOON })
    await coach.page.getByRole('button', { name: 'Pass or take back Stage 4' }).click()
    await coach.page.getByRole('alertdialog').getByRole('button', { name: 'Take back Stage 4' }).click()
    await award('Siân').first().waitFor({ state: 'detached', timeout: SOON })
    await coach.page.getByRole('button', { name: 'Pass Stage 4' }).click()
    await award('Siân').first().waitFor({ timeout: SOON })
  })

  test('the marks are still there after a reload, read from the device and from the server', async () => {
    await coach.page.reload()
    await coach.page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    await coach.page.getByText('Siân has passed Stage 4').waitFor()
    await coach.page.getByRole('button', { name: /^Up to date/ }).waitFor()
  })
})

describe('every screen of the path', () => {
  test('has no accessibility violation, on a phone and on a desk', async () => {
    const found: string[] = []
    for (const width of [390, 1440]) {
      for (const { page } of [coach, parent]) {
        await page.setViewportSize({ width, height: 900 })
        for (const one of await violations(page)) found.push(`${width} ${page.url()}: ${one}`)
      }
    }
    expect(found).toEqual([])
  })

  test('fits a phone of 320 px without scrolling sideways', async () => {
    for (const { page } of [coach, parent]) {
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBeLessThanOrEqual(320)
    }
    await parent.page.goto(server.url('parent', '/overview'))
    await parent.page.locator('.glance').waitFor()
    expect(await overWith(parent.page, /Beca|Backstroke/)).toBe(0)
    await parent.page.reload()
  })

  test('is used by keyboard: a grade is given with the Enter key', async () => {
    await coach.page.setViewportSize({ width: 820, height: 1100 })
    await openMember(coach.page, "Beca O'Connor")
    const good = coach.page.getByRole('group', { name: 'Backstroke, 10 m' }).getByRole('button', { name: 'Good' })
    await good.focus()
    await coach.page.keyboard.press('Enter')
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
  })

  test('logs nothing, breaks no policy and asks no other origin', () => {
    expect(watch.problems).toEqual([])
  })
})

test('a host nobody knows is told so in words', async () => {
  const page = await browser.newPage()
  await page.goto(`http://nowhere.localhost:${server.port}/`)
  await page.getByText(/contact support/i).waitFor()
})
