import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { freePort } from '#db/embedded.ts'
import { createScheme, type NewNode } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { benchNodes } from './scheme.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { median, type Row } from './table.ts'

const LEVELS = 50
/** The number of skills in each level. With the levels themselves there are 15,000 nodes. */
const SKILLS = 299
/** How long each measurement of replies per second takes. */
const SECONDS = 5
/** How often the warm and the unchanged scheme are measured. */
const ROUNDS = 3
/** How often the changed scheme is measured. */
const COLD_ROUNDS = 7
const CONNECTIONS = 8
const HOST = 'coach.aquila.localhost'
const PATH = '/v1/curriculum/large'

const vocabulary =
  'arms away back bent both breath calm chin deep each face feet five float front glide hands head hips hold in kick knees length lift long metres on push pull ready rest roll side slow still stretch ten turn under wall water with'.split(
    ' ',
  )

/**
 * Random words that differ from node to node, as an author's do, but are the same in each run. The generator is a
 * linear congruential one with the usual constants for 32 bits; the first factor spreads neighbouring seeds.
 */
function words(seed: number, count: number): string {
  let state = (seed + 1) * 2_654_435_761
  return Array.from({ length: count }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return vocabulary[Math.floor((state / 4_294_967_296) * vocabulary.length)]
  }).join(' ')
}

/** The nodes of the scheme, each with four words of title and a text of 18 words. */
function nodesWithWords(): NewNode[] {
  // more than there are nodes, so that no text has the seed of a title
  const firstTextSeed = 20_000
  return benchNodes(LEVELS, SKILLS).map((node, index) => ({
    ...node,
    title: { en: words(index, 4) },
    content: [{ type: 'text', title: {}, value: { en: `<p>${words(firstTextSeed + index, 18)}</p>` } }],
  }))
}

/** Starts a server, as a process of its own, that serves one file from a temporary folder. */
async function serveFile(text: string): Promise<{ port: number; close: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-bench-'))
  await writeFile(join(dir, 'large.json'), text)
  // a low quality, which a server could afford for each reply
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  await writeFile(join(dir, 'large.json.br'), brotliCompressSync(text, { params }))
  const port = await freePort()
  const child = spawn(process.execPath, [new URL('file-server.ts', import.meta.url).pathname, String(port), dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  while (!(await fetch(`http://127.0.0.1:${port}/large.json`, { method: 'HEAD' }).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the file server did not start')
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    port,
    close: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      await rm(dir, { recursive: true })
    },
  }
}

/**
 * Measures GET /curriculum of 15,000 nodes in three cases: the scheme was just changed; it is unchanged; it is
 * unchanged and the device has it already. The limit is the plain SQL that reads the nodes in the first case, and a
 * static file with the same bytes in the others.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const db = openDatabase(benchServer.appUrl, /* connections */ 2)
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  let file: Awaited<ReturnType<typeof serveFile>> | null = null
  try {
    await owner.connect()
    await inTenant(db, 'aquila', 'write', async (tx) => {
      await createScheme(tx, 'aquila', /* by */ null, {
        id: crypto.randomUUID(),
        slug: 'large',
        name: { en: 'Large' },
        languages: ['en-GB'],
        grades: [{ grade: 3, pass: 3 }],
        sections: [],
        videos: [],
        nodes: nodesWithWords(),
      })
      await releaseScheme(tx, 'large')
    })
    const { token } = await logIn(benchServer.port, 'coach')
    const readCurriculum = async () => {
      const { status, text } = await call(benchServer.port, HOST, PATH, { token })
      if (status !== 200) throw new Error(`${status}: ${text}`)
      return text
    }
    const coldMs: number[] = []
    const plainSqlMs: number[] = []
    for (let k = 0; k < COLD_ROUNDS; k++) {
      // a new revision makes what the server has cached out of date
      await owner.query(`UPDATE schemes SET revision = revision + 1 WHERE client_id = 'aquila' AND slug = 'large'`)
      const began = performance.now()
      await readCurriculum()
      coldMs.push(performance.now() - began)
      const queried = performance.now()
      await inTenant(db, 'aquila', 'read', (tx) =>
        tx.query(
          `SELECT node.* FROM scheme_nodes node JOIN schemes scheme USING (client_id)
           WHERE scheme.slug = 'large' AND node.scheme_id = scheme.id ORDER BY position, node.id`,
        ),
      )
      plainSqlMs.push(performance.now() - queried)
    }
    file = await serveFile(await readCurriculum())
    const repliesPerSecond = async (port: number, path: string, headers: Record<string, string>) => {
      const result = await autocannon({
        url: `http://127.0.0.1:${port}${path}`,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: { ...headers, 'accept-encoding': 'br' },
      })
      if (result.errors > 0 || result['4xx'] + result['5xx'] > 0) throw new Error('replies were refused')
      return result.requests.average
    }
    /**
     * Replies per second of the server and of the file server, measured in turns. The arguments are the additional
     * headers of the requests to each.
     */
    const measureInTurns = async (ourHeaders: Record<string, string>, fileHeaders: Record<string, string>) => {
      const ours: number[] = []
      const limit: number[] = []
      const headers = { host: HOST, authorization: `Bearer ${token}`, ...ourHeaders }
      for (let round = 0; round <= ROUNDS; round++) {
        const ourRate = await repliesPerSecond(benchServer.port, PATH, headers)
        const fileRate = await repliesPerSecond(file?.port ?? 0, '/large.json', fileHeaders)
        // the first round warms up
        if (round === 0) continue
        ours.push(ourRate)
        limit.push(fileRate)
      }
      return { ours: median(ours), limit: median(limit) }
    }
    const warm = await measureInTurns({}, {})
    // the file server's etag for a compressed reply is that of the compressed file
    const etags = {
      ours: (await call(benchServer.port, HOST, PATH, { token })).etag,
      file: (await call(file.port, HOST, '/large.json.br')).etag,
    }
    const unchanged = await measureInTurns({ 'if-none-match': etags.ours }, { 'if-none-match': etags.file })
    return [
      {
        label: 'cold: the scheme was just changed',
        unit: 'ms',
        ours: median(coldMs),
        limit: median(plainSqlMs),
        moreIsBetter: false,
      },
      { label: 'warm, compressed (aim ≥ × 0.8)', unit: 'replies/s', ...warm, moreIsBetter: true },
      { label: '304: the device has it', unit: 'replies/s', ...unchanged, moreIsBetter: true },
    ]
  } finally {
    await file?.close()
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
