import type { PeerPerson } from './person.ts'

/** A guardian of a child who has no login at the provider. */
export type PeerContact = Pick<PeerPerson, 'subject' | 'firstname' | 'lastname' | 'email'> & { phone?: string }

export interface PeerChild {
  subject: string
  firstname: string
  lastname: string
  /** Membership number. */
  number: string
  /** YYYY-MM-DD; null = unknown. */
  dob: string | null
  /** The numbers of its centres. */
  clubs: string[]
  /** The subjects of its guardians. */
  agents: string[]
  /** Its current level. */
  level?: string
  /** It has left. */
  left?: boolean
}

interface PeerClass {
  subject: string
  name: string
  club: string
  place: string
  /** Such as `TU 16:45-17:30`. */
  periods: string[]
  /** It is booked for one child. */
  slot?: boolean
  scheme: string | null
  levels: string[]
  /** Subjects of terms. */
  terms?: string[]
}

interface PeerTerm {
  subject: string
  first: string
  /** The day after the last one. */
  end: string
}

export interface PeerBooking {
  subject: string
  /** The subject of a child or a teacher. */
  user: string
  role: 'student' | 'teacher'
  class: string
  from?: string
  /** The day after the last one. */
  end?: string
}

/** What a course provider knows besides the people who log in. */
export interface PeerRosters {
  contacts: PeerContact[]
  children: PeerChild[]
  classes: PeerClass[]
  terms: PeerTerm[]
  bookings: PeerBooking[]
}

export const noRosters: PeerRosters = { contacts: [], children: [], classes: [], terms: [], bookings: [] }

/** OneRoster's roles by type of user; an API user is nobody at a provider. */
const roles = {
  coach: 'teacher',
  admin: 'siteAdministrator',
  ngo: 'districtAdministrator',
  parent: 'guardian',
  api: '',
}

/** The organisation of the provider itself. */
const ROOT_ORG = 'root'
const MODIFIED = '2026-01-01T00:00:00.000Z'

interface Listed {
  sourcedId: string
}

const active = (sourcedId: string) => ({ sourcedId, status: 'active', dateLastModified: MODIFIED })
const reference = (type: string) => (sourcedId: string) => ({ href: `/${type}s/${sourcedId}`, sourcedId, type })
const roleAt = (role: string) => (club: string) => ({ roleType: 'primary', role, org: reference('org')(club) })

/** A person as a OneRoster user. */
export function rosterUser({ subject, login, firstname, lastname, email, type, clubs, left }: PeerPerson) {
  return {
    ...active(subject),
    username: login,
    enabledUser: left === true ? 'false' : 'true',
    givenName: firstname,
    familyName: lastname,
    email,
    roles: (clubs.length > 0 ? clubs : [ROOT_ORG]).map(roleAt(roles[type])),
  }
}

function contactUser({ phone, ...contact }: PeerContact) {
  const user = rosterUser({ ...contact, login: '', password: '', type: 'parent', clubs: [] })
  return phone === undefined ? user : { ...user, phone }
}

function childUser({ subject, firstname, lastname, number, clubs, agents, level, left }: PeerChild) {
  return {
    ...active(subject),
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

/** The list of a OneRoster resource such as `classes`; null for one that this provider does not have. */
export function rosterList(kind: string, people: readonly PeerPerson[], rosters: PeerRosters): Listed[] | null {
  const { contacts, children, classes, terms, bookings } = rosters
  switch (kind) {
    case 'orgs':
      return [...new Set([...people, ...children].flatMap(({ clubs }) => clubs))].map((club) => ({
        ...active(club),
        name: `${club.charAt(0).toUpperCase()}${club.slice(1)} Centre`,
        type: 'school',
      }))
    case 'users':
      return [...people.map(rosterUser), ...contacts.map(contactUser), ...children.map(childUser)]
    case 'demographics':
      return children.map(({ subject, dob }) => ({ ...active(subject), ...(dob === null ? {} : { birthDate: dob }) }))
    case 'academicSessions':
      return terms.map(({ subject, first, end }) => ({
        ...active(subject),
        title: subject,
        type: 'term',
        startDate: first,
        endDate: end,
      }))
    case 'classes':
      return classes.map(({ subject, name, club, place, periods, slot, scheme, levels, terms: termSubjects = [] }) => ({
        ...active(subject),
        title: name,
        classType: slot === true ? 'ext:slot' : 'scheduled',
        location: place,
        periods,
        school: reference('org')(club),
        terms: termSubjects.map(reference('academicSession')),
        ...(scheme === null ? {} : { subjectCodes: [scheme], grades: levels }),
      }))
    case 'enrollments':
      return bookings.map(({ subject, user, role, class: classSubject, from, end }) => ({
        ...active(subject),
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
