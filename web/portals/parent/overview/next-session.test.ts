import { describe, expect, it } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import { storedGroupFields } from '#domain/scheduling/group-fields.ts'
import { comingSessions } from './next-session.ts'

const group = (change: Partial<Group>): Group => ({
  ...storedGroupFields({
    name: 'Dolphins',
    scheme_slug: 'swim',
    start_at: '16:30',
    weekdays: [1],
    first_date: '2026-01-01',
  }),
  id: 'g',
  club_id: 'c',
  assessment_levels: [],
  session_plan_uuid: null,
  time_zone: 'Europe/London',
  total_members: 1,
  members_loaded: true,
  teacher_ngo_id: null,
  coaches: [],
  ...change,
})

// The group meets on Mondays from 16:30 to 17:00. 2026-11-23 is a Monday; in November London's time is UTC.
describe('the next session', () => {
  it('is today until it ends', () => {
    expect(comingSessions([group({})], Date.parse('2026-11-23T16:00Z')).next[0]).toMatchObject({
      date: '2026-11-23',
      isRunning: false,
    })
    expect(comingSessions([group({})], Date.parse('2026-11-23T16:45Z')).next[0]).toMatchObject({
      date: '2026-11-23',
      isRunning: true,
    })
    expect(comingSessions([group({})], Date.parse('2026-11-23T17:00Z')).next[0]).toMatchObject({ date: '2026-11-30' })
  })

  it('is listed for each group of any club, soonest first', () => {
    const late = group({ name: 'Late', start_at: '18:00' })
    const sooner = group({ name: 'Sooner', club_id: 'd', weekdays: [6] })
    const ended = group({ name: 'Ended', last_date: '2026-11-19' })
    const { next } = comingSessions([late, group({}), ended, sooner], Date.parse('2026-11-20T00:00Z'))
    expect(next.map((session) => session.group.name)).toEqual(['Sooner', 'Dolphins', 'Late'])
  })

  it('does not exist when a group has ended, or begins only in a year', () => {
    expect(comingSessions([group({ last_date: '2026-11-20' })], Date.parse('2026-11-21T00:00Z')).next).toEqual([])
    expect(comingSessions([group({ first_date: '2027-11-20' })], Date.parse('2026-11-21T00:00Z')).next).toEqual([])
    expect(comingSessions([], Date.parse('2026-11-21T00:00Z')).next).toEqual([])
  })

  it('is computed in the time zone of the club, not of the device', () => {
    const abroad = group({ time_zone: 'Australia/Sydney', start_at: '07:00' })
    // Monday 07:10 in Sydney, still Sunday in Europe
    expect(comingSessions([abroad], Date.parse('2026-11-22T20:10Z')).next[0]).toMatchObject({
      date: '2026-11-23',
      isRunning: true,
    })
  })

  it('comes with the sessions that are cancelled before it, and with the covering coach', () => {
    const cover = { uuid: 'd', firstname: 'Dewi', lastname: 'Lloyd' }
    const exceptions = [
      { date: '2026-11-23', cancelled: true, reason: 'No heating', cover: null },
      { date: '2026-11-30', cancelled: false, reason: null, cover },
      { date: '2026-12-07', cancelled: true, reason: null, cover: null },
    ].map((exception) => ({ ...exception, moved_to: null, moved_from: null, start_at: null, taken: false }))
    const late = group({ name: 'Late', start_at: '18:00', weekdays: [2] })
    const { next, cancelled } = comingSessions([group({ exceptions }), late], Date.parse('2026-11-21T00:00Z'))
    expect(next).toMatchObject([
      { date: '2026-11-24', group: { name: 'Late' } },
      { date: '2026-11-30', group: { name: 'Dolphins' }, coaches: [cover] },
    ])
    expect(cancelled).toMatchObject([{ group: { name: 'Dolphins' }, exception: { reason: 'No heating' } }])
  })

  it('is the first one after a holiday', () => {
    const terms = [
      { kind: 'holiday' as const, name: { en: 'Snow' }, first_date: '2026-11-22', last_date: '2026-11-29' },
    ]
    const now = Date.parse('2026-11-21T00:00Z')
    expect(comingSessions([group({ terms })], now).next[0]?.date).toBe('2026-11-30')
  })

  it('is taken by who leads the group on its day', () => {
    const coach = (firstname: string, from: string, to: string | null) => ({
      uuid: firstname,
      firstname,
      lastname: 'B',
      from,
      to,
    })
    const coaches = [coach('Anna', '2026-01-01', '2026-11-29'), coach('Dewi', '2026-11-30', null)]
    const onSunday = Date.parse('2026-11-29T12:00Z')
    const [next] = comingSessions([group({ coaches })], onSunday).next
    expect([next?.date, next?.coaches.map(({ firstname }) => firstname)]).toEqual(['2026-11-30', ['Dewi']])
  })
})
