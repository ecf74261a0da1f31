/** The state of one skill, as a rung shows it: filled, half filled or outlined. The words are also CSS classes. */
export type SkillMark = 'done' | 'begun' | 'open'

const order: Record<SkillMark, number> = { done: 0, begun: 1, open: 2 }

/** Sorts the marks as done, begun, open, so that a row of them reads like a progress bar. */
export function sortedMarks(marks: readonly SkillMark[]): SkillMark[] {
  return [...marks].sort((a, b) => order[a] - order[b])
}

export function countMarks(marks: readonly SkillMark[]): { done: number; begun: number; open: number } {
  const count = (mark: SkillMark) => marks.filter((each) => each === mark).length
  return { done: count('done'), begun: count('begun'), open: count('open') }
}

/**
 * The mark of a grade: done from the pass point on, begun from 1, else open. A skill with pass point 0 is never done.
 */
export function markOf(grade: number, pass: number): SkillMark {
  if (pass > 0 && grade >= pass) return 'done'
  return grade > 0 ? 'begun' : 'open'
}
