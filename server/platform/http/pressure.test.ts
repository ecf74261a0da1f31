import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './errors.ts'
import { refuseUnderPressure } from './pressure.ts'

/** Blocks the event loop for 60 ms again and again, as too much work does; longer than one measurement lasts. */
async function keepBusy(): Promise<void> {
  for (const end = Date.now() + 1_500; Date.now() < end;) {
    for (const until = Date.now() + 60; Date.now() < until;);
    await new Promise((next) => setTimeout(next))
  }
}

test('a server that is too busy refuses calls of the API with Retry-After and logs why, but still serves pages and files', async () => {
  const log = new PassThrough({ encoding: 'utf8' })
  const app = fastify({ logger: { level: 'warn', stream: log } })
  handleErrors(app)
  await refuseUnderPressure(app, /* maxDelayMs */ 5)
  app.get('/v1/members', async () => [])
  app.get('/assets/coach.js', async () => 'script')
  expect((await app.inject('/v1/members')).statusCode).toBe(200)
  await keepBusy()
  const { statusCode, headers, body } = await app.inject('/v1/members')
  expect([statusCode, headers['retry-after'], JSON.parse(body).error]).toEqual([503, '2', 'OVERLOADED'])
  expect(JSON.parse(log.read() as string)).toMatchObject({
    code: 'OVERLOADED',
    why: expect.stringMatching(/^the event loop is \d+ ms late$/),
  })
  expect((await app.inject('/assets/coach.js')).body).toBe('script')
  await app.close()
})
