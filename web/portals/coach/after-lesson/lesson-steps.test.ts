import { expect, test } from 'vitest'
import { lessonSteps, stepPath } from './lesson-steps.ts'

test('a run takes each group’s register and then its members, group after group', () => {
  const steps = lessonSteps([
    { id: 'dolphins', memberUuids: ['amara', 'beca'] },
    { id: 'seals', memberUuids: [] },
    { id: 'marlins', memberUuids: ['kofi'] },
  ])
  expect(steps.map((step) => stepPath(step, ''))).toEqual([
    '/after-lesson/dolphins',
    '/after-lesson/dolphins/amara',
    '/after-lesson/dolphins/beca',
    '/after-lesson/seals',
    '/after-lesson/marlins',
    '/after-lesson/marlins/kofi',
  ])
})

test('after the last step comes the list of the day’s groups', () => {
  expect(stepPath(undefined, '?date=2026-11-25')).toBe('/after-lesson?date=2026-11-25')
})
