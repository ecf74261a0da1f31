import { proveBrowserKill } from './browser-kill.ts'
import { proveCursor } from './cursor.ts'
import { proveDatabaseStop } from './database-stop.ts'
import { proveDrain } from './drain.ts'
import { proveMutations } from './mutate.ts'
import { mutations } from './mutations.ts'
import { proveProxyCut } from './proxy-cut.ts'
import { proveModel, proveRequests } from './random-tests.ts'
import type { ProofOptions, Report } from './report.ts'
import { proveServerKill } from './server-kill.ts'

export interface Proof {
  name: string
  /** A short description. */
  says: string
  /** The number of rounds of `npm run prove`. */
  rounds: number
  /** The number of rounds in `npm test`; null where the integration tests are the short form. */
  short: number | null
  prove: (options: ProofOptions) => Promise<Report>
}

export const proofs: readonly Proof[] = [
  { name: 'server-kill', says: 'kill -9 of the server under 20 tablets', rounds: 20, short: 2, prove: proveServerKill },
  {
    name: 'database-stop',
    says: 'PostgreSQL stopped immediately under 20 tablets',
    rounds: 20,
    short: 2,
    prove: proveDatabaseStop,
  },
  {
    name: 'proxy-cut',
    says: 'connections cut before, in and after request and reply',
    rounds: 1_000,
    short: 40,
    prove: proveProxyCut,
  },
  {
    name: 'browser-kill',
    says: 'Chromium killed right after it said saved',
    rounds: 20,
    short: 2,
    prove: proveBrowserKill,
  },
  {
    name: 'cursor',
    says: 'readers beside 20 writers, 1,000 changes a round',
    rounds: 50,
    short: 2,
    prove: proveCursor,
  },
  { name: 'drain', says: 'outboxes of 200 and of 1,000 marks', rounds: 20, short: 1, prove: proveDrain },
  {
    name: 'mutations',
    says: 'seeded bugs, of which the checks of sync catch 9 in 10',
    rounds: mutations.length,
    short: 3,
    prove: proveMutations,
  },
  { name: 'model', says: 'courses of 60 steps of the device model', rounds: 20_000, short: null, prove: proveModel },
  {
    name: 'requests',
    says: 'requests near the contract get no 5xx',
    rounds: 200_000,
    short: null,
    prove: proveRequests,
  },
]
