import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { mutations, type Check, type Mutation } from './mutations.ts'
import { report, type Ask, type Report } from './report.ts'
import { runProcess } from './run-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What the checks read; nothing is ever changed where it stands. */
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
/** Half of them are played, in the one file of the model that looks for seeded bugs. */
const MODEL_RUNS = 600
/** Of every 20 bugs so many at least are caught. */
const CAUGHT_SHARE = 0.9

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', '--bail=1']

function command(check: Check, seed: number): string[] {
  switch (check) {
    case 'model':
      return [...VITEST, 'server/assessment/sync/device-model.test.ts']
    case 'push':
      return [...VITEST, 'server/assessment/sync/push.test.ts']
    case 'cursor':
      return ['e2e/prove/run.ts', 'cursor', '--rounds', '40', '--seed', String(seed)]
  }
}

/** The broken promise in the words of the check, without ids. Null when the check broke down instead of finding one. */
function promiseIn(said: string): string | null {
  const line = /(?:AssertionError: |✗ )(.*)/.exec(said)?.[1]
  return line?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 110) ?? null
}

/** Puts the edit into the copy, runs the checks until one fails, and takes the edit out again. */
async function looked(dir: string, mutation: Mutation, url: string, seed: number): Promise<string | null> {
  const path = join(dir, mutation.file)
  const source = await readFile(path, 'utf8')
  await writeFile(
    path,
    source.replace(mutation.find, () => mutation.put),
  )
  try {
    for (const check of mutation.checks) {
      const began = Date.now()
      const env = {
        TEST_DATABASE_URL: url,
        MODEL_RUNS: String(MODEL_RUNS),
        MODEL_SEED: String(seed),
        MODEL_SHRINK: '0',
      }
      const { code, output } = await runProcess(dir, command(check, seed), env)
      if (code === 0) continue
      const promise = promiseIn(output)
      if (promise === null) throw new Error(`"${mutation.name}" broke the check ${check}: ${output.slice(-2_000)}`)
      return `${check}, ${((Date.now() - began) / 1000).toFixed(0)} s: ${promise}`
    }
    return null
  } finally {
    await writeFile(path, source)
  }
}

/** Edits whose text is not in the source exactly once: the source moved on and the table must follow. */
async function stale(): Promise<string[]> {
  const faults: string[] = []
  for (const { name, file, find, put } of mutations) {
    const found = (await readFile(join(ROOT, file), 'utf8')).split(find).length - 1
    if (found !== 1) faults.push(`"${name}": its text stands ${found} times in ${file}`)
    if (find === put) faults.push(`"${name}" changes nothing`)
  }
  return faults
}

/** One round: one seeded bug in a copy of the source, and whether the checks of sync notice. */
export async function proveMutations(ask: Ask): Promise<Report> {
  return report('mutations', ask, async (found) => {
    found.faults.push(...(await stale()))
    if (found.faults.length > 0) return
    const dir = await mkdtemp(join(tmpdir(), 'rungs-mutate-'))
    // as root the database runs as another user, who must be able to enter
    await chmod(dir, 0o755)
    const database = await startEmbedded({ dataDir: join(dir, 'database') })
    try {
      const copy = join(dir, 'source')
      for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
      await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
      const tried = mutations.slice(0, ask.rounds)
      let caught = 0
      for (const mutation of tried) {
        const how = await looked(copy, mutation, database.url, ask.seed)
        if (how !== null) caught++
        const survived = mutation.survives ? `survives: ${mutation.survives}` : 'SURVIVES'
        found.figures[mutation.name] = how ?? survived
        if (how === null && !mutation.survives) found.faults.push(`nothing notices: ${mutation.name}`)
      }
      found.figures['caught'] = `${caught} of ${tried.length}`
      if (caught < Math.floor(tried.length * CAUGHT_SHARE))
        found.faults.push(`only ${caught} of ${tried.length} caught`)
    } finally {
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
}
