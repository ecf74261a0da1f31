import type { PeerPerson } from './person.ts'

/** A guardian who has no login at the provider. */
export type PeerContact = Pick<PeerPerson, 'subject' | 'firstname' | 'lastname' | 'email'> & { phone?: string }

export interface PeerChild {
  /** The provider's id of the child; `subject` means the same in every type of this file. */
  subject: string
  firstname: string
  lastname: string
  /** Membership number. */
  number: string
  /** YYYY-MM-DD; null = unknown. */
  dob: string | null
  /** The numbers of the child's centres; in the product these are clubs. */
  clubs: string[]
  /** The subjects of the child's guardians. */
  agents: string[]
  /** The child's current level. */
  level?: string
  /** The child has left. */
  left?: boolean
}

/** A class, which becomes a group in the product. */
interface PeerClass {
  subject: string
  name: string
  club: string
  place: string
  /** Weekday and time, such as `TU 16:45-17:30`. */
  periods: string[]
  /** A parent books the class for one child. */
  slot?: boolean
  scheme: string | null
  levels: string[]
  /** The subjects of the terms in which the class runs. */
  terms?: string[]
}

interface PeerTerm {
  subject: string
  /** The first day. */
  first: string
  /** The day after the last day. */
  end: string
}

/** That a child or a teacher is in a class. */
export interface PeerBooking {
  subject: string
  /** The subject of a child or a teacher. */
  user: string
  role: 'student' | 'teacher'
  /** The subject of the class. */
  class: string
  /** The first day; from the beginning when absent. */
  from?: string
  /** The day after the last day; without end when absent. */
  end?: string
}

/** What a simulated course provider knows besides the people who log in. */
export interface PeerRosters {
  contacts: PeerContact[]
  children: PeerChild[]
  classes: PeerClass[]
  terms: PeerTerm[]
  bookings: PeerBooking[]
}

export const noRosters: PeerRosters = { contacts: [], children: [], classes: [], terms: [], bookings: [] }

/** OneRoster's roles by type of user. An API user has none, because no provider knows it. */
const roles = {
  coach: 'teacher',
  admin: 'siteAdministrator',
  ngo: 'districtAdministrator',
  parent: 'guardian',
  api: '',
}

/** The organisation of people who belong to no club: the provider itself. */
const ROOT_ORG = 'root'
/** OneRoster requires a time of change in each row. The product does not read it, so it is the same in all. */
const MODIFIED = '2026-01-01T00:00:00.000Z'

/** A row of a OneRoster list. */
interface RosterRow {
  sourcedId: string
}

/** What all rows have in common. */
const rowFields = (sourcedId: string) => ({ sourcedId, status: 'active', dateLastModified: MODIFIED })
const reference = (type: string) => (sourcedId: string) => ({ href: `/${type}s/${sourcedId}`, sourcedId, type })
const roleAt = (role: string) => (club: string) => ({ roleType: 'primary', role, org: reference('org')(club) })

/** A person as a OneRoster user. */
export function rosterUser({ subject, login, firstname, lastname, email, type, clubs, left }: PeerPerson) {
  return {
    ...rowFields(subject),
    username: login,
    enabledUser: left === true ? 'false' : 'true',
    givenName: firstname,
    familyName: lastname,
    email,
    roles: (clubs.length > 0 ? clubs : [ROOT_ORG]).map(roleAt(roles[type])),
  }
}

/** A guardian without login as a OneRoster user. */
function contactUser({ phone, ...contact }: PeerContact) {
  const user = rosterUser({ ...contact, login: '', password: '', type: 'parent', clubs: [] })
  return phone === undefined ? user : { ...user, phone }
}

/** A child as a OneRoster user. */
function childUser({ subject, firstname, lastname, number, clubs, agents, level, left }: PeerChild) {
  return {
    ...rowFields(subject),
    username: '',
    enabledUser: left === true ? 'false' : 'true',
    givenName: firstname,
    familyName: lastname,
    identifier: number,
    roles: clubs.map(roleAt('student')),
    agents: agents.map(reference('user')),
    ...(level === undefined ? {} : { grades: [level] }),
  }
}

/** The list of a OneRoster resource (`kind`) such as `classes`; null for one that this provider does not have. */
export function rosterList(kind: string, people: readonly PeerPerson[], rosters: PeerRosters): RosterRow[] | null {
  const { contacts, children, classes, terms, bookings } = rosters
  switch (kind) {
    case 'orgs':
      return [...new Set([...people, ...children].flatMap(({ clubs }) => clubs))].map((club) => ({
        ...rowFields(club),
        name: `${club.charAt(0).toUpperCase()}${club.slice(1)} Centre`,
        type: 'school',
      }))
    case 'users':
      return [...people.map(rosterUser), ...contacts.map(contactUser), ...children.map(childUser)]
    case 'demographics':
      return children.map(({ subject, dob }) => ({
        ...rowFields(subject),
        ...(dob === null ? {} : { birthDate: dob }),
      }))
    case 'academicSessions':
      return terms.map(({ subject, first, end }) => ({
        ...rowFields(subject),
        title: subject,
        type: 'term',
        startDate: first,
        endDate: end,
      }))
    case 'classes':
      return classes.map(({ subject, name, club, place, periods, slot, scheme, levels, terms: termSubjects = [] }) => ({
        ...rowFields(subject),
        title: name,
        // OneRoster allows additional values that begin with `ext:`
        classType: slot === true ? 'ext:slot' : 'scheduled',
        location: place,
        periods,
        school: reference('org')(club),
        terms: termSubjects.map(reference('academicSession')),
        ...(scheme === null ? {} : { subjectCodes: [scheme], grades: levels }),
      }))
    case 'enrollments':
      return bookings.map(({ subject, user, role, class: classSubject, from, end }) => ({
        ...rowFields(subject),
        role,
        user: reference('user')(user),
        class: reference('class')(classSubject),
        ...(from === undefined ? {} : { beginDate: from }),
        ...(end === undefined ? {} : { endDate: end }),
      }))
    default:
      return null
  }
}
