import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { play } from './model-run.ts'
import { anyCourse, type Course } from './model-steps.ts'
import { ModelWorld } from './model-world.ts'

/** A failing course without empty waits, as JSON for the list of regressions. */
function courseJson({ skews, steps }: Course): string {
  return JSON.stringify({ skews, steps: steps.filter((step) => step.do !== 'wait' || step.ms > 0) })
}

/** Sets up one world for the tests of a file (no React hook). */
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
     * Plays half of the `MODEL_RUNS` random courses (50 by default): two files share them, so that two cores work. The
     * courses are the same each time; `MODEL_SEED` chooses others. `npm run prove model` plays many more.
     */
    async playHalf(half: 0 | 1): Promise<void> {
      const seed = Number(process.env['MODEL_SEED'] ?? 1) + half
      const result = await fc.check(
        fc.asyncProperty(anyCourse, (course) => play(world, course)),
        {
          numRuns: Math.ceil(Number(process.env['MODEL_RUNS'] ?? 50) / 2),
          seed,
          // without shrinking, a failure is reported at once, but the course is not the shortest
          endOnFailure: process.env['MODEL_SHRINK'] === '0',
        },
      )
      if (!result.failed) return
      const [course] = result.counterexample ?? []
      const json = course ? courseJson(course) : ''
      throw new Error(`run ${result.numRuns} of seed ${seed}: ${String(result.errorInstance)}\n${json}`, {
        cause: result.errorInstance,
      })
    },
  }
}
