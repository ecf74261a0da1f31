import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { openBrowser } from '#e2e/browser.ts'
import { RunningServer } from '#e2e/running-server.ts'
import type { Row } from './table.ts'

/**
 * For each portal: the demo user who logs in, a text that shows that the first useful screen is there, and the limit of
 * its JavaScript and CSS in kB.
 */
const portals = [
  { portal: 'parent', login: 'parent', firstText: 'to go', limit: 120 },
  { portal: 'coach', login: 'coach', firstText: 'Dolphins', limit: 160 },
  { portal: 'club', login: 'admin', firstText: '1–25 of', limit: 165 },
  { portal: 'scheme', login: 'scheme', firstText: 'Water safety', limit: 150 },
]

/** The size of a built file in bytes, as it is served: compressed with the best quality. */
function brotliSize(path: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(readFileSync(path), { params }).length
}

/**
 * Measures the scripts and styles that a browser loads for the first useful screen of a user who is logged in. The
 * limit is fixed.
 */
export async function bench(): Promise<Row[]> {
  const server = await RunningServer.create()
  await server.start()
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const { portal, login, firstText, limit } of portals) {
      const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(server.url(portal))
      await page.getByLabel('E-mail').fill(`${login}@aquila.example`)
      await page.getByLabel('Password', { exact: true }).fill('Rungs-demo-1!')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText(firstText).first().waitFor()
      // a second page of the user, who is logged in now; files from the browser's cache count, too
      const secondPage = await context.newPage()
      // what the page prefetches when it is idle is no part of the first screen
      await secondPage.addInitScript('globalThis.requestIdleCallback = () => 0')
      const loaded = new Set<string>()
      let counting = true
      secondPage.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (counting && ['script', 'stylesheet'].includes(request.resourceType())) loaded.add(pathname)
      })
      await secondPage.goto(server.url(portal))
      await secondPage.getByText(firstText).first().waitFor()
      counting = false
      const files = [...loaded].map((path) => `dist/web${path}`)
      const bytes = files.reduce((sum, file) => sum + brotliSize(file), 0)
      rows.push({
        label: `${portal}: first screen, ${files.length} files`,
        unit: 'kB brotli',
        ours: bytes / 1000,
        limit,
        moreIsBetter: false,
      })
      await context.close()
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}
