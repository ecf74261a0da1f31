import { Type } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import type { Impact } from '#contract/curriculum/authoring.ts'
import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import { getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Members evaluated per query. */
const BATCH = 500
/** Sorts before every member's id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const RESULTS_OF_SCHEME = tenantStatement(
  'assessment/list-results-of-scheme',
  `SELECT results.member_id, json_agg(json_build_array(results.node_id, results.grade, results.pass, results.ts,
     results.since)) AS results
   FROM (SELECT client_id, member_id, scheme_id FROM member_schemes
     WHERE client_id = $1 AND scheme_id = $2 AND member_id > $3
     ORDER BY member_id LIMIT ${BATCH}) batch
   JOIN results ON results.client_id = batch.client_id AND results.member_id = batch.member_id
     AND results.scheme_id = batch.scheme_id
   GROUP BY results.member_id ORDER BY results.member_id`,
  {
    json: {
      results: Type.Array(
        Type.Tuple([Type.String(), Type.Number(), Type.Number(), Type.Number(), nullable(Type.Number())]),
      ),
    },
  },
)

const LAST_MEMBER = tenantStatement(
  'assessment/find-last-member-of-batch',
  `SELECT max(member_id::text) AS id FROM (
     SELECT member_id FROM member_schemes WHERE client_id = $1 AND scheme_id = $2 AND member_id > $3
     ORDER BY member_id LIMIT ${BATCH}) batch`,
)

const CLUBS_AFFECTED = tenantStatement(
  'assessment/count-affected-members-by-club',
  `SELECT clubs.name, count(*) FILTER (WHERE affected.gained)::int AS gained,
     count(*) FILTER (WHERE affected.lost)::int AS lost
   FROM unnest($2::uuid[], $3::boolean[], $4::boolean[]) AS affected (member_id, gained, lost)
   JOIN club_members ON club_members.client_id = $1 AND club_members.member_id = affected.member_id
   JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
     AND clubs.deleted_at IS NULL
   GROUP BY clubs.id, clubs.name ORDER BY clubs.name, clubs.id`,
)

const HELD_AWARDS = tenantStatement(
  'assessment/list-held-awards-of-levels',
  `SELECT member_id, array_agg(node_id) AS levels FROM awards
   WHERE client_id = $1 AND scheme_id = $2 AND node_id = ANY($3::text[]) AND ended_at IS NULL GROUP BY member_id`,
)

/** The levels that come back with `next` and that members have kept, because the deletion of a level ends no award. */
async function readKeptLevels(
  tx: Tx,
  schemeId: string,
  current: Scheme,
  next: Scheme,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const back = next.ids.filter((id, index) => next.nodes[index]?.t === 'l' && !current.index.has(id))
  if (back.length === 0) return new Map()
  const rows = await queryRows(tx, HELD_AWARDS, [schemeId, back])
  return new Map(rows.map(({ member_id, levels }) => [member_id, levels ?? []]))
}

/**
 * Which levels members would gain or lose if the scheme were `next` instead of `current`. It evaluates the stored
 * results of every member with both, as a recalculation would.
 */
export async function readImpact(tx: Tx, schemeId: string, current: Scheme, next: Scheme): Promise<Impact> {
  const levels = new Map<string, { gained: number; lost: number }>()
  const affected: { member: string; gained: boolean; lost: boolean }[] = []
  const countLevel = (id: string, change: 'gained' | 'lost') => {
    const level = levels.get(id) ?? { gained: 0, lost: 0 }
    level[change]++
    levels.set(id, level)
  }
  const kept = await readKeptLevels(tx, schemeId, current, next)
  for (let after = BEFORE_ALL; ;) {
    // the results of the next members; those without any result have no row
    const rows = await queryRows(tx, RESULTS_OF_SCHEME, [schemeId, after])
    for (const { member_id, results } of rows) {
      const marks = new Map(
        results.map(([id, grade, pass, ts, since]): [string, Result] => [id, { grade, pass, ts, since }]),
      )
      const held = new Set([...passedLevels(current, marks), ...(kept.get(member_id) ?? [])])
      const passedInNext = passedLevels(next, marks)
      const gained = [...passedInNext].filter((id) => !held.has(id))
      // the deletion of a level ends no award
      const lost = [...held].filter((id) => !passedInNext.has(id) && next.index.has(id))
      for (const id of gained) countLevel(id, 'gained')
      for (const id of lost) countLevel(id, 'lost')
      if (gained.length + lost.length > 0)
        affected.push({ member: member_id, gained: gained.length > 0, lost: lost.length > 0 })
    }
    // the last member of the batch, asked for separately because this member may have no results
    const last = await getRow(tx, LAST_MEMBER, [schemeId, after])
    if (last.id === null) break
    after = last.id
  }
  const clubs = await queryRows(tx, CLUBS_AFFECTED, [
    affected.map((row) => row.member),
    affected.map((row) => row.gained),
    affected.map((row) => row.lost),
  ])
  return {
    members: affected.length,
    clubs,
    levels: [...levels].map(([id, counts]) => ({ id, ...counts })),
  }
}

function passedLevels(scheme: Scheme, results: ReadonlyMap<string, Result>): Set<string> {
  const evaluation = evaluate(scheme, results)
  const passed = new Set<string>()
  for (const i of scheme.order) {
    const id = scheme.ids[i] ?? ''
    if (scheme.nodes[i]?.t === 'l' && evaluation.node(id)?.state === 'passed') passed.add(id)
  }
  return passed
}
