import pg from 'pg'
import type { Operation } from '#contract/assessment/sync.ts'
import { attendanceLane, type AttendancePayload } from '#domain/assessment/commands/attendance.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { CLIENT, type ProofClub } from '#e2e/prove/proof-club.ts'
import { withProofSetup, type ProofSetup } from '#e2e/prove/proof-setup.ts'
import { newMark, newOperation } from '#server/assessment/sync/new-operation.ts'
import { push } from '#server/assessment/sync/push.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import type { Row } from './table.ts'

/** The year of a member: a session a week, with so many marks in all. */
const WEEKS = 40
const MARKS = 100
const GROUPS = 12
const GROUP_MEMBERS = 20
const MEMBERS = GROUPS * GROUP_MEMBERS
const LEVELS = 5
/** In each level. */
const SKILLS = 14
/** As a tablet sends them. */
const BATCH = 50
/** What a mark and an attendance may take, in bytes. */
const MOST_A_MARK = 700
const MOST_A_TICK = 400
/** Smaller parts are not listed, in bytes for each mark, attendance or member. */
const SMALLEST = 5
const WEEK_MS = 7 * 86_400_000

/** The size in bytes of each table with its TOAST and of each index, by name, and how much log was written. */
interface Stored {
  parts: Map<string, number>
  wal: number
}

async function stored(owner: pg.Client): Promise<Stored> {
  const { rows } = await owner.query<{ name: string; bytes: number }>(
    `SELECT oid::regclass::text AS name, (CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END)::float8
       AS bytes FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  )
  const { rows: logs } = await owner.query<{ bytes: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`,
  )
  return { parts: new Map(rows.map(({ name, bytes }) => [name, bytes])), wal: logs[0]?.bytes ?? 0 }
}

interface Place {
  member: string
  group: string
}

/** Enters the members with a guardian each, and their groups, as an office does. */
async function enterClub({ db, club }: ProofSetup): Promise<Place[]> {
  const groups = Array.from({ length: GROUPS }, () => ({
    id: crypto.randomUUID(),
    members: Array.from({ length: GROUP_MEMBERS }, () => crypto.randomUUID()),
  }))
  await inTenant(db, CLIENT, 'write', async (tx) => {
    await enterMembers(
      tx,
      CLIENT,
      groups
        .flatMap(({ members }) => members)
        .map((id, index) => ({
          id,
          clubIds: [club.id],
          firstname: `Gwenllian ${index}`,
          lastname: 'Pritchard',
          dob: '2017-05-06',
          ngo_id: `AQ-${100_000 + index}`,
          phones: ['+44 29 2018 0000'],
          guardians: [
            {
              guardian_firstname: 'Angharad',
              guardian_lastname: 'Pritchard',
              guardian_email: `family.${index}@example.com`,
            },
          ],
        })),
    )
    for (const [number, { id, members }] of groups.entries())
      await addGroup(tx, {
        id,
        clubId: club.id,
        name: `Monday ${number}`,
        scheme_slug: 'swim',
        levels: ['/level-1'],
        start_at: '16:30',
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        first_date: '2020-01-01',
        coaches: [{ uuid: club.coach }],
        memberIds: members,
      })
  })
  return groups.flatMap(({ id, members }) => members.map((member) => ({ member, group: id })))
}

/** Pushes what `operationsOf` makes of each member in each week, group by group, as tablets did in the year. */
async function pushYear(
  { db, club }: ProofSetup,
  places: readonly Place[],
  operationsOf: (place: Place, week: number, origin: () => Parameters<typeof newMark>[0]) => Operation[],
): Promise<void> {
  let now = 0
  const deps = {
    db,
    curricula: new Curricula(),
    now: () => now,
    announce: () => {},
    onError: (error: unknown) => {
      throw error
    },
  }
  const features = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_ADDITIONAL_ASSESSMENTS: true }
  const author = { clientId: CLIENT, userId: club.coach, originalUserId: null, features }
  const deviceId = crypto.randomUUID()
  let seq = 0
  const end = Date.now()
  for (let week = 0; week < WEEKS; week++) {
    now = end - (WEEKS - week) * WEEK_MS
    const origin = () => ({ club: club.id, author: club.coach, deviceId, seq: ++seq, ms: now })
    const operations = places.flatMap((place) => operationsOf(place, week, origin))
    for (let from = 0; from < operations.length; from += BATCH) {
      const body = { deviceId, operations: operations.slice(from, from + BATCH) }
      const { outcomes } = await push(deps, author, body)
      const refused = outcomes.find(({ outcome }) => outcome !== 'applied')
      if (refused) throw new Error(`${refused.outcome}: ${refused.code}`)
    }
  }
}

/** The marks of a member in a week: skill by skill, each tried once before it is passed. */
function marksOf(club: ProofClub, { member, group }: Place, week: number, origin: () => Parameters<typeof newMark>[0]) {
  const [from, to] = [Math.floor((week * MARKS) / WEEKS), Math.floor(((week + 1) * MARKS) / WEEKS)]
  return Array.from({ length: to - from }, (_, index) => {
    const own = origin()
    return newMark(own, {
      memberUuid: member,
      groupId: group,
      schemeSlug: 'swim',
      schemeNodeId: club.nodes[Math.floor((from + index) / 2) % club.nodes.length] ?? '',
      assessmentGrade: (from + index) % 2 === 0 ? 2 : 3,
      assessmentPassGrade: 3,
      assessmentDate: localDate(own.ms, 'Europe/London'),
    })
  })
}

function tickOf({ member, group }: Place, week: number, origin: () => Parameters<typeof newMark>[0]): Operation {
  const own = origin()
  const payload: AttendancePayload = {
    memberUuid: member,
    groupId: group,
    date: localDate(own.ms, 'Europe/London'),
    value: week % 8 === 0 ? 'absent' : 'present',
    timestamp: Math.floor(own.ms / 1_000),
  }
  return newOperation(own, { kind: 'attendance', lane: attendanceLane(payload), payload })
}

/**
 * Measures what a member, a mark and an attendance take on disk with all that is written of them, indexes included, and
 * how much of PostgreSQL's log. The year of a club is pushed through the product, week by week.
 */
export async function bench(): Promise<Row[]> {
  return withProofSetup({ members: 1, levels: LEVELS, skills: SKILLS }, async (setup) => {
    const owner = new pg.Client({ connectionString: setup.ownerUrl })
    await owner.connect()
    try {
      const rows: Row[] = []
      const add = (label: string, ours: number, limit: number | null = null) =>
        rows.push({ label, unit: 'B', ours, limit, moreIsBetter: false })
      const measure = async <T>(label: string, count: number, limit: number | null, write: () => Promise<T>) => {
        const before = await stored(owner)
        const result = await write()
        const after = await stored(owner)
        const grown = [...after.parts]
          .map(([name, bytes]) => ({ name, each: (bytes - (before.parts.get(name) ?? 0)) / count }))
          .toSorted((a, b) => b.each - a.each)
        const total = grown.reduce((sum, { each }) => sum + each, 0)
        add(label, total, limit)
        for (const { name, each } of grown) if (each >= SMALLEST) add(`… ${name}`, each)
        add('… written to the log (WAL)', (after.wal - before.wal) / count)
        return { result, bytes: total * count }
      }
      const club = await measure('a member, with guardian and place', MEMBERS, null, () => enterClub(setup))
      const places = club.result
      const marks = await measure('a mark', MEMBERS * MARKS, MOST_A_MARK, () =>
        pushYear(setup, places, (place, week, origin) => marksOf(setup.club, place, week, origin)),
      )
      const ticks = await measure('an attendance', MEMBERS * WEEKS, MOST_A_TICK, () =>
        pushYear(setup, places, (place, week, origin) => [tickOf(place, week, origin)]),
      )
      add(
        `a member with a year: ${MARKS} marks, ${WEEKS} attendances`,
        (club.bytes + marks.bytes + ticks.bytes) / MEMBERS,
      )
      return rows
    } finally {
      await owner.end()
    }
  })
}
