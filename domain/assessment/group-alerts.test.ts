import { describe, expect, test } from 'vitest'
import { ALERT_KINDS, groupAlerts, type AlertFacts, type RecordedSession } from './group-alerts.ts'

const TODAY = '2026-11-21'

/** A child without anything to announce. */
const quiet: AlertFacts = {
  dob: '2018-05-05',
  medical: null,
  note: null,
  waiting: [],
  lastMark: '2026-11-14',
  joined: '2026-01-10',
  sessions: [],
  move: null,
}
const alerts = (facts: Partial<AlertFacts>) => groupAlerts({ ...quiet, ...facts }, TODAY)
const session = (date: string, value: RecordedSession['value']): RecordedSession => ({ date, value })

describe('alerts of a child in a group', () => {
  test('there are none for a child without anything to announce', () => {
    expect(alerts({})).toEqual([])
  })

  test.each<[string, Partial<AlertFacts>, ReturnType<typeof groupAlerts>]>([
    ['a medical note', { medical: 'Asthma' }, [{ kind: 'medical', text: 'Asthma' }]],
    ['a note', { note: 'Shy' }, [{ kind: 'note', text: 'Shy' }]],
    ['complete levels', { waiting: ['/a', '/b'] }, [{ kind: 'waiting', levels: ['/a', '/b'] }]],
    ['moving out', { move: 'move' }, [{ kind: 'moving' }]],
    ['no alert for staying', { move: 'stay' }, []],
  ])('%s', (_, facts, expected) => {
    expect(alerts(facts)).toEqual(expected)
  })

  test.each([
    ['2026-10-24', '2026-01-10', true],
    ['2026-10-25', '2026-01-10', false],
    [null, '2026-10-24', true],
    [null, '2026-10-25', false],
    // an old mark from another group counts from then, not from joining
    ['2026-09-01', '2026-11-20', true],
  ])('last mark %s, in the group since %s: not assessed for 28 days is %s', (lastMark, joined, alert) => {
    expect(alerts({ lastMark, joined })).toEqual(alert ? [{ kind: 'unassessed', last: lastMark }] : [])
  })

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
    ['absent from today’s, too', [session(TODAY, 'absent'), session('2026-11-14', 'absent')], [TODAY, '2026-11-14']],
    [
      'present today',
      [session(TODAY, 'present'), session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      null,
    ],
    [
      'today’s register has not reached the child',
      [session(TODAY, null), session('2026-11-14', 'absent'), session('2026-11-07', 'absent')],
      ['2026-11-14', '2026-11-07'],
    ],
    ['absent on a future day', [session('2026-11-22', 'absent'), session('2026-11-14', 'absent')], null],
  ])('absence from the last two sessions, case “%s”', (_, sessions, dates) => {
    expect(alerts({ sessions })).toEqual(dates ? [{ kind: 'absent', dates }] : [])
  })

  test.each([
    ['2018-11-21', 0],
    ['2018-11-28', 7],
    ['2018-11-29', null],
    ['2018-11-20', null],
  ])('born %s: birthday in %s days', (dob, days) => {
    expect(alerts({ dob })).toEqual(days === null ? [] : [{ kind: 'birthday', days }])
  })

  test('all kinds of alerts at once are in the order of ALERT_KINDS', () => {
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
