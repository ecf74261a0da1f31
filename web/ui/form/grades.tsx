import type { CSSProperties } from 'react'
import { markOf } from '../rungs/mark.ts'
import { Pip } from '../rungs/pip.tsx'
import { widestWord } from '../word-width.ts'

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

/**
 * Equal widths, as large as fingers; the chosen one is filled and wears its rung. All stand in one row, or in two or
 * three where the widest word would be broken (`.grades` in styles/controls.css).
 */
export function Grades({ labels, value, pass, onChange, label, disabled = false }: GradesProps) {
  const fit = {
    '--word': `${widestWord(labels).toFixed(2)}em`,
    '--one-row': labels.length,
    '--two-rows': Math.ceil(labels.length / 2),
    '--three-rows': Math.ceil(labels.length / 3),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out as a grid everywhere
    <div className="grades" role="group" aria-label={label} style={fit as CSSProperties}>
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
