import type { GroupLine, Outline } from './outline-types.ts'
import { dolphinClassmates, medicalNotes, memberNotes } from './people.ts'
import { EVERY_DAY } from './weekdays.ts'

/** The names of the groups of the clubs other than Harbour. */
const groupNames = [
  'Turtles',
  'Seals',
  'Otters',
  'Kelp',
  'Herons',
  'Crabs',
  'Starfish',
  'Puffins',
  'Limpets',
  'Mackerel',
  'Porpoises',
  'Terns',
  'Urchins',
  'Anchors',
  'Buoys',
  'Sails',
  'Tides',
  'Pebbles',
  'Currents',
  'Lane 4',
] as const

/** Where the groups meet. */
const places = ['Learner pool', 'Main pool, lanes 1–2', 'Main pool, lanes 5–6', 'Shallow end'] as const

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
const family = { lastname: "O'Connor", guardian: 'parent', memberType: 'Club', note: null, medical: null } as const

/** Aquila Swim: the timetable of its first club, Harbour, and the families there. */
export const aquilaOutline: Outline = {
  seed: 20_251_120,
  groups: 40,
  members: 400,
  numberPrefix: 'AQ-204-',
  scheme: 'swim',
  timetable: [
    { ...group('Dolphins', EVERY_DAY, '00:00', 1440, [4, 5], ['coach', 'coach2']), maxSize: 10 },
    group('Marlins', EVERY_DAY, '16:30', 45, [7, 8], ['coach'], 'Main pool, lanes 1–2'),
    { ...group('Ripples', [3], '18:00', 45, [1, 2], ['coach']), scheme: 'water-safety' },
    group('Turtles', [1], '16:00', 30, [2], ['coach']),
    group('Seals', [1], '17:00', 30, [3], ['coach']),
    group('Otters', [6], '09:30', 30, [1, 2], ['coach']),
    group('Lane 4', [4], '18:45', 60, [8, 9], ['coach'], 'Main pool, lanes 5–6'),
    group('Kelp', [2], '16:00', 30, [1], ['coach2']),
    group('Herons', [2], '16:30', 30, [3, 4], ['coach2']),
    group('Starfish', [2], '17:00', 30, [2, 3], ['coach2']),
    group('Puffins', [4], '16:30', 30, [5], ['coach2']),
    group('Porpoises', [4], '17:15', 45, [6], ['coach2']),
    group('Mackerel', [5], '17:00', 45, [5, 6], ['coach2']),
    group('Sails', [5], '18:00', 60, [9, 10], ['coach2'], 'Main pool, lanes 5–6'),
  ],
  groupNames,
  levelsPerRound: 3,
  other: { scheme: 'water-safety', levels: [1, 2, 3], rounds: [7], fromLevel: 4 },
  places,
  youngest: { swim: 4, 'water-safety': 7 },
  children: [
    {
      ...family,
      firstname: 'Siân',
      parents: ['parent'],
      group: 'Dolphins',
      level: 4,
      passed: 'all but one',
      missing: 'backstroke-10-m',
      age: [8, 100],
      number: '118',
      medical: medicalNotes[0],
    },
    {
      ...family,
      firstname: 'Beca',
      parents: ['parent', 'parent2'],
      group: 'Dolphins',
      level: 4,
      passed: 'all but one',
      missing: 'backstroke-10-m',
      age: [7, 40],
      number: '231',
    },
    {
      ...family,
      firstname: 'Llŷr',
      parents: ['parent'],
      group: 'Marlins',
      level: 7,
      passed: 4,
      age: [11, 200],
      number: '119',
      also: { group: 'Ripples', level: 1, passed: 3 },
    },
    {
      firstname: 'Amara',
      lastname: 'Okafor',
      guardian: 'parent2',
      parents: ['parent2'],
      group: 'Dolphins',
      level: 4,
      passed: 6,
      age: [9, -5],
      medical: null,
    },
  ],
  newcomer: {
    firstname: 'Nel',
    lastname: 'Lloyd',
    guardian: 'newparent',
    parents: [],
    group: 'Otters',
    level: 2,
    passed: 3,
    age: [5, 61],
  },
  classmates: { age: 8, names: dolphinClassmates },
  medicalNotes,
  memberNotes,
}
