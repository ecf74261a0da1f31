import { expect, test } from 'vitest'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { htmlPayloads } from '#server/testing/html-payloads.ts'
import { Watch } from '../browser.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

const watch = new Watch()

test('unsafe text that the server let through runs no script and fetches nothing where it is shown', async () => {
  // without a service worker, whose requests the test would not see
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  watch.follow(page, server.origin('coach'))
  // the reply is changed as if the server had stored the text without sanitising it
  await context.route('**/v1/curriculum/swim', async (route) => {
    // Node does not resolve hosts below localhost, so the test gets the server's reply by itself
    const headers = route.request().headers()
    const token = headers['authorization']?.slice('Bearer '.length) ?? ''
    const body = (await call(server, 'coach', '/v1/curriculum/swim', { token })).body as Curriculum
    const [firstLevel] = body.tree
    if (firstLevel)
      firstLevel.content = htmlPayloads.flatMap((value) => [
        { type: 'text' as const, title: '', value: `<p>${value}</p>` },
        { type: 'link' as const, title: '', value: value.replaceAll(/<a href="([^"]*)".*/g, '$1') },
      ])
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    await route.fulfill({ json: body, headers: { 'x-request-id': headers['x-request-id'] ?? '' } })
  })

  await page.goto(server.url('coach'))
  await page.getByLabel('E-mail').fill('coach@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  await page.goto(server.url('coach', '/scheme/swim/stage-1'))
  await expect.poll(() => page.locator('.rich').count()).toBe(htmlPayloads.length)
  // most payloads still have text when all that is unsafe is removed
  await expect.poll(() => page.locator('.rich:not(:empty)').count()).toBeGreaterThan(htmlPayloads.length / 2)
  for (const link of await page.locator('.rich a, .bullets a').all())
    await expect.poll(() => link.getAttribute('href')).toMatch(/^(https:|mailto:|\/)/)

  // the mouse moves over each element, because some payloads wait for it; each script that runs sets `rungsHit`
  const result = await page.evaluate(`(() => {
    const allowed = ['P', 'BR', 'STRONG', 'EM', 'U', 'S', 'UL', 'OL', 'LI', 'H4', 'BLOCKQUOTE', 'A']
    const elements = [...document.querySelectorAll('.rich *')]
    for (const element of elements) element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    return {
      scriptRan: 'rungsHit' in globalThis,
      forbiddenTags: elements.filter(({ tagName }) => !allowed.includes(tagName)).map(({ tagName }) => tagName),
      forbiddenAttributes: elements.flatMap((element) => element.getAttributeNames()).filter((name) => !['href', 'target', 'rel'].includes(name)),
    }
  })()`)
  expect(result).toEqual({ scriptRan: false, forbiddenTags: [], forbiddenAttributes: [] })
  // the browser reports a handler or a style as soon as it is parsed, even in the detached document that cleans the text
  const expected = /inline event handler|inline style|Service Worker registration blocked/
  expect(watch.problems.filter((problem) => !expected.test(problem))).toEqual([])
})
