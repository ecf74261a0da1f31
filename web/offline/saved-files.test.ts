import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { forgetCoachData } from './forget.ts'
import type { StorageSpace } from './storage-space.ts'
import {
  dropSaved,
  dropUnused,
  fetchSizes,
  PART_BYTES,
  readSaved,
  savedFile,
  saveFiles,
  type FetchPart,
  type WantedFile,
} from './saved-files.ts'
import { ANNA, newDevice } from './testing/queue.ts'

const MB = 1_000_000
const film: WantedFile = { id: 'film', kind: 'video', scheme: 'swim' }
const sheet: WantedFile = { id: 'sheet', kind: 'file', scheme: 'swim' }
const missing: WantedFile = { id: 'missing', kind: 'file', scheme: 'gym' }

/**
 * A server that has the film and the sheet, and that notes the requests; after `cutAfter` requests there is no network.
 */
function server() {
  // the film is two parts and 100 bytes long; its bytes repeat after 251, so that no two parts are equal
  const bytes = new Map([
    ['film', Uint8Array.from({ length: 2 * PART_BYTES + 100 }, (_, n) => n % 251)],
    ['sheet', Uint8Array.from([1, 2, 3])],
  ])
  const requests: string[] = []
  const network = { cutAfter: Number.POSITIVE_INFINITY }
  const fetchPart: FetchPart = async (id, from, to, signal) => {
    signal?.throwIfAborted()
    if (requests.length >= network.cutAfter) throw Object.assign(new Error('cut'), { status: 0 })
    requests.push(`${id} ${from}`)
    const whole = bytes.get(id)
    if (!whole) throw Object.assign(new Error('missing'), { status: 404 })
    return { data: new Blob([whole.slice(from, to + 1)], { type: 'video/webm' }), total: whole.length }
  }
  return { fetchPart, requests, network, bytes }
}
const plentyOfSpace = async (): Promise<StorageSpace> => ({ used: 1 * MB, quota: 1000 * MB, persisted: true })
const content = async (blob: Blob | null) => (blob ? new Uint8Array(await blob.arrayBuffer()) : null)

test('sizes are fetched once, and files that the server does not have are left out', async () => {
  const db = newDevice()
  const { fetchPart, requests } = server()
  const wanted = [film, sheet, missing]
  expect(await readSaved(db, wanted)).toMatchObject({ unknownSizes: 3, bytes: 0 })
  await fetchSizes(db, wanted, fetchPart)
  await fetchSizes(db, wanted, fetchPart)
  expect(requests.sort()).toEqual(['film 0', 'missing 0', 'sheet 0'])
  expect(await readSaved(db, wanted)).toEqual({
    videos: 1,
    files: 1,
    saved: 0,
    // the film and the three bytes of the sheet
    bytes: 2 * PART_BYTES + 103,
    savedBytes: 0,
    unknownSizes: 0,
  })
})

test('an interrupted film continues where it stopped, is readable only when complete, and can be read in parts', async () => {
  const db = newDevice()
  const { fetchPart, requests, network, bytes } = server()
  // the two sizes and the first part of the film
  network.cutAfter = 3
  const save = () => saveFiles(db, [film, sheet], fetchPart, { space: plentyOfSpace })
  await expect(save()).rejects.toMatchObject({ status: 0 })
  expect(await savedFile(db, 'film')).toBeNull()
  expect(await readSaved(db, [film, sheet])).toMatchObject({ saved: 0, savedBytes: PART_BYTES })
  network.cutAfter = Number.POSITIVE_INFINITY
  expect(await save()).toBe('done')
  expect(requests.slice(3)).toEqual([`film ${PART_BYTES}`, `film ${2 * PART_BYTES}`, 'sheet 0'])
  const saved = await savedFile(db, 'film')
  expect(await content(saved)).toEqual(bytes.get('film'))
  expect(saved?.type).toBe('video/webm')
  // ten bytes across the edge of two parts
  const from = PART_BYTES - 5
  expect(await content(saved?.slice(from, from + 10) ?? null)).toEqual(bytes.get('film')?.slice(from, from + 10))
  expect(await readSaved(db, [film, sheet])).toMatchObject({ saved: 2 })
})

test('saving stops when the coach stops it, and before it takes the space that marks need', async () => {
  const db = newDevice()
  const { fetchPart } = server()
  const abort = new AbortController()
  const saving = saveFiles(db, [film], fetchPart, {
    space: plentyOfSpace,
    signal: abort.signal,
    onPart: () => abort.abort(),
  })
  await expect(saving).rejects.toThrow()
  expect(await readSaved(db, [film])).toMatchObject({ savedBytes: PART_BYTES })
  // one more part would use more than 80 % of the quota
  const littleSpace = async () => ({ used: 800 * MB - PART_BYTES + 1, quota: 1000 * MB, persisted: true })
  expect(await saveFiles(db, [film], fetchPart, { space: littleSpace })).toBe('full')
  db.videos.hook('creating', () => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  expect(await saveFiles(db, [film], fetchPart, { space: plentyOfSpace })).toBe('full')
  expect(await readSaved(db, [film])).toMatchObject({ savedBytes: PART_BYTES })
})

test('saved files are deleted when the scheme no longer shows them, on request and at the end of the session, but not when another coach takes over', async () => {
  const db = newDevice()
  const { fetchPart } = server()
  const save = () => saveFiles(db, [film, sheet], fetchPart, { space: plentyOfSpace })
  await save()
  await forgetCoachData(ANNA.userUuid, db.name)
  // another coach's groups use another scheme
  await dropUnused(db, ['gym'], [])
  expect(await readSaved(db, [film, sheet])).toMatchObject({ saved: 2 })
  await dropUnused(db, ['swim'], [sheet])
  expect((await db.videos.toArray()).map(({ key }) => key)).toEqual(['sheet', 'sheet/0'])
  await save()
  await dropSaved(db, [film, sheet])
  expect(await db.videos.count()).toBe(0)
  await save()
  await forgetCoachData(/* end of session */ null, db.name)
  expect(await db.videos.count()).toBe(0)
})
