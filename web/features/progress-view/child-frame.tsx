import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import './progress-view.css'

interface ChildFrameProps {
  /** The id of the element. */
  id: string
  firstname: string
  lastname: string
  /** Below the name: the age, the groups and the clubs. */
  about: string
  /** Beside the name, such as a button. */
  end?: ReactNode
  children: ReactNode
}

/** The card of one child on a parent's first page: the name, and below it the progress at each level. */
export function ChildFrame({ id, firstname, lastname, about, end, children }: ChildFrameProps) {
  return (
    <article className="card kid" id={id} aria-labelledby={`${id}-name`}>
      <header>
        <Avatar firstname={firstname} lastname={lastname} />
        <div>
          <h2 id={`${id}-name`}>{firstname}</h2>
          <p className="small dim">{about}</p>
        </div>
        {end}
      </header>
      {children}
    </article>
  )
}
