import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { form, pdf, picture, type FormFile } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { storedPng } from './picture.ts'
import { storageKey } from './storage.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  token = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

function upload(purpose: Purpose, file: FormFile) {
  const { payload, type } = form(file)
  const url = `/v1/uploads/${purpose}`
  const headers = { 'content-type': type }
  return world.request({ host: one.host('scheme'), token, method: 'POST', url, payload, headers })
}
const rules: FormFile = { name: 'Rules.pdf', type: 'application/pdf', bytes: pdf }

/** Takes a folder away while `work` runs, with a file in its place or nothing, so that the system writes nothing there. */
async function withoutFolder(folder: string, inItsPlace: 'file' | 'nothing', work: () => Promise<void>): Promise<void> {
  await rename(folder, `${folder}-away`)
  if (inItsPlace === 'file') await writeFile(folder, '')
  await work()
  await rm(folder, { force: true })
  await rename(`${folder}-away`, folder)
}

test('an upload that the disk does not take is refused for now, and nothing is left of it', async () => {
  const { uploadFolder } = world.files
  const ownFolder = resolve(uploadFolder, '../../files', one.id)
  await mkdir(ownFolder, { recursive: true })
  for (const [folder, inItsPlace] of [
    [uploadFolder, 'nothing'],
    [ownFolder, 'file'],
  ] as const) {
    await withoutFolder(folder, inItsPlace, async () => {
      const reply = await upload('document', rules)
      expect([reply.statusCode, reply.headers['retry-after']], reply.body).toEqual([503, '60'])
      expect(reply.json()).toMatchObject({ error: 'OVERLOADED' })
    })
    expect(await readdir(folder)).toEqual([])
  }
  expect((await world.owner.query('SELECT FROM files')).rows).toEqual([])
  expect((await upload('document', rules)).statusCode).toBe(201)
})

test('a drawing of a logo of which a kill or a full disk left a part, or none, is made again', async () => {
  const logo: FormFile = { name: 'logo.png', type: 'image/png', bytes: await picture(300, 100) }
  const { id } = (await upload('client-logo', logo)).json<StoredFile>()
  const { disk } = world.files
  const key = storageKey(one.id, id, 'png')
  const whole = await storedPng(world.files, one.id, id)
  for (const rest of [whole?.subarray(0, 100), Buffer.alloc(0)]) {
    await disk.put(key, rest ?? '')
    expect(await storedPng(world.files, one.id, id)).toEqual(whole)
    expect(Buffer.from(await disk.getBytes(key))).toEqual(whole)
  }
  // a folder in its place: it cannot be kept
  await disk.delete(key)
  await mkdir(resolve(world.files.uploadFolder, '../../files', key))
  expect(await storedPng(world.files, one.id, id)).toEqual(whole)
})
