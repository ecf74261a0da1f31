import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { includesDay } from '#domain/scheduling/period.ts'
import { normalizeForSearch, searchTerm } from '#domain/platform/search.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { fullName } from '#web/portals/coach/full-name.ts'

/** A member with the groups that they are in today, by name; there is at least one. */
export interface FoundMember {
  member: CoachMember
  groups: [Group, ...Group[]]
}

/** The words of a text without accents, case and apostrophes, separated as the office's search separates them. */
const wordsOf = (text: string) =>
  normalizeForSearch(text)
    .replace(/['’]/g, '')
    .split(/[\s,_:;/()-]+/)
    .filter((word) => word !== '')

/**
 * The members on the device who are in a group today and have, for each word of the text, a name that begins with it;
 * by name. Null when the text is empty, too short or has a character that is not allowed.
 */
export function findMembers(
  { groups, groupMembers, members }: Pick<CoachSnapshot, 'groups' | 'groupMembers' | 'members'>,
  text: string,
  today: string,
): FoundMember[] | null {
  const term = searchTerm('special', text)
  if (term === null || term === '') return null
  const searched = wordsOf(term)
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const found = new Map<string, FoundMember>()
  for (const { groupId, memberUuid } of groupMembers.filter((stay) => includesDay([stay], today))) {
    const group = groupsById.get(groupId)
    const member = members.get(memberUuid)
    if (!group || member?.status !== 'active') continue
    const names = wordsOf(fullName(member))
    if (!searched.every((word) => names.some((name) => name.startsWith(word)))) continue
    const earlier = found.get(memberUuid)
    if (!earlier) found.set(memberUuid, { member, groups: [group] })
    else if (!earlier.groups.includes(group)) earlier.groups.push(group)
  }
  for (const { groups: own } of found.values()) own.sort((a, b) => a.name.localeCompare(b.name))
  return [...found.values()].sort((a, b) => fullName(a.member).localeCompare(fullName(b.member)))
}
