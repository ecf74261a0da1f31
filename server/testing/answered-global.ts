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

/** Whether the run covers all tests: no file was named on the command line. */
function isWholeRun(): boolean {
  const words = process.argv.slice(2)
  return words.every((word, k) => word === 'run' || word.startsWith('-') || words[k - 1] === '--project')
}

/** A run of all tests fails when an operation of the contract was answered with success by none of them. */
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
