import { Fragment, type CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import { sortedMarks, type SkillMark } from './mark.ts'

interface PipsProps {
  marks: readonly SkillMark[]
  /** The text for screen readers; without it they skip the row. */
  label?: string
  /** Draws the pass line after this many rungs, as for "any 8 of 10". */
  need?: number
  size?: 'tiny' | 'big'
  /** Keeps the order of the skills instead of sorting the marks. */
  unsorted?: boolean
}

/** A row of rungs, one for each skill, that reads like a progress bar. */
export function Pips({ marks, label, need, size, unsorted = false }: PipsProps) {
  const list = unsorted ? marks : sortedMarks(marks)
  const style = { '--n': list.length } as CSSProperties
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={classNames('pips', size)} style={style} {...named}>
      {list.map((mark, index) => (
        <Fragment key={index}>
          {need !== undefined && need < list.length && index === need ? <u /> : null}
          <i className={mark} />
        </Fragment>
      ))}
    </span>
  )
}
