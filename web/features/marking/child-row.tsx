import type { ReactNode } from 'react'
import type { SkillMark } from '#web/ui/rungs/mark.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'

interface ChildRowProps {
  firstname: string
  lastname: string
  /** The whole name, as the coach reads it. */
  name: string
  /** Below the name, such as the child's level. */
  about: ReactNode
  /** Beside the name: how far the child is at the level. */
  level: ReactNode
  /** What is to be read before the grades, such as a medical note. */
  notes?: ReactNode
  grades: ReactNode
}

/** One child on the page of a skill, in a list of the class `children` (`marking.css`). */
export function ChildRow({ firstname, lastname, name, about, level, notes, grades }: ChildRowProps) {
  return (
    <li>
      <Avatar firstname={firstname} lastname={lastname} />
      <span className="who-is">
        <span className="name">{name}</span>
        <span className="small dim">{about}</span>
      </span>
      <span className="slot">{level}</span>
      {notes}
      {grades}
    </li>
  )
}

/** How far a child is at a level: its rungs, and a few words. */
export function LevelPips({ marks, need, words }: { marks: readonly SkillMark[]; need?: number; words: string }) {
  return (
    <span className="progress">
      <Pips marks={marks} size="tiny" {...(need === undefined ? {} : { need })} />
      <span className="small dim">{words}</span>
    </span>
  )
}
