import { createHash } from 'node:crypto'
import { progressRules, type Scheme } from '#domain/curriculum/scheme.ts'

/**
 * A hash of all rules that progress depends on: two revisions with the same hash give every member the same progress.
 */
export function rulesHash(scheme: Scheme): string {
  return createHash('sha256').update(progressRules(scheme)).digest('hex')
}
