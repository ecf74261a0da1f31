import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, which start first: alone at the end, they would leave the other workers idle. */
const SLOWEST = ['e2e/prove/prove.test.ts', 'e2e/offline/new-version.test.ts', 'e2e/login/lost.test.ts']

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST.some((file) => moduleId.endsWith(file))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/** The one test of the demo that needs a database. */
const LOADED = 'demo/load.test.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'demo/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'cli/**/*.test.ts',
          ],
          exclude: [LOADED],
          // modules are loaded once a process: half of the processor time
          isolate: false,
          // the limits here only end what hangs, also on a machine five times as slow; how fast things are is for benches
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', LOADED],
          globalSetup: ['db/testing-global.ts', 'server/testing/answered-global.ts'],
          setupFiles: ['server/testing/check-json.ts'],
          // two also on two cores, where one would be the default: the device model is in two files for that
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/prepared.ts'],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // each file has a server and a browser of its own, and waits as often as it works
          maxWorkers: 3,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
