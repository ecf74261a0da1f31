import { proveBrowserKill } from './browser-kill.ts'
import { proveCursor } from './cursor.ts'
import { proveDatabaseStop } from './database-stop.ts'
import { proveDrain } from './drain.ts'
import { proveFailover } from './failover.ts'
import { proveMutations } from './mutate.ts'
import { mutations } from './mutations.ts'
import { proveProxyCut } from './proxy-cut.ts'
import { proveModel, proveRaces, proveRequests } from './long-tests.ts'
import type { ProofOptions, Report } from './report.ts'
import { proveServerKill } from './server-kill.ts'
import { proveUpgrade } from './upgrade.ts'

/** A long test that `npm run prove NAME` runs for many rounds, and most of which `npm test` runs for a few. */
export interface Proof {
  name: string
  /** What the proof does, in a few words for the list of proofs. */
  description: string
  /** The number of rounds of `npm run prove`. */
  rounds: number
  /**
   * The number of rounds in `npm test`; null for a proof that measures, or that only runs integration tests for longer
   * than `npm test` does.
   */
  testRounds: number | null
  prove: (options: ProofOptions) => Promise<Report>
}

export const proofs: readonly Proof[] = [
  {
    name: 'server-kill',
    description: 'the server is killed (kill -9) while 20 tablets sync',
    rounds: 20,
    testRounds: 1,
    prove: proveServerKill,
  },
  {
    name: 'database-stop',
    description: 'PostgreSQL is stopped immediately while 20 tablets sync',
    rounds: 20,
    testRounds: 1,
    prove: proveDatabaseStop,
  },
  {
    name: 'proxy-cut',
    description: 'connections are cut before, in and after the request and in the reply',
    rounds: 1_000,
    testRounds: 20,
    prove: proveProxyCut,
  },
  {
    name: 'browser-kill',
    description: 'Chromium is killed right after it said that marks are saved',
    rounds: 20,
    testRounds: 1,
    prove: proveBrowserKill,
  },
  {
    name: 'cursor',
    description: 'readers miss no change of 20 writers, 1,000 changes a round',
    rounds: 50,
    testRounds: 1,
    prove: proveCursor,
  },
  {
    name: 'upgrade',
    description: 'servers of the previous release and of this one on one database, while 20 tablets sync',
    rounds: 1,
    testRounds: null,
    prove: proveUpgrade,
  },
  {
    name: 'failover',
    description: 'PostgreSQL is killed and its standby takes over while 20 tablets sync',
    rounds: 2,
    testRounds: null,
    prove: proveFailover,
  },
  {
    name: 'drain',
    description: 'how long outboxes of 200 and of 1,000 marks take to be sent',
    rounds: 20,
    testRounds: null,
    prove: proveDrain,
  },
  {
    name: 'mutations',
    description: 'bugs put in on purpose, of which the checks of sync must catch 9 in 10',
    rounds: mutations.length,
    testRounds: 1,
    prove: proveMutations,
  },
  {
    name: 'model',
    description: 'random courses of 60 steps of the device model',
    rounds: 20_000,
    testRounds: null,
    prove: proveModel,
  },
  {
    name: 'requests',
    description: 'random requests close to the contract get no 5xx',
    rounds: 200_000,
    testRounds: null,
    prove: proveRequests,
  },
  {
    name: 'races',
    description: 'pushes and recalculations at the same time leave the progress that the engine computes',
    rounds: 1_000,
    testRounds: null,
    prove: proveRaces,
  },
]
