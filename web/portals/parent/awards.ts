import type { Member } from '#contract/members.ts'

export interface AwardOfChild {
  /** One award once: a level taken back and passed again is another. */
  key: string
  member: Member
  title: string
  /** Unix seconds. */
  completedTs: number
}

/** All awards of these children, newest first. */
export function awardsOf(members: readonly Member[]): AwardOfChild[] {
  return members
    .flatMap((member) =>
      Object.entries(member.awards ?? {}).flatMap(([slug, nodes]) =>
        Object.entries(nodes).map(([nodeId, award]) => ({
          key: `${member.uuid}/${slug}${nodeId}@${award.completed_ts}`,
          member,
          title: award.title,
          completedTs: award.completed_ts,
        })),
      ),
    )
    .sort((a, b) => b.completedTs - a.completedTs)
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
