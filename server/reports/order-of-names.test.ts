import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LevelList } from '#contract/reports/level-lists.ts'
import type { Report } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const read = async <T>(path: string, portal: 'club' | 'scheme') => {
  const { token } = await world.logIn(one, portal)
  return (await world.request({ url: `/v1/${path}`, host: one.host(portal), token })).json<T>()
}

test('the rows of a report are in the order of their names, wherever a capital or an accent stands', async () => {
  await world.owner.query(
    `INSERT INTO clubs (client_id, id, name, time_zone)
     SELECT 'one', gen_random_uuid(), name, 'Europe/London'
     FROM unnest(ARRAY['Zebras', 'Élans', 'angels', 'Ŵyn']) name`,
  )
  const added = ['angels', 'Élans', 'Ŵyn', 'Zebras']
  const { rows } = await read<Report>('client-reports/adoption', 'scheme')
  expect(rows.map(({ name }) => name).filter((name) => added.includes(name))).toEqual(added)
})

test('children in the lists by level are in the order of their names, wherever a capital or an accent stands', async () => {
  for (const [index, lastname] of ['Zhao', 'ap Rhys'].entries())
    await world.owner.query(`UPDATE members SET lastname = $2 WHERE client_id = 'one' AND id = $1`, [
      one.members[index],
      lastname,
    ])
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...one.members.map((member) => device.mark(member, '/stage-2/turn', 3)))
  const { rows } = await read<LevelList>('level-lists/waiting', 'club')
  expect(rows.flatMap((row) => row.members.map(({ lastname }) => lastname))).toEqual(['ap Rhys', 'Zhao'])
})
