import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report, ReportMember } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays, daysBetween, localDate } from '#domain/platform/club-time.ts'
import { groupAlerts } from '#domain/assessment/group-alerts.ts'
import { snapshotDays, reportPeriod } from '#domain/reports/report-period.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { touchClub } from '#server/tenants/changes/change-counters.ts'
import { playSeason, type Season } from '#server/testing/season.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** The seed of the season's random choices; any other would do. */
const SEED = 20_261_121
let season: Season
const tokens = { club: '', scheme: '', coach: '', parent: '' }

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  season = await playSeason(world, one, SEED)
  for (const portal of ['club', 'scheme', 'coach', 'parent'] as const)
    tokens[portal] = (await world.logIn(one, portal)).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The mean length of a month. */
const DAYS_PER_MONTH = 30.4

/** Advances the club's change counter, as each write of the product does; these tests write rows themselves. */
const changedAtClub = () => inTenant(world.db, one.id, 'write', (tx) => touchClub(tx, one.club))

const requestReport = (path: string, portal: keyof typeof tokens = 'club') =>
  world.request({ url: `/v1/${path}`, host: one.host(portal), token: tokens[portal] })
async function readReport(path: string, portal: keyof typeof tokens = 'club'): Promise<Report> {
  const reply = await requestReport(path, portal)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Report>()
}
/** The figures of each member of a report's list of members, by the member's id. */
async function readMemberFigures(path: string): Promise<Map<string, [part: number, whole: number]>> {
  const reply = await requestReport(`${path}${path.includes('?') ? '&' : '?'}per_page=1000`)
  expect(reply.statusCode, reply.body).toBe(200)
  const rows = reply.json<ReportMember[]>()
  expect(reply.headers['x-total-count']).toBe(String(rows.length))
  return new Map(rows.map(({ uuid, part, whole }) => [uuid, [part, whole]]))
}

/** Something that a report counts: its `part` and `whole` are added up in a row, and in the column of its day. */
interface Fact {
  row: string
  member?: string
  day?: string
  part: number
  whole: number
}

/** The sums of the facts by row, of rows that have any. */
function sumByRow(facts: readonly Fact[]): Record<string, [part: number, whole: number]> {
  const sums: Record<string, [number, number]> = {}
  for (const { row, part, whole } of facts) {
    const [partSum, wholeSum] = sums[row] ?? [0, 0]
    sums[row] = [partSum + part, wholeSum + whole]
  }
  return sums
}
/** The figures of a report by row, of rows that have any. */
const reportedByRow = ({ rows }: Report) =>
  Object.fromEntries(rows.filter(({ whole }) => whole > 0).map(({ id, part, whole }) => [id, [part, whole]]))
const sumByMember = (facts: readonly Fact[]) =>
  new Map(Object.entries(sumByRow(facts.map((fact) => ({ ...fact, row: fact.member ?? '' })))))

/** Expects the figures of a report, by column and row and in all, to be the sums of the facts. */
function expectColumns(report: Report, facts: readonly Fact[]): void {
  const { starts } = reportPeriod(report.to, Math.round(daysBetween(report.from, report.to) / DAYS_PER_MONTH))
  expect(report.columns.map(({ id }) => id)).toEqual(starts)
  const columnOf = (day: string) => starts.findLastIndex((start) => start <= day)
  starts.forEach((_, column) => {
    const matching = facts.filter(({ day = '' }) => columnOf(day) === column)
    const sum = (summed: readonly Fact[]) => [
      summed.reduce((n, fact) => n + fact.part, 0),
      summed.reduce((n, fact) => n + fact.whole, 0),
    ]
    expect([report.columns[column]?.part, report.columns[column]?.whole]).toEqual(sum(matching))
    for (const row of report.rows)
      expect([row.parts[column], row.wholes[column]]).toEqual(sum(matching.filter((fact) => fact.row === row.id)))
  })
  expect([report.part, report.whole]).toEqual([
    facts.reduce((n, fact) => n + fact.part, 0),
    facts.reduce((n, fact) => n + fact.whole, 0),
  ])
}

const isInPeriod = (day: string, months: number) => {
  const { from, to } = reportPeriod(season.today, months)
  return day >= from && day <= to
}
const attendanceFacts = (club: string, months: number) =>
  [...season.attendance.values()]
    .filter((entry) => entry.club === club && entry.value !== null && isInPeriod(entry.date, months))
    .map((entry) => ({ ...entry, day: entry.date, part: entry.value === 'present' ? 1 : 0, whole: 1 }))
const activeMembers = (club: string) => season.members.filter((member) => member.clubs.includes(club) && member.active)

describe('a club’s report', () => {
  test('of attendance has the season’s figures by group, week and member, with corrected entries [9.18]', async () => {
    for (const months of [1, 3, 6, 12]) {
      const facts = attendanceFacts(one.club, months).map((fact) => ({ ...fact, row: fact.group }))
      const report = await readReport(`reports/attendance?months=${months}`)
      // the comparisons below are not of empty lists
      expect(facts.length).toBeGreaterThan(5)
      expect(reportedByRow(report)).toEqual(sumByRow(facts))
      expectColumns(report, facts)
      expect(await readMemberFigures(`reports/attendance/members?months=${months}`)).toEqual(sumByMember(facts))
      const row = facts[0]?.group ?? ''
      const inGroup = facts.filter((fact) => fact.group === row)
      expect(reportedByRow(await readReport(`reports/attendance?months=${months}&group=${row}`))).toEqual(
        sumByRow(inGroup),
      )
      expect(await readMemberFigures(`reports/attendance/members?months=${months}&row=${row}`)).toEqual(
        sumByMember(inGroup),
      )
    }
    expect((await readReport('reports/attendance')).from).toBe(reportPeriod(season.today, 3).from)
  })

  test('of percentages has those of the engine, for starred skills and levels [9.26]', async () => {
    const starred = ['/stage-1', '/stage-1/float', '/stage-2']
    const evaluationOf = await season.evaluateResults()
    const facts = activeMembers(one.club).flatMap(({ id: member }) =>
      starred.map((row) => ({ row, member, part: evaluationOf(member).node(row)?.percent ?? 0, whole: 100 })),
    )
    const report = await readReport('reports/percentage')
    expect(report.rows.map(({ id, name }) => [id, name])).toEqual(starred.map((id) => [id, id.split('/').at(-1)]))
    expect(reportedByRow(report)).toEqual(sumByRow(facts))
    expect(facts.some(({ part }) => part > 0 && part < 100)).toBe(true)
    expect(await readMemberFigures('reports/percentage/members?row=/stage-1/float')).toEqual(
      sumByMember(facts.filter(({ row }) => row === '/stage-1/float')),
    )
    const group = season.groups[1]?.id ?? ''
    const matching = new Set(season.groups[1]?.members)
    expect(reportedByRow(await readReport(`reports/percentage?group=${group}&scheme=swim`))).toEqual(
      sumByRow(facts.filter(({ member }) => matching.has(member))),
    )
  })

  test('of levels counts the members at each level, at the end of each month and today', async () => {
    const report = await readReport('reports/levels?months=6')
    const days = snapshotDays(season.today, 6)
    expect(report.columns.map(({ id }) => id)).toEqual(days)
    expect(report.rows.map(({ id }) => id)).toEqual(['none', '/stage-1', '/stage-2'])
    days.forEach((day, column) => {
      const levels = activeMembers(one.club).map(({ id }) => season.levelAt(id, day) ?? 'none')
      for (const row of report.rows)
        expect([day, row.id, row.parts[column]]).toEqual([
          day,
          row.id,
          levels.filter((level) => level === row.id).length,
        ])
    })
    // levels were lost, and won, meanwhile
    expect(season.lostLevels).toBeGreaterThan(0)
    expect(new Set(report.rows.map(({ parts }) => parts.join())).size).toBe(3)
    for (const { id, part } of report.rows) {
      const matching = activeMembers(one.club).filter(
        (member) => (season.levelAt(member.id, season.today) ?? 'none') === id,
      )
      expect(part).toBe(matching.length)
      expect([...(await readMemberFigures(`reports/levels/members?row=${id}`)).keys()].toSorted()).toEqual(
        matching.map((member) => member.id).toSorted(),
      )
    }
  })

  test('of badges to order counts the passed levels whose badge is not handed over', async () => {
    const evaluationOf = await season.evaluateResults()
    const facts = activeMembers(one.club).flatMap(({ id: member }) =>
      ['/stage-1', '/stage-2'].flatMap((node) => {
        const state = evaluationOf(member).node(node)
        const day = state?.completedTs ? localDate(state.completedTs * 1000, 'Europe/London') : ''
        if (state?.state !== 'passed' || !isInPeriod(day, 6)) return []
        return [{ row: `swim${node}`, member, day, part: season.badges.get(member + node) === true ? 0 : 1, whole: 1 }]
      }),
    )
    const report = await readReport('reports/awards?months=6')
    expect(reportedByRow(report)).toEqual(sumByRow(facts))
    expectColumns(report, facts)
    expect(new Set(facts.map(({ part }) => part)).size).toBe(2)
    expect(await readMemberFigures('reports/awards/members?months=6')).toEqual(
      new Map([...sumByMember(facts)].filter(([, [part]]) => part > 0)),
    )
  })

  test('of unassessed members counts those without a mark for 28 days, as the coach’s alert does', async () => {
    const facts = season.groups
      .filter(({ club }) => club === one.club)
      .flatMap(({ id: row, joined, members: inGroup }) =>
        inGroup
          .filter((member) => activeMembers(one.club).some(({ id }) => id === member))
          .map((member) => {
            const lastMark = season.marks.filter((mark) => mark.member === member).at(-1)?.day ?? null
            const memberFacts = {
              dob: '2017-05-06',
              medical: null,
              note: null,
              waiting: [],
              lastMark,
              joined,
              sessions: [],
              move: null,
            }
            const alerts = groupAlerts(memberFacts, season.today)
            return { row, member, part: alerts.some(({ kind }) => kind === 'unassessed') ? 1 : 0, whole: 1 }
          }),
      )
    const report = await readReport('reports/unassessed')
    expect(new Set(facts.map(({ part }) => part)).size).toBe(2)
    expect(reportedByRow(report)).toEqual(sumByRow(facts))
    // a child in two groups has a place in each, and is one child
    const countedOnce = (some: readonly Fact[]) => new Set(some.map(({ member }) => member)).size
    expect(report.children).toEqual({
      part: countedOnce(facts.filter(({ part }) => part > 0)),
      whole: countedOnce(facts),
    })
    const seals = season.groups.find(({ members: inGroup }) => inGroup.includes(facts.at(-1)?.member ?? ''))
    const secondGroup = season.groups.find(({ id, club }) => club === one.club && id !== seals?.id)
    const place = [one.id, secondGroup?.id, facts.at(-1)?.member]
    await world.owner.query(
      `INSERT INTO group_members (client_id, group_id, member_id, from_date) VALUES ($1, $2, $3, '2020-01-01')`,
      place,
    )
    await changedAtClub()
    const withSecondPlace = await readReport('reports/unassessed')
    expect([withSecondPlace.children, withSecondPlace.whole]).toEqual([report.children, report.whole + 1])
    await world.owner.query(
      'DELETE FROM group_members WHERE client_id = $1 AND group_id = $2 AND member_id = $3',
      place,
    )
    expect([...(await readMemberFigures('reports/unassessed/members')).keys()].toSorted()).toEqual(
      [...new Set(facts.filter(({ part }) => part > 0).map(({ member }) => member))].toSorted(),
    )
  })

  test('of members who are ready to move on counts the complete levels that wait for a pass', async () => {
    const evaluationOf = await season.evaluateResults()
    const facts = activeMembers(one.club).flatMap(({ id: member }) =>
      ['/stage-1', '/stage-2'].flatMap((node) => {
        const state = evaluationOf(member).node(node)?.state
        return state === 'started' || state === 'completed'
          ? [{ row: `swim${node}`, member, part: state === 'completed' ? 1 : 0, whole: 1 }]
          : []
      }),
    )
    expect(facts.some(({ part }) => part === 1)).toBe(true)
    expect(reportedByRow(await readReport('reports/ready'))).toEqual(sumByRow(facts))
    const listReply = await requestReport('members?status=active&ready=1&per_page=100')
    expect([...(await readMemberFigures('reports/ready/members')).keys()].toSorted()).toEqual(
      listReply
        .json<{ uuid: string }[]>()
        .map(({ uuid }) => uuid)
        .toSorted(),
    )
  })

  test('of coaches counts the marks and attendance entries of each', async () => {
    const marks = season.marks
      .filter(({ club, day }) => club === one.club && isInPeriod(day, 3))
      .map((mark) => ({ ...mark, row: mark.author, part: 1, whole: 1 }))
    const facts = [...marks, ...attendanceFacts(one.club, 3).map((entry) => ({ ...entry, row: entry.author, part: 0 }))]
    const report = await readReport('reports/coaches')
    expect(reportedByRow(report)).toEqual(sumByRow(facts))
    expectColumns(report, facts)
    expect(report.rows[0]?.last).toBe(
      facts
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    )
    expect(report.rows[0]?.days).toBe(new Set(facts.map(({ day }) => day)).size)
    expect(await readMemberFigures('reports/coaches/members')).toEqual(sumByMember(facts))
  })
})

describe('a client’s report', () => {
  test('of levels counts the members at each level by club', async () => {
    const report = await readReport('client-reports/levels', 'scheme')
    expect(report.columns.map(({ id, name }) => [id, name])).toEqual([
      ['none', null],
      ['/stage-1', 'stage-1'],
      ['/stage-2', 'stage-2'],
    ])
    for (const { id: club, wholes, part, whole } of report.rows) {
      // who was never marked has no row in the scheme
      const matching = activeMembers(club).filter(({ id }) => season.marks.some(({ member }) => member === id))
      const levels = matching.map(({ id }) => season.levelAt(id, season.today) ?? 'none')
      expect(wholes).toEqual(
        ['none', '/stage-1', '/stage-2'].map((id) => levels.filter((level) => level === id).length),
      )
      expect([part, whole]).toEqual([levels.filter((level) => level !== 'none').length, matching.length])
    }
    expect(report.rows.map(({ name }) => name)).toEqual(['Harbour', 'Quay'])
  })

  test('of attendance and badges to order agrees with the reports of its clubs', async () => {
    for (const kind of ['attendance', 'awards'] as const) {
      const report = await readReport(`client-reports/${kind}?months=6`, 'scheme')
      const clubReport = await readReport(`reports/${kind}?months=6`)
      const row = report.rows.find(({ id }) => id === one.club)
      expect([row?.part, row?.whole]).toEqual([clubReport.part, clubReport.whole])
      expect(row?.parts).toEqual(clubReport.columns.map(({ part }) => part))
    }
    const facts = [one.club, season.quay].flatMap((club) =>
      attendanceFacts(club, 6).map((fact) => ({ ...fact, row: club })),
    )
    const report = await readReport('client-reports/attendance?months=6', 'scheme')
    expect(reportedByRow(report)).toEqual(sumByRow(facts))
    expectColumns(report, facts)
    const quay = await readReport(`client-reports/attendance?months=6&club=${season.quay}`, 'scheme')
    expect(quay.rows.map(({ id }) => id)).toEqual([season.quay])
    expectColumns(
      quay,
      facts.filter(({ row }) => row === season.quay),
    )
  })

  test('of adoption counts the coaches who made marks, by club and week, and has the last day', async () => {
    const report = await readReport('client-reports/adoption', 'scheme')
    const { starts } = reportPeriod(season.today, 3)
    for (const row of report.rows) {
      const marks = season.marks.filter(({ club, day }) => club === row.id && isInPeriod(day, 3))
      // The second coach works at the first club only.
      const coaches = row.id === one.club ? 2 : 1
      const authors = (counted: typeof marks) => new Set(counted.map(({ author }) => author)).size
      expect([row.part, row.whole, row.last]).toEqual([authors(marks), coaches, marks.at(-1)?.day ?? null])
      starts.forEach((start, column) =>
        expect(row.parts[column]).toBe(authors(marks.filter(({ day }) => starts.findLast((s) => s <= day) === start))),
      )
    }
    expect([report.part, report.whole]).toEqual([report.rows.reduce((n, row) => n + row.part, 0), 3])
  })

  test('of adoption is counted anew when a coach leaves a club', async () => {
    const coaches = async () => (await readReport('client-reports/adoption', 'scheme')).whole
    expect(await coaches()).toBe(3)
    const leave = (to: string | null) =>
      world.owner.query('UPDATE user_clubs SET to_date = $1 WHERE user_id = $2 AND club_id = $3', [
        to,
        one.coach,
        one.club,
      ])
    await leave('2020-01-01')
    expect(await coaches()).toBe(2)
    await leave(null)
    expect(await coaches()).toBe(3)
  })
})

test('every report, file and list of members accepts every filter', async () => {
  const filters = [`months=12&scheme=swim&group=${one.group}`, 'months=1', 'scheme=swim']
  for (const kind of ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches'])
    for (const path of ['', '/file', '/members', '/members/file'])
      for (const query of filters) {
        const reply = await requestReport(`reports/${kind}${path}?${query}`)
        expect([kind, path, query, reply.statusCode]).toEqual([kind, path, query, 200])
      }
  for (const kind of ['levels', 'attendance', 'awards', 'adoption'])
    for (const path of ['', '/file'])
      for (const query of [`months=12&scheme=swim&club=${season.quay}`, 'months=1']) {
        const reply = await requestReport(`client-reports/${kind}${path}?${query}`, 'scheme')
        expect([kind, path, query, reply.statusCode]).toEqual([kind, path, query, 200])
      }
})

test('a club without schemes gets empty reports', async () => {
  const two = world.tenants[1]
  await world.owner.query(`UPDATE schemes SET deleted_at = now() WHERE client_id = 'two'`)
  const { token } = await world.logIn(two, 'club')
  for (const kind of ['attendance', 'percentage', 'levels', 'awards', 'ready'])
    for (const path of ['', '/members']) {
      const reply = await world.request({ url: `/v1/reports/${kind}${path}`, host: two.host('club'), token })
      expect([reply.statusCode, path === '' ? reply.json<Report>().whole : reply.json()]).toEqual([
        200,
        path === '' ? 0 : [],
      ])
    }
})

describe('access to reports', () => {
  test.each([
    ['parent', 'reports/levels/members'],
    ['scheme', 'reports/attendance'],
    ['scheme', 'reports/levels/members/file'],
    ['club', 'client-reports/levels'],
    ['coach', 'client-reports/adoption/file'],
  ] as const)('from the %s portal to %s is refused', async (portal, path) => {
    const reply = await requestReport(path, portal)
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { error: 'AUTH_USER_INSUFFICIENT_PERMISSIONS' }])
  })

  test('of a coach is to no group that has ended longer ago than the coach’s tablet holds it [R6.10]', async () => {
    const led = season.groups[1]?.id ?? ''
    const endOn = (date: string | null) =>
      world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [led, date])
    const statusOn = async (date: string) => {
      await endOn(date)
      return (await requestReport(`reports/attendance?group=${led}`, 'coach')).statusCode
    }
    expect(await statusOn(addDays(season.today, -30))).toBe(200)
    expect(await statusOn(addDays(season.today, -31))).toBe(404)
    await endOn(null)
  })

  test('of a coach is to the groups that the coach leads today, and to their members', async () => {
    const [led, left] = [season.groups[1]?.id ?? '', one.group]
    const end = `UPDATE group_coaches SET to_date = $3 WHERE group_id = $1 AND user_id = $2`
    // the coach stopped leading this group yesterday
    await world.owner.query(end, [left, one.coach, addDays(season.today, -1)])
    for (const kind of ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches']) {
      const ofGroup = await readReport(`reports/${kind}?group=${led}`)
      expect(await readReport(`reports/${kind}`, 'coach'), kind).toEqual(ofGroup)
      expect(await readReport(`reports/${kind}?group=${led}`, 'coach'), kind).toEqual(ofGroup)
      const membersOf = async (portal: 'club' | 'coach', query: string) =>
        (await requestReport(`reports/${kind}/members?per_page=1000${query}`, portal)).json<ReportMember[]>()
      const members = await membersOf('coach', '')
      expect(members, kind).toEqual(await membersOf('club', `&group=${led}`))
      const ofLeft = season.groups[0]?.members ?? []
      expect(
        members.filter(({ uuid }) => ofLeft.includes(uuid)),
        kind,
      ).toEqual([])
    }
    // the club's figures are larger, so the coach's are not those of the whole club
    const wholes = [await readReport('reports/attendance', 'coach'), await readReport('reports/attendance')]
    expect(wholes[0]?.whole).toBeLessThan(wholes[1]?.whole ?? 0)
    for (const group of [left, season.groups[2]?.id ?? '', world.tenants[1].group, crypto.randomUUID()]) {
      const reply = await requestReport(`reports/attendance?group=${group}`, 'coach')
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { error: 'NOT_FOUND', field: 'group' }])
    }
    await world.owner.query(end, [left, one.coach, null])
  })

  test('to a group, club or scheme of another client or club is not found', async () => {
    const [, two] = world.tenants
    const quayGroup = season.groups.find(({ club }) => club === season.quay)?.id
    const unknownId = crypto.randomUUID()
    for (const group of [two.group, quayGroup, unknownId]) {
      const reply = await requestReport(`reports/attendance?group=${group}`)
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { error: 'NOT_FOUND', field: 'group' }])
    }
    for (const club of [two.club, unknownId])
      expect((await requestReport(`client-reports/levels?club=${club}`, 'scheme')).json()).toMatchObject({
        status: 404,
        field: 'club',
      })
    for (const path of ['reports/levels?scheme=none', 'reports/ready/members?scheme=none'])
      expect((await requestReport(path)).json()).toMatchObject({ status: 404, field: 'scheme' })
    // the row of another client's group has no members here
    expect(await readMemberFigures(`reports/attendance/members?row=${two.group}`)).toEqual(new Map())
  })

  test.each([
    ['reports/secrets', 'report'],
    ['reports/attendance?months=2', 'months'],
    ['reports/attendance?group=1', 'group'],
    ['reports/attendance?from=2026-01-01', 'from'],
    ['reports/attendance/members?row=%27', 'row'],
    ['reports/attendance/members?per_page=0', 'per_page'],
  ])('to %s is refused because of the field %s', async (path, field) => {
    const reply = await requestReport(path)
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: 'INVALID_REQUEST' }])
    expect(reply.body).toContain(field)
  })

  test('to a client’s report shows neither a deleted club nor another client', async () => {
    const before = await readReport('client-reports/attendance?months=6', 'scheme')
    await world.owner.query(`UPDATE clubs SET deleted_at = now() WHERE id = $1`, [season.quay])
    const after = await readReport('client-reports/attendance?months=6', 'scheme')
    await world.owner.query(`UPDATE clubs SET deleted_at = NULL WHERE id = $1`, [season.quay])
    expect(after.rows.map(({ name }) => name)).toEqual(['Harbour'])
    expect(after.whole).toBe(before.rows.find(({ id }) => id === one.club)?.whole)
    const { token } = await world.logIn(world.tenants[1], 'scheme')
    const replyToOther = await world.request({
      url: '/v1/client-reports/attendance?months=12',
      host: world.tenants[1].host('scheme'),
      token,
    })
    expect(replyToOther.json<Report>()).toMatchObject({ part: 0, whole: 0, rows: [{ id: world.tenants[1].club }] })
  })
})

describe('the rows of a report', () => {
  test('come in pages and by a search, with the number found; the figures stay those of all rows', async () => {
    const whole = await readReport('reports/attendance')
    expect([whole.rows.length, whole.found, whole.all_rows.count]).toEqual(Array(3).fill(whole.rows.length))
    expect(whole.rows.length).toBeGreaterThan(1)
    const reply = await requestReport('reports/attendance?page=1&per_page=1')
    expect(reply.json()).toEqual({ ...whole, rows: whole.rows.slice(1, 2) })
    expect(reply.headers['x-total-count']).toBe(String(whole.rows.length))
    const name = whole.rows[1]?.name ?? ''
    const found = await readReport(`reports/attendance?search=${encodeURIComponent(name)}`)
    expect([found.rows, found.found, found.whole]).toEqual([[whole.rows[1]], 1, whole.whole])
    const clubs = await readReport('client-reports/attendance', 'scheme')
    expect((await readReport('client-reports/attendance?per_page=1', 'scheme')).rows).toEqual(clubs.rows.slice(0, 1))
  })

  test.each(['page=-1', 'per_page=0', 'per_page=1001', 'search=a', 'search=%23%23'])('%s is refused', async (query) => {
    for (const [path, portal] of [
      ['reports/unassessed', 'club'],
      ['client-reports/levels', 'scheme'],
    ] as const) {
      const reply = await requestReport(`${path}?${query}`, portal)
      expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
        400,
        expect.stringContaining(query.split('=')[0] ?? ''),
      ])
    }
  })
})

describe('a file of a report', () => {
  test('has a line for each row, numbers as numbers, and no formula', async () => {
    await inTenant(world.db, one.id, 'write', (tx) =>
      tx.query(`UPDATE groups SET name = '=1+1' WHERE id = $1`, [one.group]),
    )
    await changedAtClub()
    const report = await readReport('reports/attendance')
    const file = await requestReport('reports/attendance/file')
    expect(file.headers['content-disposition']).toBe(`attachment; filename="attendance-${season.today}.csv"`)
    const [header, ...lines] = file.body.trimEnd().split('\n')
    expect(header).toBe(
      `\uFEFFgroup,coaches,present,marked,percent,last,${report.columns.map(({ id }) => id).join(',')}`,
    )
    expect(lines).toHaveLength(report.rows.length)
    const row = report.rows.find(({ id }) => id === one.group)
    expect(lines.find((line) => line.startsWith("'=1+1"))).toContain(`,${row?.part},${row?.whole},`)
    const clubs = await requestReport('client-reports/levels/file', 'scheme')
    expect(clubs.body.split('\n')[0]).toBe('\uFEFFclub,passed_a_level,members,percent,last,none,stage-1,stage-2')
  })

  test('of members is entered in the audit log', async () => {
    const { rows: before } = await world.owner.query(`SELECT FROM audit_log WHERE entity = 'report'`)
    const file = await requestReport('reports/attendance/members/file')
    expect(file.body.split('\n')[0]).toBe('\uFEFFfirstname,lastname,groups,present,marked,last')
    const { rows } = await world.owner.query<{ action: string; after: { rows: number } }>(
      `SELECT action, after FROM audit_log WHERE entity = 'report' ORDER BY id DESC`,
    )
    expect(rows).toHaveLength(before.length + 1)
    expect(rows[0]).toMatchObject({
      action: 'download',
      after: { report: 'attendance', rows: file.body.trim().split('\n').length - 1 },
    })
  })
})
