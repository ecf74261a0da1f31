import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { cuts, CuttingProxy } from './cutting-proxy.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'
import { Tablet } from './tablet.ts'

const TABLETS = 20
/** How many marks each tablet makes in one turn. */
const MARKS_EACH = 25

/**
 * One round: one connection between one of 20 tablets and the server is cut. The tablets go on marking until all cuts
 * are made.
 */
export async function proveProxyCut(options: ProofOptions): Promise<Report> {
  return report('proxy-cut', options, (findings) =>
    withProofSetup({ members: 60, levels: 4, skills: 10 }, async (setup) => {
      const login = new CoachLogin(setup.server.port)
      const proxy = new CuttingProxy(setup.server.port, options.rounds, seeded(options.seed))
      const port = await proxy.listen()
      const tablets = Array.from({ length: TABLETS }, () => new Tablet(setup.club, syncApiAt(port, login)))
      const crew = new Crew(setup.club, tablets)
      try {
        // each turn lets the tablets make some more marks, until all cuts are made
        for (let marks = MARKS_EACH, turn = 0; turn === 0 || proxy.cutsLeft > 0; marks += MARKS_EACH, turn++)
          await crew.work(marks, options.seed + turn)
      } finally {
        await proxy.close()
      }
      for (const cut of cuts) findings.figures[`cut ${cut}`] = proxy.counts[cut]
      await accountForCrew(setup, crew, findings)
      for (const tablet of tablets) await tablet.close()
    }),
  )
}
