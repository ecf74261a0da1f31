import { expect, test } from 'vitest'
import { labelsOfKind, scaleAt, defaultPassValue } from './grade-scale.ts'

test('a mark is shown with the version of the scale that was valid at its time', () => {
  const scale = {
    pass: 2,
    labels: ['No', 'Nearly', 'Yes'],
    versions: [
      { until: 100, pass: 2, labels: ['N/A', 'Needs practice', 'Pass'] },
      { until: 200, pass: 1, labels: ['N/A', 'Fair', 'Good'] },
    ],
  }
  expect(scaleAt(scale, 99).labels[2]).toBe('Pass')
  expect(scaleAt(scale, 100).pass).toBe(1)
  expect(scaleAt(scale, 199).labels[2]).toBe('Good')
  expect(scaleAt(scale, 200).labels[2]).toBe('Yes')
})

test('each kind has a label for grade 0 and for each grade, at most six, and a pass value for new scales', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(labelsOfKind)).toEqual([2, 3, 4, 5, 6, 6, 6, 6])
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(defaultPassValue)).toEqual([1, 2, 3, 4, 3, 3, 3, 3])
})
