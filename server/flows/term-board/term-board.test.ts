import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { TermBoard, TermDraft } from '#contract/flows/term-board.ts'
import { overfullGroups } from '#domain/flows/term-board.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The tokens of an administrator and a coach of the club. */
let token = ''
let coach = ''
let device: Device
let groups: { first: string; second: string; older: string }
let members: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  coach = (await world.logIn(one, 'coach')).token
  device = new Device(world, one, coach)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: Parameters<World['request']>[0]) => world.request({ host: one.host('club'), token, ...options })
const readBoard = async (query = '') => (await call({ url: `/v1/term-board${query}` })).json<TermBoard>()
const sendDecisions = (decisions: object[]) => call({ method: 'PATCH', url: '/v1/term-board', payload: { decisions } })
const move = (group_id: string, member_uuid: string, to_group_id: string) => ({
  group_id,
  member_uuid,
  to_group_id,
  decision: 'move',
})
const stay = (group_id: string, member_uuid: string) => ({ group_id, member_uuid, decision: 'stay' })
const sendApply = (revision: string) =>
  call({ method: 'POST', url: '/v1/term-board/apply', headers: { 'if-match': `"${revision}"` } })
const undo = (id = '') => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })
const readGroup = async (id: string) => (await call({ url: `/v1/groups/${id}` })).json<GroupDetail>()
const namesIn = async (id: string) => (await readGroup(id)).members.map((member) => member.firstname)
/** All present and former memberships of groups. */
const readMemberships = async () =>
  (
    await world.owner.query(
      `SELECT group_id, member_id, from_date::text, to_date::text FROM group_members WHERE client_id = $1 ORDER BY 1, 2, 3`,
      [one.id],
    )
  ).rows
const saveDecisions = async (decisions: object[]) => {
  const reply = await sendDecisions(decisions)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<TermDraft>()
}
const applyDecisions = async (decisions: object[]) => {
  const { revision } = await saveDecisions(decisions)
  // what the board enters about moving on must be newer than what coaches entered just before
  world.clock.now += 1000
  const reply = await sendApply(revision)
  expect(reply.statusCode, reply.body).toBe(200)
  return (await readBoard()).applied?.id ?? ''
}

/**
 * Two groups for two children each, which are full (A and B in the first, C and D in the second), and one empty group
 * for children from twelve on.
 */
beforeEach(async () => {
  await world.owner.query('DELETE FROM term_decisions')
  groups = { first: crypto.randomUUID(), second: crypto.randomUUID(), older: crypto.randomUUID() }
  members = Array.from({ length: 4 }, () => crypto.randomUUID())
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await enterMembers(
      tx,
      one.id,
      members.map((id, index) => ({
        id,
        clubIds: [one.club],
        firstname: `Child${'ABCD'[index]}`,
        lastname: 'Evans',
        // about eight years ago
        dob: world.today(-3_000),
      })),
    )
    for (const [name, id, levels, memberIds] of [
      ['First', groups.first, ['/stage-1'], members.slice(0, 2)],
      ['Second', groups.second, ['/stage-1', '/stage-2'], members.slice(2)],
      ['Older', groups.older, ['/stage-1'], []],
    ] as const)
      await addGroup(tx, {
        id,
        clubId: one.club,
        name,
        scheme_slug: 'swim',
        levels: [...levels],
        start_at: '16:00',
        weekdays: [1],
        first_date: '2020-01-01',
        max_size: 2,
        coaches: [{ uuid: one.coach }],
        memberIds: [...memberIds],
      })
  })
  await world.owner.query('UPDATE groups SET age_from = 12 WHERE id = $1', [groups.older])
})

describe('the board', () => {
  test('shows for each member the level, whether it is ready and why, and the coach’s note', async () => {
    const [childA = ''] = members
    const inFirstGroup = { payload: { groupId: groups.first } }
    await device.push(
      ...SKILLS.map((skill) => device.mark(childA, `/stage-1/${skill}`, 3, inFirstGroup)),
      device.registerEntry({ kind: 'move', groupId: groups.first, memberUuid: childA }, 'move', {
        groupId: groups.first,
      }),
    )
    const { columns, groups: all, draft } = await readBoard(`?groups=${groups.first},${groups.second}`)
    expect(columns.map((column) => column.id)).toEqual([groups.first, groups.second])
    const [firstColumn] = columns
    expect(firstColumn?.members).toMatchObject([
      { uuid: childA, said: 'move', why: 'passed', level: '/stage-1', wanted: '/stage-2', elsewhere: [] },
      { said: null, why: 'open', level: '/stage-1', wanted: '/stage-1' },
    ])
    expect(all.find((group) => group.id === groups.older)).toMatchObject({ size: 0, age_from: 12, max_size: 2 })
    expect(draft.decisions).toEqual([])
    expect(JSON.stringify(columns)).not.toContain('medical')
  })

  test('shows no group of another client, and is closed to coaches', async () => {
    expect((await call({ url: `/v1/term-board?groups=${two.group}` })).statusCode).toBe(404)
    const adminOfTwo = (await world.logIn(two, 'club')).token
    const reply = await call({ url: '/v1/term-board', host: two.host('club'), token: adminOfTwo })
    expect(reply.body).not.toContain(groups.first)
    expect((await call({ url: '/v1/term-board', host: one.host('coach'), token: coach })).statusCode).toBe(403)
    expect((await world.request({ url: '/v1/term-board', host: one.host('club') })).statusCode).toBe(401)
    expect((await call({ url: '/v1/term-board?groups=all' })).statusCode).toBe(400)
  })
})

describe('a decision', () => {
  test('is stored, can be changed, and can be left open again', async () => {
    const [childA = '', childB = ''] = members
    await saveDecisions([move(groups.first, childA, groups.second), stay(groups.first, childB)])
    expect(
      (await readBoard()).draft.decisions.map(({ member_uuid, to_group_id }) => [member_uuid, to_group_id]),
    ).toEqual(
      expect.arrayContaining([
        [childA, groups.second],
        [childB, null],
      ]),
    )
    await saveDecisions([stay(groups.first, childA), { group_id: groups.first, member_uuid: childB, decision: 'open' }])
    expect((await readBoard()).draft.decisions).toMatchObject([
      { member_uuid: childA, to_group_id: null, firstname: 'ChildA' },
    ])
    const { rows } = await world.owner.query(`SELECT FROM audit_log WHERE entity = 'term-board' AND action = 'decide'`)
    expect(rows.length).toBeGreaterThanOrEqual(2)
  })

  test('for a group that does not fit is refused with the reason', async () => {
    const [childA = ''] = members
    const unknownId = crypto.randomUUID()
    for (const [decision, status, field, detail] of [
      [move(groups.first, childA, groups.older), 409, 'decisions/0/to_group_id', 'age'],
      [move(groups.first, childA, groups.first), 409, 'decisions/0/to_group_id', 'here'],
      [move(groups.first, childA, two.group), 404, 'decisions/0/to_group_id', 'NOT_FOUND'],
      [move(two.group, childA, groups.first), 404, 'decisions/0/group_id', 'NOT_FOUND'],
      [stay(groups.first, two.members[0]), 404, 'decisions/0/member_uuid', 'NOT_FOUND'],
      [stay(groups.second, childA), 404, 'decisions/0/member_uuid', 'NOT_FOUND'],
      [stay(groups.first, unknownId), 404, 'decisions/0/member_uuid', 'NOT_FOUND'],
    ] as const) {
      const reply = await sendDecisions([decision])
      expect([reply.statusCode, reply.json()], JSON.stringify(decision)).toMatchObject([status, { field, detail }])
    }
    expect((await sendDecisions([{ ...stay(groups.first, childA), to_group_id: groups.second }])).statusCode).toBe(400)
    const withoutTarget = { group_id: groups.first, member_uuid: childA, decision: 'move' }
    expect((await sendDecisions([withoutTarget])).statusCode).toBe(400)
    // none of the refused decisions was stored, so this one is alone
    // (this member is in the group of `createWorld`)
    await saveDecisions([move(one.group, one.members[0], groups.first)])
    expect((await readBoard()).draft.decisions).toHaveLength(1)
  })

  test('for a member who has passed the level allows only groups of the next level', async () => {
    const [, , childC = ''] = members
    await device.push(
      ...SKILLS.map((skill) => device.mark(childC, `/stage-1/${skill}`, 3, { payload: { groupId: groups.second } })),
    )
    const reply = await sendDecisions([move(groups.second, childC, groups.first)])
    expect(reply.json()).toMatchObject({ error: 'GROUP_UNFIT', detail: 'level' })
  })
})

describe('applying', () => {
  test('swaps members of two full groups at once, notes who stays, informs tablets, and logs everything', async () => {
    const [childA = '', childB = '', childC = ''] = members
    const pull = async (cursor = '') =>
      (
        await world.request({
          url: `/v1/sync/changes${cursor && `?cursor=${cursor}`}`,
          host: one.host('coach'),
          token: coach,
        })
      ).json<ChangesReply>()
    const { cursor } = await pull()
    const id = await applyDecisions([
      move(groups.first, childA, groups.second),
      move(groups.second, childC, groups.first),
      stay(groups.first, childB),
    ])
    expect(id).not.toBe('')
    expect(await namesIn(groups.first)).toEqual(['ChildB', 'ChildC'])
    expect(await namesIn(groups.second)).toEqual(['ChildA', 'ChildD'])
    const after = await readBoard(`?groups=${groups.first}`)
    expect(after.draft.decisions).toEqual([])
    expect(after.columns[0]?.members.find((member) => member.uuid === childB)?.said).toBe('stay')
    expect(after.applied).toMatchObject({ moves: 2, stays: 1, by: 'Owain Price' })
    // a device may be told to load all data anew instead of the changes
    const changesSince = await pull(cursor)
    const { changes } = changesSince.reload ? await pull() : changesSince
    const isMove = ({ kind, key }: (typeof changes)[0]) =>
      kind === 'group_member' && key === `${groups.second}/${childA}`
    expect(changes.some(isMove)).toBe(true)
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE entity = 'member' AND entity_id = $1 ORDER BY id`,
      [childA],
    )
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['leave-group', 'enter-group']))
  })

  test('moves nobody when one move would overfill a group, and names the group', async () => {
    const [childA = '', childB = '', childC = ''] = members
    const before = await readMemberships()
    const { revision } = await saveDecisions([
      move(groups.first, childA, groups.second),
      move(groups.first, childB, groups.second),
      move(groups.second, childC, groups.first),
    ])
    const reply = await sendApply(revision)
    expect(reply.json()).toMatchObject({ status: 409, error: 'GROUP_FULL', ids: [groups.second] })
    expect(await readMemberships()).toEqual(before)
    expect((await readBoard()).draft.decisions).toHaveLength(3)
  })

  test('counts a child once who got a place in the new group after the decision', async () => {
    const [first = '', , third = ''] = members
    await world.owner.query('UPDATE group_members SET to_date = $2 WHERE member_id = $1', [third, world.today(-1)])
    const { revision } = await saveDecisions([move(groups.first, first, groups.second)])
    const payload = { member_uuids: [first] }
    const entered = await call({ method: 'POST', url: `/v1/groups/${groups.second}/members`, payload })
    expect(entered.statusCode, entered.body).toBe(200)
    const board = await readBoard()
    expect(overfullGroups(board.groups, board.draft.decisions)).toEqual([])
    const reply = await sendApply(revision)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await namesIn(groups.first)).toEqual(['ChildB'])
    expect(await namesIn(groups.second)).toEqual(['ChildA', 'ChildD'])
  })

  test('is refused for another draft than the one that was shown, and for an empty one', async () => {
    const [childA = '', childB = ''] = members
    const firstDraft = await saveDecisions([stay(groups.first, childA)])
    await saveDecisions([stay(groups.first, childB)])
    expect((await sendApply(firstDraft.revision)).statusCode).toBe(412)
    const open = { group_id: groups.first, decision: 'open' }
    await sendDecisions([childA, childB].map((member_uuid) => ({ ...open, member_uuid })))
    expect((await sendApply((await readBoard()).draft.revision)).json()).toMatchObject({ error: 'TERM_STATE' })
  })

  test('ignores decisions about members who left the group meanwhile', async () => {
    const [childA = '', childB = ''] = members
    const { revision } = await saveDecisions([stay(groups.first, childA), stay(groups.first, childB)])
    await call({ method: 'DELETE', url: `/v1/groups/${groups.first}/members/${childA}` })
    expect((await readBoard()).draft.decisions).toHaveLength(1)
    expect((await sendApply(revision)).statusCode).toBe(412)
  })

  test('at the same time as moves by hand overfills no group', async () => {
    const [childA = '', childB = '', childC = '', childD = ''] = members
    await call({ method: 'DELETE', url: `/v1/groups/${groups.second}/members/${childD}` })
    const { revision } = await saveDecisions([move(groups.first, childA, groups.second)])
    // the second group has room for one of these three
    const replies = await Promise.all([
      sendApply(revision),
      call({
        method: 'POST',
        url: `/v1/groups/${groups.first}/members/${childB}/move`,
        payload: { group_id: groups.second },
      }),
      call({ method: 'POST', url: `/v1/groups/${groups.second}/members`, payload: { member_uuids: [childD] } }),
    ])
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    expect(await namesIn(groups.second)).toHaveLength(2)
    expect((await readGroup(groups.second)).members.map(({ uuid }) => uuid)).toContain(childC)
  })
})

describe('undoing', () => {
  test('restores exactly the earlier rows, and the earlier notes', async () => {
    const [childA = '', childB = '', childC = ''] = members
    await device.push(
      device.registerEntry({ kind: 'move', groupId: groups.first, memberUuid: childB }, 'move', {
        groupId: groups.first,
      }),
    )
    const before = await readMemberships()
    const id = await applyDecisions([
      move(groups.first, childA, groups.second),
      move(groups.second, childC, groups.first),
      stay(groups.first, childB),
    ])
    expect(await readMemberships()).not.toEqual(before)
    // the coach's restored entry must be newer than the board's, which it replaces
    world.clock.now += 1000
    const reply = await undo(id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await readMemberships()).toEqual(before)
    const { columns } = await readBoard(`?groups=${groups.first}`)
    expect(columns[0]?.members.find((member) => member.uuid === childB)?.said).toBe('move')
    expect((await undo(id)).json()).toMatchObject({ repeated: true })
    expect((await readBoard()).applied?.id).not.toBe(id)
  })

  test('is refused as a whole when one member was taught in the new group since', async () => {
    const [childA = '', , childC = ''] = members
    const id = await applyDecisions([
      move(groups.first, childA, groups.second),
      move(groups.second, childC, groups.first),
    ])
    const before = await readMemberships()
    await device.push(
      device.registerEntry(
        {
          kind: 'attendance',
          groupId: groups.second,
          date: world.today(),
          memberUuid: childA,
        },
        'present',
        { groupId: groups.second },
      ),
    )
    expect((await undo(id)).json()).toMatchObject({ status: 409, error: 'UNDO_STATE', ids: [childA] })
    expect(await readMemberships()).toEqual(before)
  })

  test('is refused when the places that members come back to are taken', async () => {
    const [childA = '', childB = ''] = members
    expect((await undo(await applyDecisions([stay(groups.first, childB)]))).statusCode).toBe(200)
    // the second group is full, so it gets room for one more
    await world.owner.query('UPDATE groups SET max_size = 3 WHERE id = $1', [groups.second])
    const moved = await applyDecisions([move(groups.first, childA, groups.second)])
    await call({ method: 'POST', url: `/v1/groups/${groups.first}/members`, payload: { member_uuids: [members[3]] } })
    expect((await undo(moved)).json()).toMatchObject({ status: 409, error: 'UNDO_STATE', ids: [groups.first] })
    const adminOfTwo = (await world.logIn(two, 'club')).token
    const reply = await call({
      method: 'POST',
      url: `/v1/change-sets/${moved}/undo`,
      host: two.host('club'),
      token: adminOfTwo,
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('a date of effect', () => {
  const chooseDate = (on: string) => call({ method: 'PATCH', url: '/v1/term-board', payload: { on } })
  beforeEach(async () => {
    await world.owner.query('UPDATE clubs SET term_date = NULL')
  })

  test('is the day on which all move: until then both groups show the moves, and an undo restores each row', async () => {
    const [childA = '', childB = '', childC = ''] = members
    const before = await readMemberships()
    const on = world.today(20)
    const lastDay = addDays(on, -1)
    const { revision } = (await readBoard()).draft
    const chosen = await chooseDate(on)
    expect(chosen.json(), chosen.body).toMatchObject({ on })
    expect(chosen.json<TermDraft>().revision).not.toBe(revision)
    const id = await applyDecisions([
      move(groups.first, childA, groups.second),
      move(groups.second, childC, groups.first),
      stay(groups.first, childB),
    ])
    const boardToday = await readBoard(`?groups=${groups.first}`)
    expect(boardToday.draft.on).toBe(world.today())
    expect(boardToday.applied).toMatchObject({ on, moves: 2 })
    expect(boardToday.columns[0]?.members.map(({ uuid, from, to }) => [uuid, from, to])).toEqual([
      [childA, null, lastDay],
      [childB, null, null],
      [childC, on, null],
    ])
    expect(
      (await readGroup(groups.first)).members.map(({ uuid, from, to }) => [uuid, from > world.today(), to]),
    ).toEqual([
      [childA, false, lastDay],
      [childB, false, null],
      [childC, true, null],
    ])
    // two places are taken on each day, so no third member can enter
    const [childD = ''] = members.slice(3)
    const third = await call({
      method: 'POST',
      url: `/v1/groups/${groups.first}/members`,
      payload: { member_uuids: [childD] },
    })
    expect(third.json()).toMatchObject({ error: 'GROUP_FULL' })
    // chosen again, because the board shows today after it was applied
    await chooseDate(on)
    const boardOnDate = await readBoard(`?groups=${groups.first}`)
    expect(boardOnDate.columns[0]?.members.map(({ uuid }) => uuid)).toEqual([childB, childC])
    expect(boardOnDate.groups.find((group) => group.id === groups.first)?.size).toBe(2)
    world.clock.now += 1000
    const reply = await undo(id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await readMemberships()).toEqual(before)
  })

  test('allows no move into a group that has ended by then, but moves out of it', async () => {
    const [childA = '', , childC = ''] = members
    await world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [groups.second, world.today(5)])
    await world.owner.query('UPDATE groups SET max_size = 3 WHERE id = $1', [groups.first])
    await chooseDate(world.today(6))
    expect((await sendDecisions([move(groups.first, childA, groups.second)])).json()).toMatchObject({
      error: 'GROUP_UNFIT',
      detail: 'over',
    })
    await applyDecisions([move(groups.second, childC, groups.first)])
    // the move is decided for today, when the group has not ended; a day after its end is chosen later
    await saveDecisions([move(groups.first, childA, groups.second)])
    await chooseDate(world.today(6))
    const { revision } = (await readBoard()).draft
    expect((await sendApply(revision)).json()).toMatchObject({ error: 'TERM_STATE', ids: [groups.second] })
  })

  test('leaves nobody without a group whose place in the new one ends after all', async () => {
    const [childA = ''] = members
    await world.owner.query('UPDATE groups SET max_size = NULL')
    await world.owner.query(
      `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date) VALUES ('one', $1, $2, $3, $4)`,
      [groups.second, childA, world.today(-20), world.today(10)],
    )
    const before = await readMemberships()
    // the decision is for a day when the place has ended, and an earlier day is chosen later
    await chooseDate(world.today(20))
    await saveDecisions([move(groups.first, childA, groups.second)])
    await chooseDate(world.today(5))
    // the board offers to undo the last application, which is not the last one of another test
    world.clock.now += 1000
    const applied = await sendApply((await readBoard()).draft.revision)
    expect(applied.statusCode, applied.body).toBe(200)
    const placesOfA = (await readMemberships()).filter((place) => place.member_id === childA)
    expect(placesOfA.find((place) => place.group_id === groups.first)?.to_date).toBe(world.today(4))
    expect(placesOfA.filter((place) => place.group_id === groups.second)).toMatchObject([
      { from_date: world.today(-20), to_date: null },
    ])
    world.clock.now += 1000
    expect((await undo((await readBoard()).applied?.id)).statusCode).toBe(200)
    expect(await readMemberships()).toEqual(before)
  })

  test('is between today and a year ahead, and a draft is applied only for the date that was shown', async () => {
    // yesterday, more than a year ahead, and the 32nd of a month
    for (const on of [world.today(-1), world.today(400), `${world.today(30).slice(0, 8)}32`])
      expect((await chooseDate(on)).json(), on).toMatchObject({ status: 400, field: 'on' })
    const [, childB = ''] = members
    const { revision } = await saveDecisions([stay(groups.first, childB)])
    await chooseDate(world.today(3))
    expect((await sendApply(revision)).json()).toMatchObject({ error: 'EDIT_CONFLICT' })
    expect((await call({ method: 'PATCH', url: '/v1/term-board', payload: {} })).statusCode).toBe(400)
  })
})
