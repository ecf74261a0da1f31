import './chart.css'
import type { ReactNode } from 'react'

export interface Bar {
  key: string
  name: ReactNode
  part: number
  whole: number
  /** At the end of the line: the figure in words. */
  value: string
}

/** A line a thing: its name, its figure, and a bar that shows the figure once more. */
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
