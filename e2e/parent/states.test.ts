import type { Member } from '#contract/assessment/linked-member.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '#e2e/accessible.ts'
import { focused, tabTo } from '#e2e/focus.ts'
import { openBrowserWithLargeText, visit, waitUntilInstalled, Watch, type Visit } from '#e2e/browser.ts'
import { call } from '#e2e/running-server.ts'
import { planDemo } from '#demo/plan.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { lastFamily, show, states } from './states.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let parent: Visit
/** The parent's children as the server returns them. */
let realFamily: Member[]
const watch = new Watch()

beforeAll(async () => {
  parent = await visit(browser, server, 'parent', 'parent', watch, 320)
  // “1 skill to go” is shown as soon as the children are loaded
  await parent.page.getByText('to go').first().waitFor()
  realFamily = await lastFamily(parent.page)
})

describe('the overview', () => {
  test.each(states.map((state) => [state.name, state] as const))(
    'shows the state of a family (%s), fits a narrow phone, and has no accessibility violation',
    async (_name, state) => {
      const { page } = parent
      await show(page, state, realFamily)
      await page.reload()
      await page.getByText(state.shows).first().waitFor()
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
      expect(watch.problems).toEqual([])
    },
    30_000,
  )

  test('says that the children could not be loaded, also to those who do not see it, here and on the account page', async () => {
    const { page } = parent
    await page.unroute('**/v1/users/*/members?*')
    const isBroken = (url: URL) => /\/v1\/users\/[^/]+\/(members|sessions)$/.test(url.pathname)
    await page.route(isBroken, (route) => {
      // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
      const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
      return route.fulfill({ status: 500, headers, contentType: 'application/problem+json', body: '{}' })
    })
    // what was last seen would be shown in their place
    const forgetSeen = () => page.evaluate(`caches.delete('rungs-seen')`)
    const failed = page.getByRole('alert').getByText(/could not be loaded/)
    await forgetSeen()
    await page.reload()
    await failed.waitFor()
    await forgetSeen()
    await page.goto(server.url('parent', '/account'))
    await expect.poll(() => failed.count()).toBe(2)
    await page.unroute(isBroken)
    await page.goto(server.url('parent'))
    await page.getByText('to go').first().waitFor()
    watch.forget(/500/)
  })

  test('can be read with text of twice the size on a phone: the menu and what to practise at home', async () => {
    const { page } = parent
    await page.unroute('**/v1/users/*/members?*')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(server.url('parent', '/overview?curriculum='))
    const dialog = page.getByRole('dialog')
    const titles = dialog.getByRole('region').getByRole('listitem').locator('.grow')
    await titles.first().waitFor()
    await dialog.locator('.choices img').first().waitFor()
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    // in letters of the text's size; "Backstroke" has ten
    const widths = await titles.evaluateAll((elements) =>
      elements.map((element) => {
        const { clientWidth } = element as unknown as { clientWidth: number }
        return clientWidth / 32
      }),
    )
    expect(Math.min(...widths)).toBeGreaterThan(5)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await dialog.waitFor()
    const cut = await dialog.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number }
      return scrollWidth - clientWidth
    })
    expect(cut).toBe(0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(server.url('parent'))
  })

  test('can be read on a phone in a browser with text of twice the size', async () => {
    const large = await openBrowserWithLargeText()
    try {
      const { page } = await visit(large, server, 'parent', 'parent', watch, 390)
      await page.getByText('to go').first().waitFor()
      // the widths of titles, in letters; and the names of the buttons that are cut off
      const widths = await page.evaluate<number[]>(`
        [...document.querySelectorAll('.level h3, .ladder button, .banner h2')]
          .filter((title) => title.checkVisibility())
          .map((title) => title.clientWidth / parseFloat(getComputedStyle(title).fontSize))
      `)
      expect(widths.length).toBeGreaterThan(1)
      expect(Math.min(...widths)).toBeGreaterThan(2.5)
      const cut = await page.evaluate<string[]>(`
        [...document.querySelectorAll('main button')]
          .filter((button) => button.checkVisibility() && button.getBoundingClientRect().right > innerWidth)
          .map((button) => button.ariaLabel ?? button.textContent)
      `)
      expect(cut).toEqual([])
    } finally {
      await large.close()
    }
  })

  test('offers a parent without children two ways: the card’s number, or a letter to the club', async () => {
    const { page } = parent
    const [noChild] = states
    if (!noChild) throw new Error('no state')
    await show(page, noChild, realFamily)
    await page.reload()
    const letter = page.getByRole('link', { name: 'Write to your club' })
    const href = decodeURIComponent((await letter.getAttribute('href')) ?? '')
    expect(href).toMatch(/^mailto:\?.*Ffion O'Connor.*parent@aquila\.example/s)
    await page.getByRole('link', { name: 'Link with the number' }).press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^textbox "Membership number"/)
    await page.getByText('It looks like AQ-000-000').waitFor()
    await page.goto(server.url('parent'))
  })

  test('has a page of help: what the marks mean, how to link a child, and whom to ask', async () => {
    const { page } = parent
    await page.unroute('**/v1/users/*/members?*')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Help' }).click()
    const marks = page.getByRole('region', { name: 'What the marks mean' })
    for (const word of ['Done', 'In progress', 'Not started', 'Award'])
      await marks.getByRole('term').filter({ hasText: word }).waitFor()
    await page
      .getByRole('region', { name: 'Whom to ask' })
      .getByText(/^Harbour: coaches .*Anna Pritchard/)
      .waitFor()
    // the technical facts are on the page About
    expect(await page.getByText('API version').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Link with the number' }).click()
    await expect.poll(() => focused(page)).toMatch(/^textbox "Membership number"/)
    await page.goto(server.url('parent'))
  })

  test('shows what the server has now, also where the device’s clock was ahead at the last visit', async () => {
    const { page } = parent
    const week = 7 * 86_400_000
    const storedKey = (key: string) => `/seen/${key}`
    await page.evaluate(
      async ([url, at]) => {
        const { caches } = globalThis as unknown as {
          caches: {
            open(
              name: string,
            ): Promise<{ put(key: string, response: Response): Promise<void>; match(key: string): Promise<Response> }>
          }
        }
        const cache = await caches.open('rungs-seen')
        const stored = (await (await cache.match(url)).json()) as { data: object }
        await cache.put(url, new Response(JSON.stringify({ data: { ...stored.data, firstname: 'Former' }, at })))
      },
      [storedKey('me'), Date.now() + week] as const,
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Hello, Ffion' }).waitFor()
  })

  test('shows a new award until it is dismissed, which this browser alone remembers [9.25]', async () => {
    const { page } = parent
    // from here on the page gets the server's family
    await page.unroute('**/v1/users/*/members?*')
    const dismissedAwards = () =>
      page.evaluate<string[]>(`JSON.parse(localStorage.getItem('rungs.dismissed-awards') ?? '[]')`)
    const banner = page.getByRole('region', { name: 'New award' })

    await page.reload()
    await banner.waitFor()
    expect(await dismissedAwards()).toEqual([])
    // a reload does not dismiss it
    await page.reload()

    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^main/)
    const dismissed = await dismissedAwards()
    expect(dismissed.length).toBeGreaterThan(0)
    await page.reload()
    await page.getByText('to go').first().waitFor()
    expect([await banner.count(), await dismissedAwards()]).toEqual([0, dismissed])

    // only this browser's storage hides it
    await page.evaluate(`localStorage.removeItem('rungs.dismissed-awards')`)
    await page.reload()
    await banner.waitFor()
  })

  test('asks once whether to send a mail when a level is passed, and remembers the answer', async () => {
    const { page } = parent
    const question = page.getByRole('region', { name: 'Shall we send you an e-mail when a level is passed?' })
    await page.goto(server.url('parent'))
    await question.getByRole('button', { name: 'No' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toMatch(/^nothing/)
    await page.reload()
    await page.getByText('to go').first().waitFor()
    expect(await question.count()).toBe(0)

    // a browser that knows of no answer asks; a yes is the account's
    await page.evaluate(`localStorage.removeItem('rungs.declined-award-mail')`)
    await page.reload()
    await question.getByRole('button', { name: 'Yes, tell me' }).press('Enter')
    await page.locator('.toasts').getByText('You get an e-mail when a level is passed').waitFor()
    await question.waitFor({ state: 'detached' })
    await page.goto(server.url('parent', '/account'))
    const awardMail = page.getByRole('switch', { name: 'Tell me when a level is passed' })
    await expect.poll(() => awardMail.getAttribute('aria-checked')).toBe('true')
    await page.goto(server.url('parent'))
  })

  test('shows offline what was loaded last, and when', async () => {
    const { page, context } = parent
    await page.unroute('**/v1/users/*/members?*')
    await page.reload()
    await page.getByText('to go').first().waitFor()
    await waitUntilInstalled(page)

    await context.setOffline(true)
    await page.getByText('There is no network.').waitFor()
    await page.getByText('to go').first().waitFor()
    const lastUpdated = () => page.getByText('Last updated').first().textContent()
    await expect.poll(lastUpdated).toMatch(/\d\d:\d\d/)
    const before = await lastUpdated()

    await page.reload()
    await page.getByText('There is no network.').waitFor()
    await page.getByRole('article', { name: 'Siân' }).getByText('to go').first().waitFor()
    await expect.poll(lastUpdated).toBe(before)

    // what needs the network is grey, and says so when it is pressed
    const certificate = page.getByRole('button', { name: /^Certificate: / }).first()
    expect(await certificate.getAttribute('aria-disabled')).toBe('true')
    await certificate.press('Enter')
    await page.locator('.toasts').getByText('Certificates and PDFs need the network.').waitFor()

    await context.setOffline(false)
    await page.getByText('There is no network.').waitFor({ state: 'detached' })
  })

  test('prints an open skill alone on one page, and without one a page for each child', async () => {
    const { page } = parent
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url('parent'))
    const printedPages = async () => {
      const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      // each page of a PDF is an object of this type
      return paper.toString('latin1').match(/\/Type \/Page\b/g)?.length
    }
    await page
      .getByRole('button', { name: /^Backstroke, 10\sm/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Backstroke, 10\sm/ })
    await dialog.getByText('What to do').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await dialog.isVisible()).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Close' }).isVisible()).toBe(false)
    expect(await page.getByRole('article', { includeHidden: true }).first().isVisible()).toBe(false)
    expect(await dialog.evaluate((element) => element.getBoundingClientRect().left)).toBe(0)
    expect(await printedPages()).toBe(1)
    await page.emulateMedia({ media: null })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await printedPages()).toBe(await page.getByRole('article').count())
  })

  test('can be used by keyboard and screen reader: to a skill, through the curriculum and to the account', async () => {
    const { page } = parent
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url('parent'))
    await page.getByRole('article', { name: 'Siân' }).waitFor()
    // from the link that skips the header to a skill of a child
    await tabTo(page, /^link "Skip/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^button "Backstroke, 10\sm/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /Backstroke, 10\sm/ }).waitFor()
    // it is the last skill: the button that leads back to it has nothing more to do then, and keeps the focus
    await tabTo(page, /^button "Back"/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /Front crawl/ }).waitFor()
    await tabTo(page, /^button "Next"/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /Backstroke, 10\sm/ }).waitFor()
    expect(await focused(page)).toBe('button "Next"')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^button "Backstroke, 10\sm/)

    // through the curriculum
    await page.goto(server.url('parent'))
    await page.getByRole('article', { name: 'Siân' }).waitFor()
    await tabTo(page, /^link "Curriculum"/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'To practise at home' }).waitFor()
    await tabTo(page, /^button "Backstroke, 10\sm/)
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: /Backstroke, 10\sm/ }).waitFor()
    const spoken = await dialog.ariaSnapshot()
    expect(spoken).toMatch(/heading "Backstroke, 10\sm"/)
    // every button and link has a name
    expect(spoken).not.toMatch(/^\s*- (?:button|link|textbox|searchbox)\s*(?::|$)/m)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toMatch(/^nothing/)

    // to the account
    await tabTo(page, /^link "Account"/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Children linked to you' }).waitFor()
    expect(await page.getByRole('main').ariaSnapshot()).toMatch(/textbox "Membership number"/)
    await tabTo(page, /^switch "Tell me when a level is passed/)
    expect(watch.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([])
  })
})

/** The token of the demo's administrator at one of their clubs. */
async function adminTokenAt(club: string): Promise<string> {
  const email = 'admin@aquila.example'
  const login = { client_id: 'aquila', type: 'admin', email, password: DEMO_PASSWORD }
  const { body } = await call(server, 'club', '/v1/auth/login', { body: login })
  const { refresh_token } = body as { refresh_token: string }
  const change = { refresh_token, club_id: club }
  const changed = await call(server, 'club', '/v1/auth/change-club', { body: change })
  return (changed.body as { token: string }).token
}

describe('a family', () => {
  test('of several clubs and schemes sees each child’s groups with their clubs, next sessions and progress', async () => {
    const { members, groups, clubs } = planDemo('aquila', new Date())
    const groupsOf = (key: string) => groups.filter((group) => group.memberKeys.includes(key))
    // a child who is a member of two clubs, and one in two groups of another club
    const atTwoClubs = members.find(
      ({ key, clubKeys }) => clubKeys[0] === 'harbour' && clubKeys[1] === 'lakeside' && groupsOf(key).length === 1,
    )
    const inTwoGroups = members.find(({ key, clubKeys }) => clubKeys.join() === 'ty-coch' && groupsOf(key).length === 2)
    if (!atTwoClubs || !inTwoGroups) throw new Error('the demo has no such children')

    const [homeGroup] = groupsOf(atTwoClubs.key)
    const lakeside = clubs.find(({ key }) => key === 'lakeside')?.id ?? ''
    const awayGroup = groups.find((group) => group.clubKey === 'lakeside' && group.schemeSlug === 'water-safety')

    // the first child also enters a group of the second club
    const options = { token: await adminTokenAt(lakeside), body: { member_uuids: [atTwoClubs.id] } }
    const reply = await call(server, 'club', `/v1/groups/${awayGroup?.id}/members`, options)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)

    // a parent without children in the demo gets both
    for (const { ngoId } of [atTwoClubs, inTwoGroups]) {
      const invitation = ['newparent@aquila.example', 'Carys', 'Lloyd', '--member', ngoId]
      await server.rungs('invite', 'aquila', 'parent', ...invitation)
    }

    const { page, context } = await visit(browser, server, 'parent', 'newparent', watch, 390)
    const card = page.getByRole('article', { name: atTwoClubs.firstname })
    await card.getByText(`${homeGroup?.name}, Harbour · ${awayGroup?.name}, Lakeside`).waitFor()
    for (const group of [`${homeGroup?.name}, Harbour`, `${awayGroup?.name}, Lakeside`])
      await card.getByRole('listitem').filter({ hasText: group }).waitFor()
    await card.getByText(/^Swim, /).waitFor()
    await card.getByText(/^Water safety, /).waitFor()
    // each group is named twice, above the progress and among the sessions; the name of an only club is left out
    const otherCard = page.getByRole('article', { name: inTwoGroups.firstname })
    for (const { name } of groupsOf(inTwoGroups.key)) await otherCard.getByText(name).nth(1).waitFor()
    expect(await otherCard.getByText('Tŷ Coch').count()).toBe(0)
    expect(await violations(page)).toEqual([])

    // each of the two children gets one page
    await page.emulateMedia({ media: 'print' })
    const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
    await context.close()
  })

  test('still sees all other progress when a scheme of one of the children is deleted', async () => {
    const email = 'scheme@aquila.example'
    const login = { client_id: 'aquila', type: 'ngo', email, password: DEMO_PASSWORD }
    const { body } = await call(server, 'scheme', '/v1/auth/login', { body: login })
    const { token } = body as { token: string }
    const scheme = '/v1/schemes/water-safety'
    expect((await call(server, 'scheme', scheme, { token, method: 'DELETE' })).status).toBe(200)

    // a watch of its own, because the browser logs that the scheme does not exist
    const { page, context } = await visit(browser, server, 'parent', 'parent', new Watch(), 390)
    // Llŷr's groups work at both schemes
    const card = page.getByRole('article', { name: 'Llŷr' })
    await card.getByText(/^Swim, /).waitFor()
    expect(await card.getByText(/^Water safety, /).count()).toBe(0)
    await page.goto(server.url('parent', '/overview?curriculum=water-safety'))
    await page.getByRole('dialog').getByText('Skill or level not found').waitFor()

    await context.close()
    expect((await call(server, 'scheme', `${scheme}/undelete`, { token, method: 'POST' })).status).toBe(200)
  })
})
