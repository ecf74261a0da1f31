import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { MemberCounts } from '#contract/members/club-members.ts'
import type { ListedTask } from '#contract/platform/tasks.ts'
import type { ClubTask } from '#contract/tenants/club-tasks.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

/** More than a request does at once. */
const MANY = 1_200
/** More than a request invites at once, and more than a batch of the task. */
const PARENTS = 150

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''
let worker: Worker
const errors: unknown[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(`UPDATE clients SET features = features || '{"ADVANCED_MODE": true}'`)
  token = (await world.logIn(one, 'club')).token
  worker = createJobWorker(world, (error) => errors.push(error))
  await inTenant(world.db, one.id, 'write', (tx) => enterMembers(tx, one.id, Array.from({ length: MANY }, childNumber)))
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})

/** A child of the first client's club; the first `PARENTS` have a guardian with an address. */
function childNumber(_: unknown, number: number) {
  const guardian = {
    guardian_firstname: 'Pat',
    guardian_lastname: 'Many',
    guardian_email: `parent${number}@many.example`,
  }
  return {
    id: crypto.randomUUID(),
    clubIds: [one.club],
    firstname: 'Child',
    lastname: 'Many',
    dob: '2018-03-04',
    tags: ['Many'],
    guardians: number < PARENTS ? [guardian] : [],
  }
}

const call = (options: Parameters<World['request']>[0]) =>
  world.request({ host: one.host('club'), token, method: 'POST', ...options })
const listTasks = async () => (await call({ method: 'GET', url: '/v1/club-tasks' })).json<ClubTask[]>()
const counts = async () => (await call({ method: 'GET', url: '/v1/members/counts' })).json<MemberCounts>()
const many = { matching: { tag: 'Many' } }
const dismiss = (id: string) => call({ method: 'DELETE', url: `/v1/club-tasks/${id}` })

/** Sends a request that becomes a task, runs the task, and returns what came of it. */
async function runTask(request: Parameters<World['request']>[0]): Promise<ClubTask> {
  const reply = await call(request)
  expect(reply.statusCode, reply.body).toBe(202)
  const { task } = reply.json<{ task: string }>()
  expect(await listTasks()).toMatchObject([{ id: task, state: 'running', done: 0, result: null }])
  await worker.runDue(one.id)
  const [ended, ...others] = await listTasks()
  expect(others).toEqual([])
  if (ended?.id !== task) throw new Error('the task is not listed')
  return ended
}

test('a change of more than a thousand members is a task with a count, and its undo is one too', async () => {
  const before = (await counts()).active
  const changed = await runTask({
    url: '/v1/members/bulk',
    payload: { action: 'status', status: 'inactive', matching: { tag: 'Many' } },
  })
  expect(changed).toMatchObject({ kind: 'members', state: 'done', done: MANY, total: MANY, result: { refused: null } })
  expect((await counts()).active).toBe(before - MANY)
  const [set] = (await call({ method: 'GET', url: '/v1/change-sets' })).json<ChangeSet[]>()
  expect(set).toMatchObject({ id: changed.result?.undo, facts: { did: 'inactive', count: MANY } })
  expect((await dismiss(changed.id)).statusCode).toBe(204)
  const author = (await world.logIn(one, 'scheme')).token
  const listed = await world.request({ host: one.host('scheme'), token: author, url: '/v1/tasks?search=club-task' })
  // the list of the client's tasks still says which club it was for
  expect(listed.json<ListedTask[]>()).toMatchObject([{ kind: 'club-task', about: 'Harbour' }])

  const undone = await runTask({ url: `/v1/change-sets/${set?.id}/undo` })
  expect(undone).toMatchObject({
    kind: 'undo',
    state: 'done',
    done: MANY,
    total: MANY,
    result: { kept: 0, undo: null },
  })
  expect((await counts()).active).toBe(before)
  await dismiss(undone.id)
  // a repeated undo has nothing to do, and is answered at once
  expect((await call({ url: `/v1/change-sets/${set?.id}/undo` })).json()).toMatchObject({ repeated: true })
})

test('a change that the rules refuse ends with the reason, and has changed nothing', async () => {
  await call({ method: 'PATCH', url: `/v1/groups/${one.group}`, payload: { max_size: 1_100 } })
  const refused = await runTask({ url: '/v1/members/bulk', payload: { action: 'enter', group_id: one.group, ...many } })
  // the first thousand would have found places
  expect(refused).toMatchObject({ state: 'done', result: { refused: { error: 'GROUP_FULL' }, undo: null } })
  const { rows } = await world.owner.query('SELECT FROM group_members WHERE group_id = $1', [one.group])
  expect(rows).toHaveLength(one.members.length)
  await dismiss(refused.id)
})

test('many parents are invited in batches, and each gets one mail', async () => {
  await world.mails(one)
  const invited = await runTask({ url: '/v1/members/invites', payload: many })
  expect(invited).toMatchObject({
    kind: 'invites',
    state: 'done',
    done: PARENTS,
    total: PARENTS,
    result: { invited: PARENTS, linked: 0, closed: 0 },
  })
  expect(await world.mails(one)).toHaveLength(PARENTS)
  await dismiss(invited.id)
})

test('a task is seen and dismissed only by the administrator who began it, and only when it has ended', async () => {
  const reply = await call({ url: '/v1/members/bulk', payload: { action: 'tag', tag: 'Squad', on: 1, ...many } })
  const { task } = reply.json<{ task: string }>()
  // it runs
  expect((await dismiss(task)).statusCode).toBe(404)
  await worker.runDue(one.id)
  const others = { host: two.host('club'), token: (await world.logIn(two, 'club')).token }
  expect((await world.request({ ...others, url: '/v1/club-tasks' })).json()).toEqual([])
  expect((await world.request({ ...others, method: 'DELETE', url: `/v1/club-tasks/${task}` })).statusCode).toBe(404)
  const coach = { host: one.host('coach'), token: (await world.logIn(one, 'coach')).token }
  expect((await world.request({ ...coach, url: '/v1/club-tasks' })).statusCode).toBe(403)
  expect((await world.request({ host: one.host('club'), url: '/v1/club-tasks' })).statusCode).toBe(401)
  expect((await dismiss('1')).json()).toMatchObject({ status: 400, field: 'id' })
  expect((await dismiss(task)).statusCode).toBe(204)
  expect(await listTasks()).toEqual([])
})
