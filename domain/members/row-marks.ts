// The mark that a row of a file is about: a skill, or a level that a coach decided, with its grade.
import { gradeOf, type SkillScale } from '#domain/members/import-values.ts'

/** A mark of a child, by the key of its level or skill; `on` is YYYY-MM-DD, or null where nobody knows the day. */
export interface RowMark {
  key: string
  on: string | null
  /** The id of the coach, where that is known. */
  by?: string
  grade: number
  /** The grade from which marks passed on its day, of a row that is about one mark. */
  pass?: number
}

/** How marks are read at a client. */
export interface MarkRules {
  /** How each skill is graded. */
  skills: ReadonlyMap<string, SkillScale>
  /** Whether numbers in the columns of skills are grades, and not yes (1) or no (0). */
  hasGrades: boolean
  /** The level or skill that a text of the column `skill` means (`placeFinder`). */
  placeOf: (text: string) => string | null
}

/** A grade as a number: -1 is a mark that was removed, or of a level a pass that was taken back. */
const GRADE = /^(?:-1|[0-5])$/
const PASS_GRADE = /^[1-5]$/
/** A level is passed or not. */
const LEVEL_SCALE: SkillScale = { pass: 1, best: 1, labels: [] }

/** The mark that a row is about; none where it says nothing of a skill. `text` gives the text of a field. */
export function markOfRow(
  text: (field: string) => string,
  columns: readonly (string | null)[],
  { skills, hasGrades, placeOf }: MarkRules,
  { on, by }: { on: string | null; by: string | null },
  report: (field: string, problem: string) => void,
): RowMark[] {
  const [written, cell, passCell] = [text('skill'), text('skill_grade'), text('skill_pass')]
  // an export leaves the skill out that no longer exists; a row without a grade has no mark yet
  if (written === '' || (cell === '' && columns.includes('skill_grade'))) return []
  const key = placeOf(written)
  if (key === null) {
    report('skill', 'unknown-skill')
    return []
  }
  const mark = { key, on, ...(by === null ? {} : { by }) }
  const scale = skills.get(key)
  if (passCell !== '') {
    const isGrade = GRADE.test(cell) && (scale !== undefined || Number(cell) <= 1)
    const isPass = PASS_GRADE.test(passCell) && (scale !== undefined || passCell === '1')
    if (!isPass) report('skill_pass', 'not-a-pass-grade')
    else if (!isGrade) report('skill_grade', 'not-a-number-of-grade')
    else return [{ ...mark, grade: Number(cell), pass: Number(passCell) }]
    return []
  }
  const { pass, best } = scale ?? LEVEL_SCALE
  const grade = cell === '' ? best : gradeOf(cell, scale ?? LEVEL_SCALE, hasGrades)
  if (grade === null) report('skill_grade', scale === undefined ? 'not-a-pass' : 'not-a-grade')
  // other programs write "no" for what nobody has looked at
  return grade === null || grade <= 0 ? [] : [{ ...mark, grade, pass }]
}
