import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import type { DemoClient } from './content/clients.ts'
import type { DemoScheme } from './content/scheme.ts'

export interface PlannedClub {
  /** The club's key in `content/clients.ts`. All keys are names within the demo; the product knows only ids. */
  key: string
  id: string
  name: string
}

export interface PlannedGroup {
  key: string
  id: string
  name: string
  clubKey: string
  /** 0 = Sunday. */
  weekdays: number[]
  /** The group runs on all weekdays. */
  daily: boolean
  /** HH:mm in the club's zone. */
  start: string
  durationMin: number
  firstDate: string
  lastDate: string | null
  place: string
  schemeSlug: string
  levelIds: string[]
  maxSize: number
  /** User keys; the first one leads. */
  coachKeys: string[]
  memberKeys: string[]
}

export interface PlannedMember {
  key: string
  id: string
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  dob: string
  /** Membership number. */
  ngoId: string
  memberType: string
  /** The first is the club of the member's group; a guest has a second one. */
  clubKeys: string[]
  medical: string | null
  note: string | null
  guardian: { firstname: string; lastname: string; email: string }
}

export interface PlannedMark {
  memberKey: string
  schemeSlug: string
  nodeId: string
  grade: number
  /** The pass grade of the skill at that time. */
  pass: number
  /** YYYY-MM-DD in the club's zone; the day of `at`. */
  date: string
  at: Date
  coachKey: string
  groupKey: string
}

/** The attendance of one member at one dated session. */
export interface PlannedAttendance {
  memberKey: string
  groupKey: string
  coachKey: string
  /** YYYY-MM-DD in the club's zone; the day of `at`. */
  date: string
  at: Date
  value: Attendance
}

/** A child's group and progress in the group's scheme, from which the child's marks are planned. It is not stored. */
export interface Placement {
  memberKey: string
  groupKey: string
  /** The index of the child's current level in the scheme. */
  level: number
  /** How many skills of the current level are passed. */
  passed: number
  /** The slug of a skill of the current level that is never marked. */
  missing?: string
  /** The child has marks from the first level on, not only from the two levels before the current one. */
  fromFirst?: true
}

/** A term, or the holidays between two terms. */
export interface Term {
  name: { en: string; cy: string }
  firstDate: string
  lastDate: string
}

/** A client's demo as of one day. */
export interface DemoPlan {
  clientId: DemoClient['id']
  clubs: PlannedClub[]
  /** The client's own schemes and those that it subscribes to. */
  schemes: DemoScheme[]
  /** Two terms, with the holidays between them. */
  terms: Term[]
  holidays: Term[]
  groups: PlannedGroup[]
  members: PlannedMember[]
  /** Parent users and their children. */
  links: { userKey: string; memberKey: string }[]
  /** The child that newparent@ can link, with the details that this parent must enter. */
  unlinked: { userKey: string; ngoId: string; firstname: string; lastname: string; dob: string }
  /** In the order of time. */
  marks: PlannedMark[]
  /** In the order of time for each coach. */
  attendance: PlannedAttendance[]
}

/** The zone of every demo club. */
export const ZONE = 'Europe/London'
