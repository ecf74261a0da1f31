import type { FamilyWord, Member } from '#contract/assessment/linked-member.ts'
import { compareAwards } from '#domain/assessment/award-order.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'

/** A passed level of a child; the club may have taken it back. */
export interface AwardOfChild {
  /** Identifies the award. A level that was taken back and passed again is another award. */
  key: string
  member: Member
  /** The scheme's slug. */
  slug: string
  nodeId: string
  title: string
  /** Unix seconds. */
  completedTs: number
  /** When the club took it back, Unix seconds; null while it is valid. */
  endedTs: number | null
  /** With whom it was passed, if a coach made the last mark. */
  coach: string | null
  /** What a coach wrote about it. */
  word: FamilyWord | null
}

/** All valid awards of these children, newest first. */
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
          coach: award.coach,
          word: award.word,
        })),
      ),
    )
    .sort(newestFirst)
}

const dated = ({ title, endedTs, completedTs }: AwardOfChild) => ({ title, ts: endedTs ?? completedTs })
const byDay = compareAwards(deviceDate)
const newestFirst = (a: AwardOfChild, b: AwardOfChild) => byDay(dated(a), dated(b))

/** All awards of these children, including those that the club took back, newest first. */
export function awardHistoryOf(members: readonly Member[]): AwardOfChild[] {
  const ended = members.flatMap((member) =>
    (member.ended_awards ?? []).map((award) => ({
      key: `${member.uuid}/${award.scheme_slug}${award.node_id}-${award.ended_ts}`,
      member,
      slug: award.scheme_slug,
      nodeId: award.node_id,
      title: award.title,
      completedTs: award.completed_ts,
      endedTs: award.ended_ts,
      coach: null,
      word: null,
    })),
  )
  return [...awardsOf(members), ...ended].sort(newestFirst)
}

/** Awards are celebrated for about a term; older ones are shown only in the history. */
const CELEBRATED_SECONDS = 120 * 24 * 60 * 60

/** The award to celebrate: the newest, unless it is old or was dismissed. */
export function awardToCelebrate(
  awards: readonly AwardOfChild[],
  dismissed: ReadonlySet<string>,
  nowSeconds: number,
): AwardOfChild | null {
  const [newest] = awards
  if (!newest || dismissed.has(newest.key) || nowSeconds - newest.completedTs > CELEBRATED_SECONDS) return null
  return newest
}
