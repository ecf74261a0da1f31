import { expect, it } from 'vitest'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { storedGroupFields } from '#domain/scheduling/group-fields.ts'
import { groupBody, groupFormProblems, groupPatch, groupValues } from './group-form-values.ts'

const group: GroupDetail = {
  ...storedGroupFields({
    name: 'Seals',
    scheme_slug: 'swim',
    levels: ['/stage-1'],
    start_at: '17:00',
    // Monday and Sunday
    weekdays: [1, 0],
    first_date: '2026-09-01',
    max_size: 8,
  }),
  curriculum_own: true,
  id: 'g',
  exceptions: [],
  coaches: [{ uuid: 'a', firstname: 'Anna', lastname: 'Pritchard', from: '2026-09-01', to: null }],
  members: [],
  revision: 'r',
}

it('a form filled from a group changes nothing by itself', () => {
  expect(groupPatch(groupValues(group, '2026-11-21'), group)).toEqual({})
})

it('a form sends only changed fields, and no levels when the group has no scheme', () => {
  // only the form of a new group uses today's date, so here it is empty; weekdays are sorted from Monday
  const values = { ...groupValues(group, ''), max_size: '', weekdays: ['0', '3', '1'], scheme_slug: '' }
  expect(groupPatch(values, group)).toEqual({ max_size: null, weekdays: [1, 3, 0], scheme_slug: null, levels: [] })
})

it('coaches mark the group’s own levels until others are chosen, which must be at least one', () => {
  const values = { ...groupValues(group, ''), assesses_apart: true, assessment_levels: ['/stage-1', '/stage-2'] }
  expect(groupPatch(values, group)).toEqual({ assessment_levels: ['/stage-1', '/stage-2'] })
  expect([...groupFormProblems({ ...values, assessment_levels: [] })]).toEqual([['assessment_levels', 'required']])
  const assessingApart = { ...group, assessment_levels: ['/stage-2'] }
  expect(groupPatch(groupValues(assessingApart, ''), assessingApart)).toEqual({})
  expect(groupPatch({ ...groupValues(assessingApart, ''), assesses_apart: false }, assessingApart)).toEqual({
    assessment_levels: null,
  })
  expect(groupPatch({ ...groupValues(assessingApart, ''), scheme_slug: '' }, assessingApart)).toEqual({
    scheme_slug: null,
    levels: [],
    assessment_levels: null,
  })
})

it('a new group begins today, and its missing fields are named', () => {
  const values = groupValues(null, '2026-11-21')
  expect(groupBody(values)).toMatchObject({ first_date: '2026-11-21', max_size: null, coaches: [] })
  expect([...groupFormProblems({ ...values, coaches: [{ uuid: '', from: '2026-11-21', to: '' }] })]).toEqual([
    ['name', 'required'],
    ['weekdays', 'required'],
    ['coaches.0.uuid', 'required'],
  ])
})
