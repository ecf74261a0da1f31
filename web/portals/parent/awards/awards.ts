import type { Member } from '#contract/assessment/linked-member.ts'

export interface AwardOfChild {
  /** One award once: a level taken back and passed again is another. */
  key: string
  member: Member
  slug: string
  nodeId: string
  title: string
  /** Unix seconds. */
  completedTs: number
  /** Unix seconds at which the club took it back; null while it stands. */
  endedTs: number | null
}

/** All awards of these children that stand, newest first. */
export function awardsOf(members: readonly Member[]): AwardOfChild[] {
  return members
    .flatMap((member) =>
      Object.entries(member.awards ?? {}).flatMap(([slug, nodes]) =>
        Object.entries(nodes).map(([nodeId, award]) => ({
          key: `${member.uuid}/${slug}${nodeId}@${award.completed_ts}`,
          member,
          slug,
          nodeId,
          title: award.title,
          completedTs: award.completed_ts,
          endedTs: null,
        })),
      ),
    )
    .sort(newestFirst)
}

const newestFirst = (a: AwardOfChild, b: AwardOfChild) => (b.endedTs ?? b.completedTs) - (a.endedTs ?? a.completedTs)

/** The same with those that the club took back. */
export function historyOf(members: readonly Member[]): AwardOfChild[] {
  const ended = members.flatMap((member) =>
    (member.ended_awards ?? []).map((award) => ({
      key: `${member.uuid}/${award.scheme_slug}${award.node_id}-${award.ended_ts}`,
      member,
      slug: award.scheme_slug,
      nodeId: award.node_id,
      title: award.title,
      completedTs: award.completed_ts,
      endedTs: award.ended_ts,
    })),
  )
  return [...awardsOf(members), ...ended].sort(newestFirst)
}

/** News is about as old as a term; older awards stand in the list only. */
const NEWS_SECONDS = 120 * 24 * 60 * 60

/** The one award to celebrate: the newest, unless it is old, or it or a later one was dismissed. */
export function awardToCelebrate(
  awards: readonly AwardOfChild[],
  dismissed: ReadonlySet<string>,
  nowSeconds: number,
): AwardOfChild | null {
  const [newest] = awards
  if (!newest || dismissed.has(newest.key) || nowSeconds - newest.completedTs > NEWS_SECONDS) return null
  return newest
}
