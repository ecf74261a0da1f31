import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { play } from './testing/model-run.ts'
import { regressions } from './testing/model-regressions.ts'
import { anyCourse, STEPS, type Course } from './testing/model-steps.ts'
import { ModelWorld } from './testing/model-world.ts'

let database: TestDatabase
let world: ModelWorld

beforeAll(async () => {
  database = await createTestDatabase()
  world = await ModelWorld.create(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

test.each(regressions)('$name', (course) => play(world, course))

/** A failing course without its waits, as it goes into the list of regressions. */
function inWords({ skews, steps }: Course): string {
  return JSON.stringify({ skews, steps: steps.filter((step) => step.do !== 'wait' || step.ms > 0) })
}

test(`whatever happens in ${STEPS} steps, nothing is lost, nothing counts twice and all devices agree`, async () => {
  const seed = Number(process.env['MODEL_SEED'] ?? 1)
  const done = await fc.check(
    fc.asyncProperty(anyCourse, (course) => play(world, course)),
    {
      numRuns: Number(process.env['MODEL_RUNS'] ?? 1_000),
      seed,
      // who only asks whether it fails need not wait for the shortest course
      endOnFailure: process.env['MODEL_SHRINK'] === '0',
    },
  )
  if (!done.failed) return
  const [course] = done.counterexample ?? []
  const words = `run ${done.numRuns} of seed ${seed}: ${String(done.errorInstance)}\n${course ? inWords(course) : ''}`
  throw new Error(words, { cause: done.errorInstance })
}, 6_000_000)
