import type { NewGroup } from '#server/groups/commands.ts'
import type { NewMember } from '#server/members/commands.ts'
import type { NewScheme } from '#server/schemes/commands.ts'
import { libraryScheme } from './content/library.ts'
import { firstNames, groupNames, lastNames, medicalNotes, places } from './content/people.ts'
import { levelScheme, slugOf } from './content/scheme.ts'
import { swim, waterSafety } from './content/swim.ts'
import { idOf, Random } from './random.ts'

/** One mark of the demo's history, as the coach made it. */
export interface PlannedMark {
  memberId: string
  groupId: string
  clubId: string
  coachId: string
  schemeSlug: string
  nodeId: string
  grade: number
  pass: number
  /** YYYY-MM-DD and unix ms of entry. */
  date: string
  ms: number
}

export interface Plan {
  clubs: { id: string; name: string }[]
  schemes: NewScheme[]
  members: NewMember[]
  groups: NewGroup[]
  /** In the order of time. */
  marks: PlannedMark[]
  /** Children of parent@ and parent2@. */
  families: { parent: 'parent' | 'parent2'; memberId: string }[]
  /** A membership number that nobody is linked to yet. */
  unlinked: { ngoId: string; name: string; dob: string }
}

export const coachId = idOf('aquila coach')
export const coach2Id = idOf('aquila coach2')

const DAY = 86_400_000
const CLUBS = ['Harbour', 'Lakeside', 'Tŷ Coch'] as const
/** The stage that two children of the all-day group are one skill short of, and the skill. */
const STAGE = 3
const MISSING = 'Backstroke, 10 m'

interface Child extends NewMember {
  group: NewGroup
  /** Index of the stage the child works on, and how many of its skills are done. */
  stage: number
  done: number
}

/** The data of Aquila Swim for a day: pure, and the same for the same day on every machine. */
export function planAquila(now: Date): Plan {
  const random = new Random(20_251_120)
  const today = now.toISOString().slice(0, 10)
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10)
  const clubs = CLUBS.map((name) => ({ id: idOf(`aquila club ${name}`), name }))
  const schemes = [
    levelScheme(idOf('aquila swim'), 'swim', { en: 'Swim', cy: 'Nofio' }, swim),
    levelScheme(idOf('aquila water-safety'), 'water-safety', { en: 'Water safety', cy: 'Diogelwch dŵr' }, waterSafety),
    libraryScheme(idOf('aquila library')),
  ]
  const harbour = clubs[0]?.id ?? ''
  const first = before(290)
  const group = (name: string, clubId: string, stage: number, more: Partial<NewGroup>): NewGroup => ({
    id: idOf(`aquila group ${clubId} ${name}`),
    clubId,
    name,
    schemeSlug: 'swim',
    levels: [`/stage-${stage + 1}`, ...(stage < 9 ? [`/stage-${stage + 2}`] : [])],
    startAt: '16:00',
    durationMinutes: 30,
    weekdays: [1],
    firstDate: first,
    lastDate: null,
    place: places[0],
    maxSize: 12,
    isSlot: false,
    coachIds: [],
    memberIds: [],
    ...more,
  })
  const every = [0, 1, 2, 3, 4, 5, 6]
  const dolphins = group('Dolphins', harbour, STAGE, {
    startAt: '00:00',
    durationMinutes: 1440,
    weekdays: every,
    coachIds: [coachId, coach2Id],
  })
  const marlins = group('Marlins', harbour, 6, {
    startAt: '16:30',
    durationMinutes: 45,
    weekdays: every,
    coachIds: [coachId],
    place: places[1],
  })
  const ripples = group('Ripples', harbour, 0, {
    schemeSlug: 'water-safety',
    levels: ['/ripple', '/wave'],
    startAt: '18:00',
    weekdays: [3],
    coachIds: [coachId],
  })
  const groups = [dolphins, marlins, ripples]
  for (let k = 0; groups.length < 40; k++) {
    const club = clubs[k % clubs.length] ?? { id: harbour }
    const name = groupNames[k % groupNames.length] ?? 'Lane 4'
    const hour = 15 + (k % 5)
    const own = club.id === harbour ? (k % 4 === 0 ? [coachId] : [coach2Id]) : [idOf(`aquila staff ${club.id}`)]
    groups.push(
      group(k < groupNames.length ? name : `${name} 2`, club.id, k % 9, {
        startAt: `${hour}:${k % 2 === 0 ? '00' : '30'}`,
        weekdays: [1 + (k % 6)],
        coachIds: own,
        place: places[k % places.length] ?? null,
      }),
    )
  }

  const children: Child[] = []
  const join = (into: NewGroup, stage: number, done: number, person: Partial<NewMember> = {}): Child => {
    const number = children.length + 1
    const age = Math.min(4 + stage + random.below(3), 15)
    const lastname = random.pick(lastNames)
    const child: Child = {
      id: idOf(`aquila member ${number}`),
      clubId: into.clubId,
      firstname: random.pick(firstNames),
      lastname,
      dob: before(age * 365 + random.below(360)),
      ngoId: `AQ-${204 + Math.floor(number / 300)}-${String(100 + (number % 300)).padStart(3, '0')}`,
      memberType: random.next() < 0.8 ? 'Club' : 'School',
      medical: random.next() < 0.08 ? random.pick(medicalNotes) : null,
      note: random.next() < 0.05 ? 'Likes to go first.' : null,
      guardian: { firstname: random.pick(firstNames), lastname, email: `family${number}@example.com` },
      group: into,
      stage,
      done,
      ...person,
    }
    children.push(child)
    into.memberIds.push(child.id)
    return child
  }
  const oConnor = {
    lastname: "O'Connor",
    guardian: { firstname: 'Ffion', lastname: "O'Connor", email: 'parent@aquila.example' },
  }
  const sian = join(dolphins, STAGE, 9, {
    ...oConnor,
    firstname: 'Siân',
    medical: medicalNotes[0],
    dob: before(8 * 365 + 100),
  })
  const beca = join(dolphins, STAGE, 9, { ...oConnor, firstname: 'Beca', medical: null, dob: before(7 * 365 + 40) })
  const llyr = join(marlins, 6, 4, { ...oConnor, firstname: 'Llŷr', medical: null, dob: before(11 * 365 + 200) })
  ripples.memberIds.push(llyr.id)
  const shared = join(dolphins, STAGE, 6, { firstname: 'Amara', lastname: 'Okafor', dob: before(9 * 365 - 5) })
  while (dolphins.memberIds.length < 8) join(dolphins, STAGE, random.below(9))
  for (let k = 0; children.length < 400; k++) {
    const into = groups[3 + (k % (groups.length - 3))] ?? dolphins
    if (into.memberIds.length >= 12) continue
    const stage = Number(into.levels[0]?.replace('/stage-', '') ?? 1) - 1
    join(into, stage, random.below(swim[stage]?.skills.length ?? 6))
    if (k % 20 === 0 && marlins.memberIds.length < 10) join(marlins, 6, random.below(8))
  }

  const marks = children.flatMap((child) => historyOf(child, random, now))
  const ripple = waterSafety[1]?.skills.slice(0, 3) ?? []
  ripple.forEach(([kind, en], k) => {
    marks.push(markOf(llyr, ripples, 'water-safety', 'Ripple', en, kind, 2 - (k % 2), now, 40 - k * 9))
  })
  marks.sort((a, b) => a.ms - b.ms || (a.memberId < b.memberId ? -1 : 1))
  const stranger = children.at(-1) ?? sian
  return {
    clubs,
    schemes,
    members: children.map(({ group: _group, stage: _stage, done: _done, ...member }) => member),
    groups,
    marks: marks.filter((mark) => mark.date <= today),
    families: [
      { parent: 'parent', memberId: sian.id },
      { parent: 'parent', memberId: llyr.id },
      { parent: 'parent', memberId: beca.id },
      { parent: 'parent2', memberId: beca.id },
      { parent: 'parent2', memberId: shared.id },
    ],
    unlinked: { ngoId: stranger.ngoId ?? '', name: `${stranger.firstname} ${stranger.lastname}`, dob: stranger.dob },
  }
}

function markOf(
  child: Child,
  group: NewGroup,
  slug: string,
  level: string,
  skill: string,
  kind: number,
  grade: number,
  now: Date,
  daysAgo: number,
): PlannedMark {
  const ms = Math.round(now.getTime() - daysAgo * DAY - 3_600_000)
  return {
    memberId: child.id,
    groupId: group.id,
    clubId: group.clubId,
    coachId: group.coachIds[0] ?? coachId,
    schemeSlug: slug,
    nodeId: `/${slugOf(level)}/${slugOf(skill)}`,
    grade,
    pass: kind,
    date: new Date(ms).toISOString().slice(0, 10),
    ms,
  }
}

/** Two terms: the stages before were passed one after the other, the present one is under way. */
function historyOf(child: Child, random: Random, now: Date): PlannedMark[] {
  const marks: PlannedMark[] = []
  const from = Math.max(child.stage - 2, 0)
  const span = 270 / (child.stage - from + 1)
  for (let stage = from; stage <= child.stage; stage++) {
    const level = swim[stage]
    if (!level) continue
    const own = stage === child.stage
    // the missing skill of the two who are one short stays the same one
    const skills = [...level.skills].sort((a, b) => Number(a[1] === MISSING) - Number(b[1] === MISSING))
    const start = 275 - (stage - from) * span
    skills.forEach(([kind, en], k) => {
      const at = start - ((k + random.next()) / skills.length) * (span - 8)
      const done = !own || k < child.done
      if (done && kind > 1 && random.next() < 0.4)
        marks.push(markOf(child, child.group, 'swim', level.title.en, en, kind, 1, now, at + 6))
      if (done) marks.push(markOf(child, child.group, 'swim', level.title.en, en, kind, kind, now, Math.max(at, 2)))
      else if (kind > 1 && k === child.done && en !== MISSING)
        marks.push(markOf(child, child.group, 'swim', level.title.en, en, kind, kind - 1, now, 3))
    })
  }
  return marks
}
