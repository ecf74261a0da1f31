import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { grantLogin } from '#db/roles.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { publish } from '#server/curriculum/sharing/publish.ts'
import { mustLockScheme } from '#server/curriculum/sharing/content.ts'
import { answerSubscription, requestSubscription } from '#server/curriculum/sharing/subscriptions.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { benchNodes, createBenchClient } from './scheme.ts'
import type { Row } from './table.ts'

const SUBSCRIBERS = 300
const LEVELS = 20
/** The number of skills in each level. */
const SKILLS = 14
/** The id of the client that publishes the scheme. */
const OWNER = 'owner'

/**
 * Measures how fast 300 subscribers get a published scheme of 300 nodes, and then one changed node. The limit is
 * transactions that only read the revision and write the same rows.
 */
export async function bench(): Promise<Row[]> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-bench-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const database = await startEmbedded({ dataDir: join(dir, 'database') })
  await migrate(database.url)
  const secrets = await openSecrets(database.url, /* secret */ new Uint8Array(32))
  const db = openDatabase(await grantLogin(database.url), /* connections */ 4)
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, k) => `subscriber-${k}`)
  let now = Date.now()
  const worker = createWorker({
    files: await openFiles(dir, null),
    providers: new Providers(db, secrets, { demo: true, now: Date.now }),
    db,
    curricula: new Curricula(),
    now: () => now,
    announce: () => {},
    onError: (error) => {
      throw error
    },
  })
  /** Runs work for all subscribers. */
  const subscribersPerSecond = async (work: () => Promise<void>): Promise<number> => {
    const began = process.hrtime.bigint()
    await work()
    return SUBSCRIBERS / (Number(process.hrtime.bigint() - began) / 1e9)
  }
  // the owner's job queues those of the subscribers, so it runs first
  const runAllJobs = async () => {
    for (const id of [OWNER, ...subscribers]) await worker.runDue(id)
  }
  try {
    const schemeId = await createSubscriptions(db, subscribers, now)
    const copied = await subscribersPerSecond(runAllJobs)
    now += 1_000
    await publishRenamedLevel(db, schemeId, now)
    const followed = await subscribersPerSecond(runAllJobs)
    const written = await subscribersPerSecond(async () => {
      for (const id of subscribers) await writeDirectly(db, id, schemeId)
    })
    const row = (label: string, ours: number, limit: number | null): Row => ({
      label,
      unit: 'subscribers/s',
      ours,
      limit,
      moreIsBetter: true,
    })
    const size = `${LEVELS * (SKILLS + 1)} nodes to ${SUBSCRIBERS} subscribers`
    return [row(`first copies, ${size}`, copied, null), row(`a changed node, ${size}`, followed, written)]
  } finally {
    await worker.close()
    await db.pool.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** No user: the audit log names nobody who did it. */
const actor = (clientId: string) => ({ clientId, userId: null })

/** Creates all clients, publishes the owner's scheme and subscribes the others to it. Returns the scheme's id. */
async function createSubscriptions(db: Database, subscribers: readonly string[], nowMs: number): Promise<string> {
  const schemeId = crypto.randomUUID()
  const at = new Date(nowMs)
  await inTenant(db, OWNER, 'write', async (tx) => {
    await createBenchClient(tx, OWNER)
    const scheme = { id: schemeId, slug: 'swim', name: { en: 'Swim' }, languages: ['en-GB'], sections: [], videos: [] }
    const nodes = benchNodes(LEVELS, SKILLS)
    await createScheme(tx, OWNER, /* by */ null, { ...scheme, grades: [{ grade: 3, pass: 3 }], nodes })
    await releaseScheme(tx, 'swim')
    await publish(tx, new Trees(), actor(OWNER), 'swim', { notes: 'First', revision: 1, at })
  })
  for (const id of subscribers) {
    await inTenant(db, id, 'write', async (tx) => {
      await createBenchClient(tx, id)
      await requestSubscription(tx, actor(id), { owner: OWNER, schemeId, message: '', at })
    })
    await inTenant(db, OWNER, 'write', (tx) =>
      answerSubscription(tx, actor(OWNER), 'swim', { subscriber: id, approved: true, at }),
    )
  }
  return schemeId
}

/** Renames one level of the owner's scheme and publishes that as the second revision. */
async function publishRenamedLevel(db: Database, schemeId: string, nowMs: number): Promise<void> {
  await inTenant(db, OWNER, 'write', async (tx) => {
    const scheme = await mustLockScheme(tx, 'swim')
    await tx.query(`UPDATE scheme_nodes SET title = '{"en": "First"}' WHERE scheme_id = $1 AND id = '/level-0'`, [
      schemeId,
    ])
    await tx.query('UPDATE schemes SET revision = revision + 1 WHERE id = $1', [schemeId])
    const next = { notes: 'Second', revision: scheme.revision + 1, at: new Date(nowMs) }
    await publish(tx, new Trees(), actor(OWNER), scheme.slug, next)
  })
}

/** The limit for one subscriber: reads the revision and writes the changed node and the scheme. */
async function writeDirectly(db: Database, clientId: string, schemeId: string): Promise<void> {
  await inTenant(db, clientId, 'write', async (tx) => {
    await tx.query(
      'SELECT content FROM published_revisions WHERE client_id = $1 AND scheme_id = $2 ORDER BY number DESC LIMIT 1',
      [OWNER, schemeId],
    )
    await tx.query(`UPDATE scheme_nodes SET title = '{"en": "Again"}' WHERE id = '/level-0'`)
    await tx.query('UPDATE schemes SET revision = revision + 1')
  })
}
