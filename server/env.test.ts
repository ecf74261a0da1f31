import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from './env.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungs-env-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each variable with a secret may be the name of a file that holds it, without the end of its line', async () => {
  const file = join(folder, 'secret')
  await writeFile(file, `${'s'.repeat(32)}\n`)
  expect(readEnv({ SECRET_FILE: file }).secret).toBe('s'.repeat(32))
  await writeFile(file, 'postgres://rungs@db/rungs\n')
  expect(readEnv({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://rungs@db/rungs')
  await writeFile(file, 'smtp://mail:25\n')
  expect(readEnv({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://mail:25')
})

test('a secret that is given twice, in a missing file, or too short is refused by the name of its variable', async () => {
  const file = join(folder, 'short')
  await writeFile(file, 'short\n')
  expect(() => readEnv({ SECRET_FILE: file, SECRET: 's'.repeat(32) })).toThrow('SECRET and SECRET_FILE are both set')
  expect(() => readEnv({ SECRET_FILE: join(folder, 'none') })).toThrow(/SECRET_FILE cannot be read: ENOENT/)
  expect(() => readEnv({ SECRET: 's'.repeat(32), SECRET_OTHER: 's'.repeat(32) })).toThrow(
    'SECRET_OTHER must be another one than SECRET',
  )
  expect(() => readEnv({ SECRET_FILE: file, PORT: 'x' })).toThrow(
    'environment: PORT must be a port number, not "x"; SECRET must have at least 32 characters',
  )
})

test.each([
  'rungs',
  'localhost:5432/rungs',
  'mysql://rungs@db/rungs',
  'postgres://rungs:pass#word@db/rungs',
  'postgres://db',
])('an address of a database that is none is refused by the name of its variable: %s', (url) => {
  for (const name of ['DATABASE_URL', 'APP_DATABASE_URL'])
    expect(() => readEnv({ [name]: url })).toThrow(`${name} must be postgres://USER:PASSWORD@HOST/DATABASE`)
})

test('the replica is named by its address alone', () => {
  expect(readEnv({ DATABASE_READ_URL: 'postgres://replica:5433' }).databaseReadUrl).toBe('postgres://replica:5433')
  for (const url of [
    'replica',
    'postgres://',
    'http://replica',
    'postgres://rungs@replica',
    'postgres://:word@replica',
  ])
    expect(() => readEnv({ DATABASE_READ_URL: url })).toThrow('DATABASE_READ_URL must be postgres://HOST:PORT without')
})

test('a database may be named with parameters and a socket', () => {
  const url = 'postgresql://rungs:pass%23word@db.example:5433/rungs?sslmode=require'
  expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url)
  const socket = 'postgres://rungs@%2Fvar%2Frun%2Fpostgresql/rungs'
  expect(readEnv({ DATABASE_URL: socket }).databaseUrl).toBe(socket)
})

test('the name localhost is one address, so that there is one listener', () => {
  expect(readEnv({ HOST: 'localhost' }).host).toBe('127.0.0.1')
  expect(readEnv({ HOST: '::1' }).host).toBe('::1')
})

test('a process has twelve connections unless another number is set, and refuses one that cannot work', () => {
  expect(readEnv({}).databaseConnections).toBe(12)
  expect(readEnv({ DATABASE_CONNECTIONS: '30' }).databaseConnections).toBe(30)
  for (const wrong of ['1', '501', '2.5', 'many'])
    expect(() => readEnv({ DATABASE_CONNECTIONS: wrong })).toThrow(
      `DATABASE_CONNECTIONS must be a number from 2 to 500, not "${wrong}"`,
    )
})
