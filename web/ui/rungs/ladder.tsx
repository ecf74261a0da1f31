import type { ReactNode } from 'react'
import { Pip } from './pip.tsx'
import type { SkillMark } from './mark.ts'

/** The rungs stacked between two rails: what is left on top, what is done packed below. Children are LadderRung and LadderPack. */
export function Ladder({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ol className="ladder" aria-label={label}>
      {children}
    </ol>
  )
}

interface RungProps {
  mark: SkillMark
  /** A link, a button or a span of class `name`: the whole row becomes its target. */
  children: ReactNode
  /** The state in words: done, begun, not yet. */
  word: string
  compulsory?: boolean
}

export function LadderRung({ mark, children, word, compulsory = false }: RungProps) {
  return (
    <li>
      <Pip mark={mark} compulsory={compulsory} />
      {children}
      <span className={`word ${mark}`}>{word}</span>
    </li>
  )
}

/** Many rungs in the room of one. */
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

/** A sentence between the rails, such as "Any 3 of these 5 pass Level 4". */
export function LadderNote({ children }: { children: ReactNode }) {
  return (
    <li className="note">
      <span />
      <span className="small dim">{children}</span>
    </li>
  )
}
