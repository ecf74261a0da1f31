import type { ReactNode } from 'react'
import { Pip } from './pip.tsx'
import type { SkillMark } from './mark.ts'

/**
 * The skills of a level as a ladder, one rung each: open ones on top, passed ones packed below. Its children are
 * LadderRung, LadderPack and LadderText.
 */
export function Ladder({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ol className="ladder" aria-label={label}>
      {children}
    </ol>
  )
}

interface RungProps {
  mark: SkillMark
  /** A link, a button or a span of class `name`; a click anywhere in the row activates it. */
  children: ReactNode
  /** The state as a text, such as "Not started". */
  word: string
  compulsory?: boolean
}

/** One skill of the ladder. */
export function LadderRung({ mark, children, word, compulsory = false }: RungProps) {
  return (
    <li>
      <Pip mark={mark} compulsory={compulsory} />
      {children}
      <span className={`word ${mark}`}>{word}</span>
    </li>
  )
}

/** Several skills in one row of the ladder. */
export function LadderPack({
  marks,
  children,
  end,
}: {
  marks: readonly SkillMark[]
  children: ReactNode
  end?: ReactNode
}) {
  return (
    <li>
      <span className="packed">
        {marks.map((mark, k) => (
          <Pip key={k} mark={mark} />
        ))}
      </span>
      {children}
      {end}
    </li>
  )
}

/** A sentence between the rungs, such as "Any 3 of these 5 pass Level 4". */
export function LadderText({ children }: { children: ReactNode }) {
  return (
    <li className="note">
      <span />
      <span className="small dim">{children}</span>
    </li>
  )
}
