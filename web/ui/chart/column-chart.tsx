import './chart.css'
import { useEffect, useRef, useState } from 'react'

export interface ChartColumn {
  key: string
  /** What is filled, of what is outlined. */
  part: number
  whole: number
  /** On top of the column. */
  value: string
  /** Under it, and on a second line where that changes. */
  label: string
  more?: string
}

const TALL = 150
const TOP = 22
const FOOT = 44
const LEAST = 27

/** Filled inside outlined, with the figures on the columns; a table of the same words stands beside it for whom a picture says nothing. */
export function ColumnChart({ columns }: { columns: readonly ChartColumn[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(640)
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 640))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const most = Math.max(1, ...columns.map(({ part, whole }) => Math.max(part, whole)))
  const slot = Math.max(LEAST, Math.min(64, room / Math.max(1, columns.length)))
  const wide = Math.min(44, slot * 0.72)
  const ground = TOP + TALL
  const width = slot * columns.length
  return (
    <div ref={box} className="chart">
      <svg
        width={width}
        height={ground + FOOT}
        viewBox={`0 0 ${width} ${ground + FOOT}`}
        aria-hidden="true"
        className={slot < 38 ? 'tight' : undefined}
      >
        {columns.map((column, k) => {
          const left = k * slot + (slot - wide) / 2
          const middle = left + wide / 2
          const up = (n: number) => ground - (n / most) * TALL
          const empty = column.whole === 0
          return (
            <g key={column.key}>
              <rect
                className={empty ? 'none' : 'whole'}
                x={left}
                width={wide}
                y={empty ? ground - 14 : up(column.whole)}
                height={empty ? 14 : ground - up(column.whole)}
                rx={3}
              />
              <rect className="part" x={left} width={wide} y={up(column.part)} height={ground - up(column.part)} />
              <text className="value" x={middle} y={(empty ? ground - 14 : up(column.whole)) - 7}>
                {column.value}
              </text>
              <text x={middle} y={ground + 18}>
                {column.label}
              </text>
              {column.more === undefined ? null : (
                <text x={middle} y={ground + 36}>
                  {column.more}
                </text>
              )}
            </g>
          )
        })}
        <path className="ground" d={`M0 ${ground}H${width}`} />
      </svg>
    </div>
  )
}
