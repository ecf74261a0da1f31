import type pg from 'pg'
import { indexingSql } from '#server/members/index-members.ts'
import { openTokens, type BenchServer } from './bench-server.ts'
import type { MemberInGroup } from './marks.ts'

const indexing = indexingSql(
  `club_members.client_id = 'aquila' AND club_members.member_id IN (SELECT id FROM child)`,
  `client_id = 'aquila' AND member_id IN (SELECT id FROM child)`,
)

/**
 * Adds families to the demo's first client: each has a parent and two children in the coach's groups, with the progress
 * of one of the children there. Returns the parents, each with an access token, and the children.
 */
export async function addFamilies(
  benchServer: BenchServer,
  owner: pg.Client,
  coachId: string,
  families: number,
): Promise<{ parents: { userId: string; token: string }[]; children: MemberInGroup[] }> {
  // a child of the coach's groups with marks, and its group
  await owner.query(
    `CREATE TEMP TABLE pattern AS
     SELECT group_members.member_id, group_members.group_id, groups.club_id FROM group_members
     JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
     JOIN group_coaches ON group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
     WHERE group_coaches.client_id = 'aquila' AND group_coaches.user_id = $1 AND group_members.to_date IS NULL
     ORDER BY (SELECT count(*) FROM results WHERE results.client_id = 'aquila'
       AND results.member_id = group_members.member_id) DESC, group_members.member_id LIMIT 1`,
    [coachId],
  )
  for (const sql of [
    `CREATE TEMP TABLE family AS
     SELECT number, gen_random_uuid() AS user_id, ARRAY[gen_random_uuid(), gen_random_uuid()] AS children
     FROM generate_series(1, ${families}) number`,
    `CREATE TEMP TABLE child AS SELECT number, user_id, unnest(children) AS id FROM family`,
    `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
     SELECT 'aquila', user_id, 'parent', 'family' || number || '@example.com', 'Family', 'F' || number, true FROM family`,
    `INSERT INTO members (client_id, id, firstname, lastname, dob)
     SELECT 'aquila', id, 'Child', 'F' || number, '2017-01-01' FROM child`,
    `INSERT INTO club_members (client_id, club_id, member_id) SELECT 'aquila', club_id, id FROM child, pattern`,
    indexing.sort,
    indexing.words,
    `INSERT INTO member_links (client_id, user_id, member_id) SELECT 'aquila', user_id, id FROM child`,
    `INSERT INTO group_members (client_id, group_id, member_id, from_date)
     SELECT 'aquila', group_id, id, '2020-01-01' FROM child, pattern`,
    ...['member_schemes', 'results', 'progress'].map((table) => copyToChildren(table)),
    'VACUUM ANALYZE',
  ])
    await owner.query(sql)
  const { rows } = await owner.query<{ user_id: string }>('SELECT user_id FROM family ORDER BY number')
  const sign = await parentSigner(benchServer)
  const { rows: children } = await owner.query<MemberInGroup>(
    'SELECT child.id AS member, group_id AS group, club_id AS club FROM child, pattern',
  )
  const parents = await Promise.all(rows.map(async ({ user_id: userId }) => ({ userId, token: await sign(userId) })))
  return { parents, children }
}

/** SQL that gives each child the pattern's rows of a table; `member_id` is the second column of each of them. */
function copyToChildren(table: string): string {
  return `INSERT INTO ${table} SELECT (copied).* FROM (
      SELECT jsonb_populate_record(own, jsonb_build_object('member_id', child.id)) AS copied
      FROM ${table} own JOIN pattern ON own.client_id = 'aquila' AND own.member_id = pattern.member_id, child) copies`
}

/** Signs access tokens of parents, because a thousand logins would take minutes. */
export async function parentSigner(benchServer: BenchServer): Promise<(userId: string) => Promise<string>> {
  const tokens = await openTokens(benchServer)
  const language = { language_id: 1, language: 'en-GB' }
  return (userId) =>
    tokens.sign(
      { clientId: 'aquila', portal: 'parent' },
      'access',
      JSON.stringify({ user_uuid: userId, club_id: null, language, features: {} }),
      crypto.randomUUID(),
      /* seconds */ 3_600,
    )
}
