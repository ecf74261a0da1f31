import { test } from 'vitest'
import { useModel } from './testing/model-test.ts'

/** A day, see `device-model.test.ts`; a second file, so that another process plays the second half of the courses. */
const LONGEST_MS = 24 * 3_600_000

const model = useModel()

test(
  'in any course of 60 steps nothing is lost, nothing counts twice and all devices agree (second half of the courses)',
  () => model.playHalf(1),
  LONGEST_MS,
)
