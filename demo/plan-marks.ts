import { localDate, noonOf, weekday } from '#domain/platform/club-time.ts'
import { levelsOf, type DemoScheme, type TaughtLevel } from './content/scheme.ts'
import { addDays, ZONE, type Placement, type PlannedGroup, type PlannedMark, type Term } from './planned.ts'
import type { Random } from './random.ts'

interface History {
  schemes: readonly DemoScheme[]
  groups: readonly PlannedGroup[]
  placements: readonly Placement[]
  terms: readonly Term[]
  now: Date
  random: Random
}

type Skill = TaughtLevel['skills'][number]

/** One dated session: its date, and from when to when marks are made, in unix ms. */
interface Session {
  date: string
  from: number
  to: number
}

/** A grade given in one of the child's sessions. */
interface Step {
  skill: Skill
  grade: number
  /** Index of the session. */
  session: number
  /** The order of several grades of one skill in one session. */
  nth: number
}

const MINUTE = 60_000
/** When a group that runs all day teaches, and on which weekdays a daily group teaches. */
const LESSON = { start: '16:30', minutes: 45, weekdays: [1, 4] }
/** How many levels before the current one a child passed in the two terms. */
const LEVELS_BACK = 2

/** Plans two terms of marks: earlier levels were passed one after another, and the current one is in progress. */
export function planHistory({ schemes, groups, placements, terms, now, random }: History): PlannedMark[] {
  const group = new Map(groups.map((g) => [g.key, g]))
  const sessions = new Map(groups.map((g) => [g.key, sessionsOf(g, terms, now)]))
  const levels = new Map(schemes.map((s) => [s.slug, levelsOf(s)]))
  const marks = placements.flatMap((placement) => {
    const own = group.get(placement.groupKey)
    if (!own) return []
    return historyOf(placement, own, sessions.get(own.key) ?? [], levels.get(own.schemeSlug) ?? [], random)
  })
  return marks.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.memberKey < b.memberKey ? -1 : 1))
}

/** The group's sessions in these terms that have ended. */
function sessionsOf(group: PlannedGroup, terms: readonly Term[], now: Date): Session[] {
  const weekdays = group.daily ? LESSON.weekdays : group.weekdays
  const [start, minutes] =
    group.durationMin === 1440 ? [LESSON.start, LESSON.minutes] : [group.start, group.durationMin]
  const [hour, minute] = start.split(':').map(Number)
  const fromNoon = ((hour ?? 0) - 12) * 60 + (minute ?? 0)
  const today = localDate(now.getTime(), ZONE)
  const sessions: Session[] = []
  for (const { firstDate, lastDate } of terms) {
    for (let date = firstDate; date <= lastDate && date <= today; date = addDays(date, 1)) {
      if (!weekdays.includes(weekday(date))) continue
      const from = noonOf(date, ZONE) * 1000 + fromNoon * MINUTE
      if (from + minutes * MINUTE <= now.getTime()) sessions.push({ date, from, to: from + minutes * MINUTE })
    }
  }
  return sessions
}

/** The marks of one child in the levels of one group's scheme. */
function historyOf(
  place: Placement,
  group: PlannedGroup,
  allSessions: readonly Session[],
  all: readonly TaughtLevel[],
  random: Random,
): PlannedMark[] {
  // children miss some sessions, and a few have not come for a month
  const away = random.next() < 0.05 && !place.fromFirst ? 5 : 0
  const attended = allSessions.filter(() => random.next() < 0.9)
  const sessions = attended.slice(0, Math.max(attended.length - away, 6))
  const first = Math.max(place.level - LEVELS_BACK, 0)
  const span = sessions.length / (place.level - first + 1)
  const levels = all
    .slice(0, place.level + 1)
    .map((level, k) => (k < place.level ? chosen(level, random) : level.skills))
  // skills of earlier levels were marked in the child's first session
  const joined = place.fromFirst ? levels.slice(0, first).flat() : []
  const learnt = levels.slice(first).flatMap((skills, k) => {
    const from = Math.max(1, Math.floor(k * span))
    return learn(skills, from, Math.max(Math.floor((k + 1) * span) - 1, from), first + k === place.level, place, random)
  })
  return [...joined.map((skill) => ({ skill, grade: skill.pass, session: 0, nth: 0 })), ...learnt].flatMap((step) => {
    const session = sessions[Math.min(step.session, sessions.length - 1)]
    return session ? [markOf(step, session, place, group, random)] : []
  })
}

/** The skills with which a child passed a level; when the level needs only some of them, mostly not all. */
function chosen({ skills, optional, spare }: TaughtLevel, random: Random): Skill[] {
  const candidates = [...optional]
  const leftOut = new Set<string>()
  if (spare > 0)
    for (let n = random.below(spare + 1); n > 0; n--)
      leftOut.add(candidates.splice(random.below(candidates.length), 1)[0] ?? '')
  return skills.filter((skill) => !leftOut.has(skill.id))
}

/** The grades of one level's skills in the sessions `from` to `to`, roughly in the order of the skills. */
function learn(
  skills: readonly Skill[],
  from: number,
  to: number,
  current: boolean,
  { missing, passed }: Placement,
  random: Random,
): Step[] {
  const isMissing = (skill: Skill) => current && missing !== undefined && skill.id.endsWith(`/${missing}`)
  const order = skills
    .map((skill, k) => ({ skill, rank: isMissing(skill) ? 99 : k + random.next() * 2 }))
    .sort((a, b) => a.rank - b.rank)
  const length = Math.max(to - from, 1)
  // skills of the current level are begun until the last session
  const begunCount = current ? Math.min(passed + (missing === undefined ? 2 : 0), order.length) : order.length
  return order.flatMap(({ skill }, k) => {
    const begun = Math.min(from + Math.floor((k / Math.max(begunCount, 1)) * length), to)
    const ended = Math.min(begun + 1 + random.below(Math.ceil(length / 3)), to)
    const done = !current || k < passed
    // of the current level, one or two skills are in progress and the others not begun
    const reached = done ? skill.pass : k < begunCount ? skill.pass - 1 : 0
    const grades = Array.from({ length: reached }, (_, g) => g + 1)
    const tries = grades.filter((grade) => grade === reached || random.next() < 0.4)
    return tries.map((grade, nth) => {
      const share = tries.length === 1 ? 1 : nth / (tries.length - 1)
      return { skill, grade, session: begun + Math.round(share * (ended - begun)), nth }
    })
  })
}

function markOf(step: Step, session: Session, place: Placement, group: PlannedGroup, random: Random): PlannedMark {
  const slice = (session.to - session.from) / 4
  const at = session.from + Math.min(step.nth, 3) * slice + random.next() * (slice - 1000)
  const [lead = '', helper] = group.coachKeys
  return {
    memberKey: place.memberKey,
    schemeSlug: group.schemeSlug,
    nodeId: step.skill.id,
    grade: step.grade,
    pass: step.skill.pass,
    date: session.date,
    at: new Date(Math.floor(at / 1000) * 1000),
    coachKey: helper !== undefined && random.next() < 0.2 ? helper : lead,
    groupKey: group.key,
  }
}
