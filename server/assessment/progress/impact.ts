import type { Impact } from '#contract/curriculum/authoring.ts'
import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Members evaluated per query. */
const BATCH = 500

/**
 * Which levels members would gain or lose if the scheme were `next` instead of `now`. It evaluates the stored results
 * of every member with both, as a recalculation would.
 */
export async function readImpact(tx: Tx, schemeId: string, now: Scheme, next: Scheme): Promise<Impact> {
  const levels = new Map<string, { gained: number; lost: number }>()
  const affected: { member: string; gained: boolean; lost: boolean }[] = []
  const count = (id: string, what: 'gained' | 'lost') => {
    const level = levels.get(id) ?? { gained: 0, lost: 0 }
    level[what]++
    levels.set(id, level)
  }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await tx.query<{ member_id: string; results: [string, number, number, number, number | null][] }>(
      `SELECT r.member_id, json_agg(json_build_array(r.node_id, r.grade, r.pass, r.ts, r.since)) AS results
       FROM (SELECT client_id, member_id, scheme_id FROM member_schemes WHERE scheme_id = $1 AND member_id > $2
         ORDER BY member_id LIMIT ${BATCH}) ms
       JOIN results r ON r.client_id = ms.client_id AND r.member_id = ms.member_id AND r.scheme_id = ms.scheme_id
       GROUP BY r.member_id ORDER BY r.member_id`,
      [schemeId, after],
    )
    for (const { member_id, results } of rows) {
      const marks = new Map(
        results.map(([id, grade, pass, ts, since]): [string, Result] => [id, { grade, pass, ts, since }]),
      )
      const passedNow = passedLevels(now, marks)
      const passedNext = passedLevels(next, marks)
      const gained = [...passedNext].filter((id) => !passedNow.has(id))
      // the deletion of a level ends no award
      const lost = [...passedNow].filter((id) => !passedNext.has(id) && next.index.has(id))
      for (const id of gained) count(id, 'gained')
      for (const id of lost) count(id, 'lost')
      if (gained.length + lost.length > 0)
        affected.push({ member: member_id, gained: gained.length > 0, lost: lost.length > 0 })
    }
    const { rows: last } = await tx.query<{ id: string | null }>(
      `SELECT max(member_id::text) AS id FROM (SELECT member_id FROM member_schemes WHERE scheme_id = $1 AND member_id > $2
         ORDER BY member_id LIMIT ${BATCH}) ms`,
      [schemeId, after],
    )
    const end = last[0]?.id
    if (end === null || end === undefined) break
    after = end
  }
  const { rows: clubs } = await tx.query<{ name: string; gained: number; lost: number }>(
    `SELECT c.name, count(*) FILTER (WHERE t.gained)::int AS gained, count(*) FILTER (WHERE t.lost)::int AS lost
     FROM unnest($1::uuid[], $2::boolean[], $3::boolean[]) AS t (member_id, gained, lost)
     JOIN club_members cm ON cm.member_id = t.member_id
     JOIN clubs c ON c.client_id = cm.client_id AND c.id = cm.club_id
     GROUP BY c.id, c.name ORDER BY c.name, c.id`,
    [affected.map((row) => row.member), affected.map((row) => row.gained), affected.map((row) => row.lost)],
  )
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
