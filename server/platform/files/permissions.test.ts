import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '#server/platform/files/storage.ts'

let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rungs-permissions-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** The files and folders that others than their owner may use in any way. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o077))
  return names.filter((_, index) => modes[index] !== 0)
}

test('stored files and unfinished uploads are closed to other users of the machine, also those from before the start', async () => {
  for (const folder of ['files/aquila/one', 'uploads/at-old']) await mkdir(join(dir, folder), { recursive: true })
  for (const name of ['files/aquila/one/original', 'uploads/at-old/upload']) {
    await writeFile(join(dir, name), 'secret')
    await chmod(join(dir, name), 0o644)
  }
  for (const folder of ['files', 'files/aquila', 'files/aquila/one', 'uploads', 'uploads/at-old'])
    await chmod(join(dir, folder), 0o755)
  // the folder, the two folders in it, and the file
  expect(await openToOthers(join(dir, 'files'))).toHaveLength(4)

  const { disk, uploadFolder } = await openFiles(dir, /* bucket URL */ null)
  await writeFile(join(uploadFolder, 'upload'), 'secret')
  await disk.put('vault/two/original', 'secret')
  await disk.putStream('vault/three/original', createReadStream(join(uploadFolder, 'upload')))
  await disk.copy('vault/two/original', 'tideway/four/original')
  expect(await openToOthers(join(dir, 'files'))).toEqual([])
  expect(await openToOthers(join(dir, 'uploads'))).toEqual([])
})
