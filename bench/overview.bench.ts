import autocannon, { type Result } from 'autocannon'
import { createServer } from 'node:http'
import pg from 'pg'
import { freePort } from '#db/embedded.ts'
import { call, callJson, logIn, startBenchServer, type BenchServer } from './bench-server.ts'
import { addFamilies } from './families.ts'
import { markOperation, skillsOf, type MemberInGroup } from './marks.ts'
import { median, type Row } from './table.ts'

/** Ours and the limit are measured in turn, so that other work on the machine meets both. */
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const FAMILIES = 1_000
/** A coach's mark arrives as often as this; of the families' children in turn. */
const MARK_EVERY_MS = 50

const HOST = 'parent.aquila.localhost'
const pathOf = (userId: string) =>
  `/v1/users/${userId}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`

interface Parent {
  userId: string
  token: string
}

/**
 * Measures how often per second parents' overviews can be read with 16 connections: one that is kept in memory; those
 * of 1,000 families, each connection beginning with another one, when nothing is kept and when all are; and while a mark
 * of one of the children arrives every 50 ms. The limit is a plain server that sends the same bytes after one indexed
 * lookup of the parent.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  const pool = new pg.Pool({ connectionString: benchServer.database.url, max: 12 })
  const bare = createServer()
  try {
    await owner.connect()
    const coach = await logIn(benchServer.port, 'coach')
    const { parents: families, children } = await addFamilies(benchServer, owner, coach.userId, FAMILIES)
    const [first = { userId: '', token: '' }] = families
    const overview = JSON.stringify(await callJson(benchServer.port, HOST, pathOf(first.userId), first))
    bare.on('request', (request, reply) => {
      const userId = request.url?.split('/')[3]
      void pool.query('SELECT id FROM users WHERE client_id = $1 AND id = $2', ['aquila', userId]).then(() => {
        reply.setHeader('content-type', 'application/json')
        reply.end(overview)
      })
    })
    const barePort = await freePort()
    await new Promise<void>((done) => bare.listen(barePort, '127.0.0.1', done))
    const cold = await load(benchServer.port, families, FAMILIES)
    const one = await inTurn(
      () => load(benchServer.port, [first]),
      () => load(barePort, [first]),
    )
    const warm = await inTurn(
      () => load(benchServer.port, families),
      () => load(barePort, families),
    )
    const endMarks = await markChildren(benchServer, coach, children)
    const marked = await inTurn(
      () => load(benchServer.port, families),
      () => load(barePort, families),
    )
    const marks = await endMarks()
    const rate = (label: string, { ours, limit }: Measured): Row => ({
      label,
      unit: 'replies/s',
      ours: median(ours.map(perSecond)),
      limit: median(limit.map(perSecond)),
      moreIsBetter: true,
    })
    return [
      rate(`kept overview of one parent, ${(overview.length / 1024).toFixed(0)} kB`, one),
      rate(`${FAMILIES} families, nothing kept`, { ours: [cold], limit: warm.limit }),
      rate(`${FAMILIES} families, all kept`, warm),
      rate(`${FAMILIES} families, ${Math.round(marks)} marks/s`, marked),
      {
        label: 'the same, p99 over p50 (aim ≤ 4)',
        unit: 'times',
        ours: median(marked.ours.map(spread)),
        limit: median(marked.limit.map(spread)),
        moreIsBetter: false,
      },
    ]
  } finally {
    bare.close()
    await pool.end()
    await owner.end()
    await benchServer.close()
  }
}

interface Measured {
  ours: Result[]
  limit: Result[]
}

const perSecond = ({ requests, duration }: Result) => requests.total / duration
const spread = ({ latency }: Result) => latency.p99 / Math.max(latency.p50, 1)

async function inTurn(ours: () => Promise<Result>, limit: () => Promise<Result>): Promise<Measured> {
  const measured: Measured = { ours: [], limit: [] }
  for (let round = 0; round < ROUNDS; round++) {
    measured.ours.push(await ours())
    measured.limit.push(await limit())
  }
  return measured
}

/** Reads the overviews of these parents in turn, for some seconds or until so many were read. */
async function load(port: number, parents: readonly Parent[], amount?: number): Promise<Result> {
  const requests = parents.map(({ userId, token }) => ({
    path: pathOf(userId),
    headers: { host: HOST, authorization: `Bearer ${token}` },
  }))
  let connections = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    ...(amount === undefined ? { duration: SECONDS } : { amount }),
    setupClient: (client) => {
      const begin = Math.floor((connections++ * requests.length) / CONNECTIONS)
      client.setRequests([...requests.slice(begin), ...requests.slice(0, begin)])
    },
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} replies were refused`)
  return result
}

/** Pushes a mark every 50 ms. Returns the function that ends it and tells how many arrived a second. */
async function markChildren(
  benchServer: BenchServer,
  { token, userId }: Parent,
  children: readonly MemberInGroup[],
): Promise<() => Promise<number>> {
  const skills = await skillsOf(benchServer, token)
  const deviceId = crypto.randomUUID()
  const sent: Promise<void>[] = []
  const began = Date.now()
  const timer = setInterval(() => {
    const seq = sent.length + 1
    // a prime spreads successive marks over the children
    const member = children[(seq * 7919) % children.length]
    const skill = skills[seq % skills.length]
    if (!member || !skill) throw new Error('the coach has no children or no skills')
    const operation = markOperation(member, skill, userId, deviceId, seq)
    const options = { token, body: { deviceId, operations: [operation] } }
    sent.push(
      call(benchServer.port, 'coach.aquila.localhost', '/v1/sync/push', options).then(({ status, text }) => {
        if (status !== 200 || !text.includes('"applied"')) throw new Error(`the mark was refused: ${text}`)
      }),
    )
  }, MARK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
    return (1_000 * sent.length) / (Date.now() - began)
  }
}
