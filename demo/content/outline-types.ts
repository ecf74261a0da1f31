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

/** A child that a login belongs to, in a group of the first club. */
export interface ChildLine {
  firstname: string
  lastname: string
  /** User key of the guardian. */
  guardian: string
  /** User keys of the parents who are linked. */
  parents: readonly string[]
  group: string
  /** Number of the level it works on, and how many of its skills are passed. */
  level: number
  passed: number | 'all but one'
  /** Slug of the skill that stays unmarked to the end. */
  missing?: string
  /** Years, and days since the last birthday (negative: before it). */
  age: readonly [years: number, days: number]
  /** Ends the membership number; a free one when absent. */
  number?: string
  medical?: string | null
  memberType?: string
  note?: null
  /** A group of the other scheme. */
  also?: { group: string; level: number; passed: number }
}

/** What a client's year is planned from; everything that is not said here is drawn from the seed. */
export interface Outline {
  seed: number
  /** Of all clubs together. */
  groups: number
  members: number
  numberPrefix: string
  /** Slug of the scheme that most groups follow. */
  scheme: string
  /** The first club's groups, those that the logins see: the first runs all day, the second every day. */
  timetable: readonly GroupLine[]
  /** The other clubs' groups take turns with these names; on a turn named here a group follows the other scheme. */
  groupNames: readonly string[]
  /** How many levels the next turn is further up. */
  levelStep: number
  other: {
    scheme: string
    levels: readonly number[]
    turns: readonly number[]
    /** Its children are those of the main scheme from this level on; absent: children of their own. */
    from?: number
  }
  /** The first is where a group of the timetable is that says nothing else. */
  places: readonly string[]
  /** Youngest age on the first level of each scheme. */
  youngest: Readonly<Record<string, number>>
  children: readonly ChildLine[]
  /** The child whose membership newparent@ can link. */
  newcomer: ChildLine
  /** Who else is in the all-day group, and how old. */
  classmates: { age: number; names: readonly (readonly [string, string, string | null])[] }
  medicalNotes: readonly string[]
  memberNotes: readonly string[]
}
