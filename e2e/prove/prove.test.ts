import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'
import { formatReport } from './report.ts'

/** The short form, always the same course; the long one is `npm run prove NAME`. */
const SEED = 20_260_401

const inShort = proofs.flatMap(({ short, ...proof }) => (short === null ? [] : [{ ...proof, short }]))

test.each(inShort)('$name: $says', async ({ prove, short }) => {
  const done = await prove({ rounds: short, seed: SEED })
  expect(done.faults, formatReport(done)).toEqual([])
})
