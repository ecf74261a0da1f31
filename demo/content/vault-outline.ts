import type { GroupLine, Outline } from './outline-types.ts'
import { EVERY_DAY } from './weekdays.ts'

const places = ['Main hall', 'Sprung floor', 'Beam and bars corner', 'Studio'] as const
const medicalNotes = [
  'Asthma: blue inhaler in the bag by the hall door',
  'Nut allergy: adrenaline pen with front desk',
  'Left wrist: no weight on the hands until the new year',
  'Epilepsy: nothing higher than the low beam',
  'Hypermobile elbows: soft arms in every support',
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
const family = {
  lastname: "O'Connor",
  guardian: 'parent',
  memberType: 'Recreational',
  note: null,
  medical: null,
} as const
/** Seven skills of Level 4 are passed. The handstand, which the level requires, would be the eighth and last needed. */
const lacksHandstand = { level: 4, passed: 'all but one', missing: 'handstand-at-the-wall-5-s' } as const

/** Vault Gymnastics: the timetable of its first club, Cardiff Central, and the families there. */
export const vaultOutline: Outline = {
  seed: 20_251_121,
  groups: 60,
  members: 600,
  numberPrefix: 'VG-310-',
  scheme: 'gym',
  timetable: [
    { ...group('Swallows', EVERY_DAY, '00:00', 1440, [4, 5], ['coach', 'coach2']), maxSize: 10 },
    group('Kestrels', EVERY_DAY, '16:30', 45, [1, 2], ['coach'], 'Sprung floor'),
    { ...group('Little Stars', [3], '10:00', 45, [2, 3], ['coach'], 'Studio'), scheme: 'pre-school' },
    group('Robins', [1], '16:00', 45, [1], ['coach']),
    group('Wagtails', [2], '16:30', 45, [2, 3], ['coach2']),
    group('Swifts', [4], '17:00', 60, [3], ['coach2']),
    group('Falcons', [5], '17:30', 90, [6, 7], ['coach'], 'Beam and bars corner'),
    group('Display squad', [6], '10:00', 120, [8], ['coach2'], 'Sprung floor'),
  ],
  groupNames: [
    'Sparrows',
    'Finches',
    'Wrens',
    'Larks',
    'Martins',
    'Plovers',
    'Curlews',
    'Starlings',
    'Kites',
    'Merlins',
    'Ospreys',
    'Buzzards',
    'Tumblers',
    'Springers',
    'Cartwheels',
    'Balancers',
    'Leapers',
    'Twisters',
    'Ladybirds',
    'Grasshoppers',
  ],
  levelsPerRound: 3,
  other: { scheme: 'pre-school', levels: [1, 2, 3], rounds: [2] },
  places,
  youngest: { gym: 5, 'pre-school': 2 },
  children: [
    {
      ...family,
      ...lacksHandstand,
      firstname: 'Cara',
      parents: ['parent'],
      group: 'Swallows',
      age: [9, 120],
      number: '118',
      medical: medicalNotes[0],
    },
    {
      ...family,
      ...lacksHandstand,
      firstname: 'Finn',
      parents: ['parent', 'parent2'],
      group: 'Swallows',
      age: [8, 33],
      number: '231',
    },
    {
      ...family,
      firstname: 'Orla',
      parents: ['parent'],
      group: 'Kestrels',
      level: 1,
      passed: 4,
      age: [5, 210],
      number: '119',
      also: { group: 'Little Stars', level: 3, passed: 4 },
    },
    {
      firstname: 'Tobi',
      lastname: 'Adeyemi',
      guardian: 'parent2',
      parents: ['parent2'],
      group: 'Swallows',
      level: 4,
      passed: 5,
      age: [9, -4],
      medical: null,
    },
  ],
  newcomer: {
    firstname: 'Elsa',
    lastname: 'Lindqvist',
    guardian: 'newparent',
    parents: [],
    group: 'Robins',
    level: 1,
    passed: 3,
    age: [6, 75],
  },
  classmates: {
    age: 8,
    names: [
      ['Mared', 'Bevan', null],
      ['Oskar', 'Wójcik', null],
      ['Priya', 'Raman', medicalNotes[2]],
      ['Cai', 'Vaughan', null],
      ['Niamh', 'Hopkin', null],
    ],
  },
  medicalNotes,
  memberNotes: [
    'Likes to go first.',
    'Needs a demonstration more than words.',
    'Wears a hearing aid: face them when you explain.',
    'Shy with new coaches; a high five works.',
    'Practises in the garden, ask about it.',
    'Afraid of the bar since a fall; no hurry.',
  ],
}
