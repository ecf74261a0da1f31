import { groupNames, places } from './content/people.ts'
import type { PlannedClub, PlannedGroup } from './planned.ts'
import { idOf } from './random.ts'

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const COUNT = 40

type Line = readonly [
  name: string,
  weekdays: readonly number[],
  start: string,
  minutes: number,
  /** Numbers of the stages. */
  stages: readonly number[],
  coaches: readonly string[],
  more?: Partial<PlannedGroup>,
]

/** Harbour's timetable: the groups that the demo's logins see. */
const harbour: readonly Line[] = [
  ['Dolphins', EVERY_DAY, '00:00', 1440, [4, 5], ['coach', 'coach2'], { maxSize: 10 }],
  ['Marlins', EVERY_DAY, '16:30', 45, [7, 8], ['coach'], { place: 'Main pool, lanes 1–2' }],
  ['Ripples', [3], '18:00', 45, [], ['coach'], { schemeSlug: 'water-safety', levelIds: ['/ripple', '/wave'] }],
  ['Turtles', [1], '16:00', 30, [2], ['coach']],
  ['Seals', [1], '17:00', 30, [3], ['coach']],
  ['Otters', [6], '09:30', 30, [1, 2], ['coach']],
  ['Lane 4', [4], '18:45', 60, [8, 9], ['coach'], { place: 'Main pool, lanes 5–6' }],
  ['Kelp', [2], '16:00', 30, [1], ['coach2']],
  ['Herons', [2], '16:30', 30, [3, 4], ['coach2']],
  ['Starfish', [2], '17:00', 30, [2, 3], ['coach2']],
  ['Puffins', [4], '16:30', 30, [5], ['coach2']],
  ['Porpoises', [4], '17:15', 45, [6], ['coach2']],
  ['Mackerel', [5], '17:00', 45, [5, 6], ['coach2']],
  ['Sails', [5], '18:00', 60, [9, 10], ['coach2'], { place: 'Main pool, lanes 5–6' }],
]

/** The 40 groups of the clubs, still without members. */
export function planGroups(clientId: string, clubs: readonly PlannedClub[], firstDate: string): PlannedGroup[] {
  const group = (clubKey: string, [name, weekdays, start, durationMin, stages, coaches, more]: Line): PlannedGroup => ({
    key: `${clubKey}/${name}`,
    id: idOf(`${clientId} group ${clubKey} ${name}`),
    name,
    clubKey,
    weekdays: [...weekdays],
    daily: weekdays.length === 7,
    start,
    durationMin,
    firstDate,
    lastDate: null,
    place: places[0],
    schemeSlug: 'swim',
    levelIds: stages.map((stage) => `/stage-${stage}`),
    maxSize: 12,
    coachKeys: [...coaches],
    memberKeys: [],
    ...more,
  })
  const [first, ...others] = clubs
  const groups = first ? harbour.map((line) => group(first.key, line)) : []
  for (let k = 0; groups.length < COUNT; k++) {
    const club = others[k % others.length]
    if (!club) break
    const turn = Math.floor(k / others.length)
    const safety = turn === 7
    const stage = 1 + ((turn * 3 + (k % others.length)) % 9)
    const name = groupNames[turn + (k % others.length) * 3] ?? `Lane ${turn}`
    const line: Line = [
      name,
      [1 + (turn % 6)],
      `${15 + Math.floor(turn / 3)}:${turn % 3 === 0 ? '45' : '15'}`,
      stage > 5 ? 45 : 30,
      turn % 2 === 0 ? [stage] : [stage, stage + 1],
      [`coach.${club.key}`],
      {
        place: places[(turn + k) % places.length] ?? places[0],
        ...(safety ? { schemeSlug: 'water-safety', levelIds: ['/ripple', '/wave', '/current'] } : {}),
      },
    ]
    groups.push(group(club.key, line))
  }
  return groups
}
