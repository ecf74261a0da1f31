import type { QueryConfig } from 'pg'
import { prepared, type Tx } from '#server/tenancy.ts'
import { groupJson } from '#server/groups/queries.ts'

export interface MemberParts {
  groups: boolean
  progress: boolean
  awards: boolean
  links: boolean
  owners: boolean
}

/** `{slug: {node: value}}` over rows `r` of one member, joined to their scheme. */
const keyed = (value: string, from: string, where = 'true') => `coalesce((
  SELECT json_object_agg(slug, nodes) FROM (
    SELECT s.slug, json_object_agg(r.node_id, ${value}) AS nodes
    FROM ${from} r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
    WHERE r.client_id = m.client_id AND r.member_id = m.id AND ${where}
    GROUP BY s.slug) k), '{}')`

const progress = keyed(
  `json_build_object('state', r.state, 'percent', r.percent, 'forced', r.forced, 'completed_ts', r.completed_ts)`,
  'progress',
)
/** Winning marks of member `m`, by scheme and node. */
export const scores = keyed(
  `json_build_object('grade', r.grade, 'pass', r.pass, 'ts', r.ts, 'since', r.since)`,
  'results',
)
const complete = keyed('true', 'results', `r.grade >= r.pass AND r.pass > 0 AND r.node_id NOT LIKE '%/manual'`)
const awards = keyed(
  `json_build_object('completed_ts', r.completed_ts, 'forced', r.forced, 'title', coalesce(r.title ->> $2, r.title ->> 'en'))`,
  'awards',
  'r.ended_at IS NULL',
)

/** Of one level each day once: marks that go to and fro are one event to who reads of it. */
const endedAwards = `coalesce((
  SELECT json_agg(json_build_object('scheme_slug', e.slug, 'node_id', e.node_id, 'title', e.title,
      'completed_ts', e.completed_ts, 'ended_ts', e.ended_ts) ORDER BY e.ended_ts DESC)
  FROM (
    SELECT DISTINCT ON (s.slug, r.node_id, r.ended_at::date) s.slug, r.node_id, r.completed_ts,
      coalesce(r.title ->> $2, r.title ->> 'en') AS title, floor(extract(epoch FROM r.ended_at))::bigint AS ended_ts
    FROM awards r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
    WHERE r.client_id = m.client_id AND r.member_id = m.id AND r.ended_at IS NOT NULL
    ORDER BY s.slug, r.node_id, r.ended_at::date, r.ended_at DESC) e), '[]')`

/** Progress of member `m` as its sheet shows it; `$2` is the two-letter key of award titles. */
export const memberProgress = `json_build_object('progress', ${progress}, 'scores', ${scores}, 'awards', coalesce((
  SELECT json_agg(json_build_object('scheme_slug', s.slug, 'node_id', r.node_id, 'title', coalesce(r.title ->> $2, r.title ->> 'en'),
      'completed_ts', r.completed_ts, 'forced', r.forced, 'ended_ts', floor(extract(epoch FROM r.ended_at)))
    ORDER BY r.ended_at IS NOT NULL, r.completed_ts DESC)
  FROM awards r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
  WHERE r.client_id = m.client_id AND r.member_id = m.id), '[]'))`

/**
 * The members linked to a parent, as one JSON text built by the database [7.21]. A parent sees only itself in `links`.
 * `language` is the two-letter key of award titles.
 */
export async function linkedMembersJson(
  tx: Tx,
  userId: string,
  language: string,
  page: number,
  perPage: number,
  show: MemberParts,
): Promise<{ json: string; total: number }> {
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
      ? `'progress', ${progress}, 'scores', ${scores}, 'assessments', json_build_object('complete', ${complete})`
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
  const { rows } = await tx.query<{ json: string; total: number }>(
    prepared(
      `WITH mine AS (
       SELECT m.* FROM member_links l JOIN members m ON m.client_id = l.client_id AND m.id = l.member_id WHERE l.user_id = $1),
     shown AS (SELECT * FROM mine ORDER BY dob, firstname, id LIMIT $3 OFFSET $4)
     SELECT coalesce((SELECT json_agg(json_build_object(${parts.join(', ')}) ORDER BY m.dob, m.firstname, m.id) FROM shown m), '[]')::text AS json,
       (SELECT count(*) FROM mine) + 0 * length(coalesce($2::text, '')) AS total`,
      [userId, language, perPage, page * perPage],
    ),
  )
  const row = rows[0]
  return row ?? { json: '[]', total: 0 }
}

export interface ParentOf {
  user_id: string
  member_id: string
}

/** Ids of the parents linked to any of these members: whom to tell of a change. */
export async function parentsOf(tx: Tx, memberIds: string[]): Promise<ParentOf[]> {
  const { rows } = await tx.query<ParentOf>(
    prepared('SELECT user_id, member_id FROM member_links WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}

/**
 * A text that changes whenever the overview of this parent may: the counters of the clubs that hold the children, the
 * revisions of the schemes, the links, and the day. Each change of a club moves its counter in the same transaction.
 */
export function overviewVersion(userId: string): QueryConfig {
  return prepared(
    `SELECT concat_ws('/', current_date,
       (SELECT string_agg(l.member_id || ':' || cc.club_id || ':' || cc.rev, ',' ORDER BY l.member_id, cc.club_id)
        FROM member_links l
        JOIN club_members cm ON cm.client_id = l.client_id AND cm.member_id = l.member_id
        JOIN club_counters cc ON cc.client_id = cm.client_id AND cc.club_id = cm.club_id
        WHERE l.user_id = $1),
       (SELECT sum(revision) FROM schemes),
       (SELECT sum(ms.revision) FROM member_links l
        JOIN member_schemes ms ON ms.client_id = l.client_id AND ms.member_id = l.member_id WHERE l.user_id = $1)) AS version`,
    [userId],
  )
}
