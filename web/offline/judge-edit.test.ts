import { expect, test } from 'vitest'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { NodeState } from '#domain/assessment/commands/state.ts'
import { newEdit } from './edits.ts'
import { judgeEdit } from './judge-edit.ts'
import { mark, ME, NOW } from './testing/queue.ts'

const payload = mark()
const { groupId, memberUuid } = payload
const group = { id: groupId, scheme_slug: 'swim', assessment_levels: ['/stage-1'], last_date: null } as unknown as Group
const node: NodeState = {
  schemeId: 'swim',
  schemeDeleted: false,
  schemeEditedAt: null,
  node: { kind: 's', deleted: false, path: ['/stage-1/tread-water', '/stage-1'], passGrades: [3] },
}
const device = {
  user: ME.userUuid,
  timeZone: 'Europe/London',
  features: () => ({ MAX_PAST_DAYS_ATTENDANCE: 7 }),
  node: (): NodeState | null | undefined => node,
}
const cache = {
  groups: [group],
  members: new Map([[memberUuid, { uuid: memberUuid } as CoachMember]]),
  groupMembers: [{ groupId, memberUuid, from: '2026-01-01', to: null }],
}
const judged = (known: Partial<typeof cache> = {}, entry = payload, knowledge: Partial<typeof device> = {}) =>
  judgeEdit({ ...cache, ...known }, { ...device, ...knowledge }, newEdit('mark', entry, ME.club), NOW)

test('a device takes a mark that the server would take', () => {
  expect(judged()).toBe(null)
})

test('a device gives the server’s reasons for what it cannot take', () => {
  expect(judged({ groups: [] })).toBe('UNKNOWN_MEMBER_OR_GROUP')
  expect(judged({ members: new Map() })).toBe('UNKNOWN_MEMBER_OR_GROUP')
  expect(judged({ groupMembers: [] })).toBe('NOT_ASSIGNED')
  expect(judged({ groups: [{ ...group, imported: true }] })).toBe('NOT_ASSIGNED')
  expect(judged({ groups: [{ ...group, assessment_levels: ['/stage-2'] }] })).toBe('NOT_IN_LEVELS')
  expect(judged({}, mark({ assessmentDate: '2026-11-20' }))).toBe('DATE_NOT_ALLOWED')
  expect(judged({}, payload, { node: () => null })).toBe('UNKNOWN_NODE')
})

test('a device that covers another coach’s session takes marks of that day only', () => {
  const covering = (date: string) => judged({ groups: [{ ...group, imported: true, covering: [date] }] })
  expect([covering('2026-11-21'), covering('2026-11-23')]).toEqual([null, 'NOT_ASSIGNED'])
})

test('without the curriculum a device leaves the judgement to the server', () => {
  expect(judged({ groupMembers: [] }, payload, { node: () => undefined })).toBe(null)
})

test('an undo may repeat an earlier pass grade, which a device does not know', () => {
  expect(judged({}, mark({ assessmentPassGrade: 2 }))).toBe(null)
})
