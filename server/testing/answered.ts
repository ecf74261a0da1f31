import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ALL = 'operations'
const DONE = 'answered'

const recorded = new Set<string>()

/** Records, for the whole run, that an operation exists in the contract or that it was answered with success; each only once in a process. */
export function recordOperation(folder: string, what: 'known' | 'answered', operation: string): void {
  if (recorded.has(`${what} ${operation}`)) return
  recorded.add(`${what} ${operation}`)
  appendFileSync(join(folder, what === 'known' ? ALL : DONE), `${operation}\n`)
}

function lines(path: string): Set<string> {
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])
}

/** The operations of the contract that were answered with success in no test of the run. */
export function unansweredOperations(folder: string): string[] {
  const done = lines(join(folder, DONE))
  return [...lines(join(folder, ALL))].filter((operation) => !done.has(operation)).toSorted()
}
