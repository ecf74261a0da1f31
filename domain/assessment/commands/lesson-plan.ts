import { localDate } from '#domain/platform/club-time.ts'
import {
  planGroupLane,
  planLane,
  planProblem,
  planShareLane,
  type PlanContent,
} from '#domain/assessment/lesson-plan.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import { reject, type Command, type Decision, type RejectionCode } from './command.ts'
import { COVER_DAYS_AHEAD, coversSession, entryTime, type EntryTime } from './group-day.ts'
import type { CommandState } from './state.ts'
import { includesDay } from '#domain/scheduling/period.ts'

/** An edit of a plan's text, with its whole content; null deletes the plan. `PlanEdit` explains `chain` and `base`. */
export interface PlanPayload {
  planUuid: string
  chain: string
  base: number
  content: PlanContent | null
  /** Unix seconds at entry. */
  timestamp: number
}

/** Shares a plan with a colleague, or stops sharing it [4.31]. */
export interface PlanSharePayload {
  planUuid: string
  userUuid: string
  value: boolean
  timestamp: number
}

/** Attaches a plan to a group, or takes it off the group. */
export interface PlanGroupPayload {
  planUuid: string
  groupId: string
  value: boolean
  timestamp: number
}

/** An edit of a plan of any kind. */
type PlanEntry =
  | { kind: 'plan'; payload: PlanPayload }
  | { kind: 'plan_share'; payload: PlanSharePayload }
  | { kind: 'plan_group'; payload: PlanGroupPayload }

/**
 * Whether an author may use a plan as the edit does; `plan` is undefined when there is none. `wait`: the plan has not
 * arrived yet, or the author may not read it, which are answered alike.
 */
export function judgePlanUse(
  { kind, payload }: PlanEntry,
  plan: { ownerId: string; readable: boolean } | undefined,
  authorId: string,
): 'allowed' | 'wait' | Extract<RejectionCode, 'UNKNOWN_PLAN' | 'NOT_PLAN_OWNER'> {
  const isForeign = plan !== undefined && plan.ownerId !== authorId
  if (kind === 'plan' && payload.content !== null) {
    if (!isForeign) return 'allowed'
    // the id of a new plan is that of somebody else's, which the author may not read
    return plan.readable ? 'NOT_PLAN_OWNER' : 'UNKNOWN_PLAN'
  }
  if (!plan?.readable) return 'wait'
  if (!isForeign || kind === 'plan_group') return 'allowed'
  // a reader may stop reading a plan and attach it to groups; only the owner may do anything else [6.24]
  return kind === 'plan_share' && payload.userUuid === authorId && !payload.value ? 'allowed' : 'NOT_PLAN_OWNER'
}

/**
 * When a plan's edit was entered. A plan, unlike a mark, is not rejected for its age: an edit older than MAX_WAIT_DAYS
 * is judged by the rights of the oldest day within that time.
 */
function planEntryTime(state: CommandState, timestamp: number, nowMs: number): EntryTime {
  const oldest = Math.floor(nowMs / 1000) - MAX_WAIT_DAYS * 86_400
  return entryTime(state, Math.max(timestamp, oldest), nowMs)
}

/** Judges what all edits of plans have in common; `otherRejection` judges the rest. */
function decidePlan<P extends { timestamp: number }>(
  state: CommandState,
  payload: P,
  nowMs: number,
  otherRejection: (entered: EntryTime) => RejectionCode | null,
): Decision<P> {
  // a club that does not exist has no flags
  if (state.club.authorPeriods.length === 0) return reject('UNKNOWN_MEMBER_OR_GROUP')
  if (state.author.features['ENABLE_SESSION_PLANNING'] !== true) return reject('FEATURE_OFF')
  const entered = planEntryTime(state, payload.timestamp, nowMs)
  const atClub = includesDay(state.club.authorPeriods, entered.day)
  const code = atClub ? otherRejection(entered) : 'UNKNOWN_MEMBER_OR_GROUP'
  const timestamp = Math.min(payload.timestamp, Math.floor(nowMs / 1000))
  return code === null ? { ok: true, payload: { ...payload, timestamp } } : reject(code)
}

export const planCommand: Command<PlanPayload> = {
  lane: ({ planUuid }) => planLane(planUuid),
  isValid: ({ content }) => content === null || planProblem(content) === null,
  decide: (state, { payload }, nowMs) =>
    // an unknown scheme has the code of an unknown node
    decidePlan(state, payload, nowMs, () => (payload.content && !state.node ? 'UNKNOWN_NODE' : null)),
}

export const planShareCommand: Command<PlanSharePayload> = {
  lane: ({ planUuid, userUuid }) => planShareLane(planUuid, userUuid),
  isValid: () => true,
  decide: (state, { payload }, nowMs) =>
    decidePlan(state, payload, nowMs, () => {
      // only a new share needs a colleague: either side can end it when the two are no longer colleagues
      if (!payload.value) return null
      const today = localDate(nowMs, state.club.timeZone)
      const colleagues = state.sharedClubs.some(
        ({ author, colleague }) => includesDay([author], today) && includesDay([colleague], today),
      )
      return colleagues && payload.userUuid !== state.author.id ? null : 'UNKNOWN_COLLEAGUE'
    }),
}

export const planGroupCommand: Command<PlanGroupPayload> = {
  lane: ({ groupId, planUuid }) => planGroupLane(groupId, planUuid),
  isValid: () => true,
  decide(state, edit, nowMs) {
    return decidePlan(state, edit.payload, nowMs, (entered) => {
      if (state.author.features['CAN_ADD_SESSION_PLAN_GROUP'] !== true) return 'FEATURE_OFF'
      const { group } = state
      if (!group) return 'UNKNOWN_MEMBER_OR_GROUP'
      const coaches =
        includesDay(group.coachPeriods, entered.day) ||
        coversSession(state, group, entered.day, entered, edit, COVER_DAYS_AHEAD)
      return coaches ? null : 'NOT_ASSIGNED'
    })
  },
}
