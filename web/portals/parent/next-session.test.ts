import { describe, expect, it } from 'vitest'
import type { Group } from '#contract/groups.ts'
import { nextSession } from './next-session.ts'

const group = (over: Partial<Group>): Group => ({
  id: 'g',
  club_id: 'c',
  name: 'Dolphins',
  ngo_id: null,
  scheme_slug: 'swim',
  levels: [],
  assessment_levels: [],
  assessment_level_limit: false,
  session_plan_uuid: null,
  is_slot: false,
  start_at: '16:30',
  duration_minutes: 30,
  weekdays: [1],
  time_zone: 'Europe/London',
  first_date: '2026-01-01',
  last_date: null,
  place: null,
  total_members: 1,
  members_loaded: true,
  teacher_ngo_id: null,
  max_size: null,
  coaches: [],
  ...over,
})

// 2026-11-23 is a Monday
describe('the next session', () => {
  it('is today until it ends', () => {
    expect(nextSession([group({})], Date.parse('2026-11-23T16:00Z'))).toMatchObject({ date: '2026-11-23', now: false })
    expect(nextSession([group({})], Date.parse('2026-11-23T16:45Z'))).toMatchObject({ date: '2026-11-23', now: true })
    expect(nextSession([group({})], Date.parse('2026-11-23T17:00Z'))).toMatchObject({ date: '2026-11-30' })
  })

  it('is the earliest of several groups', () => {
    const late = group({ name: 'Late', start_at: '18:00' })
    expect(nextSession([late, group({})], Date.parse('2026-11-20T00:00Z'))?.group.name).toBe('Dolphins')
  })

  it('is none before a group begins or after it ends', () => {
    expect(nextSession([group({ last_date: '2026-11-20' })], Date.parse('2026-11-21T00:00Z'))).toBeNull()
    expect(nextSession([group({ first_date: '2027-11-20' })], Date.parse('2026-11-21T00:00Z'))).toBeNull()
    expect(nextSession([], Date.parse('2026-11-21T00:00Z'))).toBeNull()
  })

  it('is judged by the clock of the club, wherever the device is', () => {
    const abroad = group({ time_zone: 'Australia/Sydney', start_at: '07:00' })
    // Monday 07:10 in Sydney, still Sunday in Europe
    expect(nextSession([abroad], Date.parse('2026-11-22T20:10Z'))).toMatchObject({ date: '2026-11-23', now: true })
  })
})
