/** One group: of the first club's timetable, or of another club. Levels are numbered from 1 in the scheme's order. */
export interface GroupLine {
  name: string
  /** 0 = Sunday. */
  weekdays: readonly number[]
  /** HH:mm */
  start: string
  minutes: number
  levels: readonly number[]
  /** User keys; the first coach leads. */
  coaches: readonly string[]
  /** The slug of the group's scheme; the client's main scheme when absent. */
  scheme?: string
  maxSize?: number
  /** Where the group meets; the outline's first place when absent. */
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
  /** The name of the child's group. */
  group: string
  /** The number of the child's current level. */
  level: number
  /** How many skills of that level are passed; `all but one` means of those that the level needs. */
  passed: number | 'all but one'
  /** The slug of a skill of the current level that is never marked. */
  missing?: string
  /** The age at a birthday, and the days since that birthday; negative = days until it. */
  age: readonly [years: number, days: number]
  /** The end of the membership number; a free one when absent. */
  number?: string
  medical?: string | null
  memberType?: string
  note?: null
  /** A second group, which follows the other scheme. */
  also?: { group: string; level: number; passed: number }
}

/** What is fixed about a client's demo. The plan (`planDemo`) draws everything else at random, from the seed. */
export interface Outline {
  seed: number
  /** The numbers of groups and members of all clubs together. */
  groups: number
  members: number
  /** The beginning of every membership number. */
  numberPrefix: string
  /** Slug of the scheme that most groups follow. */
  scheme: string
  /** The groups of the first club, which the demo's coaches teach. The first runs all day, the second every day. */
  timetable: readonly GroupLine[]
  /** The names of the groups of the other clubs, which get one group each in every round of planning (`planGroups`). */
  groupNames: readonly string[]
  /** By how many levels the groups of a round are higher than those of the round before. */
  levelsPerRound: number
  /** The second scheme, which few groups follow. */
  other: {
    scheme: string
    levels: readonly number[]
    /** The rounds in which the groups of the other clubs follow this scheme, numbered from 0. */
    rounds: readonly number[]
    /**
     * Its groups have children who are also in a group of the main scheme, at this level or a higher one. When absent,
     * they have children of their own.
     */
    fromLevel?: number
  }
  /** Where groups meet; groups of the timetable without a place meet at the first one. */
  places: readonly string[]
  /** The lowest age in the first level of each scheme, by slug. */
  youngest: Readonly<Record<string, number>>
  children: readonly ChildLine[]
  /** The child that newparent@ can link. */
  newcomer: ChildLine
  /** The other children in the all-day group. */
  classmates: {
    age: number
    names: readonly (readonly [firstname: string, lastname: string, medicalNote: string | null])[]
  }
  medicalNotes: readonly string[]
  memberNotes: readonly string[]
}
