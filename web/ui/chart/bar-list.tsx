import './chart.css'
import type { ReactNode } from 'react'

export interface Bar {
  key: string
  name: ReactNode
  part: number
  whole: number
  /** The figure as a text, at the end of the line. */
  value: string
}

/** A bar chart as a list. Each row has a name, a figure, and a bar of `part` in `whole`. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  return (
    <ol className="bars">
      {bars.map(({ key, name, part, whole, value }) => (
        <li key={key}>
          <span className="split">
            <span className="grow">{name}</span>
            <b className="end nowrap">{value}</b>
          </span>
          <span className="meter" aria-hidden="true">
            <i style={{ inlineSize: `${whole === 0 ? 0 : (100 * part) / whole}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
