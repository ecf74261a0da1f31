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

/** Changes waiting operations: the body of a function of the object store and of all that wait. */
export async function changeWaiting(page: Page, body: string): Promise<void> {
  await page.evaluate(`(async () => { ${OPEN}
    const tx = db.transaction('syncs', 'readwrite')
    const store = tx.objectStore('syncs')
    const waiting = (await of(store.getAll())).filter(({ state }) => state === 'pending')
    ;((store, waiting) => { ${body} })(store, waiting)
    await new Promise((done) => { tx.oncomplete = done })
    db.close()
  })()`)
}

/** Fills a table with noise until the browser refuses even a small row. */
export async function fill(page: Page, table: 'videos' | 'lessonPlans'): Promise<void> {
  await page.evaluate(`(async () => { ${OPEN}
    const noise = (units) => String.fromCharCode(...crypto.getRandomValues(new Uint16Array(units)))
    const add = (units) => new Promise((done) => {
      const tx = db.transaction('${table}', 'readwrite')
      const id = crypto.randomUUID()
      tx.objectStore('${table}').add({ key: id, uuid: id, noise: noise(units) })
      tx.oncomplete = () => done(true)
      tx.onabort = () => done(false)
    })
    for (const units of [32768, 4096, 256]) while (await add(units));
    db.close()
  })()`)
}

export async function clear(page: Page, table: 'lessonPlans'): Promise<void> {
  await page.evaluate(`(async () => { ${OPEN}
    await of(db.transaction('${table}', 'readwrite').objectStore('${table}').clear())
    db.close()
  })()`)
}
