import { describe, expect, test } from 'vitest'
import { commandOf, type EditKind, type Payloads } from './commands.ts'
import { guestPeriod } from './guest.ts'
import type { CommandState, GroupState, NodeState } from './state.ts'

const NOW = Date.UTC(2026, 10, 20, 18, 30)
const TODAY = '2026-11-20'
const NOW_S = NOW / 1000
const DAY_S = 86_400
const BEFORE = { from: '2020-01-01', to: null }

const group: GroupState = {
  schemeId: 'swim-id',
  assessmentLevels: ['/stage-1'],
  lastDate: null,
  coachPeriods: [BEFORE],
  covers: [],
  changedRev: 0,
}
const skill: NodeState = {
  schemeId: 'swim-id',
  schemeDeleted: false,
  schemeEditedAt: null,
  node: { kind: 's', deleted: false, path: ['/stage-1/float', '/stage-1'], passGrades: [2, 3] },
}
const level: NodeState = { ...skill, node: { kind: 'l', deleted: false, path: ['/stage-1'], passGrades: [] } }
const state: CommandState = {
  author: { id: 'coach', features: { ENABLE_SESSION_PLANNING: true, CAN_ADD_SESSION_PLAN_GROUP: true } },
  club: { timeZone: 'Europe/London', authorPeriods: [BEFORE] },
  group,
  member: { status: 'at-club', groupPeriods: [BEFORE] },
  node: skill,
  sharedClubs: [{ author: BEFORE, colleague: BEFORE }],
}
const withGroup = (change: Partial<GroupState>): CommandState => ({ ...state, group: { ...group, ...change } })
const withNode = (change: Partial<NodeState>, node: Partial<NonNullable<NodeState['node']>> = {}): CommandState => ({
  ...state,
  node: { ...skill, ...change, node: { kind: 's', deleted: false, path: [], passGrades: [3], ...skill.node, ...node } },
})
const withFeatures = (features: Record<string, boolean | number>): CommandState => ({
  ...state,
  author: { ...state.author, features: { ...state.author.features, ...features } },
})

const member = { memberUuid: 'm', groupId: 'g', timestamp: NOW_S }
const mark: Payloads['mark'] = {
  ...member,
  groupNgoId: null,
  schemeSlug: 'swim',
  schemeNodeId: '/stage-1/float',
  assessmentGrade: 3,
  assessmentPassGrade: 3,
  assessmentDate: TODAY,
}
const entries: { [K in EditKind]: Payloads[K] } = {
  mark,
  guest: { ...member, date: TODAY, firstname: 'Lily', lastname: '', value: 'today' },
  attendance: { ...member, date: TODAY, value: 'present' },
  badge: { ...member, schemeSlug: 'swim', schemeNodeId: '/stage-1', value: true },
  move: { ...member, value: 'move' },
  note: { ...member, value: 'Likes to dive' },
  family_word: { ...member, schemeSlug: 'swim', schemeNodeId: '/stage-1', value: 'Ava was brave today' },
  plan: { planUuid: 'p', chain: 'c', base: 0, content: null, timestamp: NOW_S },
  plan_share: { planUuid: 'p', userUuid: 'other', value: true, timestamp: NOW_S },
  plan_group: { planUuid: 'p', groupId: 'g', value: true, timestamp: NOW_S },
}

/** The code with which an edit is rejected, or 'ok'. `change` is of the kind's payload. */
function codeOf(kind: EditKind, known: CommandState, change: object = {}, baseRev: number | null = null): string {
  const decision = commandOf(kind).decide(known, { payload: { ...entries[kind], ...change }, baseRev }, NOW)
  return decision.ok ? 'ok' : decision.code
}
/** The payload that is stored. */
function storedOf(kind: EditKind, known: CommandState, change: object) {
  const decision = commandOf(kind).decide(known, { payload: { ...entries[kind], ...change }, baseRev: null }, NOW)
  return decision.ok ? decision.payload : null
}
const ofLevel = { ...state, node: level }
const memberKinds = ['mark', 'attendance', 'badge', 'move', 'note', 'family_word'] as const
const stateFor = (kind: EditKind) => (kind === 'badge' || kind === 'family_word' ? ofLevel : state)

describe.each(memberKinds)('%s', (kind) => {
  const known = stateFor(kind)
  const at = (change: Partial<GroupState>) => ({ ...known, group: { ...group, ...change } })

  test('is taken from a coach of the group for a member of it', () => {
    expect(codeOf(kind, known)).toBe('ok')
  })

  test('is rejected for what does not exist or is no longer there', () => {
    expect(codeOf(kind, { ...known, group: null })).toBe('UNKNOWN_MEMBER_OR_GROUP')
    for (const [status, code] of [
      [null, 'UNKNOWN_MEMBER_OR_GROUP'],
      ['merged', 'MEMBER_MERGED'],
      ['erased', 'MEMBER_ERASED'],
    ] as const)
      expect(codeOf(kind, { ...known, member: { ...known.member, status } }), code).toBe(code)
  })

  test('counts on the day after the last day of coach and member, but not two days after', () => {
    for (const [to, code] of [
      ['2026-11-19', 'ok'],
      ['2026-11-18', 'NOT_ASSIGNED'],
    ] as const) {
      const period = { from: '2020-01-01', to }
      expect(codeOf(kind, at({ coachPeriods: [period] })), `coach ${to}`).toBe(code)
      expect(codeOf(kind, { ...known, member: { status: 'at-club', groupPeriods: [period] } }), `member ${to}`).toBe(
        code,
      )
      expect(codeOf(kind, { ...known, club: { ...known.club, authorPeriods: [period] } }), `club ${to}`).toBe(code)
    }
    expect(codeOf(kind, at({ coachPeriods: [{ from: '2026-11-21', to: null }] }))).toBe('NOT_ASSIGNED')
  })

  test('is taken from who covers the session on its day and the day after', () => {
    const covering = (date: string, endedAt: number | null = null) =>
      codeOf(kind, at({ coachPeriods: [], covers: [{ date, endedAt }] }))
    expect(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map((date) => covering(date))).toEqual([
      'NOT_ASSIGNED',
      'ok',
      'ok',
      'NOT_ASSIGNED',
    ])
    // a cover that was taken back counts for what was entered before
    expect(covering(TODAY, NOW_S)).toBe('ok')
    expect(covering(TODAY, NOW_S - 1)).toBe('NOT_ASSIGNED')
    const missed = at({ coachPeriods: [], covers: [{ date: TODAY, endedAt: NOW_S - 1 }], changedRev: 8 })
    expect([codeOf(kind, missed, {}, 7), codeOf(kind, missed, {}, 8)]).toEqual(['ok', 'NOT_ASSIGNED'])
  })

  test('is taken for as long as a group that has ended is on the tablet [R6.10]', () => {
    const ended = (lastDate: string, features = {}) =>
      codeOf(kind, { ...at({ lastDate }), author: withFeatures(features).author })
    expect([ended('2026-10-21'), ended('2026-10-20')]).toEqual(['ok', 'NOT_ASSIGNED'])
    const late = { MAX_PAST_DAYS_ATTENDANCE: 60 }
    expect([ended('2026-09-21', late), ended('2026-09-20', late)]).toEqual(['ok', 'NOT_ASSIGNED'])
    expect(codeOf(kind, at({ lastDate: '2026-10-20', changedRev: 8 }), {}, 7)).toBe('ok')
  })

  test('is taken 30 days after its entry, but not 31', () => {
    const features = withFeatures({ CAN_ASSESS_IN_THE_PAST: true, MAX_PAST_DAYS_ATTENDANCE: 365 }).author
    const waited = (days: number) => codeOf(kind, { ...known, author: features }, { timestamp: NOW_S - days * DAY_S })
    expect([waited(30), waited(31)]).toEqual(['ok', 'DATE_NOT_ALLOWED'])
  })

  test('is stored with no later time than the server’s', () => {
    expect(storedOf(kind, known, { timestamp: NOW_S + 5 * DAY_S })).toMatchObject({ timestamp: NOW_S })
  })
})

describe('a guest', () => {
  const unknown: CommandState = { ...state, member: { status: null, groupPeriods: [] } }

  test('is entered once, under an id that nobody has', () => {
    expect(codeOf('guest', unknown)).toBe('ok')
    for (const [status, code] of [
      ['guest', 'MEMBER_EXISTS'],
      ['at-club', 'MEMBER_EXISTS'],
      ['merged', 'MEMBER_MERGED'],
      ['erased', 'MEMBER_ERASED'],
    ] as const)
      expect(codeOf('guest', { ...unknown, member: { status, groupPeriods: [] } }), status).toBe(code)
  })

  test('is entered by a coach of the group, or by who covers the session', () => {
    expect(codeOf('guest', { ...unknown, group: null })).toBe('UNKNOWN_MEMBER_OR_GROUP')
    const others = { ...group, coachPeriods: [] }
    expect(codeOf('guest', { ...unknown, group: others })).toBe('NOT_ASSIGNED')
    const covers = [{ date: TODAY, endedAt: null }]
    expect(codeOf('guest', { ...unknown, group: { ...others, covers } })).toBe('ok')
  })

  test('may be entered as many days later as a register', () => {
    const days = { ...unknown, author: withFeatures({ MAX_PAST_DAYS_ATTENDANCE: 2 }).author }
    const code = (date: string) => codeOf('guest', days, { date })
    expect([code('2026-11-18'), code('2026-11-17')]).toEqual(['ok', 'DATE_NOT_ALLOWED'])
    // a day after that of entry becomes the day of entry
    const later = commandOf('guest').decide(
      days,
      { payload: { ...entries.guest, date: '2026-12-01' }, baseRev: 0 },
      NOW,
    )
    expect(later).toMatchObject({ ok: true, payload: { date: TODAY } })
  })

  test('needs a first name, and a last name may be missing', () => {
    const isValid = (names: object) => commandOf('guest').isValid({ ...entries.guest, ...names })
    expect(
      [{}, { lastname: 'O’Neill' }, { firstname: '' }, { firstname: 'R2' }, { lastname: '!' }].map(isValid),
    ).toEqual([true, true, false, false, false])
  })

  test('of today is in the group for that session, and on trial until the office decides', () => {
    expect(guestPeriod({ date: TODAY, value: 'today' })).toEqual({ from: TODAY, to: TODAY })
    expect(guestPeriod({ date: TODAY, value: 'trial' })).toEqual({ from: TODAY, to: null })
  })
})

describe('a mark', () => {
  test('needs a skill that exists, and a manual pass a level or skill group', () => {
    expect(codeOf('mark', { ...state, node: null })).toBe('UNKNOWN_NODE')
    expect(codeOf('mark', { ...state, node: { ...skill, node: null } })).toBe('UNKNOWN_NODE')
    expect(codeOf('mark', withNode({ schemeDeleted: true }))).toBe('UNKNOWN_NODE')
    expect(codeOf('mark', withNode({}, { deleted: true }))).toBe('UNKNOWN_NODE')
    expect(codeOf('mark', ofLevel)).toBe('UNKNOWN_NODE')
    const pass = { schemeNodeId: '/stage-1/manual', assessmentGrade: 1, assessmentPassGrade: 1 }
    expect([codeOf('mark', ofLevel, pass), codeOf('mark', state, pass)]).toEqual(['ok', 'UNKNOWN_NODE'])
  })

  test('needs a node in the assessment levels of the group', () => {
    const outside = withGroup({ assessmentLevels: ['/stage-2'] })
    expect(codeOf('mark', outside)).toBe('NOT_IN_LEVELS')
    expect(codeOf('mark', withGroup({ schemeId: 'other' }))).toBe('NOT_IN_LEVELS')
    // a mark may always be taken back
    expect([codeOf('mark', outside, { assessmentGrade: 0 }), codeOf('mark', outside, { assessmentGrade: -1 })]).toEqual(
      ['ok', 'ok'],
    )
    const additional = withFeatures({ ENABLE_ADDITIONAL_ASSESSMENTS: true }).author
    expect(codeOf('mark', { ...outside, author: additional })).toBe('ok')
  })

  test('is taken outside the levels when the change of group or scheme had not reached the device', () => {
    const changed = withGroup({ assessmentLevels: [], changedRev: 8 })
    expect([7, 8, null].map((baseRev) => codeOf('mark', changed, {}, baseRev))).toEqual([
      'ok',
      'NOT_IN_LEVELS',
      'NOT_IN_LEVELS',
    ])
    const edited = (schemeEditedAt: number) =>
      codeOf('mark', { ...withGroup({ assessmentLevels: [] }), node: { ...skill, schemeEditedAt } })
    expect([edited(NOW_S + 1), edited(NOW_S)]).toEqual(['ok', 'NOT_IN_LEVELS'])
  })

  test('needs a pass grade that the skill has or had', () => {
    expect([2, 3, 4].map((assessmentPassGrade) => codeOf('mark', state, { assessmentPassGrade }))).toEqual([
      'ok',
      'ok',
      'PASS_GRADE_UNKNOWN',
    ])
  })

  test('may be for an earlier day as far back as the client allows', () => {
    const daysBack = (days: number, features: Record<string, boolean | number>) =>
      codeOf('mark', withFeatures(features), {
        assessmentDate: new Date(NOW - days * DAY_S * 1000).toISOString().slice(0, 10),
      })
    expect(daysBack(1, { MAX_PAST_DAYS_ATTENDANCE: 7 })).toBe('DATE_NOT_ALLOWED')
    const allowed = { CAN_ASSESS_IN_THE_PAST: true, MAX_PAST_DAYS_ATTENDANCE: 7 }
    expect([daysBack(7, allowed), daysBack(8, allowed)]).toEqual(['ok', 'DATE_NOT_ALLOWED'])
  })

  test('of a later day counts for the day of entry', () => {
    expect(storedOf('mark', state, { assessmentDate: '2026-12-24' })).toMatchObject({ assessmentDate: TODAY })
  })

  test('has the day of the club, not that of the server', () => {
    // 18:30 UTC is the next morning in Auckland
    const auckland = { ...state, club: { ...state.club, timeZone: 'Pacific/Auckland' } }
    expect(storedOf('mark', auckland, { assessmentDate: '2026-12-24' })).toMatchObject({ assessmentDate: '2026-11-21' })
  })

  test('of a manual pass has the grades 1, 0 and -1 and the pass grade 1', () => {
    const isValid = (change: object) =>
      commandOf('mark').isValid({ ...mark, schemeNodeId: '/stage-1/manual', assessmentPassGrade: 1, ...change })
    expect([1, 0, -1, 2].map((assessmentGrade) => isValid({ assessmentGrade }))).toEqual([true, true, true, false])
    expect(isValid({ assessmentGrade: 1, assessmentPassGrade: 3 })).toBe(false)
    expect(commandOf('mark').isValid({ ...mark, assessmentDate: '2026-02-30' })).toBe(false)
  })
})

test('an attendance can be entered as many days later as the client allows', () => {
  const entered = (date: string) => codeOf('attendance', withFeatures({ MAX_PAST_DAYS_ATTENDANCE: 3 }), { date })
  expect([entered('2026-11-17'), entered('2026-11-16')]).toEqual(['ok', 'DATE_NOT_ALLOWED'])
})

test.each(['badge', 'family_word'] as const)('a %s needs a level, also one that was deleted', (kind) => {
  expect(codeOf(kind, state)).toBe('UNKNOWN_NODE')
  const deleted = { ...level, node: { kind: 'l', deleted: true, path: [], passGrades: [] } } as const
  expect(codeOf(kind, { ...state, node: deleted })).toBe('ok')
  expect(codeOf(kind, { ...state, node: { ...level, schemeDeleted: true } })).toBe('UNKNOWN_NODE')
})

test('a word to the family belongs to the child, the level and the club', () => {
  expect(commandOf('family_word').lane(entries.family_word, 'club')).toBe('family_word/club/m/swim/stage-1')
})

describe('a lesson plan', () => {
  test.each(['plan', 'plan_share', 'plan_group'] as const)('(%s) needs its feature and a coach of the club', (kind) => {
    expect(codeOf(kind, state)).toBe('ok')
    expect(codeOf(kind, withFeatures({ ENABLE_SESSION_PLANNING: false }))).toBe('FEATURE_OFF')
    expect(codeOf(kind, { ...state, club: { ...state.club, authorPeriods: [] } })).toBe('UNKNOWN_MEMBER_OR_GROUP')
  })

  test('is judged, however long it waited, by the rights of 30 days ago at the earliest', () => {
    const since = (from: string) => ({ ...state, club: { ...state.club, authorPeriods: [{ from, to: null }] } })
    const waited = { timestamp: NOW_S - 400 * DAY_S }
    expect([codeOf('plan', since('2026-10-21'), waited), codeOf('plan', since('2026-10-22'), waited)]).toEqual([
      'ok',
      'UNKNOWN_MEMBER_OR_GROUP',
    ])
  })

  test('is shared with a colleague of a club, and not with oneself', () => {
    expect(codeOf('plan_share', { ...state, sharedClubs: [] })).toBe('UNKNOWN_COLLEAGUE')
    expect(codeOf('plan_share', { ...state, sharedClubs: [] }, { value: false })).toBe('ok')
    expect(codeOf('plan_share', state, { userUuid: 'coach' })).toBe('UNKNOWN_COLLEAGUE')
    const left = { author: BEFORE, colleague: { from: '2020-01-01', to: '2026-11-19' } }
    expect(codeOf('plan_share', { ...state, sharedClubs: [left] })).toBe('UNKNOWN_COLLEAGUE')
  })

  test('is put on a group by its coach, or by who covers it, a week ahead', () => {
    expect(codeOf('plan_group', withFeatures({ CAN_ADD_SESSION_PLAN_GROUP: false }))).toBe('FEATURE_OFF')
    expect(codeOf('plan_group', { ...state, group: null })).toBe('UNKNOWN_MEMBER_OR_GROUP')
    expect(codeOf('plan_group', withGroup({ coachPeriods: [{ from: '2020-01-01', to: '2026-11-19' }] }))).toBe(
      'NOT_ASSIGNED',
    )
    const covering = (date: string) =>
      codeOf('plan_group', withGroup({ coachPeriods: [], covers: [{ date, endedAt: null }] }))
    expect([covering('2026-11-27'), covering('2026-11-28')]).toEqual(['ok', 'NOT_ASSIGNED'])
  })
})
