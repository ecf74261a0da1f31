import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { call, logIn, logins, startBenchServer } from './bench-server.ts'
import { median, percentile, type Row } from './table.ts'

const TRIES = 200
const AT_ONCE = 200

/**
 * Measures security.md 11 and 12: the time of a refused login must not show whether an account exists, and many logins
 * at once must not delay other requests.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  await owner.connect()
  try {
    const host = 'coach.aquila.localhost'
    const tryIn = (email: string, password: string) =>
      call(benchServer.port, host, '/v1/auth/login', undefined, { client_id: 'aquila', type: 'coach', email, password })
    // all tries come from one network; its limit of tries must not end the measurement
    const forgetTries = () => owner.query('DELETE FROM tries')
    const timeOf = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const [unknown, wrong]: [number[], number[]] = [[], []]
    for (let n = -10; n < TRIES; n++) {
      await forgetTries()
      // in turns, so that other work on the machine affects both
      const unknownMs = await timeOf(() => tryIn(`nobody${n}@aquila.example`, 'Wrong-horse-9'))
      const wrongMs = await timeOf(() => tryIn('coach@aquila.example', 'Wrong-horse-9'))
      if (n < 0) continue
      unknown.push(unknownMs)
      wrong.push(wrongMs)
    }
    await forgetTries()
    const { token } = await logIn(benchServer.port, 'club')
    // each from another network, because an account has a limit of ten tries from one network
    const kinds = Object.entries(logins)
    const rush = Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => {
        const [portal = '', [type, name] = ['', '']] = kinds[n % kinds.length] ?? []
        const body = { client_id: 'aquila', type, email: `${name}@aquila.example`, password: 'Rungs-demo-1!' }
        return call(
          benchServer.port,
          `${portal}.aquila.localhost`,
          '/v1/auth/login',
          undefined,
          body,
          `127.1.0.${n + 1}`,
        )
      }),
    )
    let over = false
    const ended = rush.then(() => (over = true))
    const others: number[] = []
    while (!over) others.push(await timeOf(() => call(benchServer.port, 'club.aquila.localhost', '/v1/me', token)))
    await ended
    const refused = (await rush).filter(({ status }) => status !== 200).length
    if (refused > 0) throw new Error(`${refused} logins of the rush were refused`)
    const difference = Math.abs(median(unknown) - median(wrong))
    return [
      { what: 'unknown name and wrong password, medians apart', unit: 'ms', ours: difference, limit: 10, more: false },
      {
        what: 'others during 200 logins at once, p95',
        unit: 'ms',
        ours: percentile(others, 0.95),
        limit: 500,
        more: false,
      },
    ]
  } finally {
    await owner.end()
    await benchServer.close()
  }
}
