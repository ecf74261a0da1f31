import type { Member } from '#contract/assessment/linked-member.ts'

/** The name of a group, followed by its club if the child belongs to several clubs (`owners`). */
export function groupTitle({ owners = [] }: Member, group: { name: string; club_id: string }): string {
  const club = owners.length > 1 ? owners.find(({ id }) => id === group.club_id)?.name : undefined
  return club === undefined ? group.name : `${group.name}, ${club}`
}

/** Clubs of the child in which it has no group; none if the child belongs to only one club. */
export function clubsWithoutGroup({ owners = [], groups = [] }: Member): string[] {
  if (owners.length < 2) return []
  return owners.filter(({ id }) => !groups.some((group) => group.club_id === id)).map(({ name }) => name)
}

/** Joins the parts with dots. The no-break space keeps a dot from beginning a second line. */
export function joinWithDots(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join('\u00a0· ')
}
