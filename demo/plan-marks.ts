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
interface PlannedGrade {
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
  const groupByKey = new Map(groups.map((group) => [group.key, group]))
  const sessionsByGroup = new Map(groups.map((group) => [group.key, sessionsOf(group, terms, now)]))
  const levelsByScheme = new Map(schemes.map((scheme) => [scheme.slug, levelsOf(scheme)]))
  const marks = placements.flatMap((placement) => {
    const group = groupByKey.get(placement.groupKey)
    if (!group) return []
    const sessions = sessionsByGroup.get(group.key) ?? []
    return historyOf(placement, group, sessions, levelsByScheme.get(group.schemeSlug) ?? [], random)
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
  placement: Placement,
  group: PlannedGroup,
  allSessions: readonly Session[],
  schemeLevels: readonly TaughtLevel[],
  random: Random,
): PlannedMark[] {
  // children miss some sessions, and a few have not come for a month
  const missedAtEnd = random.next() < 0.05 && !placement.fromFirst ? 5 : 0
  const attended = allSessions.filter(() => random.next() < 0.9)
  const sessions = attended.slice(0, Math.max(attended.length - missedAtEnd, 6))
  const firstLevel = Math.max(placement.level - LEVELS_BACK, 0)
  const sessionsPerLevel = sessions.length / (placement.level - firstLevel + 1)
  const markedSkills = schemeLevels
    .slice(0, placement.level + 1)
    .map((level, index) => (index < placement.level ? pickPassedSkills(level, random) : level.skills))
  // skills of earlier levels were marked in the child's first session
  const earlierSkills = placement.fromFirst ? markedSkills.slice(0, firstLevel).flat() : []
  const earlierGrades = earlierSkills.map((skill) => ({ skill, grade: skill.pass, session: 0, nth: 0 }))
  const learntGrades = markedSkills.slice(firstLevel).flatMap((skills, index) => {
    const from = Math.max(1, Math.floor(index * sessionsPerLevel))
    const to = Math.max(Math.floor((index + 1) * sessionsPerLevel) - 1, from)
    const isCurrent = firstLevel + index === placement.level
    return planGrades(skills, { from, to, isCurrent }, placement, random)
  })
  return [...earlierGrades, ...learntGrades].flatMap((planned) => {
    const session = sessions[Math.min(planned.session, sessions.length - 1)]
    return session ? [markOf(planned, session, placement, group, random)] : []
  })
}

/** The skills with which a child passed a level; when the level needs only some of them, mostly not all. */
function pickPassedSkills({ skills, optional, spare }: TaughtLevel, random: Random): Skill[] {
  const candidates = [...optional]
  const leftOut = new Set<string>()
  if (spare > 0)
    for (let n = random.below(spare + 1); n > 0; n--)
      leftOut.add(candidates.splice(random.below(candidates.length), 1)[0] ?? '')
  return skills.filter((skill) => !leftOut.has(skill.id))
}

/** The grades of one level's skills in the sessions `from` to `to`, roughly in the order of the skills. */
function planGrades(
  skills: readonly Skill[],
  { from, to, isCurrent }: { from: number; to: number; isCurrent: boolean },
  { missing, passed }: Placement,
  random: Random,
): PlannedGrade[] {
  const isMissing = (skill: Skill) => isCurrent && missing !== undefined && skill.id.endsWith(`/${missing}`)
  const order = skills
    .map((skill, index) => ({ skill, rank: isMissing(skill) ? 99 : index + random.next() * 2 }))
    .sort((a, b) => a.rank - b.rank)
  const length = Math.max(to - from, 1)
  // skills of the current level are begun until the last session
  const begunCount = isCurrent ? Math.min(passed + (missing === undefined ? 2 : 0), order.length) : order.length
  return order.flatMap(({ skill }, index) => {
    const begun = Math.min(from + Math.floor((index / Math.max(begunCount, 1)) * length), to)
    const ended = Math.min(begun + 1 + random.below(Math.ceil(length / 3)), to)
    const isPassed = !isCurrent || index < passed
    // of the current level, one or two skills are in progress and the others not begun
    const unfinishedGrade = index < begunCount ? skill.pass - 1 : 0
    const lastGrade = isPassed ? skill.pass : unfinishedGrade
    const grades = Array.from({ length: lastGrade }, (_, lower) => lower + 1)
    // the last grade is always given, each lower one with a chance
    const tries = grades.filter((grade) => grade === lastGrade || random.next() < 0.4)
    return tries.map((grade, nth) => {
      const share = tries.length === 1 ? 1 : nth / (tries.length - 1)
      return { skill, grade, session: begun + Math.round(share * (ended - begun)), nth }
    })
  })
}

function markOf(
  planned: PlannedGrade,
  session: Session,
  placement: Placement,
  group: PlannedGroup,
  random: Random,
): PlannedMark {
  // several grades of one skill in one session follow each other by a quarter of the session
  const quarter = (session.to - session.from) / 4
  const at = session.from + Math.min(planned.nth, 3) * quarter + random.next() * (quarter - 1000)
  const [lead = '', helper] = group.coachKeys
  return {
    memberKey: placement.memberKey,
    schemeSlug: group.schemeSlug,
    nodeId: planned.skill.id,
    grade: planned.grade,
    pass: planned.skill.pass,
    date: session.date,
    at: new Date(Math.floor(at / 1000) * 1000),
    coachKey: helper !== undefined && random.next() < 0.2 ? helper : lead,
    groupKey: group.key,
  }
}
