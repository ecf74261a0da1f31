import { addDays, isDate } from '#domain/platform/club-time.ts'
import { phoneProblem } from '#domain/members/member-entry.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { mayLogInThere, personOf } from '#server/identity/providers/course-provider.ts'
import type { RosterLists } from '#server/identity/providers/one-roster.ts'
import type { RosterList, StagedRow } from './staged.ts'

type Mapping<L extends RosterList> = (row: RosterLists[L]) => StagedRow['data']

/** Maps active rows of OneRoster to those of the staging table; null for rows that are not used here. */
const mappings: { [L in RosterList]: Mapping<L> } = {
  orgs: ({ name, type }) => (type === 'school' ? { name } : null),
  academicSessions: ({ startDate, endDate }) => {
    const last = lastDayOf(endDate)
    return isDate(startDate) && last !== null ? { first: startDate, last } : null
  },
  users: (user) => {
    if (!mayLogInThere(user)) return null
    const { firstname, lastname, email, types, clubs } = personOf(user)
    return {
      child: user.roles.some(({ role }) => role === 'student'),
      firstname,
      lastname,
      email,
      types,
      clubs,
      orgs: [...new Set(user.roles.map(({ org }) => org.sourcedId))],
      number: cleanText(user.identifier),
      node: nodeOf(user.grades?.[0]),
      phones: [user.phone, user.sms].flatMap((phone) => phoneOf(phone) ?? []),
      agents: [...new Set((user.agents ?? []).map(({ sourcedId }) => sourcedId))],
    }
  },
  demographics: ({ birthDate }) => ({ dob: dateOf(birthDate) }),
  classes: (row) => ({
    // a group needs a name
    name: cleanText(row.title) ?? '–',
    number: cleanText(row.classCode),
    school: row.school.sourcedId,
    place: cleanText(row.location),
    // the provider's own class type, beside those of OneRoster
    slot: row.classType === 'ext:slot',
    periods: row.periods ?? [],
    terms: (row.terms ?? []).map(({ sourcedId }) => sourcedId),
    scheme: cleanText(row.subjectCodes?.[0]),
    levels: (row.grades ?? []).flatMap((grade) => nodeOf(grade) ?? []),
  }),
  enrollments: ({ role, beginDate, endDate, user, class: rosterClass }) => {
    const localRole = enrolmentRole(role)
    if (localRole === null) return null
    const to = lastDayOf(endDate)
    return { user: user.sourcedId, class: rosterClass.sourcedId, role: localRole, from: dateOf(beginDate), to }
  },
}

/** Maps a page of a list; rows that are not active get null. */
export function mapRows<L extends RosterList>(list: L, rows: readonly RosterLists[L][]): StagedRow[] {
  return rows.map((row) => ({
    subject: row.sourcedId,
    data: row.status === 'active' ? mappings[list](row) : null,
  }))
}

/** The text with normal spaces, cut to the length of a name; null when it is empty. */
function cleanText(text: string | null | undefined): string | null {
  const plain = (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, NAME_MAX).join('').trim()
}

/** The role here of a person who has the OneRoster role `role` in a class; null for a role that is not used here. */
function enrolmentRole(role: string): 'student' | 'teacher' | null {
  if (role === 'student') return 'student'
  return role === 'teacher' || role === 'aide' ? 'teacher' : null
}

function dateOf(text: string | null | undefined): string | null {
  return typeof text === 'string' && isDate(text) ? text : null
}

/**
 * The last day; OneRoster's end dates are the day after it. Null for the first day of the year 1, which programs write
 * for no date.
 */
function lastDayOf(endDate: string | null | undefined): string | null {
  const end = dateOf(endDate)
  return end === null ? null : dateOf(addDays(end, -1))
}

/** A node id; providers send it with or without its leading slash. */
function nodeOf(text: string | undefined): string | null {
  const id = text?.trim() ?? ''
  if (id === '') return null
  return id.startsWith('/') ? id : `/${id}`
}

function phoneOf(text: string | null | undefined): string | null {
  const phone = (text ?? '').trim()
  return phoneProblem(phone) === null ? phone : null
}
