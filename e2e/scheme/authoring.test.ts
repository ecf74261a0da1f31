import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawCurriculum } from '#contract/authoring.ts'
import { openBrowser, visit, Watch, type Visit } from '../browser.ts'
import { call, RunningServer } from '../running-server.ts'

let server: RunningServer
let browser: Browser
let ann: Visit
let bob: Visit
const watch = new Watch()

/** Two authors at once see what the other did within this time. */
const SOON = 3_000

beforeAll(async () => {
  server = await RunningServer.create()
  await server.start()
  browser = await openBrowser()
  ann = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  bob = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  for (const { page } of [ann, bob]) page.setDefaultTimeout(10_000)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const saved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()
const openScheme = async (page: Page, path: string) => {
  await page.goto(server.url('scheme', `/scheme/${path}`))
  await page.getByRole('treegrid').waitFor()
}

let token = ''
/** The tree as the server has it. */
async function rawTree(slug: string): Promise<RawCurriculum> {
  if (token === '') {
    const login = {
      client_id: 'aquila',
      type: 'ngo',
      email: 'scheme@aquila.example',
      password: 'Rungs-demo-1!',
    }
    const { body } = await call(server, 'scheme', '/v1/auth/login', { body: login })
    token = (body as { token: string }).token
  }
  return (await call(server, 'scheme', `/v1/curriculum/${slug}?raw=1`, { token })).body as RawCurriculum
}

describe('the list of schemes', () => {
  test('is searched by name, whatever the case, and says when nothing is found', async () => {
    const { page } = ann
    await page.getByRole('link', { name: 'Swim', exact: true }).waitFor()
    await page.getByLabel('Find a scheme').fill('wATER')
    await page.getByRole('link', { name: 'Swim', exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('list').getByRole('link').allTextContents()).toEqual(['Water safety'])
    await page.getByLabel('Find a scheme').fill('nothing like it')
    await page.getByText('No schemes found').waitFor()
    await page.getByLabel('Find a scheme').fill('')
  })

  test('makes a scheme with at least one language, renames it, and deletes it when its name is typed', async () => {
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

    await page.getByRole('button', { name: 'Change name and languages of Diving' }).click()
    await dialog.getByLabel('Name').fill('Plunging')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Plunging' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Type the name first' }).waitFor()
    await page.getByLabel('Type its name to delete it: Plunging').fill('Plunging')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Plunging' }).waitFor({ state: 'detached' })
  })

  test('shows deleted ones where asked, and brings them back', async () => {
    const { page } = ann
    await page.getByLabel('Include deleted').check()
    await page.getByRole('button', { name: 'Undelete Plunging' }).click()
    await page.getByRole('link', { name: 'Plunging' }).waitFor()
  })
})

describe('by keyboard alone', () => {
  test('a scheme of ten levels is built, copied, moved, renamed, deleted and brought back', async () => {
    const { page } = ann
    const keys = page.keyboard
    const type = async (name: string) => {
      await page.locator('.name-field').waitFor()
      await keys.type(name)
      await keys.press('Enter')
      await row(page, name).and(page.locator(':focus')).waitFor()
    }
    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'New scheme' }).focus()
    await keys.press('Enter')
    await page.getByRole('dialog').waitFor()
    for (let n = 0; n < 9 && !(await page.locator('input:focus').count()); n++) await keys.press('Tab')
    await keys.type('By keys')
    await keys.press('Enter')
    await page.getByText('An empty scheme').waitFor()

    for (let level = 1; level <= 10; level++) {
      await keys.press('Control+Enter')
      await type(`Level ${level}`)
    }
    await keys.press('Control+Shift+Enter')
    await type('Float')
    await keys.press('Control+Enter')
    await type('Glide')
    await keys.press('Alt+ArrowUp')
    await expect
      .poll(async () => (await rawTree('by-keys')).nodes.slice(-2).map((n) => n.title['en']))
      .toEqual(['Glide', 'Float'])
    // the group's copy has its own ids and stands after the level
    await keys.press('Home')
    await row(page, 'Level 1').and(page.locator(':focus')).waitFor()
    await keys.press('End')
    await row(page, 'Float').and(page.locator(':focus')).waitFor()
    await keys.press('ArrowUp')
    await keys.press('ArrowUp')
    await row(page, 'Level 10').and(page.locator(':focus')).waitFor()
    await keys.press('Control+c')
    await keys.press('Control+v')
    await expect.poll(async () => (await rawTree('by-keys')).nodes.length).toBe(15)
    await page.locator('[data-key="/level-10-2"]:focus').waitFor()
    await keys.press('F2')
    await type('Level 11')
    await keys.press('Delete')
    await row(page, 'Level 11').waitFor({ state: 'detached' })
    await keys.press('Control+z')
    await row(page, 'Level 11').waitFor()
    await keys.press('Control+z')
    await keys.press('Control+z')
    await row(page, 'Level 11').waitFor({ state: 'detached' })
    await keys.press('Control+y')
    await page.locator('[data-key="/level-10-2"]').waitFor()
    // jump, into the node, its title, and back
    await keys.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await keys.type('float')
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
    await keys.press('F1')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await keys.press('Escape')
    await saved(page)
    const { nodes } = await rawTree('by-keys')
    const levels = nodes.filter((node) => node.t === 'l' && node.parentId === null)
    expect(levels.map((node) => node.id)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `/level-${n + 1}`),
      '/level-10-2',
    ])
    expect(nodes.find((node) => node.id === '/level-10/float')?.title).toEqual({ en: 'Float on back' })
  })
})

describe('with the mouse', () => {
  test('nodes are dragged to where they may go, the target is lit, a level is not dropped into itself', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-10')
    const middle = async (id: string) => {
      const box = await page.locator(`[data-key="${id}"]`).boundingBox()
      if (!box) throw new Error(`${id} is not in view`)
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    const dragTo = async (id: string) => page.mouse.move(...(await middle(id)), { steps: 8 })
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
    await page.getByText('A node cannot stand under itself').waitFor()
    await page.mouse.up()
    expect(await page.locator('[data-key="/level-10"]').count()).toBe(1)
  })
})

describe('two authors at once', () => {
  test('see each other’s changes, and both edits stand', async () => {
    await Promise.all([openScheme(ann.page, 'by-keys/level-1'), openScheme(bob.page, 'by-keys/level-2')])
    const title = (page: Page) => page.locator('.title-field')
    await title(ann.page).fill('First')
    await title(ann.page).press('Enter')
    await title(bob.page).fill('Second')
    await title(bob.page).press('Enter')
    await row(bob.page, 'First').waitFor({ timeout: SOON })
    await row(ann.page, 'Second').waitFor({ timeout: SOON })
  })

  test('what one deletes while the other edits it offline is taken back with the reason', async () => {
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
    await saved(bob.page)
    await ann.context.setOffline(false)
    await ann.page.getByText('another author has deleted it').waitFor({ timeout: 15_000 })
    await row(ann.page, 'Third').waitFor({ state: 'detached' })
    await saved(ann.page)
  })
})

describe('what the tree does not allow', () => {
  test('is said with links: a node that a rule needs is not deleted, a circle is named', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-5')
    await page.getByRole('button', { name: 'Condition' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a level or a skill').fill('Level 6')
    await dialog.getByLabel('Level 6').check()
    await dialog.getByRole('button', { name: 'Use these (1)' }).click()
    await saved(page)
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
    expect((await rawTree('swim')).nodes.find((node) => node.id === '/stage-4')?.completion).toBeNull()
    await dialog.getByRole('button', { name: 'Keep editing' }).last().click()
    await page.getByText('Not saved yet: this changes progress.').waitFor()
    await page.getByRole('button', { name: 'Decide…' }).click()
    await dialog.getByRole('button', { name: 'Save and recalculate' }).click()
    await saved(page)
    expect((await rawTree('swim')).nodes.find((node) => node.id === '/stage-4')?.completion?.count).toBe(8)
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  })

  test('waits when the editor is left before the author has decided, and is there on return', async () => {
    const { page } = ann
    await page.getByRole('button', { name: 'How many must be done' }).click()
    await page.getByRole('menuitem', { name: 'any 5', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).last().click()
    await page.getByRole('link', { name: 'Swim', exact: true }).click()
    await page.getByRole('heading', { name: 'Schemes' }).waitFor()
    await page.getByRole('link', { name: '1 change waits for you' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
    await saved(page)
    await row(page, 'Stage 4').click()
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  })

  test('can be taken back', async () => {
    const { page } = ann
    await page.getByRole('button', { name: 'How many must be done' }).click()
    await page.getByRole('menuitem', { name: 'any 2', exact: true }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await saved(page)
    await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  })
})

describe('the content of a node', () => {
  test('is written in each language, kept by itself, and shown as parents see it', async () => {
    const { page } = ann
    await openScheme(page, 'by-keys/level-7')
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page.getByRole('menuitem', { name: 'Warning' }).click()
    await page.getByLabel('Heading, Warning').fill('Stay safe')
    await page.getByLabel('Words of Stay safe').fill('Only with a lifeguard.')
    await page.getByRole('region', { name: 'Preview' }).getByText('Only with a lifeguard.').waitFor()
    await page.reload()
    await page.getByRole('treegrid').waitFor()
    expect(await page.getByLabel('Words of Stay safe').inputValue()).toBe('Only with a lifeguard.')
  })
})

test('the only scheme that is left opens by itself', async () => {
  const { page } = ann
  await page.goto(server.url('scheme', '/overview?list'))
  for (const name of ['By keys', 'Exercise library', 'Plunging', 'Water safety']) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await page.getByLabel(`Type its name to delete it: ${name}`).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
  }
  await page.goto(server.url('scheme', '/'))
  await page.getByRole('treegrid', { name: 'Swim' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/scheme/swim')
})

describe('every screen', () => {
  const screens = ['/overview?list', '/scheme/swim/stage-4', '/scheme/swim/stage-4/ten-metres']
  test('has no accessibility violation, at any width, light and dark', async () => {
    const { page } = bob
    const found: string[] = []
    for (const path of screens) {
      await page.goto(server.url('scheme', path))
      await page
        .locator(path.startsWith('/scheme') ? '[role=treegrid]' : 'main')
        .first()
        .waitFor({ state: 'attached' })
      for (const width of [390, 820, 1440])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
            .analyze()
          for (const v of violations)
            found.push(`${width} ${colorScheme} ${path}: ${v.id} ${v.nodes[0]?.html.slice(0, 160)}`)
        }
    }
    expect(found).toEqual([])
  })

  test('and so have its dialogs', async () => {
    const { page } = bob
    const found: string[] = []
    const check = async (name: string) => {
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      for (const v of violations) found.push(`${name}: ${v.id} ${v.nodes[0]?.html.slice(0, 160)}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await openScheme(page, 'swim/stage-4')
    await page.keyboard.press('Control+k')
    await check('jump')
    await page.keyboard.press('F1')
    await check('keys')
    await page.getByRole('button', { name: 'Condition' }).click()
    await check('nodes')
    await page.goto(server.url('scheme', '/overview?list'))
    await page.getByRole('button', { name: 'New scheme' }).click()
    await check('form')
    await page.getByRole('button', { name: 'Delete Swim' }).click()
    await check('delete')
    expect(found).toEqual([])
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

  test('logs nothing but the lost network and the refusal, breaks no policy and asks no other origin', () => {
    const expected = /ERR_INTERNET_DISCONNECTED|409 \(Conflict\)/
    expect(watch.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })
})
