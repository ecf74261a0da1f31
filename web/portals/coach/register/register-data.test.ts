import { describe, expect, it } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { attendanceOf, nextAttendance, registerStateOf, sessionDays, totalsOf } from './register-data.ts'

const group = (change: Partial<Group>) =>
  ({ weekdays: [1], first_date: '2026-01-01', last_date: null, ...change }) as Group

describe('a register', () => {
  it('shows each child’s attendance, and null where nothing was marked', () => {
    const entry = { ts: 1, authorUuid: 'u', authorName: 'Anna' }
    const registers = new Map([
      ['attendance/g/2026-11-23/a', { ...entry, value: 'present' }],
      ['attendance/g/2026-11-23/b', { ...entry, value: 'absent' }],
      ['attendance/g/2026-11-16/c', { ...entry, value: 'present' }],
      ['attendance/g/2026-11-23/d', { ...entry, value: null }],
    ])
    const attendance = attendanceOf(registers, 'g', '2026-11-23', ['a', 'b', 'c', 'd'])
    expect([...attendance.values()]).toEqual(['present', 'absent', null, null])
    expect(totalsOf(attendance)).toEqual({ present: 1, absent: 1, unmarked: 2 })
  })

  it('steps through its values with each tap', () => {
    expect(nextAttendance(null)).toBe('present')
    expect(nextAttendance('present')).toBe('absent')
    expect(nextAttendance('absent')).toBeNull()
  })

  it('may be taken for today and for earlier sessions up to the limit in days', () => {
    // 2026-11-26 is a Thursday, and the group meets on Mondays; the last parameter is the limit in days
    expect(sessionDays(group({}), '2026-11-26', 10)).toEqual(['2026-11-26', '2026-11-23', '2026-11-16'])
    expect(sessionDays(group({}), '2026-11-26', 9)).toEqual(['2026-11-26', '2026-11-23'])
    expect(sessionDays(group({ first_date: '2026-11-20' }), '2026-11-26', 30)).toEqual(['2026-11-26', '2026-11-23'])
    expect(sessionDays(group({ last_date: '2026-11-18' }), '2026-11-26', 14)).toEqual(['2026-11-26', '2026-11-16'])
    expect(sessionDays(group({}), '2026-11-26', 0)).toEqual(['2026-11-26'])
  })

  it('cannot be taken in a holiday, and in a covered group on the covered day alone', () => {
    const holiday = { kind: 'holiday' as const, name: {}, first_date: '2026-11-20', last_date: '2026-11-24' }
    expect(sessionDays(group({ terms: [holiday] }), '2026-11-26', 10)).toEqual(['2026-11-26', '2026-11-16'])
    expect(sessionDays(group({ covering: ['2026-11-23'] }), '2026-11-26', 10)).toEqual(['2026-11-23'])
    expect(sessionDays(group({ covering: ['2026-12-07'] }), '2026-11-26', 10)).toEqual([])
  })
})

describe('the register of a session on the tablet', () => {
  const now = { today: '2026-11-26', minute: 17 * 60 }
  const snapshot = (...marked: string[]) =>
    ({
      groupMembers: ['a', 'b'].map((memberUuid) => ({ groupId: 'g', memberUuid, from: '2026-01-01', to: null })),
      members: new Map(['a', 'b'].map((uuid) => [uuid, { uuid, firstname: uuid, lastname: '', status: 'active' }])),
      registers: new Map(marked.map((uuid) => [`attendance/g/2026-11-26/${uuid}`, { value: 'present' }])),
    }) as unknown as CoachSnapshot
  /** A session from 16:00 until this hour. */
  const session = (endHour: number, change: Partial<Group> = {}) => ({
    group: group({ id: 'g', ...change }),
    startMinute: 16 * 60,
    endMinute: endHour * 60,
    exception: null,
  })

  it('is open until the session is over, then missing, and done when each child is marked', () => {
    expect(registerStateOf(snapshot(), session(18), now.today, now)).toBe('open')
    expect(registerStateOf(snapshot(), session(17), now.today, now)).toBe('missing')
    expect(registerStateOf(snapshot('a'), session(17), now.today, now)).toBe('begun')
    expect(registerStateOf(snapshot('a', 'b'), session(17), now.today, now)).toBe('done')
    expect(registerStateOf(snapshot('a', 'b'), session(18), '2026-11-19', now)).toBe('missing')
  })

  it('is not this coach’s on a coming day and in a group that another coach takes', () => {
    expect(registerStateOf(snapshot(), session(18), '2026-11-27', now)).toBeNull()
    expect(registerStateOf(snapshot(), session(18, { imported: true }), now.today, now)).toBeNull()
  })
})
