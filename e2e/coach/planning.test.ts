import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { waitingKinds } from '../offline/device.ts'
import { focused } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

const TITLE = 'Floating with the quiet ones'

startServerAndBrowser()

/** Two tablets of Anna (`anna` and `secondTablet`), and one of Dewi, who takes the same group. */
let anna: Page
let secondTablet: Page
let dewi: Page
const watch = new Watch()

beforeAll(async () => {
  anna = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  secondTablet = (await visit(browser, server, 'coach', 'coach', watch, 1440)).page
  dewi = (await visit(browser, server, 'coach', 'coach2', watch, 390)).page
  for (const page of [anna, secondTablet, dewi]) await waitUntilUpToDate(page)
})

async function waitUntilUpToDate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
}

/** Opens the plans through the menu, without loading the page again, as a coach does. */
async function openPlans(page: Page, scheme = 'Swim'): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Planning', exact: true }).click()
  await page.getByRole('button', { name: scheme, exact: true }).click()
}

async function openPlan(page: Page, title = TITLE): Promise<void> {
  await openPlans(page)
  await page.getByRole('link', { name: title, exact: true }).click()
}

/** Opens the session plan of the group Dolphins. */
async function openSessionPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Today’s groups' }).click()
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name: /^Session plan/ }).click()
}

const reminder = (page: Page) => page.getByLabel('Reminder')
const waitUntilSaved = (page: Page) =>
  page
    .locator('.plan-dock')
    .getByText(/^Saved on this tablet/)
    .waitFor()

/** All rows of a table of the device's database, as text; `syncs` is the outbox. */
const table = (page: Page, name: 'syncs' | 'settings') =>
  page.evaluate(`new Promise((done) => {
    const request = indexedDB.open('rungs')
    request.onsuccess = () => {
      const rows = request.result.transaction('${name}').objectStore('${name}').getAll()
      rows.onsuccess = () => { request.result.close(); done(JSON.stringify(rows.result)) }
    }
  })`)

/** The operations of the outbox. */
const outboxOf = async (page: Page) =>
  JSON.parse(String(await table(page, 'syncs'))) as { kind: string; lane: string }[]

/** Drags by single mouse events, because the browser begins a drag only after the pointer has moved some way. */
async function drag(page: Page, source: Locator, target: Locator): Promise<void> {
  const size = page.viewportSize() ?? { width: 820, height: 900 }
  // high enough for both elements to be in view
  await page.setViewportSize({ ...size, height: 1900 })
  // hovering waits until both elements stand still, so that they can be measured
  await target.hover()
  await source.hover()
  const [start, end] = [await source.boundingBox(), await target.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + 4, { steps: 8 })
  await page.mouse.up()
  await page.setViewportSize(size)
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}

describe('a plan', () => {
  test('is written without network, is encrypted on the tablet, and is saved once for each phrase, not for each letter', async () => {
    // the key for encryption comes with the first sync
    await expect.poll(() => table(anna, 'settings')).toContain('"name":"key"')
    await anna.context().setOffline(true)
    await openPlans(anna, 'Water safety')
    await anna.getByText('No plans yet').waitFor()
    await expectNoViolations(anna)
    await openPlans(anna)

    // a double press makes one plan
    await anna.getByRole('button', { name: 'New plan' }).dblclick()
    await anna.getByLabel('Name of the plan').fill(TITLE)
    await anna.getByRole('button', { name: /Add an activity.*Warm-up/ }).click()
    await anna.getByLabel('What to do').pressSequentially('Blow bubbles and walk through the water', { delay: 5 })
    await anna.getByLabel('Minutes').fill('10')

    await anna.getByRole('button', { name: /Add skills.*Warm-up/ }).click()
    await anna.getByRole('button', { name: 'Choose skills' }).click()
    await anna.getByLabel('Find a skill').fill('back stage 2')
    await anna.getByRole('checkbox', { name: /^Star float on back, 5 s/ }).check()
    await expectNoViolations(anna)
    await anna.getByRole('button', { name: 'Done, 1 skill' }).click()
    await waitUntilSaved(anna)
    await expectNoViolations(anna)

    const waiting = await outboxOf(anna)
    // fewer operations than letters were typed
    const plans = waiting.filter((op) => op.kind === 'plan')
    expect(plans.length).toBeLessThan(10)
    expect(new Set(plans.map((op) => op.lane)).size).toBe(1)
    expect(JSON.stringify(waiting)).not.toContain('bubbles')
  })

  test('is reordered by keyboard and by dragging, and each move can be undone', async () => {
    const kinds = () => anna.locator('.plan-block .block-tools b').allTextContents()
    const up = anna.getByRole('button', { name: 'Move up: Skills 2 of 2' })
    await up.focus()
    await anna.keyboard.press('Enter')
    await expect.poll(() => kinds()).toEqual(['Skills', 'Activity'])

    const main = anna.getByRole('region', { name: 'Main part' })
    await drag(anna, anna.locator('.plan-block .grip').first(), main.getByRole('button', { name: /Add an activity/ }))
    await main.getByText('Star float on back, 5 s').waitFor()

    await anna.getByRole('button', { name: 'Undo' }).click()
    await anna.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => kinds()).toEqual(['Activity', 'Skills'])
    await waitUntilSaved(anna)
  })

  test('loses parts by keyboard, and the focus goes on to what follows', async () => {
    const remove = async (part: string, next: string) => {
      await anna.getByRole('button', { name: `Remove: ${part}` }).press('Enter')
      await expect.poll(() => focused(anna)).toBe(`button "${next}"`)
      await anna.getByRole('button', { name: 'Undo' }).click()
    }
    await remove('Star float on back, 5 s', 'Choose skills')
    await remove('Skills 2 of 2', 'Add an activity : Warm-up')
    await remove('Warm-up', 'Move up: Main part')
    await waitUntilSaved(anna)
  })

  test('accepts a drop at the same moment as another change', async () => {
    const blocks = anna.locator('.plan-block')
    // a block is dragged, and in the moment of the drop a button moves it, too; the drop comes last
    await blocks.first().dispatchEvent('dragstart', { dataTransfer: await anna.evaluateHandle('new DataTransfer()') })
    await anna.evaluate(`{
      document.querySelector('.plan-block [aria-label^="Move down"]').click()
      ;[...document.querySelectorAll('.plan-section')].at(-1).dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true }))
    }`)
    await blocks.last().dispatchEvent('dragend')
    await anna.locator('.plan-section').last().getByLabel('What to do').waitFor()

    await anna.getByRole('button', { name: 'Undo' }).click()
    await anna.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => blocks.locator('.block-tools b').allTextContents()).toEqual(['Activity', 'Skills'])
    await waitUntilSaved(anna)
  })

  test('is put on a group, and the group’s other coach can read it when the network returns', async () => {
    await anna.getByRole('button', { name: 'Groups' }).click()
    await anna.getByRole('checkbox', { name: /^Dolphins/ }).check()
    await anna.getByRole('button', { name: 'Done' }).click()
    // the choice is shown before it is on disk, and the reload leaves the page
    await expect.poll(() => waitingKinds(anna)).toMatchObject({ plan_group: 1 })
    // saved text is still there after a reload
    await anna.reload()
    await expect.poll(() => anna.getByLabel('What to do').inputValue()).toBe('Blow bubbles and walk through the water')
    await anna.context().setOffline(false)
    await waitUntilUpToDate(anna)
    await openSessionPlan(dewi)
    await dewi.getByRole('heading', { name: TITLE }).waitFor()
    await dewi.getByText('Blow bubbles and walk through the water').waitFor()
    await dewi.getByText('Star float on back, 5 s').waitFor()
    await expectNoViolations(dewi)
    await dewi.getByRole('link', { name: 'Open in planning' }).click()
    await dewi.getByRole('button', { name: 'Duplicate' }).waitFor()
    expect(await dewi.getByLabel('Name of the plan').count()).toBe(0)
    expect(await dewi.getByRole('button', { name: 'Delete…' }).count()).toBe(0)
  })

  test('is read by the club’s office in the group’s record', async () => {
    const office = (await visit(browser, server, 'club', 'admin', watch, 1440)).page
    await office.getByRole('link', { name: 'Groups' }).click()
    await office.getByRole('link', { name: 'Dolphins' }).first().click()
    const record = office.getByRole('complementary', { name: 'Dolphins' })
    await record.locator('summary').filter({ hasText: TITLE }).press('Enter')
    await record.getByText('Blow bubbles and walk through the water').waitFor()
    // a skill by its title, not by its id
    await record.getByRole('listitem').filter({ hasText: 'Star float on back, 5 s' }).waitFor()
    await expectNoViolations(office)
    await office.context().close()
  })

  test('prints without the editor', async () => {
    await anna.emulateMedia({ media: 'print' })
    expect(await anna.getByLabel('What to do').isVisible()).toBe(false)
    await expect.poll(() => anna.getByRole('heading', { name: TITLE, level: 2 }).isVisible()).toBe(true)
    expect(await anna.locator('header.band').isVisible()).toBe(false)
    await anna.emulateMedia({ media: null })
  })

  test('is not left without a question while it has no name, because it cannot be saved then', async () => {
    await anna.getByLabel('Name of the plan').fill('')
    await anna.getByRole('link', { name: 'Back to Planning' }).click()
    await anna.getByRole('button', { name: 'Keep writing' }).click()
    expect(await anna.getByLabel('Name of the plan').inputValue()).toBe('')
    // the name that is saved already
    await anna.getByLabel('Name of the plan').fill(TITLE)
  })
})

test('a plan that is changed on two tablets without network becomes two plans, and neither text is lost', async () => {
  await openPlan(secondTablet)
  for (const page of [anna, secondTablet]) await page.context().setOffline(true)

  // both tablets change the text while they are offline
  await reminder(anna).fill('Six small hoops')
  await waitUntilSaved(anna)
  await reminder(secondTablet).fill('The long rope')
  await waitUntilSaved(secondTablet)

  // the second tablet is online first
  await secondTablet.context().setOffline(false)
  await waitUntilUpToDate(secondTablet)
  await anna.context().setOffline(false)
  // the editor whose text arrived second continues in the copy
  await anna.getByText(/also changed on another tablet/).waitFor()
  await expect.poll(() => reminder(anna).inputValue()).toBe('Six small hoops')
  await reminder(anna).fill('Six small hoops, and a mat')
  await waitUntilSaved(anna)
  await waitUntilUpToDate(anna)
  await expect.poll(() => reminder(secondTablet).inputValue()).toBe('The long rope')

  // the list marks the copy with these words
  await openPlans(secondTablet)
  await secondTablet.getByText('Your version, kept separately').waitFor()
  await expect.poll(() => secondTablet.getByRole('link', { name: TITLE, exact: true }).count()).toBe(2)
})

test('a shared plan can be duplicated, removed from one’s own plans, and deleted by its owner, who types its name', async () => {
  await openPlans(dewi)
  await dewi.getByRole('link', { name: TITLE, exact: true }).waitFor()
  // the copy is on no group, so Dewi cannot read it until it is shared
  await expect.poll(() => dewi.getByRole('link', { name: TITLE, exact: true }).count()).toBe(1)

  // Anna shares it with Dewi
  await anna.getByRole('button', { name: 'Share' }).click()
  await anna.getByRole('checkbox', { name: 'Dewi Lloyd' }).check()
  await expectNoViolations(anna)
  await anna.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => dewi.getByRole('link', { name: TITLE, exact: true }).count()).toBe(2)
  await dewi.getByRole('listitem').filter({ hasText: 'Your version, kept separately' }).getByRole('link').click()
  await dewi.getByText('Six small hoops, and a mat').waitFor()

  // Dewi duplicates it and removes the original from his plans
  await dewi.getByRole('button', { name: 'Duplicate' }).click()
  await dewi.getByLabel('Name of the plan').waitFor()
  await expect.poll(() => dewi.getByLabel('Name of the plan').inputValue()).toBe(`${TITLE} (copy)`)
  await dewi.getByLabel('Name of the plan').fill('Dewi’s own')
  await waitUntilSaved(dewi)
  await openPlans(dewi)
  await dewi.getByRole('listitem').filter({ hasText: 'Your version, kept separately' }).getByRole('link').click()
  await dewi.getByRole('button', { name: 'Remove from my plans' }).click()
  await dewi.getByRole('link', { name: 'Dewi’s own' }).waitFor()
  await expect.poll(() => dewi.getByRole('link', { name: TITLE, exact: true }).count()).toBe(1)

  // Anna deletes it, so that only the first of the two plans is left
  await anna.getByRole('button', { name: 'Delete…' }).click()
  const remove = anna.getByRole('dialog').getByRole('button', { name: /Type the name first|Delete the plan/ })
  await expect.poll(() => remove.isDisabled()).toBe(true)
  // in any case, as names are typed elsewhere
  await anna.getByLabel(/^To delete it/).fill(TITLE.toLowerCase())
  await anna.keyboard.press('Enter')
  await expect.poll(() => secondTablet.getByRole('link', { name: TITLE, exact: true }).count()).toBe(1)
  expect(watch.problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
