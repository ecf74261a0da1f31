import type { Page } from 'playwright-core'

/** Opens the device's database in the page; closes with the page. For what no hand can do: look inside, or break it. */
const OPEN = `const db = await new Promise((done, fail) => {
  const asked = indexedDB.open('rungs')
  asked.onsuccess = () => done(asked.result)
  asked.onerror = () => fail(asked.error)
})
const of = (asked) => new Promise((done, fail) => {
  asked.onsuccess = () => done(asked.result)
  asked.onerror = () => fail(asked.error)
})`

/** Rows of a table per state, or all under `rows`. */
export async function counts(page: Page, tables: readonly string[]): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const counted = {}
    for (const name of ${JSON.stringify(tables)}) counted[name] = await of(db.transaction(name).objectStore(name).count())
    db.close()
    return counted
  })()`)
}

/** Operations of the outbox by state. */
export async function outbox(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const states = {}
    for (const { state } of await of(db.transaction('syncs').objectStore('syncs').getAll()))
      states[state] = (states[state] ?? 0) + 1
    db.close()
    return states
  })()`)
}

/** Waiting operations of the outbox by kind. */
export async function waitingKinds(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`(async () => { ${OPEN}
    const kinds = {}
    for (const { kind, state } of await of(db.transaction('syncs').objectStore('syncs').getAll()))
      if (state === 'pending') kinds[kind] = (kinds[kind] ?? 0) + 1
    db.close()
    return kinds
  })()`)
}

/**
 * Changes waiting operations: the body of a function of the object store and of all that wait. In the device's own lock
 * for trying to send: a try that has read them already would send them as they were, with the network that comes next.
 */
export async function changeWaiting(page: Page, body: string): Promise<void> {
  await page.evaluate(`navigator.locks.request('rungs-sync', async () => { ${OPEN}
    const tx = db.transaction('syncs', 'readwrite')
    const store = tx.objectStore('syncs')
    const waiting = (await of(store.getAll())).filter(({ state }) => state === 'pending')
    ;((store, waiting) => { ${body} })(store, waiting)
    await new Promise((done) => { tx.oncomplete = done })
    db.close()
  })`)
}

/** Fills a table with noise until the browser refuses even the smallest row, and again whenever it has found room, until it is told to end. */
export async function fill(page: Page, table: 'videos' | 'settings'): Promise<() => Promise<void>> {
  await page.evaluate(`(async () => { ${OPEN}
    const noise = (units) => String.fromCharCode(...crypto.getRandomValues(new Uint16Array(units)))
    const add = (units) => new Promise((done) => {
      const tx = db.transaction('${table}', 'readwrite')
      const id = crypto.randomUUID()
      tx.objectStore('${table}').add({ key: id, name: id, noise: noise(units) })
      tx.oncomplete = () => done(true)
      tx.onabort = () => done(false)
    })
    const round = async () => { for (const units of [32768, 4096, 256, 16]) while (await add(units)); }
    globalThis.filling = true
    await round()
    globalThis.filled = (async () => {
      while (globalThis.filling) {
        await new Promise((done) => setTimeout(done, 20))
        await round()
      }
      db.close()
    })()
  })()`)
  return () => page.evaluate('globalThis.filling = false, globalThis.filled')
}

/** Takes the noise away again. */
export async function clear(page: Page, table: 'settings'): Promise<void> {
  await page.evaluate(`(async () => { ${OPEN}
    const store = db.transaction('${table}', 'readwrite').objectStore('${table}')
    const keys = (await of(store.getAllKeys())).filter((key) => key.length === 36)
    for (const key of keys) await of(store.delete(key))
    db.close()
  })()`)
}
