import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { callingAgain, CoachLogin, syncApiAt } from './device-api.ts'
import { between, pick, seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'

/** The number of outboxes of 1,000 marks, as a share of the number of those of 200. */
const LONG_SHARE = 0.2
/** A random grade from -1, which takes a mark back, to 3, which is a pass. */
const [MIN_GRADE, MAX_GRADE] = [-1, 3]

/**
 * One round measures how long a tablet takes to send an outbox of 200 marks. After all rounds, outboxes of 1,000 marks
 * are measured, one for every five rounds.
 */
export async function proveDrain(options: ProofOptions): Promise<Report> {
  return report('drain', options, (findings) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const random = seeded(options.seed)
      const api = callingAgain(syncApiAt(setup.server.port, new CoachLogin(setup.server.port)))
      const tablets: Tablet[] = []
      /** Marks on a new tablet without syncing; returns how many ms it then takes to send its outbox. */
      const drainMs = async (marks: number): Promise<number> => {
        const tablet = new Tablet(setup.club, api)
        tablets.push(tablet)
        await tablet.sync()
        for (let k = 0; k < marks; k++)
          await tablet.mark(
            pick(random, setup.club.members),
            pick(random, setup.club.nodes),
            between(random, MIN_GRADE, MAX_GRADE),
          )
        const began = performance.now()
        await tablet.sync()
        return performance.now() - began
      }

      const shortMs: number[] = []
      const longMs: number[] = []
      for (let round = 0; round < options.rounds; round++) shortMs.push(await drainMs(200))
      for (let round = 0; round < options.rounds * LONG_SHARE; round++) longMs.push(await drainMs(1_000))
      const p95Ms = shortMs.toSorted((a, b) => a - b)[Math.ceil(shortMs.length * 0.95) - 1] ?? 0
      Object.assign(findings.figures, {
        '200 operations, p95': `${(p95Ms / 1000).toFixed(2)} s (aim: at most 5 s)`,
        '1,000 operations, slowest': `${(Math.max(...longMs) / 1000).toFixed(2)} s (aim: at most 30 s)`,
      })

      // one more sync each, so that all have loaded what the last one sent
      for (const tablet of tablets) await tablet.sync()
      await accountForCrew(setup, new Crew(setup.club, tablets), findings)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
