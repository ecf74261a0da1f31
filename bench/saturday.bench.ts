import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { logIn, startBenchServer, type BenchServer } from './bench-server.ts'
import { parentSigner } from './families.ts'
import { skillsOf } from './marks.ts'
import { cpuOfTree, postmasterOf, useOf } from './process-use.ts'
import { addSaturdayClubs, COACHES, PARENTS } from './saturday-clubs.ts'
import { CoachAtWork, Network, ParentAtHome, type Ask } from './saturday-people.ts'
import { percentile, type Row } from './table.ts'

/** How long a lesson lasts, in seconds. */
const LESSON_S = 45 * 60
/** Taps of a coach in a lesson that mark a child. */
const MARKS = 36
/** How often a parent looks in that time, besides when the portal says that there is news. */
const LOOKS = 3
/** Coaches come in this many seconds, although they have half an hour. */
const ARRIVAL_S = 30
/** Times as many taps and looks a second as on a Saturday; a step lasts `STEP_S`. */
const STEPS = [1, 4, 16, 64]
const STEP_S = 10
/** A server bends where pushes of marks take longer than this (p95). */
const SLOW_MS = 1_000
/** The load with which it is overrun, times the calls it answered at best, and for how long. */
const TOO_MUCH = 3
const TOO_MUCH_S = 15
/** So long it is waited, at most, until the server has recovered, and until all marks have arrived. */
const RECOVERY_S = 120
/** Recovered is a server whose answers take no longer than so many times the median of a usual Saturday. */
const QUICK_TIMES = 3

interface People {
  coaches: CoachAtWork[]
  parents: ParentAtHome[]
}

/**
 * A Saturday morning: 300 coaches in 30 clubs log in, load, take the register and mark, with streams open, and 1,000
 * parents look at their children. Then the same with more and more taps a second, until the server bends; then three
 * times the calls that it can answer, which it must refuse with 503 and Retry-After; then it must recover by itself.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  const network = new Network(benchServer.port)
  try {
    await owner.connect()
    const people = await invite(benchServer, owner, network)
    const measure = measurer(benchServer, await postmasterOf(owner), network)
    const marksBefore = await storedMarks(owner)
    const rows = await arrive(benchServer, measure, people)
    rows.push(...(await takeRegisters(measure, people)))
    let best = 0
    let usualMs = 0
    for (const times of STEPS) {
      const step = await measure(() => lesson(people, times))
      best = Math.max(best, step.perSecond)
      usualMs ||= step.p50('look')
      rows.push(...rowsOf(`× ${times}`, step))
      if (step.p95('push') > SLOW_MS || step.failed > 0) break
    }
    rows.push(...(await overrun(benchServer, measure, network, people, { perSecond: TOO_MUCH * best, usualMs })))
    await sendAll(people)
    const entered = people.coaches.reduce((sum, coach) => sum + coach.entered, 0)
    rows.push(row('entered and not stored', 'marks', entered - (await storedMarks(owner)) + marksBefore))
    return rows
  } finally {
    network.close()
    await owner.end()
    await benchServer.close()
  }
}

const row = (label: string, unit: string, ours: number, moreIsBetter = false): Row => ({
  label,
  unit,
  ours,
  limit: null,
  moreIsBetter,
})

async function invite(benchServer: BenchServer, owner: pg.Client, network: Network): Promise<People> {
  const demoCoach = await logIn(benchServer.port, 'coach')
  const skills = await skillsOf(benchServer, demoCoach.token)
  const { coaches, parents } = await addSaturdayClubs(owner, demoCoach.userId)
  const sign = await parentSigner(benchServer)
  return {
    coaches: coaches.map((coach, number) => new CoachAtWork(network, coach, skills, number)),
    parents: await Promise.all(parents.map(async (id) => new ParentAtHome(network, id, await sign(id)))),
  }
}

/** Marks and attendances in the database. */
async function storedMarks(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM assessments WHERE client_id = 'aquila')
       + (SELECT count(*) FROM register_edits WHERE client_id = 'aquila') AS count`,
  )
  return Number(rows[0]?.count)
}

/** Has the tablets send what the server has refused until now. */
async function sendAll({ coaches }: People): Promise<void> {
  for (const until = performance.now() + RECOVERY_S * 1_000; performance.now() < until; await pause(200)) {
    const waiting = coaches.filter((coach) => coach.waits)
    if (waiting.length === 0) return
    for (const coach of waiting) coach.sync()
  }
  throw new Error('the tablets cannot send their marks')
}

/** All come, one after another over half a minute. */
async function arrive(benchServer: BenchServer, measure: Measure, { coaches, parents }: People): Promise<Row[]> {
  const spread = async (people: readonly { arrive: () => Promise<void> }[]) => {
    await Promise.all(
      people.map(async (person, number) => {
        await pause((number * ARRIVAL_S * 1_000) / people.length)
        await person.arrive()
      }),
    )
  }
  const memory = () => useOf(benchServer.pid)?.megabytes ?? Number.NaN
  const atRest = memory()
  const { p95, p50 } = await measure(() => Promise.all([spread(coaches), spread(parents)]))
  return [
    row(`${COACHES} logins in ${ARRIVAL_S} s, median`, 'ms', p50('login')),
    row('… p95', 'ms', p95('login')),
    row('first load of a class, median', 'ms', p50('load')),
    row('… p95', 'ms', p95('load')),
    row('memory of the server before', 'MB', atRest),
    row(`… with streams of ${COACHES} coaches and ${PARENTS} parents`, 'MB', memory()),
  ]
}

/** All take the register in the same second, although lessons begin at different times. */
async function takeRegisters(measure: Measure, people: People): Promise<Row[]> {
  const began = performance.now()
  const { p95 } = await measure(async () => {
    for (const coach of people.coaches) coach.takeRegister()
    await sendAll(people)
  })
  return [
    row(`${COACHES} registers at once, until all are sent`, 's', (performance.now() - began) / 1_000),
    row('… push, p95', 'ms', p95('push')),
  ]
}

/** `STEP_S` of a lesson, with `times` as many taps and looks as usual. */
async function lesson({ coaches, parents }: People, times: number): Promise<void> {
  const ends = performance.now() + STEP_S * 1_000
  const act = async (usualS: number, action: () => void) => {
    // a random beginning, then at random intervals around the usual one
    const meanMs = (usualS * 1_000) / times
    for (;;) {
      await pause(2 * meanMs * Math.random())
      if (performance.now() > ends) return
      action()
    }
  }
  await Promise.race([
    Promise.all([
      ...coaches.map((coach) => act(LESSON_S / MARKS, () => coach.mark())),
      ...parents.map((parent) => act(LESSON_S / LOOKS, () => parent.look())),
    ]),
    pause(STEP_S * 1_000),
  ])
}

/** Calls `perSecond` times a second, whether or not earlier calls are answered. */
async function flood({ coaches, parents }: People, perSecond: number): Promise<void> {
  const began = performance.now()
  for (let sent = 0; performance.now() - began < TOO_MUCH_S * 1_000;) {
    const due = ((performance.now() - began) / 1_000) * perSecond
    for (; sent < due; sent++) {
      const coach = coaches[sent % coaches.length]
      if (sent % 4 === 0) coach?.mark()
      else if (sent % 4 === 1) coach?.ask()
      else void parents[sent % parents.length]?.lookNow()
    }
    await pause(5)
  }
}

async function overrun(
  benchServer: BenchServer,
  measure: Measure,
  network: Network,
  people: People,
  { perSecond, usualMs }: { perSecond: number; usualMs: number },
): Promise<Row[]> {
  const during = await measure(() => flood(people, perSecond))
  const endedAt = performance.now()
  const after = await recover(network, people, QUICK_TIMES * usualMs)
  const rows = rowsOf(`${TOO_MUCH} × too much`, during)
  return [
    ...rows,
    row('… refused with 503', '% of calls', (100 * during.refused) / during.calls),
    row('… refused without Retry-After', 'calls', during.withoutRetryAfter),
    row('… until answers are quick again', 's', (after - endedAt) / 1_000),
    row('… memory of the server then', 'MB', useOf(benchServer.pid)?.megabytes ?? Number.NaN),
  ]
}

/** When ten looks in a row were answered within so many ms, with 200. */
async function recover(network: Network, { parents }: People, quickMs: number): Promise<number> {
  const until = performance.now() + RECOVERY_S * 1_000
  for (let quick = 0; quick < 10;) {
    const before = network.answers.length
    const began = performance.now()
    await parents[0]?.lookNow()
    const answer = network.answers.slice(before).findLast(({ ask }) => ask === 'look')
    quick = answer?.status === 200 && performance.now() - began < quickMs ? quick + 1 : 0
    if (performance.now() > until) throw new Error('the server does not recover')
    await pause(50)
  }
  return performance.now()
}

interface Measured {
  calls: number
  /** Answered with 200, a second. */
  perSecond: number
  /** Answered neither with 200 nor 503. */
  failed: number
  refused: number
  withoutRetryAfter: number
  /** Time of the processor for each call: in the server, and in the database. */
  cpuMs: number
  databaseCpuMs: number
  bytes: number
  /** Of the calls that were answered with 200, in ms. */
  p50: (ask: Ask) => number
  p95: (ask: Ask) => number
  p99: (ask: Ask) => number
}

type Measure = (work: () => Promise<unknown>) => Promise<Measured>

/** Returns a function that measures the calls which some work makes. */
function measurer(benchServer: BenchServer, postmaster: number, network: Network): Measure {
  const use = () => ({
    server: useOf(benchServer.pid)?.cpuSeconds ?? Number.NaN,
    database: cpuOfTree(postmaster) ?? Number.NaN,
    at: performance.now(),
  })
  return async (work) => {
    network.answers = []
    const before = use()
    await work()
    const after = use()
    const answers = network.answers
    const answered = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    const share = (of: number) => (ask: Ask) =>
      percentile(
        answered.filter((answer) => answer.ask === ask).map(({ ms }) => ms),
        of,
      )
    return {
      calls: answers.length,
      perSecond: (1_000 * answered.length) / (after.at - before.at),
      failed: answers.length - answered.length - refused.length,
      refused: refused.length,
      withoutRetryAfter: refused.filter(({ retryAfter }) => !retryAfter).length,
      cpuMs: (1_000 * (after.server - before.server)) / answers.length,
      databaseCpuMs: (1_000 * (after.database - before.database)) / answers.length,
      bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length,
      p50: share(0.5),
      p95: share(0.95),
      p99: share(0.99),
    }
  }
}

function rowsOf(label: string, { perSecond, failed, cpuMs, databaseCpuMs, bytes, p50, p95, p99 }: Measured): Row[] {
  return [
    row(`${label}: answered`, 'calls/s', perSecond, /* moreIsBetter */ true),
    ...(['push', 'pull', 'look'] as const).flatMap((ask) => [
      row(`… ${ask}, median`, 'ms', p50(ask)),
      row(`… ${ask}, p95`, 'ms', p95(ask)),
      row(`… ${ask}, p99`, 'ms', p99(ask)),
    ]),
    row('… failed', 'calls', failed),
    row('… processor, server', 'ms a call', cpuMs),
    row('… processor, database', 'ms a call', databaseCpuMs),
    row('… answer', 'B a call', bytes),
  ]
}
