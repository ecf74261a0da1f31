import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import { commandOf } from '#domain/assessment/commands/commands.ts'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import { namedBy } from '#domain/assessment/commands/named.ts'
import type { CommandState, GroupState, MemberState, NodeState } from '#domain/assessment/commands/state.ts'
import type { Period } from '#domain/scheduling/period.ts'
import type { CoachSnapshot } from './coach-store.ts'
import type { NewEdit } from './outbox.ts'
import { withGuests } from './view.ts'

/** What a device knows from its cache. */
type Known = Pick<CoachSnapshot, 'groups' | 'members' | 'groupMembers'>

/** What a device knows besides. */
export interface DeviceKnowledge {
  user: string
  timeZone: string
  /** The features of the token. */
  features: () => Readonly<Record<string, boolean | number>>
  /** A node by its scheme's slug and its id; undefined when the curriculum is not on the device. */
  node: (schemeSlug: string, nodeId: string) => NodeState | null | undefined
}

/** A device holds what its coach may use now, without the days before and after. */
const ALWAYS: Period = { from: '0000-01-01', to: null }

/**
 * Why an edit cannot be made, by the command that the server runs when it arrives; null when nothing that the device
 * knows speaks against it. The server decides by what it knows.
 */
export function judgeEdit(
  snapshot: Known,
  device: DeviceKnowledge,
  { kind, payload }: NewEdit,
  nowMs: number,
): RejectionCode | null {
  const { groupId, memberId, schemeSlug, nodeId } = namedBy(payload)
  const node = schemeSlug !== null && nodeId !== null ? device.node(schemeSlug, nodeId) : null
  // without the curriculum nothing is known of the node; the scheme of a plan was chosen from those on the device
  if (node === undefined || 'content' in payload) return null
  const state: CommandState = {
    author: { id: device.user, features: device.features() },
    club: { timeZone: device.timeZone, authorPeriods: [ALWAYS] },
    group: groupId === null ? null : groupState(snapshot, groupId),
    member: {
      status: memberStatus(snapshot, memberId),
      groupPeriods: snapshot.groupMembers.filter((stay) => stay.groupId === groupId && stay.memberUuid === memberId),
    },
    node: withPassGrade(node, payload),
    // colleagues are chosen from the server's list
    sharedClubs: [{ author: ALWAYS, colleague: ALWAYS }],
  }
  // the device has seen every change that it knows of
  const decision = commandOf(kind).decide(state, { payload, baseRev: 0 }, nowMs)
  return decision.ok ? null : decision.code
}

/** The first reason why one of the edits of a tap cannot be made, or null. A guest is known to the edits after it. */
export function judgeEdits(
  snapshot: Known,
  device: DeviceKnowledge,
  edits: readonly NewEdit[],
  nowMs: number,
): RejectionCode | null {
  let known: Known = snapshot
  for (const edit of edits) {
    const code = judgeEdit(known, device, edit, nowMs)
    if (code !== null) return code
    if (edit.kind === 'guest') known = { ...known, ...withGuests(known, [edit.payload as GuestPayload]) }
  }
  return null
}

function memberStatus({ members }: Known, memberId: string | null): MemberState['status'] {
  const member = members.get(memberId ?? '')
  if (!member) return null
  return member.guest ? 'guest' : 'at-club'
}

/** The device knows only the present pass grade of a node; an undo or a settled conflict may repeat an earlier one. */
function withPassGrade(state: NodeState | null, payload: NewEdit['payload']): NodeState | null {
  if (!state?.node || !('assessmentPassGrade' in payload)) return state
  return { ...state, node: { ...state.node, passGrades: [payload.assessmentPassGrade] } }
}

function groupState(snapshot: Known, groupId: string): GroupState | null {
  const group = snapshot.groups.find(({ id }) => id === groupId)
  if (!group) return null
  const isOther = group.imported === true || group.covering !== undefined
  return {
    // on a device a scheme's slug stands for its id
    schemeId: group.scheme_slug,
    assessmentLevels: group.assessment_levels,
    lastDate: group.last_date,
    coachPeriods: isOther ? [] : [ALWAYS],
    covers: (group.covering ?? []).map((date) => ({ date, endedAt: null })),
    changedRev: 0,
  }
}
