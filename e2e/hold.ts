import type { Page, Request } from 'playwright-core'

/** Keeps requests of an address for which `isHeld` holds from the server, until the returned function is called. */
export async function hold(page: Page, address: string, isHeld: (request: Request) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await promise
    await route.continue()
  })
  return resolve
}
