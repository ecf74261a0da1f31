import type { Member } from '#contract/assessment/linked-member.ts'
import type { Group } from '#contract/scheduling/groups.ts'

/** A child as the pages show it. `groups` are those of today, by which its levels are chosen. */
export interface Child extends Member {
  /** The groups that the child is in from a later day on. */
  comingGroups: readonly Group[]
}

/** The child with its groups of today (YYYY-MM-DD) apart from those to come. */
export function childOf(member: Member, today: string): Child {
  const { groups } = member
  if (groups === undefined) return { ...member, comingGroups: [] }
  const isToday = (group: Group) => group.first_date <= today
  return { ...member, groups: groups.filter(isToday), comingGroups: groups.filter((group) => !isToday(group)) }
}
