import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { Postgres } from './postgres.ts'
import { seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'
import { until } from './until.ts'

const CLIENTS = 20
const MARKS_A_ROUND = 500

/**
 * One round: while 20 tablets sync, PostgreSQL is stopped immediately, stays away until some tablets have noticed, and
 * is started again. The server keeps running and must recover by itself.
 */
export async function proveDatabaseStop(options: ProofOptions): Promise<Report> {
  return report('database-stop', options, (found) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const random = seeded(options.seed)
      const postgres = await Postgres.of(setup.cluster)
      const login = new CoachLogin(setup.server.port)
      await login.token()
      const tablets = Array.from({ length: CLIENTS }, () => new Tablet(setup.club, syncApiAt(setup.server.port, login)))
      const crew = new Crew(setup.club, tablets)
      const total = options.rounds * MARKS_A_ROUND
      const working = crew.work(total / CLIENTS, options.seed)
      let [stops, flying, crashes, slowest] = [0, 0, 0, 0]
      const stopping = async () => {
        for (let round = 0; round < options.rounds; round++) {
          const after = total * 0.95 * ((round + random()) / options.rounds)
          await until('enough is answered', () => !crew.isWorking || (crew.answered >= after && crew.inFlight > 0))
          if (!crew.isWorking) return
          flying += crew.inFlight
          const failures = crew.sum((tablet) => tablet.failures)
          await postgres.stopImmediately()
          stops++
          const enough = failures + Math.floor(random() * CLIENTS)
          await until('tablets have noticed', () => crew.sum((tablet) => tablet.failures) >= enough)
          await postgres.start()
          const back = Date.now()
          const before = crew.answered
          await until('the server serves again', async () => {
            if (!setup.server.isRunning) {
              crashes++
              found.faults.push(`round ${round}: the server ended with its database: ${setup.server.output}`)
              await setup.server.start()
            }
            return !crew.isWorking || crew.answered > before
          })
          slowest = Math.max(slowest, Date.now() - back)
        }
      }
      await Promise.all([working, stopping()]).finally(() => crew.stop())
      Object.assign(found.figures, {
        stops,
        'operations under way when it was stopped': flying,
        'restarts of the server that were needed': crashes,
        'longest time to the next answer, ms': slowest,
      })
      await until('the server hears announcements of other processes again', async () => {
        const { rowCount } = await setup.db.pool.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`)
        return rowCount === 1
      })
      if (stops < options.rounds) found.faults.push(`only ${stops} stops: the clients were done too early`)
      await accountForCrew(setup, crew, found)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
