import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { Postgres } from '#db/testing-postgres.ts'
import { seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'
import { until } from './until.ts'

const TABLETS = 20
const MARKS_A_ROUND = 500

/**
 * One round: while 20 tablets sync, PostgreSQL is stopped immediately. It is started again when a random number of the
 * tablets' calls has failed. The server keeps running and must recover by itself.
 */
export async function proveDatabaseStop(options: ProofOptions): Promise<Report> {
  return report('database-stop', options, (findings) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const random = seeded(options.seed)
      const postgres = await Postgres.of(setup.cluster)
      const login = new CoachLogin(setup.server.port)
      // the tablets are logged in first, so that the first stop meets their sync and not the login
      await login.token()
      const tablets = Array.from({ length: TABLETS }, () => new Tablet(setup.club, syncApiAt(setup.server.port, login)))
      const crew = new Crew(setup.club, tablets)

      const total = options.rounds * MARKS_A_ROUND
      const working = crew.work(total / TABLETS, options.seed)
      let [stops, inFlightAtStops, crashes, slowestMs] = [0, 0, 0, 0]
      const stopAndRestart = async () => {
        for (let round = 0; round < options.rounds; round++) {
          // the stops are spread at random over the run, but end before the tablets do
          const answeredAtStop = total * 0.95 * ((round + random()) / options.rounds)
          await until(
            'enough is answered',
            () => !crew.isWorking || (crew.answered >= answeredAtStop && crew.inFlight > 0),
          )
          if (!crew.isWorking) return
          inFlightAtStops += crew.inFlight
          const failuresBefore = crew.sum((tablet) => tablet.failures)
          await postgres.stopImmediately()
          stops++
          const failuresToWaitFor = failuresBefore + Math.floor(random() * TABLETS)
          await until('tablets have noticed', () => crew.sum((tablet) => tablet.failures) >= failuresToWaitFor)
          await postgres.start()

          const restartedAt = Date.now()
          const answeredBefore = crew.answered
          await until('the server serves again', async () => {
            if (!setup.server.isRunning) {
              crashes++
              findings.faults.push(`round ${round}: the server ended with its database: ${setup.server.output}`)
              await setup.server.start()
            }
            return !crew.isWorking || crew.answered > answeredBefore
          })
          slowestMs = Math.max(slowestMs, Date.now() - restartedAt)
        }
      }
      await Promise.all([working, stopAndRestart()]).finally(() => crew.stop())

      Object.assign(findings.figures, {
        stops,
        'operations under way when it was stopped': inFlightAtStops,
        'restarts of the server that were needed': crashes,
        'longest time to the next answer, ms': slowestMs,
      })
      // its connection for PostgreSQL's notifications
      await until('the server hears announcements of other processes again', async () => {
        const { rowCount } = await setup.db.pool.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`)
        return rowCount === 1
      })
      if (stops < options.rounds) findings.faults.push(`only ${stops} stops: the tablets were done too early`)
      await accountForCrew(setup, crew, findings)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
