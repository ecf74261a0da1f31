import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { unansweredOperations } from './answered.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which tests record which operations of the contract were answered with success. */
    answers: string
  }
}

/** The event stream never ends, so its tests do not use `World.request`, which records the answers. */
const NOT_RECORDED = ['GET /v1/events']

/**
 * Whether the run covers all tests: no file was named on the command line. `run`, options and the project after
 * `--project` name no file.
 */
function isWholeRun(): boolean {
  const args = process.argv.slice(2)
  return args.every((arg, index) => arg === 'run' || arg.startsWith('-') || args[index - 1] === '--project')
}

/**
 * Vitest calls this once before all tests, and the returned function after them. It fails a run of all tests in which
 * no test got a success from some operation of the contract.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rungs-answers-'))
  project.provide('answers', folder)
  return async () => {
    const missing = unansweredOperations(folder).filter((operation) => !NOT_RECORDED.includes(operation))
    await rm(folder, { recursive: true, force: true })
    if (isWholeRun() && missing.length > 0)
      throw new Error(`no test has these answered with success: ${missing.join(', ')}`)
  }
}
