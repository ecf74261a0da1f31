import './chart.css'
import { useEffect, useRef, useState } from 'react'

export interface ChartColumn {
  key: string
  /** The height of the filled column, inside the outlined one of `whole`. */
  part: number
  whole: number
  /** The figure, written on top of the column. */
  value: string
  /** Written under the column. */
  label: string
  /** Written under the label; given only where it differs from the column before, such as the year. */
  subLabel?: string
}

const PLOT_HEIGHT = 150
const TOP_MARGIN = 22
const BOTTOM_MARGIN = 44
/** The width of a column with the space beside it is the slot; below this least width the chart scrolls. */
const MIN_SLOT = 27
/** The height that marks a column whose whole is 0. */
const EMPTY_HEIGHT = 14

/**
 * A column chart of filled columns inside outlined ones, with the figures on top. It is hidden from screen readers, so
 * the page shows a table of the same figures beside it.
 */
export function ColumnChart({ columns }: { columns: readonly ChartColumn[] }) {
  const box = useRef<HTMLDivElement>(null)
  // a guess until the width has been measured
  const [boxWidth, setBoxWidth] = useState(640)
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const observer = new ResizeObserver(([entry]) => setBoxWidth(entry?.contentRect.width ?? 640))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const max = Math.max(1, ...columns.map(({ part, whole }) => Math.max(part, whole)))
  const slot = Math.max(MIN_SLOT, Math.min(64, boxWidth / Math.max(1, columns.length)))
  const columnWidth = Math.min(44, slot * 0.72)
  const baseline = TOP_MARGIN + PLOT_HEIGHT
  const width = slot * columns.length
  return (
    <div ref={box} className="chart">
      <svg
        width={width}
        height={baseline + BOTTOM_MARGIN}
        viewBox={`0 0 ${width} ${baseline + BOTTOM_MARGIN}`}
        aria-hidden="true"
        className={slot < 38 ? 'tight' : undefined}
      >
        {columns.map((column, index) => {
          const left = index * slot + (slot - columnWidth) / 2
          const middle = left + columnWidth / 2
          const yOf = (figure: number) => baseline - (figure / max) * PLOT_HEIGHT
          const empty = column.whole === 0
          return (
            <g key={column.key}>
              <rect
                className={empty ? 'none' : 'whole'}
                x={left}
                width={columnWidth}
                y={empty ? baseline - EMPTY_HEIGHT : yOf(column.whole)}
                height={empty ? EMPTY_HEIGHT : baseline - yOf(column.whole)}
                rx={3}
              />
              <rect
                className="part"
                x={left}
                width={columnWidth}
                y={yOf(column.part)}
                height={baseline - yOf(column.part)}
              />
              <text className="value" x={middle} y={(empty ? baseline - EMPTY_HEIGHT : yOf(column.whole)) - 7}>
                {column.value}
              </text>
              <text x={middle} y={baseline + 18}>
                {column.label}
              </text>
              {column.subLabel === undefined ? null : (
                <text x={middle} y={baseline + 36}>
                  {column.subLabel}
                </text>
              )}
            </g>
          )
        })}
        <path className="ground" d={`M0 ${baseline}H${width}`} />
      </svg>
    </div>
  )
}
