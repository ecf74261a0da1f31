import { classNames } from '../class-names.ts'
import type { SkillMark } from './mark.ts'
import { Pip } from './pip.tsx'

/** The ladder as a picture for the login, empty lists and error pages. `x` draws a dashed rung. */
export function BigLadder({ marks, className }: { marks: readonly (SkillMark | 'x')[]; className?: string }) {
  return (
    <span className={classNames('bigl', className)} aria-hidden="true">
      {marks.map((mark, k) => (
        <Pip key={k} mark={mark} />
      ))}
    </span>
  )
}
