import type { Member } from '#contract/assessment/linked-member.ts'

/** A group by its name; with its club where several clubs hold the child. */
export function groupTitle({ owners = [] }: Member, group: { name: string; club_id: string }): string {
  const club = owners.length > 1 ? owners.find(({ id }) => id === group.club_id)?.name : undefined
  return club === undefined ? group.name : `${group.name}, ${club}`
}

/** Clubs that hold the child and have it in no group; of a single club nothing need be said. */
export function clubsBeside({ owners = [], groups = [] }: Member): string[] {
  if (owners.length < 2) return []
  return owners.filter(({ id }) => !groups.some((group) => group.club_id === id)).map(({ name }) => name)
}

/** Where it takes a second line after all, that one does not begin with a dot. */
export function inOneLine(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join('\u00a0· ')
}
