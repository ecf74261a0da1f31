import type { ReactNode } from 'react'

/** One skill on the page of a child, in a list of the class `skills` (`marking.css`). */
export function SkillRow({ title, beside, grades }: { title: string; beside?: ReactNode; grades: ReactNode }) {
  return (
    <li>
      <div className="split">
        <h3>{title}</h3>
        {beside}
      </div>
      {grades}
    </li>
  )
}
