import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Stop } from './stop.ts'

/** An application whose replies at `/slow` wait for `answer`. */
async function listening(stop: Stop) {
  const app = fastify({ return503OnClosing: false, forceCloseConnections: true })
  stop.watch(app, () => {})
  const answering = Promise.withResolvers<string>()
  const arrived = Promise.withResolvers<void>()
  app.get('/slow', () => {
    arrived.resolve()
    return answering.promise
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, arrived: arrived.promise, answer: () => answering.resolve('the answer') }
}

test('a request that is under way is answered before the server ends, and ends its connection', async () => {
  const { app, url, arrived, answer } = await listening(new Stop())
  const reply = fetch(`${url}/slow`)
  await arrived
  const closed = app.close()
  await expect.poll(() => fetch(`${url}/slow`).catch(() => 'refused')).toBe('refused')
  answer()
  expect(await (await reply).text()).toBe('the answer')
  await closed
})

test('a request that takes longer than the stop may is cut', async () => {
  const { app, url, arrived } = await listening(new Stop(/* limitMs */ 50))
  const reply = fetch(`${url}/slow`)
  await Promise.all([arrived, expect(Promise.all([reply, arrived.then(() => app.close())])).rejects.toThrow()])
})

test('from the beginning of a stop each reply ends its connection', async () => {
  const stop = new Stop()
  const { app, url, answer } = await listening(stop)
  answer()
  expect((await fetch(`${url}/slow`)).headers.get('connection')).toBe('keep-alive')
  stop.begin()
  expect((await fetch(`${url}/slow`)).headers.get('connection')).toBe('close')
  await app.close()
})

test('a connection without a request, as browsers open in advance, does not delay a stop', async () => {
  const { app, url } = await listening(new Stop())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket.resume(), 'close')
  await app.close()
  await ended
})
