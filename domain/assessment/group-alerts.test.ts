import { describe, expect, test } from 'vitest'
import { ALERT_KINDS, groupAlerts, type AlertFacts, type RecordedSession } from './group-alerts.ts'

const TODAY = '2026-11-21'

/** A child without anything to announce. */
const childWithoutAlerts: AlertFacts = {
  dob: '2018-05-05',
  medical: null,
  note: null,
  waiting: [],
  lastMark: '2026-11-14',
  joined: '2026-01-10',
  sessions: [],
  move: null,
}
const alerts = (facts: Partial<AlertFacts>) => groupAlerts({ ...childWithoutAlerts, ...facts }, TODAY)
const session = (date: string, value: RecordedSession['value']): RecordedSession => ({ date, value })

describe('alerts of a child in a group', () => {
  test('are none for a child without anything to announce', () => {
    expect(alerts({})).toEqual([])
  })

  test.each<[string, Partial<AlertFacts>, ReturnType<typeof groupAlerts>]>([
    ['the medical note', { medical: 'Asthma' }, [{ kind: 'medical', text: 'Asthma' }]],
    ['the note about the child', { note: 'Shy' }, [{ kind: 'note', text: 'Shy' }]],
    ['levels that wait for a pass', { waiting: ['/a', '/b'] }, [{ kind: 'waiting', levels: ['/a', '/b'] }]],
    ['that the child moves to another group', { move: 'move' }, [{ kind: 'moving' }]],
    ['nothing when the child stays in its group', { move: 'stay' }, []],
  ])('say %s', (_, facts, expected) => {
    expect(alerts(facts)).toEqual(expected)
  })

  test.each([
    ['2026-10-24', '2026-01-10', true],
    ['2026-10-25', '2026-01-10', false],
    [null, '2026-10-24', true],
    [null, '2026-10-25', false],
    // a mark from another group counts too: the 28 days begin with it, not with joining this group
    ['2026-09-01', '2026-11-20', true],
  ])(
    'with the last mark on %s and the first day in the group on %s say “not assessed for 28 days”: %s',
    (lastMark, joined, isUnassessed) => {
      expect(alerts({ lastMark, joined })).toEqual(isUnassessed ? [{ kind: 'unassessed', last: lastMark }] : [])
    },
  )

  test.each<[string, RecordedSession[], string[] | null]>([
    [
      'absent from both',
      [session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      ['2026-11-14', '2026-11-07'],
    ],
    ['only one session yet', [session('2026-11-14', 'absent')], null],
    ['present at the last', [session('2026-11-14', 'present'), session('2026-11-07', 'absent')], null],
    [
      'not marked in the one between',
      [session('2026-11-14', 'absent'), session('2026-11-07', null), session('2026-10-31', 'absent')],
      null,
    ],
    ['absent today, too', [session(TODAY, 'absent'), session('2026-11-14', 'absent')], [TODAY, '2026-11-14']],
    [
      'present today',
      [session(TODAY, 'present'), session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      null,
    ],
    [
      'not yet marked in today’s register',
      [session(TODAY, null), session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      ['2026-11-14', '2026-11-07'],
    ],
    ['absent on a future day', [session('2026-11-22', 'absent'), session('2026-11-14', 'absent')], null],
  ])('say which were the last two sessions if the child missed both, case “%s”', (_, sessions, dates) => {
    expect(alerts({ sessions })).toEqual(dates ? [{ kind: 'absent', dates }] : [])
  })

  test.each([
    ['2018-11-21', 0],
    ['2018-11-28', 7],
    ['2018-11-29', null],
    ['2018-11-20', null],
    [null, null],
  ])('of a child born on %s say in how many days it is 8, at most 7: %s', (dob, days) => {
    expect(alerts({ dob })).toEqual(days === null ? [] : [{ kind: 'birthday', days, age: 8 }])
  })

  test('are in the order of ALERT_KINDS when a child has all kinds at once', () => {
    const all = alerts({
      dob: '2018-11-23',
      medical: 'Asthma',
      note: 'Shy',
      waiting: ['/a'],
      lastMark: null,
      sessions: [session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      move: 'move',
    })
    expect(all.map(({ kind }) => kind)).toEqual(ALERT_KINDS)
  })
})
