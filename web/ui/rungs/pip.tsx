import type { SkillMark } from './mark.ts'

/** One rung: filled, half filled, outlined or (`x`) dashed. Screen readers skip it, because a text is beside it. */
export function Pip({ mark, compulsory = false }: { mark: SkillMark | 'x'; compulsory?: boolean }) {
  return <i className={compulsory ? `pip ${mark} must` : `pip ${mark}`} aria-hidden="true" />
}
