import type { CSSProperties } from 'react'
import { markOf } from '../rungs/mark.ts'
import { Pip } from '../rungs/pip.tsx'
import { widestWord } from '../word-width.ts'

interface GradesProps {
  /** The labels of the grades 0, 1, and so on. */
  labels: readonly string[]
  /** The chosen grade; null or -1 for none. */
  value: number | null
  /** The grade from which the skill is passed. */
  pass: number
  onChange: (grade: number) => void
  /** The accessible name of the group of buttons: the skill. */
  label: string
  disabled?: boolean
}

/**
 * A row of buttons that choose a grade. They have equal widths, and are put in two or three rows where the widest word
 * would not fit into one (`.grades` in styles/controls.css).
 */
export function Grades({ labels, value, pass, onChange, label, disabled = false }: GradesProps) {
  const widths = {
    '--word': `${widestWord(labels).toFixed(2)}em`,
    '--one-row': labels.length,
    '--two-rows': Math.ceil(labels.length / 2),
    '--three-rows': Math.ceil(labels.length / 3),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out as a grid everywhere
    <div className="grades" role="group" aria-label={label} style={widths as CSSProperties}>
      {labels.map((text, grade) => {
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
            {text}
          </button>
        )
      })}
    </div>
  )
}
