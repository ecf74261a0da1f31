import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ALL = 'operations'
const DONE = 'answered'

const said = new Set<string>()

/** Notes an operation of the contract, or that one was answered with success, for the whole run; each once a process. */
export function note(folder: string, what: 'known' | 'answered', operation: string): void {
  if (said.has(`${what} ${operation}`)) return
  said.add(`${what} ${operation}`)
  appendFileSync(join(folder, what === 'known' ? ALL : DONE), `${operation}\n`)
}

function lines(path: string): Set<string> {
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])
}

/** Operations that no test of the run has had answered with success. */
export function neverAnswered(folder: string): string[] {
  const done = lines(join(folder, DONE))
  return [...lines(join(folder, ALL))].filter((operation) => !done.has(operation)).toSorted()
}
