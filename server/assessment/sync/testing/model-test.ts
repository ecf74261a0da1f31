import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { play } from './model-run.ts'
import { anyCourse, type Course } from './model-steps.ts'
import { ModelWorld } from './model-world.ts'

/** A failing course without its waits, as it goes into the list of regressions. */
function inWords({ skews, steps }: Course): string {
  return JSON.stringify({ skews, steps: steps.filter((step) => step.do !== 'wait' || step.ms > 0) })
}

/** One world for the tests of a file. */
export function useModel() {
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
  return {
    play: (course: Course) => play(world, course),
    /**
     * `MODEL_RUNS` courses in all (2,000), half of them in each of two files, so that two cores share them. The same
     * courses each time, or others by `MODEL_SEED`.
     */
    async playHalf(half: 0 | 1): Promise<void> {
      const seed = Number(process.env['MODEL_SEED'] ?? 1) + half
      const done = await fc.check(
        fc.asyncProperty(anyCourse, (course) => play(world, course)),
        {
          numRuns: Math.ceil(Number(process.env['MODEL_RUNS'] ?? 2_000) / 2),
          seed,
          // who only asks whether it fails need not wait for the shortest course
          endOnFailure: process.env['MODEL_SHRINK'] === '0',
        },
      )
      if (!done.failed) return
      const [course] = done.counterexample ?? []
      const words = course ? inWords(course) : ''
      throw new Error(`run ${done.numRuns} of seed ${seed}: ${String(done.errorInstance)}\n${words}`, {
        cause: done.errorInstance,
      })
    },
  }
}
