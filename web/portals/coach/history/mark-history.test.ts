import { describe, expect, test } from 'vitest'
import type { Assessment } from '#contract/assessment/assessments.ts'
import type { ResultRow } from '#contract/assessment/sync.ts'
import type { MarkOperation } from '#web/offline/member-marks.ts'
import { memberHistory } from './mark-history.ts'

const DEVICE = 'd1'

const op = (seq: number, nodeId: string, grade: number, more: Partial<MarkOperation> = {}): MarkOperation => ({
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
  ...more,
})
const row = (nodeId: string, grade: number, seq = 900, deviceId = 'other'): ResultRow => ({
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
const served = (id: string, nodeId: string, grade: number, more: Partial<Assessment> = {}): Assessment => ({
  op_id: id,
  scheme_slug: 'swim',
  node_id: nodeId,
  title: nodeId,
  grade,
  pass: 3,
  date: '2026-11-20',
  entered_ts: 700,
  author_uuid: 'dewi',
  author: 'Dewi Rhys',
  counts: true,
  before: null,
  ...more,
})
const told = (entries: ReturnType<typeof memberHistory>) =>
  entries.map(({ key, state, counts, before }) => [
    key,
    state,
    counts,
    before === undefined ? '?' : (before?.grade ?? null),
  ])

describe('without the server', () => {
  test('are one’s own marks, newest first, each with what was before it', () => {
    const operations = [op(1, '/a', 1), op(2, '/a', 3), op(3, '/b', 2)]
    expect(told(memberHistory({ operations, stored: [row('/a', 2)] }, null))).toEqual([
      ['op3', 'waiting', true, null],
      ['op2', 'waiting', true, 1],
      ['op1', 'waiting', false, 2],
      ['swim/a', 'stored', false, '?'],
    ])
  })

  test('what the last pull had taken in counts, and what was before it is not known here', () => {
    const operations = [op(1, '/a', 3, { state: 'acknowledged', seen: true })]
    expect(told(memberHistory({ operations, stored: [row('/a', 3, 1, DEVICE), row('/b', 1)] }, null))).toEqual([
      ['op1', 'stored', true, '?'],
      ['swim/b', 'stored', true, '?'],
    ])
  })

  test('a mark that was taken, and that no pull has shown yet, counts already', () => {
    const operations = [op(1, '/a', 3, { state: 'acknowledged' })]
    expect(told(memberHistory({ operations, stored: [row('/a', 1)] }, null))).toEqual([
      ['op1', 'stored', true, 1],
      ['swim/a', 'stored', false, '?'],
    ])
  })

  test('one that another coach’s newer one had beaten, and a refused one, do not count', () => {
    const operations = [
      op(1, '/a', 3, { state: 'acknowledged', code: 'superseded' }),
      op(2, '/b', 3, { state: 'dead', code: 'NOT_ASSIGNED' }),
    ]
    expect(told(memberHistory({ operations, stored: [row('/a', 2)] }, null))).toEqual([
      ['op2', 'refused', false, '?'],
      ['op1', 'stored', false, '?'],
      ['swim/a', 'stored', true, '?'],
    ])
  })
})

describe('with the server', () => {
  test('its marks stand in its order, below what waits here', () => {
    const marks = [served('s2', '/a', 3, { before: { grade: 1, pass: 3 } }), served('s1', '/a', 1, { counts: false })]
    const operations = [op(1, '/a', 0), op(2, '/b', 2)]
    expect(told(memberHistory({ operations, stored: [row('/a', 3), row('/b', 1)] }, marks))).toEqual([
      ['op2', 'waiting', true, 1],
      ['op1', 'waiting', true, 3],
      ['s2', 'stored', false, 1],
      ['s1', 'stored', false, null],
    ])
  })

  test('a mark that it already shows is not there twice', () => {
    const operations = [op(1, '/a', 3, { state: 'acknowledged' })]
    expect(told(memberHistory({ operations, stored: [] }, [served('op1', '/a', 3)]))).toEqual([
      ['op1', 'stored', true, null],
    ])
  })
})
