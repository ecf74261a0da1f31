import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import {
  findRow,
  getRow,
  queryRows,
  queryRowsInTenant,
  statement,
  tenantStatement,
  tenantStatements,
} from './statement.ts'

declare module './statement.ts' {
  interface StatementTypes {
    'test/list-words': { params: [words: string[]]; row: { client: string; word: string } }
    'test/read-json': { params: [json: string]; row: { value: JsonColumn | null } }
    'test/read-order': { params: []; row: { word: string } }
    'test/read-tenant': { params: []; row: { tenant: string } }
  }
}

const WORDS = tenantStatement('test/list-words', 'SELECT $1::text AS client, word FROM unnest($2::text[]) word')
const JSON_VALUE = statement('test/read-json', 'SELECT $1::jsonb AS value', {
  json: { value: Type.Object({ name: Type.String() }) },
})
const FIRST_WORD = tenantStatements(
  'test/read-order',
  { up: 'word', down: 'word DESC' },
  (order) => `SELECT word FROM unnest('{a,b}'::text[]) word WHERE $1::text = 'one' ORDER BY ${order} LIMIT 1`,
)
const TENANT = tenantStatement('test/read-tenant', `SELECT current_setting('app.client') || $1::text AS tenant`, {
  prepare: true,
})

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.appUrl)
})
afterAll(async () => {
  await db.pool.end()
  await database.drop()
})

test('the transaction passes its client, and the caller the rest', async () => {
  const rows = await inTenant(db, 'one', 'read', (tx) => queryRows(tx, WORDS, [['a', 'b']]))
  expect(rows).toEqual([
    { client: 'one', word: 'a' },
    { client: 'one', word: 'b' },
  ])
  expect(await queryRowsInTenant(db, 'two', TENANT)).toEqual([{ tenant: 'twotwo' }])
  expect(await queryRowsInTenant(db, 'one', TENANT)).toEqual([{ tenant: 'oneone' }])
})

test('a variant is a statement of its own', async () => {
  await inTenant(db, 'one', 'read', async (tx) => {
    expect(await getRow(tx, FIRST_WORD.up)).toEqual({ word: 'a' })
    expect(await getRow(tx, FIRST_WORD.down)).toEqual({ word: 'b' })
  })
})

test('finds at most one row, or none', async () => {
  await inTenant(db, 'one', 'read', async (tx) => {
    expect(await findRow(tx, WORDS, [['a']])).toEqual({ client: 'one', word: 'a' })
    expect(await findRow(tx, WORDS, [[]])).toBeUndefined()
    await expect(findRow(tx, WORDS, [['a', 'b']])).rejects.toThrow('has found 2 rows')
    await expect(getRow(tx, WORDS, [[]])).rejects.toThrow('has found no row')
  })
})

test('statements are sent at once and answered in order', async () => {
  const rows = await inTenant(db, 'one', 'read', (tx) =>
    Promise.all([queryRows(tx, WORDS, [['a']]), queryRows(tx, WORDS, [['b']])]),
  )
  expect(rows.flat().map(({ word }) => word)).toEqual(['a', 'b'])
})

test('a name is given once', () => {
  expect(() => tenantStatement('test/list-words', 'SELECT $1')).toThrow('two statements are named test/list-words')
})

test('tests fail where JSON is not what its schema says', async () => {
  await inTenant(db, 'one', 'read', async (tx) => {
    expect(await getRow(tx, JSON_VALUE, ['{"name":"a"}'])).toEqual({ value: { name: 'a' } })
    await expect(getRow(tx, JSON_VALUE, ['{"name":1}'])).rejects.toThrow('value of test/read-json: /name')
  })
})
