import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the folder: one operation, such as `GET /v1/me`, on each line. */
const OPERATIONS_FILE = 'operations'
const ANSWERED_FILE = 'answered'

/** What this process has recorded already. */
const recorded = new Set<string>()

/**
 * Records, for the whole run, that an operation exists in the contract or that it was answered with success; each only
 * once in a process.
 */
export function recordOperation(folder: string, state: 'existing' | 'answered', operation: string): void {
  if (recorded.has(`${state} ${operation}`)) return
  recorded.add(`${state} ${operation}`)
  appendFileSync(join(folder, state === 'existing' ? OPERATIONS_FILE : ANSWERED_FILE), `${operation}\n`)
}

function readLines(path: string): Set<string> {
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])
}

/** The operations of the contract that were answered with success in no test of the run. */
export function unansweredOperations(folder: string): string[] {
  const answered = readLines(join(folder, ANSWERED_FILE))
  return [...readLines(join(folder, OPERATIONS_FILE))].filter((operation) => !answered.has(operation)).toSorted()
}
