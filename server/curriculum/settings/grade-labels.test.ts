import { expect, test } from 'vitest'
import { gradeLabels } from './grade-labels.ts'

test('the label set of each kind from 1 to 8 reads as the specification says [4.22]', () => {
  const larger = ['N/A', 'Poor', 'Fair', 'Pass', 'Good', 'Excellent']
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((kind) => gradeLabels(kind, 'en'))).toEqual([
    ['Not awarded', 'Awarded'],
    ['N/A', 'Needs practice', 'Pass'],
    ['N/A', 'Fair', 'Good', 'Pass'],
    ['N/A', 'Poor', 'Fair', 'Good', 'Pass'],
    larger,
    larger,
    larger,
    larger,
  ])
  // without a kind a skill is not assessable and has no labels
  expect(gradeLabels(0, 'en')).toEqual([])
})
