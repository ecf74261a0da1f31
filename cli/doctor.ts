import { statfs } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { serverVersion } from '#db/backup/instance.ts'
import { allClientIds, readAllClients } from '#db/backup/policy.ts'
import { findProgram } from '#db/backup/programs.ts'
import { checkListen, checkPooler } from '#db/doctor/connections.ts'
import {
  checkBackup,
  checkClock,
  checkEpoch,
  checkMigrations,
  checkRoles,
  checkRowSecurity,
  checkVersion,
} from '#db/doctor/database.ts'
import { checkFiles } from '#db/doctor/files.ts'
import { fail, ok, warn, type Finding } from '#db/doctor/finding.ts'
import { appRoleOf } from '#db/roles.ts'
import { checkReplica } from '#db/doctor/replica.ts'
import { checkSecrets } from '#db/doctor/secrets.ts'
import { checkWork } from '#db/doctor/work.ts'
import type { Env } from '#server/env.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { smtpFault } from '#server/platform/mail/send.ts'
import { replicaUrl } from '#server/platform/replica.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { findSecret } from '#server/platform/secret.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import type { Urls } from './database.ts'
import { lineOf } from './error-line.ts'
import { json, table } from './table.ts'
import { wrongUsage } from './usage.ts'

/** What a command prints that has also failed. */
export class Failed {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Examines the installation, changes nothing, and fails when one of the checks does. */
export async function doctor(args: string[], env: Env, urls: Urls): Promise<string | Failed> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  if (positionals.length > 0) throw wrongUsage('doctor')
  const findings = await examine(env, urls)
  const text = values.json
    ? json(findings)
    : table(
        findings.flatMap(({ state, check, text: found, advice }) => [
          [state, check, found],
          ...(advice === undefined ? [] : [['', '', `→ ${advice}`]]),
        ]),
      )
  return findings.some(({ state }) => state === 'fail') ? new Failed(text) : text
}

async function examine(env: Env, urls: Urls): Promise<Finding[]> {
  const { appUrl } = urls
  const ownerUrl = urls.ownerUrl()
  const { appDatabaseUrl } = env
  const appRole = appDatabaseUrl === null ? appRoleOf(ownerUrl) : decodeURIComponent(new URL(appDatabaseUrl).username)
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  owner.on('error', () => {})
  try {
    await owner.connect()
  } catch (error) {
    return [
      fail('database', `does not answer: ${lineOf(error)}`, 'start it, or mend DATABASE_URL'),
      await checkMail(env),
    ]
  }
  const secret = await findSecret(env.secret, env.dataDir)
  const box = secret && new SecretBox(secret, env.otherSecret === null ? null : Buffer.from(env.otherSecret))
  const noSecret = (check: string) => fail(check, 'SECRET is not set, and DATA_DIR holds none', 'set SECRET')
  // in this order, one after the other: the owner's connection takes one statement at a time
  const checks: [name: string, run: () => Promise<Finding | Finding[]>][] = [
    ['version', () => checkVersion(owner)],
    ['migrations', () => checkMigrations(owner)],
    ['roles', () => checkRoles(owner, env.databaseUrl === null, appRole)],
    ['row security', () => checkRowSecurity(owner)],
    ['pooler', () => checkPooler(owner)],
    ['listen', async () => checkListen(env.databaseDirectUrl ?? (await appUrl()))],
    [
      'replica',
      async () => checkReplica(owner, env.databaseReadUrl && replicaUrl(await appUrl(), env.databaseReadUrl)),
    ],
    ['clock', () => checkClock(owner)],
    ['epoch', () => checkEpoch(owner)],
    ['backup', () => checkBackup(owner, Date.now())],
    ['work', () => checkWork(owner, env.smtpUrl !== null, Date.now())],
    ['programs', () => checkPrograms(owner, env)],
    ['secrets', async () => (box ? checkSecrets(owner, box, env.otherSecret !== null) : noSecret('secrets'))],
    ['files', async () => checkFiles(owner, await openFiles(env.dataDir, env.filesUrl))],
    ['disk', () => checkDisk(env)],
    ['mail', () => checkMail(env)],
    ['providers', async () => (box ? checkProviders(env, ownerUrl, await appUrl(), box) : [])],
  ]
  const findings: Finding[] = []
  try {
    await readAllClients(owner)
    for (const [name, run] of checks)
      // a check that cannot look is a finding too, and does not keep the others from looking
      findings.push(
        ...[
          await run().catch((error: unknown) =>
            fail(name, `cannot be examined: ${lineOf(error)}`, 'mend what is above first'),
          ),
        ].flat(),
      )
  } finally {
    await owner.end()
  }
  return findings
}

async function checkPrograms(owner: pg.Client, env: Env): Promise<Finding> {
  const { major } = await serverVersion(owner)
  try {
    const found = await Promise.all(
      ['pg_dump', 'pg_restore', 'psql'].map((name) => findProgram(name, major, env.pgBin)),
    )
    return ok('programs', found.map(({ path, version }) => `${path} ${version}`).join(', '))
  } catch (error) {
    return warn('programs', lineOf(error), 'until then rungs backup and rungs restore refuse')
  }
}

const GB = 1024 ** 3

async function checkDisk({ dataDir }: Env): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${(free / GB).toFixed(1)} GB of ${((blocks * bsize) / GB).toFixed(1)} GB are free at DATA_DIR`
  const advice = 'make room, or move DATA_DIR to a larger disk'
  if (free < GB / 4) return fail('disk', text, advice)
  return free < 2 * GB || bavail < blocks / 20 ? warn('disk', text, advice) : ok('disk', text)
}

async function checkMail({ smtpUrl }: Env): Promise<Finding> {
  if (smtpUrl === null) return warn('mail', 'SMTP_URL is not set: mails wait', 'set SMTP_URL')
  const fault = await smtpFault(smtpUrl)
  if (fault === null) return ok('mail', `${new URL(smtpUrl).host} takes mails`)
  return fail('mail', `${new URL(smtpUrl).host}: ${lineOf(fault)}`, 'mend SMTP_URL or the mail server')
}

/** Whether a login can begin at each client's provider. */
async function checkProviders(env: Env, ownerUrl: string, appUrl: string, box: SecretBox): Promise<Finding[]> {
  const db = openDatabase(appUrl, /* connections */ 1)
  const providers = new Providers(db, box, { demo: env.demo ?? env.databaseUrl === null, now: Date.now })
  try {
    const findings: Finding[] = []
    for (const id of await allClientIds(ownerUrl)) {
      if ((await providers.kindOf(id)) === null) continue
      findings.push(await checkProvider(providers, id))
    }
    return findings.length > 0 ? findings : [ok('providers', 'no client logs in at one')]
  } finally {
    await db.pool.end()
  }
}

async function checkProvider(providers: Providers, id: string): Promise<Finding> {
  try {
    const { authority, provider } = await providers.login(id)
    await provider.beginLogin({
      state: 'doctor',
      nonce: 'doctor',
      verifier: 'doctor',
      redirectUri: 'https://doctor.invalid/',
    })
    return ok('providers', `${id} logs in at ${authority.issuer}`)
  } catch (error) {
    return fail('providers', `${id}: ${lineOf(error)}`, `rungs provider ${id} FILE.json, or ask the provider`)
  }
}
