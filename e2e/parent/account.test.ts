import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '#e2e/accessible.ts'
import { questionOfClosing, visit, Watch, type Visit } from '#e2e/browser.ts'
import { focused } from '#e2e/focus.ts'
import { lastFamily } from './states.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let parent: Visit
const watch = new Watch()

beforeAll(async () => {
  parent = await visit(browser, server, 'parent', 'parent', watch, 390)
  // “1 skill to go” is shown as soon as the children are loaded
  await parent.page.getByText('to go').first().waitFor()
})

async function openAccount(): Promise<Page> {
  await parent.page.goto(server.url('parent', '/account'))
  await parent.page.getByRole('heading', { name: 'Children linked to you' }).waitFor()
  return parent.page
}

/** The file that pressing a button downloads. */
async function downloadBy(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

describe('a parent', () => {
  test('unlinks a child, undoes that, and links the child again with number, name and birthday, by keyboard alone', async () => {
    const page = await openAccount()
    await page.getByRole('button', { name: 'Unlink Beca' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Beca is unlinked').waitFor()
    await expect.poll(() => focused(page)).toBe('button "Undo"')
    await page.keyboard.press('Enter')

    const beca = page.getByRole('listitem').filter({ hasText: "Beca O'Connor" })
    await beca.waitFor()
    await expect.poll(() => focused(page)).toBe('heading "Children linked to you"')

    // the number and birthday with which the child is linked again
    const number = /AQ-[\d-]+/.exec((await beca.textContent()) ?? '')?.[0] ?? ''
    const dob = (await lastFamily(page)).find((member) => member.firstname === 'Beca')?.dob ?? ''

    await page.getByRole('button', { name: 'Unlink Beca' }).press('Enter')
    await page.getByText('Beca is unlinked').waitFor()
    await expect.poll(() => focused(page)).toBe('button "Undo"')

    await page.getByLabel('Membership number').focus()
    // the hint shows how the numbers of this client are written; small letters without dashes will do
    await page.getByText('It looks like AQ-000-000').waitFor()
    await page.keyboard.type(number.toLowerCase().replaceAll('-', ''))
    await page.keyboard.press('Tab')
    await page.keyboard.type('Beca')
    await page.keyboard.press('Enter')
    await page.getByText('Enter the last name').waitFor()
    await page.keyboard.type("O'Connor")
    await fillDay(page.getByLabel('Date of birth'), dob)
    await page.keyboard.press('Enter')
    await page.getByText('Beca is linked to you').waitFor()
    await beca.waitFor()
  })

  test('is told that no membership matches, or that the child is linked already', async () => {
    const page = await openAccount()
    const sendRequest = async (number: string, firstname: string, lastname: string, dob: string) => {
      await page.getByLabel('Membership number').fill(number)
      await page.getByLabel('Child’s first name').fill(firstname)
      await page.getByLabel('Child’s last name').fill(lastname)
      await fillDay(page.getByLabel('Date of birth'), dob)
      await page.getByRole('button', { name: 'Link this child' }).click()
    }
    await sendRequest('AQ-0', 'Nobody', 'Here', '2018-01-01')
    await page.getByText('No membership matches all of this').waitFor()

    const [linked] = await lastFamily(page)
    if (!linked) throw new Error('no child')
    await sendRequest(linked.ngo_id ?? '', linked.firstname, linked.lastname, linked.dob)
    await page.getByText('linked to you already').waitFor()

    // the browser logs each refused request: 404 for no match, 409 for a child that is linked already
    watch.forget(/40[49]/)
  })

  test('is asked before it is lost what was typed to link a child, or as a new password', async () => {
    const { page } = parent
    await page.goto(server.url('parent'))
    await page.getByText('to go').first().waitFor()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
    const number = page.getByLabel('Membership number')
    const name = page.getByLabel('Child’s first name')
    await number.fill('AQ-0')
    await name.fill('Nobody')
    await page.getByLabel('Child’s last name').fill('Here')
    await fillDay(page.getByLabel('Date of birth'), '2018-01-01')
    await page.getByRole('button', { name: 'Link this child' }).click()
    await page.getByText('No membership matches all of this').waitFor()
    // the browser logs the refused request
    watch.forget(/404/)

    page.goBack().catch(() => {})
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    expect([await number.inputValue(), await name.inputValue()]).toEqual(['AQ-0', 'Nobody'])
    expect(await questionOfClosing(page)).toBe('beforeunload')
    expect(await violations(page)).toEqual([])

    // nothing is asked where nothing is typed
    for (const field of [number, name, page.getByLabel('Child’s last name'), page.getByLabel('Date of birth')])
      await field.fill('')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Current password').fill('not-it')
    page.goBack().catch(() => {})
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Current password').inputValue()).toBe('not-it')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.goBack()
    await page.getByText('to go').first().waitFor()
  })

  test('asks for award mail, and stopping all mail stops it too', async () => {
    const page = await openAccount()
    const awardMail = page.getByRole('switch', { name: 'Tell me when a level is passed' })
    const allMail = page.getByRole('switch', { name: 'E-mails about my children' })
    await awardMail.waitFor()
    /** Whether the switches of award mail and of all mail are on. */
    const checked = async () => [
      await awardMail.getAttribute('aria-checked'),
      await allMail.getAttribute('aria-checked'),
    ]
    if ((await checked())[0] === 'false') await awardMail.press('Space')
    await expect.poll(checked).toEqual(['true', 'true'])
    await allMail.press('Space')
    await expect.poll(checked).toEqual(['false', 'false'])
    await expect.poll(() => awardMail.isDisabled()).toBe(true)
    await page.reload()
    await expect.poll(checked).toEqual(['false', 'false'])
    await allMail.press('Space')
    await expect.poll(checked).toEqual(['true', 'true'])
  })

  test('sees in forced colours which switch is on', async () => {
    const page = await openAccount()
    await page.emulateMedia({ forcedColors: 'active' })
    const allMail = page.getByRole('switch', { name: 'E-mails about my children' })
    await allMail.focus()
    const picture = () => allMail.locator('i').screenshot()
    const on = await picture()
    await allMail.press('Space')
    await expect.poll(() => allMail.getAttribute('aria-checked')).toBe('false')
    expect((await picture()).equals(on)).toBe(false)
    await allMail.press('Space')
    await expect.poll(() => allMail.getAttribute('aria-checked')).toBe('true')
    expect((await picture()).equals(on)).toBe(true)
    await page.emulateMedia({ forcedColors: null })
  })

  test('logs out one other device and then all others by keyboard, and the focus stays at the list of devices', async () => {
    const others = await Promise.all([1, 2, 3].map(() => visit(browser, server, 'parent', 'parent', watch, 390)))
    for (const { page } of others) await page.getByText('to go').first().waitFor()
    const page = await openAccount()
    const devices = page.getByRole('region', { name: 'Where you are logged in' })
    const logOutButtons = devices.getByRole('button', { name: 'Log out there' })
    await expect.poll(() => logOutButtons.count()).toBe(3)
    await devices
      .getByText(/^Another device, last seen today, \d\d:\d\d$/)
      .first()
      .waitFor()
    // the buttons have the same name; what a button is described by tells which device it logs out
    expect(await logOutButtons.first().getAttribute('aria-describedby')).toMatch(/^session-/)

    await logOutButtons.first().press('Enter')
    await page.getByText('1 other device is logged out.').waitFor()
    await expect.poll(() => logOutButtons.count()).toBe(2)
    const focusedIds = () => page.locator(':focus').evaluateAll((elements) => elements.map((element) => element.id))
    await expect.poll(focusedIds).toEqual(['sessions'])

    // the heading is as wide as its card, so the focus ring has the card's corners
    const radius = (element: string) => page.evaluate<string>(`getComputedStyle(${element}).borderTopLeftRadius`)
    expect(await radius('document.activeElement')).toBe(await radius('document.activeElement.parentElement'))

    // two buttons for single devices come before the one that logs out all others, which asks first
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Log out on 2 other devices?' })
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('button "Log out on 2 other devices…"')
    expect(await logOutButtons.count()).toBe(2)

    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Log out there' }).press('Enter')
    await page.getByText('2 other devices are logged out.').waitFor()
    await expect.poll(() => logOutButtons.count()).toBe(0)
    await expect.poll(focusedIds).toEqual(['sessions'])
    for (const { context } of others) await context.close()
    // the browser logs the refused calls of the other devices
    watch.forget(/40[01]/)
  })

  test('changes the password, which logs out the other device that the page lists', async () => {
    const other = await visit(browser, server, 'parent', 'parent', watch, 390)
    await other.page.getByText('to go').first().waitFor()
    const page = await openAccount()
    await page.getByText('Another device').first().waitFor()

    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Current password').fill('not-it')
    await page.getByLabel('New password', { exact: true }).fill('Rungs-demo-2!')
    await page.getByLabel('again', { exact: false }).fill('Rungs-demo-2!')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await page.getByText('This is not your current password').waitFor()
    await expect.poll(() => focused(page)).toBe('textbox "Current password"')
    // the button stands apart from the field above, as in other forms
    const field = await page.locator('.field', { hasText: 'The same password again' }).boundingBox()
    const save = await page.getByRole('button', { name: 'Save the new password' }).boundingBox()
    expect((save?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeGreaterThan(8)

    // nothing of what was typed is left for whoever opens the form next
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('')
    expect(await page.getByText('This is not your current password').count()).toBe(0)
    await page.getByLabel('New password', { exact: true }).fill('Rungs-demo-2!')
    await page.getByLabel('again', { exact: false }).fill('Rungs-demo-2!')
    await page.getByLabel('Current password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await page.getByText('Your password is changed').waitFor()

    await expect.poll(() => page.getByText('Another device').count()).toBe(0)
    await other.context.close()
    // the browser logs the wrong password and the refused calls of the other device
    watch.forget(/40[01]/)
  })

  test('has the focus at what a button has opened or closed in its place, and not at the top of the page', async () => {
    const page = await openAccount()
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await press('Change password')
    await expect.poll(() => focused(page)).toBe('textbox "Current password"')
    await press('Cancel')
    await expect.poll(() => focused(page)).toBe('button "Change password"')

    // six awards are shown at first
    await page.goto(server.url('parent'))
    await press(/^Show all \d+ awards/)
    await expect.poll(() => page.locator('.history > li').nth(6).locator('button:focus').count()).toBe(1)
  })

  test('reads offline that the devices are shown when the network is back, and then sees them', async () => {
    const page = await openAccount()
    await page.goto(server.url('parent'))
    await page.getByText('to go').first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Account' }).click()
    const devices = page.getByRole('region', { name: 'Where you are logged in' })
    await devices.getByText('The devices are shown here once the network is back.').waitFor()
    expect(await devices.getByText('could not be loaded').count()).toBe(0)
    await page.context().setOffline(false)
    await devices.getByText('This device').waitFor()
    // the browser itself logs the lost network
    watch.forget(/ERR_INTERNET_DISCONNECTED/)
  })

  test('exports the data, prints certificate and progress, and requests deletion', async () => {
    const page = await openAccount()
    const exportFile = await downloadBy(page, () => page.getByRole('button', { name: 'Download my data' }).click())
    // the demo's parent has three children
    expect(JSON.parse(exportFile.bytes.toString()).children).toHaveLength(3)

    // a request for deletion can be taken back
    await page.getByRole('button', { name: 'Ask for deletion' }).click()
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByText('You asked on').waitFor()
    await page.getByRole('button', { name: 'Withdraw the request' }).click()
    await page.getByRole('button', { name: 'Ask for deletion' }).waitFor()

    // the overview prints certificates and progress, and shares certificates where the browser can
    await page.addInitScript(`
      navigator.canShare = () => true
      navigator.share = async ({ files }) => { document.documentElement.dataset.shared = files[0].name }
    `)
    await page.goto(server.url('parent'))
    await page
      .getByRole('button', { name: /^Share certificate: Siân, Stage 3/ })
      .first()
      .click()
    const shared = () => page.evaluate('document.documentElement.dataset.shared')
    await expect.poll(shared).toBe('Siân Stage 3.pdf')
    // browsers share only soon after a press, and a slow network may take longer: the file is saved then
    await page.evaluate(`navigator.share = async () => { throw new DOMException('too late', 'NotAllowedError') }`)
    const saved = await downloadBy(page, () =>
      page
        .getByRole('button', { name: /^Share certificate: Siân, Stage 3/ })
        .first()
        .click(),
    )
    expect(saved.name).toBe('Siân Stage 3.pdf')
    const certificate = page.getByRole('button', { name: /^Certificate: / }).first()
    for (const press of [
      () => certificate.click(),
      () => page.getByRole('button', { name: 'Print Siân’s progress (PDF)' }).click(),
      () => page.getByRole('button', { name: 'Print all (PDF)' }).click(),
    ]) {
      const file = await downloadBy(page, press)
      expect([file.name.slice(-4), file.bytes.toString('latin1', 0, 5)]).toEqual(['.pdf', '%PDF-'])
    }
  })

  test('reads first in the curriculum what to practise at home and what comes next, and at a link to a missing node that it is not found', async () => {
    const { page } = parent
    // this parameter opens the dialog of the curriculum; without a node it shows what to practise
    await page.goto(server.url('parent', '/overview?curriculum='))
    const practise = page.getByRole('region', { name: 'To practise at home' })
    const next = page.getByRole('region', { name: 'Comes next' })
    await practise
      .getByRole('button', { name: /brush the ear with the arm/ })
      .first()
      .waitFor()
    await practise.locator('img').first().waitFor()
    // a dive is nobody's homework
    await next.getByRole('button', { name: /dive/i }).first().waitFor()
    expect(await practise.getByRole('button', { name: /dive/i }).count()).toBe(0)
    await page.goto(server.url('parent', '/overview?curriculum=swim/stage-4'))
    await page.getByRole('heading', { name: 'Stage 4', exact: true }).waitFor()
    await page.goto(server.url('parent', '/overview?curriculum=swim/nothing'))
    await page.getByText('Skill or level not found').first().waitFor()
  })

  test('reads a skill’s state in other colours than how to stay safe', async () => {
    const { page } = parent
    await page.goto(server.url('parent', '/overview'))
    await page.locator('main button').filter({ hasText: 'Backstroke' }).first().click()
    const sheet = page.getByRole('dialog')
    const coloursOf = (text: string) =>
      sheet.getByText(text, { exact: true }).evaluate((element) => {
        const box = element.closest('.skill-state, .alert')
        const style = box && element.ownerDocument.defaultView?.getComputedStyle(box)
        return [style?.backgroundColor, style?.color]
      })
    const [notStarted, staySafe] = [await coloursOf('Not started'), await coloursOf('Stay safe')]
    expect(notStarted[0]).not.toBe(staySafe[0])
    expect(notStarted.concat(staySafe)).not.toContain(undefined)
    await page.keyboard.press('Escape')
  })

  test('finds any node of the scheme by its title and opens it; a child node replaces its parent in the dialog', async () => {
    const { page } = parent
    await page.goto(server.url('parent', '/overview?curriculum=swim'))
    const dialog = page.getByRole('dialog')
    const title = (name: string) => dialog.getByRole('heading', { name, exact: true, level: 2 })
    await title('Swim').waitFor()
    // an attribute by which the test sees in the end that the same dialog stayed open
    await dialog.evaluate((element) => element.setAttribute('data-kept', ''))
    const found = dialog.getByRole('list', { name: 'Results' }).getByRole('button')

    await dialog.getByRole('searchbox').fill('TREAD water')
    await found.first().waitFor()
    for (const text of await found.allTextContents()) expect(text).toMatch(/tread water/i)
    await found.filter({ hasText: 'Tread water, 30 s' }).first().click()
    await title('Tread water, 30 s').waitFor()
    expect(new URL(page.url()).searchParams.get('curriculum')).toBe('swim/stage-4/tread-water-30-s')

    // the search covers all nodes, not only those shown
    await dialog.getByRole('searchbox').fill('stage 7')
    await found.filter({ hasText: 'Stage 7' }).first().click()
    await title('Stage 7').waitFor()
    expect([await found.count(), await dialog.getByRole('searchbox').inputValue()]).toEqual([0, ''])

    await dialog.getByRole('button', { name: 'Tread water, 2 min' }).click()
    await title('Tread water, 2 min').waitFor()
    expect(new URL(page.url()).pathname).toBe('/overview')
    expect(await page.locator('[role=dialog][data-kept]').count()).toBe(1)
  })

  test('does not come back to a skill or a curriculum that was closed, by the browser’s back button', async () => {
    const { page } = parent
    const dialog = page.getByRole('dialog')
    await page.goto(server.url('parent', '/help'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(server.url('parent'))
    const skill = page.getByRole('article', { name: 'Siân' }).getByRole('button', { name: /^Backstroke, 10\sm/ })
    await skill.click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('heading', { name: /Front crawl/ }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await page.waitForURL('**/help')
    await page.goForward()
    await skill.waitFor()

    // what was opened in the curriculum is gone back to while it is open
    await page.goto(server.url('parent', '/overview?curriculum=swim'))
    await dialog
      .getByRole('button', { name: /^Stage 4/ })
      .first()
      .click()
    await page.waitForURL('**/*stage-4')
    await page.goBack()
    await page.waitForURL('**/*=swim')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Siân' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('reads ‘skill or level not found’ at a broken link, and stays on the open node [5.4]', async () => {
    const { page } = parent
    const reply = page.waitForResponse('**/v1/curriculum/swim')
    await page.goto(server.url('parent', '/overview?curriculum=swim/stage-1'))
    const curriculum = (await (await reply).json()) as Curriculum

    // each level gets a link to a node that does not exist
    for (const level of curriculum.tree) level.content = [{ title: 'More', type: 'link', value: '/stage-1/never-was' }]
    await page.route('**/v1/curriculum/swim', (route) => {
      // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
      const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
      return route.fulfill({ headers, json: curriculum })
    })

    await page.reload()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'never-was' }).click()
    await page.locator('.toasts').getByText('Skill or level not found', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('curriculum')).toBe('swim/stage-1')
    await dialog.getByRole('heading', { name: 'Stage 1', exact: true }).waitFor()
    await page.unroute('**/v1/curriculum/swim')
  })

  test('has an account page without accessibility violation, which fits any width and has logged no error', async () => {
    const page = await openAccount()
    await page.getByRole('button', { name: 'Download my data' }).waitFor()
    expect(await violations(page)).toEqual([])
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      // the hint about the number is not squeezed into a column of one word
      const hint = page.getByText('The number is on the front')
      await expect.poll(async () => (await hint.boundingBox())?.width ?? 0).toBeGreaterThan(120)
    }
    expect(watch.problems).toEqual([])
  })
})
