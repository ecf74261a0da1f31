import { request } from 'node:http'
import pg from 'pg'
import type { StreamEvent } from '#contract/platform/events.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { PushReply } from '#contract/assessment/sync.ts'
import { markOperation, membersInGroups, skillsOf } from './marks.ts'
import { callJson, logIn, startBenchServer } from './bench-server.ts'
import { percentile, type Row } from './table.ts'

const ROUNDS = 60
const PARENT_HOST = 'parent.aquila.localhost'

/** The event stream of an open parent page. */
class Stream {
  #onEvent: ((event: StreamEvent) => void) | undefined
  readonly #request

  constructor(port: number, token: string) {
    this.#request = request({
      host: '127.0.0.1',
      port,
      path: '/v1/events',
      headers: { host: PARENT_HOST, authorization: `Bearer ${token}` },
    })
    this.#request.on('response', (reply) =>
      reply.on('data', (part: Buffer) => {
        for (const line of part.toString().split('\n'))
          if (line.startsWith('data: ')) this.#onEvent?.(JSON.parse(line.slice('data: '.length)) as StreamEvent)
      }),
    )
    // `close` ends the request with an error, and a stream that fails earlier makes the measurement wait for an event
    this.#request.on('error', () => undefined)
    this.#request.end()
  }

  /** Waits for the next event of a type. A new wait replaces the one before. */
  next(type: StreamEvent['type']): Promise<void> {
    return new Promise((done) => (this.#onEvent = (event) => void (event.type === type && done())))
  }

  close(): void {
    this.#request.destroy()
  }
}

/**
 * Measures the time from a coach's push until the parent's page has the new data. The limit is the same read of the
 * parent's data after a plain NOTIFY of PostgreSQL, without push and event stream.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const pool = new pg.Pool({ connectionString: benchServer.database.url, max: 2 })
  const coach = await logIn(benchServer.port, 'coach')
  const parent = await logIn(benchServer.port, 'parent')
  const path = `/v1/users/${parent.userId}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`
  const readChildren = () => callJson<Member[]>(benchServer.port, PARENT_HOST, path, { token: parent.token })
  const stream = new Stream(benchServer.port, parent.token)
  try {
    // the stream's first event: from now on it announces changes
    await stream.next('hello')
    const childIds = new Set((await readChildren()).map((member) => member.uuid))
    const child = (await membersInGroups(benchServer, coach.token)).find(({ member }) => childIds.has(member))
    const skills = await skillsOf(benchServer, coach.token)
    if (!child) throw new Error('no child of the parent is taught by the coach')
    const deviceId = crypto.randomUUID()
    const ours: number[] = []
    const limit: number[] = []
    const listener = await pool.connect()
    await listener.query('LISTEN bench')
    for (let round = 1; round <= ROUNDS; round++) {
      const operation = markOperation(child, skills[round % skills.length] ?? '', coach.userId, deviceId, round)
      const pushedAt = performance.now()
      const memberChanged = stream.next('member-changed')
      await callJson<PushReply>(benchServer.port, 'coach.aquila.localhost', '/v1/sync/push', {
        token: coach.token,
        body: { deviceId, operations: [operation] },
      })
      await memberChanged
      await readChildren()
      ours.push(performance.now() - pushedAt)
      const notifiedAt = performance.now()
      const notified = new Promise((done) => listener.once('notification', done))
      await pool.query('NOTIFY bench')
      await notified
      await readChildren()
      limit.push(performance.now() - notifiedAt)
    }
    listener.release()
    /** `share` is 0.5 for the median, 0.95 for the 95th percentile. */
    const row = (label: string, share: number): Row => ({
      label,
      unit: 'ms',
      ours: percentile(ours, share),
      limit: percentile(limit, share),
      moreIsBetter: false,
    })
    return [row('a mark reaches an open parent page, median', 0.5), row('the same, p95 (aim ≤ 3,000)', 0.95)]
  } finally {
    stream.close()
    await pool.end()
    await benchServer.close()
  }
}
