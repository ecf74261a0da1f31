import type { GroupLine, Outline } from './outline-types.ts'
import { EVERY_DAY } from './weekdays.ts'

const places = ['Hall 1', 'Hall 2', 'Studio', 'Soft play'] as const
const medicalNotes = [
  'Asthma: inhaler with the accompanying adult',
  'Nut allergy: adrenaline pen at reception',
  'Right knee: no jumps from a height',
  'Diabetes: glucose tablets in the blue pouch',
] as const

/**
 * A group that follows the client's main scheme. Weekday 0 is Sunday; levels are numbered from 1. `coaches` are user
 * keys.
 */
const group = (
  name: string,
  weekdays: readonly number[],
  start: string,
  minutes: number,
  levels: readonly number[],
  coaches: readonly string[],
  place: string = places[0],
): GroupLine => ({ name, weekdays, start, minutes, levels, coaches, place })

/** What the children of parent@ have in common. */
const family = { lastname: 'Hopkin', guardian: 'parent', memberType: 'Course', note: null, medical: null } as const
/** All skills of Gold are passed but the forward roll, which the level requires. */
const lacksRoll = { level: 3, passed: 'all but one', missing: 'forward-roll' } as const

/** Tideway Leisure: the timetable of its first club, Riverside Centre, and the families there. */
export const tidewayOutline: Outline = {
  seed: 20_251_122,
  groups: 20,
  members: 160,
  numberPrefix: 'TW-087-',
  scheme: 'leisure',
  timetable: [
    { ...group('Open hall', EVERY_DAY, '00:00', 1440, [3, 4], ['coach', 'coach2']), maxSize: 10 },
    group('After school', EVERY_DAY, '16:30', 45, [2, 3], ['coach'], 'Hall 2'),
    { ...group('Gym club', [3], '17:30', 60, [1, 2], ['coach'], 'Hall 2'), scheme: 'gym' },
    group('Monday Movers', [1], '16:00', 30, [1], ['coach']),
    group('Monday Jumpers', [1], '16:45', 45, [2], ['coach']),
    group('Saturday Starters', [6], '09:30', 30, [1, 2], ['coach'], 'Soft play'),
    group('Tuesday Movers', [2], '16:00', 30, [1], ['coach2']),
    group('Tuesday Rollers', [2], '16:45', 45, [2, 3], ['coach2']),
    group('Thursday Rollers', [4], '16:30', 45, [3], ['coach2']),
    group('Thursday Makers', [4], '17:30', 60, [4], ['coach2'], 'Studio'),
    group('Friday Mix', [5], '16:30', 45, [1, 2], ['coach2']),
    group('Sunday Families', [0], '10:00', 45, [1], ['coach2'], 'Soft play'),
  ],
  groupNames: [
    'Rockets',
    'Comets',
    'Meteors',
    'Satellites',
    'Orbits',
    'Planets',
    'Moons',
    'Sunbeams',
    'Sparks',
    'Galaxies',
  ],
  levelsPerRound: 1,
  other: { scheme: 'gym', levels: [1, 2], rounds: [5], fromLevel: 3 },
  places,
  youngest: { leisure: 4, gym: 6 },
  children: [
    {
      ...family,
      ...lacksRoll,
      firstname: 'Gwenno',
      parents: ['parent'],
      group: 'Open hall',
      age: [8, 90],
      number: '118',
    },
    {
      ...family,
      ...lacksRoll,
      firstname: 'Macs',
      parents: ['parent', 'parent2'],
      group: 'Open hall',
      age: [7, 12],
      number: '231',
      medical: medicalNotes[0],
    },
    {
      ...family,
      firstname: 'Efa',
      parents: ['parent'],
      group: 'After school',
      level: 3,
      passed: 3,
      age: [10, 250],
      number: '119',
      also: { group: 'Gym club', level: 2, passed: 5 },
    },
    {
      firstname: 'Anya',
      lastname: 'Raman',
      guardian: 'parent2',
      parents: ['parent2'],
      group: 'Open hall',
      level: 3,
      passed: 4,
      age: [8, -6],
      medical: null,
    },
  ],
  newcomer: {
    firstname: 'Filip',
    lastname: 'Novák',
    guardian: 'newparent',
    parents: [],
    group: 'Saturday Starters',
    level: 1,
    passed: 2,
    age: [5, 48],
  },
  classmates: {
    age: 8,
    names: [
      ['Dewi', 'Pritchard', null],
      ['Leila', 'Haddad', null],
      ['Ioan', 'Powell', medicalNotes[1]],
      ['Ava', 'Costa', null],
    ],
  },
  medicalNotes,
  memberNotes: [
    'Likes to go first.',
    'Comes with grandad on Thursdays.',
    'Wears a hearing aid: face them when you explain.',
    'Shy in big halls; start near the door.',
  ],
}
