import './chart.css'

/** The plot is drawn in a box of 112 × 24; the margin leaves room for the dot. */
const MARGIN = 4
const PLOT_WIDTH = 104
const PLOT_HEIGHT = 16

/**
 * A small line of figures over time, with a dot at the newest; null is a missing figure, which the line skips. Fewer
 * than two figures draw nothing. The page writes the figures beside it.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const present = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]))
  if (present.length < 2) return null
  const [low, high] = [Math.min(...present.map(({ value }) => value)), Math.max(...present.map(({ value }) => value))]
  const points = present.map(({ index, value }) => ({
    x: MARGIN + (index * PLOT_WIDTH) / (values.length - 1),
    y: high === low ? MARGIN + PLOT_HEIGHT / 2 : MARGIN + PLOT_HEIGHT - ((value - low) / (high - low)) * PLOT_HEIGHT,
  }))
  const last = points.at(-1)
  return (
    <svg className="spark" viewBox="0 0 112 24" aria-hidden="true">
      <path d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
      <circle cx={last?.x} cy={last?.y} r={3.2} />
    </svg>
  )
}
