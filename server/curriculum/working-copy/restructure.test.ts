import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { CopyEditsReply, ReleasePlan, WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { compileTree } from '#server/curriculum/schemes/save-edits.ts'
import { Author, node, runTasks } from '#server/curriculum/sharing/testing/chain.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { storedAndEngine } from '#server/testing/progress.ts'
import { createWorld, Device, PASSWORD, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

/** A level restructured over two days by two authors, while coaches mark and a tablet is without network. */

let database: TestDatabase
let world: World
let one: Tenant
const children = Array.from({ length: 12 }, () => crypto.randomUUID())
const group = crypto.randomUUID()
const HOUR_MS = 3_600_000

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const passwordHash = await hashPassword(PASSWORD)
  await inTenant(world.db, one.id, 'write', async (tx) => {
    const child = { clubIds: [one.club], lastname: 'Lane', dob: '2016-01-01' }
    await enterMembers(
      tx,
      one.id,
      children.map((id, index) => ({ ...child, id, firstname: `Child${index}` })),
    )
    await addGroup(tx, {
      id: group,
      clubId: one.club,
      name: 'All',
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date: '2020-01-01',
      coaches: [{ uuid: one.coach }],
      memberIds: children,
    })
    await createUser(tx, null, {
      id: crypto.randomUUID(),
      type: 'ngo',
      username: null,
      passwordHash,
      email: 'second@one.example',
      firstname: 'Ben',
      lastname: 'Morris',
      clubIds: [],
    })
  })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const url = (path = '') => `/v1/curriculum/swim/working-copy${path}`
/** The second author, logged in: the same requests under another name. */
const second = () => Author.of(world, one, 'second@one.example')

async function progressOf(): Promise<Map<string, string[]>> {
  const { rows } = await world.owner.query<{ member_id: string; node_id: string }>(
    `SELECT member_id, node_id FROM progress WHERE client_id = 'one' AND state = 'passed' AND node_id IN ('/stage-1', '/stage-2')`,
  )
  const passed = new Map<string, string[]>()
  for (const { member_id, node_id } of rows) passed.set(member_id, [...(passed.get(member_id) ?? []), node_id].sort())
  return passed
}

test('after the release every child has what a full evaluation over the released tree says, and no mark is lost', async () => {
  let anna = await Author.of(world, one)
  const edits = async (author: Author, ...batch: Edit[]) => {
    const { body } = await author.call<WorkingCopyState>('GET', url())
    const reply = await author.call<CopyEditsReply>('POST', url('/edits'), {
      copy: body.copy?.id ?? null,
      base: 0,
      edits: batch,
    })
    expect(reply.status).toBe(200)
    return reply.body
  }
  const mark = (device: Device, child: string, skill: string, grade = 3) =>
    device.mark(child, `/stage-1/${skill}`, grade, { payload: { groupId: group } })

  // before: the first n children have the first n of the four skills
  const tablet = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await tablet.push(
    ...children.flatMap((child, index) => SKILLS.slice(0, index % 5).map((skill) => mark(tablet, child, skill))),
  )

  // the first day: Anna moves and adds; a coach goes on marking, and a tablet marks without network
  await edits(anna, { do: 'move', ids: ['/stage-1/dive'], parentId: '/stage-2', before: null })
  await edits(anna, { do: 'add', nodes: [node('/stage-1/roll', '/stage-1', 's')], before: null })
  const offline = children
    .slice(0, 6)
    .flatMap((child) => [
      mark(tablet, child, 'dive'),
      mark(tablet, child, 'glide'),
      mark(tablet, child, 'kick'),
      mark(tablet, child, 'float'),
    ])
  const online = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await online.push(...children.slice(6).map((child) => mark(online, child, 'float')))

  // the second day: Ben changes grades and deletes, Anna writes a title, which goes live at once
  world.clock.now += 26 * HOUR_MS
  anna = await Author.of(world, one)
  const ben = await second()
  await edits(ben, { do: 'set', id: '/stage-1/kick', set: { grade: 1 } })
  await edits(ben, { do: 'remove', ids: ['/stage-1/glide'] })
  expect((await edits(anna, { do: 'set', id: '/stage-1', set: { title: { en: 'Stage One' } } })).saved.in).toBe('live')
  const later = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await later.push(...children.slice(6, 9).map((child) => mark(later, child, 'kick')))

  const { body: state } = await ben.call<WorkingCopyState>('GET', url())
  expect(state.copy).toMatchObject({ changes: 4, begun_by: 'Greta Lind' })
  const copy = state.copy?.id ?? ''
  const { body: plan } = await ben.call<ReleasePlan>('POST', url('/plan'), { copy, keep_live: [] })
  expect(plan).toMatchObject({ conflicts: [], left_out: [], refused: null })
  await runTasks(world, [one])
  const before = await progressOf()
  await ben.call('POST', url('/release'), { copy, revision: plan.revision, keep_live: [] })
  world.clock.now += HOUR_MS / 30
  await runTasks(world, [one])
  const after = await progressOf()

  // the impact that the author read is what happened, child by child
  const passed = (at: Map<string, string[]>, level: string) =>
    children.filter((child) => at.get(child)?.includes(level))
  for (const { id, gained, lost } of plan.impact.levels) {
    expect(passed(after, id).filter((child) => !passed(before, id).includes(child))).toHaveLength(gained)
    expect(passed(before, id).filter((child) => !passed(after, id).includes(child))).toHaveLength(lost)
  }

  // the tablet comes back after three days
  world.clock.now += 46 * HOUR_MS
  const back = (await world.logIn(one, 'coach')).token
  const { outcomes } = await tablet.withToken(back).push(...offline)
  const outcomeOf = (skill: string) =>
    outcomes.filter(({ opId }) =>
      offline.find((op) => op.opId === opId && JSON.stringify(op.payload).includes(`/${skill}"`)),
    )
  // moved, graded otherwise, or as before: the mark counts
  for (const skill of ['dive', 'kick', 'float'])
    expect(new Set(outcomeOf(skill).map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  // deleted: the tablet keeps the mark and says by its name which skill is gone
  for (const outcome of outcomeOf('glide'))
    expect(outcome).toMatchObject({ outcome: 'rejected', code: 'UNKNOWN_NODE', title: { en: 'glide' }, grade_kind: 3 })
  // the same again, after a lost answer
  const again = await tablet.withToken(back).push(...offline)
  expect(again.outcomes.filter(({ title }) => title?.['en'] === 'glide')).toHaveLength(6)

  const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
  expect(stored).toEqual(engine)
  // and the tree that was evaluated is the copy’s
  const { nodes } = await (await Author.of(world, one)).readRaw('swim')
  const released = compileTree(treeOf(nodes), [
    { grade: 3, pass: 3 },
    { grade: 1, pass: 1 },
  ])
  const final = await progressOf()
  for (const child of children) {
    const { rows } = await world.owner.query<Result & { node_id: string }>(
      `SELECT node_id, grade, pass, ts, since FROM results WHERE client_id = 'one' AND member_id = $1`,
      [child],
    )
    const evaluation = evaluate(released, new Map(rows.map(({ node_id, ...result }) => [node_id, result])))
    const levels = ['/stage-1', '/stage-2'].filter((id) => evaluation.node(id)?.state === 'passed')
    expect(final.get(child) ?? []).toEqual(levels)
  }
  // no mark was lost: the deleted skill still has those that were made before
  const { rows: marks } = await world.owner.query(
    `SELECT FROM results WHERE client_id = 'one' AND node_id = '/stage-1/glide' AND grade = 3`,
  )
  expect(marks.length).toBeGreaterThan(0)
})
