import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { mutations, type Check, type Mutation } from './mutations.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { runProcess } from './run-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The files that the checks need. They are copied, and only the copy is changed. */
const COPIED = [
  'cli',
  'contract',
  'db',
  'demo',
  'domain',
  'e2e',
  'scripts',
  'server',
  'web',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
]
/**
 * The number of random courses of the device model. Two test files play half of them each, and only one of the files is
 * run here.
 */
const MODEL_RUNS = 600
/** The checks must catch at least this share of the bugs. */
const CAUGHT_SHARE = 0.9

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', '--bail=1']

function command(check: Check, seed: number): string[] {
  switch (check) {
    case 'model':
      return [...VITEST, 'server/assessment/sync/device-model.test.ts']
    case 'push':
      return [...VITEST, 'server/assessment/sync/push.test.ts']
    case 'cursor':
      // 40 rounds, because a skipped change is rare
      return ['e2e/prove/run.ts', 'cursor', '--rounds', '40', '--seed', String(seed)]
  }
}

/** The failed assertion in the output of a check, without ids; null when the check failed for another reason. */
function failureIn(output: string): string | null {
  const message = /(?:AssertionError: |✗ )(.*)/.exec(output)?.[1]
  return message?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 110) ?? null
}

/**
 * Makes the edit in the copy, runs the checks until one fails, and reverts the edit. Returns which check failed, and
 * how; null when all pass.
 */
async function runChecks(copy: string, mutation: Mutation, url: string, seed: number): Promise<string | null> {
  const path = join(copy, mutation.file)
  const source = await readFile(path, 'utf8')
  await writeFile(
    path,
    // a function, because in a text the sign $ would have a meaning
    source.replace(mutation.find, () => mutation.replacement),
  )
  try {
    for (const check of mutation.checks) {
      const began = Date.now()
      const env = {
        TEST_DATABASE_URL: url,
        MODEL_RUNS: String(MODEL_RUNS),
        MODEL_SEED: String(seed),
        // without shrinking, a failure ends the check at once
        MODEL_SHRINK: '0',
      }
      const { code, output } = await runProcess(copy, command(check, seed), env)
      if (code === 0) continue
      const failure = failureIn(output)
      if (failure === null) throw new Error(`"${mutation.name}" broke the check ${check}: ${output.slice(-2_000)}`)
      return `${check}, ${((Date.now() - began) / 1000).toFixed(0)} s: ${failure}`
    }
    return null
  } finally {
    await writeFile(path, source)
  }
}

/** What is wrong with mutations that must be updated, because their text is no longer in the source exactly once. */
async function faultsOfMutations(): Promise<string[]> {
  const faults: string[] = []
  for (const { name, file, find, replacement } of mutations) {
    const occurrences = (await readFile(join(ROOT, file), 'utf8')).split(find).length - 1
    if (occurrences !== 1) faults.push(`"${name}": its text stands ${occurrences} times in ${file}`)
    if (find === replacement) faults.push(`"${name}" changes nothing`)
  }
  return faults
}

/** One round: puts one known bug into a copy of the source and runs the checks of sync, which must fail. */
export async function proveMutations(options: ProofOptions): Promise<Report> {
  return report('mutations', options, async (findings) => {
    findings.faults.push(...(await faultsOfMutations()))
    if (findings.faults.length > 0) return
    const dir = await mkdtemp(join(tmpdir(), 'rungs-mutate-'))
    // as root, the database runs as another user, who must be able to enter the folder
    await chmod(dir, 0o755)
    const database = await startEmbedded({ dataDir: join(dir, 'database') })
    try {
      // the checks run in a copy of the sources, so that the working tree stays unchanged
      const copy = join(dir, 'source')
      for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
      await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

      const tried = mutations.slice(0, options.rounds)
      let caught = 0
      for (const mutation of tried) {
        const caughtBy = await runChecks(copy, mutation, database.url, options.seed)
        if (caughtBy !== null) caught++
        const survived = mutation.whyUncaught ? `survives: ${mutation.whyUncaught}` : 'SURVIVES'
        findings.figures[mutation.name] = caughtBy ?? survived
        if (caughtBy === null && !mutation.whyUncaught) findings.faults.push(`nothing notices: ${mutation.name}`)
      }
      findings.figures['caught'] = `${caught} of ${tried.length}`
      if (caught < Math.floor(tried.length * CAUGHT_SHARE))
        findings.faults.push(`only ${caught} of ${tried.length} caught`)
    } finally {
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
}
