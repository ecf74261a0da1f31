import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { nodeOf, visibleCurriculum, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** A skill that can be chosen for a plan, prepared for a search at each keystroke. */
interface SkillChoice {
  id: string
  title: string
  /** The titles of the nodes above it, from the top down. */
  titlesAbove: string
  /** Id of the level that contains it; null when none does. */
  levelId: string | null
  /** The title and `titlesAbove` in lower case and without accents, for the search. */
  words: string
}

const cachedChoices = new WeakMap<
  CompiledCurriculum,
  { skills: readonly SkillChoice[]; levels: readonly SchemeNode[] }
>()

/** The skills and levels that coaches see, in tree order; cached, because a curriculum may have 15,000 nodes. */
export function skillChoicesOf(compiled: CompiledCurriculum) {
  const cached = cachedChoices.get(compiled)
  if (cached) return cached
  const skills: SkillChoice[] = []
  const levels: SchemeNode[] = []
  const visit = (nodes: readonly SchemeNode[], titles: readonly string[], levelId: string | null) => {
    for (const node of nodes) {
      if (node.t === 'l') levels.push(node)
      if (node.t === 's') {
        const titlesAbove = titles.join(', ')
        const words = normalizeForSearch(`${node.title} ${titlesAbove}`)
        skills.push({ id: node.id, title: node.title, titlesAbove, levelId, words })
      }
      visit(node.children, [...titles, node.title], node.t === 'l' ? node.id : levelId)
    }
  }
  visit(visibleCurriculum(compiled.curriculum).tree, [], null)
  const choices = { skills, levels }
  cachedChoices.set(compiled, choices)
  return choices
}

/** The skills of one level, or of all, that contain every word: at most `maxFound` of them, and their total number. */
export function findSkills(
  skills: readonly SkillChoice[],
  words: string,
  levelId: string | null,
  maxFound: number,
): { found: SkillChoice[]; total: number } {
  const searchWords = normalizeForSearch(words).split(/\s+/).filter(Boolean)
  const found: SkillChoice[] = []
  let total = 0
  for (const skill of skills) {
    if (levelId !== null && skill.levelId !== levelId) continue
    if (!searchWords.every((word) => skill.words.includes(word))) continue
    total++
    if (found.length < maxFound) found.push(skill)
  }
  return { found, total }
}

/** The title of a skill; null when the curriculum no longer has it or is not loaded. */
export function skillTitle(compiled: CompiledCurriculum | undefined, id: string): string | null {
  return (compiled && nodeOf(compiled, id)?.title) ?? null
}
