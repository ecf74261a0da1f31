import type { Assessment } from '#contract/assessment/assessments.ts'
import type { MemberMarks, MarkOperation } from '#web/offline/member-marks.ts'

interface Graded {
  grade: number
  pass: number
}

/** One mark of a member as the history shows it. */
export interface HistoryEntry extends Graded {
  key: string
  schemeSlug: string
  nodeId: string
  /** The server's name of the node, for one that the curriculum here no longer has. */
  title: string | null
  /** The day it counts for; null where the device knows only when. */
  date: string | null
  /** Unix seconds. */
  ts: number
  authorUuid: string | null
  author: string
  state: 'stored' | 'waiting' | 'refused'
  /** It is the one that counts for its node. */
  counts: boolean
  /** What counted before it; null = nothing did; undefined = that is not known here. */
  before: Graded | null | undefined
}

const laneOf = ({ schemeSlug, nodeId }: Pick<HistoryEntry, 'schemeSlug' | 'nodeId'>) => `${schemeSlug}${nodeId}`

function ofServer(mark: Assessment): HistoryEntry {
  return {
    key: mark.op_id,
    schemeSlug: mark.scheme_slug,
    nodeId: mark.node_id,
    title: mark.title,
    grade: mark.grade,
    pass: mark.pass,
    date: mark.date,
    ts: mark.entered_ts,
    authorUuid: mark.author_uuid,
    author: mark.author,
    state: 'stored',
    counts: mark.counts,
    before: mark.before,
  }
}

function ofDevice(op: MarkOperation): HistoryEntry {
  const { payload } = op
  return {
    key: op.opId,
    schemeSlug: payload.schemeSlug,
    nodeId: payload.schemeNodeId,
    title: null,
    grade: payload.assessmentGrade,
    pass: payload.assessmentPassGrade,
    date: payload.assessmentDate,
    ts: payload.timestamp,
    authorUuid: op.authorUuid,
    author: '',
    state: op.state === 'pending' ? 'waiting' : op.state === 'dead' ? 'refused' : 'stored',
    counts: false,
    before: undefined,
  }
}

/** Shown over what the last pull brought: it waits, or was taken and no pull has brought what became of it. */
const isOnTop = (op: MarkOperation) =>
  op.state === 'pending' || (op.state === 'acknowledged' && op.code === null && !op.seen)

/** What the device alone can tell: its own marks, and of every other node the one that counts. */
function known({ operations, stored }: MemberMarks): HistoryEntry[] {
  const entries = operations.map(ofDevice)
  for (const row of stored) {
    const { deviceId, deviceSeq } = row.stamp
    const own = operations.find(({ stamp }) => stamp.deviceId === deviceId && stamp.deviceSeq === deviceSeq)
    const entry = entries.find(({ key }) => key === own?.opId)
    if (entry) entry.counts = true
    else
      entries.push({
        key: `${row.schemeSlug}${row.nodeId}`,
        schemeSlug: row.schemeSlug,
        nodeId: row.nodeId,
        title: null,
        grade: row.grade,
        pass: row.pass,
        date: null,
        ts: row.ts,
        authorUuid: row.authorUuid,
        author: row.authorName,
        state: 'stored',
        counts: true,
        before: undefined,
      })
  }
  return entries
}

/**
 * A member's marks, newest first: those of the server where it was asked, and on top of them what this device made and
 * the server has not shown yet; without the server what the device knows.
 */
export function memberHistory(device: MemberMarks, served: readonly Assessment[] | null): HistoryEntry[] {
  const there = new Set(served?.map((mark) => mark.op_id))
  const top = device.operations.filter((op) => isOnTop(op) && !there.has(op.opId))
  const refused = device.operations.filter((op) => op.state === 'dead')
  const entries = served ? [...served.map(ofServer), ...[...refused, ...top].map(ofDevice)] : known(device)
  const counting = new Map(entries.filter((entry) => entry.counts).map((entry) => [laneOf(entry), entry]))
  const pulled = new Map(device.stored.map((row) => [laneOf(row), row]))
  for (const { opId } of top) {
    const entry = entries.find(({ key }) => key === opId)
    if (!entry) continue
    const lane = laneOf(entry)
    const before = counting.get(lane)
    const last = before && before !== entry ? before : pulled.get(lane)
    entry.before = last ? { grade: last.grade, pass: last.pass } : null
    if (before) before.counts = false
    entry.counts = true
    counting.set(lane, entry)
  }
  const order = new Map(entries.map((entry, k) => [entry, k]))
  const place = (entry: HistoryEntry) => order.get(entry) ?? 0
  // the server's order is that of stamps; what is on top of it is newer than all of it
  if (served) {
    const own = entries.slice(served.length).sort((a, b) => b.ts - a.ts || place(b) - place(a))
    return [...own, ...entries.slice(0, served.length)]
  }
  return entries.sort((a, b) => b.ts - a.ts || place(b) - place(a))
}
