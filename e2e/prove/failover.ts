import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import { freeServerPort } from '../free-server-port.ts'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { atPort, Postgres } from '#db/testing-postgres.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { MovingAddress } from './moving-address.ts'
import { createProofClub } from './proof-club.ts'
import { PROOF_SECRET, ServerProcess } from './proof-setup.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { runProcess } from './run-process.ts'
import { Tablet } from './tablet.ts'
import { until } from './until.ts'

const TABLETS = 20
const MARKS_A_TABLET = 100
const TOTAL = TABLETS * MARKS_A_TABLET
/** Calls may fail for so long after the primary was killed. */
const MAX_ERROR_MS = 30_000

type Findings = Pick<Report, 'figures' | 'faults'>

/**
 * One round: while 20 tablets sync, PostgreSQL is killed, its standby is promoted, and the address of the database moves
 * there. The server keeps running. In even rounds the standby is synchronous, and must hold every acknowledged mark. In
 * odd ones it has fallen behind, and the tablets must send again what it lacks after `rungs restored`.
 */
export async function proveFailover(options: ProofOptions): Promise<Report> {
  return report('failover', options, async (findings) => {
    for (let round = 0; round < options.rounds; round++) {
      const mode = round % 2 === 0 ? 'synchronous' : 'behind'
      const found: Findings = { figures: {}, faults: [] }
      await failOver(mode, options.seed + round, found)
      for (const [name, figure] of Object.entries(found.figures)) findings.figures[`${mode}: ${name}`] = figure
      findings.faults.push(...found.faults.map((fault) => `${mode}: ${fault}`))
    }
  })
}

async function failOver(mode: 'synchronous' | 'behind', seed: number, findings: Findings): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-failover-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const bin = process.env['TEST_POSTGRES_BIN']
  const database = await startEmbedded({ dataDir: join(dir, 'database'), ...(bin ? { bin } : {}) })
  const closings: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })]
  closings.unshift(() => database.stop().catch(() => {}))
  try {
    const primary = await Postgres.of(join(dir, 'database', 'cluster'))
    const standby = await primary.startStandby(database.url, 'standby')
    closings.unshift(() => standby.stopImmediately())
    const address = new MovingAddress(primary.port)
    const ownerUrl = atPort(database.url, await address.listen())
    closings.unshift(() => address.close())

    await migrate(ownerUrl)
    const db = openDatabase(await grantLogin(ownerUrl), 4)
    closings.unshift(() => db.pool.end())
    const owner = new pg.Client({ connectionString: ownerUrl })
    // it ends with the primary
    owner.on('error', () => {})
    await owner.connect()
    const club = await createProofClub(owner, db, { members: 60, levels: 4, skills: 10 })
    await owner.query('ANALYZE')
    if (mode === 'synchronous') await followSynchronously(owner)
    const server = new ServerProcess(await freeServerPort(), ownerUrl)
    await server.start()
    closings.unshift(() => server.kill('SIGTERM'))
    const rungs = (...args: string[]) =>
      runProcess('.', ['cli/rungs.ts', ...args], { DATABASE_URL: ownerUrl, SECRET: PROOF_SECRET, DATA_DIR: dir })

    const login = new CoachLogin(server.port)
    await login.token()
    const tablets = Array.from({ length: TABLETS }, () => new Tablet(club, syncApiAt(server.port, login)))
    const crew = new Crew(club, tablets)
    const failover = async () => {
      await until('a third is answered', () => crew.answered > TOTAL / 3)
      if (mode === 'behind') {
        await stopFollowing(atPort(database.url, standby.port))
        await until('half is answered', () => crew.answered > TOTAL / 2)
      }
      const answeredBefore = crew.answered
      const killedAt = Date.now()
      await primary.kill()
      await standby.promote()
      const lacking = answeredBefore - (await countOperations(atPort(database.url, standby.port)))
      findings.figures['acknowledged marks that the standby lacked'] = Math.max(0, lacking)
      if (lacking > 0 !== (mode === 'behind')) findings.faults.push(`the standby lacked ${lacking} acknowledged marks`)
      address.moveTo(standby.port)
      await until('the server serves again', () => crew.answered > answeredBefore)
      findings.figures['time to the next answer, ms'] = Date.now() - killedAt
      await reportEpoch(mode, rungs, findings)
      return killedAt
    }
    let lastFailureAt = 0
    const watch = watchFailures(crew, () => (lastFailureAt = Date.now()))
    const [killedAt] = await Promise.all([failover(), crew.work(MARKS_A_TABLET, seed)]).finally(() => {
      crew.stop()
      clearInterval(watch)
    })
    // the tablets may have been done before the new epoch: all hear of it and send what the standby lacked, and then
    // load what the others have sent
    const afterwards = new Crew(club, tablets)
    await afterwards.work(MARKS_A_TABLET, seed)
    await afterwards.work(MARKS_A_TABLET, seed)

    findings.figures['time from the kill to the last failed call, ms'] = lastFailureAt - killedAt
    if (lastFailureAt - killedAt > MAX_ERROR_MS) findings.faults.push('calls failed for too long')
    if (!server.isRunning) findings.faults.push(`the server ended with its database: ${server.output}`)
    await accountForCrew({ cluster: '', db, ownerUrl, server, club }, afterwards, findings)
    for (const tablet of tablets) await tablet.close()
  } finally {
    for (const close of closings) await close()
  }
}

/** Lets each commit wait until the standby has it on its disk. */
async function followSynchronously(owner: pg.Client): Promise<void> {
  await owner.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
  await owner.query('SELECT pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    const { rowCount } = await owner.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)
    return rowCount === 1
  })
}

/** How many operations a server has. */
async function countOperations(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM delivered_operations')
  await client.end()
  return rows[0]?.count ?? 0
}

/** Lets the standby hear nothing more of its primary. */
async function stopFollowing(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET primary_conninfo = ''`)
  await client.query('SELECT pg_reload_conf()')
  await until('the standby hears nothing', async () => {
    const { rowCount } = await client.query('SELECT FROM pg_stat_wal_receiver')
    return rowCount === 0
  })
  await client.end()
}

/** Follows the guide: the doctor says that the database failed over, and `restored` notes it, with new epochs if need be. */
async function reportEpoch(
  mode: 'synchronous' | 'behind',
  rungs: (...args: string[]) => Promise<{ code: number | null; output: string }>,
  { faults }: Findings,
): Promise<void> {
  const before = await rungs('doctor')
  if (!before.output.includes('the database was recovered or failed over'))
    faults.push(`the doctor does not say that it failed over: ${before.output}`)
  const restored = await rungs('restored', ...(mode === 'synchronous' ? ['--nothing-lost'] : []))
  if (restored.code !== 0) faults.push(`rungs restored: ${restored.output}`)
  const after = await rungs('doctor')
  if (!after.output.includes('the database is where it was (timeline 2)'))
    faults.push(`the doctor still asks for rungs restored: ${after.output}`)
}

/** Calls `onFailure` whenever calls of the tablets have failed, until the returned timer is cleared. */
function watchFailures(crew: Crew, onFailure: () => void): NodeJS.Timeout {
  let seen = 0
  return setInterval(() => {
    const failures = crew.sum((tablet) => tablet.failures)
    if (failures > seen) onFailure()
    seen = failures
  }, 20)
}
