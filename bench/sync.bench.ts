import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushBody, PushReply } from '#contract/assessment/sync.ts'
import { CoachLogin, syncApiAt } from '#e2e/prove/device-api.ts'
import { CLIENT, type ProofClub } from '#e2e/prove/proof-club.ts'
import { pick, seeded } from '#e2e/prove/random.ts'
import { withProofSetup, type ProofSetup } from '#e2e/prove/proof-setup.ts'
import { Tablet } from '#e2e/prove/tablet.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import type { SyncApi } from '#web/offline/sync-loop.ts'
import { median, type Row } from './table.ts'

const GROUPS = 60
/** The number of members in each group. */
const MEMBERS = 12
const LEVELS = 4
/** The number of skills in each level. */
const SKILLS = 10
/** How many of the 40 skills (4 levels of 10) are marked for each member. */
const MARKED = 20
/** The number of marks in the outbox that is sent. */
const OPERATIONS = 1_000
const ROUNDS = 5

/** Writes results directly into the tables, because only their download is measured. */
async function writeResults({ db, club }: ProofSetup): Promise<void> {
  const nodes = club.nodes.slice(0, MARKED)
  await inTenant(db, CLIENT, 'write', async (tx) => {
    await tx.query(
      `INSERT INTO member_schemes (client_id, member_id, scheme_id)
       SELECT $1, member_id, $2 FROM unnest($3::uuid[]) member_id ON CONFLICT DO NOTHING`,
      [CLIENT, club.scheme, club.members],
    )
    await tx.query(
      // the coach's id stands for the id of the coach's tablet, too
      `INSERT INTO results
         (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id,
          stamp_ms, stamp_counter, stamp_device, stamp_seq)
       SELECT $1, member_id, $2, node_id, 3, 3, 1760000000, 1760000000, $3, 1760000000000, 0, $3, 1
       FROM unnest($4::uuid[]) member_id, unnest($5::text[]) node_id`,
      [CLIENT, club.scheme, club.coach, club.members, nodes],
    )
    await recordChanges(
      tx,
      club.members.flatMap((member) =>
        nodes.map((node) => ({ clubId: club.id, kind: 'result' as const, key: `${member}/${club.scheme}${node}` })),
      ),
    )
  })
}

/**
 * A server that answers a pull with a recorded page and a push with "applied". With it, only the time of the device's
 * code and of the network is measured.
 */
class MemoryServer {
  readonly #server: Server
  /** The bodies of the replies to GET requests, by path with query. */
  readonly pages = new Map<string, string>()

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<MemoryServer> {
    const memoryServer: MemoryServer = new MemoryServer(
      createServer((request, reply) => {
        let text = ''
        request.on('data', (part: Buffer) => (text += part.toString()))
        request.on('end', () => {
          reply.setHeader('content-type', 'application/json')
          // without the request's id the portal takes the reply for another server's, such as a hotel's sign-in page
          reply.setHeader('x-request-id', String(request.headers['x-request-id']))
          reply.end(
            request.method === 'POST'
              ? allApplied(JSON.parse(text) as PushBody)
              : memoryServer.pages.get(request.url ?? ''),
          )
        })
      }),
    )
    await new Promise<void>((done) => memoryServer.#server.listen(0, '127.0.0.1', done))
    return memoryServer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
  }
}

/** A reply that says that every operation was applied. */
function allApplied({ operations }: PushBody): string {
  const outcomes = operations.map(({ opId }) => ({ opId, outcome: 'applied' as const, rev: 1 }))
  return JSON.stringify({ outcomes, serverTime: Date.now(), epoch: '' } satisfies PushReply)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** The API of the real server; each page that it sends is also recorded in the memory server. */
function recordPages(api: SyncApi, memoryServer: MemoryServer): SyncApi {
  return {
    push: (body) => api.push(body),
    async changes(query) {
      const page = await api.changes(query)
      memoryServer.pages.set(
        `/v1/sync/changes?club_id=${query.club_id}&cursor=${encodeURIComponent(query.cursor)}`,
        JSON.stringify(page),
      )
      return page
    },
  }
}

/** The seconds of a first download to a new tablet. */
async function download(club: ProofClub, api: SyncApi): Promise<number> {
  const tablet = new Tablet(club, api)
  const downloadSeconds = await secondsOf(() => tablet.sync())
  if ((await tablet.shown()).size !== club.members.length * MARKED) throw new Error('the download is not complete')
  await tablet.close()
  return downloadSeconds
}

/**
 * The seconds until a new tablet has sent an outbox of `OPERATIONS` marks and pulled the changes. It pulls from the
 * real server and pushes with `push`.
 */
async function drainOutbox(club: ProofClub, real: SyncApi, push: SyncApi['push']): Promise<number> {
  const random = seeded(7)
  const tablet = new Tablet(club, { push, changes: (query) => real.changes(query) })
  for (let k = 0; k < OPERATIONS; k++)
    await tablet.mark(pick(random, club.members.slice(0, MEMBERS)), pick(random, club.nodes), k % 4)
  // one run of the sync loop sends the whole outbox, batch by batch
  let syncs = 0
  const drainSeconds = await secondsOf(async () => {
    while ((await tablet.inState('pending')).length > 0) {
      if (!(await tablet.sync())) throw new Error('the network failed')
      syncs++
    }
  })
  if (syncs !== 1) throw new Error(`drained in ${syncs} runs of the sync loop`)
  await tablet.close()
  return drainSeconds
}

/**
 * Measures a tablet's first download and the sending of its outbox, both with the device's own code. The limit is the
 * same with a server that answers from memory (`MemoryServer`).
 */
export async function bench(): Promise<Row[]> {
  return withProofSetup(
    { members: GROUPS * MEMBERS, groups: GROUPS, levels: LEVELS, skills: SKILLS },
    async (setup) => {
      const { club, server } = setup
      await writeResults(setup)
      const login = new CoachLogin(server.port)
      const real = syncApiAt(server.port, login)
      const memoryServer = await MemoryServer.open()
      // the server that answers from memory ignores the token
      const memory = syncApiAt(memoryServer.port, login)
      try {
        const downloads: number[] = []
        const memoryDownloads: number[] = []
        const drains: number[] = []
        const memoryDrains: number[] = []
        // fills the memory server, and warms up
        await download(club, recordPages(real, memoryServer))
        for (let round = 0; round < ROUNDS; round++) {
          downloads.push(await download(club, real))
          memoryDownloads.push(await download(club, memory))
        }
        for (let round = 0; round < ROUNDS; round++) {
          drains.push(await drainOutbox(club, real, (body) => real.push(body)))
          memoryDrains.push(await drainOutbox(club, real, (body) => memory.push(body)))
        }
        return [
          {
            label: `first download, ${GROUPS} groups × ${MEMBERS}, ${GROUPS * MEMBERS * MARKED} results (aim ≤ 3)`,
            unit: 's',
            ours: median(downloads),
            limit: median(memoryDownloads),
            moreIsBetter: false,
          },
          {
            label: `drain of ${OPERATIONS.toLocaleString('en-GB')} operations, then pull (aim ≤ 30)`,
            unit: 's',
            ours: median(drains),
            limit: median(memoryDrains),
            moreIsBetter: false,
          },
        ]
      } finally {
        memoryServer.close()
      }
    },
  )
}
