import type { BrowserContext, Page, Request } from 'playwright-core'
import { openBrowser } from '#e2e/browser.ts'
import { AUTHOR, CLIENT, COACH, PASSWORD } from '#e2e/prove/proof-club.ts'
import { withProofSetup, type ProofSetup } from '#e2e/prove/proof-setup.ts'
import type { Row } from './table.ts'

/** How many times slower than this machine a cheap tablet is. */
const SLOWDOWN = 4
const SKILLS = 10
const TAPS = 60
const OPENS = 40
const STARTS = 10
const SEARCHED_TEXT = 'skill-17'
/** The pause between keys of a fast typist. Without a pause each key would also wait for those before it. */
const KEY_MS = 80
const SEARCHES = 5
/** A person takes this long to read a link before pressing it. */
const READING_MS = 500
/** A mouse is over a link for at least this long before the click. */
const POINTING_MS = 200
/** The number of rows in a window of 1,180 px below header and tools. */
const WINDOW_ROWS = 31
const LARGE_SCHEME = { levels: 50, skills: 299 }

/**
 * Runs in every page before its own scripts: it records how long taps and keys take, and when an element is painted.
 */
const WATCH_SCRIPT = `
  window.taps = new Map()
  window.keys = []
  new PerformanceObserver((list) => {
    for (const e of list.getEntries())
      if (e.interactionId) window.taps.set(e.interactionId, Math.max(e.duration, window.taps.get(e.interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  const done = new MessageChannel()
  const began = []
  addEventListener('beforeinput', () => began.push(performance.now()), true)
  // a message comes after the microtasks in which React draws
  addEventListener('input', () => done.port2.postMessage(0), true)
  done.port1.onmessage = () => window.keys.push(performance.now() - began.shift())
  // a check in every frame would make the browser draw additional frames
  window.painted = (selector) => new Promise((resolve) => {
    const there = () => document.querySelector(selector) !== null
    const seen = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    if (there()) return seen()
    new MutationObserver((_, watch) => {
      if (!there()) return
      watch.disconnect()
      seen()
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
`

function percentile95(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? Number.NaN
}

/** Opens a slowed-down page. Only one should be open, because it keeps a core busy even when it is idle. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(WATCH_SCRIPT)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

/** The browser's own time for a tap that changes a button and for a key in a field, on a page without the product. */
async function measureEmptyPage(context: BrowserContext): Promise<{ tap: number; key: number }> {
  const page = await openPage(context)
  await page.goto(
    'data:text/html,<button onclick="this.textContent = Date.now()">tap</button><input><script>/* nothing */</script>',
  )
  for (let k = 0; k < TAPS; k++) await page.getByRole('button').click()
  for (let k = 0; k < SEARCHES; k++) await page.getByRole('textbox').pressSequentially(SEARCHED_TEXT, { delay: KEY_MS })
  const found = {
    tap: percentile95(await tapTimes(page, TAPS)),
    key: percentile95(await page.evaluate<number[]>('window.keys')),
  }
  await page.close()
  return found
}

/**
 * For each tap, the time to the next paint. The browser reports only those longer than a frame; others count as 16 ms.
 */
async function tapTimes(page: Page, count: number): Promise<number[]> {
  await page.waitForTimeout(300)
  const reported = await page.evaluate<number[]>('[...window.taps.values()]')
  return [...reported, ...Array.from({ length: Math.max(0, count - reported.length) }, () => 16)]
}

async function logIn(page: Page, at: (path: string) => string): Promise<void> {
  await page.goto(at('/'))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill(COACH)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Dolphins' }).first().waitFor()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
}

/** The times until the first row is painted and until rows fill the window, in ms. */
interface RowTimes {
  firstRow: number
  fullWindow: number
}

/**
 * Opens the scheme from its link `OPENS` times, after a reload each; the mouse is over the link for `restsMs` before
 * the click; `prepare` may replace the page before.
 */
async function measureRowTimes(
  page: Page,
  address: string,
  restsMs: number,
  prepare: () => Promise<void>,
): Promise<RowTimes> {
  /** Of each opening the time to the first row and to the last row of the window. */
  const times: number[][] = []
  for (let k = 0; k < OPENS; k++) {
    await page.goto(address)
    await prepare()
    const link = page.getByRole('link', { name: 'Swim' }).first()
    await link.waitFor()
    await page.waitForTimeout(READING_MS)
    const rowAt = (position: number) => `.tree-grid [role=row][aria-posinset="${position}"]`
    const selectors = [rowAt(1), rowAt(WINDOW_ROWS)]
    times.push(
      await timesUntilPainted(page, selectors, async () => {
        if (restsMs > 0) await link.hover()
        await page.waitForTimeout(restsMs)
        await link.click()
      }),
    )
  }
  return {
    firstRow: percentile95(times.map(([first = NaN]) => first)),
    fullWindow: percentile95(times.map(([, last = NaN]) => last)),
  }
}

/** The limit for opening a tree: a page that fetches and parses the same document and draws as many plain rows. */
async function measurePlainRows(page: Page, address: string, treeRequest: Request): Promise<RowTimes> {
  const { authorization = '' } = await treeRequest.allHeaders()
  return measureRowTimes(page, address, 0, () =>
    page.evaluate(`
      const element = (tag, properties) => Object.assign(document.createElement(tag), properties)
      const list = element('div', { className: 'tree-grid' })
      const open = async () => {
        const answer = await fetch(${JSON.stringify(treeRequest.url())}, { headers: ${JSON.stringify({ authorization })} })
        const { nodes } = await answer.json()
        const top = nodes.filter((node) => node.parentId === null).slice(0, ${WINDOW_ROWS})
        list.append(...top.map(({ title }, k) => element('div', { role: 'row', ariaPosInSet: k + 1, textContent: title.en })))
      }
      document.body.replaceChildren(element('a', { href: '#rows', textContent: 'Swim', onclick: open }), list)
      0
    `),
  )
}

/**
 * Measures from the press on a scheme to the rows of its tree: with a mouse that was over the link before (`pointed`),
 * with a tap (`tapped`), and on a page that does nothing else (`limit`).
 */
async function measureTreeOpening(
  context: BrowserContext,
  { server }: ProofSetup,
): Promise<{ pointed: RowTimes; tapped: RowTimes; limit: RowTimes }> {
  const page = await openPage(context)
  const at = (path: string) => `http://scheme.${CLIENT}.localhost:${server.port}${path}`
  await page.goto(at('/overview?list'))
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill(AUTHOR)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.tree-grid, a[href="/scheme/swim"]').first().waitFor()
  const doNothing = async () => {}
  const treeRequest = page.waitForRequest(/\/curriculum\/swim\b/)
  const pointed = await measureRowTimes(page, at('/overview?list'), POINTING_MS, doNothing)
  const tapped = await measureRowTimes(page, at('/overview?list'), 0, doNothing)
  const limit = await measurePlainRows(page, at('/version.json'), await treeRequest)
  await page.close()
  return { pointed, tapped, limit }
}

function addressOf({ server }: ProofSetup): (path: string) => string {
  return (path) => `http://coach.${CLIENT}.localhost:${server.port}${path}`
}

/** Measures taps on grade buttons: the 95th percentile of the time to the next paint, in ms. */
async function measureTaps(page: Page, at: (path: string) => string): Promise<number> {
  await page.goto(at('/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name: 'Child 1 Morgan', exact: true }).click()
  await page.getByRole('group', { name: 'skill-1', exact: true }).waitFor()
  await page.evaluate('window.taps.clear()')
  for (let k = 0; k < TAPS; k++) {
    const grades = page.getByRole('group', { name: `skill-${(k % SKILLS) + 1}`, exact: true })
    await grades
      .getByRole('button', { name: ['Fair', 'Good', 'Pass'][Math.floor(k / SKILLS) % 3] ?? '', exact: true })
      .click()
  }
  return percentile95(await tapTimes(page, TAPS))
}

/** The time from a click until each of these elements is painted, in ms. */
async function timesUntilPainted(
  page: Page,
  selectors: readonly string[],
  click: () => Promise<void>,
): Promise<number[]> {
  await page.evaluate(`window.opening = new Promise((resolve) => addEventListener('click', (e) =>
    Promise.all(${JSON.stringify(selectors)}.map((selector) => window.painted(selector).then((at) => at - e.timeStamp))).then(resolve), { once: true, capture: true })); 0`)
  await click()
  return page.evaluate<number[]>('window.opening')
}

/** Measures how long a group takes to open: the 95th percentile, in ms. */
async function measureGroupOpening(page: Page, at: (path: string) => string): Promise<number> {
  const times: number[] = []
  await page.goto(at('/member-groups'))
  for (let k = 0; k < OPENS; k++) {
    const link = page.getByRole('link', { name: 'Dolphins' }).first()
    await link.waitFor()
    times.push(...(await timesUntilPainted(page, ['.members li'], () => link.click())))
    await page.goBack()
  }
  return percentile95(times)
}

/**
 * Measures from the request of the page to the groups on the screen. The API is blocked, so all data come from the
 * device.
 */
async function measureStart(context: BrowserContext, at: (path: string) => string): Promise<number> {
  const times: number[] = []
  for (let k = 0; k < STARTS; k++) {
    const page = await openPage(context)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // Playwright's own routes would disable the browser's cache
    await devtools.send('Network.setBlockedURLs', { urls: ['*/v1/*'] })
    await page.goto(at('/member-groups'))
    times.push(await page.evaluate<number>(`window.painted('a[href^="/member-groups/"]')`))
    await page.close()
  }
  return percentile95(times)
}

/** Measures how long a key takes in the search of the scheme: the 95th percentile, in ms. */
async function measureSearch(page: Page, at: (path: string) => string): Promise<number> {
  await page.goto(at('/scheme'))
  const field = page.getByRole('searchbox')
  await field.waitFor()
  await page.evaluate('window.keys.length = 0')
  for (let k = 0; k < SEARCHES; k++) {
    await field.pressSequentially(SEARCHED_TEXT, { delay: KEY_MS })
    await page
      .getByRole('list', { name: 'Results' })
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => {})
    await field.fill('')
  }
  return percentile95(await page.evaluate<number[]>('window.keys'))
}

/**
 * Measures the coach and scheme portals in Chromium on a slowed-down processor. The limits are pages without the
 * product.
 */
export async function bench(): Promise<Row[]> {
  const build = '../scripts/build.mjs'
  const { buildWeb } = (await import(build)) as { buildWeb: () => boolean }
  if (!buildWeb()) throw new Error('the portals were not built')
  const browser = await openBrowser()
  /** Works on a logged-in coach's page of a new club of this size. */
  const withClub = async <T>(
    size: { members: number; levels: number; skills: number },
    work: (context: BrowserContext, page: Page, at: (path: string) => string, setup: ProofSetup) => Promise<T>,
  ) =>
    withProofSetup(size, async (setup) => {
      const context = await browser.newContext({ viewport: { width: 820, height: 1180 } })
      const page = await openPage(context)
      const at = addressOf(setup)
      await logIn(page, at)
      const result = await work(context, page, at, setup)
      await context.close()
      return result
    })
  try {
    const small = await withClub({ members: 12, levels: 4, skills: SKILLS }, async (context, page, at) => {
      const tap = await measureTaps(page, at)
      const open = await measureGroupOpening(page, at)
      await page.close()
      return { tap, open, limit: await measureEmptyPage(context), start: await measureStart(context, at) }
    })
    const large = await withClub({ members: 2, ...LARGE_SCHEME }, async (context, page, at, setup) => {
      const key = await measureSearch(page, at)
      await page.close()
      return { key, tree: await measureTreeOpening(context, setup) }
    })
    const nodes = `${(LARGE_SCHEME.levels * (LARGE_SCHEME.skills + 1)).toLocaleString('en-GB')} nodes`
    const row = (label: string, ours: number, limit: number | null): Row => ({
      label,
      unit: 'ms',
      ours,
      limit,
      moreIsBetter: false,
    })
    return [
      row('tap a grade → next paint, p95 (aim ≤ 50)', small.tap, small.limit.tap),
      row('open a group, p95 (aim ≤ 300)', small.open, null),
      row('cold start while the API is away, p95 (aim ≤ 1,500)', small.start, null),
      row(`search in ${nodes}, a key, p95 (aim ≤ 16)`, large.key, small.limit.key),
      row(`open a tree of ${nodes} to edit it, p95 (aim ≤ 500)`, large.tree.tapped.firstRow, large.tree.limit.firstRow),
      row('… until its rows fill the window, p95', large.tree.tapped.fullWindow, large.tree.limit.fullWindow),
      row('… by a mouse that was on it for 0.2 s, p95', large.tree.pointed.firstRow, large.tree.limit.firstRow),
      row('… until its rows fill the window, p95', large.tree.pointed.fullWindow, large.tree.limit.fullWindow),
    ]
  } finally {
    await browser.close()
  }
}
