import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { nodeOf, visibleCurriculum, type Course } from '#web/portals/coach/groups/group-data.ts'

/** A skill to choose, with all that is asked of it at each key. */
interface SkillChoice {
  id: string
  title: string
  /** From the top down to the parent. */
  above: string
  /** The level it stands in; null when it stands in none. */
  levelId: string | null
  /** Title and way in lower case. */
  words: string
}

const lists = new WeakMap<Course, { skills: readonly SkillChoice[]; levels: readonly SchemeNode[] }>()

/** Skills and levels that coaches see, in tree order; made once for a curriculum, because it may have 15,000 nodes. */
export function choicesOf(course: Course) {
  const known = lists.get(course)
  if (known) return known
  const skills: SkillChoice[] = []
  const levels: SchemeNode[] = []
  const visit = (nodes: readonly SchemeNode[], above: readonly string[], levelId: string | null) => {
    for (const node of nodes) {
      if (node.t === 'l') levels.push(node)
      if (node.t === 's') {
        const way = above.join(', ')
        const words = `${node.title} ${way}`.toLocaleLowerCase()
        skills.push({ id: node.id, title: node.title, above: way, levelId, words })
      }
      visit(node.children, [...above, node.title], node.t === 'l' ? node.id : levelId)
    }
  }
  visit(visibleCurriculum(course.curriculum).tree, [], null)
  const list = { skills, levels }
  lists.set(course, list)
  return list
}

/** Skills that hold every word, of one level or of all; at most `most`, and how many there are. */
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

/** The title of a skill; null when the curriculum has it no more, or is not here. */
export function skillTitle(course: Course | undefined, id: string): string | null {
  return (course && nodeOf(course, id)?.title) ?? null
}
