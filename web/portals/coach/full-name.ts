import type { CoachMember } from '#contract/assessment/sync.ts'

export function fullName(member: Pick<CoachMember, 'firstname' | 'lastname'>): string {
  // the last name of a guest may not be known
  return `${member.firstname} ${member.lastname}`.trimEnd()
}
