import { join } from 'node:path'
import { report, type ProofOptions, type Report } from './report.ts'
import { runProcess } from './run-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs integration tests with more cases than `npm test`, and another seed where they choose them at random. */
function runLongTests(
  name: string,
  files: readonly string[],
  options: ProofOptions,
  env: Readonly<Record<string, string>>,
) {
  return report(name, options, async (findings) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...files]
    const { code, output } = await runProcess(ROOT, args, env)
    // the end of the output names the tests that failed
    if (code !== 0) findings.faults.push(output.slice(-4_000))
  })
}

/** One round is one course of 60 steps of the device model. */
export function proveModel(options: ProofOptions): Promise<Report> {
  return runLongTests('model', ['server/assessment/sync/device-model'], options, {
    MODEL_RUNS: String(options.rounds),
    MODEL_SEED: String(options.seed),
  })
}

/** One round is one random request, which keeps to the contract or breaks it. */
export function proveRequests(options: ProofOptions): Promise<Report> {
  return runLongTests('requests', ['server/platform/conformance/fuzz.test.ts'], options, {
    FUZZ_REQUESTS: String(options.rounds),
    FUZZ_SEED: String(options.seed),
  })
}

/** One round lets two pushes for one child run at once, and then a push and a recalculation. */
export function proveRaces(options: ProofOptions): Promise<Report> {
  const files = ['server/assessment/sync/push.test.ts', 'server/assessment/progress/recalculate.test.ts']
  return runLongTests('races', files, options, { RACE_ROUNDS: String(options.rounds) })
}
