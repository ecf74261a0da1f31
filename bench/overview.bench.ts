import autocannon from 'autocannon'
import { createServer } from 'node:http'
import pg from 'pg'
import { freePort } from '#db/embedded.ts'
import { callJson, logIn, startBenchServer } from './bench-server.ts'
import type { Row } from './table.ts'

const SECONDS = 5

const CONNECTIONS = 16

/**
 * Measures how often per second a parent's overview can be read with 16 connections. The limit is a plain server that
 * sends the same bytes after one indexed lookup.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const { token, userId } = await logIn(benchServer.port, 'parent')
  const path = `/v1/users/${userId}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`
  const host = 'parent.aquila.localhost'
  const overview = JSON.stringify(await callJson(benchServer.port, host, path, { token }))
  const pool = new pg.Pool({ connectionString: benchServer.database.url, max: 12 })
  const bare = createServer((_request, reply) => {
    void pool.query('SELECT id FROM users WHERE client_id = $1 AND id = $2', ['aquila', userId]).then(() => {
      reply.setHeader('content-type', 'application/json')
      reply.end(overview)
    })
  })
  const barePort = await freePort()
  await new Promise<void>((done) => bare.listen(barePort, '127.0.0.1', done))
  const measure = (port: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { host, authorization: `Bearer ${token}` },
    })
  try {
    // warms up
    await measure(benchServer.port)
    const ours = await measure(benchServer.port)
    const limit = await measure(barePort)
    if (ours.non2xx > 0) throw new Error(`${ours.non2xx} replies were refused`)
    return [
      {
        label: `overview of a parent, ${(overview.length / 1024).toFixed(0)} kB`,
        unit: 'replies/s',
        ours: ours.requests.average,
        limit: limit.requests.average,
        moreIsBetter: true,
      },
      {
        label: 'p99 over p50 (aim ≤ 4)',
        unit: 'times',
        ours: ours.latency.p99 / Math.max(ours.latency.p50, 1),
        limit: limit.latency.p99 / Math.max(limit.latency.p50, 1),
        moreIsBetter: false,
      },
    ]
  } finally {
    bare.close()
    await pool.end()
    await benchServer.close()
  }
}
