import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { ChangesReply, Operation } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { newMark } from '#server/assessment/sync/new-operation.ts'
import { callJson, type BenchServer } from './bench-server.ts'

/** A member in a group, by their ids and the club's. */
export interface MemberInGroup {
  member: string
  group: string
  club: string
}

/** All members of the coach's groups, in the club of the session, as the coach's tablet downloads them. */
export async function membersInGroups(benchServer: BenchServer, token: string): Promise<MemberInGroup[]> {
  const changes: ChangesReply['changes'] = []
  for (let cursor = '', more = true; more;) {
    const path = `/v1/sync/changes?cursor=${cursor}`
    const page = await callJson<ChangesReply>(benchServer.port, 'coach.aquila.localhost', path, { token })
    changes.push(...page.changes)
    ;({ cursor, more } = page)
  }
  const clubOfGroup = new Map(
    changes.flatMap((change) =>
      change.kind === 'group' && change.data ? [[change.key, change.data.club_id] as const] : [],
    ),
  )
  return changes.flatMap((change) =>
    change.kind === 'group_member' && change.data
      ? [
          {
            member: change.data.memberUuid,
            group: change.data.groupId,
            club: clubOfGroup.get(change.data.groupId) ?? '',
          },
        ]
      : [],
  )
}

/** The operation of one mark, as a tablet sends it. The grade goes round from 0 to 3, so that marks differ. */
export function markOperation(
  member: MemberInGroup,
  node: string,
  author: string,
  deviceId: string,
  seq: number,
): Operation {
  const now = Date.now()
  return newMark(
    { club: member.club, author, deviceId, seq, ms: now },
    {
      memberUuid: member.member,
      groupId: member.group,
      schemeSlug: 'swim',
      schemeNodeId: node,
      assessmentGrade: seq % 4,
      assessmentPassGrade: 3,
      assessmentDate: localDate(now, 'Europe/London'),
    },
  )
}

/** Node ids of the skills of grade kind 3, in tree order; `markOperation` gives grades of this kind. */
export async function skillsOf(benchServer: BenchServer, token: string): Promise<string[]> {
  const { tree } = await callJson<Curriculum>(benchServer.port, 'coach.aquila.localhost', '/v1/curriculum/swim', {
    token,
  })
  const withDescendants = (node: SchemeNode): SchemeNode[] => [node, ...node.children.flatMap(withDescendants)]
  return tree
    .flatMap(withDescendants)
    .filter((node) => node.t === 's' && node.grade === 3)
    .map((node) => node.id)
}
