/** One group of the first club's timetable. Levels are numbered from 1 in the order of the scheme. */
export interface GroupLine {
  name: string
  weekdays: readonly number[]
  /** HH:mm */
  start: string
  minutes: number
  levels: readonly number[]
  coaches: readonly string[]
  /** The client's main scheme when absent. */
  scheme?: string
  maxSize?: number
  place?: string
}

/** A child of one of the parents who can log in, in a group of the first club. */
export interface ChildLine {
  firstname: string
  lastname: string
  /** User key of the guardian. */
  guardian: string
  /** User keys of the parents who are linked. */
  parents: readonly string[]
  group: string
  /** The number of its current level, and how many skills of that level are passed. */
  level: number
  passed: number | 'all but one'
  /** The slug of a skill that is never marked. */
  missing?: string
  /** Years, and days since the last birthday; negative = days until it. */
  age: readonly [years: number, days: number]
  /** The end of the membership number; a free one when absent. */
  number?: string
  medical?: string | null
  memberType?: string
  note?: null
  /** A second group, which follows the other scheme. */
  also?: { group: string; level: number; passed: number }
}

/** From this a client's year is planned. Everything else is random, drawn from the seed. */
export interface Outline {
  seed: number
  /** The numbers of groups and members of all clubs together. */
  groups: number
  members: number
  numberPrefix: string
  /** Slug of the scheme that most groups follow. */
  scheme: string
  /** The groups of the first club, which its users see. The first runs all day, the second every day. */
  timetable: readonly GroupLine[]
  /** The names of the other clubs' groups, used in turns. */
  groupNames: readonly string[]
  /** By how many levels the groups of the next turn are higher. */
  levelStep: number
  other: {
    scheme: string
    levels: readonly number[]
    /** The turns in which the groups of the other clubs follow this scheme. */
    turns: readonly number[]
    /** Its groups have children of the main scheme from this level on; absent = they have children of their own. */
    from?: number
  }
  /** Groups of the timetable without a place meet at the first one. */
  places: readonly string[]
  /** The youngest age in the first level of each scheme, by slug. */
  youngest: Readonly<Record<string, number>>
  children: readonly ChildLine[]
  /** The child that newparent@ can link. */
  newcomer: ChildLine
  /** The other children in the all-day group: their age, and their first name, last name and medical note. */
  classmates: { age: number; names: readonly (readonly [string, string, string | null])[] }
  medicalNotes: readonly string[]
  memberNotes: readonly string[]
}
