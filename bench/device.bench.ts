import type { BrowserContext, Page, Request } from 'playwright-core'
import { openBrowser } from '#e2e/browser.ts'
import { AUTHOR, CLIENT, COACH, PASSWORD } from '#e2e/prove/proof-club.ts'
import { withProofSetup, type ProofSetup } from '#e2e/prove/proof-setup.ts'
import { percentile, type Row } from './table.ts'
import { buildWeb } from '../scripts/build.mjs'

/** How many times slower than this machine a cheap tablet is. */
const SLOWDOWN = 4
/** The number of skills in each level of the small scheme. */
const SKILLS = 10
// how often each measurement is repeated
const TAPS = 60
const OPENS = 40
const STARTS = 10
const SEARCHES = 5
const SEARCHED_TEXT = 'skill-17'
/** The pause between keys of a fast typist. Without a pause each key would also wait for those before it. */
const KEY_MS = 80
/** A person takes this long to read a link before pressing it. */
const READING_MS = 500
/** A mouse is over a link for at least this long before the click. */
const POINTING_MS = 200
/** The number of rows in a window of 1,180 px below header and tools. */
const WINDOW_ROWS = 31
/** `skills` is the number in each level. */
const LARGE_SCHEME = { levels: 50, skills: 299 }

/** Returns the address of a path in one portal. */
type AddressOf = (path: string) => string

/**
 * Runs in every page before the page's own scripts. It records how long taps and keys take (`window.taps`,
 * `window.keys`), and adds `window.painted`, which waits until an element is painted.
 */
const WATCH_SCRIPT = `
  window.taps = new Map()
  window.keys = []
  new PerformanceObserver((list) => {
    // one tap is several events with the same interaction id; the longest counts
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.taps.set(interactionId, Math.max(duration, window.taps.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  const afterDrawing = new MessageChannel()
  const keyStarts = []
  addEventListener('beforeinput', () => keyStarts.push(performance.now()), true)
  // a message comes after the microtasks in which React draws
  addEventListener('input', () => afterDrawing.port2.postMessage(0), true)
  afterDrawing.port1.onmessage = () => window.keys.push(performance.now() - keyStarts.shift())
  // a mutation observer, because a check in every frame would make the browser draw additional frames
  window.painted = (selector) => new Promise((resolve) => {
    const isInDocument = () => document.querySelector(selector) !== null
    // a timeout that is set in a frame runs after the frame was painted
    const resolveWhenPainted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    if (isInDocument()) return resolveWhenPainted()
    new MutationObserver((_, observer) => {
      if (!isInDocument()) return
      observer.disconnect()
      resolveWhenPainted()
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
`

/** Opens a slowed-down page. Only one should be open, because it keeps a core busy even when it is idle. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(WATCH_SCRIPT)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

/** The limit of taps and keys: the 95th percentiles, in ms, on a page that has only a button and a text field. */
async function measureEmptyPage(context: BrowserContext): Promise<{ tap: number; key: number }> {
  const page = await openPage(context)
  await page.goto(
    'data:text/html,<button onclick="this.textContent = Date.now()">tap</button><input><script>/* nothing */</script>',
  )
  for (let k = 0; k < TAPS; k++) await page.getByRole('button').click()
  for (let k = 0; k < SEARCHES; k++) await page.getByRole('textbox').pressSequentially(SEARCHED_TEXT, { delay: KEY_MS })
  const times = {
    tap: percentile(await tapTimes(page, TAPS), 0.95),
    key: percentile(await page.evaluate<number[]>('window.keys'), 0.95),
  }
  await page.close()
  return times
}

/**
 * The time of each of `count` taps to the next paint, in ms. The browser reports only times of 16 ms and more; a tap
 * that it does not report counts as 16 ms.
 */
async function tapTimes(page: Page, count: number): Promise<number[]> {
  // the browser reports events a little after they happened
  await page.waitForTimeout(300)
  const reported = await page.evaluate<number[]>('[...window.taps.values()]')
  return [...reported, ...Array.from({ length: Math.max(0, count - reported.length) }, () => 16)]
}

async function logIn(page: Page, addressOf: AddressOf): Promise<void> {
  await page.goto(addressOf('/'))
  // answers the question about cookies
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill(COACH)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Dolphins' }).first().waitFor()
  await page.getByRole('button', { name: /^Up to date/ }).waitFor()
}

/** 95th percentiles of the times until the first row is painted and until rows fill the window, in ms. */
interface RowTimes {
  firstRow: number
  fullWindow: number
}

/**
 * Loads the page at `address` and opens the scheme from its link there, `OPENS` times. The mouse is over the link for
 * `hoverMs` before the click. `prepare` runs in the loaded page before the link is looked for.
 */
async function measureRowTimes(
  page: Page,
  address: string,
  hoverMs: number,
  prepare: () => Promise<void>,
): Promise<RowTimes> {
  /** For each opening, the time to the first row and the time to the last row of the window. */
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
        if (hoverMs > 0) await link.hover()
        await page.waitForTimeout(hoverMs)
        await link.click()
      }),
    )
  }
  return {
    firstRow: percentile(
      times.map(([first = NaN]) => first),
      0.95,
    ),
    fullWindow: percentile(
      times.map(([, last = NaN]) => last),
      0.95,
    ),
  }
}

/**
 * The limit for opening a tree: a page that fetches and parses the same document and draws as many plain rows. The page
 * has the names by which `measureRowTimes` finds link and rows.
 */
async function measurePlainRows(page: Page, address: string, treeRequest: Request): Promise<RowTimes> {
  const { authorization = '' } = await treeRequest.allHeaders()
  return measureRowTimes(page, address, 0, () =>
    page.evaluate(`
      const element = (tag, properties) => Object.assign(document.createElement(tag), properties)
      const list = element('div', { className: 'tree-grid' })
      const open = async () => {
        const reply = await fetch(${JSON.stringify(treeRequest.url())}, { headers: ${JSON.stringify({ authorization })} })
        const { nodes } = await reply.json()
        const top = nodes.filter((node) => node.parentId === null).slice(0, ${WINDOW_ROWS})
        list.append(...top.map(({ title }, k) => element('div', { role: 'row', ariaPosInSet: k + 1, textContent: title.en })))
      }
      document.body.replaceChildren(element('a', { href: '#rows', textContent: 'Swim', onclick: open }), list)
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
  const schemeAddressOf = (path: string) => `http://scheme.${CLIENT}.localhost:${server.port}${path}`
  // with `list` the page shows the only scheme as a link; without it, it would open the scheme at once
  const overview = schemeAddressOf('/overview?list')
  await page.goto(overview)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill(AUTHOR)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  // after the login, either the tree of the only scheme or the list with its link
  await page.locator('.tree-grid, a[href="/scheme/swim"]').first().waitFor()
  const doNothing = async () => {}
  // the first measurement makes this request; the plain page repeats it
  const treeRequest = page.waitForRequest(/\/curriculum\/swim\b/)
  const pointed = await measureRowTimes(page, overview, POINTING_MS, doNothing)
  const tapped = await measureRowTimes(page, overview, 0, doNothing)
  // a document of the same origin that has no script of the product
  const limit = await measurePlainRows(page, schemeAddressOf('/version.json'), await treeRequest)
  await page.close()
  return { pointed, tapped, limit }
}

function coachAddresses({ server }: ProofSetup): AddressOf {
  return (path) => `http://coach.${CLIENT}.localhost:${server.port}${path}`
}

/** Measures taps on grade buttons: the 95th percentile of the time to the next paint, in ms. */
async function measureTaps(page: Page, addressOf: AddressOf): Promise<number> {
  await page.goto(addressOf('/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name: 'Child 1 Morgan', exact: true }).click()
  await page.getByRole('group', { name: 'skill-1', exact: true }).waitFor()
  // the taps that led to this page do not count
  await page.evaluate('window.taps.clear()')
  for (let k = 0; k < TAPS; k++) {
    // one skill after the other; each time round, the next grade
    const grades = page.getByRole('group', { name: `skill-${(k % SKILLS) + 1}`, exact: true })
    await grades
      .getByRole('button', { name: ['Fair', 'Good', 'Pass'][Math.floor(k / SKILLS) % 3] ?? '', exact: true })
      .click()
  }
  return percentile(await tapTimes(page, TAPS), 0.95)
}

/** For each of these elements, the time from the click until it is painted, in ms. */
async function timesUntilPainted(
  page: Page,
  selectors: readonly string[],
  click: () => Promise<void>,
): Promise<number[]> {
  // the last value of the script is 0, because `evaluate` would wait for a promise, and the click comes after it
  await page.evaluate(`window.opening = new Promise((resolve) => addEventListener('click', (event) =>
    Promise.all(${JSON.stringify(selectors)}.map((selector) => window.painted(selector).then((paintedAt) => paintedAt - event.timeStamp))).then(resolve), { once: true, capture: true })); 0`)
  await click()
  return page.evaluate<number[]>('window.opening')
}

/** Measures how long a group takes to open: the 95th percentile, in ms. */
async function measureGroupOpening(page: Page, addressOf: AddressOf): Promise<number> {
  const times: number[] = []
  await page.goto(addressOf('/member-groups'))
  for (let k = 0; k < OPENS; k++) {
    const link = page.getByRole('link', { name: 'Dolphins' }).first()
    await link.waitFor()
    times.push(...(await timesUntilPainted(page, ['.members li'], () => link.click())))
    await page.goBack()
  }
  return percentile(times, 0.95)
}

/**
 * Measures the time from the request of the page until the groups are painted: the 95th percentile, in ms. The API is
 * blocked, so all data come from the device.
 */
async function measureStart(context: BrowserContext, addressOf: AddressOf): Promise<number> {
  const times: number[] = []
  for (let k = 0; k < STARTS; k++) {
    const page = await openPage(context)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // Playwright's own routes would disable the browser's cache
    await devtools.send('Network.setBlockedURLs', { urls: ['*/v1/*'] })
    await page.goto(addressOf('/member-groups'))
    // `painted` returns `performance.now()`, which begins with the request of the page
    times.push(await page.evaluate<number>(`window.painted('a[href^="/member-groups/"]')`))
    await page.close()
  }
  return percentile(times, 0.95)
}

/** Measures how long a key takes in the search of the scheme: the 95th percentile, in ms. */
async function measureSearch(page: Page, addressOf: AddressOf): Promise<number> {
  await page.goto(addressOf('/scheme'))
  const field = page.getByRole('searchbox')
  await field.waitFor()
  await page.evaluate('window.keys.length = 0')
  for (let k = 0; k < SEARCHES; k++) {
    await field.pressSequentially(SEARCHED_TEXT, { delay: KEY_MS })
    // waits up to 5 s for the results, whose time is not measured
    await page
      .getByRole('list', { name: 'Results' })
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => {})
    await field.fill('')
  }
  return percentile(await page.evaluate<number[]>('window.keys'), 0.95)
}

/**
 * Measures the coach and scheme portals in Chromium on a slowed-down processor. The limits are pages without the
 * product.
 */
export async function bench(): Promise<Row[]> {
  if (!buildWeb()) throw new Error('the portals were not built')
  const browser = await openBrowser()
  /** Runs `work` with a logged-in coach's page of a new club of this size, and closes all afterwards. */
  const withClub = async <T>(
    size: { members: number; levels: number; skills: number },
    work: (context: BrowserContext, page: Page, addressOf: AddressOf, setup: ProofSetup) => Promise<T>,
  ) =>
    withProofSetup(size, async (setup) => {
      const context = await browser.newContext({ viewport: { width: 820, height: 1180 } })
      const page = await openPage(context)
      const addressOf = coachAddresses(setup)
      await logIn(page, addressOf)
      const result = await work(context, page, addressOf, setup)
      await context.close()
      return result
    })
  try {
    const small = await withClub({ members: 12, levels: 4, skills: SKILLS }, async (context, page, addressOf) => {
      const tap = await measureTaps(page, addressOf)
      const open = await measureGroupOpening(page, addressOf)
      await page.close()
      return { tap, open, limit: await measureEmptyPage(context), start: await measureStart(context, addressOf) }
    })
    const large = await withClub({ members: 2, ...LARGE_SCHEME }, async (context, page, addressOf, setup) => {
      const key = await measureSearch(page, addressOf)
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
