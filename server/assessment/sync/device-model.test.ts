import { test } from 'vitest'
import { regressions } from './testing/model-regressions.ts'
import { useModel } from './testing/model-test.ts'

/** At 200,000 courses a day. */
const LONGEST_MS = 24 * 3_600_000

const model = useModel()

test.each(regressions)('$name', (course) => model.play(course))

test(
  'in any course of 60 steps nothing is lost, nothing counts twice and all devices agree',
  () => model.playHalf(0),
  LONGEST_MS,
)
