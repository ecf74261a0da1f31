import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSecret, keepSecret, readSecret } from './secret.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rungs-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('processes that start at once use one secret, and leave nothing else', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readSecret(null, dataDir)))
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString())).size).toBe(1)
  expect(secrets[0]).toHaveLength(43)
  expect(await readdir(dataDir)).toEqual(['secret'])
})

test('a file that was left empty, such as by a full disk, is no secret', async () => {
  await writeFile(join(dataDir, 'secret'), '')
  const refusal = `${join(dataDir, 'secret')} holds no secret`
  await expect(readSecret(null, dataDir)).rejects.toThrow(refusal)
  expect(await findSecret(null, dataDir)).toBeNull()
})

test('a secret that a backup brings is kept where there is none', async () => {
  const brought = Buffer.from('the secret of another installation')
  await keepSecret(brought, dataDir)
  expect(await readSecret(null, dataDir)).toEqual(brought)
  await expect(keepSecret(Buffer.from('a third secret, which comes too late'), dataDir)).rejects.toThrow('EEXIST')
  expect(await readSecret(null, dataDir)).toEqual(brought)
})
