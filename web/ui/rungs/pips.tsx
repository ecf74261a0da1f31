import { Fragment, type CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import { sortedMarks, type SkillMark } from './mark.ts'

interface PipsProps {
  marks: readonly SkillMark[]
  /** The words a screen reader says in its place; without them the row is decoration. */
  label?: string
  /** Draws the pass line after so many rungs ("any 8 of 10"). */
  need?: number
  size?: 'tiny' | 'big'
  /** Keep each rung at its skill's place instead of sorting. */
  unsorted?: boolean
}

/** The row of rungs. */
export function Pips({ marks, label, need, size, unsorted = false }: PipsProps) {
  const list = unsorted ? marks : sortedMarks(marks)
  const style = { '--n': list.length } as CSSProperties
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={classNames('pips', size)} style={style} {...named}>
      {list.map((mark, at) => (
        <Fragment key={at}>
          {need !== undefined && need < list.length && at === need ? <u /> : null}
          <i className={mark} />
        </Fragment>
      ))}
    </span>
  )
}
