import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { writtenDay } from '#web/shell/i18n/written-day.ts'
import { violations } from '../accessible.ts'
import { allDayGroup } from '../all-day-group.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { typeWhereFocused } from '../focus.ts'
import { call } from '../running-server.ts'
import { fillDay } from '../written-day.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

// The alerts of the club portal [8.18], and below them the end-of-term board, which uses the group that they rename.

startServerAndBrowser()

let admin: Visit
const watch = new Watch()

beforeAll(async () => {
  admin = await visit(browser, server, 'club', 'admin', watch, 1440)
  await admin.page.getByText(/^1–25 of \d+$/).waitFor()
})

const open = (page: Page, path: string) => page.goto(server.url('club', path))
/** A valid id that nothing has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** Renames the group whose detail view is open. */
const renameGroup = async (page: Page, name: string) => {
  await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Group', { exact: true }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

describe('an alert [8.18]', () => {
  test('names the characters that can be searched for when the search has another one', async () => {
    const { page } = admin
    for (const [path, label, text, message] of [
      [
        '/members',
        'Name, number or guardian',
        'a%b',
        'Search with letters, digits, spaces, hyphens, underscores, commas, full stops, apostrophes and the signs : ; < = > ? @',
      ],
      ['/groups', 'Name of the group', "a'b", 'Search with letters, digits, spaces, hyphens and underscores.'],
    ] as const) {
      await open(page, path)
      const queries: string[] = []
      page.on('request', (request) => queries.push(new URL(request.url()).search))
      await page.getByLabel(label).fill(text)
      // a warning has the CSS class `begun`
      const warning = page.locator('.toasts .alert.begun').filter({ hasText: message })
      await warning.waitFor()
      await warning.waitFor({ state: 'detached' })
      // the forbidden text is not sent
      expect(queries.filter((search) => search.includes('search='))).toEqual([])
    }
  })

  test('tells of an unknown member, an unknown group and an unknown user', async () => {
    const { page } = admin
    for (const [path, words] of [
      [`/members?member=${UNKNOWN_ID}`, 'This member is not in this club.'],
      [`/groups?group=${UNKNOWN_ID}`, 'This group is not in this club.'],
      [`/users?user=${UNKNOWN_ID}`, 'This user is not in this club.'],
      // an invalid id is answered like an unknown one
      ['/members?member=nobody', 'This member is not in this club.'],
    ] as const) {
      await open(page, path)
      await page.getByText(words).waitFor()
    }
  })

  test('tells that a group’s new name is saved, and reports an empty name at its field', async () => {
    const { page } = admin
    await open(page, '/groups?search=kelp')
    await page.getByRole('link', { name: 'Kelp' }).click()
    await renameGroup(page, '')
    await page.getByRole('dialog').getByText('Enter this.').waitFor()
    await page.getByRole('dialog').getByLabel('Group', { exact: true }).fill('Kelp Forest')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Kelp Forest' }).waitFor()
  })

  test('tells that a member has left a group, and then that it has entered the group again', async () => {
    const { page } = admin
    await open(page, '/groups?search=dolphins')
    await page.getByRole('link', { name: 'Dolphins' }).click()
    await page.getByRole('button', { name: "Remove Siân O'Connor" }).click()
    await page.getByText('Siân is no longer in Dolphins').waitFor()

    const add = page.getByRole('combobox', { name: 'Add a member: type a name' })
    await add.fill('o’connor siân')
    await page.getByRole('option', { name: /^Siân/, selected: true }).waitFor()
    await add.press('Enter')
    await page.getByText('Siân is in Dolphins now').waitFor()
  })

  test('tells of a server error and a network error, and the form keeps what was typed', async () => {
    const { page } = admin
    await open(page, '/groups?search=kelp')
    await page.getByRole('link', { name: 'Kelp Forest' }).click()
    const groupRequests = '**/v1/groups/*'
    await page.route(groupRequests, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
            headers: { 'x-request-id': route.request().headers()['x-request-id'] ?? '' },
            json: { error: 'UNKNOWN_ERROR', detail: 'UNKNOWN_ERROR' },
          })
        : route.continue(),
    )

    await renameGroup(page, 'Kelp Beds')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^This could not be saved\. What you typed is still here/).waitFor()

    await page.unroute(groupRequests)
    await page.route(groupRequests, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^This could not be saved\. What you typed is still here/).waitFor()
    await expect.poll(() => dialog.getByLabel('Group', { exact: true }).inputValue()).toBe('Kelp Beds')

    await page.unroute(groupRequests)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Kelp Beds' }).waitFor()
  })

  const tick = async (page: Page, names: readonly string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  /** Chooses an action for the selected rows, by its button. */
  const chooseAction = (page: Page, action: string) =>
    page
      .getByRole('group', { name: /selected$/ })
      .getByRole('button', { name: action })
      .click()
  const currentDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

  test('tells of an added group, added members, an unknown member or group, an unknown error and deleted groups', async () => {
    const { page } = admin
    await open(page, '/groups?group=new')
    await page.getByRole('dialog').getByLabel('Group', { exact: true }).fill('Plankton')
    await page.getByRole('dialog').getByLabel('Monday').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click()
    await page.getByText('Plankton has been added').waitFor()

    await open(page, "/members?search=o'connor")
    await tick(page, ["Siân O'Connor", "Beca O'Connor"])
    await chooseAction(page, 'Add to a group')
    await currentDialog(page).getByLabel('Group', { exact: true }).selectOption({ label: 'Plankton' })

    // the server gets a member that it does not know
    const bulk = '**/v1/members/bulk'
    await page.route(bulk, (route) =>
      route.continue({ postData: { ...(route.request().postDataJSON() as object), member_uuids: [UNKNOWN_ID] } }),
    )
    await currentDialog(page).getByRole('button', { name: 'Add to a group' }).click()
    await page.getByText(/^This member or group is not in this club any more\./).waitFor()

    // an error that the portal does not know
    await page.unroute(bulk)
    await page.route(bulk, (route) =>
      route.fulfill({
        status: 418,
        headers: { 'x-request-id': route.request().headers()['x-request-id'] ?? '' },
        json: { error: 'TEAPOT', detail: 'TEAPOT' },
      }),
    )
    await currentDialog(page).getByRole('button', { name: 'Add to a group' }).click()
    await page.getByText(/^This could not be done\. Nothing has changed/).waitFor()

    await page.unroute(bulk)
    await currentDialog(page).getByRole('button', { name: 'Add to a group' }).click()
    await page.getByText('2 members are in Plankton now').waitFor()

    await tick(page, ["Siân O'Connor", "Beca O'Connor"])
    await page.getByLabel('More…').selectOption({ label: 'Add an ability group' })
    await currentDialog(page).getByLabel('Ability group').fill('Plankton squad')
    await currentDialog(page).getByRole('button', { name: 'Add an ability group' }).click()
    await page.getByText('2 members have been changed').waitFor()

    await open(page, '/groups?search=plankton')
    await tick(page, ['Plankton'])
    await chooseAction(page, 'Delete groups')
    await currentDialog(page).getByLabel('Type “delete” to go on').fill('delete')
    await currentDialog(page).getByRole('button', { name: 'Delete groups' }).click()
    await page.getByText('1 group has been deleted').waitFor()
    await page.getByRole('checkbox', { name: 'Select Plankton' }).waitFor({ state: 'detached' })
    await open(page, '/groups?view=ended&search=plankton')
    await page.getByRole('link', { name: 'Plankton' }).waitFor()
  })
})

/** Presses Tab until the element has the focus. */
async function tabToElement(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let n = 0; n < 80; n++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reached the element')
}

describe('the end-of-term board', () => {
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  /** The cards of the members in a group's column. */
  const cards = (groupColumn: Locator) => groupColumn.locator('[data-tile]')
  const nameOf = async (card: Locator) => (await card.locator('.mid').textContent())?.trim() ?? ''
  // a dialog takes the focus a moment after it opens, and gives it back to the card a moment after it closes
  const waitForDialog = (page: Page) => page.locator('[role=dialog] input:focus').waitFor()
  const waitForFocusedCard = async (page: Page) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-tile]:focus').waitFor()
  }
  /** The ids of the two groups, separated by a comma as in the URL. */
  const groupIds = async (page: Page) => {
    const ids: string[] = []
    for (const name of ['Kelp Beds', 'Otters']) {
      await open(page, `/groups?search=${name.toLowerCase().replace(' ', '%20')}`)
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('complementary', { name, exact: true }).waitFor()
      ids.push(new URL(page.url()).searchParams.get('group') ?? '')
    }
    return ids.join(',')
  }

  test('lets two groups swap members and one member stay, by keyboard alone; the draft survives a reload, is applied as a whole and undone', async () => {
    const { page } = admin
    await open(page, `/groups/term?groups=${await groupIds(page)}`)
    const [kelp, otters] = [column(page, 'Kelp Beds'), column(page, 'Otters')]
    await otters.getByText('Full, 12 of 12').waitFor()
    // the names of a full group look like the others, also when the styles of all pages have arrived
    const hasOtherStyles = `Array.from(document.styleSheets).some((sheet) =>
      Array.from(sheet.cssRules).some((rule) => rule.cssText.includes('.limit-reached')))`
    await expect.poll(() => page.evaluate(hasOtherStyles)).toBe(true)
    const lookOf = (groupColumn: Locator) =>
      cards(groupColumn)
        .first()
        .locator('.mid')
        .evaluate((name) => {
          const style = name.ownerDocument.defaultView?.getComputedStyle(name)
          return [style?.fontSize, style?.color]
        })
    expect(await lookOf(otters)).toEqual(await lookOf(kelp))
    const ottersMover = await nameOf(cards(otters).filter({ hasText: 'Works at Stage 1' }).first())
    const kelpMover = await nameOf(cards(kelp).first())
    const stayer = await nameOf(cards(kelp).nth(1))

    // the key M asks where the member moves: no group fits the first one of Kelp Beds, because Otters is full
    await tabToElement(page, cards(kelp).first())
    await page.keyboard.press('m')
    await waitForDialog(page)
    await page.getByText(/^No group fits\./).waitFor()
    await page.keyboard.press('Escape')
    await waitForFocusedCard(page)

    // so first a member of Otters moves to Kelp Beds
    await page.keyboard.press('ArrowRight')
    // Otters has twelve cards
    for (let n = 0; n < 12; n++) {
      if ((await nameOf(page.locator('[data-tile]:focus'))) === ottersMover) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('m')
    await waitForDialog(page)
    await typeWhereFocused(page, 'kelp')
    await page.keyboard.press('Enter')
    await kelp.getByText('from Otters').waitFor()
    await otters.getByText('11 of 12').waitFor()

    // then Otters has a free place for the first member of Kelp Beds
    await waitForFocusedCard(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await page.keyboard.press('m')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Otters/ })
      .waitFor()
    await typeWhereFocused(page, 'otters')
    await page.keyboard.press('Enter')
    await otters.getByText('from Kelp Beds').waitFor()

    // the next member of Kelp Beds stays there, by the key S
    await waitForFocusedCard(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Apply: 2 move, 1 stays' }).waitFor()

    // the draft survives a reload and is applied
    const apply = page.getByRole('button', { name: 'Apply: 2 move, 1 stays' })
    await expect.poll(() => apply.isEnabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.reload()
    await tabToElement(page, apply)
    await page.keyboard.press('Enter')
    await page.getByText(/: 2 moved, 1 stays\.$/).waitFor()
    await cards(otters).filter({ hasText: kelpMover }).waitFor()
    await cards(kelp).filter({ hasText: ottersMover }).waitFor()
    await cards(kelp).filter({ hasText: stayer }).getByText('Noted: stays').waitFor()

    // one press undoes all moves
    await tabToElement(page, page.getByRole('button', { name: 'Undo all of it' }))
    await page.keyboard.press('Enter')
    await cards(kelp).filter({ hasText: kelpMover }).waitFor()
    await cards(otters).filter({ hasText: ottersMover }).waitFor()
  })

  test('lists under “To decide” children who are ready before one whom only a coach wants to move, and no others', async () => {
    const { page } = admin
    const token: string = await page.evaluate(`JSON.parse(localStorage.getItem('rungs.session')).token`)
    const ask = async <T>(path: string, body?: object): Promise<T> => {
      const reply = await call(server, 'club', `/v1${path}`, { token, ...(body ? { body } : {}) })
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body as T
    }
    const [anna] = await ask<{ uuid: string }[]>('/users?search=pritchard')
    const terns = { name: 'Terns', scheme: 'swim', levels: ['/stage-1'], place: null, coaches: [anna?.uuid ?? ''] }
    const { id } = await ask<{ id: string }>('/groups', allDayGroup(terns))
    const member_uuids: string[] = []
    for (const firstname of ['Ada', 'Bea', 'Zoe']) {
      const { uuid } = await ask<{ uuid: string }>('/members', { firstname, lastname: 'Tern', dob: '2018-03-04' })
      member_uuids.push(uuid)
    }
    await ask(`/groups/${id}/members`, { member_uuids })
    // Zoe has passed Stage 1, and the coach wants Ada to move up
    await ask(`/members/${member_uuids[2]}/starts-at`, { level: 'swim/stage-2' })
    const coach = await visit(browser, server, 'coach', 'coach', watch, 820)
    await coach.page.getByRole('link', { name: 'Terns' }).first().click()
    await coach.page.getByRole('link', { name: 'Show all members' }).click()
    await coach.page
      .getByRole('group', { name: 'Does Ada Tern move up?' })
      .getByRole('button', { name: 'Moves up' })
      .click()
    await coach.page.getByText('1 moving up, 0 staying').waitFor()
    await coach.page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await coach.context.close()

    const columnOfTerns = column(page, 'Terns')
    const names = () => columnOfTerns.locator('[data-tile] .mid').allTextContents()
    await open(page, `/groups/term?groups=${id}`)
    await expect.poll(names).toEqual(['Ada Tern', 'Bea Tern', 'Zoe Tern'])
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^To decide/ })
      .click()
    await expect.poll(names).toEqual(['Zoe Tern', 'Ada Tern'])
    await cards(columnOfTerns).first().getByText('Ready: Stage 1 passed').waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('accepts a dragged card only in a group that fits, and a press on the card takes the move back', async () => {
    const { page } = admin
    await open(page, `/groups/term?groups=${await groupIds(page)}`)
    const [kelp, otters] = [column(page, 'Kelp Beds'), column(page, 'Otters')]
    // Otters is full, so it accepts no card
    const notMoved = await nameOf(cards(kelp).first())
    await cards(kelp).first().dragTo(otters)

    const card = cards(otters).filter({ hasText: 'Works at Stage 1' }).first()
    await card.dragTo(kelp)
    await kelp.getByText('from Otters').waitFor()
    await expect.poll(() => otters.getByText(notMoved).count()).toBe(0)

    await card.click()
    await page.getByRole('button', { name: 'Leave undecided' }).click()
    await kelp.getByText('from Otters').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Nothing is decided yet' }).waitFor()
  })

  test('shows other groups also where something is decided while they are on their way', async () => {
    const { page } = admin
    await open(page, `/groups/term?groups=${await groupIds(page)}`)
    const kelp = column(page, 'Kelp Beds')
    await cards(kelp).first().waitFor()
    const late = Promise.withResolvers<undefined>()
    await page.route('**/v1/term-board?*', async (route) => {
      await late.promise
      // the page may not wait for it any more
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('button', { name: 'Choose groups' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Terns/)
      .check()
    await page.getByRole('button', { name: 'Show 3 groups' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await cards(kelp).first().focus()
    const decided = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.keyboard.press('s')
    await decided
    late.resolve(undefined)
    await cards(column(page, 'Terns')).first().waitFor()
    await page.getByRole('button', { name: 'Apply: 0 move, 1 stays' }).waitFor()
    await page.unroute('**/v1/term-board?*')
    await cards(kelp).first().focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Nothing is decided yet' }).waitFor()
  })

  test('takes effect from the chosen day, also after a reload, and prints a page for each group', async () => {
    const { page } = admin
    await open(page, `/groups/term?groups=${await groupIds(page)}`)
    await page.getByText(/^2 of \d+ groups are shown\.$/).waitFor()
    const chosenDay = addDays(localDate(Date.now(), 'Europe/London'), 30)
    await fillDay(page.getByLabel('Takes effect on'), chosenDay)
    await page.getByText(/^Moves take effect from .+ on, all together\./).waitFor()
    // the button to apply is disabled and says why
    await expect.poll(() => page.getByRole('button', { name: 'Nothing is decided yet' }).isDisabled()).toBe(true)

    await page.reload()
    await expect.poll(() => page.getByLabel('Takes effect on').inputValue()).toBe(writtenDay(chosenDay))
    await cards(column(page, 'Otters')).first().waitFor()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    // each page of a PDF is an object of this type; `/Pages` is their list
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
  })
})
