import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ChangesReply, PushReply } from '#contract/assessment/sync.ts'
import { findProgram } from '#db/backup/programs.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { fill, type FillPlan } from '#server/testing/fill/fill.ts'
import { filledClubs, tokenOf, type FilledClub, type FilledPortal } from '#server/testing/fill/filled-club.ts'
import { callJson, logIn, openTokens, SECRET, startBenchServer, type BenchServer } from './bench-server.ts'
import { markOperation, skillsOf } from './marks.ts'
import { restartCold, withOwner } from './restart-cold.ts'
import { median, percentile, type Row } from './table.ts'

const run = promisify(execFile)

/** `BENCH_MARKS` is the number of marks in the end. It is measured at a tenth of it, too. */
const MOST_MARKS = Number(process.env.BENCH_MARKS ?? 10_000_000)
/** Disk that a mark takes with all that comes with it: attendance, its member, operations, changes, the log. */
const BYTES_A_MARK = 1_800
/** The year of a member, who comes weekly. */
const HISTORY = { weeks: 40, marks: 100, registerWeeks: 40 }
/** The measured clubs have so many members; those of all clubs are as many on average. */
const CLUB_MEMBERS = 500
const CLUB_SIZES = [CLUB_MEMBERS, 100, CLUB_MEMBERS, 400, CLUB_MEMBERS, 1_000]
/** Of ten clubs, so many belong to each of the demo's clients. */
const CLIENTS = [
  { clientId: 'aquila', schemeSlug: 'swim', clubs: 5 },
  { clientId: 'vault', schemeSlug: 'gym', clubs: 3 },
  { clientId: 'tideway', schemeSlug: 'gym', clubs: 2 },
]
const [MEASURED = { clientId: '' }] = CLIENTS
const COLD_ROUNDS = 5
const OVERVIEW = 'page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1'
const LIST = 'per_page=25&status=active&with_groups=1&with_scores=1'

/** The plans for clubs number `from` to `to` of the database. */
function plansOf(from: number, to: number): FillPlan[] {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  let firstOfTen = 0
  return CLIENTS.map(({ clientId, schemeSlug, clubs }) => {
    const [first, last] = [firstOfTen, (firstOfTen += clubs)]
    const own = numbers.filter((number) => number % 10 >= first && number % 10 < last)
    return {
      clientId,
      schemeSlug,
      clubs: own.map((_, index) => CLUB_SIZES[index % CLUB_SIZES.length] ?? 0),
      history: HISTORY,
    }
  })
}

/** What is measured at a club. `before` is not: it makes worthless what the server keeps. */
interface Measured {
  label: string
  rounds: number
  before?: (club: FilledClub, n: number) => Promise<unknown>
  work: (club: FilledClub, n: number) => Promise<unknown>
}

/** The operations of one club. `skills` are those that are marked. */
async function measuredOperations(benchServer: BenchServer, skills: readonly string[]): Promise<Measured[]> {
  const tokens = await openTokens(benchServer)
  const signed = new Map<string, Promise<string>>()
  const call = async <T>(club: FilledClub, portal: FilledPortal, path: string, body?: unknown): Promise<T> => {
    const key = `${club.club} ${portal}`
    const signing = signed.get(key) ?? tokenOf(tokens, club, portal)
    signed.set(key, signing)
    return callJson<T>(benchServer.port, `${portal}.${club.clientId}.localhost`, `/v1/${path}`, {
      token: await signing,
      body,
    })
  }
  const deviceId = crypto.randomUUID()
  let seq = 0
  const markOf = async (club: FilledClub, member: FilledClub['members'][number] | undefined) => {
    seq++
    if (!member) throw new Error('the coach has no members')
    const operation = markOperation(member, skills[seq % skills.length] ?? '', club.coach, deviceId, seq)
    const reply = await call<PushReply>(club, 'coach', 'sync/push', { deviceId, operations: [operation] })
    if (reply.outcomes[0]?.outcome !== 'applied') throw new Error(`the mark was refused: ${reply.outcomes[0]?.code}`)
  }
  const mark = (club: FilledClub, n: number) => markOf(club, club.members[(n * 7) % club.members.length])
  const report = (kind: string): Measured => ({
    label: `report ${kind}, after a mark`,
    rounds: 15,
    before: mark,
    work: (club) => call(club, 'club', `reports/${kind}?per_page=100`),
  })
  return [
    { label: 'push of a mark', rounds: 60, work: mark },
    {
      label: "a family's overview, after a mark of a child",
      rounds: 40,
      before: (club) =>
        markOf(
          club,
          club.members.find(({ member }) => member === club.child),
        ),
      work: (club) => call(club, 'parent', `users/${club.parent}/members?${OVERVIEW}`),
    },
    {
      label: `load of a tablet, 6 groups`,
      rounds: 5,
      async work(club) {
        for (let cursor = '', more = true; more;) {
          const path = `sync/changes?cursor=${encodeURIComponent(cursor)}`
          ;({ cursor, more } = await call<ChangesReply>(club, 'coach', path))
        }
      },
    },
    { label: 'page of members', rounds: 40, work: (club, n) => call(club, 'club', `members?page=${n % 18}&${LIST}`) },
    {
      label: 'sheet of a member, with the log',
      rounds: 40,
      async work(club, n) {
        const { member } = club.members[(n * 11) % club.members.length] ?? {}
        await call(club, 'club', `members/${member}`)
        await call(club, 'club', `members/${member}/log?per_page=25`)
      },
    },
    ...['levels', 'attendance', 'unassessed', 'coaches'].map(report),
  ]
}

/** The median and the 95th percentile of the times of each operation in ms, by its label. */
type Times = Map<string, { cold: number; warm: number; p95: number }>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function measure(
  benchServer: BenchServer,
  clubs: readonly FilledClub[],
  all: readonly Measured[],
): Promise<Times> {
  const cold = all.map((): number[] => [])
  for (let round = 0; round < COLD_ROUNDS; round++) {
    await restartCold(benchServer)
    // the first to touch its club, so that none finds what another has read
    for (const [index, { work }] of all.entries()) {
      const club = clubs[(index + round) % clubs.length]
      if (club) cold[index]?.push(await timed(() => work(club, round)))
    }
  }
  const [club] = clubs
  if (!club) throw new Error('there is no filled club')
  const times: Times = new Map()
  for (const [index, { label, rounds, before, work }] of all.entries()) {
    const list: number[] = []
    for (let n = -3; n < rounds; n++) {
      await before?.(club, n + 3)
      const ms = await timed(() => work(club, n + 3))
      // the first ones warm up
      if (n >= 0) list.push(ms)
    }
    times.set(label, { cold: median(cold[index] ?? []), warm: median(list), p95: percentile(list, 0.95) })
  }
  return times
}

/** The seconds of a backup and of its restore into another database; null where PostgreSQL's own programs are missing. */
async function backUp({ database }: BenchServer): Promise<{ backup: number; restore: number } | null> {
  const major = await withOwner(database.url, async (owner) => {
    const { rows } = await owner.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    )
    return rows[0]?.major ?? 0
  })
  const hasProgram = await findProgram('pg_dump', major, process.env.PG_BIN ?? null).then(
    () => true,
    () => false,
  )
  if (!hasProgram) return null
  const folder = await mkdtemp(join(tmpdir(), 'rungs-bench-backup-'))
  const copy = new URL(database.url)
  copy.pathname = '/restored'
  const rungs = (args: string[], url: string) =>
    run(process.execPath, ['cli/rungs.ts', ...args], { env: { ...process.env, DATABASE_URL: url, SECRET } })
  try {
    const backup = await timed(() => rungs(['backup', folder], database.url))
    const [name = ''] = await readdir(folder)
    await withOwner(database.url, (owner) => owner.query('CREATE DATABASE restored'))
    const restore = await timed(() => rungs(['restore', join(folder, name)], copy.href))
    return { backup: backup / 1_000, restore: restore / 1_000 }
  } finally {
    await withOwner(database.url, (owner) => owner.query('DROP DATABASE IF EXISTS restored'))
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Fills the database with a tenth of the marks, then with the others, by adding clubs, and measures each time what is
 * done at one club. The limit of a row is the same with a tenth of the marks: at 0.77 of it, an operation takes 1.3
 * times as long. Cold is the first touch of a club after a restart of the database.
 */
export async function bench(): Promise<Row[]> {
  const { bavail, bsize } = await statfs(tmpdir())
  const needed = MOST_MARKS * BYTES_A_MARK
  // the restored copy takes as much again, and the backup a tenth
  const hasRoomForBackup = bavail * bsize > needed * 2.1
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`
  // on the other output, so that --json stays a document
  const note = (text: string) => console.error(`growth: ${text}`)
  note(`${MOST_MARKS} marks need ${gigabytes(needed)} of disk, ${gigabytes(bavail * bsize)} are free`)
  if (bavail * bsize < needed) throw new Error(`there is too little disk; BENCH_MARKS says how many marks to fill in`)
  if (!hasRoomForBackup) note('there is no room for a backup and its restored copy')
  const benchServer = await startBenchServer()
  const { database, appUrl, port } = benchServer
  database.keepRunning(() => {})
  const rows: Row[] = []
  const add = (label: string, unit: string, ours: number, limit: number | null = null) =>
    rows.push({ label, unit, ours, limit, moreIsBetter: false })
  try {
    const { token } = await logIn(port, 'coach')
    const operations = await measuredOperations(benchServer, await skillsOf(benchServer, token))
    let clubs = 0
    let before: Times | null = null
    for (const marks of [MOST_MARKS / 10, MOST_MARKS]) {
      const db = openDatabase(appUrl, /* connections */ 1)
      const end = marks / HISTORY.marks / CLUB_MEMBERS
      const fillMs = await timed(() => fill(database.url, db, plansOf(clubs, end)))
      clubs = end
      await db.pool.end()
      const vacuumMs = await timed(() => withOwner(database.url, (owner) => owner.query('VACUUM ANALYZE')))
      const filled = await withOwner(database.url, async (owner) => {
        const { rows: sizes } = await owner.query<{ bytes: number }>(
          'SELECT pg_database_size(current_database())::float8 AS bytes',
        )
        const measured = await filledClubs(owner, MEASURED.clientId, CLUB_MEMBERS, 20)
        return { bytes: sizes[0]?.bytes ?? 0, measured }
      })
      note(`${marks} marks filled in ${(fillMs / 1_000).toFixed(0)} s, vacuumed in ${(vacuumMs / 1_000).toFixed(0)} s`)
      const times = await measure(benchServer, filled.measured, operations)
      const at = `${marks / 1e6} million marks`
      note(`${at}: ${JSON.stringify([...times])}`)
      add(`${at}: database`, 'GB', filled.bytes / 1e9)
      add('… filled in', 's', fillMs / 1_000)
      add('… first VACUUM ANALYZE', 's', vacuumMs / 1_000)
      const backup = hasRoomForBackup ? await backUp(benchServer) : null
      if (backup) {
        add('… backup', 's', backup.backup)
        add('… restore', 's', backup.restore)
      }
      for (const [label, { cold, warm, p95 }] of times) {
        add(label, 'ms, median', warm, before?.get(label)?.warm ?? null)
        add('…', 'ms, p95', p95, before?.get(label)?.p95 ?? null)
        add('…', 'ms, cold', cold, before?.get(label)?.cold ?? null)
      }
      before = times
    }
    return rows
  } finally {
    await benchServer.close()
  }
}
