import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { pressIn } from '../focus.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

/** Two browsers of the author Marta Kowalska, which stand for two authors. */
let ann: Visit
let bob: Visit
const watch = new Watch()

beforeAll(async () => {
  ann = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
  bob = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
})

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const waitUntilSaved = (page: Page) => page.getByRole('img', { name: 'Saved' }).waitFor()
const side = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'What is edited' }).getByRole('button', { name })

let token = ''
/** Calls the API as an author; returns the body of the reply. */
async function asAuthor(path: string, body?: object): Promise<unknown> {
  if (token === '') {
    const login = { client_id: 'aquila', type: 'ngo', email: 'scheme@aquila.example', password: DEMO_PASSWORD }
    const reply = await call(server, 'scheme', '/v1/auth/login', { body: login })
    token = (reply.body as { token: string }).token
  }
  return (await call(server, 'scheme', `/v1${path}`, { token, ...(body ? { body } : {}) })).body
}
const liveNodes = async () => nodesWithDefaults((await asAuthor('/curriculum/swim?raw=1')) as RawCurriculum).nodes
async function liveNode(id: string) {
  return (await liveNodes()).find((node) => node.id === id)
}

test('a change of levels is saved in the working copy, which has its own address and is there after a reload', async () => {
  const { page } = ann
  await page.goto(server.url('scheme', '/scheme/swim/stage-4'))
  await page.getByText('Changes here are seen at once.').waitFor()
  await page.getByRole('button', { name: 'How many must be done' }).click()
  await page.getByRole('menuitem', { name: 'any 8', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /would gain Stage 4/ })
  await dialog.getByRole('button', { name: 'Save in the working copy' }).click()
  await side(page, 'Working copy · 1 change').waitFor()
  await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  expect(new URL(page.url()).search).toBe('?copy')
  expect((await liveNode('/stage-4'))?.completion).toBeNull()
  await page.reload()
  await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  expect(await side(page, /^Working copy/).getAttribute('aria-pressed')).toBe('true')
  await page.getByText(/Started today by Marta Kowalska/).waitFor()
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await side(page, 'Live').click()
  await page.getByText('A child passes Stage 4 when').getByText('all').waitFor()
})

test('shows what parents and coaches will see of it before its release, with made children', async () => {
  const { page } = ann
  await page.goto(server.url('scheme', '/scheme/swim/stage-4?copy'))
  const pane = page.getByRole('region', { name: 'Preview' })
  await pane.getByRole('heading', { name: 'Ben' }).waitFor()
  // by the rule of the copy: any 8 of the 10 skills
  await pane.getByText('6 done, 8 of 10 needed').waitFor()
  await pane.getByRole('button', { name: 'Larger preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByLabel('Child').selectOption({ label: 'Dylan: Level complete' })
  await dialog.getByRole('heading', { name: 'Dylan' }).waitFor()
  for (const audience of ['As a parent', 'As a coach']) {
    await dialog.getByRole('button', { name: audience }).click()
    for (const width of ['On a phone', 'On a tablet']) {
      await dialog.getByRole('button', { name: width }).click()
      expect(await violations(page)).toEqual([])
    }
  }
  await dialog.getByRole('group', { name: 'Tread water, 30 s' }).waitFor()
  await pressIn(dialog, 'Escape')

  // a skill: the parent's sheet, and the coach's list of children
  const skill = (await liveNodes()).find(
    ({ title, parentId }) => title['en'] === 'Tread water, 30 s' && parentId === '/stage-4',
  )
  await page.goto(server.url('scheme', `/scheme/swim${skill?.id}?copy`))
  await pane.getByText('Ben · Stage 4').waitFor()
  await pane.getByText(/^In progress: /).waitFor()
  await pane.getByRole('button', { name: 'As a coach' }).click()
  await pane.getByRole('group', { name: 'Carys Price' }).waitFor()
  // nine skills are enough by the rule of the copy
  await pane.getByRole('listitem').filter({ hasText: 'Carys Price' }).getByText('Level complete').waitFor()
})

test('its authors see each other’s changes, undo theirs, and a title that one writes is live at once', async () => {
  for (const { page } of [ann, bob]) {
    await page.goto(server.url('scheme', '/scheme/swim/stage-4?copy'))
    await row(page, 'Stage 4').waitFor()
  }
  const { page } = bob
  await row(page, 'Stage 4').click()
  await page.keyboard.press('Control+Enter')
  await page.locator('.name-field').fill('Stage 4 and a half')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row(ann.page, 'Stage 4 and a half').waitFor()
  await side(ann.page, 'Working copy · 2 changes').waitFor()
  await page.getByLabel('Undo', { exact: true }).click()
  await row(ann.page, 'Stage 4 and a half').waitFor({ state: 'detached' })
  await side(page, 'Working copy · 1 change').waitFor()

  await row(ann.page, 'Stage 5').click()
  await ann.page.getByText('/stage-5', { exact: true }).waitFor()
  await ann.page.locator('.title-field').fill('Stage Five')
  await ann.page.locator('.title-field').press('Tab')
  await row(ann.page, 'Stage Five').waitFor()
  await waitUntilSaved(ann.page)
  await row(page, 'Stage Five').waitFor()
  expect((await liveNode('/stage-5'))?.title['en']).toBe('Stage Five')
  await side(page, 'Working copy · 1 change').waitFor()
})

test('two authors of it see each other, and a text that both changed is lost by neither', async () => {
  const printed = await server.rungs('invite', 'aquila', 'ngo', 'nia@aquila.example', 'Nia', 'Rees', '--print-link')
  const invitation = /token=([^\s&]+)/.exec(printed)?.[1] ?? printed
  await call(server, 'scheme', '/v1/auth/set-password', { body: { token: invitation, password: DEMO_PASSWORD } })
  const nia = await visit(browser, server, 'scheme', 'nia', watch, 1440)
  const { page } = ann
  for (const each of [page, nia.page]) await each.goto(server.url('scheme', '/scheme/swim/stage-5?copy'))
  await page.getByRole('button', { name: 'Nia Rees is at Stage Five' }).waitFor()
  const title = (of: Page) => of.locator('.title-field')
  // so that her text is not on the server before the other one, however slow this machine is
  await page.context().setOffline(true)
  await title(page).fill('Marta’s fifth')
  await title(page).press('Tab')
  await title(nia.page).fill('Nia’s fifth')
  await title(nia.page).press('Enter')
  await waitUntilSaved(nia.page)
  await page.context().setOffline(false)
  const strip = page.getByRole('alert').filter({ hasText: 'Nia Rees has changed a text that you changed too' })
  await strip.waitFor()
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await strip.getByRole('button', { name: 'Compare…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nia Rees has changed this text too' })
  expect(await dialog.getByLabel('Yours, not saved').inputValue()).toBe('Marta’s fifth')
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await waitUntilSaved(page)
  await expect.poll(() => title(page).inputValue()).toBe('Nia’s fifth')
  expect((await liveNode('/stage-5'))?.title['en']).toBe('Nia’s fifth')
  await nia.context.close()
  // the browser logs that it could not reach the server
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
})

test('its release asks about what was changed live too, shows the impact, and is one step that undo takes back', async () => {
  const { page } = ann
  await page.goto(server.url('scheme', '/scheme/swim/stage-4?copy'))
  const ids = (await liveNodes()).filter(({ parentId }) => parentId === '/stage-4').map(({ id }) => id)
  const set = { completion: { ids, count: ids.length - 1 } }
  await asAuthor('/curriculum/swim/edits', { base: 0, edits: [{ do: 'set', id: '/stage-4', set }] })
  // a skill that the copy deletes and that gets another title live
  const id = (await liveNodes()).find(({ parentId }) => parentId === '/stage-6')?.id ?? ''
  const { copy } = (await asAuthor('/curriculum/swim/working-copy')) as WorkingCopyState
  await asAuthor('/curriculum/swim/working-copy/edits', {
    copy: copy?.id,
    base: 0,
    edits: [{ do: 'remove', ids: [id] }],
  })
  const renamed: Edit = { do: 'set', id, set: { title: { en: 'Wanted after all' } } }
  await asAuthor('/curriculum/swim/edits', { base: 0, edits: [renamed] })
  await side(page, 'Working copy · 2 changes').waitFor()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Release the working copy?' })
  await dialog.getByRole('heading', { name: '2 conflicts' }).waitFor()
  const release = dialog.getByRole('button', { name: 'Release', exact: true })
  expect(await release.isDisabled()).toBe(true)
  const conflict = (of: string) => dialog.getByRole('listitem').filter({ hasText: of })
  await conflict('Stage 4').getByRole('button', { name: 'Take the working copy’s' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
  await conflict('Wanted after all').getByText('Changed meanwhile: title').waitFor()
  expect(await release.isDisabled()).toBe(true)
  await conflict('Wanted after all').getByRole('button', { name: 'Keep what is live' }).click()
  await dialog.getByRole('cell', { name: 'Harbour' }).waitFor()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
  }
  await expect.poll(() => release.isDisabled()).toBe(false)
  await release.click()
  await page.getByText('The working copy is released. Undo reverts all of it.').waitFor()
  await page.getByText('A child passes Stage 4 when').getByText('any 8').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect((await liveNode('/stage-4'))?.completion?.count).toBe(8)
  expect((await liveNode(id))?.title['en']).toBe('Wanted after all')
  // whoever still has the copy open is told what became of it
  await bob.page.getByText(/Marta Kowalska released the working copy today/).waitFor()
  await bob.page.getByRole('link', { name: 'Open the live scheme' }).click()
  await row(bob.page, 'Stage 4').waitFor()

  await page.getByLabel('Undo', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save and recalculate' }).click()
  await waitUntilSaved(page)
  expect((await liveNode('/stage-4'))?.completion?.count).toBe(ids.length - 1)
})

test('is started from the live scheme and discarded after a question', async () => {
  const { page } = ann
  await page.getByRole('button', { name: 'Work in a copy' }).click()
  await side(page, 'Working copy · 0 changes').waitFor()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Discard the working copy?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await page.getByText('The working copy is discarded.').waitFor()
  await page.getByText('Changes here are seen at once.').waitFor()
  // the browser logs that the other author's page asked for a copy that had ended
  watch.forget(/status of 412 .*working-copy/)
  expect(watch.problems).toEqual([])
})
