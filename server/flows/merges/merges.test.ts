import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MarkEntry, MemberProgress } from '#contract/assessment/member-record.ts'
import type { AttendanceEntry, ClubMember, MemberDetail } from '#contract/members/club-members.ts'
import type { Duplicate, MemberMerge, SeparateMembers } from '#contract/flows/member-merges.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { TermBoard } from '#contract/flows/term-board.ts'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { CoachMember, ChangesReply } from '#contract/assessment/sync.ts'
import { linkInvitedChildren } from '#server/identity/users/invite.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addMemberToClub } from '#server/members/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The tokens of an administrator and a coach of the club. */
let token = ''
let coach = ''
let device: Device

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

const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })

async function enterMember(payload: object): Promise<string> {
  const reply = await call({ method: 'POST', url: '/v1/members', payload: { dob: '2017-01-02', ...payload } })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberDetail>().uuid
}
const enterGroup = (...member_uuids: string[]) => enterGroupOf(one.group, ...member_uuids)
const enterGroupOf = (group: string, ...member_uuids: string[]) =>
  call({ method: 'POST', url: `/v1/groups/${group}/members`, payload: { member_uuids } })
const createGroup = async (name: string) => {
  const payload = { name, weekdays: [1], first_date: '2020-01-01', coaches: [] }
  return (await call({ method: 'POST', url: '/v1/groups', payload })).json<GroupDetail>().id
}
const readMember = async (id: string) => (await call({ url: `/v1/members/${id}` })).json<MemberDetail>()
const readProgress = async (id: string) => (await call({ url: `/v1/members/${id}/progress` })).json<MemberProgress>()
const merge = (kept: string, merged_uuid: string) => {
  // Each merge has its own second, because the list of merges is in the order of their times.
  world.clock.now += 1_000
  return call({ method: 'POST', url: `/v1/members/${kept}/merge`, payload: { merged_uuid } })
}
const listMerges = async () => (await call({ url: '/v1/members/merges' })).json<MemberMerge[]>()
const undo = (id: string) => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })
const nameOf = ({ firstname, lastname }: Duplicate['members'][number]) => `${firstname} ${lastname}`
const listDuplicates = async () => (await call({ url: '/v1/members/duplicates' })).json<Duplicate[]>()

/** Progress, results and present awards of a member. */
async function readStored(id: string) {
  const { progress: levels, scores, awards } = await readProgress(id)
  return { levels, scores, awards: awards.filter((award) => award.ended_ts === null) }
}

describe('two records of one child', () => {
  let kept = ''
  let duplicate = ''

  beforeAll(async () => {
    kept = await enterMember({
      firstname: 'Samuel',
      lastname: 'Griffiths',
      ngo_id: null,
      medical: 'Asthma',
      phones: ['029 2087'],
    })
    duplicate = await enterMember({
      firstname: 'Sam',
      lastname: 'Griffiths',
      ngo_id: 'M-2',
      medical: 'Nuts',
      phones: ['07700 900'],
      guardians: [{ guardian_firstname: 'Mari', guardian_lastname: 'Griffiths', guardian_email: 'mari@one.example' }],
    })
    expect((await enterGroup(kept)).statusCode).toBe(200)
    expect((await enterGroup(duplicate)).statusCode).toBe(200)
    // Only together have the two records passed all skills of the level.
    const now = world.clock.now
    const { outcomes } = await device.push(
      device.mark(kept, '/stage-1/float', 3, { ms: now - 5_000 }),
      device.mark(kept, '/stage-1/glide', 1, { ms: now - 4_000 }),
      device.mark(duplicate, '/stage-1/glide', 3, { ms: now - 3_000 }),
      device.mark(duplicate, '/stage-1/kick', 3, { ms: now - 2_000 }),
      device.mark(duplicate, '/stage-1/dive', 3, { ms: now - 1_000 }),
      device.registerEntry(
        { kind: 'attendance', groupId: one.group, date: world.today(), memberUuid: duplicate },
        'present',
      ),
      device.registerEntry(
        { kind: 'family_word', memberUuid: duplicate, schemeSlug: 'swim', schemeNodeId: '/stage-1' },
        'Sam never gave up',
      ),
    )
    expect(outcomes.map((result) => result.outcome)).toEqual(Array(7).fill('applied'))
  })

  test('are found by the same birthday and similar names, or by the same name and a mistyped birthday; twins are not', async () => {
    await enterMember({ firstname: 'Tomos', lastname: 'Griffiths' })
    await enterMember({ firstname: 'Wyn', lastname: 'Parry', dob: '2016-01-02' })
    // day and month swapped
    await enterMember({ firstname: 'Wyn', lastname: 'Parry', dob: '2016-02-01' })
    // this birthday is no slip of the pen, and there is no common guardian: not a duplicate
    await enterMember({ firstname: 'Wyn', lastname: 'Parry', dob: '2012-07-19' })
    const duplicates = await listDuplicates()
    expect(duplicates.map(({ why, members }) => [why, ...members.map(({ firstname }) => firstname).sort()])).toEqual([
      ['birthday', 'Sam', 'Samuel'],
      ['name', 'Wyn', 'Wyn'],
    ])
    expect(duplicates[0]?.members.find(({ uuid }) => uuid === duplicate)).toMatchObject({
      marks: 3,
      guardians: ['Mari Griffiths mari@one.example'],
      groups: ['Dolphins'],
    })
    // medical notes are not part of the list
    expect(JSON.stringify(duplicates)).not.toContain('Nuts')
  })

  test('are listed in pages, with the number of all pairs', async () => {
    const pages = await Promise.all(
      ['0', '1', '2'].map((page) => call({ url: `/v1/members/duplicates?per_page=1&page=${page}` })),
    )
    expect(pages.map((page) => page.json<Duplicate[]>().map(({ why }) => why))).toEqual([['birthday'], ['name'], []])
    expect(pages.map((page) => page.headers['x-total-count'])).toEqual(['2', '2', '2'])
  })

  test('that are two children are not listed any more, until they are listed again', async () => {
    const [pair] = await listDuplicates()
    const [first, second] = pair?.members ?? []
    const url = `/v1/members/${second?.uuid}/separate`
    const payload = { other_uuid: first?.uuid }
    // the order of the two is of no importance, and a repeated request changes nothing
    for (const _ of [1, 2]) expect((await call({ method: 'POST', url, payload })).statusCode).toBe(204)
    expect((await listDuplicates()).map(({ why }) => why)).toEqual(['name'])
    const known = (await call({ url: '/v1/members/separate' })).json<SeparateMembers[]>()
    expect(known).toMatchObject([{ by: 'Owain Price' }])
    expect(known[0]?.members.map(({ name }) => name).sort()).toEqual(['Sam Griffiths', 'Samuel Griffiths'])

    expect((await call({ method: 'DELETE', url, payload })).statusCode).toBe(204)
    expect((await listDuplicates()).map(({ why }) => why)).toEqual(['birthday', 'name'])
    expect((await call({ url: '/v1/members/separate' })).json()).toEqual([])
    const { rows } = await world.owner.query(
      `SELECT action FROM audit_log WHERE action IN ('keep-apart', 'list-again') ORDER BY id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['keep-apart', 'keep-apart', 'list-again', 'list-again'])

    for (const other_uuid of [second?.uuid, two.members[0], crypto.randomUUID()])
      for (const method of ['POST', 'DELETE'] as const)
        expect((await call({ method, url, payload: { other_uuid } })).json()).toMatchObject({
          status: 404,
          field: 'other_uuid',
        })
  })

  test('become one with all marks, the award that these give together, attendance, groups and fields', async () => {
    world.announced.length = 0
    const reply = await merge(kept, duplicate)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toMatchObject({
      firstname: 'Samuel',
      ngo_id: 'M-2',
      medical: 'Asthma\nNuts',
      phones: ['029 2087', '07700 900'],
      guardians: [{ guardian_email: 'mari@one.example' }],
      groups: [{ name: 'Dolphins' }],
    })
    const { scores, progress, awards } = await readProgress(kept)
    expect(scores['swim']?.['/stage-1/glide']).toMatchObject({ grade: 3 })
    expect(progress['swim']?.['/stage-1']).toMatchObject({ state: 'passed' })
    expect(awards).toMatchObject([{ title: 'stage-1', ended_ts: null }])
    const marks = await call({ url: `/v1/members/${kept}/marks?per_page=10` })
    expect(marks.json<MarkEntry[]>()).toHaveLength(5)
    const attendance = await call({ url: `/v1/members/${kept}/attendance` })
    expect(attendance.json<AttendanceEntry[]>()).toMatchObject([{ value: 'present' }])
    expect((await call({ url: `/v1/members/${duplicate}` })).statusCode).toBe(404)
    const found = (await call({ url: '/v1/members?search=griffiths' })).json<ClubMember[]>()
    expect(found.map(({ firstname }) => firstname)).toEqual(['Samuel', 'Tomos'])
    expect((await enterGroup(duplicate)).statusCode).toBe(404)
    expect(world.announced).toMatchObject([{ clubs: [[one.club, expect.any(Number)]] }])
    const { rows } = await world.owner.query(
      `SELECT entity_id, user_id FROM audit_log WHERE action = 'merge' AND client_id = 'one' ORDER BY id`,
    )
    expect(rows).toMatchObject([
      { entity_id: kept, user_id: one.admin },
      { entity_id: duplicate, user_id: one.admin },
    ])
  })

  test('are one record on the tablets', async () => {
    const reply = await world.request({ url: '/v1/sync/changes', host: one.host('coach'), token: coach })
    expect(reply.statusCode, reply.body).toBe(200)
    const changes = reply.json<ChangesReply>().changes.filter(({ data }) => data !== null)
    const members = changes.filter(({ kind }) => kind === 'member').map(({ data }) => (data as CoachMember).uuid)
    expect(members).toContain(kept)
    expect(members).not.toContain(duplicate)
    const results = changes.filter(({ kind }) => kind === 'result').map(({ key }) => key)
    // one result for each of the four skills: two marks were about the same one
    expect(results.filter((key) => key.startsWith(kept))).toHaveLength(4)
    expect(results.filter((key) => key.startsWith(duplicate))).toEqual([])
    const words = changes.flatMap(({ kind, data }) =>
      kind === 'register' && data?.kind === 'family_word' ? [[data.memberUuid, data.value]] : [],
    )
    expect(words).toEqual([[kept, 'Sam never gave up']])
  })

  test('are separated again by an undo, each with its own marks; later changes stay', async () => {
    const { revision } = await readMember(kept)
    await call({
      method: 'PATCH',
      url: `/v1/members/${kept}`,
      headers: { 'if-match': revision },
      payload: { phones: ['0800 1'] },
    })
    await device.push(device.mark(kept, '/stage-1/float', 2, { ms: world.clock.now }))
    const [newestMerge] = await listMerges()
    expect(newestMerge).toMatchObject({
      kept: 'Samuel Griffiths',
      merged: 'Sam Griffiths',
      by: 'Owain Price',
      undone: false,
    })
    expect((await undo(newestMerge?.id ?? '')).json()).toMatchObject({
      repeated: false,
      kept: [{ why: 'changed', id: kept, name: 'Samuel Griffiths', by: 'Owain Price' }],
    })
    expect(await readMember(kept)).toMatchObject({ ngo_id: null, medical: 'Asthma', phones: ['0800 1'], guardians: [] })
    expect(await readMember(duplicate)).toMatchObject({ ngo_id: 'M-2', medical: 'Nuts', status: 'active' })
    expect(await readStored(kept)).toMatchObject({
      scores: { swim: { '/stage-1/float': { grade: 2 }, '/stage-1/glide': { grade: 1 } } },
      awards: [],
    })
    expect(Object.keys((await readStored(kept)).scores['swim'] ?? {}).sort()).toEqual([
      '/stage-1/float',
      '/stage-1/glide',
    ])
    expect(Object.keys((await readStored(duplicate)).scores['swim'] ?? {}).sort()).toEqual([
      '/stage-1/dive',
      '/stage-1/glide',
      '/stage-1/kick',
    ])
    expect((await call({ url: `/v1/members/${duplicate}/attendance` })).json()).toMatchObject([{ value: 'present' }])
    expect((await undo(newestMerge?.id ?? '')).json()).toMatchObject({ repeated: true })
  })

  test('are as they were after a merge in either direction and its undo', async () => {
    const before = [await readStored(kept), await readStored(duplicate)]
    for (const [keptRecord, mergedRecord] of [
      [kept, duplicate],
      [duplicate, kept],
    ] as const) {
      expect((await merge(keptRecord, mergedRecord)).statusCode).toBe(200)
      const [newestMerge] = await listMerges()
      expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
      expect([await readStored(kept), await readStored(duplicate)]).toEqual(before)
    }
  })

  test('say which membership number an undo did not give back, because another member has it now', async () => {
    expect((await merge(kept, duplicate)).statusCode).toBe(200)
    await world.owner.query('UPDATE members SET ngo_id = NULL WHERE id = $1', [kept])
    const other = await enterMember({ firstname: 'Nia', lastname: 'Number', ngo_id: 'M-2' })
    const [newestMerge] = await listMerges()
    const { kept: left } = (await undo(newestMerge?.id ?? '')).json<Undone>()
    expect(left).toContainEqual({
      why: 'number-taken',
      id: duplicate,
      number: 'M-2',
      name: 'Sam Griffiths',
      by: null,
      at: null,
    })
    await world.owner.query('UPDATE members SET ngo_id = NULL WHERE id = $1', [other])
    await world.owner.query(`UPDATE members SET ngo_id = 'M-2' WHERE id = $1`, [duplicate])
  })

  test('that were merged one after the other are separated in reverse order only', async () => {
    const third = await enterMember({ firstname: 'Sammy', lastname: 'Griffiths' })
    await merge(duplicate, third)
    const [firstMerge] = await listMerges()
    await merge(kept, duplicate)
    const [secondMerge] = await listMerges()
    expect((await undo(firstMerge?.id ?? '')).json()).toMatchObject({ error: 'UNDO_STATE', ids: [duplicate] })
    expect((await undo(secondMerge?.id ?? '')).statusCode).toBe(200)
    expect((await undo(firstMerge?.id ?? '')).statusCode).toBe(200)
    expect(await readMember(third)).toMatchObject({ firstname: 'Sammy' })
  })

  test('leave nothing of either when they are erased after a merge, also on tablets that missed the merge', async () => {
    await enterGroup(duplicate)
    const note = device.registerEntry({ kind: 'note', memberUuid: duplicate }, 'Sam likes to dive')
    expect((await device.push(note)).outcomes).toMatchObject([{ outcome: 'applied' }])
    await merge(kept, duplicate)
    const reply = await call({ method: 'DELETE', url: `/v1/members/${kept}`, payload: { name: 'Samuel Griffiths' } })
    expect(reply.statusCode, reply.body).toBe(204)
    const { rows } = await world.owner.query('SELECT id FROM members WHERE id = ANY($1)', [[kept, duplicate]])
    expect(rows).toEqual([])
    const pulled = await world.request({ url: '/v1/sync/changes', host: one.host('coach'), token: coach })
    const erased = pulled.json<ChangesReply>().changes.filter(({ kind }) => kind === 'erasure')
    expect(erased.map(({ key }) => key).sort()).toEqual([kept, duplicate].sort())
    // the note was accepted, and is answered so when it comes again; another one is refused
    expect((await device.push(note)).outcomes).toMatchObject([{ outcome: 'applied' }])
    const later = device.registerEntry({ kind: 'note', memberUuid: duplicate }, 'Sam likes to swim')
    expect((await device.push(later)).outcomes).toMatchObject([{ code: 'MEMBER_ERASED' }])
    const log = await world.owner.query(`SELECT DISTINCT action FROM audit_entries WHERE entity_id = $1`, [duplicate])
    expect(log.rows.map(({ action }: { action: string }) => action)).toEqual(expect.arrayContaining(['note', 'erase']))
  })

  test('are found by names that are spelled otherwise or contain the other, and by the same name and a guardian’s address', async () => {
    const guardian = { guardian_firstname: 'Non', guardian_lastname: 'Rees' }
    for (const [firstname, lastname, dob, guardian_email] of [
      // four years apart, but with one guardian
      ['Ifan', 'Rees', '2012-07-19', 'Non@one.example'],
      ['Ifan', 'Rees', '2016-01-02', 'non@one.example'],
      ['Zoë', 'O’Brien', '2015-05-06', 'a@one.example'],
      ['Zoe', 'OBrien', '2014-05-06', 'b@one.example'],
      ['Mabli', 'Bowen-Hughes', '2015-05-06', 'c@one.example'],
      ['Mabli', 'Hughes', '2015-05-06', 'd@one.example'],
      // a sibling
      ['Efa', 'Rees', '2014-01-02', 'non@one.example'],
    ] as const)
      await enterMember({ firstname, lastname, dob, guardians: [{ ...guardian, guardian_email }] })
    const found = (await listDuplicates()).map(({ why, members }) => [why, ...members.map(nameOf).sort()])
    expect(found).toEqual(
      expect.arrayContaining([
        ['birthday', 'Mabli Bowen-Hughes', 'Mabli Hughes'],
        ['name', 'Ifan Rees', 'Ifan Rees'],
        ['name', 'Zoe OBrien', 'Zoë O’Brien'],
      ]),
    )
    expect(found.flat()).not.toContain('Efa Rees')
  })
})

describe('a merge', () => {
  test('of a member with itself, an unknown one, one of another client, or one who is in a second club too is refused', async () => {
    const [first, second] = one.members
    expect((await merge(first, first)).json()).toMatchObject({ status: 400, field: 'merged_uuid' })
    expect((await merge(first, crypto.randomUUID())).json()).toMatchObject({ status: 404, field: 'merged_uuid' })
    expect((await merge(first, two.members[0])).json()).toMatchObject({ status: 404, field: 'merged_uuid' })
    expect((await merge(two.members[0], first)).json()).toMatchObject({ status: 404, field: 'uuid' })
    expect((await undo(crypto.randomUUID())).statusCode).toBe(404)
    const otherClub = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const club = { id: otherClub, name: 'Bay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
      await createClub(tx, null, club)
      await addMemberToClub(
        tx,
        { userId: null, nowMs: Date.now() },
        { memberId: second, clubId: otherClub, memberType: null },
      )
    })
    expect((await merge(first, second)).json()).toMatchObject({ status: 409, error: 'MEMBER_ELSEWHERE' })
  })

  test('is refused where one record cannot hold what both have, and changes nothing', async () => {
    const sent = (number: number) => ({
      firstname: ['Eira', 'Eirawen'][number - 1],
      lastname: 'Hopkin',
      medical: `${number}`.repeat(1_000),
      phones: ['1', '2', '3'].map((digit) => `029 ${number} ${digit}`),
      tags: Array.from({ length: 11 }, (_, tag) => `Set ${number}.${tag}`),
      guardians: ['a', 'b', 'c', 'd'].map((letter) => ({
        guardian_firstname: letter.toUpperCase(),
        guardian_lastname: 'Hopkin',
        guardian_email: `${letter}${number}@x.example`,
      })),
    })
    const kept = await enterMember(sent(1))
    const other = await enterMember(sent(2))
    const before = await readMember(kept)
    const change = async (fields: object) => {
      const headers = { 'if-match': (await readMember(other)).revision }
      const reply = await call({ method: 'PATCH', url: `/v1/members/${other}`, headers, payload: fields })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const least: Record<string, unknown> = {
      // one character fewer, for the line break between them
      medical: '2'.repeat(999),
      phones: ['029 2 1', '029 2 2'],
      tags: Array.from({ length: 9 }, (_, tag) => `Set 2.${tag}`),
      guardians: sent(2).guardians.slice(0, 2),
    }
    const refused: string[] = []
    for (const _ of Object.keys(least)) {
      const reply = await merge(kept, other)
      expect(reply.json(), reply.body).toMatchObject({ status: 409, error: 'MERGE_TOO_MUCH' })
      const { field } = reply.json<{ field: string }>()
      refused.push(field)
      await change({ [field]: least[field] })
    }
    expect(refused.toSorted()).toEqual(Object.keys(least).toSorted())
    expect(await readMember(kept)).toEqual(before)
    expect((await merge(kept, other)).statusCode).toBe(200)
    const after = await readMember(kept)
    expect(after.medical).toBe(`${'1'.repeat(1_000)}\n${'2'.repeat(999)}`)
    expect([after.phones.length, after.tags.length, after.guardians.length]).toEqual([5, 20, 6])
  })

  test('and its undo are sent to the tablets of each club of the kept record, with what the record has no more', async () => {
    const cove = crypto.randomUUID()
    const shared = await enterMember({ firstname: 'Nia', lastname: 'Vaughan' })
    const double = await enterMember({ firstname: 'Nia Mair', lastname: 'Vaughan' })
    expect((await enterGroup(shared, double)).statusCode).toBe(200)
    const attendance = { kind: 'attendance', groupId: one.group, date: world.today(), memberUuid: double } as const
    await device.push(device.mark(double, '/stage-1/kick', 3), device.registerEntry(attendance, 'present'))
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const club = { id: cove, name: 'Cove', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
      await createClub(tx, null, club)
      await addMemberToClub(
        tx,
        { userId: null, nowMs: Date.now() },
        { memberId: shared, clubId: cove, memberType: null },
      )
    })
    /** What the write sends to the tablets of a club about the kept record. */
    const sentBy = async (club: string, write: () => Promise<unknown>) => {
      const rev = `(SELECT rev FROM club_counters WHERE club_id = $1)`
      const before = (await world.owner.query<{ rev: string }>(`SELECT ${rev}`, [club])).rows[0]?.rev
      await write()
      const { rows } = await world.owner.query<{ kind: string }>(
        `SELECT kind FROM changes WHERE club_id = $1 AND key LIKE $2 AND changed_rev > $3 ORDER BY kind`,
        [club, `${shared}%`, before],
      )
      return rows.map(({ kind }) => kind)
    }
    const undoNewest = async () => {
      const [newestMerge] = await listMerges()
      expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    }
    for (const [club, kinds] of [
      [one.club, ['member', 'register', 'result']],
      [cove, ['member', 'result']],
    ] as const) {
      expect(await sentBy(club, () => merge(shared, double))).toEqual(kinds)
      expect(await sentBy(club, undoNewest)).toEqual(kinds)
    }
  })

  test('takes invitations along, and its undo gives them back, also those that were accepted since', async () => {
    const single = await enterMember({ firstname: 'Elin', lastname: 'Tudor' })
    const double = await enterMember({ firstname: 'Elin Mair', lastname: 'Tudor' })
    const invite = async (member: string, email: string) => {
      const payload = { email, firstname: 'Ann', lastname: 'Tudor' }
      const reply = await call({ method: 'POST', url: `/v1/members/${member}/invites`, payload })
      expect(reply.statusCode, reply.body).toBe(201)
      return email
    }
    const both = await invite(single, 'both@one.example')
    await invite(double, both)
    const [early, late] = [await invite(double, 'early@one.example'), await invite(double, 'late@one.example')]
    const accept = async (email: string) => {
      const { rows } = await world.owner.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])
      await inTenant(world.db, one.id, 'write', (tx) => linkInvitedChildren(tx, rows[0]?.id ?? ''))
    }
    /** Who is invited for a record, or linked with it. */
    const parentsOf = async (id: string) => {
      const { rows } = await world.owner.query<{ parent: string }>(
        `SELECT split_part(email, '@', 1) || ' ' || how AS parent FROM users JOIN (
           SELECT user_id, 'invited' AS how FROM invited_links WHERE member_id = $1
           UNION ALL SELECT user_id, 'linked' FROM member_links WHERE member_id = $1) link ON link.user_id = users.id
         ORDER BY 1`,
        [id],
      )
      return rows.map(({ parent }) => parent)
    }
    expect((await merge(single, double)).statusCode).toBe(200)
    expect(await parentsOf(double)).toEqual([])
    expect(await parentsOf(single)).toEqual(['both invited', 'early invited', 'late invited'])
    await accept(early)
    expect(await parentsOf(single)).toEqual(['both invited', 'early linked', 'late invited'])
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    expect(await parentsOf(single)).toEqual(['both invited'])
    expect(await parentsOf(double)).toEqual(['both invited', 'early linked', 'late invited'])
    await accept(late)
    expect(await parentsOf(double)).toContain('late linked')
  })

  test('links by its undo only the parents who are still linked with the child', async () => {
    const single = await enterMember({ firstname: 'Heledd', lastname: 'Tudor' })
    const double = await enterMember({ firstname: 'Heledd Mair', lastname: 'Tudor' })
    await world.owner.query(`INSERT INTO member_links (client_id, user_id, member_id) VALUES ('one', $1, $2)`, [
      one.parent,
      double,
    ])
    expect((await merge(single, double)).statusCode).toBe(200)
    const unlinked = await world.request({
      method: 'DELETE',
      url: `/v1/users/${one.parent}/members/${single}`,
      host: one.host('parent'),
      token: (await world.logIn(one, 'parent')).token,
    })
    expect(unlinked.statusCode, unlinked.body).toBe(204)
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    const links = await world.owner.query('SELECT FROM member_links WHERE member_id = ANY($1)', [[single, double]])
    expect(links.rows).toEqual([])
  })

  test('leaves both records in what a family or a parent may ask for', async () => {
    const single = await enterMember({ firstname: 'Gwawr', lastname: 'Puw' })
    const double = await enterMember({ firstname: 'Gwawr Haf', lastname: 'Puw', note: 'Fears the deep end' })
    const third = await enterMember({ firstname: 'Gwaur', lastname: 'Puw' })
    await world.owner.query(`INSERT INTO member_links (client_id, user_id, member_id) VALUES ('one', $1, $2)`, [
      one.parent,
      single,
    ])
    await merge(double, third)
    await merge(single, double)
    const exported = await call({ url: `/v1/members/${single}/export` })
    const { token: parent } = await world.logIn(one, 'parent')
    const asked = { host: one.host('parent'), token: parent, url: `/v1/users/${one.parent}/export` }
    for (const { body } of [exported, await world.request(asked)]) {
      expect(body).toContain('Gwawr Haf')
      expect(body).toContain('Gwaur')
    }
    expect(exported.json<{ merged_records: object[] }>().merged_records).toHaveLength(2)
  })

  test('takes open conflicts of marks along, and its undo gives them back', async () => {
    const single = await enterMember({ firstname: 'Iolo', lastname: 'Wyn' })
    const double = await enterMember({ firstname: 'Iolo Rhys', lastname: 'Wyn' })
    expect((await enterGroup(single, double)).statusCode).toBe(200)
    const marks = [device.mark(double, '/stage-1/kick', 1), device.mark(double, '/stage-1/kick', 3)]
    await device.push(...marks)
    await world.owner.query(
      `INSERT INTO conflicts (client_id, member_id, scheme_id, node_id, ops)
       SELECT client_id, member_id, scheme_id, node_id, $2::uuid[] FROM results
       WHERE member_id = $1 AND node_id = '/stage-1/kick'`,
      [double, marks.map(({ opId }) => opId)],
    )
    /** Whose conflicts a full load of the coach's tablet has. */
    const shown = async () => {
      const pulled = await world.request({ url: '/v1/sync/changes', host: one.host('coach'), token: coach })
      return pulled
        .json<ChangesReply>()
        .changes.flatMap((change) => (change.kind === 'conflict' && change.data ? [change.data.memberUuid] : []))
    }
    expect((await merge(single, double)).statusCode).toBe(200)
    expect(await shown()).toEqual([single])
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    expect(await shown()).toEqual([double])
  })

  test('leaves the child in the group out of which only the kept record was taken before', async () => {
    const [older, newer] = [
      await enterMember({ firstname: 'Mali', lastname: 'Bevan' }),
      await enterMember({ firstname: 'Mali', lastname: 'Beven' }),
    ]
    const group = await createGroup('Twice')
    await enterGroupOf(group, older, newer)
    await world.owner.query('UPDATE group_members SET from_date = from_date - 30 WHERE member_id = ANY($1)', [
      [older, newer],
    ])
    const places = async () => {
      const { rows } = await world.owner.query<{ member_id: string; from: string; to: string | null }>(
        `SELECT member_id, from_date AS from, to_date AS to FROM group_members WHERE member_id = ANY($1)
         ORDER BY from_date, to_date`,
        [[older, newer]],
      )
      return rows
    }
    // the office sees the child twice in the group, and takes out the record that it then keeps
    await call({ method: 'DELETE', url: `/v1/groups/${group}/members/${older}` })
    const before = await places()
    expect((await merge(older, newer)).statusCode).toBe(200)
    expect((await readMember(older)).groups).toMatchObject([{ id: group }])
    const { members } = (await call({ url: `/v1/groups/${group}` })).json<GroupDetail>()
    expect(members.filter(({ uuid }) => [older, newer].includes(uuid))).toMatchObject([
      { uuid: older, from: world.today() },
    ])
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    expect((await readMember(older)).groups).toEqual([])
    expect(await places()).toEqual(expect.arrayContaining(before))
    // again, with what the undo has left
    expect((await merge(older, newer)).statusCode).toBe(200)
    expect((await readMember(older)).groups).toMatchObject([{ id: group }])
  })

  test('gives a place back by its undo, also when the group begins earlier since', async () => {
    const [kept, merged] = [
      await enterMember({ firstname: 'Owen', lastname: 'Tudur' }),
      await enterMember({ firstname: 'Owen', lastname: 'Tudor' }),
    ]
    const payload = { name: 'Soon', weekdays: [1], first_date: world.today(14), coaches: [] }
    const { id, revision } = (await call({ method: 'POST', url: '/v1/groups', payload })).json<GroupDetail>()
    await enterGroupOf(id, merged)
    expect((await merge(kept, merged)).statusCode).toBe(200)
    const headers = { 'if-match': `"${revision}"` }
    const earlier = {
      method: 'PATCH',
      url: `/v1/groups/${id}`,
      payload: { first_date: world.today(7) },
      headers,
    } as const
    expect((await call(earlier)).json<GroupDetail>().members).toMatchObject([{ uuid: kept, from: world.today(7) }])
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    const { members } = (await call({ url: `/v1/groups/${id}` })).json<GroupDetail>()
    expect(members).toMatchObject([{ uuid: merged, from: world.today(7) }])
  })

  test('is not undone while its group has no room for both records', async () => {
    const [kept, merged, other] = [
      await enterMember({ firstname: 'Lowri', lastname: 'Penry' }),
      await enterMember({ firstname: 'Lowri', lastname: 'Penri' }),
      await enterMember({ firstname: 'Idris', lastname: 'Gwyn' }),
    ]
    const payload = { name: 'Two', weekdays: [1], first_date: '2020-01-01', coaches: [], max_size: 2 }
    const { id } = (await call({ method: 'POST', url: '/v1/groups', payload })).json<GroupDetail>()
    expect((await enterGroupOf(id, kept, merged)).statusCode).toBe(200)
    // what the merge ends today counts for today
    await world.owner.query('UPDATE group_members SET from_date = from_date - 30 WHERE group_id = $1', [id])
    expect((await merge(kept, merged)).statusCode).toBe(200)
    expect((await enterGroupOf(id, other)).statusCode).toBe(200)
    const [newestMerge] = await listMerges()
    const undone = await undo(newestMerge?.id ?? '')
    expect(undone.json()).toMatchObject({ error: 'UNDO_STATE', obstacles: [{ why: 'group-full', id }] })
    await call({ method: 'DELETE', url: `/v1/groups/${id}/members/${other}` })
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    const { members } = (await call({ url: `/v1/groups/${id}` })).json<GroupDetail>()
    expect(members.map(({ uuid }) => uuid).sort()).toEqual([kept, merged].sort())
  })

  test('makes the kept record active when the merged one was, as long as the merge stands', async () => {
    const [former, present] = [
      await enterMember({ firstname: 'Nest', lastname: 'Rowlands' }),
      await enterMember({ firstname: 'Nest', lastname: 'Rowland' }),
    ]
    const makeInactive = { action: 'status', status: 'inactive', member_uuids: [former] }
    expect((await call({ method: 'POST', url: '/v1/members/bulk', payload: makeInactive })).statusCode).toBe(200)
    const first = await createGroup('Now')
    await enterGroupOf(first, present)
    expect((await merge(former, present)).statusCode).toBe(200)
    // an inactive member is in no group
    expect(await readMember(former)).toMatchObject({ status: 'active', groups: [{ id: first }] })
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).json()).toMatchObject({ kept: [] })
    expect(await readMember(former)).toMatchObject({ status: 'inactive', groups: [] })
    expect(await readMember(present)).toMatchObject({ status: 'active', groups: [{ id: first }] })

    // who has entered a group since stays active
    expect((await merge(former, present)).statusCode).toBe(200)
    const later = await createGroup('Later')
    await enterGroupOf(later, former)
    const [secondMerge] = await listMerges()
    expect((await undo(secondMerge?.id ?? '')).json()).toMatchObject({ kept: [{ why: 'changed', id: former }] })
    expect(await readMember(former)).toMatchObject({ status: 'active', groups: [{ id: later }] })
  })

  test('takes along what the board of the end of term has decided about the merged record, until it is undone', async () => {
    const single = await enterMember({ firstname: 'Tegan', lastname: 'Voyle' })
    const double = await enterMember({ firstname: 'Tegan', lastname: 'Voile' })
    await enterGroup(double)
    const decisions = [{ group_id: one.group, member_uuid: double, decision: 'stay' }]
    expect((await call({ method: 'PATCH', url: '/v1/term-board', payload: { decisions } })).statusCode).toBe(200)
    const decided = async () =>
      (await call({ url: '/v1/term-board' })).json<TermBoard>().draft.decisions.map(({ member_uuid: uuid }) => uuid)
    expect((await merge(single, double)).statusCode).toBe(200)
    expect(await decided()).toEqual([single])
    const [newestMerge] = await listMerges()
    expect((await undo(newestMerge?.id ?? '')).statusCode).toBe(200)
    expect(await decided()).toEqual([double])
  })

  test('is allowed to administrators only', async () => {
    const [first, second] = one.members
    for (const options of [
      { url: '/v1/members/duplicates' },
      { url: '/v1/members/merges' },
      { url: '/v1/members/separate' },
      { method: 'POST', url: `/v1/members/${first}/separate`, payload: { other_uuid: second } },
      { method: 'DELETE', url: `/v1/members/${first}/separate`, payload: { other_uuid: second } },
      { method: 'POST', url: `/v1/members/${first}/merge`, payload: { merged_uuid: second } },
      // refused before the merge is looked for, so any id does
      { method: 'POST', url: `/v1/change-sets/${crypto.randomUUID()}/undo` },
    ] as InjectOptions[]) {
      expect((await world.request({ ...options, host: one.host('coach'), token: coach })).statusCode).toBe(403)
      expect((await world.request({ ...options, host: one.host('club') })).statusCode).toBe(401)
    }
  })
})
