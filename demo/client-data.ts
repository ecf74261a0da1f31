import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import type { NewClub } from '#server/tenants/clubs/commands.ts'
import type { NewTerm } from '#server/scheduling/sessions/terms.ts'
import type { NewGroup } from '#server/scheduling/groups/commands.ts'
import type { NewMember } from '#server/members/commands.ts'
import type { NewScheme } from '#server/curriculum/schemes/commands.ts'
import type { NewUser } from '#server/identity/users/commands.ts'
import { demoClient, type DemoClient } from './content/clients.ts'
import { flattenScheme, type DemoScheme } from './content/scheme.ts'
import { subjectOf } from './peers/subject.ts'
import { planDemo } from './plan.ts'
import type { DemoPlan } from './planned.ts'
import { idOf } from './random.ts'

/** One mark of the demo's history. */
export interface HistoryMark {
  memberId: string
  groupId: string
  clubId: string
  coachId: string
  schemeSlug: string
  nodeId: string
  grade: number
  /** The pass grade of the skill. */
  pass: number
  /** The day of entry, YYYY-MM-DD. */
  date: string
  /** The time of entry, unix ms. */
  ms: number
}

/** The attendance of one member at one dated session. */
export interface HistoryAttendance {
  memberId: string
  groupId: string
  clubId: string
  coachId: string
  /** The day of the session, YYYY-MM-DD. */
  date: string
  /** The time of entry, unix ms. */
  ms: number
  value: Attendance
}

/** The demo of a client, in the form that the server's commands take. */
export interface ClientData {
  client: DemoClient
  clubs: NewClub[]
  terms: NewTerm[]
  /** Without the hash of the password, which is the same for all and slow to make. */
  users: Omit<NewUser, 'passwordHash'>[]
  schemes: NewScheme[]
  members: NewMember[]
  /** Members who also belong to a second club. */
  guests: { memberId: string; clubId: string; memberType: string }[]
  groups: NewGroup[]
  /** Parents and their children. */
  links: { userId: string; memberId: string }[]
  /** The ids (subjects) that members and groups have at the client's provider. */
  externalIds: { members: { subject: string; memberId: string }[]; groups: { subject: string; groupId: string }[] }
  /** In the order of time. */
  marks: HistoryMark[]
  /** In the order of time for each coach. */
  attendance: HistoryAttendance[]
}

/** The id of a demo user by the user's key in `content/clients.ts`. */
export function userId(clientId: string, key: string): string {
  return idOf(`${clientId} ${key}`)
}

/** A client's demo as of `now`: the plan (`planDemo`) with ids in place of keys. A pure function. */
export function clientData(clientId: DemoClient['id'], now: Date): ClientData {
  const plan = planDemo(clientId, now)
  const client = demoClient(clientId)
  const members = new Map(plan.members.map((member) => [member.key, member]))
  const groups = new Map(plan.groups.map((group) => [group.key, group]))
  const clubIds = new Map(plan.clubs.map((club) => [club.key, club.id]))
  const clubId = (key: string | undefined) => clubIds.get(key ?? '') ?? ''
  const memberId = (key: string) => members.get(key)?.id ?? ''
  return {
    client,
    clubs: client.clubs.map(({ key, name, timeZone, memberTypes }) => ({
      id: clubId(key),
      name,
      // the provider identifies the club by this number
      ngoId: client.provider === 'local' ? null : key,
      timeZone,
      memberTypes,
    })),
    terms: termsOf(plan),
    users: client.users.map(({ key, type, email, username, firstname, lastname, clubKeys }) => ({
      id: userId(clientId, key),
      type,
      email,
      username,
      firstname,
      lastname,
      clubIds: clubKeys.map(clubId),
    })),
    schemes: plan.schemes.map((scheme) => newScheme(clientId, scheme)),
    members: plan.members.map(
      ({ id, firstname, lastname, dob, ngoId, memberType, clubKeys, medical, note, guardian }) => ({
        id,
        firstname,
        lastname,
        dob,
        ngo_id: ngoId,
        member_type: memberType,
        medical,
        note,
        clubIds: [clubId(clubKeys[0])],
        guardians: [
          {
            guardian_firstname: guardian.firstname,
            guardian_lastname: guardian.lastname,
            guardian_email: guardian.email,
          },
        ],
      }),
    ),
    guests: plan.members.flatMap(({ id, memberType, clubKeys }) =>
      clubKeys.slice(1).map((key) => ({ memberId: id, clubId: clubId(key), memberType })),
    ),
    groups: plan.groups.map((group) => ({
      id: group.id,
      clubId: clubId(group.clubKey),
      name: group.name,
      scheme_slug: group.schemeSlug,
      levels: group.levelIds,
      start_at: group.start,
      duration_minutes: group.durationMin,
      weekdays: group.weekdays,
      first_date: group.firstDate,
      last_date: group.lastDate,
      place: group.place,
      max_size: group.maxSize,
      coaches: group.coachKeys.map((key) => ({ uuid: userId(clientId, key) })),
      memberIds: group.memberKeys.map(memberId),
    })),
    links: plan.links.map((link) => ({ userId: userId(clientId, link.userKey), memberId: memberId(link.memberKey) })),
    externalIds: {
      members: plan.members.map(({ key, id }) => ({ subject: subjectOf(clientId, key), memberId: id })),
      groups: plan.groups.map(({ key, id }) => ({ subject: subjectOf(clientId, key), groupId: id })),
    },
    marks: plan.marks.map((mark) => ({
      memberId: memberId(mark.memberKey),
      groupId: groups.get(mark.groupKey)?.id ?? '',
      clubId: clubId(groups.get(mark.groupKey)?.clubKey),
      coachId: userId(clientId, mark.coachKey),
      schemeSlug: mark.schemeSlug,
      nodeId: mark.nodeId,
      grade: mark.grade,
      pass: mark.pass,
      date: mark.date,
      ms: mark.at.getTime(),
    })),
    attendance: plan.attendance.map((attendance) => ({
      memberId: memberId(attendance.memberKey),
      groupId: groups.get(attendance.groupKey)?.id ?? '',
      clubId: clubId(groups.get(attendance.groupKey)?.clubKey),
      coachId: userId(clientId, attendance.coachKey),
      date: attendance.date,
      ms: attendance.at.getTime(),
      value: attendance.value,
    })),
  }
}

/** The terms and holidays of all clubs of a client. */
function termsOf({ clientId, clubs, terms, holidays }: DemoPlan): NewTerm[] {
  const termsAndHolidays = [
    ...terms.map((term) => ({ ...term, kind: 'term' as const })),
    ...holidays.map((holiday) => ({ ...holiday, kind: 'holiday' as const })),
  ]
  return clubs.flatMap((club) =>
    termsAndHolidays.map((term) => ({
      ...term,
      name: { ...term.name },
      id: idOf(`${clientId} ${term.kind} ${club.key} ${term.name.en}`),
      clubId: club.id,
    })),
  )
}

/** A curriculum of the demo as the command `createScheme` takes it. */
function newScheme(clientId: string, scheme: DemoScheme): NewScheme {
  return {
    id: idOf(`${clientId} ${scheme.slug}`),
    slug: scheme.slug,
    name: { ...scheme.name },
    languages: scheme.languages,
    grades: scheme.grades,
    sections: scheme.sections.map((section, index) => ({ ...section, id: index + 1, name: { ...section.name } })),
    videos: scheme.videos,
    nodes: flattenScheme(scheme).map((node) => ({
      id: node.id,
      parentId: node.parentId,
      t: node.t,
      title: { ...node.title },
      grade: node.grade ?? null,
      group: null,
      completion: node.completion ? { ids: node.completion[0], count: node.completion[1] } : null,
      completionType: node.completionType,
      required: node.required,
      hidden: node.hidden ?? false,
      skipped: node.skipped ?? false,
      starred: node.starred ?? false,
      content: (node.content ?? []).map(({ type, title, value }) => ({
        type,
        title: { ...title },
        value: { ...value },
      })),
      videos: node.videos ?? [],
    })),
  }
}
