import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { neverAnswered } from './answered.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder in which tests note the operations of the contract that they had answered. */
    answers: string
  }
}

/** A stream never ends, so it is asked for otherwise. */
const ELSEWHERE = ['GET /v1/events']

/** True when no file was named: the answers are then those of all tests. */
function all(): boolean {
  const words = process.argv.slice(2)
  return words.every((word, k) => word === 'run' || word.startsWith('-') || words[k - 1] === '--project')
}

/** A run of all tests fails when an operation of the contract was answered with success by none of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rungs-answers-'))
  project.provide('answers', folder)
  return async () => {
    const left = neverAnswered(folder).filter((operation) => !ELSEWHERE.includes(operation))
    await rm(folder, { recursive: true, force: true })
    if (all() && left.length > 0) throw new Error(`no test has these answered with success: ${left.join(', ')}`)
  }
}
