import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { searchTerm } from '#domain/platform/search.ts'
import { markableSkills, type Course } from '#web/portals/coach/groups/group-data.ts'

/** [9.25]: skills beyond a group's levels that coaches of this device mark besides; they hold nothing of anybody. */
const keyOf = (slug: string) => `rungs.additional/${slug}`

export function readAdditional(slug: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function saveAdditional(slug: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify(ids))
  } catch {
    // a full or closed storage: they last as long as the page
  }
}

/** The picked skills that can be marked and are not there anyway, in tree order. */
export function additionalSkills(course: Course, ids: readonly string[], excluded: ReadonlySet<string>): SchemeNode[] {
  const picked = new Set(ids)
  return markableSkills(course).filter(({ id }) => picked.has(id) && !excluded.has(id))
}

/** More than this nobody reads: the search is made narrower instead. */
export const MOST_FOUND = 50

/** Skills beyond those that are there whose title has all the words; null while the search has a sign that it may not have or is too short. */
export function findSkills(course: Course, text: string, excluded: ReadonlySet<string>): SchemeNode[] | null {
  const term = searchTerm('special', text)
  if (term === null || term === '') return null
  const words = term.toLocaleLowerCase().split(/\s+/)
  const found: SchemeNode[] = []
  for (const skill of markableSkills(course)) {
    const title = skill.title.toLocaleLowerCase()
    if (!excluded.has(skill.id) && words.every((word) => title.includes(word))) found.push(skill)
    if (found.length > MOST_FOUND) break
  }
  return found
}
