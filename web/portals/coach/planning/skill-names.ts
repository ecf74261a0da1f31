import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { nodeOf, visibleCurriculum, type Course } from '#web/portals/coach/groups/group-data.ts'

/** A skill that can be chosen for a plan, prepared for a search at each keystroke. */
interface SkillChoice {
  id: string
  title: string
  /** The titles of the nodes above it, from the top down. */
  above: string
  /** Id of the level that contains it; null when none does. */
  levelId: string | null
  /** The title and `above` in lower case, for the search. */
  words: string
}

const lists = new WeakMap<Course, { skills: readonly SkillChoice[]; levels: readonly SchemeNode[] }>()

/** The skills and levels that coaches see, in tree order; cached, because a curriculum may have 15,000 nodes. */
export function choicesOf(course: Course) {
  const known = lists.get(course)
  if (known) return known
  const skills: SkillChoice[] = []
  const levels: SchemeNode[] = []
  const visit = (nodes: readonly SchemeNode[], titles: readonly string[], levelId: string | null) => {
    for (const node of nodes) {
      if (node.t === 'l') levels.push(node)
      if (node.t === 's') {
        const above = titles.join(', ')
        const words = `${node.title} ${above}`.toLocaleLowerCase()
        skills.push({ id: node.id, title: node.title, above, levelId, words })
      }
      visit(node.children, [...titles, node.title], node.t === 'l' ? node.id : levelId)
    }
  }
  visit(visibleCurriculum(course.curriculum).tree, [], null)
  const list = { skills, levels }
  lists.set(course, list)
  return list
}

/** The skills of one level, or of all, that contain every word: at most `most` of them, and their total number. */
export function findSkills(
  skills: readonly SkillChoice[],
  words: string,
  levelId: string | null,
  most: number,
): { found: SkillChoice[]; total: number } {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found: SkillChoice[] = []
  let total = 0
  for (const skill of skills) {
    if (levelId !== null && skill.levelId !== levelId) continue
    if (!wanted.every((word) => skill.words.includes(word))) continue
    total++
    if (found.length < most) found.push(skill)
  }
  return { found, total }
}

/** The title of a skill; null when the curriculum no longer has it or is not loaded. */
export function skillTitle(course: Course | undefined, id: string): string | null {
  return (course && nodeOf(course, id)?.title) ?? null
}
