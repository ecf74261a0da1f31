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
  /** The node's title on the server, for a node that the curriculum no longer has. */
  title: string | null
  /** The day for which the mark was made; null when the device does not know it. */
  date: string | null
  /** When it was made, unix seconds. */
  ts: number
  authorUuid: string | null
  author: string
  state: 'stored' | 'waiting' | 'refused'
  /** It is the node's result. */
  counts: boolean
  /** The result before it; null when there was none, undefined when the device does not know it. */
  before: Graded | null | undefined
}

const laneOf = ({ schemeSlug, nodeId }: Pick<HistoryEntry, 'schemeSlug' | 'nodeId'>) => `${schemeSlug}${nodeId}`

function fromServer(mark: Assessment): HistoryEntry {
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

function fromOperation(op: MarkOperation): HistoryEntry {
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

/** Whether an operation's effect is missing in the last pull: it waits, or it was acknowledged after that pull. */
const isUnseen = (op: MarkOperation) =>
  op.state === 'pending' || (op.state === 'acknowledged' && op.code === null && !op.seen)

/** The history without the server: this device's own marks, and of other nodes only the result. */
function fromDevice({ operations, stored }: MemberMarks): HistoryEntry[] {
  const entries = operations.map(fromOperation)
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
 * A member's marks, the newest first. Those of the server (`served`) come after the marks of this device that the server
 * has not shown yet. Without the server (`served` null) it is what the device knows.
 */
export function memberHistory(device: MemberMarks, served: readonly Assessment[] | null): HistoryEntry[] {
  const servedIds = new Set(served?.map((mark) => mark.op_id))
  const unseen = device.operations.filter((op) => isUnseen(op) && !servedIds.has(op.opId))
  const refused = device.operations.filter((op) => op.state === 'dead')
  const entries = served
    ? [...served.map(fromServer), ...[...refused, ...unseen].map(fromOperation)]
    : fromDevice(device)
  const counting = new Map(entries.filter((entry) => entry.counts).map((entry) => [laneOf(entry), entry]))
  const pulled = new Map(device.stored.map((row) => [laneOf(row), row]))
  // each unseen mark replaces the result of its node, in the order in which they were made
  for (const { opId } of unseen) {
    const entry = entries.find(({ key }) => key === opId)
    if (!entry) continue
    const lane = laneOf(entry)
    const before = counting.get(lane)
    const previous = before && before !== entry ? before : pulled.get(lane)
    entry.before = previous ? { grade: previous.grade, pass: previous.pass } : null
    if (before) before.counts = false
    entry.counts = true
    counting.set(lane, entry)
  }
  const order = new Map(entries.map((entry, k) => [entry, k]))
  const place = (entry: HistoryEntry) => order.get(entry) ?? 0
  // the server orders its marks by stamp; marks of this device that it has not shown are newer than all of them
  if (served) {
    const own = entries.slice(served.length).sort((a, b) => b.ts - a.ts || place(b) - place(a))
    return [...own, ...entries.slice(0, served.length)]
  }
  return entries.sort((a, b) => b.ts - a.ts || place(b) - place(a))
}
