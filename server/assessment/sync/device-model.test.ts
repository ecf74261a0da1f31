import { test } from 'vitest'
import { regressions } from './testing/model-regressions.ts'
import { useModel } from './testing/model-test.ts'

/** A day, because `npm run prove model` plays as many courses as it is asked to; `npm test` needs minutes. */
const LONGEST_MS = 24 * 3_600_000

const model = useModel()

test.each(regressions)('$name', (course) => model.play(course))

test(
  'in any course of 60 steps nothing is lost, nothing counts twice and all devices agree',
  () => model.playHalf(0),
  LONGEST_MS,
)
