import { periodsOf } from '#domain/flows/roster-slots.ts'
import type { DemoPlan, PlannedMember } from '../planned.ts'
import type { PeerContact, PeerRosters } from './rosters.ts'
import { subjectOf } from './subject.ts'

/** The rosters that a client's simulated course provider has, made from the plan of the client. */
export function demoRosters({ clientId, groups, links, members }: DemoPlan): PeerRosters {
  const subject = (key: string) => subjectOf(clientId, key)
  const contactOf = ({ guardian }: PlannedMember): PeerContact => ({
    ...guardian,
    subject: subject(`contact ${guardian.email}`),
  })
  /** The subjects of the linked parents, who can log in. */
  const parentsOf = (memberKey: string) =>
    links.filter((link) => link.memberKey === memberKey).map(({ userKey }) => subject(userKey))
  const unlinked = members.filter(({ key }) => parentsOf(key).length === 0)
  return {
    // one contact for each guardian, also when several children have the same one
    contacts: [...new Map(unlinked.map((member) => [member.guardian.email, contactOf(member)])).values()],
    children: members.map((member) => {
      const { key, firstname, lastname, ngoId: number, dob, clubKeys: clubs } = member
      const parents = parentsOf(key)
      // a child without a linked parent has its guardian as a contact
      const agents = parents.length > 0 ? parents : [contactOf(member).subject]
      return { subject: subject(key), firstname, lastname, number, dob, clubs, agents }
    }),
    classes: groups.map((group) => ({
      subject: subject(group.key),
      name: group.name,
      club: group.clubKey,
      place: group.place,
      periods: periodsOf({ startAt: group.start, durationMinutes: group.durationMin, weekdays: group.weekdays }),
      scheme: group.schemeSlug,
      levels: group.levelIds,
    })),
    terms: [],
    bookings: groups.flatMap(({ key, firstDate: from, memberKeys, coachKeys }) => {
      const booking = (user: string, role: 'student' | 'teacher') => ({
        subject: subject(`${key} ${user}`),
        user: subject(user),
        role,
        class: subject(key),
        from,
      })
      return [
        ...memberKeys.map((user) => booking(user, 'student')),
        ...coachKeys.map((user) => booking(user, 'teacher')),
      ]
    }),
  }
}
