import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { focused, pressIn, typeWhereFocused } from '../focus.ts'
import { mp4, pdf } from '#server/testing/sample-files.ts'
import { spreadsheetOf } from '#server/testing/spreadsheet.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** Two browsers of the author Marta Kowalska, which stand for two authors. */
let ann: Visit
let bob: Visit
const watch = new Watch()

/**
 * The longest time until an open page shows a change by itself. The bench `live` measures how long it takes on an idle
 * machine.
 */
const SHOWN_WITHIN_MS = 20_000

beforeAll(async () => {
  ann = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  bob = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
})

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const waitUntilSaved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()
const openScheme = async (page: Page, path: string) => {
  await page.goto(server.url('scheme', `/scheme/${path}`))
  await page.getByRole('treegrid').waitFor()
}

/** Chooses from the menu of a scheme in the list. */
async function chooseAction(page: Page, scheme: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${scheme}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The access token of an author, from the first call of `authorToken` on. */
let token = ''
async function authorToken(): Promise<string> {
  if (token === '') {
    const login = {
      client_id: 'aquila',
      type: 'ngo',
      email: 'scheme@aquila.example',
      password: DEMO_PASSWORD,
    }
    const { body } = await call(server, 'scheme', '/v1/auth/login', { body: login })
    token = (body as { token: string }).token
  }
  return token
}

/** The tree as the server has it, with the default values that its reply leaves out. */
async function rawTree(slug: string) {
  const reply = await call(server, 'scheme', `/v1/curriculum/${slug}?raw=1`, { token: await authorToken() })
  return nodesWithDefaults(reply.body as RawCurriculum)
}

describe('the list of schemes', () => {
  test('is searched by name, whatever the case, and says when nothing is found', async () => {
    const { page } = ann
    await page.getByRole('link', { name: 'Swim', exact: true }).waitFor()
    await page.getByLabel('Find a scheme').fill('wATER')
    await page.getByRole('link', { name: 'Swim', exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('list').getByRole('link').allTextContents()).toEqual(['Water safety'])

    await page.getByLabel('Find a scheme').fill('nothing like it')
    await page.getByText('No schemes found').waitFor()
    // the next tests need the complete list
    await page.getByLabel('Find a scheme').fill('')
  })

  test('says of each scheme how large it is, who is on it, and who changed it when', async () => {
    const { page } = ann
    await call(server, 'scheme', '/v1/schemes', {
      token: await authorToken(),
      body: { name: 'Counted', languages: ['en-GB'] },
    })
    await page.goto(server.url('scheme', '/scheme/counted'))
    await page.getByText('An empty scheme').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.name-field').fill('Only level')
    await page.keyboard.press('Enter')
    await waitUntilSaved(page)
    await page.goto(server.url('scheme', '/overview?list'))
    const item = page.getByRole('listitem').filter({ hasText: 'Counted' })
    await item.getByText('Levels: 1. Skills: 0. Members: 0.').waitFor()
    await item.getByText('Last changed today by Marta Kowalska').waitFor()
    // the demo's scheme, whose members are in groups
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Swim' })
      .getByText(/^Levels: \d+\. Skills: \d+\. Members: [1-9][\d,]*\.$/)
      .waitFor()
    await chooseAction(page, 'Counted', 'Delete')
    await page.getByLabel('Type the name: Counted').fill('Counted')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Counted' }).waitFor({ state: 'detached' })
  })

  test('creates a scheme with at least one language, renames it, and deletes it when its name is typed', async () => {
    const { page } = ann
    await page.getByRole('button', { name: 'New scheme' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Diving')
    await dialog.getByLabel('English').uncheck()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Choose at least one language.').waitFor()

    await dialog.getByLabel('Cymraeg').check()
    await dialog.getByLabel('English').check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('An empty scheme').waitFor()
    await page.getByRole('link', { name: 'Diving' }).click()

    await chooseAction(page, 'Diving', 'Change name and languages')
    await dialog.getByLabel('Name').fill('Plunging')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await chooseAction(page, 'Plunging', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Type the name first' }).waitFor()
    await page.getByLabel('Type the name: Plunging').fill('Plunging')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Plunging' }).waitFor({ state: 'detached' })
  })

  test('keeps the name that another author has given meanwhile to a scheme that gets a language', async () => {
    const { page } = ann
    const author = { token: await authorToken() }
    const made = await call(server, 'scheme', '/v1/schemes', {
      ...author,
      body: { name: 'Snorkel', languages: ['en-GB'] },
    })
    const { slug } = made.body as Scheme
    await page.reload()
    await chooseAction(page, 'Snorkel', 'Change name and languages')
    await call(server, 'scheme', `/v1/schemes/${slug}`, { ...author, method: 'PATCH', body: { name: 'Mask and fins' } })
    await page.getByRole('dialog').getByLabel('Cymraeg').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Mask and fins', exact: true }).waitFor()
    const { body } = await call(server, 'scheme', '/v1/schemes', author)
    expect((body as Scheme[]).find((scheme) => scheme.slug === slug)).toMatchObject({
      name: 'Mask and fins',
      languages: ['en-GB', 'cy-GB'],
    })
    await call(server, 'scheme', `/v1/schemes/${slug}`, { ...author, method: 'DELETE' })
    await page.reload()
  })

  test('shows deleted schemes when asked to, and brings them back', async () => {
    const { page } = ann
    await page.getByLabel('Include deleted').check()
    await page.getByRole('button', { name: 'Undelete Plunging' }).click()
    await page.getByRole('link', { name: 'Plunging' }).waitFor()
  })
})

/** Names the node that was just added, and waits until it has the focus. */
async function typeName(page: Page, name: string): Promise<void> {
  await page.locator('.name-field:focus').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await row(page, name).and(page.locator(':focus')).waitFor()
}

describe('by keyboard alone,', () => {
  test('the kind of a new node is changed in its field, a group inside a level takes two strokes, and a refusal says what can be done', async () => {
    const { page } = ann
    const keys = page.keyboard
    const body = { name: 'Kinds', languages: ['en-GB'] }
    await call(server, 'scheme', '/v1/schemes', { token: await authorToken(), body })
    await page.goto(server.url('scheme', '/scheme/kinds'))
    await page.getByText('An empty scheme').waitFor()
    await keys.press('Control+Enter')
    await typeName(page, 'Level one')

    await keys.press('Control+Shift+Enter')
    await page.getByRole('textbox', { name: 'Name of the new skill', exact: true }).waitFor()
    await keys.press('F4')
    await page.getByRole('textbox', { name: 'Name of the new skill group', exact: true }).waitFor()
    await typeName(page, 'Group one')

    // a press changes the kind, too, and keeps what is typed
    await keys.press('Control+Shift+Enter')
    await page.locator('.name-field:focus').waitFor()
    await keys.type('Skill ')
    await page.locator('.kinds').getByRole('button', { name: 'Level', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the new level', exact: true }).waitFor()
    await keys.press('F4')
    await page.getByRole('textbox', { name: 'Name of the new skill', exact: true }).waitFor()
    await keys.type('one')
    await keys.press('Enter')
    await row(page, 'Skill one').and(page.locator(':focus')).waitFor()

    await keys.press('Control+Shift+Enter')
    const dialog = page.getByRole('dialog', { name: 'This cannot be done' })
    await dialog.getByText('A skill can have nothing below it.').waitFor()
    await dialog.getByText('Add it after the skill (Ctrl Enter), or move both into a group.').waitFor()
    await pressIn(dialog, 'Escape')
    await row(page, 'Skill one').and(page.locator(':focus')).waitFor()

    await waitUntilSaved(page)
    expect((await rawTree('kinds')).nodes.map(({ title, t }) => [title['en'], t])).toEqual([
      ['Level one', 'l'],
      ['Group one', 'sg'],
      ['Skill one', 's'],
    ])
    const token = await authorToken()
    // an editor that hears of the deletion would still tell others that its author has left
    await page.goto(server.url('scheme', '/overview?list'))
    await call(server, 'scheme', '/v1/schemes/kinds', { token, method: 'DELETE' })
  })

  test('a scheme of ten levels is built, copied, moved, renamed, deleted and brought back', async () => {
    const { page } = ann
    const keys = page.keyboard
    // a new scheme, in whose form the name has the focus
    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'New scheme' }).focus()
    await keys.press('Enter')
    await typeWhereFocused(page, 'By keys')
    await keys.press('Enter')
    await page.getByText('An empty scheme').waitFor()

    // Control+Enter adds a sibling of the focused node, Control+Shift+Enter a child
    for (let level = 1; level <= 10; level++) {
      await keys.press('Control+Enter')
      await typeName(page, `Level ${level}`)
    }

    // two nodes are added under the last level, and the second is moved above the first
    await keys.press('Control+Shift+Enter')
    await typeName(page, 'Float')
    await keys.press('Control+Enter')
    await typeName(page, 'Glide')
    await keys.press('Alt+ArrowUp')
    await expect
      .poll(async () => (await rawTree('by-keys')).nodes.slice(-2).map((n) => n.title['en']))
      .toEqual(['Glide', 'Float'])

    // the copy of the level has its own ids and stands after the level
    await keys.press('Home')
    await row(page, 'Level 1').and(page.locator(':focus')).waitFor()
    await keys.press('End')
    await row(page, 'Float').and(page.locator(':focus')).waitFor()
    await keys.press('ArrowUp')
    await keys.press('ArrowUp')
    await row(page, 'Level 10').and(page.locator(':focus')).waitFor()

    await keys.press('Control+c')
    await keys.press('Control+v')
    // ten levels and two skills, and the copy of a level with its two skills
    await expect.poll(async () => (await rawTree('by-keys')).nodes.length).toBe(15)
    await page.locator('[data-key="/level-10-2"]:focus').waitFor()

    // the copy is renamed and deleted; undo takes back the deletion, then the new name and the copy; redo copies again
    await keys.press('F2')
    await typeName(page, 'Level 11')
    await keys.press('Delete')
    await row(page, 'Level 11').waitFor({ state: 'detached' })
    await keys.press('Control+z')
    await row(page, 'Level 11').waitFor()
    await keys.press('Control+z')
    await keys.press('Control+z')
    await row(page, 'Level 11').waitFor({ state: 'detached' })
    await keys.press('Control+y')
    await page.locator('[data-key="/level-10-2"]').waitFor()

    // when an undo removes the focused node, the focus moves to a neighbour
    await keys.press('Control+Enter')
    await typeName(page, 'Not kept')
    await keys.press('Control+z')
    await row(page, 'Not kept').waitFor({ state: 'detached' })
    await page.locator('[data-key="/level-10-2"]:focus').waitFor()

    // the keyboard jumps to the node, opens it, edits its title and goes back
    await keys.press('Control+k')
    await typeWhereFocused(page, 'float')
    await page.getByRole('option', { name: /Float/ }).first().waitFor()
    await keys.press('Enter')
    await page.locator('[data-key="/level-10/float"]:focus').waitFor()
    await keys.press('Enter')
    await page.locator('.title-field:focus').waitFor()
    await keys.press('Control+a')
    await keys.type('Float on back')
    await keys.press('Enter')
    await keys.press('Escape')
    await row(page, 'Float on back').and(page.locator(':focus')).waitFor()

    // the left arrow key moves to the parent and closes it
    await keys.press('ArrowLeft')
    await page.locator('[data-key="/level-10"]:focus').waitFor()
    await keys.press('ArrowLeft')
    await page.locator('[data-key="/level-10"][aria-expanded="false"]').waitFor()
    const kindOf = async () => (await rawTree('by-keys')).nodes.find((node) => node.id === '/level-10')?.t

    // F4 makes a skill group of the level, and undo takes that back
    await keys.press('F4')
    await expect.poll(kindOf).toBe('sg')
    await keys.press('Control+z')
    await expect.poll(kindOf).toBe('l')

    // the right arrow key opens a closed row; on an open row it moves to the first child
    await keys.press('ArrowRight')
    await page.locator('[data-key="/level-10/glide"]').waitFor()
    await keys.press('ArrowRight')
    await page.locator('[data-key="/level-10/glide"]:focus').waitFor()

    // Shift with an arrow key selects one node more or fewer, also where frames come late, as on a slow machine
    await page.evaluate(`const frame = requestAnimationFrame
      window.requestAnimationFrame = (callback) => frame(() => setTimeout(() => frame(callback), 200))`)
    await keys.press('ArrowLeft')
    await page.locator('[data-key="/level-10"]:focus').waitFor()
    for (const [key, selectedCount] of [
      ['Shift+ArrowUp', 2],
      ['Shift+ArrowUp', 3],
      ['Shift+ArrowDown', 2],
    ] as const) {
      await keys.press(key)
      await expect.poll(() => page.locator('.tree-grid [role=row][aria-selected=true]').count()).toBe(selectedCount)
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))')
    }

    await keys.press('F1')
    await pressIn(page.getByRole('dialog', { name: 'Keys' }), 'Escape')
    await waitUntilSaved(page)

    // what the server has stored in the end
    const { nodes } = await rawTree('by-keys')
    const levels = nodes.filter((node) => node.t === 'l' && node.parentId === null)
    expect(levels.map((node) => node.id)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `/level-${n + 1}`),
      '/level-10-2',
    ])
    expect(nodes.find((node) => node.id === '/level-10/float')?.title).toEqual({ en: 'Float on back' })
  })
})

describe('with the mouse,', () => {
  test('a dragged node moves to the row that says “Drop 1 here”, and a level cannot be dropped into itself', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-10')
    const middle = async (id: string) => {
      const box = await page.locator(`[data-key="${id}"]`).boundingBox()
      if (!box) throw new Error(`${id} is not in view`)
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    const dragTo = async (id: string) => page.mouse.move(...(await middle(id)), { steps: 8 })

    // the arrow of a row opens and closes it, and opens no node
    const level = page.locator('[data-key="/level-10"]')
    await level.getByRole('button', { name: 'Collapse Level 10' }).click()
    await level.and(page.locator('[aria-expanded=false]:focus')).waitFor()
    await level.getByRole('button', { name: 'Expand Level 10' }).click()
    await page.locator('[data-key="/level-10/glide"]').waitFor()

    await page.mouse.move(...(await middle('/level-10/glide')))
    await page.mouse.down()
    await dragTo('/level-9')
    await page.getByText('Drop 1 here').waitFor()
    await page.mouse.up()
    await expect
      .poll(async () => (await rawTree('by-keys')).nodes.find((node) => node.id === '/level-10/glide')?.parentId)
      .toBe('/level-9')

    await page.mouse.move(...(await middle('/level-10')))
    await page.mouse.down()
    await dragTo('/level-10/float')
    await page.getByText('A node cannot be inside itself').waitFor()
    await page.mouse.up()
    await expect.poll(() => page.locator('[data-key="/level-10"]').count()).toBe(1)
  })
})

test('a scheme that was prefetched and deleted meanwhile is not shown', async () => {
  await call(server, 'scheme', '/v1/schemes', { token, body: { name: 'Small', languages: ['en-GB'] } })
  const { page } = bob
  const prefetched = page.waitForResponse(/\/curriculum\/small\?/)
  await page.goto(server.url('scheme', '/overview?list'))
  const link = page.getByRole('link', { name: 'Small', exact: true })
  await link.hover()
  await (await prefetched).finished()

  const reply = await call(server, 'scheme', '/v1/schemes/small', { token, method: 'DELETE' })
  expect(reply.status).toBeLessThan(300)
  await link.click()
  await page.getByText('There is no such scheme').waitFor()
  await page.getByRole('link', { name: 'All schemes' }).click()
  await page.getByRole('heading', { name: 'Schemes' }).waitFor()
})

describe('when two authors edit at once,', () => {
  test('each sees the other’s changes, and both edits are kept', async () => {
    await Promise.all([openScheme(ann.page, 'by-keys/level-1'), openScheme(bob.page, 'by-keys/level-2')])
    const title = (page: Page) => page.locator('.title-field')
    await title(ann.page).fill('First')
    await title(ann.page).press('Enter')
    await title(bob.page).fill('Second')
    await title(bob.page).press('Enter')
    await row(bob.page, 'First').waitFor({ timeout: SHOWN_WITHIN_MS })
    await row(ann.page, 'Second').waitFor({ timeout: SHOWN_WITHIN_MS })
  })

  test('a prefetched scheme opens with what the other author has changed since, without a second request', async () => {
    await openScheme(bob.page, 'by-keys/level-2')
    let treeRequests = 0
    ann.page.on('request', (request) => {
      if (request.url().includes('/curriculum/by-keys?')) treeRequests++
    })
    const prefetched = ann.page.waitForResponse(/\/curriculum\/by-keys\?/)
    await ann.page.goto(server.url('scheme', '/overview?list'))
    const link = ann.page.getByRole('link', { name: 'By keys', exact: true })
    await link.hover()
    await (await prefetched).finished()

    // meanwhile the other author changes a title
    const title = bob.page.locator('.title-field')
    await title.fill('Two')
    await title.press('Enter')
    await waitUntilSaved(bob.page)

    let imageRequests = 0
    ann.page.on('request', (request) => {
      if (request.resourceType() === 'image') imageRequests++
    })
    await link.click()
    await row(ann.page, 'Two').waitFor()
    expect(treeRequests).toBe(1)
    // the editor's header has the scheme's name and no logo
    expect(imageRequests).toBe(0)

    // the focus stays where it is
    const undo = bob.page.getByRole('button', { name: 'Undo', exact: true })
    await undo.press('Enter')
    await row(ann.page, 'Second').waitFor({ timeout: SHOWN_WITHIN_MS })
    await expect.poll(() => undo.and(bob.page.locator(':focus')).count()).toBe(1)
  })

  test('a tree that arrives late has what the other author saved meanwhile', async () => {
    await openScheme(bob.page, 'by-keys/level-2')
    // without the event stream, because the announcement of the change may come earlier or not at all
    await ann.page.route('**/v1/events', () => {})

    // the first answer is read now, but arrives only after the other author has saved
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    const treeWasRead = new Promise<void>((done) => {
      void ann.page.route(
        /\/curriculum\/by-keys\?/,
        async (route) => {
          const headers = route.request().headers()
          const pageToken = headers['authorization']?.replace('Bearer ', '') ?? ''
          const tree = '/v1/curriculum/by-keys?raw=1'
          const { body } = await call(server, 'scheme', tree, { token: pageToken })
          done()
          await released
          // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
          await route.fulfill({ headers: { 'x-request-id': headers['x-request-id'] ?? '' }, json: body })
        },
        { times: 1 },
      )
    })

    await ann.page.goto(server.url('scheme', '/overview?list'))
    await ann.page.getByRole('link', { name: 'By keys', exact: true }).click()
    await treeWasRead

    const title = bob.page.locator('.title-field')
    await title.fill('Two')
    await title.press('Enter')
    await waitUntilSaved(bob.page)

    release()
    await row(ann.page, 'Two').waitFor({ timeout: SHOWN_WITHIN_MS })

    await ann.page.unroute('**/v1/events')
    await bob.page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await waitUntilSaved(bob.page)
  })

  test('an offline edit of a node that the other author deletes is taken back with the reason', async () => {
    await openScheme(ann.page, 'by-keys/level-3')
    await openScheme(bob.page, 'by-keys/level-4')

    await ann.context.setOffline(true)
    await ann.page.locator('.title-field').fill('Third')
    await ann.page.locator('.title-field').press('Enter')
    await ann.page.getByRole('img', { name: 'Offline, 1 change waits' }).waitFor()
    await row(ann.page, 'Third').waitFor()

    await row(bob.page, 'Level 3').click()
    await bob.page.keyboard.press('Delete')
    await row(bob.page, 'Level 3').waitFor({ state: 'detached' })
    await waitUntilSaved(bob.page)

    await ann.context.setOffline(false)
    await ann.page.getByText('another author has deleted it').waitFor()
    await row(ann.page, 'Third').waitFor({ state: 'detached' })
    await waitUntilSaved(ann.page)
  })
})

describe('what the tree does not allow', () => {
  test('is explained with links: a node that a rule needs is not deleted, and a circle of rules is named', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-5')
    await page.getByRole('button', { name: 'Condition' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a level or a skill').fill('Level 6')
    await dialog.getByLabel('Level 6').check()
    await dialog.getByRole('button', { name: 'Use these (1)' }).click()
    await waitUntilSaved(page)

    await row(page, 'Level 6').click()
    await page.keyboard.press('Delete')
    await dialog.getByText('Other nodes need it for their rules.').waitFor()
    await dialog.getByRole('button', { name: 'Level 5' }).click()
    await page.locator('[data-key="/level-5"]:focus').waitFor()

    await row(page, 'Level 6').click()
    await page.getByRole('button', { name: 'Condition' }).click()
    await dialog.getByLabel('Find a level or a skill').fill('Level 5')
    await dialog.getByLabel('Level 5').check()
    await dialog.getByRole('button', { name: 'Use these (1)' }).click()
    await dialog.getByText(/Level 5 → Level 6 → Level 5|Level 6 → Level 5 → Level 6/).waitFor()
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
  })
})

describe('a rule that changes progress', () => {
  test('is saved only when the author has read who gains and who loses', async () => {
    const { page } = ann
    await openScheme(page, 'swim/stage-4')
    await page.getByRole('button', { name: 'How many must be done' }).click()
    await page.getByRole('menuitem', { name: 'any 8' }).click()
    const dialog = page.getByRole('dialog', { name: /would gain Stage 4\. Nobody would lose it\./ })
    await dialog.waitFor()
    await dialog.getByText('No mark is changed.').waitFor()
    await dialog.getByRole('cell', { name: 'Harbour' }).waitFor()
    await expect
      .poll(async () => (await rawTree('swim')).nodes.find((node) => node.id === '/stage-4')?.completion)
      .toBeNull()

    await dialog.getByRole('button', { name: 'Keep editing' }).last().click()
    await page.getByText('Not saved yet: this changes progress.').waitFor()

    await page.getByRole('button', { name: 'Decide…' }).click()
    await dialog.getByRole('button', { name: 'Save and recalculate' }).click()
    await waitUntilSaved(page)
    await expect
      .poll(async () => (await rawTree('swim')).nodes.find((node) => node.id === '/stage-4')?.completion?.count)
      .toBe(8)
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  })

  test('waits unsaved when the author leaves the editor without a decision, and is offered on return', async () => {
    const { page } = ann
    await page.getByRole('button', { name: 'How many must be done' }).click()
    await page.getByRole('menuitem', { name: 'any 5', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).last().click()

    await page.getByRole('link', { name: 'Swim', exact: true }).click()
    await page.getByRole('heading', { name: 'Schemes' }).waitFor()
    await page.getByRole('link', { name: '1 change waits for you' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the change' }).click()
    await waitUntilSaved(page)
    await row(page, 'Stage 4').click()
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  })

  test('can be taken back instead of saved, and so can the change of a level to a skill group', async () => {
    const { page } = ann
    await page.getByRole('button', { name: 'How many must be done' }).click()
    await page.getByRole('menuitem', { name: 'any 2', exact: true }).click()
    await page.getByRole('button', { name: 'Discard the change' }).click()
    await waitUntilSaved(page)
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()

    await row(page, 'Stage 4').press('F4')
    await page.getByRole('button', { name: 'Discard the change' }).waitFor()
    // until the author decides, no message says that it is done
    expect(await page.getByText('1 node is now a skill group').count()).toBe(0)
    await page.getByRole('button', { name: 'Discard the change' }).click()
    await waitUntilSaved(page)
  })
})

describe('the content of a node', () => {
  test('is written in each language, saved by itself, and shown as parents see it', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-7')
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page.getByRole('menuitem', { name: 'Warning' }).click()
    await page.getByLabel('Heading, Warning').fill('Stay safe')
    await page.getByLabel('Text of Stay safe').fill('Only with a lifeguard.')
    await page.getByRole('region', { name: 'Preview' }).getByText('Only with a lifeguard.').waitFor()
    await page.reload()
    await page.getByRole('treegrid').waitFor()
    await expect.poll(() => page.getByLabel('Text of Stay safe').innerText()).toBe('Only with a lifeguard.')
  })

  test('is formatted, and links to an address or to a node found by its name', async () => {
    const { page } = ann
    const words = page.getByLabel('Text of Stay safe')
    await words.selectText()
    await page.getByRole('toolbar', { name: 'Format Stay safe' }).getByRole('button', { name: 'Bold' }).click()
    await page.getByRole('toolbar', { name: 'Format Stay safe' }).getByRole('button', { name: 'Link' }).click()

    const target = page.getByLabel('Address or name of a node')
    await target.fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Set link' }).click()
    await page.getByText('Enter an address that begins with').waitFor()
    await target.fill('level 8')
    await page.getByRole('dialog').getByRole('button', { name: 'Level 8', exact: true }).click()

    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('link', { name: 'Only with a lifeguard.' }).waitFor()
    await waitUntilSaved(page)
    const node = (await rawTree('by-keys')).nodes.find(({ id }) => id === '/level-7')
    expect(node?.content[0]?.value).toEqual({
      en: '<p><a href="/level-8"><strong>Only with a lifeguard.</strong></a></p>',
    })

    await preview.getByRole('link', { name: 'Only with a lifeguard.' }).click()
    await page.getByRole('region', { name: 'Level 8' }).waitFor()
  })

  test('keeps its title when the field is emptied, and the author is told so', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-7')
    const title = page.getByLabel('Title, English')
    const before = await title.inputValue()
    await title.fill('')
    // while the author pauses, the field itself says so
    const reason = 'A node needs a title in at least one language.'
    await page.getByRole('region', { name: before }).getByText(reason).waitFor()
    expect(await title.getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page)).toEqual([])
    await title.press('Tab')
    await page.getByText(`“Title, English” cannot be empty. It is “${before}” as before.`).waitFor()
    expect(await title.inputValue()).toBe(before)
    expect(await title.getAttribute('aria-invalid')).toBe(null)

    // also when the field is left for another node
    await page.reload()
    await title.fill(' ')
    await page.getByRole('row', { name: /^Level 8/ }).click()
    await page.getByText(`“Title, English” cannot be empty. It is “${before}” as before.`).waitFor()
  })
})

/** Records a film of 20 frames in the browser, which can make a picture of it; returns the bytes in base64. */
const FILM = `(async () => {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [160, 90]
  const paint = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const ended = new Promise((end) => recorder.addEventListener('stop', end))
  recorder.start()
  for (let frame = 0; frame < 20; frame++) {
    paint.fillStyle = frame % 2 ? '#1f9bcf' : '#eaf6fb'
    paint.fillRect(0, 0, 160, 90)
    await new Promise((next) => requestAnimationFrame(next))
  }
  recorder.stop()
  await ended
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
})()`

describe('a scheme', () => {
  test('has sections with names, and scales with a preview of the coach’s buttons, on one page', async () => {
    const { page } = ann
    await page.goto(server.url('scheme', '/overview?list'))
    await chooseAction(page, 'By keys', 'Sections, scales and videos')
    await page.getByRole('button', { name: 'Add a section' }).click()
    const newSection = page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Name, English') })
      .last()
    await expect.poll(() => focused(page)).toBe('textbox "Name, English"')

    // a section needs a name
    await newSection.getByLabel('Contains').focus()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await newSection.getByText('Each section needs a name in at least one language, for example Safety.').waitFor()
    await expect.poll(() => focused(page)).toBe('textbox "Name, English"')

    await newSection.getByLabel('Name, English').fill('For coaches')
    await newSection.getByLabel('Read by').selectOption('Coaches and clubs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').first().waitFor()

    // a scale with own labels
    const scale = page.getByRole('listitem').filter({ hasText: 'Scale 3' })
    await scale.getByLabel('Labels').selectOption('Own labels')
    await scale.getByLabel('Label of grade 3, English').fill('Splendid')
    await scale.getByRole('group').getByRole('button', { name: 'Splendid' }).waitFor()
    await scale.getByLabel('Passed at').selectOption('Good')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await rawTree('by-keys')).grades.find(({ grade }) => grade === 3))
      .toMatchObject({
        pass: 2,
        labels: ['N/A', 'Fair', 'Good', 'Splendid'],
        versions: [{ pass: 3, labels: ['N/A', 'Fair', 'Good', 'Pass'] }],
      })
    await expect
      .poll(async () => (await rawTree('by-keys')).sections.at(-1))
      .toMatchObject({ name: 'For coaches', visibility: 'coach' })
  })

  test('has sections for coaches alone, which the preview shows only as a coach sees it', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-7')
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page.getByRole('menuitem', { name: 'For coaches' }).click()
    await page.getByLabel('Text of For coaches').fill('Stand at the deep end.')
    await waitUntilSaved(page)

    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Only with a lifeguard.').waitFor()
    expect(await preview.getByText('Stand at the deep end.').count()).toBe(0)
    await preview.getByRole('button', { name: 'As a coach' }).click()
    await preview.getByText('Stand at the deep end.').waitFor()
    await preview.getByRole('heading', { name: 'For coaches' }).waitFor()
    await preview.getByText('Only with a lifeguard.').waitFor()
    await page.getByRole('button', { name: 'Remove For coaches' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('button "Add a section"')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitUntilSaved(page)
    await page.goto(server.url('scheme', '/overview/by-keys'))
  })

  test('has sections that the keyboard moves to an end of their list, where the focus stays on the section', async () => {
    const { page } = bob
    await page.goto(server.url('scheme', '/overview/swim'))
    // at the upper end of the list, a section cannot be moved up any more
    await page.getByRole('button', { name: 'Move Stay safe up' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('button "Move Stay safe down"')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    // and a removed one gives the focus to what follows
    await page.getByRole('button', { name: 'Add a section' }).press('Enter')
    await page.getByLabel('Name, English').last().waitFor()
    await page.getByRole('button', { name: /^Remove Section \d+/ }).press('Enter')
    await expect.poll(() => focused(page)).toBe('button "Add a section"')
  })

  test('has videos, uploaded or linked, which are shown at chosen skills, deleted and brought back', async () => {
    const { page } = bob
    await page.goto(server.url('scheme', '/overview/swim'))
    await page.getByLabel('Upload a video').setInputFiles({ name: 'Sculling.mp4', mimeType: 'video/mp4', buffer: mp4 })
    const film = page.getByRole('listitem').filter({ hasText: 'Sculling' })
    await film.getByText('Not shown anywhere').waitFor()

    await page.getByLabel('Name of a linked video').fill('Diving in')
    await page.getByLabel('Its address').fill('http://videos.example')
    await page.getByRole('button', { name: 'Link it' }).click()
    await page.getByText(/^An address begins with https/).waitFor()
    await page.getByLabel('Its address').fill('https://videos.example/dive')
    await page.getByRole('button', { name: 'Link it' }).click()
    await page.getByRole('link', { name: 'Diving in' }).waitFor()

    // shown at a skill, a video cannot be deleted
    await openScheme(page, 'swim/stage-4/tread-water-30-s')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('How to tread water').waitFor()
    await page.getByRole('checkbox', { name: 'Sculling' }).check()
    await preview.getByText('Sculling', { exact: true }).waitFor()
    await waitUntilSaved(page)
    await page.goto(server.url('scheme', '/overview/swim'))
    await film.getByText('Shown at').waitFor()
    expect(await film.getByRole('button', { name: 'Delete Sculling' }).isDisabled()).toBe(true)

    const linked = page.getByRole('link', { name: 'Diving in' })
    await page.getByRole('button', { name: 'Delete Diving in' }).click()
    await linked.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await linked.waitFor()
  })

  test('has a picture for each video, taken from the film or uploaded, and a video’s name can be changed', async () => {
    const { page } = bob
    const buffer = Buffer.from(await page.evaluate<string>(FILM), 'base64')
    await page.getByLabel('Upload a video').setInputFiles({ name: 'Gliding.webm', mimeType: 'video/webm', buffer })
    const film = page.getByRole('listitem').filter({ hasText: 'Gliding' })
    await film.locator('img').waitFor()

    const dialog = page.getByRole('dialog')
    const still = dialog.getByRole('img', { name: 'Picture of Gliding' })
    await page.getByRole('button', { name: 'Change Gliding' }).click()
    await still.waitFor()
    await dialog.getByRole('button', { name: 'Remove the picture' }).click()
    await dialog.getByText(/^No picture yet/).waitFor()
    await dialog
      .getByLabel('Another picture')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf })
    await dialog.getByText(/^This is not one of the types below/).waitFor()

    await dialog.getByRole('button', { name: 'Take one from the video' }).click()
    await still.waitFor()
    await dialog.getByLabel('Name').fill('Push and glide')
    await dialog.getByRole('button', { name: 'Save' }).click()

    const renamed = page.getByRole('listitem').filter({ hasText: 'Push and glide' })
    await renamed.locator('img').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await film.locator('img').waitFor()
    await renamed.waitFor({ state: 'detached' })
  })

  test('is exported as a file and imported as another scheme, after the dialog has named the row that does not fit', async () => {
    const { page } = ann
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Outline (CSV)' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    // one row more, whose parent does not exist
    const csv = `${Buffer.concat(chunks).toString('utf8')},/nowhere,Lost,skill,,\n`

    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'Plunging.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByText('has a parent that is not above it: /nowhere.').waitFor()
    await dialog.getByLabel('Name').fill('Brought in')
    await dialog.getByRole('button', { name: /^Import \d+ nodes?$/ }).click()
    await page.getByRole('treegrid', { name: 'Brought in' }).waitFor()

    const positions = async (slug: string) => (await rawTree(slug)).nodes.map(({ id, parentId }) => [id, parentId])
    expect(await positions('brought-in')).toEqual(await positions('by-keys'))
  })

  test('comes from another program’s table; how it is read is shown, and changed, before anything is written', async () => {
    const { page } = ann
    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    const choose = (name: string, content: Buffer) =>
      dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: content })
    await choose('Foreign.csv', Buffer.from('%PDF-1.7'))
    await dialog.getByText('This is a PDF, although its name says otherwise.').waitFor()
    await choose('Foreign.csv', Buffer.from('Code;Title\n1;"Float'))
    await dialog.getByText('In line 2 a quotation mark is never closed').waitFor()
    await choose(
      'Foreign.xlsx',
      spreadsheetOf({
        Notes: [['Ours']],
        Skills: [
          ['Stage', 'Skill'],
          ['Stage 1', 'Float, alone'],
          ['', 'Kick'],
        ],
      }),
    )
    await dialog.getByText('1 level · 2 skills').waitFor()
    await dialog.getByLabel('Sheet', { exact: true }).selectOption('Notes')
    await dialog.getByText('1 skill', { exact: true }).waitFor()

    // as a spreadsheet on Windows writes it
    const table = 'Code;Title;Notes;Year\n1;Entrée;;3\n1.1;Float;On the back;4\n1.2;Kick;;4\nTotal;;;11\n'
    await choose('Foreign.csv', Buffer.from(table, 'latin1'))
    await dialog.getByText('A table of another program.').waitFor()
    await dialog.getByText('1 level · 2 skills').waitFor()
    await dialog.getByText('2 new skills get it.').waitFor()
    for (const leftOut of ['Column “Year”, cells: 3', 'Totals at the end: 1']) await dialog.getByText(leftOut).waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page)).toEqual([])
    }
    await dialog.getByLabel('What says which row is below which').selectOption('flat')
    await dialog.getByText('3 skills').waitFor()
    // on a slow network a change does not lose the one before, to which no answer has come yet
    await page.route('**/v1/schemes/import', (route) => void setTimeout(() => void route.continue(), 500))
    await dialog.getByLabel('What says which row is below which').selectOption('number')
    await dialog.getByLabel('Code contains').selectOption('')
    await dialog.getByText('Column “Code”, cells: 3').waitFor()
    await dialog.getByLabel('Code contains').selectOption('id')
    await dialog.getByLabel('Scale of skills for which the file names none').selectOption('5')
    await dialog.getByText('1 level · 2 skills').waitFor()
    await page.unroute('**/v1/schemes/import')
    await dialog.getByRole('button', { name: 'Import 3 nodes' }).click()
    await page.getByRole('treegrid', { name: 'Foreign' }).waitFor()
    const nodes = async () =>
      (await rawTree('foreign')).nodes.map(({ title, grade, externalId }) => [title['en'], grade, externalId])
    expect(await nodes()).toEqual([
      ['Entrée', null, '1'],
      ['Float', 5, '1.1'],
      ['Kick', 5, '1.2'],
    ])

    // the next version of the table finds its nodes by their ids
    await page.getByRole('button', { name: 'Import a file into this scheme' }).click()
    await choose('Next.csv', Buffer.from(table.replace('Float', 'Float alone').replace('On the back', 'On the front')))
    const change = dialog.getByRole('listitem').filter({ hasText: 'title, content' })
    await change.waitFor()
    expect(await change.locator('del').allTextContents()).toEqual(['Float', 'On the back'])
    expect(await change.locator('ins').allTextContents()).toEqual(['On the front'])
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(async () => (await nodes())[1]).toEqual(['Float alone', 5, '1.1'])
    await openScheme(page, 'foreign/entree/float')
    await page.getByText('Where it was imported from, its id is 1.1.').waitFor()
  })

  test('is changed by an imported file in one batch beside another author’s edit; the changes are shown first and undone as one', async () => {
    const { page } = ann
    await page.goto(server.url('scheme', '/overview/brought-in'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Whole scheme (JSON)' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    const file = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SchemeFile
    const [first, second, ...others] = file.nodes
    if (!first || !second) throw new Error('a scheme without nodes')

    // meanwhile the other author changes the first node
    await openScheme(bob.page, `brought-in${first.id}`)
    await bob.page.locator('.title-field').fill('By Bob')
    await bob.page.keyboard.press('Enter')
    await waitUntilSaved(bob.page)

    await openScheme(page, 'brought-in')
    await page.getByRole('button', { name: 'Import a file into this scheme' }).click()
    const dialog = page.getByRole('dialog')
    const nodes = [first, { ...second, title: { ...second.title, en: 'By file', fr: 'Par fichier' } }, ...others]
    // 90 is the id of no section yet
    const sections = [...file.sections, { id: 90, name: { en: 'At home' }, type: 'text', visibility: 'all' }]
    const text = JSON.stringify({ ...file, languages: [...file.languages, 'fr-FR'], sections, nodes })
    const json = (body: string) => ({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(body) })

    await dialog.getByLabel('File').setInputFiles(json('{'))
    await dialog.getByText('This JSON file breaks off').waitFor()
    await dialog.getByLabel('File').setInputFiles(json(text))
    await dialog.getByText('1 changed').waitFor()
    await dialog.getByText('Language added: Français').waitFor()
    await dialog.getByText('Section added: At home').waitFor()

    const treeBefore = await rawTree('brought-in')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const titles = async () => (await rawTree('brought-in')).nodes.slice(0, 2).map((node) => node.title['en'])
    await expect.poll(titles).toEqual(['By Bob', 'By file'])
    // both open pages have the new language
    await page.getByRole('row').first().click()
    for (const editor of [page, bob.page]) await editor.getByLabel('Title, Français').waitFor()

    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => (await rawTree('brought-in')).nodes).toEqual(treeBefore.nodes)
    await expect.poll(async () => (await rawTree('brought-in')).languages).toEqual(treeBefore.languages)
    await page.getByLabel('Title, Français').waitFor({ state: 'detached' })
  })
})

test('the only scheme that is left opens by itself', async () => {
  const { page } = ann
  // all schemes but Swim are deleted
  await page.goto(server.url('scheme', '/overview?list'))
  for (const name of ['Brought in', 'By keys', 'Exercise library', 'Foreign', 'Plunging', 'Water safety']) {
    await chooseAction(page, name, 'Delete')
    await page.getByLabel(`Type the name: ${name}`).fill(name)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
  }
  await page.goto(server.url('scheme', '/'))
  await page.getByRole('treegrid', { name: 'Swim' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/scheme/swim')
})

describe('every screen', () => {
  const screens = ['/overview?list', '/overview/swim', '/scheme/swim/stage-4', '/scheme/swim/stage-4/ten-metres']
  test('has no accessibility violation, at any width, light and dark', async () => {
    const { page } = bob
    const allViolations: string[] = []
    for (const path of screens) {
      await page.goto(server.url('scheme', path))
      await page
        .locator(path.startsWith('/scheme') ? '[role=treegrid]' : 'main')
        .first()
        .waitFor({ state: 'attached' })
      // colours do not depend on the width
      for (const [width, colorScheme] of [
        [390, 'light'],
        [820, 'light'],
        [1440, 'light'],
        [1440, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const violation of await violations(page))
          allViolations.push(`${width} ${colorScheme} ${path}: ${violation}`)
      }
    }
    expect(allViolations).toEqual([])
  })

  test('has no accessibility violation in its dialogs', async () => {
    const { page } = bob
    const allViolations: string[] = []
    const check = async (name: string, role: 'dialog' | 'alertdialog' = 'dialog') => {
      await page.getByRole(role).waitFor()
      for (const violation of await violations(page)) allViolations.push(`${name}: ${violation}`)
      await pressIn(page.getByRole(role), 'Escape')
      await page.getByRole(role).waitFor({ state: 'detached' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await openScheme(page, 'swim/stage-4')
    await page.keyboard.press('Control+k')
    // the list says that there are more results than it shows, until the search finds fewer
    await page.getByText(/^50 of \d+ nodes\. Type more to find the others\.$/).waitFor()
    await page.getByLabel('Find a level or a skill').fill('float on')
    await page.getByText(/^Found: \d$/).waitFor()
    await page.getByLabel('Find a level or a skill').fill('')
    await check('jump')
    await page.keyboard.press('F1')
    await check('keys')
    await page.getByRole('button', { name: 'Condition' }).click()
    await check('nodes')
    await page.getByRole('button', { name: 'Import a file into this scheme' }).click()
    await check('import into')
    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'New scheme' }).click()
    await check('form')
    await chooseAction(page, 'Swim', 'Delete')
    await check('delete', 'alertdialog')
    await page.getByRole('button', { name: 'Import' }).click()
    await check('import')
    expect(allViolations).toEqual([])
  })

  test('fits a phone of 320 px without scrolling sideways', async () => {
    const { page } = bob
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of screens) {
      await page.goto(server.url('scheme', path))
      await page.getByRole('button', { name: 'Menu' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320)
    }
  })

  test('logs only the lost network, refused edits and deleted schemes, breaks no content policy and requests no other origin', () => {
    // 409: edits that the tree refuses; 400: a file that cannot be read; 404: the deleted scheme Small
    const expected = /ERR_INTERNET_DISCONNECTED|409 \(Conflict\)|400 \(Bad Request\).*\/import|404 .*\/small\b/
    expect(watch.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })
})
