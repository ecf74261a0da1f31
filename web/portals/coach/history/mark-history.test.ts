import { describe, expect, test } from 'vitest'
import type { Assessment } from '#contract/assessment/assessments.ts'
import type { ResultRow } from '#contract/assessment/sync.ts'
import type { MarkOperation } from '#web/offline/member-marks.ts'
import { memberHistory } from './mark-history.ts'

const DEVICE = 'd1'

const operation = (seq: number, nodeId: string, grade: number, change: Partial<MarkOperation> = {}): MarkOperation => ({
  opId: `op${seq}`,
  seq,
  club: 'c',
  authorUuid: 'me',
  lane: '',
  kind: 'mark',
  payload: {
    memberUuid: 'm',
    groupId: 'g',
    groupNgoId: null,
    schemeSlug: 'swim',
    schemeNodeId: nodeId,
    assessmentGrade: grade,
    assessmentPassGrade: 3,
    assessmentDate: '2026-11-21',
    timestamp: 1000 + seq,
  },
  payloadHash: '',
  payloadVersion: 1,
  baseRev: null,
  stamp: { ms: seq, counter: 0, deviceId: DEVICE, deviceSeq: seq },
  state: 'pending',
  code: null,
  tries: 0,
  createdAt: 0,
  settledAt: null,
  seen: false,
  ...change,
})
/** A result on the device, by default a mark that another device made. */
const resultRow = (nodeId: string, grade: number, seq = 900, deviceId = 'other'): ResultRow => ({
  memberUuid: 'm',
  schemeSlug: 'swim',
  nodeId,
  grade,
  pass: 3,
  ts: 500,
  since: null,
  stamp: { ms: 1, counter: 0, deviceId, deviceSeq: seq },
  authorUuid: 'dewi',
  authorName: 'Dewi Rhys',
})
const serverMark = (id: string, nodeId: string, grade: number, change: Partial<Assessment> = {}): Assessment => ({
  op_id: id,
  scheme_slug: 'swim',
  node_id: nodeId,
  title: nodeId,
  grade_kind: 3,
  grade,
  pass: 3,
  date: '2026-11-20',
  entered_ts: 700,
  author_uuid: 'dewi',
  author: 'Dewi Rhys',
  counts: true,
  before: null,
  ...change,
})
/** Key, state, whether it counts, and the grade of the result before: null for none, `?` for unknown. */
const summaryOf = (entries: ReturnType<typeof memberHistory>) =>
  entries.map(({ key, state, counts, before }) => [
    key,
    state,
    counts,
    before === undefined ? '?' : (before?.grade ?? null),
  ])

describe('without the server', () => {
  test('the device’s own marks are shown, the newest first, each with the result before it', () => {
    const operations = [operation(1, '/a', 1), operation(2, '/a', 3), operation(3, '/b', 2)]
    expect(summaryOf(memberHistory({ operations, stored: [resultRow('/a', 2)] }, null))).toEqual([
      ['op3', 'waiting', true, null],
      ['op2', 'waiting', true, 1],
      ['op1', 'waiting', false, 2],
      ['swim/a', 'stored', false, '?'],
    ])
  })

  test('a mark that the last pull contains counts, but the result before it is unknown', () => {
    // the stored result of /a is the mark that this device sent as its operation 1
    const operations = [operation(1, '/a', 3, { state: 'acknowledged', seen: true })]
    expect(
      summaryOf(memberHistory({ operations, stored: [resultRow('/a', 3, 1, DEVICE), resultRow('/b', 1)] }, null)),
    ).toEqual([
      ['op1', 'stored', true, '?'],
      ['swim/b', 'stored', true, '?'],
    ])
  })

  test('an acknowledged mark counts before a pull has shown it', () => {
    const operations = [operation(1, '/a', 3, { state: 'acknowledged' })]
    expect(summaryOf(memberHistory({ operations, stored: [resultRow('/a', 1)] }, null))).toEqual([
      ['op1', 'stored', true, 1],
      ['swim/a', 'stored', false, '?'],
    ])
  })

  test('a superseded mark and a refused mark do not count', () => {
    const operations = [
      operation(1, '/a', 3, { state: 'acknowledged', code: 'superseded' }),
      operation(2, '/b', 3, { state: 'dead', code: 'NOT_ASSIGNED' }),
    ]
    expect(summaryOf(memberHistory({ operations, stored: [resultRow('/a', 2)] }, null))).toEqual([
      ['op2', 'refused', false, '?'],
      ['op1', 'stored', false, '?'],
      ['swim/a', 'stored', true, '?'],
    ])
  })
})

describe('with the server', () => {
  test('its marks keep its order, after the waiting marks of this device', () => {
    const marks = [
      serverMark('s2', '/a', 3, { before: { grade: 1, pass: 3 } }),
      serverMark('s1', '/a', 1, { counts: false }),
    ]
    const operations = [operation(1, '/a', 0), operation(2, '/b', 2)]
    expect(summaryOf(memberHistory({ operations, stored: [resultRow('/a', 3), resultRow('/b', 1)] }, marks))).toEqual([
      ['op2', 'waiting', true, 1],
      ['op1', 'waiting', true, 3],
      ['s2', 'stored', false, 1],
      ['s1', 'stored', false, null],
    ])
  })

  test('a mark that the server already shows is not listed twice', () => {
    const operations = [operation(1, '/a', 3, { state: 'acknowledged' })]
    expect(summaryOf(memberHistory({ operations, stored: [] }, [serverMark('op1', '/a', 3)]))).toEqual([
      ['op1', 'stored', true, null],
    ])
  })
})
