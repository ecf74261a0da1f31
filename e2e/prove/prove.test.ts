import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'
import { formatReport } from './report.ts'

/** Always the same seed, so that each run of the tests is the same; `npm run prove NAME` takes a new one each time. */
const SEED = 20_260_401

const testedProofs = proofs.flatMap(({ testRounds, ...proof }) =>
  testRounds === null ? [] : [{ ...proof, testRounds }],
)

test.each(testedProofs)('$name: $description', async ({ prove, testRounds }) => {
  const done = await prove({ rounds: testRounds, seed: SEED })
  expect(done.faults, formatReport(done)).toEqual([])
})
