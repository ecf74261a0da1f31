import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { BODY_MS, endStalledBody } from './body-deadline.ts'

afterEach(() => vi.useRealTimers())

test('an upload may take any time while bytes keep coming, and its connection is closed when they stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = createServer((request, reply) => {
    endStalledBody(request, reply, BODY_MS)
    request.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upload = send({ method: 'POST', port: (server.address() as AddressInfo).port })
  // The closed connection is an error for its sender.
  upload.on('error', () => {})
  upload.flushHeaders()
  const [received] = (await once(server, 'request')) as [IncomingMessage]
  const part = Buffer.alloc(300_000)
  for (let n = 1; n <= 5; n++) {
    upload.write(part)
    await expect.poll(() => received.socket.bytesRead).toBeGreaterThan(n * part.length)
    vi.advanceTimersByTime(BODY_MS)
    expect(received.socket.destroyed).toBe(false)
  }
  vi.advanceTimersByTime(BODY_MS)
  expect(received.socket.destroyed).toBe(true)
  server.close()
})
