import { createServer } from 'node:net'

/**
 * A free port from 20,000 to 29,999. The system takes ports for outgoing connections from above this range, and each
 * worker of vitest has a thousand of its own, so the port stays free until the server listens, and while it is restarted.
 */
export async function freeServerPort(): Promise<number> {
  const first = 20_000 + 1_000 * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 10)
  for (;;) {
    const port = first + Math.floor(Math.random() * 1_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.on('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
