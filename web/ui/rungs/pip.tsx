import type { SkillMark } from './mark.ts'

/** One rung: solid, lower half filled, or hollow. Says nothing to a screen reader; a word stands beside it. */
export function Pip({ mark, compulsory = false }: { mark: SkillMark | 'x'; compulsory?: boolean }) {
  return <i className={compulsory ? `pip ${mark} must` : `pip ${mark}`} aria-hidden="true" />
}
