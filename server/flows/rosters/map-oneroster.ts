import { addDays, isDate } from '#domain/platform/club-time.ts'
import { phoneProblem } from '#domain/members/member-entry.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { mayLogInThere, personOf } from '#server/identity/providers/course-provider.ts'
import type { RosterLists } from '#server/identity/providers/one-roster.ts'
import type { RosterList, StagedRow } from './staged.ts'

type Mapping<L extends RosterList> = (row: RosterLists[L]) => StagedRow['data']

/** Maps rows of OneRoster to those of the staging table; null for rows that are not live or not used here. */
const mappings: { [L in RosterList]: Mapping<L> } = {
  orgs: ({ name, type }) => (type === 'school' ? { name } : null),
  academicSessions: ({ startDate, endDate }) =>
    isDate(startDate) && isDate(endDate) ? { first: startDate, last: addDays(endDate, -1) } : null,
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
    name: cleanText(row.title) ?? '–',
    number: cleanText(row.classCode),
    school: row.school.sourcedId,
    place: cleanText(row.location),
    slot: row.classType === 'ext:slot',
    periods: row.periods ?? [],
    terms: (row.terms ?? []).map(({ sourcedId }) => sourcedId),
    scheme: cleanText(row.subjectCodes?.[0]),
    levels: (row.grades ?? []).flatMap((grade) => nodeOf(grade) ?? []),
  }),
  enrollments: ({ role, beginDate, endDate, user, class: rosterClass }) => {
    const kind = enrolmentRole(role)
    if (kind === null) return null
    // OneRoster's end date is the day after the last one
    const end = dateOf(endDate)
    const to = end === null ? null : addDays(end, -1)
    return { user: user.sourcedId, class: rosterClass.sourcedId, role: kind, from: dateOf(beginDate), to }
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

/** What a person with a role in a class is here; null when nothing. */
function enrolmentRole(role: string): 'student' | 'teacher' | null {
  if (role === 'student') return 'student'
  return role === 'teacher' || role === 'aide' ? 'teacher' : null
}

function dateOf(text: string | null | undefined): string | null {
  return typeof text === 'string' && isDate(text) ? text : null
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
