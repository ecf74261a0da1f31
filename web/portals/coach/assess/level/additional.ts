import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { normalizeForSearch, searchTerm } from '#domain/platform/search.ts'
import { markableSkills, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/**
 * The localStorage key of a scheme's additional skills: those outside the group's levels that coaches of this device
 * mark too [9.25]. They are no personal data, so they stay after the session.
 */
const storageKey = (slug: string) => `rungs.additional/${slug}`

export function readAdditional(slug: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(slug)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function saveAdditional(slug: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(slug), JSON.stringify(ids))
  } catch {
    // without storage the choice lasts as long as the page
  }
}

/**
 * The chosen skills that can be marked, in tree order; `excluded` are the group's own skills, which are shown anyway.
 */
export function additionalSkills(
  compiled: CompiledCurriculum,
  ids: readonly string[],
  excluded: ReadonlySet<string>,
): SchemeNode[] {
  const chosen = new Set(ids)
  return markableSkills(compiled).filter(({ id }) => chosen.has(id) && !excluded.has(id))
}

/**
 * The most skills that a search shows. It finds one more, so that the dialog can ask the coach to narrow the search.
 */
export const MAX_FOUND = 50

/**
 * Skills outside `excluded` whose title contains all words; null when the text is empty, too short or has a forbidden
 * character.
 */
export function findAdditionalSkills(
  compiled: CompiledCurriculum,
  text: string,
  excluded: ReadonlySet<string>,
): SchemeNode[] | null {
  // `special` is the search rule that accepts titles
  const term = searchTerm('special', text)
  if (term === null || term === '') return null
  const words = normalizeForSearch(term).split(/\s+/)
  const found: SchemeNode[] = []
  for (const skill of markableSkills(compiled)) {
    const title = normalizeForSearch(skill.title)
    if (!excluded.has(skill.id) && words.every((word) => title.includes(word))) found.push(skill)
    if (found.length > MAX_FOUND) break
  }
  return found
}
