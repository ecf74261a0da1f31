import type { InjectOptions } from 'fastify'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let worker: Worker
const errors: unknown[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  worker = createJobWorker(world, (error) => errors.push(error))
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})

async function call(tenant: Tenant, portal: 'club' | 'scheme', options: InjectOptions) {
  const { token } = await world.logIn(tenant, portal)
  const reply = await world.request({ host: tenant.host(portal), token, ...options })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}

async function save(tenant: Tenant, ...edits: Edit[]): Promise<void> {
  const url = '/v1/curriculum/swim'
  const { revision } = (await call(tenant, 'scheme', { url: `${url}?raw=1` })).json<RawCurriculum>()
  await call(tenant, 'scheme', { method: 'POST', url: `${url}/edits`, payload: { base: revision, edits } })
}

async function exportOf(tenant: Tenant): Promise<Map<string, string>> {
  const { rawPayload } = await call(tenant, 'club', { url: '/v1/club-export' })
  return new Map(Object.entries(unzipSync(rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

async function takeBack(tenant: Tenant, files: ReadonlyMap<string, string>): Promise<ClubReturn> {
  const payload = Buffer.from(zipSync(Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text)]))))
  const headers = { 'content-type': 'application/zip' }
  return (await call(tenant, 'club', { method: 'POST', url: '/v1/club-return', headers, payload })).json<ClubReturn>()
}

/** Leaves no child in the second club. */
async function empty(): Promise<void> {
  const tables = `guests group_members awards progress results assessments member_links guardians member_schemes
    club_members members`
  for (const table of tables.split(/\s+/))
    await world.owner.query(`DELETE FROM ${table} WHERE client_id = $1`, [two.id])
}

async function resultsOf(tenant: Tenant, firstname: string) {
  const { rows } = await world.owner.query<{ node_id: string; grade: number; pass: number }>(
    `SELECT node_id, results.grade, results.pass FROM results
     JOIN members ON members.client_id = results.client_id AND members.id = results.member_id
     WHERE results.client_id = $1 AND firstname = $2 ORDER BY node_id`,
    [tenant.id, firstname],
  )
  return rows
}

/** The levels of the first child of a client, by state. */
async function levelsOf(tenant: Tenant) {
  const { rows } = await world.owner.query<{ node_id: string; state: string; percent: number }>(
    `SELECT node_id, state, percent FROM progress
     JOIN members ON members.client_id = progress.client_id AND members.id = progress.member_id
     WHERE progress.client_id = $1 AND firstname = 'Siân' ORDER BY node_id`,
    [tenant.id],
  )
  return rows
}

describe('marks of what an author has skipped since', () => {
  let left: Map<string, string>

  test('come back with the archive of a club, and show when it is skipped no longer', async () => {
    const [sian] = one.members
    const guest = crypto.randomUUID()
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const { outcomes } = await device.push(
      device.mark(sian, '/stage-1/float', 3),
      device.mark(sian, '/stage-1/dive', 4),
      device.mark(sian, '/stage-2/turn', 3),
      device.mark(sian, '/stage-2/manual', 1),
      device.guest(guest, { firstname: 'Lily' }),
      device.mark(guest, '/stage-1/dive', 4),
      device.mark(guest, '/stage-2/manual', 1),
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'applied'))
    for (const tenant of [one, two])
      await save(
        tenant,
        { do: 'set', id: '/stage-1', set: { completion: { ids: ['/stage-1/float', '/stage-1/dive'], count: 2 } } },
        { do: 'set', id: '/stage-1/dive', set: { skipped: true } },
        { do: 'set', id: '/stage-2', set: { skipped: true } },
      )
    const levels = ['/stage-1', '/stage-2']
    await world.owner.query('UPDATE groups SET levels = $2 WHERE client_id = $1', [one.id, levels])
    await world.owner.query(`UPDATE groups SET name = 'Other' WHERE client_id = $1`, [two.id])
    left = await exportOf(one)
    await empty()
    const { left: leftOut } = await takeBack(two, left)
    // the other client's coach has the same name
    expect(leftOut.filter(({ why }) => why !== 'coach')).toEqual([])
    for (const name of ['Siân', 'Lily']) {
      expect(await resultsOf(two, name), name).toEqual(await resultsOf(one, name))
      expect(await resultsOf(two, name), name).toContainEqual({ node_id: '/stage-1/dive', grade: 4, pass: 3 })
    }

    const { rows: groups } = await world.owner.query(
      `SELECT levels FROM groups WHERE client_id = $1 AND name <> 'Other'`,
      [two.id],
    )
    expect(groups).toEqual([{ levels }])

    const again = await takeBack(two, left)
    expect(again.files.filter(({ file, taken }) => file.includes('marks') && taken > 0)).toEqual([])

    // the level needs the skill again, and the mark of before says that it is passed
    const edits: Edit[] = [
      { do: 'set', id: '/stage-1/dive', set: { skipped: false } },
      { do: 'set', id: '/stage-2', set: { skipped: false } },
    ]
    for (const tenant of [one, two]) await save(tenant, ...edits)
    world.clock.now += 60_000
    for (const tenant of [one, two]) await worker.runDue(tenant.id)
    expect(await levelsOf(two)).toEqual(await levelsOf(one))
    expect(await levelsOf(two)).toContainEqual({ node_id: '/stage-1', state: 'passed', percent: 100 })
  })

  test('are no error of the importer of files, which takes them by their address', async () => {
    for (const skipped of [true, false]) {
      await save(two, { do: 'set', id: '/stage-1/dive', set: { skipped } })
      const headers = { 'content-type': 'text/csv' }
      const payload = left.get('marks.csv')?.replaceAll('Anna Pritchard', '') ?? ''
      const url = '/v1/member-imports'
      const draft = (await call(two, 'club', { method: 'POST', url, headers, payload })).json<MemberImport>()
      expect(draft, `${skipped}`).toMatchObject({ bad: 0, same: draft.rows })
    }
  })

  test('come back, too, where the skill has no grades at the time', async () => {
    for (const tenant of [one, two]) await save(tenant, { do: 'set', id: '/stage-2/turn', set: { grade: null } })
    const files = await exportOf(one)
    await empty()
    await takeBack(two, files)
    expect(await resultsOf(two, 'Siân')).toHaveLength(4)
    expect(await resultsOf(two, 'Siân')).toEqual(await resultsOf(one, 'Siân'))
  })
})
