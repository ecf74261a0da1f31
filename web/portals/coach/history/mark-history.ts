import type { Assessment } from '#contract/assessment/assessments.ts'
import type { MemberMarks, MarkOperation } from '#web/offline/member-marks.ts'

/** A grade with the pass point of its time. */
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
  /** The grade kind of the skill on the server, for one that the curriculum no longer has. */
  goneKind: number | null
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

const nodeKey = ({ schemeSlug, nodeId }: Pick<HistoryEntry, 'schemeSlug' | 'nodeId'>) => `${schemeSlug}${nodeId}`

function entryOfServerMark(mark: Assessment): HistoryEntry {
  return {
    key: mark.op_id,
    schemeSlug: mark.scheme_slug,
    nodeId: mark.node_id,
    title: mark.title,
    goneKind: mark.grade_kind,
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

const ENTRY_STATES = { pending: 'waiting', dead: 'refused', acknowledged: 'stored' } as const

function entryOfOperation(op: MarkOperation): HistoryEntry {
  const { payload } = op
  return {
    key: op.opId,
    schemeSlug: payload.schemeSlug,
    nodeId: payload.schemeNodeId,
    title: null,
    goneKind: null,
    grade: payload.assessmentGrade,
    pass: payload.assessmentPassGrade,
    date: payload.assessmentDate,
    ts: payload.timestamp,
    authorUuid: op.authorUuid,
    author: '',
    state: ENTRY_STATES[op.state],
    counts: false,
    before: undefined,
  }
}

/**
 * Whether an operation's effect is missing in the last pull: it waits, or it was acknowledged after that pull.
 * An acknowledged one with a code was superseded and has no effect.
 */
const isUnseen = (op: MarkOperation) =>
  op.state === 'pending' || (op.state === 'acknowledged' && op.code === null && !op.seen)

/**
 * The history without the server: the marks that this coach made on this device, and the last pulled results that were
 * made elsewhere.
 */
function entriesOfDevice({ operations, stored }: MemberMarks): HistoryEntry[] {
  const entries = operations.map(entryOfOperation)
  for (const row of stored) {
    const { deviceId, deviceSeq } = row.stamp
    const operation = operations.find(({ stamp }) => stamp.deviceId === deviceId && stamp.deviceSeq === deviceSeq)
    const entry = entries.find(({ key }) => key === operation?.opId)
    if (entry) entry.counts = true
    else
      entries.push({
        key: `${row.schemeSlug}${row.nodeId}`,
        schemeSlug: row.schemeSlug,
        nodeId: row.nodeId,
        title: null,
        goneKind: null,
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
 * A member's marks, the newest first. Those of the server (`serverMarks`) come after the marks of this device that the
 * server has not shown yet. Without the server (`serverMarks` null) the list holds what the device knows.
 */
export function memberHistory(device: MemberMarks, serverMarks: readonly Assessment[] | null): HistoryEntry[] {
  const serverMarkIds = new Set(serverMarks?.map((mark) => mark.op_id))
  const unseen = device.operations.filter((op) => isUnseen(op) && !serverMarkIds.has(op.opId))
  const refused = device.operations.filter((op) => op.state === 'dead')
  const entries = serverMarks
    ? [...serverMarks.map(entryOfServerMark), ...[...refused, ...unseen].map(entryOfOperation)]
    : entriesOfDevice(device)
  const countingByNode = new Map(entries.filter((entry) => entry.counts).map((entry) => [nodeKey(entry), entry]))
  const pulledByNode = new Map(device.stored.map((row) => [nodeKey(row), row]))
  // each unseen mark replaces the result of its node, in the order in which they were made
  for (const { opId } of unseen) {
    const entry = entries.find((candidate) => candidate.key === opId)
    if (!entry) continue
    const key = nodeKey(entry)
    const counting = countingByNode.get(key)
    const previous = counting && counting !== entry ? counting : pulledByNode.get(key)
    entry.before = previous ? { grade: previous.grade, pass: previous.pass } : null
    if (counting) counting.counts = false
    entry.counts = true
    countingByNode.set(key, entry)
  }
  const positions = new Map(entries.map((entry, index) => [entry, index]))
  const positionOf = (entry: HistoryEntry) => positions.get(entry) ?? 0
  // of marks of one second, the later one in the list is the newer one
  const newestFirst = (a: HistoryEntry, b: HistoryEntry) => b.ts - a.ts || positionOf(b) - positionOf(a)
  // the server orders its marks by stamp; marks of this device that it has not shown are newer than all of them
  if (serverMarks) {
    const deviceEntries = entries.slice(serverMarks.length).sort(newestFirst)
    return [...deviceEntries, ...entries.slice(0, serverMarks.length)]
  }
  return entries.sort(newestFirst)
}
