import { expect, test } from 'vitest'
import { groupProblems, type GroupEntry } from './group-entry.ts'
import { storedGroupFields } from './group-fields.ts'

const entry: GroupEntry = {
  ...storedGroupFields({
    name: 'Lane 4',
    start_at: '16:30',
    weekdays: [1],
    first_date: '2026-09-01',
    place: 'Pool 2',
    max_size: 8,
    age_from: 4,
    age_to: 7,
    scheme_slug: 'swim',
    levels: ['/stage-4'],
  }),
  coaches: [{ uuid: 'a', from: '2026-09-01', to: null }],
}
const problemsOf = (change: Partial<GroupEntry>) => groupProblems({ ...entry, ...change })

test('an entry without mistakes has no problem', () => {
  expect(problemsOf({})).toEqual([])
  expect(
    problemsOf({ start_at: null, max_size: null, scheme_slug: null, levels: [], coaches: [], place: null }),
  ).toEqual([])
})

test('every field of a group that is wrong is named', () => {
  expect(
    problemsOf({
      name: ' ',
      start_at: '25:00',
      duration_minutes: 0,
      weekdays: [],
      first_date: '2026-02-30',
      max_size: 0.5,
    }),
  ).toEqual([
    { field: 'name', problem: 'required' },
    { field: 'weekdays', problem: 'required' },
    { field: 'start_at', problem: 'not-a-time' },
    { field: 'duration_minutes', problem: 'number' },
    { field: 'first_date', problem: 'not-a-date' },
    { field: 'max_size', problem: 'number' },
  ])
  expect(problemsOf({ name: 'x'.repeat(51) })).toEqual([{ field: 'name', problem: 'too-long' }])
  expect(problemsOf({ last_date: '2026-08-31' })).toEqual([{ field: 'last_date', problem: 'before-first' }])
  expect(problemsOf({ scheme_slug: null })).toEqual([{ field: 'levels', problem: 'needs-scheme' }])
})

test('a coach is entered twice only for periods that do not overlap', () => {
  const twice = { uuid: 'a', from: '2026-12-01', to: null }
  expect(problemsOf({ coaches: [...entry.coaches, twice] })).toEqual([{ field: 'coaches/1/uuid', problem: 'twice' }])
  expect(problemsOf({ coaches: [{ uuid: 'a', from: '2026-09-01', to: '2026-11-30' }, twice] })).toEqual([])
  expect(problemsOf({ coaches: [{ uuid: 'a', from: '2026-09-01', to: '2026-08-01' }] })).toEqual([
    { field: 'coaches/0/to', problem: 'before-first' },
  ])
})

test('ages are whole years, and the lower limit is below the upper one', () => {
  expect(problemsOf({ age_from: 7, age_to: 7 })).toEqual([{ field: 'age_to', problem: 'ages' }])
  expect(problemsOf({ age_from: 3.5, age_to: 200 })).toEqual([
    { field: 'age_from', problem: 'number' },
    { field: 'age_to', problem: 'number' },
  ])
  expect(problemsOf({ age_from: null, age_to: 3 })).toEqual([])
})
