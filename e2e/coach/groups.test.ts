import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { allDayGroup } from '../all-day-group.ts'
import { visit, waitUntilInstalled, Watch } from '../browser.ts'
import { typeWhereFocused } from '../focus.ts'
import { overflowWithLongWords } from '../long-words.ts'
import { answerChanged, call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let tablet: Page
const watch = new Watch()

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
})

/** The rows of the table of groups. */
const rows = () => tablet.locator('.later tbody tr')
// only the names are read, because the chips beside them depend on the time of day
const names = () => rows().locator('td:nth-child(2) .mid').allTextContents()
const dayPicker = () => tablet.getByLabel('Session date')
/** The last Thursday before today that the day picker offers; Lane 4 and Puffins meet on Thursdays. */
async function lastThursday(): Promise<string> {
  const options = await dayPicker().locator('option').all()
  const values = await Promise.all(options.map(async (option) => (await option.getAttribute('value')) ?? ''))
  // the first option is today; 4 stands for Thursday
  return values.slice(1).find((value) => new Date(`${value}T00:00Z`).getUTCDay() === 4) ?? ''
}

test('the select and the search field are at least 44 pixels high', async () => {
  const height = async (field: Locator) => (await field.boundingBox())?.height ?? 0
  await expect.poll(() => height(dayPicker())).toBeGreaterThanOrEqual(44)
  expect(await height(tablet.getByRole('searchbox', { name: 'Find a group' }))).toBeGreaterThanOrEqual(44)
})

test('the search begins after a pause, and a forbidden character shows one alert and changes nothing', async () => {
  const search = tablet.getByRole('searchbox', { name: 'Find a group' })
  await search.fill('MARL')
  await expect.poll(names).toEqual(['Marlins'])
  expect(tablet.url()).toContain('search=MARL')

  await search.fill('MARL!')
  await tablet.getByText('Search with letters, digits, spaces, hyphens and underscores.').waitFor()
  await expect.poll(() => names()).toEqual(['Marlins'])

  await search.fill('zz top')
  await tablet.getByText('No group has this name.').waitFor()
  // a letter that is deleted within the pause does not filter the list
  await search.fill('d')
  await search.fill('')
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
})

test('columns sort either way, the total is shown below, and a short list has no pager', async () => {
  await tablet.getByRole('button', { name: 'Members' }).click()
  const members = async () => (await rows().locator('td:last-child').allTextContents()).map(Number)
  await expect.poll(() => tablet.locator('th', { hasText: 'Members' }).getAttribute('aria-sort')).toBe('ascending')
  expect(await members()).toEqual((await members()).toSorted((a, b) => a - b))
  await tablet.getByRole('button', { name: 'Members' }).click()
  await expect.poll(() => tablet.locator('th', { hasText: 'Members' }).getAttribute('aria-sort')).toBe('descending')
  // `d` stands for descending
  expect(tablet.url()).toContain('sort=dmembers')
  expect(await members()).toEqual((await members()).toSorted((a, b) => b - a))
  await tablet
    .locator('.pager')
    .getByText(/^\d+ groups$/)
    .waitFor()
  expect(await tablet.getByLabel('Rows').count()).toBe(0)
})

test('another session day can be chosen, is named on every page it leads to, and is left by one button', async () => {
  const chosen = await lastThursday()
  await dayPicker().selectOption(chosen)
  await expect.poll(names).toContain('Lane 4')
  await tablet.getByText(/^This is Thu \w+ \d+\w+, not today$/).waitFor()
  expect(await tablet.getByText('Now', { exact: true }).count()).toBe(0)

  await tablet.getByRole('link', { name: 'Lane 4' }).click()
  await tablet.getByRole('heading', { name: 'Lane 4', level: 1 }).waitFor()
  await tablet.getByText(/^This is Thu/).waitFor()

  await tablet.getByRole('link', { name: 'By member' }).click()
  await tablet.getByText(/^Marks count for Thu \w+ \d+\w+, not for today$/).waitFor()
  expect(tablet.url()).toContain(`date=${chosen}`)

  await tablet.goto(server.url('coach', `/member-groups?date=${chosen}`))
  await tablet.getByRole('button', { name: 'Show today' }).click()
  await tablet.getByText('Now', { exact: true }).first().waitFor()
  expect(tablet.url()).not.toContain('date=')
})

test('an address with an invalid day, or one beyond the limit, shows today', async () => {
  for (const date of ['2020-01-01', '2099-01-01', 'x']) {
    await tablet.goto(server.url('coach', `/member-groups?date=${date}`))
    // the heading of the list of today's groups
    await tablet.getByText('All today').waitFor()
  }
})

test('one tap imports all groups of the club, which can be read but not marked, and another removes them', async () => {
  await tablet.getByRole('button', { name: 'Show all groups' }).click()
  await tablet.getByText(/groups are on this tablet/).waitFor()

  await dayPicker().selectOption(await lastThursday())
  await tablet.getByRole('link', { name: 'Puffins' }).click()
  await tablet.getByText('This is another coach’s group: Dewi Lloyd.').waitFor()
  expect(await tablet.getByRole('link', { name: 'Register' }).count()).toBe(0)
  expect(await tablet.locator('.members a').count()).toBe(0)
  await tablet.goto(`${tablet.url().replace(/\?.*/, '')}/member`)
  await tablet.getByText('This is another coach’s group').waitFor()
  await tablet.goto(server.url('coach', '/member-groups'))

  await tablet.getByRole('button', { name: 'Only my groups' }).click()
  await tablet.getByText(/of your groups are on this tablet/).waitFor()
  await dayPicker().selectOption(await lastThursday())
  await expect.poll(names).toContain('Lane 4')
  expect(await names()).not.toContain('Puffins')
})

test('a session of another coach’s group is taken over, planned for and given back', async () => {
  await tablet.getByRole('button', { name: 'Show all groups' }).click()
  await tablet.getByText(/groups are on this tablet/).waitFor()
  await dayPicker().selectOption(await lastThursday())
  await tablet.getByRole('link', { name: 'Puffins' }).click()

  // on a Thursday the session of today can be taken over, too
  const comingSession = tablet
    .getByRole('listitem')
    .filter({ hasText: /Thu \w+ \d+\w+/ })
    .last()
  await comingSession.getByRole('button', { name: 'Take over' }).click()
  await tablet.getByText(/^You cover Puffins, Thu/).waitFor()
  await comingSession.getByText('You cover it').waitFor()

  await tablet.goto(server.url('coach', '/member-groups'))
  await tablet.getByRole('button', { name: 'Only my groups' }).click()
  await tablet.getByText(/of your groups are on this tablet/).waitFor()
  // a group that the coach covers stays on the tablet, so that they can prepare for it
  await tablet.getByRole('link', { name: 'Puffins' }).click()
  await tablet.getByRole('link', { name: 'Session plan' }).click()
  await tablet.getByRole('button', { name: 'Choose a plan' }).waitFor()
  await tablet.getByRole('link', { name: 'Puffins' }).click()

  await tablet.getByRole('button', { name: 'Give back' }).click()
  await tablet.getByText(/^Puffins on Thu .* is back with its own coaches/).waitFor()
  await tablet.getByText('All today').waitFor()
  await expect.poll(() => tablet.getByRole('link', { name: 'Puffins' }).count()).toBe(0)
})

test('without network the groups open, and buttons that need it say so', async () => {
  await tablet.context().setOffline(true)
  const sync = tablet.getByRole('button', { name: 'Sync', exact: true })
  await expect.poll(() => sync.isDisabled()).toBe(true)
  await expect.poll(() => sync.getAttribute('title')).toBe('Syncing needs the network')

  const importAll = tablet.getByRole('button', { name: 'Show all groups' })
  expect([await importAll.isDisabled(), await importAll.getAttribute('title')]).toEqual([
    true,
    'Showing all groups needs the network',
  ])
  expect(await dayPicker().count()).toBe(0)

  await tablet.getByRole('link', { name: 'Marlins' }).first().click()
  await tablet.getByRole('heading', { name: 'Marlins', level: 1 }).waitFor()
  await tablet.context().setOffline(false)
})

test('a member of any group on the tablet is found by name in two taps, without network too', async () => {
  await tablet
    .getByText('All today')
    .or(tablet.getByRole('heading', { name: 'Marlins', level: 1 }))
    .first()
    .waitFor()
  await tablet.context().setOffline(true)
  await tablet.getByRole('button', { name: 'Find a member' }).click()
  await typeWhereFocused(tablet, 'zz')
  await tablet.getByText('No member on this tablet has this name.').waitFor()
  // without its accent and in capitals
  await tablet.getByRole('searchbox', { name: 'Name' }).fill('LLYR')
  const found = tablet.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Llŷr ap Rhys' })
  await found.first().waitFor()
  expect(await violations(tablet)).toEqual([])
  expect(await found.count()).toBe(1)
  await found.filter({ hasText: 'Dolphins' }).getByRole('link').first().click()
  await tablet.getByRole('heading', { name: 'Llŷr ap Rhys', level: 2 }).waitFor()
  await tablet.context().setOffline(false)
})

/** Another tablet of the same coach, for tests that change the server's answers. */
async function openAnotherTablet(width = 820): Promise<Page> {
  const { page } = await visit(browser, server, 'coach', 'coach', new Watch(), width)
  await page.getByText('All today').waitFor()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  return page
}
const tableHeads = (page: Page) => page.locator('.later th').allTextContents()

/** Sets how many past days can be chosen at the coach's clubs; it takes effect at the next login. */
async function setPastDays(days: number): Promise<void> {
  const logIn = async (portal: string, type: string, login: string) => {
    const body = { client_id: 'aquila', type, email: `${login}@aquila.example`, password: DEMO_PASSWORD }
    return (await call(server, portal, '/v1/auth/login', { body })).body as { token: string; clubs: { id: string }[] }
  }
  const { token } = await logIn('scheme', 'ngo', 'scheme')
  const { clubs } = await logIn('coach', 'coach', 'coach')
  for (const { id } of clubs) {
    const body = { features: { MAX_PAST_DAYS_ATTENDANCE: days } }
    const { status } = await call(server, 'scheme', `/v1/clubs/${id}/features`, { method: 'PUT', token, body })
    expect(status).toBe(200)
  }
}

test('the day picker needs at least one past day; coming days can always be read and planned without network, but never marked', async () => {
  await setPastDays(1)
  const oneDayTablet = await openAnotherTablet()
  // today and one past day
  await expect.poll(() => oneDayTablet.getByLabel('Session date').locator('option').count()).toBe(2)
  expect(await oneDayTablet.getByRole('button', { name: 'Show today' }).count()).toBe(0)
  await oneDayTablet.getByLabel('Session date').selectOption({ index: 1 })
  await oneDayTablet.getByRole('button', { name: 'Show today' }).waitFor()
  await oneDayTablet.context().close()

  await setPastDays(0)
  const noDayTablet = await openAnotherTablet(390)
  await expect.poll(() => noDayTablet.getByRole('button', { name: 'Sync', exact: true }).isEnabled()).toBe(true)
  expect(await noDayTablet.getByLabel('Session date').count()).toBe(0)
  await waitUntilInstalled(noDayTablet)

  // without network a coming day can be opened
  await noDayTablet.context().setOffline(true)
  const coming = noDayTablet.getByRole('navigation', { name: 'Coming days' }).getByRole('link')
  await coming.last().click()
  await noDayTablet.getByText(/^This is \w+ \w+ \d+\w+\. It can be read and planned/).waitFor()
  await expect.poll(() => coming.last().getAttribute('aria-current')).toBe('page')
  expect(await violations(noDayTablet)).toEqual([])
  expect(await noDayTablet.evaluate('scrollY')).toBe(0)
  const date = new URL(noDayTablet.url()).searchParams.get('date') ?? ''

  // a group on that day can be read, but not marked
  const row = noDayTablet.locator('.later tbody tr a').first()
  const heading = (await row.textContent()) ?? ''
  await row.click()
  await noDayTablet.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await noDayTablet.getByRole('link', { name: 'Show all members' }).waitFor()
  const groupPath = new URL(noDayTablet.url()).pathname
  expect([await noDayTablet.locator('.members a').count(), await noDayTablet.locator('.group-acts').count()]).toEqual([
    0, 0,
  ])
  expect(await noDayTablet.getByRole('link', { name: 'Badges' }).count()).toBe(0)
  expect(await violations(noDayTablet)).toEqual([])
  const members = await noDayTablet.locator('.members .name').count()
  expect(members).toBeGreaterThan(0)

  // the session of that day can be planned
  await noDayTablet.getByRole('link', { name: 'Session plan' }).click()
  await noDayTablet.getByRole('button', { name: 'Choose a plan' }).click()
  await noDayTablet.getByRole('dialog').locator('.choices button').first().click()
  await noDayTablet.getByText(`The plan was added to ${heading}.`).waitFor()
  await noDayTablet.getByRole('link', { name: `Back to ${heading}` }).click()
  await noDayTablet.getByText('It can be read and planned').waitFor()
  expect(new URL(noDayTablet.url()).searchParams.get('date')).toBe(date)
  for (const page of ['register', 'member', 'grid', 'skill']) {
    await noDayTablet.goto(server.url('coach', `${groupPath}/${page}?date=${date}`))
    await noDayTablet.getByText('It can be read and planned').waitFor()
    expect(new URL(noDayTablet.url()).pathname, page).toBe(groupPath)
  }
  await noDayTablet.getByRole('button', { name: 'Show today' }).click()
  await noDayTablet.getByRole('link', { name: 'Register' }).waitFor()
  await noDayTablet.context().close()
  // as in the demo
  await setPastDays(7)
})

/** A route handler that replaces the groups in a load by `count` copies of the group Dolphins, each changed. */
function replaceGroups(count: number, change: (group: object, n: number) => object) {
  type Loaded = { changes: { kind: string; key: string; data: object | null }[] }
  return (route: Route) =>
    answerChanged<Loaded>(server, 'coach', route, ({ changes, ...page }) => {
      const groups = changes.filter(({ kind }) => kind === 'group')
      const template = groups.find(({ data }) => data !== null && 'name' in data && data.name === 'Dolphins')
      const copies = Array.from({ length: template ? count : 0 }, (_, n) => {
        // any valid id, a different one for each copy
        const id = `5f0c0000-0000-4000-8000-${String(n).padStart(12, '0')}`
        return {
          kind: 'group',
          key: id,
          data: change({ ...template?.data, id, exceptions: [], name: `Group ${n}` }, n),
        }
      })
      return { ...page, changes: [...changes.filter((row) => !groups.includes(row)), ...copies] }
    })
}

test('the table has a time column only if a group has a time, and a pager from eleven groups on', async () => {
  const page = await openAnotherTablet(1440)
  const changes = '**/v1/sync/changes*'
  const total = (count: number) => page.getByText(`${count} groups`, { exact: true }).and(page.locator('.pager *'))
  const load = async (count: number, change: (group: object, n: number) => object) => {
    await page.route(changes, replaceGroups(count, change))
    await page.getByRole('button', { name: 'Sync', exact: true }).click()
    await total(count).waitFor()
    await page.unroute(changes)
  }
  const rowNames = () => page.locator('.later tbody td .whole').allTextContents()

  // without a time there is no column for it, and ten groups need no pager
  await load(10, (group) => ({ ...group, start_at: null }))
  expect(await tableHeads(page)).toEqual(['Group', 'Levels', 'Members'])
  expect(await page.getByLabel('Rows').count()).toBe(0)

  // one group has a time, and the eleventh brings the pager
  await load(11, (group, n) => ({ ...group, start_at: n === 10 ? '06:00' : null, total_members: 20 - n }))
  expect(await tableHeads(page)).toEqual(['Time', 'Group', 'Levels', 'Members'])
  expect((await rowNames())[0]).toBe('Group 10')
  expect(await page.getByLabel('Rows').locator('option').allTextContents()).toEqual(['10', '50', '100', '250'])
  expect(await page.locator('.later tbody tr').count()).toBe(10)
  await page.getByLabel('Rows').selectOption('50')
  await expect.poll(() => page.locator('.later tbody tr').count()).toBe(11)

  // the table is sorted by time at first, so the first press on Time reverses the order; only Group 10 has a time
  for (const head of ['Time', 'Group', 'Members']) {
    const order = async (direction: string) => {
      await page.getByRole('columnheader', { name: head }).getByRole('button').click()
      await expect.poll(() => page.getByRole('columnheader', { name: head }).getAttribute('aria-sort')).toBe(direction)
      return rowNames()
    }
    const first = await order(head === 'Time' ? 'descending' : 'ascending')
    const second = await order(head === 'Time' ? 'ascending' : 'descending')
    // by descending time Group 10 is the last row, by ascending time the first; other columns are only reversed
    expect(head === 'Time' ? [first.at(-1), second[0]] : second.toReversed(), head).toEqual(
      head === 'Time' ? ['Group 10', 'Group 10'] : first,
    )
  }
  await page.context().close()
})

test('every page of the coach opens by its address', async () => {
  const page = await openAnotherTablet()
  await page.locator('.later tbody').getByRole('link', { name: 'Dolphins' }).click()
  await page.getByRole('navigation', { name: 'What to do with this group' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/member-groups\/[\da-f-]{36}$/)
  const title = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const links = page.getByRole('dialog').getByRole('navigation').getByRole('link')
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual(['/member-groups', '/planning', '/scheme', '/reports', '/offline', '/switch-user', '/about'])

  for (const [path, words] of [
    ['/member-groups', 'Today’s groups'],
    ['/after-lesson', 'After the lesson'],
    ['/planning', 'Planning'],
    ['/planning/swim', 'Planning'],
    ['/scheme', 'Curriculum'],
    ['/reports', 'Reports'],
    ['/offline', 'Offline'],
    ['/switch-user', 'Switch user'],
    ['/about', 'About Rungs'],
  ] as const) {
    await page.goto(server.url('coach', path))
    await title.filter({ hasText: words }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }

  await page.goto(server.url('coach', '/planning/swim'))
  await page.locator('.plan-rows a').first().waitFor()
  for (const [path, words] of [
    ['/scheme/swim', 'Swim'],
    ['/scheme/swim/stage-4', /Stage 4/],
    ['/scheme/swim/stage-4/backstroke-10-m', 'Backstroke, 10 m'],
  ] as const) {
    await page.goto(server.url('coach', path))
    await page.getByRole('heading', { name: words, level: 2 }).waitFor()
  }
  await page.context().close()
})

test('a slot without a booking shows as unbooked, and a group limited to current levels allows no other marks', async () => {
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as { token: string }
  const listed = await call(server, 'club', '/v1/groups?search=Dolphins', { token })
  const [dolphins] = listed.body as { id: string; coaches: { uuid: string; firstname: string }[] }[]
  const { body } = await call(server, 'club', `/v1/groups/${dolphins?.id}`, { token })
  const { members } = body as { members: { uuid: string }[] }

  // two groups: a slot without members, and a limited group that the members of Dolphins enter
  const groupFields = {
    scheme_slug: 'swim',
    levels: ['/stage-4', '/stage-5'],
    assessment_level_limit: true,
    is_slot: true,
    start_at: '06:00',
    duration_minutes: 30,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    first_date: '2026-01-01',
    last_date: null,
    place: null,
    max_size: 12,
    age_from: null,
    age_to: null,
    coaches: (dolphins?.coaches ?? []).map(({ uuid }) => ({ uuid, from: '2026-01-01', to: null })),
  }
  for (const name of ['One to one', 'Limited']) {
    const { status } = await call(server, 'club', '/v1/groups', { token, body: { ...groupFields, name } })
    expect(status).toBe(201)
  }
  const [limited] = (await call(server, 'club', '/v1/groups?search=Limited', { token })).body as { id: string }[]
  const newMembers = { member_uuids: members.map(({ uuid }) => uuid) }
  const { status } = await call(server, 'club', `/v1/groups/${limited?.id}/members`, { token, body: newMembers })
  expect(status).toBeLessThan(300)

  await tablet.goto(server.url('coach', '/member-groups'))
  await expect.poll(() => rows().filter({ hasText: 'One to one' }).textContent()).toContain('Unbooked')
  await expect.poll(() => rows().filter({ hasText: 'Limited' }).textContent()).not.toContain('Unbooked')

  // from the table, because shortly before it begins the group is also shown as the next session
  await rows().getByRole('link', { name: 'Limited' }).click()
  await tablet.getByRole('link', { name: 'Amara Okafor' }).click()
  await tablet.getByRole('heading', { name: 'Amara Okafor', level: 2 }).waitFor()
  expect(await tablet.getByRole('group', { name: 'Level' }).count()).toBe(0)
  expect(await tablet.getByRole('button', { name: 'Choose skills' }).count()).toBe(0)
  await tablet.getByRole('link', { name: 'Back to Limited' }).click()

  // a skill of Stage 5, at which Amara does not work
  await tablet.getByRole('link', { name: 'By skill' }).click()
  await tablet.locator('.who h2').getByRole('button').click()
  await tablet.getByRole('dialog').getByRole('link', { name: 'Breaststroke kick, 10 m' }).click()
  await tablet.getByText('Works at Stage 4').first().waitFor()
  const amara = tablet.getByRole('group', { name: 'Amara Okafor' })
  await expect.poll(() => amara.getByRole('button').first().isDisabled()).toBe(true)
})

test('a child of two groups is shown in each at its current level, also when one leads to the other', async () => {
  await tablet.goto(server.url('coach', '/member-groups'))
  await rows().getByRole('link', { name: 'Dolphins' }).click()
  await tablet.getByRole('link', { name: 'Amara Okafor' }).click()
  await tablet.getByRole('group', { name: 'Level' }).getByRole('button', { name: 'Stage 5' }).click()
  const ofStage5 = tablet.getByRole('group', { name: 'Breaststroke kick, 10 m', exact: true })
  await ofStage5.waitFor()
  await tablet.getByRole('button', { name: 'Find a member' }).click()
  await tablet.getByRole('searchbox', { name: 'Name' }).fill('Amara')
  const found = tablet.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Amara Okafor' })
  await found.filter({ hasText: 'Limited' }).waitFor()
  const further = found.getByRole('link', { name: /^Limited/ })
  await ((await further.count()) > 0 ? further : found.getByRole('link').first()).click()
  await tablet.getByRole('heading', { name: 'Limited', level: 1 }).waitFor()
  await tablet.getByRole('group', { name: 'Front crawl, 10 m', exact: true }).waitFor()
  expect(await ofStage5.count()).toBe(0)
})

test('a jump from one group’s register to another’s takes no taps along to be undone', async () => {
  const back = (title: string) => tablet.getByRole('link', { name: `Back to ${title}` })
  const undo = tablet.getByRole('button', { name: 'Undo' })
  await tablet.goto(server.url('coach', '/member-groups'))
  for (const name of ['Dolphins', 'Limited']) {
    await rows().getByRole('link', { name }).click()
    // the list has links to registers, too, of the groups that meet now
    await tablet.getByRole('heading', { name, level: 1 }).waitFor()
    await tablet.getByRole('link', { name: 'Register' }).click()
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true')
    await tablet.getByRole('button', { name: /: Amara Okafor$/ }).click()
    await expect.poll(() => undo.getAttribute('aria-disabled')).not.toBe('true')
    if (name === 'Limited') continue
    await back(name).click()
    await tablet.getByRole('heading', { name, level: 1 }).waitFor()
    await tablet.getByRole('link', { name: /^Back to/ }).click()
  }
  // over the pages of the groups in between
  await tablet.evaluate('history.go(-4)')
  await tablet.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await tablet.getByRole('button', { name: /: Amara Okafor$/ }).waitFor()
  expect(await undo.getAttribute('aria-disabled')).toBe('true')
})

test('a group without members, or without a scheme, offers only what can be done there, and says why', async () => {
  const login = { client_id: 'aquila', type: 'admin', email: 'admin@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'club', '/v1/auth/login', { body: login })).body as { token: string }
  const [dolphins] = (await call(server, 'club', '/v1/groups?search=Dolphins', { token })).body as {
    id: string
    coaches: { uuid: string }[]
  }[]
  const { members } = (await call(server, 'club', `/v1/groups/${dolphins?.id}`, { token })).body as {
    members: { uuid: string }[]
  }
  const createGroup = async (name: string, scheme: string | null) => {
    const fields = allDayGroup({
      name,
      scheme,
      levels: scheme === null ? [] : ['/stage-4'],
      place: null,
      coaches: (dolphins?.coaches ?? []).map(({ uuid }) => uuid),
    })
    return (await call(server, 'club', '/v1/groups', { token, body: fields })).body as { id: string }
  }
  const empty = await createGroup('Trial lesson', 'swim')
  const free = await createGroup('Free swim', null)
  const someMembers = { member_uuids: members.slice(0, 2).map(({ uuid }) => uuid) }
  const entered = await call(server, 'club', `/v1/groups/${free.id}/members`, { token, body: someMembers })
  expect(entered.status).toBeLessThan(300)

  const { page } = await visit(browser, server, 'coach', 'coach', watch, 820)
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
  const menu = page.getByRole('navigation', { name: 'What to do with this group' })
  const menuNames = async () => (await menu.getByRole('link').allTextContents()).map((text) => text.trim())

  // nobody is in the group: a guest can be added to its register, and it can be planned
  await page.goto(server.url('coach', `/member-groups/${empty.id}`))
  await page.getByRole('heading', { name: 'No members' }).waitFor()
  expect(await menuNames()).toEqual(['Register', expect.stringMatching(/^Session plan/)])
  await page.goto(server.url('coach', `/member-groups/${empty.id}/skill`))
  await page.getByRole('heading', { name: 'No members' }).waitFor()
  await menu.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Child not on the list' }).waitFor()
  expect(await violations(page)).toEqual([])

  // a child whom the office enters meanwhile does not take away the name that is being typed
  await page.getByRole('button', { name: 'Child not on the list' }).click()
  const firstName = page.getByRole('dialog').getByLabel('First name')
  await firstName.fill('Nia')
  const oneMember = { member_uuids: members.slice(2, 3).map(({ uuid }) => uuid) }
  expect((await call(server, 'club', `/v1/groups/${empty.id}/members`, { token, body: oneMember })).status).toBe(200)
  await page.locator('.reg > li').waitFor()
  expect(await firstName.inputValue()).toBe('Nia')

  // nothing can be assessed: the register is taken, and no link leads to a page of marks
  await page.goto(server.url('coach', `/member-groups/${free.id}`))
  await page.getByRole('heading', { name: '2 members' }).waitFor()
  expect(await menu.getByRole('link', { name: /^(By member|By skill|Grid|Blank sheet)/ }).count()).toBe(0)
  await menu.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'All present' }).waitFor()
  expect(await page.getByRole('link', { name: 'Assess' }).count()).toBe(0)
  for (const path of ['member', 'skill', 'grid', 'sheet']) {
    await page.goto(server.url('coach', `/member-groups/${free.id}/${path}`))
    await page.getByText('This group has no levels to assess. The club office can add them.').waitFor()
  }
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

test('a tablet shows two columns, on the page of the groups only when it is wide, and a phone shows one', async () => {
  /** Whether the second element stands to the right of the first. */
  const isBeside = async (elements: Locator): Promise<boolean | null> => {
    const [first, second] = [await elements.nth(0).boundingBox(), await elements.nth(1).boundingBox()]
    return first && second && second.x >= first.x + first.width && second.y < first.y + first.height
  }
  await tablet.goto(server.url('coach', '/member-groups'))
  const dolphins = (await tablet.getByRole('link', { name: 'Dolphins' }).first().getAttribute('href')) ?? ''
  await tablet.goto(server.url('coach', dolphins))
  const child = (await tablet.locator('.members a').first().getAttribute('href')) ?? ''
  for (const [path, selector] of [
    ['/member-groups', '.columns > *'],
    [`${dolphins}/alerts`, '.alerts.medical li'],
    [child, '.skills > li'],
    [`${dolphins}/skill`, '.children > li'],
    [`${child}/history`, '.marks > li'],
    ['/switch-user', '.half'],
  ] as const) {
    await tablet.goto(server.url('coach', path))
    for (const width of [820, 1180, 390]) {
      await tablet.setViewportSize({ width, height: 900 })
      const oneColumn = path === '/member-groups' ? 820 : 390
      await expect.poll(() => isBeside(tablet.locator(selector)), { message: path }).toBe(width > oneColumn)
    }
  }
})

test('long names of groups, children and skills fit on the narrowest phone too', async () => {
  const overflowPx: Record<string, number> = {}
  for (const width of [320, 820]) {
    await tablet.setViewportSize({ width, height: 900 })
    const measure = async (pageName: string) =>
      (overflowPx[`${pageName} at ${width}`] = await overflowWithLongWords(tablet, /Dolphins|Kofi|Float/))
    await tablet.goto(server.url('coach', '/member-groups'))
    await tablet.getByRole('link', { name: 'Dolphins' }).first().waitFor()
    await measure('groups')
    await tablet.goto(server.url('coach', '/member-groups'))
    await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
    await tablet.getByRole('link', { name: 'Kofi Mensah' }).waitFor()
    const groupUrl = tablet.url()
    await measure('group')
    for (const [path, content] of [
      ['register', 'main li'],
      ['member', 'main h3'],
      ['grid', '.marks-grid .who-is'],
      ['skill', 'main li'],
    ] as const) {
      await tablet.goto(`${groupUrl}/${path}`)
      await tablet.locator(content).first().waitFor()
      await measure(path)
    }
    // the title of a dialog has the name, and the buttons stand below it
    await tablet.goto(groupUrl)
    await tablet.getByRole('link', { name: 'Kofi Mensah' }).click()
    await tablet.getByRole('button', { name: 'Add a note' }).click()
    await tablet.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
    await measure('dialog')
  }
  expect(Object.entries(overflowPx).filter(([, px]) => px > 0)).toEqual([])
})

test('the scheme page opens the only scheme at once', async () => {
  // the coach gets Swim as the only one of the schemes
  await tablet.route('**/v1/schemes', async (route) => {
    const headers = route.request().headers()
    const token = headers['authorization']?.replace('Bearer ', '') ?? ''
    const all = (await call(server, 'coach', '/v1/schemes', { token })).body as { slug: string }[]
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const replyHeaders = { 'x-request-id': headers['x-request-id'] ?? '' }
    await route.fulfill({ headers: replyHeaders, json: all.filter(({ slug }) => slug === 'swim') })
  })
  await tablet.goto(server.url('coach', '/scheme'))
  await tablet.getByRole('heading', { name: 'Swim', level: 2 }).waitFor()
  expect(new URL(tablet.url()).pathname).toBe('/scheme/swim')
  await tablet.unroute('**/v1/schemes')
})

test('the link of a curriculum that is gone leads on to the others', async () => {
  // a page whose log nobody reads: the browser writes the refused call into it
  const page = await tablet.context().newPage()
  await page.goto(server.url('coach', '/scheme/never-made'))
  await page.getByText('Skill or level not found').waitFor()
  await page.getByRole('button', { name: 'All curricula' }).click()
  await page.getByRole('button', { name: /^Swim/ }).waitFor()
  await page.close()
})

test('the list of a day says whether each register is missing, open or done, without network too', async () => {
  const row = tablet.locator('.later tbody tr').filter({ hasText: 'Dolphins' })
  await tablet.goto(server.url('coach', '/member-groups'))
  await row.getByText('Register open').waitFor()
  // the card of the group that is on now says it too, with its levels
  const card = tablet.getByRole('region', { name: 'Now: Dolphins' })
  await card.getByText('Register open').waitFor()
  await card.getByText(/^Stage 4, Stage 5\s· 8\smembers/).waitFor()
  await tablet.getByLabel('Session date').selectOption({ index: 1 })
  // the demo has no register of this group
  await row.getByText('Register missing').waitFor()

  await row.getByRole('link', { name: 'Dolphins' }).click()
  await waitUntilInstalled(tablet)
  await tablet.context().setOffline(true)
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: /: Amara Okafor$/ }).click()
  await tablet.getByText('1 here, 0 absent').waitFor()
  const back = async () => {
    await tablet.getByRole('link', { name: 'Back to Dolphins' }).click()
    await tablet.getByRole('link', { name: 'Back to Today’s groups' }).click()
  }
  await back()
  await row.getByText('Register open').waitFor()
  await row.getByRole('link', { name: 'Dolphins' }).click()
  await tablet.getByRole('link', { name: 'Register' }).click()
  await tablet.getByRole('button', { name: 'All present' }).click()
  await tablet.getByText('8 here, 0 absent').waitFor()
  await back()
  await row.getByText('Register done').waitFor()
  await tablet.context().setOffline(false)
})

test('the page has no accessibility violation and logged no errors', async () => {
  await tablet.goto(server.url('coach', '/member-groups'))
  await tablet.getByText('All today').waitFor()
  for (const width of [390, 820]) {
    await tablet.setViewportSize({ width, height: 900 })
    expect(await violations(tablet)).toEqual([])
  }
  // the browser logs each request that fails without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
