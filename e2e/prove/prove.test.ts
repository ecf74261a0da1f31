import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'
import { inWords } from './report.ts'

/** The short form, always the same course; the long one is `npm run prove NAME`. */
const SEED = 20_260_401

test.each(proofs)('$name: $says', async ({ prove, short }) => {
  const done = await prove({ rounds: short, seed: SEED })
  expect(done.faults, inWords(done)).toEqual([])
})
