import type { CoachMember } from '#contract/assessment/sync.ts'

export function fullName(member: Pick<CoachMember, 'firstname' | 'lastname'>): string {
  return `${member.firstname} ${member.lastname}`
}
