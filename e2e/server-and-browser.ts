import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { RunningServer } from './running-server.ts'

/** The server and the browser of the file of tests that is running. */
export let server: RunningServer
export let browser: Browser

/** Starts a server with the demo's data and a browser before the tests of a file, and stops both after them. */
export function startServerAndBrowser(): void {
  beforeAll(async () => {
    server = await RunningServer.from(inject('prepared'))
    await server.start()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })
}
