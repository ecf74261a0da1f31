import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { allowAppRole, createEmptyDatabase, type TestDatabase } from '#db/testing.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { MailServer } from '#server/testing/mail-server.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld } from '#server/testing/world.ts'
import type { Finding } from './finding.ts'

let database: TestDatabase
let mailServer: MailServer
let owner: pg.Client
let dataDir = ''

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await allowAppRole(database)
  await grantLogin(database.ownerUrl)
  dataDir = await mkdtemp(join(tmpdir(), 'rungs-doctor-'))
  mailServer = await MailServer.open()
  const world = await createWorld(database, { files: await openFiles(dataDir, /* bucket URL */ null) })
  await world.close()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await mailServer.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const rungs = (more: Record<string, string> = {}) =>
  rungsOn(database, { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir, SMTP_URL: mailServer.url, ...more })

/** What the doctor finds that is not as it should be, by check. */
async function faults(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { code, out } = await rungs(more)('doctor', '--json')
  const findings = JSON.parse(out) as Finding[]
  expect(code).toBe(findings.some(({ state }) => state === 'fail') ? 1 : 0)
  return Object.fromEntries(
    findings.flatMap(({ check, state, text }) => (state === 'ok' ? [] : [[check, `${state}: ${text}`]])),
  )
}

/** Breaks something in the database, as `sql` says, asks the doctor, and mends it. */
async function faultsAfter(sql: string, mend: string): Promise<Record<string, string>> {
  await owner.query(sql)
  try {
    return await faults()
  } finally {
    await owner.query(mend)
  }
}

describe('rungs doctor', () => {
  test('finds nothing wrong with a new installation but that it has no backup, and then nothing', async () => {
    expect(await faults()).toEqual({ backup: 'warn: none was made yet' })
    const { code, out } = await rungs()('doctor')
    expect(code).toBe(0)
    expect(out).toMatch(/^warn +backup +none was made yet\n +→ rungs backup, each night$/m)
    await rungs()('backup')
    expect(await faults()).toEqual({})
  })

  test('finds missing and newer migrations', async () => {
    const restore = `INSERT INTO schema_migrations (name) VALUES ('000089_installation.sql')`
    expect(await faultsAfter(`DELETE FROM schema_migrations WHERE name = '000089_installation.sql'`, restore)).toEqual({
      migrations: 'fail: 1 are missing: 000089_installation.sql',
    })
    expect(
      await faultsAfter(
        `INSERT INTO schema_migrations (name) VALUES ('999999_later.sql')`,
        `DELETE FROM schema_migrations WHERE name = '999999_later.sql'`,
      ),
    ).toEqual({ migrations: 'warn: the database has newer ones: 999999_later.sql' })
    expect(
      await faultsAfter(
        `INSERT INTO schema_migrations (name) VALUES ('999999_later.contract.sql')`,
        `DELETE FROM schema_migrations WHERE name = '999999_later.contract.sql'`,
      ),
    ).toEqual({ migrations: 'fail: the database is too new for this version: 999999_later.contract.sql' })
  })

  test('finds a table without forced row-level security, and one that a backup could not read', async () => {
    expect(
      await faultsAfter(
        'ALTER TABLE members NO FORCE ROW LEVEL SECURITY; DROP POLICY backup ON clubs',
        `ALTER TABLE members FORCE ROW LEVEL SECURITY;
         CREATE POLICY backup ON clubs FOR SELECT TO CURRENT_USER USING (current_setting('app.backup', true) = 'on')`,
      ),
    ).toEqual({ 'row security': 'fail: is not forced, or lacks a policy, on clubs, members' })
  })

  test('finds that the database was recovered, failed over or moved', async () => {
    const { rows } = await owner.query<{ timeline: number }>('SELECT timeline FROM installation')
    const present = rows[0]?.timeline ?? 0
    expect(
      await faultsAfter(
        `UPDATE installation SET timeline = ${present + 1}`,
        `UPDATE installation SET timeline = ${present}`,
      ),
    ).toEqual({ epoch: `fail: the database was recovered or failed over (timeline ${present + 1}, now ${present})` })
    await owner.query(`UPDATE installation SET system_identifier = '1'`)
    expect(await faults()).toEqual({ epoch: 'fail: the database is in another cluster than before' })
    const epochs = async () => {
      await owner.query(`BEGIN; SET LOCAL app.backup = 'on'`)
      const { rows: clients } = await owner.query('SELECT client_id, epoch FROM clients ORDER BY 1')
      await owner.query('COMMIT')
      return clients
    }
    const before = await epochs()
    expect(before).toHaveLength(2)
    await rungs()('restored', '--nothing-lost')
    expect(await faults()).toEqual({})
    expect(await epochs()).toEqual(before)
    await owner.query(`UPDATE installation SET system_identifier = '1'`)
    await rungs()('restored')
    expect(await faults()).toEqual({})
    expect(await epochs()).not.toEqual(before)
  })

  test('finds secrets that SECRET does not decrypt', async () => {
    expect(await faults({ SECRET: 'another secret that is long enough' })).toMatchObject({
      secrets: expect.stringMatching(
        /^fail: 2 of 2 cannot be decrypted: signing_keys \S+, installation true$/,
      ) as string,
    })
    expect(await faults({ SECRET: '' })).toMatchObject({
      secrets: 'fail: SECRET is not set, and DATA_DIR holds none',
    })
  })

  test('finds files without bytes, a mail server that does not answer, missing programs and an old backup', async () => {
    await owner.query('ALTER TABLE files NO FORCE ROW LEVEL SECURITY')
    const { rows } = await owner.query<{ key: string }>(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, variants, created_at, sha256)
       VALUES ('one', gen_random_uuid(), 'document', 'a.pdf', 'application/pdf', 1, '{}', now(), '${'f'.repeat(64)}')
       RETURNING client_id || '/' || id || '/original' AS key`,
    )
    await owner.query('ALTER TABLE files FORCE ROW LEVEL SECURITY')
    await owner.query(`UPDATE installation SET last_backup_at = '2026-01-02T03:04:05Z'`)
    expect(await faults({ SMTP_URL: 'smtp://127.0.0.1:1', PG_BIN: dataDir })).toEqual({
      files: `fail: 1 of 1 have no bytes: ${rows[0]?.key}`,
      mail: 'fail: 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
      programs: expect.stringMatching(/^warn: pg_dump \d+ or newer is needed/) as string,
      backup: 'warn: the last one is of 2026-01-02T03:04:05.000Z',
    })
  })

  test('finds the failed tasks and mails of all clients, and work that no server takes', async () => {
    for (const [client, count] of [
      ['two', 1],
      ['one', 2],
    ]) {
      await owner.query(`SELECT set_config('app.client', $1, false)`, [client])
      await owner.query(
        `INSERT INTO tasks (client_id, kind, subject, state, due_at, created_at, ended_at)
         SELECT $1, 'recalculate', number::text, 'failed', now(), now(), now() FROM generate_series(1, $2) number`,
        [client, count],
      )
    }
    await owner.query(
      `INSERT INTO mails (client_id, user_id, kind, created_at, due_at, state, ended_at)
       SELECT client_id, id, 'invite', now(), now(), 'failed', now() FROM users WHERE type = 'parent'`,
    )
    await owner.query(
      `INSERT INTO mails (client_id, user_id, kind, created_at, due_at, tries, error)
       SELECT client_id, id, 'reset', now(), now(), tries, 'refused' FROM users, (VALUES (2), (3)) mail (tries)
       WHERE type = 'parent'`,
    )
    await owner.query('RESET app.client')
    await owner.query(`INSERT INTO due_work (client_id, queue, due_at) VALUES
      ('one', 'background', '2026-01-02T03:04:05Z'), ('two', 'mails', now()), ('closed', 'awaited', '2026-01-01T00:00:00Z')`)
    const { code, out } = await rungs()('doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^fail +work +of 1 clients waits, since 2026-01-02T03:04:05.000Z$/m)
    expect(out).toMatch(/^warn +work +3 tasks have failed: one recalculate \(2\), two recalculate \(1\)$/m)
    expect(out).toMatch(/^warn +work +1 mails wait after 3 tries or more: one \(1\)$/m)
    expect(out).toMatch(/^warn +work +1 mails of the last 7 days were given up: one \(1\)$/m)
    await owner.query('DELETE FROM due_work')
  })

  test('says of a database that does not answer only that', async () => {
    const nowhere = { ownerUrl: 'postgres://owner@127.0.0.1:1/rungs', appUrl: 'postgres://app@127.0.0.1:1/rungs' }
    const { code, out } = await rungsOn(nowhere, { SMTP_URL: mailServer.url })('doctor', '--json')
    expect(code).toBe(1)
    expect((JSON.parse(out) as Finding[]).map(({ check, state }) => [check, state])).toEqual([
      ['database', 'fail'],
      ['mail', 'ok'],
    ])
  })

  test('and any command, on a database that was never migrated, say what to do', async () => {
    const unmigrated = await createEmptyDatabase()
    const onUnmigrated = rungsOn(unmigrated, { DATABASE_URL: unmigrated.ownerUrl, DATA_DIR: dataDir })
    const { code, error } = await onUnmigrated('key', 'rotate')
    expect({ code, error }).toEqual({
      code: 1,
      error: 'rungs: relation "signing_keys" does not exist; rungs migrate brings the database to this version',
    })
    expect((await onUnmigrated('doctor')).out).toMatch(/^fail {2}migrations +\d+ are missing: .*\n +→ rungs migrate$/m)
    await unmigrated.drop()
  })

  test('has each of its checks in the documentation', async () => {
    const page = await readFile('docs/operate/doctor.md', 'utf8')
    const { out } = await rungs()('doctor', '--json')
    const checks = new Set((JSON.parse(out) as Finding[]).map(({ check }) => check))
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.toSorted()).toEqual(['database', ...checks].toSorted())
  })
})
