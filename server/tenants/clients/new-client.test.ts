import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Client } from '#contract/tenants/client.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { client } from '../../../cli/client.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Runs `rungs client`. */
const runClient = (...args: string[]) => client(args, database.ownerUrl)

test('a client is created with four portals and its languages', async () => {
  const output = await runClient('create', 'brook', 'Brook Swim', '--domain', 'Brook.test', '--language', 'cy-GB')
  expect(output).toContain('parent.brook.test')
  for (const portal of ['parent', 'coach', 'club', 'scheme'] as const) {
    const host = `${portal}.brook.test`
    const reply = await world.request({ host, url: `/v1/client?hostname=${host}` })
    const found = reply.json<Client>()
    expect(found).toMatchObject({
      id: 'brook',
      name: 'Brook Swim',
      portal,
      login: 'email',
      theme_url: '/themes/rungs.css',
    })
    expect(found.languages.filter(({ active }) => active === 1).map(({ language }) => language)).toEqual(['cy-GB'])
  }
  const { rows } = await world.owner.query(`SELECT action FROM audit_log WHERE client_id = 'brook'`)
  expect(rows).toEqual([{ action: 'create' }])
})

test.each([
  [['create', 'one', 'Again', '--domain', 'again.test'], 'there is a client "one" already'],
  [['create', 'thief', 'Thief', '--domain', 'one.test'], 'is another client’s'],
  [['create', 'B r', 'Brook', '--domain', 'b.test'], 'an id has'],
  [['create', 'b', 'Brook', '--domain', 'b_.test'], 'is not a domain'],
  [['create', 'b', 'Brook', '--domain', 'b.test', '--language', 'xx'], 'there are en-GB'],
  [['create', 'b', ' ', '--domain', 'b.test'], 'use: rungs client create'],
  [['delete', 'one'], 'use: rungs client create'],
])('the command with %j is refused, and no client is created', async (args, message) => {
  await expect(runClient(...args)).rejects.toThrow(message)
  const { rows } = await world.owner.query(
    `SELECT client_id FROM clients WHERE client_id NOT IN ('one', 'two', 'brook')`,
  )
  expect(rows).toEqual([])
})
