import { test } from 'vitest'
import { useModel } from './testing/model-test.ts'

const LONGEST_MS = 24 * 3_600_000

const model = useModel()

test('whatever happens in 60 steps: the other half of the courses', () => model.playHalf(1), LONGEST_MS)
