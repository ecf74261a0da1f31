import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { call, logIn, logins, startBenchServer } from './bench-server.ts'
import { median, percentile, type Row } from './table.ts'

/** The number of refused logins of each kind. */
const TRIES = 200
/** The number of logins at the same time. */
const AT_ONCE = 200

/**
 * Measures what docs/security.md promises under 11 and 12: the time of a refused login must not show whether an account
 * exists, and many logins at once must not delay other requests.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  await owner.connect()
  try {
    const host = 'coach.aquila.localhost'
    const tryLogin = (email: string, password: string) =>
      call(benchServer.port, host, '/v1/auth/login', {
        body: { client_id: 'aquila', type: 'coach', email, password },
      })
    // these tries all come from one address, whose limit of tries must not end the measurement
    const forgetTries = () => owner.query('DELETE FROM tries')
    const msOf = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const unknownNames: number[] = []
    const wrongPasswords: number[] = []
    // the ten rounds below 0 warm up
    for (let round = -10; round < TRIES; round++) {
      await forgetTries()
      // in turns, so that other work on the machine affects both
      const unknownMs = await msOf(() => tryLogin(`nobody${round}@aquila.example`, 'Wrong-horse-9'))
      const wrongMs = await msOf(() => tryLogin('coach@aquila.example', 'Wrong-horse-9'))
      if (round < 0) continue
      unknownNames.push(unknownMs)
      wrongPasswords.push(wrongMs)
    }
    await forgetTries()
    const { token } = await logIn(benchServer.port, 'club')
    // each login comes from an address of its own, because an account may be tried only ten times from one address
    const demoUsers = Object.entries(logins)
    const rush = Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => {
        const [portal = '', [type, name] = ['', '']] = demoUsers[n % demoUsers.length] ?? []
        const body = { client_id: 'aquila', type, email: `${name}@aquila.example`, password: DEMO_PASSWORD }
        return call(benchServer.port, `${portal}.aquila.localhost`, '/v1/auth/login', {
          body,
          localAddress: `127.1.0.${n + 1}`,
        })
      }),
    )
    let rushIsOver = false
    const rushEnded = rush.then(() => (rushIsOver = true))
    /** The times of other requests during the rush. */
    const others: number[] = []
    while (!rushIsOver)
      others.push(await msOf(() => call(benchServer.port, 'club.aquila.localhost', '/v1/me', { token })))
    await rushEnded
    const refused = (await rush).filter(({ status }) => status !== 200).length
    if (refused > 0) throw new Error(`${refused} logins of the rush were refused`)
    const difference = Math.abs(median(unknownNames) - median(wrongPasswords))
    return [
      {
        label: 'unknown name and wrong password, medians apart',
        unit: 'ms',
        ours: difference,
        limit: 10,
        moreIsBetter: false,
      },
      {
        label: 'others during 200 logins at once, p95',
        unit: 'ms',
        ours: percentile(others, 0.95),
        limit: 100,
        moreIsBetter: false,
      },
    ]
  } finally {
    await owner.end()
    await benchServer.close()
  }
}
