import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { ChangesReply, Operation } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { newMark } from '#server/assessment/sync/new-operation.ts'
import { ask, type BenchServer } from './bench-server.ts'

/** A member in a group, by their ids and the club's. */
export interface MemberInGroup {
  member: string
  group: string
  club: string
}

/** All members of the coach's groups, in the club of the session. */
export async function membersInGroups(benchServer: BenchServer, token: string): Promise<MemberInGroup[]> {
  const changes: ChangesReply['changes'] = []
  for (let cursor = '', more = true; more;) {
    const page = await ask<ChangesReply>(
      benchServer.port,
      'coach.aquila.localhost',
      `/v1/sync/changes?cursor=${cursor}`,
      {
        token,
      },
    )
    changes.push(...page.changes)
    ;({ cursor, more } = page)
  }
  const clubs = new Map(
    changes.flatMap((c) => (c.kind === 'group' && c.data ? [[c.key, c.data.club_id] as const] : [])),
  )
  return changes.flatMap((c) =>
    c.kind === 'group_member' && c.data
      ? [{ member: c.data.memberUuid, group: c.data.groupId, club: clubs.get(c.data.groupId) ?? '' }]
      : [],
  )
}

/** The operation of one mark, as a tablet sends it. */
export function operation(
  member: MemberInGroup,
  node: string,
  author: string,
  deviceId: string,
  seq: number,
): Operation {
  const ms = Date.now()
  return newMark(
    { club: member.club, author, deviceId, seq, ms },
    {
      memberUuid: member.member,
      groupId: member.group,
      schemeSlug: 'swim',
      schemeNodeId: node,
      assessmentGrade: seq % 4,
      assessmentPassGrade: 3,
      assessmentDate: localDate(ms, 'Europe/London'),
    },
  )
}

/** Node ids of the skills of grade kind 3, in tree order. */
export async function skillsOf(benchServer: BenchServer, token: string): Promise<string[]> {
  const { tree } = await ask<Curriculum>(benchServer.port, 'coach.aquila.localhost', '/v1/curriculum/swim', { token })
  const below = (node: SchemeNode): SchemeNode[] => [node, ...node.children.flatMap(below)]
  return tree
    .flatMap(below)
    .filter((node) => node.t === 's' && node.grade === 3)
    .map((node) => node.id)
}
