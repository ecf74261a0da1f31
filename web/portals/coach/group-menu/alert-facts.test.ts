import { expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { alertsOfGroup } from './alert-facts.ts'

const [ANNA, BECA] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const group = { id: 'g', time_zone: 'Europe/London' } as Group
const member = (uuid: string) =>
  ({ uuid, dob: '2018-05-05', medical: null, note: null, firstname: 'A', lastname: 'B' }) as CoachMember
const members = [member(ANNA), member(BECA)]
/** Without the curriculum no level can wait for its pass. */
const NO_CURRICULUM = undefined
const noonTs = (day: string) => Date.parse(`${day}T12:00Z`) / 1000
const mark = (day: string) => ({ grade: 0, pass: 3, ts: noonTs(day), since: null })
/** A coach's entry: who was present or absent in a session, or that a member moves on. */
const entry = (value: unknown) => ({ value, ts: 1, authorUuid: 'u', authorName: 'Anna' })
const groupMember = (memberUuid: string, groupId: string, from: string) => ({ memberUuid, groupId, from, to: null })

// besides the group `g` there is another group `h`, whose entries must not count
const snapshot = {
  groupMembers: [
    groupMember(ANNA, 'g', '2026-01-01'),
    groupMember(BECA, 'g', '2026-11-01'),
    groupMember(BECA, 'h', '2026-01-01'),
  ],
  results: new Map([
    [`${ANNA}/swim`, new Map([['/a', mark('2026-08-01')]])],
    [`${ANNA}/dive`, new Map([['/b', mark('2026-11-20')]])],
  ]),
  brought: new Set(),
  registers: new Map([
    [`attendance/g/2026-11-07/${ANNA}`, entry('absent')],
    [`attendance/g/2026-11-14/${ANNA}`, entry('absent')],
    [`attendance/g/2026-11-14/${BECA}`, entry('present')],
    [`attendance/h/2026-11-20/${ANNA}`, entry('present')],
    [`move/g/${BECA}`, entry('move')],
    [`move/h/${ANNA}`, entry('move')],
  ]),
} as unknown as CoachSnapshot

test('alerts come from this group’s registers, marks of any scheme, and the day of joining this group', () => {
  const alertsByMember = alertsOfGroup(snapshot, NO_CURRICULUM, group, members, '2026-11-21')
  expect(alertsByMember.map(({ alerts }) => alerts)).toEqual([
    [{ kind: 'absent', dates: ['2026-11-14', '2026-11-07'] }],
    [{ kind: 'moving' }],
  ])
})

test('a member whom a session’s register leaves out was not absent from that session', () => {
  const registers = new Map([...snapshot.registers, [`attendance/g/2026-11-19/${BECA}`, entry('present')]])
  const [anna] = alertsOfGroup({ ...snapshot, registers } as CoachSnapshot, NO_CURRICULUM, group, members, '2026-11-21')
  expect(anna?.alerts).toEqual([])
})

test('a level that was passed elsewhere long ago does not make a member unassessed who has just joined', () => {
  const results = new Map([[`${BECA}/swim`, new Map([['/one/manual', { ...mark('2025-05-21'), grade: 1 }]])]])
  const alertsOf = (brought: readonly string[]) =>
    alertsOfGroup(
      { ...snapshot, results, brought: new Set(brought), registers: new Map() } as CoachSnapshot,
      NO_CURRICULUM,
      group,
      [member(BECA)],
      '2026-11-21',
    )[0]?.alerts
  expect(alertsOf([`${BECA}/swim/one`])).toEqual([])
  // a coach's own mark of that day does
  const own = new Map([[`${BECA}/swim`, new Map([['/one/manual', { ...mark('2025-05-21'), grade: 1 }]])]])
  expect(
    alertsOfGroup({ ...snapshot, results: own } as CoachSnapshot, NO_CURRICULUM, group, [member(BECA)], '2026-11-21')[0]
      ?.alerts,
  ).toContainEqual({ kind: 'unassessed', last: '2025-05-21' })
})

test('a member who is to come back to the group later has joined it when the present place began', () => {
  const groupMembers = [
    { ...groupMember(BECA, 'g', '2026-09-01'), to: '2026-12-20' },
    groupMember(BECA, 'g', '2027-01-10'),
    groupMember(BECA, 'h', '2026-01-01'),
  ]
  const [, beca] = alertsOfGroup({ ...snapshot, groupMembers }, NO_CURRICULUM, group, members, '2026-11-21')
  expect(beca?.alerts).toContainEqual({ kind: 'unassessed', last: null })
})
