/** What is known of one skill: done, begun (half), open. Fill is fact, outline is what may come. */
export type SkillMark = 'd' | 'h' | 'o'

const order: Record<SkillMark, number> = { d: 0, h: 1, o: 2 }

/** Done, begun, not yet: a row's length then reads as progress. */
export function sortedMarks(marks: readonly SkillMark[]): SkillMark[] {
  return [...marks].sort((a, b) => order[a] - order[b])
}

export function countMarks(marks: readonly SkillMark[]): { done: number; begun: number; open: number } {
  const of = (mark: SkillMark) => marks.filter((m) => m === mark).length
  return { done: of('d'), begun: of('h'), open: of('o') }
}

/** The mark of a grade: done from the pass point on, begun from 1, else open. Pass point 0 = not assessable. */
export function markOf(grade: number, pass: number): SkillMark {
  if (pass > 0 && grade >= pass) return 'd'
  return grade > 0 ? 'h' : 'o'
}
