import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'
import { until } from './until.ts'

const TABLETS = 20
const MARKS_A_ROUND = 500

/**
 * One round: while 20 tablets send 500 operations, the server is killed with `kill -9` at a random moment and started
 * again.
 */
export async function proveServerKill(options: ProofOptions): Promise<Report> {
  return report('server-kill', options, (findings) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const random = seeded(options.seed)
      const login = new CoachLogin(setup.server.port)
      // the tablets are logged in first, so that the first kill meets their sync and not the login
      await login.token()
      const tablets = Array.from({ length: TABLETS }, () => new Tablet(setup.club, syncApiAt(setup.server.port, login)))
      const crew = new Crew(setup.club, tablets)

      const total = options.rounds * MARKS_A_ROUND
      const working = crew.work(total / TABLETS, options.seed)
      let [kills, inFlightAtKills] = [0, 0]
      const killAndRestart = async () => {
        for (let round = 0; round < options.rounds; round++) {
          // the kills are spread at random over the run, but end before the tablets do
          const answeredAtKill = total * 0.95 * ((round + random()) / options.rounds)
          await until(
            'enough is answered',
            () => !crew.isWorking || (crew.answered >= answeredAtKill && crew.inFlight > 0),
          )
          if (!crew.isWorking) return
          inFlightAtKills += crew.inFlight
          await setup.server.kill('SIGKILL')
          kills++
          await setup.server.start()
        }
      }
      await Promise.all([working, killAndRestart()]).finally(() => crew.stop())

      Object.assign(findings.figures, { kills, 'operations under way when it was killed': inFlightAtKills })
      if (kills < options.rounds) findings.faults.push(`only ${kills} kills: the tablets were done too early`)
      await accountForCrew(setup, crew, findings)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
