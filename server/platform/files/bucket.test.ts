import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBucket, type BucketPeer } from '#server/testing/bucket-peer.ts'
import { openFiles, readBytes, removeBytes, storageKey, type FileStore } from './storage.ts'

let dir = ''
let simulatedBucket: BucketPeer
let store: FileStore

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rungs-bucket-'))
  simulatedBucket = await startBucket('rungs-files')
  const endpoint = encodeURIComponent(`http://127.0.0.1:${simulatedBucket.port}`)
  // The secret key holds a slash and a plus sign, which are encoded in the URL.
  store = await openFiles(dir, `s3://AKTEST:a%2Fsecret%2B@rungs-files?region=eu-west-2&endpoint=${endpoint}`)
})
afterAll(async () => {
  await simulatedBucket.close()
  await rm(dir, { recursive: true, force: true })
})

test('a bucket stores bytes, returns them whole and in part, lists keys page by page, and removes a file with its copies', async () => {
  const [filmId, otherId] = [crypto.randomUUID(), crypto.randomUUID()]
  const film = Buffer.alloc(300_000, 'rungs')
  const path = join(dir, 'film')
  await writeFile(path, film)
  await store.disk.putStream(storageKey('aquila', filmId), createReadStream(path), { contentLength: film.length })
  expect(simulatedBucket.objects.get(storageKey('aquila', filmId))?.equals(film)).toBe(true)
  for (const width of [160, 640, 1280]) await store.disk.put(storageKey('aquila', filmId, width), Buffer.from('copy'))
  await store.disk.put(storageKey('aquila', otherId), 'other')
  await store.disk.put(storageKey('vault', otherId), 'foreign')

  expect((await buffer(await store.disk.getStream(storageKey('aquila', filmId)))).equals(film)).toBe(true)
  const part = await buffer(await readBytes(store, storageKey('aquila', filmId), 100_000, 100_009))
  expect(part.equals(film.subarray(100_000, 100_010))).toBe(true)
  expect((await store.disk.getMetaData(storageKey('aquila', filmId))).contentLength).toBe(film.length)

  const keys: string[] = []
  let token: string | undefined
  do {
    const options = { recursive: true, ...(token === undefined ? {} : { paginationToken: token }) }
    const page = await store.disk.listAll('aquila/', options)
    for (const object of page.objects) if (object.isFile) keys.push(object.key)
    token = page.paginationToken
  } while (token !== undefined)
  // the film, its three copies and the other file of the client
  expect(keys).toHaveLength(5)

  await removeBytes(store, 'aquila', filmId)
  expect([...simulatedBucket.objects.keys()].sort()).toEqual(
    [storageKey('aquila', otherId), storageKey('vault', otherId)].sort(),
  )
})
