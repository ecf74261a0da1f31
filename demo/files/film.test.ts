import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkContent } from '#server/platform/files/content.ts'
import { encodeFilm } from './film.ts'

test('pictures become a film that the product accepts as an upload, with the same bytes each time', async () => {
  const pictures = await Promise.all(
    ['#136f63', '#6b1f4e'].map((background) =>
      sharp({ create: { width: 32, height: 18, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const encoded = await encodeFilm(pictures, { width: 32, height: 18, perSecond: 2 })
  expect(await encodeFilm(pictures, { width: 32, height: 18, perSecond: 2 })).toEqual(encoded)
  const dir = await mkdtemp(join(tmpdir(), 'rungs-film-'))
  const path = join(dir, 'film.webm')
  await writeFile(path, encoded)
  await expect(checkContent(path, 'webm', encoded.length)).resolves.toBeUndefined()
  await rm(dir, { recursive: true })
})
