import { isDate } from '#domain/platform/club-time.ts'
import { isManualPass, markLane } from '#domain/assessment/mark.ts'
import { reject, type Command, type Edit, type RejectionCode } from './command.ts'
import { dateRejection, effectiveDay, entryTime, groupDayRejection, missedGroupChange } from './group-day.ts'
import type { CommandState, NodeState } from './state.ts'

/** A mark [3.16], with the fields of its payload (`contract/assessment/sync.ts`). */
export interface MarkPayload {
  memberUuid: string
  groupId: string
  groupNgoId: string | null
  schemeSlug: string
  /** With `/manual` behind it for the pass of a level or skill group. */
  schemeNodeId: string
  assessmentGrade: number
  assessmentPassGrade: number
  /** The day for which the mark counts. */
  assessmentDate: string
  /** Unix seconds at entry. */
  timestamp: number
}

/** The id of the node that a mark is about: without the suffix of a manual pass. */
export function nodeOfMark(schemeNodeId: string): string {
  return schemeNodeId.replace(/\/manual$/, '')
}

/** A mark of a skill, or the manual pass of a level or skill group. */
export const markCommand: Command<MarkPayload> = {
  lane: ({ memberUuid, schemeSlug, schemeNodeId }) => markLane(memberUuid, schemeSlug, schemeNodeId),
  // the grades of a manual pass are 1 (passed), 0 (no decision) and -1 (not passed)
  isValid: ({ schemeNodeId, assessmentDate, assessmentGrade, assessmentPassGrade }) =>
    isDate(assessmentDate) && (!isManualPass(schemeNodeId) || (assessmentGrade <= 1 && assessmentPassGrade === 1)),
  decide(state, edit, nowMs) {
    const { payload } = edit
    const entered = entryTime(state, payload.timestamp, nowMs)
    const day = effectiveDay(payload.assessmentDate, entered)
    const code =
      groupDayRejection(state, day, entered, edit) ??
      nodeRejection(state, edit, entered.timestamp) ??
      dateRejection(state, day, entered, maxDaysBack(state), nowMs)
    if (code !== null) return reject(code)
    return { ok: true, payload: { ...payload, assessmentDate: day, timestamp: entered.timestamp } }
  },
}

/**
 * How many days before the day of entry a mark may be for [R7.17]. The author can give a mark that was rejected for its
 * date another one on the device.
 */
function maxDaysBack({ author: { features } }: CommandState): number {
  return features['CAN_ASSESS_IN_THE_PAST'] ? Number(features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0) : 0
}

function nodeRejection(state: CommandState, edit: Edit<MarkPayload>, timestamp: number): RejectionCode | null {
  const { schemeNodeId, assessmentGrade, assessmentPassGrade } = edit.payload
  const node = state.node?.node
  if (!state.node || !node || state.node.schemeDeleted || node.deleted) return 'UNKNOWN_NODE'
  // skills get marks; levels and skill groups get manual passes
  const manual = isManualPass(schemeNodeId)
  if (manual === (node.kind === 's')) return 'UNKNOWN_NODE'
  // a mark may always be taken back
  const allowed = assessmentGrade <= 0 || mayMarkNode(state, state.node, node.path, edit, timestamp)
  if (!allowed) return 'NOT_IN_LEVELS'
  return manual || node.passGrades.includes(assessmentPassGrade) ? null : 'PASS_GRADE_UNKNOWN'
}

/**
 * Whether the author may mark a node in the group. The last two of the four alternatives are there because a change by
 * an administrator or author must not make the work of a session without network worthless.
 */
function mayMarkNode(
  { author, group }: CommandState,
  { schemeId, schemeEditedAt }: NodeState,
  path: readonly string[],
  edit: Edit<MarkPayload>,
  timestamp: number,
): boolean {
  if (author.features['ENABLE_ADDITIONAL_ASSESSMENTS']) return true
  if (!group) return false
  return (
    (group.schemeId === schemeId && isInLevels(group.assessmentLevels, path)) ||
    missedGroupChange(group, edit) ||
    (schemeEditedAt !== null && schemeEditedAt > timestamp)
  )
}

/** Whether a node is one of the levels or below one; `path` has the ids of the node and of all above it [R6.3]. */
export function isInLevels(levels: readonly string[], path: readonly string[]): boolean {
  return path.some((id) => levels.includes(id))
}
