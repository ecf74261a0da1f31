import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { includesDay } from '#domain/assessment/commands/state.ts'
import { normalizeForSearch, searchTerm } from '#domain/platform/search.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { fullName } from '#web/portals/coach/full-name.ts'

/** A member in a group; a member of two groups is found in each. */
export interface FoundMember {
  member: CoachMember
  group: Group
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
  return groupMembers
    .filter((stay) => includesDay([stay], today))
    .flatMap(({ groupId, memberUuid }) => {
      const group = groupsById.get(groupId)
      const member = members.get(memberUuid)
      if (!group || member?.status !== 'active') return []
      const names = wordsOf(fullName(member))
      return searched.every((word) => names.some((name) => name.startsWith(word))) ? [{ member, group }] : []
    })
    .sort((a, b) => fullName(a.member).localeCompare(fullName(b.member)) || a.group.name.localeCompare(b.group.name))
}
