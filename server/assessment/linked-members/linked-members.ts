import { Type } from 'typebox'
import type { Member } from '#contract/assessment/linked-member.ts'
import { groupForParentsJson } from '#server/scheduling/groups/queries.ts'
import {
  AWARD_AFTER_MS,
  endedAwardShownToParents,
  awardShownToParents,
  awardPendingForParents,
} from '#server/assessment/awards/parents-awards.ts'
import { coachOfAward } from '#server/assessment/awards/coach-of-award.ts'
import { familyWordOf } from '#server/assessment/awards/family-words.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { getRow, tenantStatements, variantNamed } from '#server/platform/sql/statement.ts'
import { planOnce, type Tx } from '#server/platform/tenancy.ts'
import { bySchemeAndNode, scoresSql } from '#server/members/queries.ts'
import { progressSql } from '#server/assessment/member-record/member-record.ts'
import { isRunning, todayAt, todayAtClubOf } from '#server/tenants/clubs/today.ts'
import { SchemeRef, WaitingLevel, withholdLevels, withoutSkippedNodes } from './withhold-levels.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

// SQL of fields of a member; `shown` is the row of the member, $3 the key of titles, $6 the time of the request, and
// `entry` a row of the table that `bySchemeAndNode` reads

/** True for each assessable skill whose mark reaches the pass grade; manual passes are left out. */
const complete = bySchemeAndNode(
  'shown',
  'true',
  'results',
  `entry.grade >= entry.pass AND entry.pass > 0 AND entry.node_id NOT LIKE '%/manual'`,
)
const awards = bySchemeAndNode(
  'shown',
  `json_build_object('completed_ts', entry.completed_ts, 'forced', entry.forced,
    'title', ${wordsIn('entry.title', '$3')}, 'coach', ${coachOfAward('entry')},
    'word', ${familyWordOf('entry')})`,
  'awards',
  awardShownToParents('entry', '$6'),
)
const endedAwards = `coalesce((
  SELECT json_agg(json_build_object('scheme_slug', schemes.slug, 'node_id', awards.node_id,
      'title', ${wordsIn('awards.title', '$3')}, 'completed_ts', awards.completed_ts,
      'ended_ts', floor(extract(epoch FROM awards.ended_at))) ORDER BY awards.ended_at DESC)
  FROM awards JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
  WHERE awards.client_id = shown.client_id AND awards.member_id = shown.id
    AND ${endedAwardShownToParents('awards')}), '[]')`

/** SQL of the passed levels of the members of `shown` that parents may not see as awards yet. */
const waitingLevels = `(
  SELECT json_agg(json_build_object('memberId', awards.member_id, 'schemeId', awards.scheme_id, 'slug', schemes.slug,
    'nodeId', awards.node_id, 'givenMs', floor(extract(epoch FROM awards.given_at) * 1000)::bigint))
  FROM shown JOIN awards ON awards.client_id = shown.client_id AND awards.member_id = shown.id
  JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
  WHERE ${awardPendingForParents('awards', '$6')})`

/** SQL of the schemes with skipped nodes in which the members of `shown` have progress or a group. */
const schemesWithSkipped = `(
  SELECT json_agg(json_build_object('schemeId', schemes.id, 'slug', schemes.slug)) FROM schemes
  WHERE schemes.client_id = $1 AND EXISTS (SELECT FROM scheme_nodes
      WHERE scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id AND scheme_nodes.skipped)
    AND (EXISTS (SELECT FROM shown
        JOIN member_schemes ON member_schemes.client_id = shown.client_id AND member_schemes.member_id = shown.id
        WHERE member_schemes.scheme_id = schemes.id)
      OR EXISTS (SELECT FROM shown
        JOIN group_members ON group_members.client_id = shown.client_id AND group_members.member_id = shown.id
        JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
        WHERE groups.scheme_id = schemes.id)))`

/** SQL of today at the clubs of the row `shown`: the later day, if they have two. */
const today = `(SELECT max(${todayAt('clubs')}) FROM club_members
  JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
  WHERE club_members.client_id = shown.client_id AND club_members.member_id = shown.id)`

/**
 * SQL of the fields that every answer has. Status and member type belong to a club; the answer has one of each for all
 * clubs: active where any club has the member as active, and the first of the types in alphabetical order.
 */
const fixedFields = `'uuid', shown.id, 'firstname', shown.firstname, 'lastname', shown.lastname, 'dob', shown.dob,
  'age', extract(year FROM age(${today}, shown.dob))::int, 'ngo_id', shown.ngo_id,
  'status', CASE WHEN EXISTS (SELECT FROM club_members WHERE club_members.client_id = shown.client_id
     AND club_members.member_id = shown.id AND club_members.status = 'active') THEN 'active' ELSE 'inactive' END,
  'member_type', (SELECT min(club_members.member_type) FROM club_members
     WHERE club_members.client_id = shown.client_id AND club_members.member_id = shown.id),
  'current_remote_node_id', shown.current_remote_node_id`

/**
 * SQL of the JSON of the group `groups` for the child of `group_members`: it ends for the child on the last day of the
 * child's place, and one to come begins on its first, so that no session before or after it is shown.
 */
const groupOfChildJson = `(SELECT CASE
    WHEN group_members.to_date IS NULL AND group_members.from_date <= ${todayAtClubOf('groups')} THEN whole.json
    ELSE (whole.json::jsonb || jsonb_build_object(
      'first_date', greatest(groups.first_date, group_members.from_date),
      'last_date', least(groups.last_date, group_members.to_date)))::json END
  FROM (SELECT ${groupForParentsJson} AS json) whole)`

/** SQL condition: a place in the group `groups`, a row of `group_members`, has not ended today. */
const hasNotEnded = (place: string) => `(${place}.to_date IS NULL
  OR ${place}.to_date >= greatest(${place}.from_date, ${todayAtClubOf('groups')}))`

/**
 * SQL condition: of the child's places in the group that have not ended, `group_members` is the first. A group that has
 * ended has nobody [R6.10], and its levels do not decide the current one any more.
 */
const isFirstPlace = `${isRunning(todayAtClubOf('groups'))} AND ${hasNotEnded('group_members')} AND NOT EXISTS (SELECT FROM group_members earlier
  WHERE earlier.client_id = group_members.client_id AND earlier.group_id = group_members.group_id
    AND earlier.member_id = group_members.member_id AND earlier.from_date < group_members.from_date
    AND ${hasNotEnded('earlier')})`

/** SQL of the fields that an answer may have; `$2` is the parent. */
const optionalFields = {
  groups: `'groups', coalesce((SELECT json_agg(${groupOfChildJson} ORDER BY groups.name) FROM groups
      JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
      WHERE group_members.client_id = shown.client_id AND group_members.member_id = shown.id
        AND ${isFirstPlace}), '[]')`,
  progress: `'progress', ${progressSql('shown')}, 'scores', ${scoresSql('shown')},
    'assessments', json_build_object('complete', ${complete})`,
  awards: `'awards', ${awards}, 'ended_awards', ${endedAwards}`,
  /** The parents of the member, of whom a parent sees only itself. */
  links: `'links', (SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
      'lastname', users.lastname)) FROM users WHERE users.client_id = shown.client_id AND users.id = $2)`,
  /** The clubs that have the member. */
  owners: `'owners', coalesce((SELECT json_agg(json_build_object('id', clubs.id, 'name', clubs.name,
        'logo', '/v1/files/file?id=' || clubs.logo_file_id) ORDER BY clubs.name) FROM club_members
      JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
        AND clubs.deleted_at IS NULL
      WHERE club_members.client_id = shown.client_id AND club_members.member_id = shown.id), '[]')`,
}
type OptionalField = keyof typeof optionalFields
type ShownFields = Readonly<Record<OptionalField, boolean>>

const optionalNames = ['groups', 'progress', 'awards', 'links', 'owners'] as const satisfies OptionalField[]
/** Each choice of optional fields. */
const choices = optionalNames.reduce<OptionalField[][]>(
  (shorter, name) => [...shorter, ...shorter.map((names) => [...names, name])],
  [[]],
)
/** The name of a choice in those of the statements, which may have 63 characters. */
const nameOf = (names: readonly OptionalField[]) => names.join('-') || 'none'

// a statement for each choice, so that an answer takes no time for fields that it does not have
const CHILDREN = tenantStatements(
  'assessment/list-children',
  Object.fromEntries(choices.map((names) => [nameOf(names), names])),
  (names) => `WITH linked AS (
     SELECT members.* FROM member_links
     JOIN members ON members.client_id = member_links.client_id AND members.id = member_links.member_id
     WHERE member_links.client_id = $1 AND member_links.user_id = $2),
   shown AS (SELECT * FROM linked ORDER BY dob, firstname, id LIMIT $4 OFFSET $5)
   SELECT coalesce((
       SELECT json_agg(json_build_object(${[fixedFields, ...names.map((name) => optionalFields[name])].join(', ')})
         ORDER BY shown.dob, shown.firstname, shown.id) FROM shown), '[]')::text AS json,
     -- $3 must occur in the statement even when no field uses it, because PostgreSQL derives its type from its use
     (SELECT count(*) FROM linked) + 0 * length($3::text) AS total,
     ${waitingLevels} AS waiting, ${schemesWithSkipped} AS with_skipped`,
  { json: { waiting: Type.Array(WaitingLevel), with_skipped: Type.Array(SchemeRef) }, prepare: true },
)

export interface LinkedMembersQuery {
  clientId: string
  userId: string
  /** The two-letter key of award titles. */
  language: string
  page: number
  perPage: number
  show: ShownFields
  nowMs: number
}

interface LinkedMembers {
  json: string
  total: number
  /**
   * When parents may see the next passed level as an award. The answer may be cached until then; `Infinity` when no
   * level waits.
   */
  untilMs: number
}

/**
 * The members linked to a parent, as one JSON text that the database builds [7.21]. The text is parsed only when
 * something has to be removed from it: passes that parents may not see as awards yet, or skipped nodes [4.27].
 */
export async function linkedMembers(
  tx: Tx,
  curricula: Curricula,
  { clientId, userId, language, page, perPage, show, nowMs }: LinkedMembersQuery,
): Promise<LinkedMembers> {
  const statement = variantNamed(CHILDREN, nameOf(optionalNames.filter((name) => show[name])))
  const [, row] = await Promise.all([
    planOnce(tx),
    getRow(tx, statement, [userId, language, perPage, page * perPage, new Date(nowMs)]),
  ])
  const { json, total } = row
  const levels = row.waiting ?? []
  const untilMs = Math.min(...levels.map(({ givenMs }) => givenMs + AWARD_AFTER_MS))
  const withheld = show.progress ? levels : []
  const withSkipped = show.progress || show.groups ? (row.with_skipped ?? []) : []
  const schemeRefs = [...withheld, ...withSkipped]
  if (schemeRefs.length === 0) return { json, total, untilMs }
  const schemes = await curricula.schemes(tx, clientId, [...new Set(schemeRefs.map(({ schemeId }) => schemeId))])
  const parsed = JSON.parse(json) as Member[]
  const withheldMembers = show.progress ? withholdLevels(parsed, withheld, schemes) : parsed
  const members = withoutSkippedNodes(withheldMembers, withSkipped, schemes)
  return { json: JSON.stringify(members), total, untilMs }
}
