import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import { freeServerPort } from '../free-server-port.ts'
import { migrate, migrationNames } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { grantLogin } from '#db/roles.ts'
import { schemaText } from './schema-text.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { SyncApi } from '#web/offline/sync-loop.ts'
import { accountForCrew } from './account.ts'
import { Crew } from './crew.ts'
import { CoachLogin, syncApiAt } from './device-api.ts'
import { type ProofClub } from './proof-club.ts'
import { PROOF_SECRET, ServerProcess } from './proof-setup.ts'
import { pick, seeded, type Random } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { runProcess } from './run-process.ts'
import { Tablet } from './tablet.ts'

const TABLETS = 20
const MARKS_A_TABLET = 50

/** The share of pushes whose answer gets lost, so that the tablet sends the operations again, maybe to the other server. */
const LOST_ANSWERS = 0.2

/**
 * One round: the previous release makes a database, this version migrates it, and then servers of both work on it at
 * once. A tablet's calls go to either, as behind a balancer, and some answers are lost. The schema must be that of a new
 * database.
 */
export async function proveUpgrade(options: ProofOptions): Promise<Report> {
  return report('upgrade', options, async (findings) => {
    const release = await previousRelease()
    findings.figures['previous release'] = release
    for (let round = 0; round < options.rounds; round++) await upgrade(release, options.seed + round, findings)
  })
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()

/** The newest tag of a version in the history; without any, the last commit without the newest migration. */
async function previousRelease(): Promise<string> {
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD~', '--sort=-version:refname').split('\n')
  if (tag) return tag
  const newest = (await migrationNames()).at(-1) ?? ''
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `db/migrations/${newest}`)
  if (added === '') throw new Error(`the history does not reach back to the commit of ${newest}`)
  return git('rev-parse', '--short', `${added}^`)
}

/** Puts the sources of a release into a folder. It works with the packages of this one. */
async function unpack(release: string, folder: string): Promise<void> {
  await mkdir(folder)
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['-c', 'safe.directory=*', 'archive', release], { maxBuffer: 2 ** 30 }),
  })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
}

/** What the previous release runs to fill a database that it has migrated: the club of the proofs. */
const FILL = `import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
const { createProofClub } = await import(process.cwd() + '/e2e/prove/proof-club.ts')
const url = process.env.DATABASE_URL
await migrate(url)
const owner = new pg.Client({ connectionString: url })
await owner.connect()
const db = openDatabase(await grantLogin(url), 2)
const club = await createProofClub(owner, db, { members: 60, levels: 4, skills: 10 })
await db.pool.end()
await owner.end()
console.log('CLUB ' + JSON.stringify(club))`

async function upgrade(release: string, seed: number, findings: Pick<Report, 'figures' | 'faults'>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-upgrade-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const database = await startEmbedded({ dataDir: join(dir, 'database') })
  const servers: ServerProcess[] = []
  const connections: { end: () => Promise<void> }[] = []
  try {
    const old = join(dir, 'old')
    await unpack(release, old)
    const filled = await runProcess(old, ['--input-type=module', '--eval', FILL], { DATABASE_URL: database.url })
    const json = /^CLUB (.*)$/m.exec(filled.output)?.[1]
    if (json === undefined) throw new Error(`the previous release did not fill the database: ${filled.output}`)
    const club = JSON.parse(json) as ProofClub

    const oldServer = new ServerProcess(await freeServerPort(), database.url, old)
    servers.push(oldServer)
    await oldServer.start()
    const newServer = new ServerProcess(await freeServerPort(), database.url)
    servers.push(newServer)
    await newServer.start()
    // a server of the previous release must start on the newer schema too, as after a crash during the upgrade
    await oldServer.kill('SIGTERM')
    await oldServer.start()

    const apis = servers.map(({ port }) => syncApiAt(port, new CoachLogin(port)))
    const api = behindBalancer(apis, seeded(seed))
    const tablets = Array.from({ length: TABLETS }, () => new Tablet(club, api))
    const crew = new Crew(club, tablets)
    await crew.work(MARKS_A_TABLET, seed)
    const db = openDatabase(await grantLogin(database.url), 4)
    connections.push(db.pool)
    await accountForCrew({ cluster: '', db, ownerUrl: database.url, server: newServer, club }, crew, findings)
    for (const tablet of tablets) await tablet.close()
    // the end of the upgrade, beside the new server
    await oldServer.kill('SIGTERM')
    await migrate(database.url, { contract: true })
    findings.faults.push(...(await differences(database.url)))
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    for (const connection of connections) await connection.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Any of the servers for each call; loses some answers to pushes. */
function behindBalancer(apis: readonly SyncApi[], random: Random): SyncApi {
  return {
    changes: (query) => pick(random, apis).changes(query),
    push: async (body) => {
      const reply = await pick(random, apis).push(body)
      if (random() < LOST_ANSWERS)
        throw new ApiError({ status: 0, error: 'ERROR_FETCH', detail: 'the answer was lost' })
      return reply
    },
  }
}

/** What the schema of the upgraded database has more or less than that of a new one. */
async function differences(upgradedUrl: string): Promise<string[]> {
  const freshUrl = new URL(upgradedUrl)
  freshUrl.pathname = '/fresh'
  const upgraded = new pg.Client({ connectionString: upgradedUrl })
  await upgraded.connect()
  await upgraded.query('CREATE DATABASE fresh')
  await migrate(freshUrl.href)
  // as a server does at its start
  await openSecrets(freshUrl.href, Buffer.from(PROOF_SECRET))
  const fresh = new pg.Client({ connectionString: freshUrl.href })
  await fresh.connect()
  const [ours, theirs] = [await schemaText(upgraded), await schemaText(fresh)]
  await upgraded.end()
  await fresh.end()
  return [
    ...ours.filter((line) => !theirs.includes(line)).map((line) => `only in the upgraded database: ${line}`),
    ...theirs.filter((line) => !ours.includes(line)).map((line) => `only in a new database: ${line}`),
  ]
}
