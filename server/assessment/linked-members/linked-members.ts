import type { Member } from '#contract/assessment/linked-member.ts'
import { groupJson } from '#server/scheduling/groups/queries.ts'
import {
  AWARD_AFTER_MS,
  endedAwardShownToParents,
  awardShownToParents,
  awardPendingForParents,
} from '#server/assessment/awards/parents-awards.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { bySchemeAndNode, scoresSql } from '#server/members/queries.ts'
import { progressSql } from '#server/assessment/member-record/member-record.ts'
import { withholdLevels, withoutSkippedNodes, type SchemeRef, type WaitingLevel } from './withhold-levels.ts'

/** Which optional parts of a member the answer has. */
interface ShownParts {
  groups: boolean
  progress: boolean
  awards: boolean
  links: boolean
  owners: boolean
}

const complete = bySchemeAndNode(
  'true',
  'results',
  `r.grade >= r.pass AND r.pass > 0 AND r.node_id NOT LIKE '%/manual'`,
)
const awards = bySchemeAndNode(
  `json_build_object('completed_ts', r.completed_ts, 'forced', r.forced, 'title', coalesce(r.title ->> $2, r.title ->> 'en'))`,
  'awards',
  awardShownToParents('r', '$5'),
)

const endedAwards = `coalesce((
  SELECT json_agg(json_build_object('scheme_slug', s.slug, 'node_id', r.node_id, 'title', coalesce(r.title ->> $2, r.title ->> 'en'),
    'completed_ts', r.completed_ts, 'ended_ts', floor(extract(epoch FROM r.ended_at))) ORDER BY r.ended_at DESC)
  FROM awards r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
  WHERE r.client_id = m.client_id AND r.member_id = m.id AND ${endedAwardShownToParents('r')}), '[]')`

/** Passed levels of the members of `shown` that parents may not see as awards yet. */
const waiting = `(SELECT json_agg(json_build_object('memberId', r.member_id, 'schemeId', r.scheme_id, 'slug', s.slug,
    'nodeId', r.node_id, 'givenMs', floor(extract(epoch FROM r.given_at) * 1000)::bigint))
  FROM shown m JOIN awards r ON r.client_id = m.client_id AND r.member_id = m.id
  JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id WHERE ${awardPendingForParents('r', '$5')})`

/** The schemes with skipped nodes in which the members of `shown` have progress or a group. */
const skipping = `(SELECT json_agg(json_build_object('schemeId', s.id, 'slug', s.slug)) FROM schemes s
  WHERE EXISTS (SELECT FROM scheme_nodes n WHERE n.client_id = s.client_id AND n.scheme_id = s.id AND n.skipped)
    AND (EXISTS (SELECT FROM shown m JOIN member_schemes ms ON ms.client_id = m.client_id AND ms.member_id = m.id
        WHERE ms.scheme_id = s.id)
      OR EXISTS (SELECT FROM shown m JOIN group_members gm ON gm.client_id = m.client_id AND gm.member_id = m.id
        JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id WHERE g.scheme_id = s.id)))`

export interface LinkedMembersQuery {
  clientId: string
  userId: string
  /** The two-letter key of award titles. */
  language: string
  page: number
  perPage: number
  show: ShownParts
  nowMs: number
}

interface LinkedMembers {
  json: string
  total: number
  /** When the next of their passed levels becomes an award for parents; until then the answer may be cached. */
  untilMs: number
}

/**
 * The members linked to a parent, as one JSON text that the database builds [7.21]. In `links` a parent sees only
 * itself. The text is parsed only when something has to be removed from it: passes that are not awards for parents yet,
 * or skipped nodes [4.27].
 */
export async function linkedMembers(
  tx: Tx,
  curricula: Curricula,
  { clientId, userId, language, page, perPage, show, nowMs }: LinkedMembersQuery,
): Promise<LinkedMembers> {
  const parts = [
    `'uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
     'age', extract(year FROM age(current_date, m.dob))::int, 'ngo_id', m.ngo_id,
     'status', CASE WHEN EXISTS (SELECT FROM club_members cm WHERE cm.client_id = m.client_id AND cm.member_id = m.id
        AND cm.status = 'active') THEN 'active' ELSE 'inactive' END,
     'member_type', (SELECT min(cm.member_type) FROM club_members cm WHERE cm.client_id = m.client_id AND cm.member_id = m.id),
     'current_remote_node_id', m.current_remote_node_id`,
    show.groups
      ? `'groups', coalesce((SELECT json_agg(${groupJson} ORDER BY g.name) FROM groups g
           JOIN group_members gm ON gm.client_id = g.client_id AND gm.group_id = g.id
           WHERE gm.client_id = m.client_id AND gm.member_id = m.id AND current_date >= gm.from_date
             AND (gm.to_date IS NULL OR current_date <= gm.to_date)), '[]')`
      : '',
    show.progress
      ? `'progress', ${progressSql}, 'scores', ${scoresSql}, 'assessments', json_build_object('complete', ${complete})`
      : '',
    show.awards ? `'awards', ${awards}, 'ended_awards', ${endedAwards}` : '',
    show.links
      ? `'links', (SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname))
           FROM users u WHERE u.client_id = m.client_id AND u.id = $1)`
      : '',
    show.owners
      ? `'owners', coalesce((SELECT json_agg(json_build_object('id', cl.id, 'name', cl.name, 'logo', '/v1/files/file?id=' || cl.logo_file_id) ORDER BY cl.name) FROM club_members cm
           JOIN clubs cl ON cl.client_id = cm.client_id AND cl.id = cm.club_id AND cl.deleted_at IS NULL
           WHERE cm.client_id = m.client_id AND cm.member_id = m.id), '[]')`
      : '',
  ].filter((part) => part !== '')
  const { rows } = await tx.query<{
    json: string
    total: number
    waiting: WaitingLevel[] | null
    skipping: SchemeRef[] | null
  }>(
    prepared(
      `WITH mine AS (
       SELECT m.* FROM member_links l JOIN members m ON m.client_id = l.client_id AND m.id = l.member_id WHERE l.user_id = $1),
     shown AS (SELECT * FROM mine ORDER BY dob, firstname, id LIMIT $3 OFFSET $4)
     SELECT coalesce((SELECT json_agg(json_build_object(${parts.join(', ')}) ORDER BY m.dob, m.firstname, m.id) FROM shown m), '[]')::text AS json,
       (SELECT count(*) FROM mine) + 0 * length(coalesce($2::text, '')) AS total, ${waiting} AS waiting, ${skipping} AS skipping`,
      [userId, language, perPage, page * perPage, new Date(nowMs)],
    ),
  )
  const [row = { json: '[]', total: 0, waiting: null, skipping: null }] = rows
  const { json, total } = row
  const levels = row.waiting ?? []
  const untilMs = Math.min(...levels.map(({ givenMs }) => givenMs + AWARD_AFTER_MS))
  const withheld = show.progress ? levels : []
  const withSkipped = show.progress || show.groups ? (row.skipping ?? []) : []
  const concerned = [...withheld, ...withSkipped]
  if (concerned.length === 0) return { json, total, untilMs }
  const schemes = await curricula.schemes(tx, clientId, [...new Set(concerned.map(({ schemeId }) => schemeId))])
  const all = JSON.parse(json) as Member[]
  const members = withoutSkippedNodes(
    show.progress ? withholdLevels(all, withheld, schemes) : all,
    withSkipped,
    schemes,
  )
  return { json: JSON.stringify(members), total, untilMs }
}
