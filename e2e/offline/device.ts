import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Opens the device's database in the page as `db`, so that a test can read or damage what a user cannot reach. The
 * function `resultOf` waits for the result of a request to it.
 */
const OPEN = `const db = await new Promise((done, fail) => {
  const request = indexedDB.open('rungs')
  request.onsuccess = () => done(request.result)
  request.onerror = () => fail(request.error)
})
const resultOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result)
  request.onerror = () => fail(request.error)
})`

/** The number of rows of each table. */
export async function counts(page: Page, tables: readonly string[]): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const counted = {}
    for (const name of ${JSON.stringify(tables)}) counted[name] = await resultOf(db.transaction(name).objectStore(name).count())
    db.close()
    return counted
  })()`)
}

/**
 * The number of operations in the outbox, by state; a state without operations is missing. `pending` ones wait to be
 * sent, `acknowledged` ones are on the server, `dead` ones were refused.
 */
export async function outbox(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const states = {}
    for (const { state } of await resultOf(db.transaction('syncs').objectStore('syncs').getAll()))
      states[state] = (states[state] ?? 0) + 1
    db.close()
    return states
  })()`)
}

/** The number of waiting operations in the outbox, by kind; a kind without operations is missing. */
export async function waitingKinds(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const kinds = {}
    for (const { kind, state } of await resultOf(db.transaction('syncs').objectStore('syncs').getAll()))
      if (state === 'pending') kinds[kind] = (kinds[kind] ?? 0) + 1
    db.close()
    return kinds
  })()`)
}

/**
 * Changes waiting operations. `body` is the body of a function of the object store (`store`) and the waiting operations
 * (`waiting`). It runs under the device's own sync lock, because a sync that has read them would send them unchanged.
 */
export async function changeWaiting(page: Page, body: string): Promise<void> {
  await page.evaluate(`navigator.locks.request('rungs-sync', async () => { ${OPEN}
    const tx = db.transaction('syncs', 'readwrite')
    const store = tx.objectStore('syncs')
    const waiting = (await resultOf(store.getAll())).filter(({ state }) => state === 'pending')
    ;((store, waiting) => { ${body} })(store, waiting)
    await new Promise((done) => { tx.oncomplete = done })
    db.close()
  })`)
}

/**
 * Fills a table with random data until the browser refuses even the smallest row, and goes on filling whenever there is
 * space again, until the returned function is called.
 */
export async function fill(page: Page, table: 'videos' | 'settings'): Promise<() => Promise<void>> {
  await page.evaluate(`(async () => { ${OPEN}
    // a random text of so many UTF-16 code units
    const noise = (units) => String.fromCharCode(...crypto.getRandomValues(new Uint16Array(units)))
    const add = (units) => new Promise((done) => {
      const tx = db.transaction('${table}', 'readwrite')
      const id = crypto.randomUUID()
      tx.objectStore('${table}').add({ key: id, name: id, noise: noise(units) })
      tx.oncomplete = () => done(true)
      tx.onabort = () => done(false)
    })
    const fillUp = async () => { for (const units of [32768, 4096, 256, 16]) while (await add(units)); }
    // the returned function ends the filling by these two globals of the page
    globalThis.filling = true
    await fillUp()
    globalThis.filled = (async () => {
      while (globalThis.filling) {
        await new Promise((done) => setTimeout(done, 20))
        await fillUp()
      }
      db.close()
    })()
  })()`)
  return () => page.evaluate('globalThis.filling = false, globalThis.filled')
}

/** Deletes the random data, which are the only rows of the table with a UUID as their key. */
export async function clear(page: Page, table: 'settings'): Promise<void> {
  await page.evaluate(`(async () => { ${OPEN}
    const store = db.transaction('${table}', 'readwrite').objectStore('${table}')
    const UUID_LENGTH = 36
    const keys = (await resultOf(store.getAllKeys())).filter((key) => key.length === UUID_LENGTH)
    for (const key of keys) await resultOf(store.delete(key))
    db.close()
  })()`)
}

/**
 * Waits until all files of the tenant, which are fetched after the portal's own, are on the device: theme, logo and the
 * texts of both languages. A tablet that loses its network earlier shows its pages without them.
 */
export async function waitForTenantFiles(page: Page): Promise<void> {
  await waitUntilCached(
    page,
    '/themes/aquila.css',
    '/themes/aquila.svg',
    '/translations/en.json',
    '/translations/cy.json',
  )
}

/** Waits until the service worker or the portal has cached the answers of these paths. */
export async function waitUntilCached(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths)
    await expect.poll(() => page.evaluate(`caches.match('${path}').then(Boolean)`), { message: path }).toBe(true)
}
