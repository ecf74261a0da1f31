import { localDate, noonOf } from '#domain/platform/club-time.ts'
import { clubDays } from '#domain/scheduling/club-days.ts'
import { isPlanned } from '#domain/scheduling/sessions.ts'
import { levelsOf, type DemoScheme, type TaughtLevel } from './content/scheme.ts'
import { ZONE, type Placement, type PlannedGroup, type PlannedMark, type Term } from './planned.ts'
import type { Random } from './random.ts'

/** What the marks are planned from. */
interface MarkPlanInput {
  schemes: readonly DemoScheme[]
  groups: readonly PlannedGroup[]
  placements: readonly Placement[]
  terms: readonly Term[]
  now: Date
  random: Random
}

type Skill = TaughtLevel['skills'][number]

/** One dated session of a group; marks are made between its start and end, both unix ms. */
interface Session {
  date: string
  startMs: number
  endMs: number
}

/** A grade that a skill gets in one of the child's sessions. */
interface PlannedGrade {
  skill: Skill
  grade: number
  /** The index of the session among those that the child attended. */
  session: number
  /** Which of the skill's grades it is, from 0. Of two grades in one session the later one is given later. */
  nth: number
}

const MINUTE_MS = 60_000
const MINUTES_OF_DAY = 1440
/**
 * When groups teach that run more often than a child can come: an all-day group at this time, and all groups that run
 * every day only on these weekdays.
 */
const LESSON = { start: '16:30', minutes: 45, weekdays: [1, 4] }
/** How many levels a child has passed in the two terms, besides the current level, which is in progress. */
const LEVELS_BACK = 2

/** Plans two terms of marks: earlier levels were passed one after another, and the current one is in progress. */
export function planMarks({ schemes, groups, placements, terms, now, random }: MarkPlanInput): PlannedMark[] {
  const groupByKey = new Map(groups.map((group) => [group.key, group]))
  const sessionsByGroup = new Map(groups.map((group) => [group.key, sessionsOf(group, terms, now)]))
  const levelsByScheme = new Map(schemes.map((scheme) => [scheme.slug, levelsOf(scheme)]))
  const marks = placements.flatMap((placement) => {
    const group = groupByKey.get(placement.groupKey)
    if (!group) return []
    const sessions = sessionsByGroup.get(group.key) ?? []
    return marksOfPlacement(placement, group, sessions, levelsByScheme.get(group.schemeSlug) ?? [], random)
  })
  return marks.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.memberKey < b.memberKey ? -1 : 1))
}

/** The group's sessions in these terms that have ended. */
function sessionsOf(group: PlannedGroup, terms: readonly Term[], now: Date): Session[] {
  const weekdays = group.daily ? LESSON.weekdays : group.weekdays
  const [start, minutes] =
    group.durationMin === MINUTES_OF_DAY ? [LESSON.start, LESSON.minutes] : [group.start, group.durationMin]
  const [hour, minute] = start.split(':').map(Number)
  // counted from noon, because a day on which the clocks change has no usual distance from midnight
  const minutesFromNoon = ((hour ?? 0) - 12) * 60 + (minute ?? 0)
  const today = localDate(now.getTime(), ZONE)
  const clubTerms = terms.map(({ firstDate, lastDate }) => ({
    kind: 'term' as const,
    first_date: firstDate,
    last_date: lastDate,
  }))
  const lessons = { weekdays, first_date: group.firstDate, last_date: group.lastDate }
  return clubDays(clubTerms, group.firstDate, today)
    .filter((day) => isPlanned(lessons, day))
    .map(({ date }) => {
      const startMs = noonOf(date, ZONE) * 1000 + minutesFromNoon * MINUTE_MS
      return { date, startMs, endMs: startMs + minutes * MINUTE_MS }
    })
    .filter(({ endMs }) => endMs <= now.getTime())
}

/** The marks of one child in one group. */
function marksOfPlacement(
  placement: Placement,
  group: PlannedGroup,
  allSessions: readonly Session[],
  schemeLevels: readonly TaughtLevel[],
  random: Random,
): PlannedMark[] {
  // A child misses about one session in ten. One child in twenty, but none of the named ones (`fromFirst`), also missed
  // the last five, as far as six sessions remain.
  const missedAtEnd = random.next() < 0.05 && !placement.fromFirst ? 5 : 0
  const attended = allSessions.filter(() => random.next() < 0.9)
  const sessions = attended.slice(0, Math.max(attended.length - missedAtEnd, 6))
  const firstLevel = Math.max(placement.level - LEVELS_BACK, 0)
  // each level since then takes an equal part of the sessions
  const sessionsPerLevel = sessions.length / (placement.level - firstLevel + 1)
  const markedSkills = schemeLevels
    .slice(0, placement.level + 1)
    .map((level, index) => (index < placement.level ? pickPassedSkills(level, random) : level.skills))
  // named children have the skills of all levels before `firstLevel`, marked in their first session
  const earlierSkills = placement.fromFirst ? markedSkills.slice(0, firstLevel).flat() : []
  const earlierGrades = earlierSkills.map((skill) => ({ skill, grade: skill.pass, session: 0, nth: 0 }))
  const learntGrades = markedSkills.slice(firstLevel).flatMap((skills, index) => {
    const firstSession = Math.max(1, Math.floor(index * sessionsPerLevel))
    const lastSession = Math.max(Math.floor((index + 1) * sessionsPerLevel) - 1, firstSession)
    const isCurrent = firstLevel + index === placement.level
    return planGrades(skills, { firstSession, lastSession, isCurrent }, placement, random)
  })
  return [...earlierGrades, ...learntGrades].flatMap((planned) => {
    const session = sessions[Math.min(planned.session, sessions.length - 1)]
    return session ? [markOf(planned, session, placement, group, random)] : []
  })
}

/**
 * The skills with which a child passed a level. When the level does not need all its skills, a random number of those
 * that may be left out is.
 */
function pickPassedSkills({ skills, optional, spare }: TaughtLevel, random: Random): Skill[] {
  const candidates = [...optional]
  const omitted = new Set<string>()
  if (spare > 0)
    for (let omitCount = random.below(spare + 1); omitCount > 0; omitCount--)
      omitted.add(candidates.splice(random.below(candidates.length), 1)[0] ?? '')
  return skills.filter((skill) => !omitted.has(skill.id))
}

/**
 * The grades of one level's skills in the sessions from `firstSession` to `lastSession` (indexes), roughly in the order
 * of the skills.
 */
function planGrades(
  skills: readonly Skill[],
  { firstSession, lastSession, isCurrent }: { firstSession: number; lastSession: number; isCurrent: boolean },
  { missing, passed }: Placement,
  random: Random,
): PlannedGrade[] {
  const isMissing = (skill: Skill) => isCurrent && missing !== undefined && skill.id.endsWith(`/${missing}`)
  // each skill may come up to two ranks later; the missing one gets the last rank, so that it is not marked
  const rankedSkills = skills
    .map((skill, index) => ({ skill, rank: isMissing(skill) ? 99 : index + random.next() * 2 }))
    .sort((a, b) => a.rank - b.rank)
  const sessionCount = Math.max(lastSession - firstSession, 1)
  // of the current level, the passed skills are begun and two more; not these two when one skill is missing
  const begunCount = isCurrent
    ? Math.min(passed + (missing === undefined ? 2 : 0), rankedSkills.length)
    : rankedSkills.length
  return rankedSkills.flatMap(({ skill }, index) => {
    // the skills are begun one after another, spread over all sessions of the level
    const beginSession = Math.min(
      firstSession + Math.floor((index / Math.max(begunCount, 1)) * sessionCount),
      lastSession,
    )
    const endSession = Math.min(beginSession + 1 + random.below(Math.ceil(sessionCount / 3)), lastSession)
    const isPassed = !isCurrent || index < passed
    // a skill in progress is one grade below its pass grade; a skill that is not begun has no grade
    const unfinishedGrade = index < begunCount ? skill.pass - 1 : 0
    const lastGrade = isPassed ? skill.pass : unfinishedGrade
    const possibleGrades = Array.from({ length: lastGrade }, (_, lower) => lower + 1)
    // the last grade is always given, each lower one with a chance
    const grades = possibleGrades.filter((grade) => grade === lastGrade || random.next() < 0.4)
    return grades.map((grade, nth) => {
      // where this grade lies between the sessions `beginSession` (0) and `endSession` (1)
      const share = grades.length === 1 ? 1 : nth / (grades.length - 1)
      return { skill, grade, session: beginSession + Math.round(share * (endSession - beginSession)), nth }
    })
  })
}

/** The mark that gives a planned grade, at a random time of its session. */
function markOf(
  planned: PlannedGrade,
  session: Session,
  placement: Placement,
  group: PlannedGroup,
  random: Random,
): PlannedMark {
  // a skill's grade number `nth` is given in that quarter of the session, so that several grades keep their order
  const quarterMs = (session.endMs - session.startMs) / 4
  // one second less than a quarter, so that the mark does not reach the next quarter
  const atMs = session.startMs + Math.min(planned.nth, 3) * quarterMs + random.next() * (quarterMs - 1000)
  const [lead = '', helper] = group.coachKeys
  return {
    memberKey: placement.memberKey,
    schemeSlug: group.schemeSlug,
    nodeId: planned.skill.id,
    grade: planned.grade,
    pass: planned.skill.pass,
    date: session.date,
    // whole seconds
    at: new Date(Math.floor(atMs / 1000) * 1000),
    coachKey: helper !== undefined && random.next() < 0.2 ? helper : lead,
    groupKey: group.key,
  }
}
