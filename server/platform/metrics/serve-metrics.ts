import { statfs } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Hub } from '#server/platform/events/hub.ts'
import { queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import type { Replica } from '#server/platform/replica.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { connections, disk, lastBackup, METRICS_TYPE, metricsText, replicaLag, streams } from './metrics.ts'

/** What is looked at when the metrics are asked for. */
export interface Watched {
  hub: Hub
  db: Database
  replica: Replica | null
  dataDir: string
}

const LAST_BACKUP = statement('platform/read-last-backup', 'SELECT last_backup_at FROM installation')

async function lookAt({ hub, db, replica, dataDir }: Watched): Promise<void> {
  const { pool } = db
  streams.set(hub.size)
  connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  connections.set({ state: 'idle' }, pool.idleCount)
  connections.set({ state: 'waiting' }, pool.waitingCount)
  if (replica) replicaLag.set(await replica.lag())
  // without the database the other metrics are wanted all the more
  const [backup] = await queryRowsWithoutTenant(db, LAST_BACKUP).catch(() => [])
  if (backup?.last_backup_at) lastBackup.set(backup.last_backup_at.getTime() / 1_000)
  // there is no such folder where files are in a bucket and the secret is in the environment
  const room = await statfs(dataDir).catch(() => null)
  if (!room) return
  disk.set({ of: 'size' }, room.bsize * room.blocks)
  disk.set({ of: 'available' }, room.bsize * room.bavail)
}

/**
 * Answers `/metrics` on a port of its own, which the outside must not reach: numbers of clients and requests are nobody
 * else's business.
 */
export async function serveMetrics(host: string, port: number, watched: Watched): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    lookAt(watched)
      .then(metricsText)
      .then(
        (text) => reply.writeHead(200, { 'content-type': METRICS_TYPE }).end(text),
        (error: unknown) => reply.writeHead(500).end(String(error)),
      )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** The port on which it listens, which the system chose where 0 was asked for. */
export function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}
