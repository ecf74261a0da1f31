import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { form, pdf } from '#server/testing/sample-files.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { storageKey } from './storage.ts'

let database: TestDatabase
let world: World
let proxy: Server
/** Whether the answer to the next commit of a file's row is lost on its way. */
let loses = false

/** A proxy that breaks a connection when the database has committed, before it can say so. */
async function startProxy(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  proxy = createServer((client: Socket) => {
    const server = connect(Number(port), hostname)
    let hasFile = false
    client.on('data', (chunk: Buffer) => {
      hasFile ||= loses && chunk.includes('INSERT INTO files')
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (hasFile && chunk.includes('COMMIT\0')) {
        loses = false
        client.destroy()
      } else client.write(chunk)
    })
    client.on('close', () => server.destroy()).on('error', () => {})
    server.on('close', () => client.destroy()).on('error', () => {})
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const through = new URL(url)
  through.port = String((proxy.address() as AddressInfo).port)
  return through.href
}

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld({ ...database, appUrl: await startProxy(database.appUrl) })
})
afterAll(async () => {
  await world.close()
  proxy.close()
  await database.drop()
})

test('an upload whose commit was not heard of keeps its bytes, because its row may have been written', async () => {
  const [one] = world.tenants
  const access = { host: one.host('scheme'), token: (await world.logIn(one, 'scheme')).token }
  const { payload, type } = form({ name: 'Rules.pdf', type: 'application/pdf', bytes: pdf })
  const upload = () =>
    world.request({
      ...access,
      method: 'POST',
      url: '/v1/uploads/document',
      payload,
      headers: { 'content-type': type, 'x-request-id': 'a-document' },
    })
  loses = true
  expect((await upload()).statusCode).toBe(503)
  expect(loses).toBe(false)
  const { rows } = await world.owner.query<{ id: string }>('SELECT id FROM files')
  expect(rows).toHaveLength(1)
  const id = rows[0]?.id ?? ''
  expect(await world.files.disk.exists(storageKey(one.id, id))).toBe(true)
  // the browser tries again, and is told of this file
  expect((await upload()).json()).toMatchObject({ id })
  const downloaded = await world.request({ ...access, url: `/v1/files/file?id=${id}` })
  expect(downloaded.rawPayload.equals(pdf)).toBe(true)
})
