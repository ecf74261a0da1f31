import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { between, pick, seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'

/** For this share of the rounds with 200 operations there is one with 1,000. */
const LONG_SHARE = 0.2

/**
 * One round: measures how long a tablet takes to send an outbox of 200 marks; for every fifth round also one of 1,000.
 */
export async function proveDrain(options: ProofOptions): Promise<Report> {
  return report('drain', options, (found) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const random = seeded(options.seed)
      const api = syncApiAt(setup.server.port, new CoachLogin(setup.server.port))
      const tablets: Tablet[] = []
      /** Marks on a new tablet without syncing; returns how many ms the outbox then takes to be sent. */
      const drainMs = async (marks: number): Promise<number> => {
        const tablet = new Tablet(setup.club, api)
        tablets.push(tablet)
        await tablet.sync()
        for (let k = 0; k < marks; k++)
          await tablet.mark(pick(random, setup.club.members), pick(random, setup.club.nodes), between(random, -1, 3))
        const began = performance.now()
        await tablet.sync()
        return performance.now() - began
      }

      const times200: number[] = []
      const times1000: number[] = []
      for (let round = 0; round < options.rounds; round++) times200.push(await drainMs(200))
      for (let round = 0; round < options.rounds * LONG_SHARE; round++) times1000.push(await drainMs(1_000))
      const p95 = times200.toSorted((a, b) => a - b)[Math.ceil(times200.length * 0.95) - 1] ?? 0
      Object.assign(found.figures, {
        '200 operations, p95': `${(p95 / 1000).toFixed(2)} s (aim: at most 5 s)`,
        '1,000 operations, slowest': `${(Math.max(...times1000) / 1000).toFixed(2)} s (aim: at most 30 s)`,
      })

      // one more sync each, so that all have loaded what the last one sent
      for (const tablet of tablets) await tablet.sync()
      await accountForCrew(setup, new Crew(setup.club, tablets), found)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
