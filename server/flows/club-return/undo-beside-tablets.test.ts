import { strToU8, zipSync } from 'fflate'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangeSet, Undone } from '#contract/flows/change-sets.ts'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
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

async function call(options: InjectOptions) {
  const { token } = await world.logIn(one, 'club')
  return world.request({ host: one.host('club'), token, ...options })
}

const EVERY_DAY = 'sun; mon; tue; wed; thu; fri; sat'
const COACH = 'coach@one.example'

/**
 * Takes an archive back that brings a group, a child in it, and a child of the club into it, with a mark and an entry of
 * a register.
 */
async function takeBack(name: string) {
  const files = {
    'groups.csv': `group_number,name,weekdays,first_date,scheme,levels\n1,${name},${EVERY_DAY},2020-01-01,swim,/stage-1`,
    'group-coaches.csv': `group_number,group,coach,type,email,username,from,to\n1,${name},Anna,coach,${COACH},,2020-01-01,`,
    'members.csv': `firstname,lastname,dob,ngo_id\nNia,${name},2016-01-01,${name}`,
    'group-members.csv': `group_number,group,firstname,lastname,dob,ngo_id,from,to
1,${name},Nia,${name},2016-01-01,${name},2020-01-01,
1,${name},Siân,O'Connor,2017-05-06,AQ-1,2020-01-01,`,
    'marks.csv': `firstname,lastname,dob,ngo_id,skill,skill_grade,skill_pass,marked_on,marked_by
Siân,O'Connor,2017-05-06,AQ-1,swim/stage-1/glide,3,3,2024-01-09,`,
    'registers.csv': `kind,firstname,lastname,dob,ngo_id,group_number,group,date,level,value,entered_at,coach,type,email,username
attendance,Siân,O'Connor,2017-05-06,AQ-1,1,${name},${world.today()},,"""present""",2024-01-09T17:00:00Z,Anna,coach,${COACH},`,
  }
  const reply = await call({
    method: 'POST',
    url: '/v1/club-return',
    headers: { 'content-type': 'application/zip' },
    payload: Buffer.from(
      zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)]))),
    ),
  })
  expect(reply.json<ClubReturn>(), reply.body).toMatchObject({ left: [] })
  const sets = (await call({ url: '/v1/change-sets' })).json<ChangeSet[]>()
  const archive = sets.find(({ facts }) => facts.kind === 'return')?.id ?? ''
  const { rows } = await world.owner.query<{ group: string; member: string }>(
    `SELECT groups.id AS group, members.id AS member FROM groups JOIN members ON members.client_id = groups.client_id
     WHERE groups.client_id = $1 AND groups.name = $2 AND members.lastname = $2`,
    [one.id, name],
  )
  return {
    group: rows[0]?.group ?? '',
    nia: rows[0]?.member ?? '',
    undo: () => call({ method: 'POST', url: `/v1/change-sets/${archive}/undo` }),
    device: new Device(world, one, (await world.logIn(one, 'coach')).token),
  }
}

/** Locks rows until what is returned is called. */
async function holdRows(sql: string, values: unknown[]): Promise<() => Promise<unknown>> {
  await world.owner.query('BEGIN')
  await world.owner.query(sql, [one.id, ...values])
  return () => world.owner.query('COMMIT')
}

test('the undo of an archive and a push about children in its group wait for each other', async () => {
  const { group, nia, undo, device } = await takeBack('Sharks')
  const present = (memberUuid: string) =>
    device.registerEntry({ kind: 'attendance', memberUuid, date: world.today(-1) }, 'present', { groupId: group })
  // the undo has locked the child, and waits for a place that it takes back
  const release = await holdRows('SELECT FROM group_members WHERE client_id = $1 AND group_id = $2 FOR UPDATE', [group])
  const undoing = undo()
  await untilWaiting(world, 1)
  const pushing = device.push(present(one.members[0]), present(nia))
  await untilWaiting(world, 2)
  await release()
  const [undone, { outcomes }] = await Promise.all([undoing, pushing])
  expect(undone.json<Undone>(), undone.body).toMatchObject({ kept: [] })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])
})

test('the undo of an archive and a push of a mark and a register of one child wait for each other', async () => {
  const { group, undo, device } = await takeBack('Rays')
  const [sian] = one.members
  const at = { groupId: group }
  const register = { kind: 'attendance', memberUuid: sian, date: world.today() } as const
  // the undo has locked what it takes back of registers, and waits for a place
  const release = await holdRows('SELECT FROM group_members WHERE client_id = $1 AND group_id = $2 FOR UPDATE', [group])
  const undoing = undo()
  await untilWaiting(world, 1)
  const pushing = device.push(
    device.mark(sian, '/stage-1/glide', 2, { payload: at }),
    device.registerEntry(register, 'absent', at),
  )
  await untilWaiting(world, 2)
  await release()
  const [undone, { outcomes }] = await Promise.all([undoing, pushing])
  expect(undone.statusCode, undone.body).toBe(200)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])
})

test('an entry that comes while an archive is undone keeps the group that it is about', async () => {
  const { group, undo, device } = await takeBack('Orcas')
  const entry = { kind: 'attendance', memberUuid: one.members[0], date: world.today(-1) } as const
  // the entry is written, and waits for its number
  const release = await holdRows('SELECT FROM club_counters WHERE client_id = $1 FOR UPDATE', [])
  const pushing = device.push(device.registerEntry(entry, 'present', { groupId: group }))
  await untilWaiting(world, 1)
  const undoing = undo()
  await untilWaiting(world, 2)
  await release()
  const [undone, { outcomes }] = await Promise.all([undoing, pushing])
  expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  expect(undone.json<Undone>(), undone.body).toMatchObject({ kept: [{ why: 'used', id: group }] })
})
