import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenSession } from '#contract/identity/account.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { exportMember } from '#server/flows/export/export-user.ts'
import {
  personalDataOfMember,
  personalDataOfUser,
  tablesNotAboutMember,
  tablesNotAboutUser,
} from '#server/flows/export/personal-data-map.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
/** The clients of `createWorld`. Each has the children Siân and Beca O'Connor (AQ-1, AQ-2) and the parent Ffion. */
let one: Tenant
let two: Tenant
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  token = (await world.logIn(one, 'parent')).token
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** Calls a route below a user's own URL: by default that of the parent of client one, with the parent's token. */
const callAccount = (method: Method, path: string, payload?: object, other: { token?: string; user?: string } = {}) =>
  world.request({
    method,
    url: `/v1/users/${other.user ?? one.parent}/${path}`,
    host: one.host('parent'),
    token: other.token ?? token,
    ...(payload ? { payload } : {}),
  })

test('every route of another user’s account answers as if it did not exist', async () => {
  const calls = [
    ['PATCH', 'password', { password: 'New-horse-91', current_password: PASSWORD }],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['DELETE', `sessions/${crypto.randomUUID()}`],
    ['GET', 'export'],
    ['GET', 'deletion-request'],
    ['POST', 'deletion-request'],
    ['DELETE', 'deletion-request'],
  ] as const
  for (const [method, path, payload] of calls) {
    const replies = await Promise.all(
      [two.parent, one.coach, crypto.randomUUID(), 'x'].map((user) => callAccount(method, path, payload, { user })),
    )
    for (const reply of replies) expect([path, reply.statusCode, reply.json().error]).toEqual([path, 404, 'NOT_FOUND'])
    expect((await callAccount(method, path, payload, { token: 'x' })).statusCode, path).toBe(401)
  }
})

describe('a user’s own password', () => {
  test('can be changed with the current one; other devices are logged out and a mail is sent', async () => {
    const otherDevice = (await world.logIn(one, 'parent')).token
    const changed = await callAccount('PATCH', 'password', { password: 'New-horse-91', current_password: PASSWORD })
    expect([changed.statusCode, changed.body]).toEqual([204, ''])
    expect((await callAccount('GET', 'sessions', undefined, { token: otherDevice })).statusCode).toBe(401)
    expect((await callAccount('GET', 'sessions')).json()).toMatchObject([{ current: true }])
    expect((await world.mails(one)).map(({ subject }) => subject)).toEqual(['Your password at Client one has changed'])
    const changedBack = await callAccount('PATCH', 'password', { password: PASSWORD, current_password: 'New-horse-91' })
    expect(changedBack.statusCode).toBe(204)
    // Drops the mail about the second change, so that no later test finds it.
    await world.mails(one)
  })

  test('is changed once by whoever sends the change again because its answer was lost', async () => {
    const change = { password: 'New-horse-91', current_password: PASSWORD }
    expect((await callAccount('PATCH', 'password', change)).statusCode).toBe(204)
    await world.mails(one)
    const again = await callAccount('PATCH', 'password', change)
    expect([again.statusCode, again.body]).toEqual([204, ''])
    expect(await world.mails(one)).toEqual([])
    // it still takes the current password to set another one
    const other = await callAccount('PATCH', 'password', { ...change, password: 'Another-horse-92' })
    expect(other.json()).toMatchObject({ error: 'PASSWORD_WRONG' })
    await callAccount('PATCH', 'password', { password: PASSWORD, current_password: 'New-horse-91' })
    await world.mails(one)
  })

  test('is refused with its field when wrong, weak, common or missing; repeated guesses must wait', async () => {
    const wrong = await callAccount('PATCH', 'password', { password: 'New-horse-91', current_password: 'x' })
    expect(wrong.json()).toMatchObject({ status: 400, error: 'PASSWORD_WRONG', field: 'current_password' })
    const weak = await callAccount('PATCH', 'password', { password: 'horse', current_password: PASSWORD })
    expect(weak.json()).toMatchObject({ error: 'PASSWORD_WEAK', field: 'password' })
    expect((await callAccount('PATCH', 'password', { password: 'New-horse-91' })).json()).toMatchObject({
      status: 400,
      field: 'current_password',
    })
    // With the wrong one above, these are the ten guesses that are allowed.
    for (let n = 0; n < 9; n++)
      await callAccount('PATCH', 'password', { password: 'New-horse-91', current_password: `x${n}` })
    const blocked = await callAccount('PATCH', 'password', { password: 'New-horse-91', current_password: PASSWORD })
    expect(blocked.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    // The wait ends, so that the next test may log in.
    world.clock.now += 15 * 60_000
  })
})

describe('sessions', () => {
  test('are listed, this one first, and another is ended by itself', async () => {
    await callAccount('DELETE', 'sessions')
    const otherDevice = (await world.logIn(one, 'parent')).token
    const openSessions = (await callAccount('GET', 'sessions')).json<OpenSession[]>()
    expect(openSessions.map(({ current }) => current)).toEqual([true, false])
    expect((await callAccount('DELETE', `sessions/${openSessions[1]?.id}`)).statusCode).toBe(204)
    expect((await callAccount('GET', 'sessions', undefined, { token: otherDevice })).statusCode).toBe(401)
    expect((await callAccount('DELETE', `sessions/${openSessions[1]?.id}`)).statusCode).toBe(404)
  })

  test('of somebody else cannot be ended', async () => {
    // The id of a session is that of its family: the refresh tokens that follow from one login.
    const { rows: otherSessions } = await world.owner.query<{ family: string }>(
      'SELECT family FROM refresh_sessions WHERE user_id <> $1 LIMIT 1',
      [one.parent],
    )
    await world.logIn(one, 'coach')
    const { rows: coachSessions } = await world.owner.query<{ family: string }>(
      'SELECT family FROM refresh_sessions WHERE user_id = $1',
      [one.coach],
    )
    for (const { family } of [...otherSessions, ...coachSessions])
      expect((await callAccount('DELETE', `sessions/${family}`)).statusCode).toBe(404)
  })
})

describe('the export', () => {
  test('has everything stored about the parent and the parent’s children, and no other family’s data and no password hash', async () => {
    await world.owner.query(`UPDATE club_members SET note = 'canary-note' WHERE client_id = 'one' AND member_id = $1`, [
      one.members[0],
    ])
    await world.owner.query(`UPDATE members SET phones = '{canary-phone}' WHERE id = $1`, [one.members[0]])
    // A guardian with the parent's own address in capitals, and another guardian, whose address is not exported.
    await world.owner.query(
      `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email) VALUES
       ('one', $1, 8, 'Ffion', 'O', 'PARENT@one.example'), ('one', $1, 9, 'Ex', 'Partner', 'canary-other@one.example')`,
      [one.members[0]],
    )
    // Beca is no longer the parent's child, so the export leaves her out.
    await world.owner.query(`DELETE FROM member_links WHERE user_id = $1 AND member_id = $2`, [
      one.parent,
      one.members[1],
    ])
    const reply = await callAccount('GET', 'export')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="rungs-data.json"')
    const text = reply.body
    for (const included of ['parent@one.example', 'Siân', 'AQ-1', 'Asthma', 'canary-note', 'canary-phone', 'Partner'])
      expect(text).toContain(included)
    expect(text).toContain('PARENT@one.example')
    for (const excluded of ['Beca', 'AQ-2', 'canary-other', 'argon2', 'two']) expect(text).not.toContain(excluded)
    const { rows } = await world.owner.query(
      `SELECT entity, entity_id FROM audit_log WHERE client_id = 'one' AND action = 'export' ORDER BY id`,
    )
    expect(rows).toEqual([
      { entity: 'member', entity_id: one.members[0] },
      { entity: 'user', entity_id: one.parent },
    ])
  })

  test('of a member gives the club the whole record, and nothing of a member of another client', async () => {
    const exportFor = (member: string) =>
      inTenant(world.db, 'one', 'write', (tx) => exportMember(tx, member, { userId: one.admin, clubId: one.club }))
    expect(await exportFor(one.members[0])).toContain('canary-other@one.example')
    expect(await exportFor(two.members[0])).toBeNull()
  })

  test('knows every table that holds a user’s or a member’s id', async () => {
    const tables = async (column: string) => {
      const { rows } = await world.owner.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = $1 ORDER BY 1`,
        [column],
      )
      return rows.map(({ name }) => name)
    }
    const names = (exported: typeof personalDataOfUser, excluded: object) => [
      ...exported.map(({ table }) => table),
      ...Object.keys(excluded),
    ]
    // The tables that the filters leave out have no such column: they hold the id under another name, or not at all.
    const byUser = names(personalDataOfUser, tablesNotAboutUser)
    expect(byUser.filter((name) => !['users', 'lesson_plans'].includes(name)).sort()).toEqual(await tables('user_id'))
    const byMember = names(personalDataOfMember, tablesNotAboutMember)
    const underAnotherName = ['members', 'member_merges', 'register_edits', 'separate_members']
    expect(byMember.filter((name) => !underAnotherName.includes(name)).sort()).toEqual(await tables('member_id'))
  })
})

describe('a request for deletion', () => {
  test('is mailed to the club’s administrators once, is in the audit log, and can be withdrawn', async () => {
    const firstReply = await callAccount('POST', 'deletion-request')
    expect(firstReply.json()).toEqual({ asked_ts: Math.floor(world.clock.now / 1000) })
    expect((await callAccount('POST', 'deletion-request')).json()).toEqual(firstReply.json())
    expect((await callAccount('GET', 'deletion-request')).json()).toEqual(firstReply.json())
    const mails = await world.mails(one)
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['admin@one.example', "Ffion O'Connor (parent@one.example) asks to be deleted"],
    ])
    expect((await callAccount('DELETE', 'deletion-request')).json()).toEqual({ asked_ts: null })
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE user_id = $1 AND action LIKE '%deletion%' ORDER BY id`,
      [one.parent],
    )
    expect(rows.map(({ action }) => action)).toEqual(['ask-deletion', 'take-deletion-back'])
  })

  test('mails nobody when it is withdrawn before the mail is sent, and the authors when the parent has no child', async () => {
    await callAccount('POST', 'deletion-request')
    await callAccount('DELETE', 'deletion-request')
    expect(await world.mails(one)).toEqual([])
    await world.owner.query('DELETE FROM member_links WHERE user_id = $1', [one.parent])
    await callAccount('POST', 'deletion-request')
    expect((await world.mails(one)).map(({ to }) => to.address)).toEqual(['ngo@one.example'])
  })

  test('is possible for parents only', async () => {
    const coachToken = (await world.logIn(one, 'coach')).token
    const reply = await world.request({
      method: 'POST',
      url: `/v1/users/${one.coach}/deletion-request`,
      host: one.host('coach'),
      token: coachToken,
    })
    expect(reply.statusCode).toBe(403)
  })
})
