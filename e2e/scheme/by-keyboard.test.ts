import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit, Watch, type Visit } from '../browser.ts'
import { focused, typeWhereFocused } from '../focus.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let author: Visit
const watch = new Watch()

beforeAll(async () => {
  author = await visit(browser, server, 'scheme', 'scheme', watch, 1440)
})

/** A practised typist needs 0.28 s for a key (Card, Moran and Newell 1980, average skilled typist). */
const STROKE_S = 0.28
/** And 1.35 s to think before each new thing: a name, a node, a dialog. */
const THOUGHT_S = 1.35

/** A person at the keyboard, whose strokes and thoughts are counted. A chord such as Ctrl Enter is one stroke. */
class Hands {
  strokes = 0
  thoughts = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key)
      this.strokes++
    }
  }

  /** Thinks of a text and types it. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.strokes += text.length
    this.thoughts++
  }

  /** Presses Tab until an element of this name has the focus. */
  async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    this.thoughts++
    for (let n = 0; n < 40; n++) {
      await this.press(key)
      if (name.test(await focused(this.#page))) return
    }
    throw new Error(`no ${name} within 40 tabs`)
  }

  get seconds(): number {
    return this.strokes * STROKE_S + this.thoughts * THOUGHT_S
  }
}

const SKILLS = ['Enter', 'Float', 'Glide', 'Kick', 'Roll', 'Turn', 'Dive', 'Exit']
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })

test('a scheme of three levels, each with two groups, eight skills and a rule, is built and released by keyboard in three minutes', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('link', { name: 'Swim', exact: true }).waitFor()
  const hands = new Hands(page)
  await hands.tabTo(/^button "New scheme"/)
  await hands.press('Enter')
  await page.getByRole('dialog').waitFor()
  // the dialog begins in its first field, and Enter sends it
  await hands.type('Canoe')
  await hands.press('Enter')
  await page.getByText('An empty scheme').waitFor()

  for (const [index, level] of ['One', 'Two', 'Three'].entries()) {
    // after the level before it, or as the first of all
    await hands.press('Control+Enter')
    await hands.type(level)
    await hands.press('Enter')
    await row(page, level).waitFor()
    // a group inside it is two strokes: inside, and another kind
    await hands.press('Control+Shift+Enter', 'F4')
    await hands.type(`${level} on land`)
    await hands.press('Enter')
    await row(page, `${level} on land`).waitFor()
    await hands.press('Control+Enter')
    await hands.type(`${level} afloat`)
    await hands.press('Enter')
    await row(page, `${level} afloat`).waitFor()
    // after a group comes a group, but the kind is changed in the field, backwards too
    for (const skill of SKILLS) {
      await hands.press('Control+Enter', ...(skill === SKILLS[0] ? ['Shift+F4'] : []))
      await hands.type(`${skill} ${index + 1}`)
      await hands.press('Enter')
      await row(page, `${skill} ${index + 1}`).waitFor()
    }
    // to the level, into it, and from its title to its rule
    // the next key comes before the level is open
    await Promise.all([hands.press('ArrowLeft'), hands.press('Enter')])
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe(level)
    await expect.poll(() => focused(page)).toMatch(/Title, English/)
    await hands.tabTo(/How many must be done/)
    await hands.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    // the menu begins at all ten
    await hands.press('ArrowDown', 'ArrowDown', 'Enter')
    // the menu gives the focus back
    await expect.poll(() => focused(page)).toBe('button "any 8: How many must be done"')
    await hands.press('Escape')
    await expect.poll(() => focused(page)).toBe(`row "${level}"`)
  }
  // the skills came with a scale; another one for a skill of the last level
  for (const [key, name] of [
    ['ArrowRight', 'Three on land'],
    ['ArrowDown', 'Three afloat'],
    ['ArrowDown', 'Enter 3'],
  ] as const) {
    await hands.press(key)
    await expect.poll(() => focused(page)).toBe(`row "${name}"`)
  }
  await hands.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/Title, English/)
  await hands.tabTo(/Scale/)
  await hands.press('ArrowUp', 'Escape')

  await page.getByRole('img', { name: 'Saved' }).waitFor()
  await hands.tabTo(/^button "Release"/, 'Shift+Tab')
  await hands.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await hands.tabTo(/^button "Release"/)
  await hands.press('Enter')
  await page.getByText('Canoe is released.').waitFor()
  expect(hands.seconds, `${hands.strokes} strokes, ${hands.thoughts} thoughts`).toBeLessThan(180)

  await page.goto(server.url('scheme', '/overview?list'))
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Canoe' })
    .getByText('Levels: 3. Skills: 24. Members: 0.')
    .waitFor()
  expect(watch.problems).toEqual([])
})

test('names typed one after the other are all kept, also where the tree moves the focus late, as on a slow machine', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'New scheme' }).click()
  await typeWhereFocused(page, 'Rowing')
  await page.keyboard.press('Enter')
  await page.getByText('An empty scheme').waitFor()
  await page.evaluate(`const timeout = setTimeout
    setTimeout = (work, ms = 0, ...values) => timeout(work, ms === 0 ? 100 : ms, ...values)`)
  for (const [name, ...keys] of [
    ['Stage', 'Control+Enter'],
    ['On land', 'Control+Shift+Enter', 'F4'],
    ['Afloat', 'Control+Enter'],
    ['Catch', 'Control+Enter', 'Shift+F4'],
    ['Drive', 'Control+Enter'],
    ['Finish', 'Control+Enter'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await row(page, name).waitFor()
  }
  // to the level and into it, while the focus is still on its way to the new row
  await Promise.all([page.keyboard.press('ArrowLeft'), page.keyboard.press('Enter')])
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Stage')
  await expect.poll(() => focused(page)).toMatch(/Title, English/)
  expect(watch.problems).toEqual([])
})

test('a key that is pressed at the moment at which a scheme is shown is not lost', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'New scheme' }).click()
  await typeWhereFocused(page, 'Sculling')
  // before the browser has painted the scheme, as on a slow machine
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes('An empty scheme')) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })`)
  await page.keyboard.press('Enter')
  await page.locator('.name-field').waitFor()
  expect(watch.problems).toEqual([])
})

test('the pane of a node keeps the focus when the way to it leads to another node', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/scheme/swim/stage-4/tread-water-30-s'))
  await page.getByRole('navigation', { name: 'Where it is' }).getByRole('button', { name: 'Stage 4' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('region "Stage 4"')
  // the next key goes on from there
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('textbox "Title, English"')
  expect(watch.problems).toEqual([])
})

test('the focus stays in the tree when all nodes are deleted and come back', async () => {
  const { page } = author
  await page.goto(server.url('scheme', '/overview?list'))
  await page.getByRole('button', { name: 'New scheme' }).click()
  await typeWhereFocused(page, 'Punting')
  await page.keyboard.press('Enter')
  await page.getByText('An empty scheme').waitFor()
  for (const name of ['Pole', 'Turn']) {
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe(`row "${name}"`)
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => focused(page)).toBe('button "Add the first level"')
  await page.keyboard.press('Control+z')
  await expect.poll(() => focused(page)).toBe('row "Pole"')
  expect(watch.problems).toEqual([])
})
