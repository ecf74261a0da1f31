import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { StoredFile } from '#contract/platform/files.ts'
import type { Video } from '#contract/curriculum/schemes.ts'
import { mp4 } from '#server/testing/sample-files.ts'
import { visit, Watch } from '../browser.ts'
import { hold } from '../hold.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let page: Page
const watch = new Watch()

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const VIDEOS = '**/v1/schemes/swim/videos'

beforeAll(async () => {
  page = (await visit(browser, server, 'scheme', 'scheme', watch)).page
  await page.goto(server.url('scheme', '/overview/swim'))
  await page.getByRole('heading', { name: 'Videos' }).waitFor()
})

const linkVideo = async (name: string) => {
  await page.getByLabel('Name of a linked video').fill(name)
  await page.getByLabel('Its address').fill(`https://videos.example/${name}`)
}

test('a video is linked once when the button is pressed twice', async () => {
  let posts = 0
  await page.route(VIDEOS, async (route) => {
    if (route.request().method() === 'POST') posts++
    await route.continue()
  })
  await linkVideo('twice')
  await page.getByRole('button', { name: 'Link it' }).dblclick()
  await page.getByRole('button', { name: 'Change twice' }).first().waitFor()
  await expect.poll(() => page.getByLabel('Its address').inputValue()).toBe('')
  expect(posts).toBe(1)
  await page.unroute(VIDEOS)
})

test('a video that is renamed keeps the picture that it got meanwhile', async () => {
  await linkVideo('float')
  const added = page.waitForResponse((reply) => reply.url().endsWith('/videos') && reply.request().method() === 'POST')
  await page.getByRole('button', { name: 'Link it' }).click()
  const video = (await (await added).json()) as Video
  await page.getByRole('button', { name: 'Change float' }).click()
  // a frame of an uploaded video becomes its picture a moment later, or another author chooses one
  const authorization = (await added).request().headers()['authorization'] ?? ''
  const [poster, status] = await page.evaluate(
    async ([token, path, dot]) => {
      const headers = { authorization: token }
      const body = new FormData()
      body.append('file', new File([Uint8Array.from(atob(dot), (byte) => byte.charCodeAt(0))], 'dot.png'))
      const upload = await fetch('/v1/uploads/curriculum-file', { method: 'POST', headers, body })
      const { id } = (await upload.json()) as StoredFile
      const change = await fetch(path, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ poster: id }),
      })
      return [id, change.status] as const
    },
    [authorization, `/v1/schemes/swim/videos/${video.id}`, DOT] as const,
  )
  expect([poster, status]).toEqual([expect.any(String), 200])
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Float on the back')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change Float on the back' }).waitFor()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Change Float on the back' }) })
  await row.locator('img').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('listitem').filter({ hasText: 'float' }).locator('img').waitFor()
})

test('an uploaded video gets its picture from its own file when the next is uploaded meanwhile', async () => {
  const read: string[] = []
  await page.exposeFunction('noteFile', (name: string) => read.push(name))
  await page.evaluate(() => {
    const create = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (file) => {
      if (file instanceof File)
        void (globalThis as unknown as { noteFile: (name: string) => Promise<void> }).noteFile(file.name)
      return create(file)
    }
  })
  const held: (() => void)[] = []
  await page.route(VIDEOS, async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const fileOf = (name: string) => ({ name, mimeType: 'video/mp4', buffer: mp4 })
  const upload = page.locator('input[type=file][accept*=".mp4"]')
  for (const [index, name] of ['one.mp4', 'two.mp4'].entries()) {
    await upload.setInputFiles(fileOf(name))
    await expect.poll(() => held.length).toBe(index + 1)
  }
  for (const release of held) release()
  await expect.poll(() => read.toSorted()).toEqual(['one.mp4', 'two.mp4'])
  await page.unroute(VIDEOS)
})

test('the page asks before it is left while a video is being uploaded', async () => {
  const endUpload = await hold(page, '**/v1/uploads/curriculum-video', () => true)
  const upload = page.waitForRequest('**/v1/uploads/curriculum-video')
  await page
    .locator('input[type=file][accept*=".mp4"]')
    .setInputFiles({ name: 'Long dive.mp4', mimeType: 'video/mp4', buffer: mp4 })
  await upload
  const schemes = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Schemes' })
  await schemes.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
  endUpload()
  await page.getByRole('button', { name: 'Change Long dive' }).waitFor()
  await schemes.click()
  await page.getByRole('heading', { name: 'Schemes' }).waitFor()
})

test('no page logged an error', () => {
  expect(watch.problems).toEqual([])
})
