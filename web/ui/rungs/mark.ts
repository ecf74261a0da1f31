/** The state of one skill as a rung shows it: `d` done (filled), `h` begun (half filled), `o` open (outlined). */
export type SkillMark = 'd' | 'h' | 'o'

const order: Record<SkillMark, number> = { d: 0, h: 1, o: 2 }

/** Sorts the marks as done, begun, open, so that a row of them reads like a progress bar. */
export function sortedMarks(marks: readonly SkillMark[]): SkillMark[] {
  return [...marks].sort((a, b) => order[a] - order[b])
}

export function countMarks(marks: readonly SkillMark[]): { done: number; begun: number; open: number } {
  const count = (mark: SkillMark) => marks.filter((each) => each === mark).length
  return { done: count('d'), begun: count('h'), open: count('o') }
}

/** The mark of a grade: done from the pass point on, begun from 1, else open. A skill with pass point 0 is never done. */
export function markOf(grade: number, pass: number): SkillMark {
  if (pass > 0 && grade >= pass) return 'd'
  return grade > 0 ? 'h' : 'o'
}
