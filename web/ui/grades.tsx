import { markOf } from './mark.ts'
import { Pip } from './pip.tsx'

interface GradesProps {
  /** Labels of grade 0, 1, … */
  labels: readonly string[]
  /** The chosen grade; null and -1 choose none. */
  value: number | null
  /** Grade from which the skill is passed. */
  pass: number
  onChange: (grade: number) => void
  /** What is graded, for the group's name. */
  label: string
  disabled?: boolean
}

/** Equal widths, as large as fingers; the chosen one is filled and wears its rung. */
export function Grades({ labels, value, pass, onChange, label, disabled = false }: GradesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out as a grid everywhere
    <div className="grades" role="group" aria-label={label}>
      {labels.map((words, grade) => {
        const mark = markOf(grade, pass)
        return (
          <button
            key={grade}
            type="button"
            className={`g-${mark}`}
            aria-pressed={grade === value}
            disabled={disabled}
            onClick={() => onChange(grade)}
          >
            <Pip mark={mark} />
            {words}
          </button>
        )
      })}
    </div>
  )
}
