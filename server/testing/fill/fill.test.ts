import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { diffProgress, readStoredProgress } from '#server/assessment/progress/stored-progress.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { fill, type FillPlan } from './fill.ts'
import { ONCE, WEEKLY } from './history.ts'

const HISTORY = { weeks: 12, marks: 20, registerWeeks: 8 }
const PLANS: FillPlan[] = [
  { clientId: 'one', schemeSlug: 'swim', clubs: [45, 3], history: HISTORY },
  { clientId: 'two', schemeSlug: 'swim', clubs: [30], history: { ...HISTORY, marks: 7 } },
]
/** As in `PLANS`, and 5 members at the club that the world has, of a second fill. */
const MARKS = (45 + 3) * 20 + 30 * 7 + 5 * 20
const WORLDS_MEMBERS = 4

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await fill(database.ownerUrl, world.db, PLANS)
  const [one] = world.tenants
  await fill(database.ownerUrl, world.db, [
    { clientId: 'one', schemeSlug: 'swim', clubs: [5], into: one.club, history: HISTORY },
  ])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const count = async (sql: string) => {
  const { rows } = await world.owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)
  return rows[0]?.count
}

test('a fill writes as many marks and members as planned, each once', async () => {
  expect(await count('assessments')).toBe(MARKS)
  expect(await count('members')).toBe(45 + 3 + 30 + 5 + WORLDS_MEMBERS)
  expect(await count(`clubs WHERE name LIKE 'Filled %'`)).toBe(3)
  expect(await count('(SELECT FROM assessments GROUP BY member_id, log_id) numbered')).toBe(MARKS)
  expect(await count('assessments JOIN delivered_operations USING (client_id, op_id)')).toBe(MARKS)
})

test('progress and awards of filled members are those that a recalculation computes', async () => {
  for (const clientId of ['one', 'two'])
    await inTenant(world.db, clientId, 'read', async (tx) => {
      const { rows } = await tx.query<{ memberId: string; schemeId: string }>({
        text: `SELECT member_id AS "memberId", scheme_id AS "schemeId" FROM member_schemes
          JOIN members ON members.client_id = $1 AND members.id = member_id AND ngo_id LIKE 'F-%'
          WHERE member_schemes.client_id = $1`,
        values: [clientId],
      })
      expect(rows.length).toBeGreaterThanOrEqual(30)
      const stored = await readStoredProgress(tx, clientId, world.curricula, rows)
      const diff = diffProgress(
        stored,
        rows.map((pair) => ({ ...pair, atMs: world.clock.now })),
        'rules',
      )
      const { cause: _, schemes, ...writes } = diff
      expect(schemes.size).toBe(1)
      expect(writes).toEqual({ progress: [], removed: [], awards: [], ended: [], newlyPassed: [], outdated: [] })
    })
  expect(await count('awards')).toBeGreaterThan(0)
})

test('the result of each filled skill is its newest mark', async () => {
  expect(await count('results')).toBe(await count('(SELECT DISTINCT member_id, node_id FROM assessments) lane'))
  expect(
    await count(`results WHERE EXISTS (SELECT FROM assessments mark WHERE mark.client_id = results.client_id
      AND mark.member_id = results.member_id AND mark.node_id = results.node_id AND mark.stamp_ms >= results.stamp_ms
      AND (mark.stamp_ms, mark.grade, mark.stamp_seq) IS DISTINCT FROM (results.stamp_ms, results.grade, results.stamp_seq))`),
  ).toBe(0)
})

test('filled rows fulfil every foreign key and have their indexes again', async () => {
  const { rows: keys } = await world.owner.query<{ name: string; table: string; definition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[])`,
    [[...Object.keys(WEEKLY), ...Object.keys(ONCE)]],
  )
  expect(keys.length).toBeGreaterThan(10)
  await world.owner.query('BEGIN')
  // adding a key looks at all rows
  for (const { name, table, definition } of keys)
    await world.owner.query(
      `ALTER TABLE ${table} DROP CONSTRAINT "${name}", ADD CONSTRAINT "${name}" ${definition.replace(' NOT VALID', '')}`,
    )
  await world.owner.query('ROLLBACK')
  const indexes = `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace ORDER BY 1`
  const unfilled = await createTestDatabase()
  const other = await createWorld(unfilled)
  expect((await world.owner.query(indexes)).rows).toEqual((await other.owner.query(indexes)).rows)
  await other.close()
  await unfilled.drop()
})

test("a filled club's changes are within its counter, and list each result and the attendance of the last weeks", async () => {
  expect(
    await count(`club_counters counter JOIN changes USING (client_id, club_id) WHERE changes.rev > counter.rev`),
  ).toBe(0)
  expect(await count(`changes WHERE kind = 'result'`)).toBe(await count('results'))
  expect(await count(`changes WHERE kind = 'register'`)).toBe(await count('registers WHERE date >= current_date - 35'))
  expect(await count('registers')).toBe(await count('register_edits JOIN registers USING (client_id, lane, value)'))
  expect(await count(`audit_entries WHERE action = 'attendance'`)).toBe(await count('registers'))
})
