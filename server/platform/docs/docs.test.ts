import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_VERSION } from '#contract/platform/version.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { operationsOf, type OpenApi } from './open-api.ts'
import { summaries } from './summaries.ts'

let database: TestDatabase
let world: World
let document: OpenApi

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  document = (await world.request({ url: '/v1/openapi.json' })).json<OpenApi>()
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

test('every call has a summary, and every summary belongs to a call', () => {
  const calls = operationsOf(document).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(summaries).toSorted()).toEqual(calls.toSorted())
})

test('the example of every body is valid for its call', () => {
  const wrong = operationsOf(document).flatMap(({ method, path, requestBody }) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema, example }]) =>
      type !== 'application/json' || !schema || Compile(schema).Check(example)
        ? []
        : [`${method} ${path} ${JSON.stringify(example)}`],
    ),
  )
  expect(wrong).toEqual([])
})

test('the documentation page names every path and has the error codes, without script and inline style', async () => {
  const reply = await world.request({ url: '/v1/docs' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { path } of operationsOf(document)) expect(reply.body).toContain(`<code>${path}</code>`)
  expect(reply.body).toContain('<code>AUTH_INVALID_CREDENTIALS</code>')
  expect(reply.body).not.toMatch(/<script|<style|style="/)
  expect((await world.request({ url: '/v1/docs.css' })).headers['content-type']).toContain('text/css')
})

test('page and document are compressed, the same each time, and served at hosts of tenants only', async () => {
  for (const url of ['/v1/docs', '/v1/openapi.json', '/v1/docs.css']) {
    const host = world.tenants[0].host('coach')
    const load = () => world.request({ url, host, headers: { 'accept-encoding': 'br' } })
    const [first, second] = [await load(), await load()]
    expect(first.headers['content-encoding'], url).toBe('br')
    expect(second.rawPayload.equals(first.rawPayload), url).toBe(true)
    expect((await world.request({ url, host: 'stranger.example' })).json(), url).toMatchObject({
      error: 'UNKNOWN_HOST',
    })
  }
})

// Summaries may change at any time. A change of parameters, bodies or answers needs a decision about the version.
test('the contract has the fingerprint that is recorded for its version', async () => {
  const contractCalls = operationsOf(document)
    .map(({ method, path, parameters, requestBody, responses, security }) => ({
      method,
      path,
      parameters,
      body: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
      responses,
      security,
    }))
    // The order in which routes are registered is not part of the contract.
    .toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'))
  const fingerprint = createHash('sha256').update(canonicalJson(contractCalls)).digest('hex')
  const recorded = JSON.parse(await readFile('contract/platform/fingerprint.json', 'utf8')) as object
  expect(
    { version: API_VERSION, fingerprint },
    'the contract changed: decide whether callers notice (contract/platform/version.ts), then write this into contract/platform/fingerprint.json',
  ).toEqual(recorded)
})
