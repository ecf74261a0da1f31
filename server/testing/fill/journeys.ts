import { foldMarks, type MarkEdit } from '#domain/assessment/mark.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import { computeProgress } from '#server/assessment/progress/stored-progress.ts'

/** How much is recorded of each member of a club. */
export interface History {
  /** How many weeks it covers; the last ends today. */
  weeks: number
  marks: number
  /** Attendance is recorded in the last so many weeks. */
  registerWeeks: number
}

/**
 * There are so many courses of a member through a scheme. Few, because progress and awards of each are computed by the
 * engine, once; many enough that members of a group differ. A member of journey 0 or 7 has left the group.
 */
export const JOURNEYS = 14
/** Who has left the group was there last so many weeks before the others. */
const WEEKS_SINCE_LEFT = 5
/** Each is absent once in so many weeks. */
const ABSENT_EACH = 8
const WEEK_SECONDS = 7 * 86_400
/** When sessions begin, seconds after midnight UTC. */
const SESSION_AT = 16 * 3_600
const SECONDS_BETWEEN_MARKS = 60
/** Stands for the member, the author and the tablet, which are different for each member. */
const ANY_ID = '00000000-0000-4000-8000-000000000000'

/** What is recorded in one session. Times are seconds from midnight UTC of the first session's day. */
interface JourneySession {
  week: number
  value: 'present' | 'absent'
  at: number
}

interface JourneyMark {
  week: number
  /** The number of the mark among those of the member, from 1. */
  number: number
  nodeId: string
  grade: number
  pass: number
  at: number
}

/** The course of a member through a scheme, with what follows from its marks. */
export interface Journey {
  sessions: JourneySession[]
  marks: JourneyMark[]
  /** The mark that counts, with the result. */
  results: { winner: JourneyMark; result: Result }[]
  progress: { nodeId: string; state: string; percent: number; forced: boolean; completedAt: number | null }[]
  /** The passed levels. */
  awards: { nodeId: string; completedAt: number }[]
}

/** Whether a journey's members have left their group. */
export function hasLeft(journey: number): boolean {
  return journey % 7 === 0
}

/** The first day after which those who have left were not in the group any more, in days before today. */
export const LEFT_DAYS_AGO = WEEKS_SINCE_LEFT * 7

/** Makes a journey: its marks, and by the domain's own rules the results, progress and awards that follow from them. */
export function makeJourney(journey: number, scheme: Scheme, { weeks, marks, registerWeeks }: History): Journey {
  const lastWeek = weeks - (hasLeft(journey) ? WEEKS_SINCE_LEFT : 0)
  const sessions = Array.from({ length: Math.max(lastWeek, 1) }, (_, week): JourneySession => {
    const isAbsent = (journey + week) % ABSENT_EACH === 0
    return { week, value: isAbsent ? 'absent' : 'present', at: week * WEEK_SECONDS + SESSION_AT }
  })
  const given = giveMarks(journey, scheme, sessions, marks)
  const results = [...Map.groupBy(given, ({ nodeId }) => nodeId).values()].map((lane) => {
    const fold = foldMarks([], lane.map(toEdit))
    // each mark is later than the one before, so the last counts
    return { winner: lane.at(-1) ?? never(), result: fold.result }
  })
  const byNode = new Map(results.map(({ winner, result }) => [winner.nodeId, result]))
  const rows = computeProgress({ memberId: ANY_ID, schemeId: ANY_ID }, scheme, byNode)
  const isLevel = (nodeId: string) => scheme.nodes[scheme.index.get(nodeId) ?? -1]?.t === 'l'
  return {
    sessions: sessions.filter(({ week }) => week >= weeks - registerWeeks),
    marks: given,
    results,
    progress: rows.map(({ completedTs, ...row }) => ({ ...row, completedAt: completedTs })),
    awards: rows.flatMap(({ nodeId, state, completedTs }) =>
      state === 'passed' && isLevel(nodeId) ? [{ nodeId, completedAt: completedTs ?? 0 }] : [],
    ),
  }
}

/**
 * The marks of a journey, skill by skill in the order of the tree: some skills are passed at once, others at the second
 * try. After the last skill the first ones are marked again.
 */
function giveMarks(journey: number, scheme: Scheme, sessions: readonly JourneySession[], count: number): JourneyMark[] {
  const skills = scheme.ids.flatMap((nodeId, index) => {
    const pass = scheme.pass[index] ?? 0
    return scheme.skill[index] === 1 && scheme.counts[index] === 1 && pass > 0 ? [{ nodeId, pass }] : []
  })
  const present = sessions.filter(({ value }) => value === 'present')
  const attended = present.length > 0 ? present : sessions
  const tries: { nodeId: string; grade: number; pass: number }[] = []
  for (let number = 0; tries.length < count; number++) {
    const { nodeId, pass } = skills[number % skills.length] ?? never()
    if (pass > 1 && (number + journey) % 3 > 0) tries.push({ nodeId, grade: pass - 1, pass })
    tries.push({ nodeId, grade: pass, pass })
  }
  const inSession = new Map<number, number>()
  return tries.slice(0, count).map((mark, index) => {
    const { week, at } = attended[Math.floor((index * attended.length) / count)] ?? never()
    const nth = inSession.get(week) ?? 0
    inSession.set(week, nth + 1)
    return { ...mark, week, number: index + 1, at: at + nth * SECONDS_BETWEEN_MARKS }
  })
}

function toEdit({ number, grade, pass, at }: JourneyMark): MarkEdit {
  const stamp = { ms: at * 1_000, counter: 0, deviceId: ANY_ID, deviceSeq: number }
  return { opId: ANY_ID, grade, pass, ts: at, stamp, supersededByOwnEdit: false }
}

function never(): never {
  throw new Error('a journey needs a skill and a session')
}
