import { Writable } from 'node:stream'
import fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { loggedRequest, recordRequests } from './request-log.ts'

test('the log contains the names of query parameters, but none of their values', () => {
  const logged = (url: string) => loggedRequest({ method: 'GET', url })
  expect(logged('/v1/members?search=Si%C3%A2n%20O%27Connor&page=2&type[]=coach')).toEqual({
    method: 'GET',
    url: '/v1/members?search=&page=&type[]=',
  })
  expect(logged('/v1/unsubscribe?token=a=b&code=c?state=d')).toMatchObject({ url: '/v1/unsubscribe?token=&code=' })
  expect(logged('/v1/me')).toMatchObject({ url: '/v1/me' })
})

test('each request is one line: its client, user, route, status and time, but no address, name or value', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = fastify({
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  const noteCaller = recordRequests(app)
  app.addHook('onRequest', (request, _reply, done) => {
    noteCaller(request, { userId: 'user-1' })
    noteCaller(request, { clientId: 'one' })
    done()
  })
  app.get('/v1/members/:id', async () => ({}))
  await app.inject({ url: '/v1/members/7?search=Amara', remoteAddress: '10.0.0.1' })
  await app.inject({ method: 'POST', url: '/v1/nothing/Amara' })
  await app.close()
  const logged = lines.map((line) => JSON.parse(line) as object)
  const common = { client: 'one', user: 'user-1', ms: expect.any(Number) as number, msg: 'request' }
  expect(logged).toMatchObject([
    { ...common, method: 'GET', route: '/v1/members/:id', status: 200 },
    { ...common, method: 'POST', route: 'none', status: 404 },
  ])
  expect(lines.join('')).not.toMatch(/Amara|10\.0\.0\.1/)
})
