import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { PushReply } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { freePort } from '#db/embedded.ts'
import { CoachLogin } from '#e2e/prove/device-api.ts'
import { CLIENT, type ProofClub } from '#e2e/prove/proof-club.ts'
import { ServerProcess, withProofSetup } from '#e2e/prove/proof-setup.ts'
import { newMark } from '#server/assessment/sync/new-operation.ts'
import { call } from './bench-server.ts'
import { startNginx } from './nginx.ts'
import { median, type Row } from './table.ts'

const HOST = `coach.${CLIENT}.localhost`
const PROCESSES = 4
const ROUNDS = 5
/** Calls of a round, and so many of them at once. */
const [CALLS, TABLETS] = [400, 16]

/**
 * Measures what four server processes behind nginx answer a second. The limit is what one process answers behind the
 * same nginx, times the processors that four can use. PostgreSQL, nginx and this bench work on the same processors.
 */
export async function bench(): Promise<Row[]> {
  return withProofSetup({ members: 200, levels: 4, skills: 10 }, async ({ ownerUrl, server, club }) => {
    const servers = [server]
    const proxies: { stop: () => Promise<void> }[] = []
    try {
      while (servers.length < PROCESSES) servers.push(new ServerProcess(await freePort(), ownerUrl))
      for (const added of servers.slice(1)) await added.start()
      const one = await startNginx([server.port])
      proxies.push(one)
      const four = await startNginx(servers.map(({ port }) => port))
      proxies.push(four)
      const token = await new CoachLogin(server.port).token()
      const processors = Math.min(PROCESSES, availableParallelism())
      const load = async (port: number) => {
        await answerOf(port, `/v1/sync/changes?club_id=${club.id}&cursor=`, token)
      }
      const rows: Row[] = []
      for (const [label, makeCall] of [
        ['first loads of a tablet from 16', () => load],
        ['single marks from 16 tablets', () => markingCall(club, token)],
      ] as const) {
        const perSecond = { one: [] as number[], four: [] as number[] }
        // each process has compiled its code and filled its caches before
        await callsPerSecond(four.port, makeCall())
        for (let round = 0; round < ROUNDS; round++) {
          perSecond.one.push(await callsPerSecond(one.port, makeCall()))
          perSecond.four.push(await callsPerSecond(four.port, makeCall()))
        }
        rows.push({
          label: `${label}, four processes`,
          unit: 'a second',
          ours: median(perSecond.four),
          limit: median(perSecond.one) * processors,
          moreIsBetter: true,
        })
      }
      return rows
    } finally {
      for (const { stop } of proxies) await stop()
      for (const added of servers.slice(1)) await added.kill('SIGTERM')
    }
  })
}

const BUSY_MS = 100

type Call = (port: number, tablet: number) => Promise<void>

/** The answer to a call, which is made again while the server has too much to do, as a tablet does. */
async function answerOf(port: number, path: string, token: string, body?: unknown): Promise<string> {
  for (;;) {
    const { status, text } = await call(port, HOST, path, { token, body })
    if (status === 200) return text
    if (status !== 503) throw new Error(`${path}: ${status} ${text}`)
    await pause(BUSY_MS)
  }
}

/** A call by which a tablet sends its next mark, of children whom no other tablet marks. */
function markingCall(club: ProofClub, token: string): Call {
  const devices = Array.from({ length: TABLETS }, () => ({ id: crypto.randomUUID(), seq: 0 }))
  const membersEach = Math.floor(club.members.length / TABLETS)
  return async (port, tablet) => {
    const device = devices[tablet]
    if (!device) throw new Error(`no tablet ${tablet}`)
    const ms = Date.now()
    const seq = ++device.seq
    const operation = newMark(
      { club: club.id, author: club.coach, deviceId: device.id, seq, ms },
      {
        memberUuid: club.members[tablet * membersEach + (seq % membersEach)] ?? '',
        groupId: club.group,
        schemeSlug: 'swim',
        // the group works at the first level
        schemeNodeId: club.nodes[seq % 10] ?? '',
        assessmentGrade: seq % 4,
        assessmentPassGrade: 3,
        assessmentDate: localDate(ms, 'Europe/London'),
      },
    )
    const body = { deviceId: device.id, operations: [operation] }
    const reply = JSON.parse(await answerOf(port, '/v1/sync/push', token, body)) as PushReply
    const refused = reply.outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
    if (refused) throw new Error(`refused: ${refused.code}`)
  }
}

/** Makes the calls of a round, each tablet one after the other. */
async function callsPerSecond(port: number, makeCall: Call): Promise<number> {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: TABLETS }, async (_, tablet) => {
      for (let number = 0; number < CALLS / TABLETS; number++) await makeCall(port, tablet)
    }),
  )
  return (CALLS * 1_000) / (performance.now() - began)
}
