import { expect, test } from 'vitest'
import { labelsOfKind, isOfFormerKind, scaleAt, scaleOfMark, defaultPassValue } from './grade-scale.ts'

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

test('a mark is shown by the scale by which it was made, also when the skill has another one since or is gone', () => {
  const scales = [
    { grade: 1, pass: 1, labels: ['No', 'Yes'], versions: [] },
    {
      grade: 3,
      pass: 3,
      labels: ['N/A', 'Fair', 'Good', 'Pass'],
      versions: [{ until: 100, pass: 2, labels: ['-', 'a', 'b', 'c'] }],
    },
    { grade: 5, pass: 3, labels: ['N/A', 'Poor', 'Fair', 'Pass', 'Good', 'Excellent'], versions: [] },
  ]
  let nodes: { grade?: number }[] = []
  const labelOf = (kind: number | undefined, grade: number, pass: number, ts = 200) =>
    scaleOfMark({ grades: scales, nodes }, kind, { grade, pass, ts })?.labels[grade]
  expect(labelOf(3, 2, 3)).toBe('Good')
  expect(labelOf(3, 2, 2, 50)).toBe('b')
  // the pass value was changed, not the kind
  expect(labelOf(3, 2, 2)).toBe('Good')
  // the skill was made a tick since: 3 is "Pass" by each of the two scales that it may have had, 2 is not
  expect(labelOf(1, 3, 3)).toBe('Pass')
  expect(labelOf(1, 2, 3)).toBeUndefined()
  expect(labelOf(1, 4, 3)).toBe('Good')
  // a scale that other skills have is the likelier one
  nodes = [{}, { grade: 1 }, { grade: 3 }]
  expect(labelOf(1, 2, 3)).toBe('Good')
  nodes = []
  expect(labelOf(undefined, 1, 1)).toBe('Yes')
  expect(labelOf(undefined, 2, 9)).toBeUndefined()
  expect(isOfFormerKind(scales, 1, { pass: 3 })).toBe(true)
  expect(isOfFormerKind(scales, 3, { pass: 2 })).toBe(false)
  expect(isOfFormerKind(scales, undefined, { pass: 2 })).toBe(false)
})

test('each kind has a label for grade 0 and for each grade, at most six, and a pass value for new scales', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(labelsOfKind)).toEqual([2, 3, 4, 5, 6, 6, 6, 6])
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(defaultPassValue)).toEqual([1, 2, 3, 4, 3, 3, 3, 3])
})
