import { assessmentPolicy } from '#domain/assessment/policy.ts'
import { evaluate, type Evaluation, type Result } from '#domain/assessment/engine.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import type { Session } from '#server/platform/http/session.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { push } from '#server/assessment/sync/push.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { Device, SKILLS, type Tenant, type World } from './world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

const DAY_MS = 86_400_000
const ZONE = 'Europe/London'
/** The length of a season: half a year. */
const WEEKS = 26

interface AttendanceEntry {
  member: string
  group: string
  club: string
  author: string
  date: string
  value: Attendance | null
}

/** Half a year at two clubs of a client, as coaches pushed it, with the facts against which reports are checked. */
export interface Season {
  today: string
  /** The id of the second club. */
  quay: string
  /** `joined` is the first day of the members in the group. */
  groups: { id: string; club: string; joined: string; members: string[] }[]
  members: { id: string; clubs: string[]; active: boolean }[]
  /** In chronological order. */
  marks: { member: string; club: string; author: string; day: string }[]
  /** The last entry of the attendance register for each `group/day/member`. */
  attendance: Map<string, AttendanceEntry>
  /** Whether the badge of a level was handed over, by member id followed by node id. */
  badges: Map<string, boolean>
  /** How often a member lost a level. */
  lostLevels: number
  /** Evaluates the stored results with the engine; resolves to the evaluation by member. */
  evaluateResults: () => Promise<(member: string) => Evaluation>
  /** The highest level that a member had passed by the end of a day, according to the engine. */
  levelAt: (member: string, day: string) => string | null
}

/** Returns a function that gives a random integer below its argument, and the same numbers for the same seed. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Evaluates the stored results of a client; returns the evaluation by member. */
async function evaluateClient(world: World, client: string): Promise<(member: string) => Evaluation> {
  return inTenant(world.db, client, 'read', async (tx) => {
    const { rows: schemes } = await tx.query<{ id: string }>(`SELECT id FROM schemes WHERE slug = 'swim'`)
    const scheme = await new Curricula().scheme(tx, client, schemes[0]?.id ?? '')
    if (!scheme) throw new Error('no scheme')
    const { rows } = await tx.query<Result & { member_id: string; node_id: string }>(
      'SELECT member_id, node_id, grade, pass, ts, since FROM results',
    )
    return (member) => {
      const results = rows.filter((row) => row.member_id === member)
      return evaluate(scheme, new Map(results.map((row) => [row.node_id, row])))
    }
  })
}

/**
 * Creates a second club (`quay`), a second coach (`gethin`), eight more members, one of them inactive, and two more
 * groups.
 */
async function createClubs(
  world: World,
  one: Tenant,
): Promise<Pick<Season, 'quay' | 'groups' | 'members'> & { gethin: string }> {
  const uuid = () => crypto.randomUUID()
  const [quay, seals, herons, gethin] = [uuid(), uuid(), uuid(), uuid()]
  // The first six are at the first club, the others at the second.
  const memberIds = Array.from({ length: 8 }, uuid)
  // Some reports are about starred nodes only.
  await world.owner.query(
    `UPDATE scheme_nodes SET starred = true WHERE client_id = $1 AND id IN ('/stage-1', '/stage-1/float', '/stage-2')`,
    [one.id],
  )
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: ZONE, memberTypes: [] })
    await createUser(tx, null, {
      id: gethin,
      type: 'coach',
      email: 'gethin@one.example',
      username: null,
      passwordHash: null,
      firstname: 'Gethin',
      lastname: 'Roberts',
      clubIds: [one.club],
    })
    await tx.query(`INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)`, [
      one.id,
      one.coach,
      quay,
    ])
    const member = { lastname: 'Hughes', dob: '2016-02-03' }
    await enterMembers(
      tx,
      one.id,
      memberIds.map((id, index) => ({
        ...member,
        id,
        firstname: 'Nia',
        ngo_id: `S-${index}`,
        clubIds: [index < 6 ? one.club : quay],
      })),
    )
    const group = {
      scheme_slug: 'swim',
      levels: ['/stage-1', '/stage-2'],
      start_at: '16:30',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date: '2020-01-01',
      coaches: [{ uuid: one.coach }, { uuid: gethin }],
    }
    await addGroup(tx, {
      ...group,
      id: seals,
      clubId: one.club,
      name: 'Seals',
      memberIds: memberIds.slice(0, 6),
    })
    await addGroup(tx, {
      ...group,
      id: herons,
      clubId: quay,
      name: 'Herons',
      coaches: [{ uuid: one.coach }],
      memberIds: memberIds.slice(6),
    })
    // One of the members of the first club, because reports do not count inactive members.
    await tx.query(`UPDATE club_members SET status = 'inactive', inactive_since = now() WHERE member_id = $1`, [
      memberIds[5],
    ])
  })
  const joined = '2020-01-01'
  return {
    quay,
    gethin,
    groups: [
      { id: one.group, club: one.club, joined, members: [...one.members] },
      { id: seals, club: one.club, joined, members: memberIds.slice(0, 6) },
      { id: herons, club: quay, joined, members: memberIds.slice(6) },
    ],
    members: [
      ...one.members.map((id) => ({ id, clubs: [one.club], active: true })),
      ...memberIds.map((id, index) => ({ id, clubs: [index < 6 ? one.club : quay], active: index !== 5 })),
    ],
  }
}

/**
 * Plays half a year, week by week; in the last six weeks two of the six members of the second group get no entries.
 * Sets the world's clock to noon.
 */
export async function playSeason(world: World, one: Tenant, seed: number): Promise<Season> {
  const randomBelow = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[randomBelow(list.length)] as T
  world.clock.now = Math.floor(world.clock.now / DAY_MS) * DAY_MS + DAY_MS / 2
  const { gethin, ...clubs } = await createClubs(world, one)
  /** The level of each member at the end of each week. */
  const levels = new Map<string, { day: string; level: string | null }[]>()
  const season: Season = {
    ...clubs,
    today: localDate(world.clock.now, ZONE),
    marks: [],
    attendance: new Map(),
    badges: new Map(),
    lostLevels: 0,
    evaluateResults: () => evaluateClient(world, one.id),
    levelAt: (member, day) => levels.get(member)?.findLast((week) => week.day <= day)?.level ?? null,
  }
  // One device for each group and coach; the second coach has only the second group.
  const devices = new Map(
    clubs.groups.flatMap((group) =>
      [one.coach, gethin]
        .filter((author) => author === one.coach || group.id === clubs.groups[1]?.id)
        .map((author) => {
          const tenant = { ...one, club: group.club, group: group.id }
          // The devices need no token, because `pushAt` does not push over HTTP.
          return [`${author}/${group.id}`, { author, group, device: new Device(world, tenant, '', author) }] as const
        }),
    ),
  )
  const curricula = new Curricula()
  for (let weeksAgo = WEEKS - 1; weeksAgo >= 0; weeksAgo--) {
    // The session of a week is held three days before its end, so the last one was three days ago.
    const noon = world.clock.now - weeksAgo * 7 * DAY_MS - 3 * DAY_MS
    const day = localDate(noon, ZONE)
    for (const [index, { author, group, device }] of [...devices.values()].entries()) {
      // Each device gets its own minute: of two edits at the same moment, the random ids of the devices would decide.
      const ms = noon + index * 60_000
      const markedMembers = weeksAgo < 6 ? group.members.slice(0, 4) : group.members
      const operations = []
      for (let remaining = randomBelow(8); remaining > 0; remaining--) {
        const member = pick(markedMembers)
        const node =
          group.id === one.group || randomBelow(3) > 0
            ? `/stage-1/${pick(SKILLS)}`
            : pick(['/stage-2/turn', '/stage-2/manual'])
        // Repeated values are picked more often, so most marks pass.
        const grade = node.endsWith('/manual') ? pick([1, 1, 0]) : pick([3, 3, 3, 3, 2, 1, 0])
        operations.push(device.mark(member, node, grade, { ms }))
        season.marks.push({ member, club: group.club, author, day })
      }
      for (let remaining = randomBelow(6); remaining > 0; remaining--) {
        const member = pick(markedMembers)
        const value = pick(['present', 'present', 'absent', null] as const)
        operations.push(
          device.registerEntry({ kind: 'attendance', groupId: group.id, date: day, memberUuid: member }, value, { ms }),
        )
        const entry = { member, group: group.id, club: group.club, author, date: day, value }
        season.attendance.set(`${group.id}/${day}/${member}`, entry)
      }
      if (randomBelow(3) > 0) {
        const [member, value] = [pick(markedMembers), randomBelow(2) === 0]
        const badge = { kind: 'badge', memberUuid: member, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
        operations.push(device.registerEntry(badge, value, { ms }))
        season.badges.set(`${member}/stage-1`, value)
      }
      await pushAt(world, one, curricula, { author, club: group.club, device: device.id, ms }, operations)
    }
    const evaluationOf = await season.evaluateResults()
    for (const { id } of season.members) {
      const level = ['/stage-2', '/stage-1'].find((node) => evaluationOf(id).node(node)?.state === 'passed') ?? null
      const earlierLevels = levels.get(id) ?? []
      // The ids of levels are in alphabetical order, so the lower level is the smaller text.
      if ((earlierLevels.at(-1)?.level ?? '') > (level ?? '')) season.lostLevels++
      levels.set(id, [...earlierLevels, { day, level }])
    }
  }
  return season
}

/** Pushes operations as at the time `ms`. The database still dates the rows that it writes by its own clock. */
async function pushAt(
  world: World,
  one: Tenant,
  curricula: Curricula,
  { author, club, device, ms }: { author: string; club: string; device: string; ms: number },
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return
  const session: Session = {
    clientId: one.id,
    portal: 'coach',
    userId: author,
    family: null,
    originalUserId: null,
    expiresMs: ms,
    right: assessmentPolicy['assess.sync'].rights.coach,
    mayReadReplica: false,
    type: 'coach',
    scopes: [],
    clubId: club,
    languageId: 1,
    language: 'en-GB',
    features: { ENABLE_ADDITIONAL_ASSESSMENTS: true, CAN_ASSESS_IN_THE_PAST: true, MAX_PAST_DAYS_ATTENDANCE: 7 },
  }
  const deps = {
    db: world.db,
    curricula,
    now: () => ms + 1_000,
    announce: () => {},
    onError: (error: unknown) => {
      throw error
    },
  }
  const { outcomes } = await push(deps, session, { deviceId: device, operations: [...operations] })
  const refused = outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}
