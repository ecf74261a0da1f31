import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ChangesReply, Operation, PushReply } from '#contract/assessment/sync.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { newMark } from '#server/assessment/sync/new-operation.ts'
import { call, RunningServer } from './running-server.ts'

let server: RunningServer

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
})
afterAll(() => server.stop())

async function logIn(portal: 'coach' | 'parent'): Promise<string> {
  const { body } = await call(server, portal, '/v1/auth/login', {
    body: { client_id: 'aquila', type: portal, email: `${portal}@aquila.example`, password: DEMO_PASSWORD },
  })
  return (body as LoginReply).token
}

/** The user's id in an access token, whose field `sub` is JSON itself. */
function userIdIn(token: string): string {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return (JSON.parse(sub) as { user_uuid: string }).user_uuid
}

test('the first start loads the demo, prints the portals’ addresses and the logins, and serves the start page', async () => {
  const firstStart = inject('firstStart')
  expect(firstStart.output).toContain('Loading the demo clients')
  expect(firstStart.output).toContain(`http://coach.aquila.localhost:${firstStart.port}/`)
  expect(firstStart.output).toContain('parent@aquila.example')
  const page = await fetch(`http://localhost:${server.port}/`)
  // the start page names the portals of all demo clients, of which Vault is another one
  expect(await page.text()).toContain(`http://parent.vault.localhost:${server.port}/`)
})

test('after kill -9 the next start adopts the database that still runs, and does not load the demo again', async () => {
  await server.kill()
  await server.start()
  expect(server.output).toContain('The database was still running')
  expect(server.output).not.toContain('Loading the demo')
})

test('after kill -9 of the database too, the next start removes its stale lock and all data are still there', async () => {
  await server.kill({ database: true })
  await server.start()
  expect(server.output).not.toContain('Loading the demo')
  expect(await logIn('parent')).toBeTruthy()
})

test('a second start on the same port ends with a clear message, and the first server keeps running', async () => {
  await expect(server.rungs('serve')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`port ${server.port} is taken`) as string,
  })
  expect(await logIn('parent')).toBeTruthy()
})

test('a server killed while it answers a push loses nothing and applies nothing twice', async () => {
  const token = await logIn('coach')
  // what a tablet loads: all pages of changes, from the first one on
  const changes: ChangesReply['changes'] = []
  for (let cursor = '', more = true; more;) {
    const page = (await call(server, 'coach', `/v1/sync/changes?cursor=${cursor}`, { token })).body as ChangesReply
    changes.push(...page.changes)
    ;({ cursor, more } = page)
  }
  const group = changes.flatMap((row) => (row.kind === 'group' && row.data?.name === 'Dolphins' ? [row.data] : []))[0]
  const sian = changes.flatMap((row) =>
    row.kind === 'member' && row.data?.firstname === 'Siân' && row.data.lastname === "O'Connor" ? [row.data] : [],
  )[0]
  if (!group || !sian) throw new Error('the demo has no Dolphins with Siân')
  const author = userIdIn(token)

  const deviceId = crypto.randomUUID()
  let seq = 0
  const newOperation = (grade: number): Operation => {
    const ms = Date.now()
    return newMark(
      { club: group.club_id, author, deviceId, seq: ++seq, ms },
      {
        memberUuid: sian.uuid,
        groupId: group.id,
        schemeSlug: 'swim',
        schemeNodeId: '/stage-5/breaststroke-kick-10-m',
        assessmentGrade: grade,
        assessmentPassGrade: 3,
        assessmentDate: localDate(ms, 'Europe/London'),
      },
    )
  }

  for (let round = 0; round < 5; round++) {
    const operations = Array.from({ length: 20 }, (_, index) => newOperation(index % 4))
    // the push is interrupted after 4 to 40 ms, so that the rounds hit moments before, in and after the transaction
    const interruptedPush = call(server, 'coach', '/v1/sync/push', {
      token: await logIn('coach'),
      body: { deviceId, operations },
    }).catch(() => null)
    await new Promise((done) => setTimeout(done, 4 + round * 9))
    await server.kill()
    await interruptedPush
    await server.start()
    // the device sends the same operations again, and each must be in the history: a superseded one is, too
    const redelivered = (
      await call(server, 'coach', '/v1/sync/push', { token: await logIn('coach'), body: { deviceId, operations } })
    ).body as PushReply
    expect(redelivered.outcomes.map((o) => o.opId)).toEqual(operations.map((o) => o.opId))
    expect(redelivered.outcomes.every((o) => o.outcome === 'applied' || o.outcome === 'superseded')).toBe(true)

    // Siân's parent reads the grade that counts
    const parent = await logIn('parent')
    const path = `/v1/users/${userIdIn(parent)}/members?with_progress=1`
    const members = (await call(server, 'parent', path, { token: parent })).body as Member[]
    const score = members.find((m) => m.uuid === sian.uuid)?.scores?.['swim']?.['/stage-5/breaststroke-kick-10-m']
    // the last of the 20 marks has grade 3
    expect(score).toMatchObject({ grade: 3, pass: 3 })
  }
})
