import { test } from 'vitest'
import { useModel } from './testing/model-test.ts'

const LONGEST_MS = 24 * 3_600_000

const model = useModel()

test('in any course of 60 steps nothing is lost: the other half of the courses', () => model.playHalf(1), LONGEST_MS)
