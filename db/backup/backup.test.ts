import 'fake-indexeddb/auto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localDate } from '#domain/platform/club-time.ts'
import type { ChangesReply, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { migrate } from '#db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#db/testing.ts'
import { readEnv } from '#server/env.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { serve, type Running } from '#server/main.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { fingerprintOf } from '#server/platform/secret.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { refused, rungsOn } from '#server/testing/rungs.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { createWorld, SECRET, SKILLS, type Tenant } from '#server/testing/world.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { enqueueMark } from '#web/offline/outbox.ts'
import { syncOnce, type SyncApi } from '#web/offline/sync-loop.ts'
import type { Manifest } from './manifest.ts'
import { writeBackup } from './write-backup.ts'
import { readAllClients } from './policy.ts'

const FILE = crypto.randomUUID()
const BACKUP_KEY = 'a key that the operator keeps elsewhere'

/** An installation: a database whose owner is no superuser, and a data folder. */
interface Installation {
  database: TestDatabase
  dataDir: string
}
const opened: Installation[] = []
let home: Installation
let one: Tenant
let token = ''
let running: Running | null = null
/** Every mark that a tablet has reported as saved. */
const saved = new Set<string>()
let tablets: CoachDatabase[]

async function newInstallation(): Promise<Installation> {
  const made = { database: await createEmptyDatabase(), dataDir: await mkdtemp(join(tmpdir(), 'rungs-backup-')) }
  opened.push(made)
  return made
}

const rungsAt = ({ database, dataDir }: Installation, more: Record<string, string> = {}) =>
  rungsOn(database, { DATA_DIR: dataDir, ...more })

/** Starts the server of an installation, as `rungs serve` does. */
async function startServer({ database, dataDir }: Installation): Promise<void> {
  const migrations = await migrate(database.ownerUrl)
  const env = readEnv({
    PORT: '0',
    DATABASE_URL: database.ownerUrl,
    LOG_LEVEL: 'silent',
    STOP_DELAY: '0',
    DATA_DIR: dataDir,
  })
  running = await serve(env, database.appUrl, /* demo */ null, new SecretBox(SECRET), migrations, dataDir)
}
async function stopServer(): Promise<void> {
  await running?.close()
  running = null
}

/** Runs a query as the owner, who sees the rows of all clients. */
async function ask<T extends pg.QueryResultRow>({ database }: Installation, sql: string): Promise<T[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    await readAllClients(owner)
    return (await owner.query<T>(sql)).rows
  } finally {
    await owner.end()
  }
}

async function call<T>(path: string, body?: object): Promise<T> {
  const replied = Promise.withResolvers<T>()
  const sent = request(
    {
      hostname: '127.0.0.1',
      port: running?.port,
      path,
      method: body ? 'POST' : 'GET',
      agent: false,
      headers: { host: one.host('coach'), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    },
    (reply) => {
      text(reply).then((answer) => {
        if (reply.statusCode === 200) replied.resolve(JSON.parse(answer) as T)
        else replied.reject(Object.assign(new Error(answer), { status: reply.statusCode }))
      }, replied.reject)
    },
  )
  sent.on('error', replied.reject)
  sent.end(body && JSON.stringify(body))
  return replied.promise
}

const api: SyncApi = {
  push: (body: PushBody) => call<PushReply>('/v1/sync/push', body),
  changes: ({ cursor, club_id }) => call<ChangesReply>(`/v1/sync/changes?club_id=${club_id}&cursor=${cursor}`),
}

/** Each tablet marks a skill of the child that is its own. */
async function markOnTablets(skill: (typeof SKILLS)[number]): Promise<void> {
  const now = Date.now()
  for (const [index, tablet] of tablets.entries()) {
    const payload = {
      memberUuid: one.members[index] ?? '',
      groupId: one.group,
      groupNgoId: null,
      schemeSlug: 'swim',
      schemeNodeId: `/stage-1/${skill}`,
      assessmentGrade: 3,
      assessmentPassGrade: 3,
      assessmentDate: localDate(now, 'Europe/London'),
      timestamp: Math.floor(now / 1000),
    }
    saved.add((await enqueueMark(tablet, { userUuid: one.coach, club: one.club }, payload, now)).opId)
  }
}
async function syncTablets(): Promise<void> {
  for (const tablet of tablets) await syncOnce(tablet, api, { user: one.coach, club: one.club }, Date.now)
}

/** The ids of the marks in a database. */
async function marksIn(installation: Installation): Promise<Set<string>> {
  const rows = await ask<{ op_id: string }>(installation, 'SELECT op_id FROM assessments')
  return new Set(rows.map((row) => row.op_id))
}

/** Backs up, and returns the folder of the backup. */
async function backUp(installation = home, more: Record<string, string> = {}): Promise<string> {
  const { code, out, error } = await rungsAt(installation, more)('backup')
  expect({ code, error }).toEqual({ code: 0, error: '' })
  return out.split(' ')[0] ?? ''
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
}

beforeAll(async () => {
  home = await newInstallation()
  await migrate(home.database.ownerUrl)
  const files = await openFiles(home.dataDir, /* bucket URL */ null)
  const world = await createWorld(home.database, { files })
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  await files.disk.put(`${one.id}/${FILE}/original`, 'the bytes of a document')
  await inTenant(world.db, one.id, 'write', (tx) =>
    tx.query(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, variants, created_by, created_at, sha256)
       VALUES ($1, $2, 'document', 'rules.pdf', 'application/pdf', 23, '{}', $3, now(), $4)`,
      [one.id, FILE, one.author, 'f'.repeat(64)],
    ),
  )
  await world.close()
  tablets = [1, 2].map((number) => new CoachDatabase(`tablet-${number}`))
})
afterEach(stopServer)
afterAll(async () => {
  for (const tablet of tablets) await tablet.delete()
  for (const { database, dataDir } of opened) {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

describe('a backup', () => {
  test('is made while the server runs, and after a restore tablets send again what it lacks: no mark is lost', async () => {
    await startServer(home)
    await markOnTablets('float')
    await syncTablets()
    const folder = await backUp(home, { BACKUP_KEY })
    // the server acknowledges these, but no backup has them
    await markOnTablets('glide')
    await syncTablets()
    // and these are on the tablets only
    await markOnTablets('kick')
    expect((await marksIn(home)).size).toBe(4)
    await stopServer()

    // in place
    await ask(home, 'DROP TABLE assessments CASCADE')
    await rm(join(home.dataDir, 'files'), { recursive: true })
    const { code, out, error } = await rungsAt(home)('restore', folder)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out).toMatch(/before-restore-\S+\.\nThe backup of \S+ is restored\. Every client has a new epoch/)
    expect((await marksIn(home)).size).toBe(2)
    const noted = await ask<{ at: Date }>(home, 'SELECT last_backup_at AS at FROM installation')
    expect(noted[0]?.at.toISOString()).toBe((await manifestOf(folder)).madeAt)
    await startServer(home)
    await syncTablets()
    expect(await marksIn(home)).toEqual(saved)
    await stopServer()

    // into nothing, without SECRET
    const elsewhere = await newInstallation()
    const restored = await rungsAt(elsewhere, { SECRET: '', BACKUP_KEY })('restore', folder)
    expect({ code: restored.code, error: restored.error }).toEqual({ code: 0, error: '' })
    expect(new Uint8Array(await readFile(join(elsewhere.dataDir, 'secret')))).toEqual(SECRET)
    const stored = await openFiles(elsewhere.dataDir, /* bucket URL */ null)
    expect(await stored.disk.get(`${one.id}/${FILE}/original`)).toBe('the bytes of a document')
    await startServer(elsewhere)
    await syncTablets()
    expect(await marksIn(elsewhere)).toEqual(saved)
  })

  test('holds all rows of all clients, says in its manifest what it is, and keeps SECRET out without a key', async () => {
    const folder = await backUp()
    expect((await readdir(folder)).sort()).toEqual(['SHA256SUMS', 'database.dump', 'files', 'manifest.json'])
    const manifest = await manifestOf(folder)
    expect(manifest).toMatchObject({
      postgresql: expect.stringMatching(/^\d+/) as string,
      files: { count: 1, bytes: 23, missing: [] },
      rows: { clients: 2, users: 8, files: 1 },
      secretFingerprint: fingerprintOf(SECRET),
    })
    expect(manifest.notInIt[0]).toBe('SECRET')
    const noted = await ask<{ last_backup_at: Date }>(home, 'SELECT last_backup_at FROM installation')
    expect(noted[0]?.last_backup_at.toISOString()).toBe(manifest.madeAt)
    // row-level security shows the owner none of them without the setting of a backup
    const owner = new pg.Client({ connectionString: home.database.ownerUrl })
    await owner.connect()
    expect((await owner.query('SELECT FROM clients')).rowCount).toBe(0)
    await owner.end()
  })

  test('names the files whose bytes are gone', async () => {
    const { disk } = await openFiles(home.dataDir, /* bucket URL */ null)
    await disk.move(`${one.id}/${FILE}/original`, 'aside')
    // which is not what was uploaded
    await disk.put(`${one.id}/${FILE}/w160`, 'a smaller copy')
    const { out } = await rungsAt(home)('backup')
    expect(out).toContain('Files without bytes: 1; rungs doctor names them.')
    expect((await manifestOf(out.split(' ')[0] ?? '')).files.missing).toEqual([`${one.id}/${FILE}`])
    await disk.delete(`${one.id}/${FILE}/w160`)
    await disk.move('aside', `${one.id}/${FILE}/original`)
  })

  test('goes on without a file that is deleted while it is made', async () => {
    const store = await openFiles(home.dataDir, /* bucket URL */ null)
    const key = `${one.id}/${FILE}/w160`
    await store.disk.put(key, 'a smaller copy')
    const { disk } = store
    const getStream = disk.getStream.bind(disk)
    disk.getStream = async (asked) => {
      if (asked === key) await disk.delete(key)
      return getStream(asked)
    }
    // what the storage driver answers when the folder of any file is removed while it looks
    const listAll = disk.listAll.bind(disk)
    disk.listAll = async (prefix, options) => (prefix === '/' ? { objects: [] } : listAll(prefix, options))
    const source = {
      ownerUrl: home.database.ownerUrl,
      files: store,
      secret: SECRET,
      isRotating: false,
      backupKey: null,
      pgBin: process.env['TEST_POSTGRES_BIN'] ?? null,
      application: 'test',
    }
    const { manifest } = await writeBackup(source, join(home.dataDir, 'meanwhile'), 'rungs', new Date())
    expect(manifest.files).toEqual({ count: 1, bytes: 23, missing: [] })
    const parent = join(home.dataDir, 'meanwhile')
    expect(await readdir(join(parent, (await readdir(parent))[0] ?? '', 'files', one.id, FILE))).toEqual(['original'])
  })

  test('deletes the oldest ones but the number to keep, and no restore point', async () => {
    const parent = join(home.dataDir, 'few')
    await rungsAt(home)('backup', parent)
    const [first = ''] = await readdir(parent)
    for (const name of ['rungs-20200101T000000000Z', 'rungs-20200102T000000000Z', 'before-restore-20200101T000000000Z'])
      await cp(join(parent, first), join(parent, name), { recursive: true })
    const { out } = await rungsAt(home)('backup', parent, '--keep', '2')
    const left = await readdir(parent)
    expect(left).toHaveLength(3)
    expect(left).toContain('before-restore-20200101T000000000Z')
    expect(out).toContain('rungs-20200101T000000000Z is deleted.\nrungs-20200102T000000000Z is deleted.')
    expect(await rungsAt(home)('backup', parent, '--keep', '0')).toMatchObject({ code: 2 })
    // made while the clock was ahead
    await cp(join(parent, first), join(parent, 'rungs-29990101T000000000Z'), { recursive: true })
    const { out: made } = await rungsAt(home)('backup', parent, '--keep', '1')
    expect((await readdir(parent)).sort()).toEqual([
      'before-restore-20200101T000000000Z',
      basename(made.split(' ')[0] ?? ''),
    ])
  })

  test('is refused with another SECRET than the server’s, or with none, and then no older one is deleted', async () => {
    const folder = await backUp()
    const more = { SECRET: 'another secret that is long enough', BACKUP_KEY }
    const parent = join(folder, '..')
    const before = await readdir(parent)
    const refusal = refused('SECRET is not the one this database was written with')
    expect(await rungsAt(home, more)('backup', parent, '--keep', '1')).toEqual(refusal)
    const dataDir = join(home.dataDir, crypto.randomUUID())
    expect(await rungsAt({ ...home, dataDir }, { SECRET: '' })('backup', parent, '--keep', '1')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^rungs: SECRET is not set, and DATA_DIR holds none/) as string,
    })
    expect(await readdir(parent)).toEqual(before)
    // while SECRET is rotated, each of the two may have encrypted a value
    const rotating = { SECRET: more.SECRET, SECRET_OTHER: Buffer.from(SECRET).toString() }
    expect(await rungsAt(home, rotating)('backup', parent)).toMatchObject({ code: 0 })
  })

  test('says which program is missing', async () => {
    expect((await rungsAt(home, { PG_BIN: home.dataDir })('backup')).error).toMatch(
      /^rungs: pg_dump \d+ or newer is needed, and none was found in .*: install postgresql-client-\d+/,
    )
  })
})

describe('a restore', () => {
  /** Tries to restore, which is refused or fails, and leaves every row as it was. */
  async function failureOf(folder: string, ...more: [vars?: Record<string, string>]): Promise<string> {
    const before = await marksIn(home)
    const epochs = await ask(home, 'SELECT client_id, epoch FROM clients ORDER BY client_id')
    const { code, error } = await rungsAt(home, ...more)('restore', folder, '--no-restore-point')
    expect(code).toBe(1)
    expect(await marksIn(home)).toEqual(before)
    expect(await ask(home, 'SELECT client_id, epoch FROM clients ORDER BY client_id')).toEqual(epochs)
    return error
  }
  /** A copy of a backup, which a test may damage. */
  async function copyOf(folder: string): Promise<string> {
    const copy = join(home.dataDir, crypto.randomUUID())
    await cp(folder, copy, { recursive: true })
    return copy
  }
  const change = async (folder: string, fields: Partial<Manifest>) =>
    writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...(await manifestOf(folder)), ...fields }))

  test('of the time before a rotation of SECRET needs the old one as SECRET_OTHER', async () => {
    const folder = await backUp()
    const secrets = { SECRET: 'the secret since the last rotation', SECRET_OTHER: Buffer.from(SECRET).toString() }
    expect(await rungsAt(home, secrets)('restore', folder, '--no-restore-point')).toMatchObject({ code: 0, error: '' })
  })

  test('is refused while a server is connected, and with another SECRET', async () => {
    const folder = await backUp()
    expect(await failureOf(folder, { SECRET: 'another secret that is long enough' })).toBe(
      'rungs: SECRET is not the one with which the backup’s database was written; SECRET_OTHER may hold that one',
    )
    await startServer(home)
    expect(await failureOf(folder)).toMatch(/^rungs: others are connected to the database \(\d+ as rungs_app_\w+\)/)
  })

  test('is refused when a part is damaged, or the schema is newer than this version', async () => {
    const folder = await backUp()
    const damaged = await copyOf(folder)
    await appendFile(join(damaged, 'files', one.id, FILE, 'original'), '!')
    expect(await failureOf(damaged)).toMatch(/original is missing or damaged$/)
    const newer = await copyOf(folder)
    await change(newer, { migrations: ['999999_later.sql'] })
    expect(await failureOf(newer)).toMatch(/whose schema has 999999_later.sql: restore it with that version$/)
    expect(await failureOf(home.dataDir)).toMatch(/is no backup/)
  })

  test('changes nothing when it fails on the way', async () => {
    const folder = await copyOf(await backUp())
    const { rows } = await manifestOf(folder)
    await change(folder, { rows: { ...rows, members: 77 } })
    expect(await failureOf(folder)).toMatch(/the backup has 77 rows of "members", and 4 were restored/)
  })

  test('is refused into the database of another application', async () => {
    const folder = await backUp()
    const other = await newInstallation()
    await ask(other, 'CREATE TABLE invoices (id int)')
    expect(await rungsAt(other)('restore', folder)).toEqual(refused('the database holds tables of another application'))
  })

  test('of an older version, from before an upgrade, is migrated', async () => {
    const older = await newInstallation()
    const latest = '000089_installation.sql'
    await rungsAt(older)('client', 'create', 'old', 'Old', '--domain', 'old.test')
    await ask(older, `DROP TABLE installation; DELETE FROM schema_migrations WHERE name = '${latest}'`)
    const folder = await backUp(older)
    expect((await manifestOf(folder)).migrations).not.toContain(latest)
    expect((await rungsAt(older)('restore', folder)).error).toBe('')
    expect(await ask(older, `SELECT FROM schema_migrations WHERE name = '${latest}'`)).toHaveLength(1)
    expect(await ask(older, 'SELECT client_id FROM clients')).toEqual([{ client_id: 'old' }])
  })

  test('erases again who was erased since the backup, and closes accounts again', async () => {
    const [child, other] = one.members
    const present = (table: string, condition = 'true') =>
      ask<{ id: string }>(home, `SELECT id FROM ${table} WHERE client_id = 'one' AND ${condition}`)
    const folder = await backUp()
    const db = openDatabase(home.database.appUrl, 1)
    await inTenant(db, one.id, 'write', (tx) => eraseMember(tx, one.admin, child))
    await db.pool.end()
    expect((await rungsAt(home)('user', 'close', 'one', 'parent', one.parent)).error).toBe('')

    const { out, error } = await rungsAt(home)('restore', folder, '--no-restore-point')
    expect(error).toBe('')
    expect(out).toContain('Members and accounts that had been erased since are erased again: 2.')
    expect(await present('members')).not.toContainEqual({ id: child })
    expect(await present('members')).toContainEqual({ id: other })
    expect(await present('users', `status = 'anonymised'`)).toEqual([{ id: one.parent }])
    // a tablet that loads everything anew is told of it, too
    expect(
      await ask(home, `SELECT FROM changes WHERE client_id = 'one' AND kind = 'erasure' AND key = '${child}'`),
    ).toHaveLength(1)
    // a backup from after the erasure has nothing to erase
    const later = await rungsAt(home)('restore', await backUp(), '--no-restore-point')
    expect(later.out).not.toContain('erased again')
  })

  test('erases again with the next command where it could not, or its process was killed, after the database was there', async () => {
    const child = crypto.randomUUID()
    const inClient = async (work: (tx: Tx) => Promise<unknown>) => {
      const db = openDatabase(home.database.appUrl, 1)
      await inTenant(db, one.id, 'write', work)
      await db.pool.end()
    }
    const mali = { id: child, clubIds: [one.club], firstname: 'Mali', lastname: 'Pugh', dob: '2016-05-01' }
    await inClient((tx) => enterMembers(tx, one.id, [mali]))
    const isPresent = async () => (await ask(home, `SELECT FROM members WHERE id = '${child}'`)).length === 1
    // the backup has a trigger that stops the erasure
    await ask(
      home,
      `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$;
       CREATE TRIGGER keep BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION keep()`,
    )
    const folder = await backUp()
    await ask(home, 'DROP FUNCTION keep() CASCADE')
    await inClient((tx) => eraseMember(tx, one.admin, child))
    const { error } = await rungsAt(home)('restore', folder, '--no-restore-point')
    expect(error).toContain('`rungs migrate` tries again to erase them')
    expect(await isPresent()).toBe(true)
    await ask(home, 'DROP FUNCTION keep() CASCADE')
    // also when backups of later nights come before it
    await ask(home, `UPDATE installation SET last_backup_at = now() + interval '2 days'`)
    expect((await rungsAt(home)('migrate')).error).toBe('')
    expect(await isPresent()).toBe(false)
    expect(await ask(home, `SELECT FROM audit_log WHERE entity_id = '${child}' AND action = 'erase'`)).toHaveLength(1)
  })

  test('from before a child was entered does not forget the erasure, which a newer backup needs', async () => {
    const child = crypto.randomUUID()
    const inClient = async (work: (tx: Tx) => Promise<unknown>) => {
      const db = openDatabase(home.database.appUrl, 1)
      await inTenant(db, one.id, 'write', work)
      await db.pool.end()
    }
    const older = await backUp()
    const nia = { id: child, clubIds: [one.club], firstname: 'Nia', lastname: 'Pugh', dob: '2016-05-01' }
    await inClient((tx) => enterMembers(tx, one.id, [nia]))
    const newer = await backUp()
    await inClient((tx) => eraseMember(tx, one.admin, child))
    // the operator finds that the older one is not the right one
    await rungsAt(home)('restore', older, '--no-restore-point')
    await rungsAt(home)('restore', older, '--no-restore-point')
    const { out, error } = await rungsAt(home)('restore', newer, '--no-restore-point')
    expect(error).toBe('')
    expect(out).toContain('Members and accounts that had been erased since are erased again: 1.')
    expect(await ask(home, `SELECT FROM members WHERE id = '${child}'`)).toEqual([])
    expect(await ask(home, `SELECT FROM audit_log WHERE entity_id = '${child}' AND action = 'erase'`)).toHaveLength(1)
  })

  test('from before a client was made says that erasures there are not known any more', async () => {
    const older = await backUp()
    await rungsAt(home)('client', 'create', 'late', 'Late', '--domain', 'late.test')
    const child = crypto.randomUUID()
    const db = openDatabase(home.database.appUrl, 1)
    await inTenant(db, 'late', 'write', async (tx) => {
      await enterMembers(tx, 'late', [
        { id: child, clubIds: [], firstname: 'Nia', lastname: 'Late', dob: '2016-05-01' },
      ])
      await eraseMember(tx, null, child)
    })
    await db.pool.end()
    const { out, error } = await rungsAt(home)('restore', older, '--no-restore-point')
    expect(error).toBe('')
    expect(out).toContain('The backup lacks late. A newer backup would bring back who was erased there')
  })

  test('under another domain is a drill: other host names, and no mail that waits is sent', async () => {
    const invited = await rungsAt(home)('invite', one.id, 'ngo', 'new@one.example', 'New', 'Author')
    expect(invited.code).toBe(0)
    expect(await ask(home, `SELECT FROM mails WHERE state = 'waiting'`)).toHaveLength(1)
    const folder = await backUp()
    const drill = await newInstallation()
    const { out } = await rungsAt(drill)('restore', folder, '--domain', 'drill.example.org')
    expect(out).toContain('The portals are at PORTAL.CLIENT.drill.example.org')
    const hosts = await ask<{ hostname: string }>(drill, 'SELECT hostname FROM hostnames ORDER BY hostname')
    expect(hosts).toHaveLength(8)
    expect(hosts[0]?.hostname).toBe('club.one.drill.example.org')
    expect(await ask(drill, `SELECT FROM mails WHERE state = 'waiting'`)).toEqual([])
  })
})

describe('rungs restored', () => {
  test('begins a new epoch for every client, also a closed one, in its log', async () => {
    await rungsAt(home)('client', 'close', 'two')
    const epochs = async () => ask<{ epoch: string }>(home, 'SELECT epoch FROM clients ORDER BY client_id')
    const before = await epochs()
    await ask(home, 'UPDATE installation SET timeline = 99')
    expect((await rungsAt(home)('restored')).out).toMatch(/^Every client \(2\) has a new epoch/)
    const after = await epochs()
    expect(after).toHaveLength(2)
    for (const [index, { epoch }] of after.entries()) expect(epoch).not.toBe(before[index]?.epoch)
    expect(await ask(home, 'SELECT timeline FROM installation')).not.toEqual([{ timeline: 99 }])
    const log = await ask<{ client_id: string }>(
      home,
      `SELECT DISTINCT client_id FROM audit_log WHERE action = 'new-epoch' ORDER BY client_id`,
    )
    expect(log.map((row) => row.client_id)).toEqual(['one', 'two'])
  })
})
